"""`umpire login`: sign a person in to Google."""

import os
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from umpire.cli.live import credentials_option, google_base, warn_if_open
from umpire.errors import UmpireError, UsageError
from umpire.json_types import JsonObject

if TYPE_CHECKING:
    from umpire.sheets.google import Found
    from umpire.sheets.signin import Consent

_PATIENCE = 600.0
"""Seconds for the person to consent; a code of Google's is good for no longer."""

_NEXT = "umpire new GAME --on google --players Ana,Bo --share Ana=ana@example.org"


@click.command("login")
@click.option(
    "--client",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file of your own OAuth client (default: credentials.json in gspread's folder, else "
    "the client of the sign-in before).",
)
@click.option("--no-browser", is_flag=True, help="Consent in a browser on another machine.")
@click.option("--again", is_flag=True, help="Sign in even if somebody is signed in already.")
@click.option(
    "--as", "name", metavar="NAME", help="Add a further account, which shares the work, by a name."
)
@click.option(
    "--key",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="With --as: the file of a service account's key, which is copied.",
)
@credentials_option
def command(
    client: Path | None,
    no_browser: bool,
    again: bool,
    name: str | None,
    key: Path | None,
    credentials: Path | None,
) -> None:
    """Sign in to Google, where matches can be hosted.

    Opens Google's page in the browser, where you let your own OAuth client see the spreadsheets
    that umpire makes, and no others. The sign-in is kept where gspread keeps it
    (authorized_user.json), or in the file of --credentials. docs/google.md tells how to make a
    client.

    With --as further accounts share the work of the first, each with a quota of its own: service
    accounts by their keys, or people, who let umpire see all their spreadsheets. They are kept in
    the folder umpire-accounts beside the first sign-in, and every command uses them.

    \b
    Examples:
      umpire login --client ~/Downloads/client_secret.json
      umpire login --no-browser
      umpire login --again
      umpire login --as second --key umpire-key-2.json
      umpire login --as third
    """
    from umpire.sheets import google

    if key is not None and name is None:
        raise UsageError(
            "--key is for a further account: add --as NAME, or give the key to other commands with "
            "--credentials."
        )
    base = google_base()
    first = credentials or google.signed_in_file()
    file = first if name is None else google.further_file(first, name)
    account = (
        _sign_in(file, first, client, base, elsewhere=no_browser, again=again)
        if key is None
        else _keep_key(key, file, first, base, again=again)
    )
    if account is None:
        return
    if name is None:
        click.echo(f"You are signed in to Google as {account}; that is kept in {file}.")
        click.echo("umpire sees the spreadsheets that it makes itself, and no others.")
        click.echo(f"Now make a match: {_NEXT}")
        return
    click.echo(f"{name} is {account}; that is kept in {file}.")
    click.echo("Matches that are made from now on let it in.")
    click.echo(
        "Let it into those that run with 'umpire share --accounts', then start 'umpire watch' anew."
    )


def _sign_in(
    file: Path, first: Path, client: Path | None, base: str | None, *, elsewhere: bool, again: bool
) -> str | None:
    """Sign a person in and keep that in a file; the account, None if there was no need.

    A file that is not the `first` account's is a further one's.
    """
    from umpire.sheets import google, signin

    is_further = file != first
    found = google.Found("oauth", file, "", file.stem if is_further else "")
    scopes = google.FURTHER_SCOPES if is_further else (google.DRIVE_FILE,)
    warn_if_open(file)
    account = None if again else signin.working_account(file, base, scopes)
    if account is not None:
        click.echo(
            f"{account} is signed in to Google already: sign in as somebody else, or anew, with "
            f"'{found.sign_in.login} --again'."
        )
        return None
    if again:
        signin.check_replaceable(file, base)
    info = _ask_consent(_client(client, first, base), scopes, elsewhere=elsewhere)
    signin.keep(file, info)
    account = _account(found, base)
    if is_further and (known := _why_refused(account, file, first)):
        file.unlink()  # and not signed out, for that would sign out the one that is known too
        raise UsageError(known)
    signin.keep(file, {**info, "account": account})
    return account


def _keep_key(key: Path, file: Path, first: Path, base: str | None, *, again: bool) -> str:
    """Copy a service account's key for a further account; its address. Raises UmpireError."""
    from umpire.sheets import signin

    if file.exists() and not again:
        raise UsageError(f"there is an account {file.stem} already: add --again to replace it.")
    warn_if_open(key)
    info = signin.read_key(key, base)
    account = str(info["client_email"])
    if known := _why_refused(account, file, first):
        raise UsageError(known)
    signin.keep(file, info)
    return account


def _why_refused(account: str, file: Path, first: Path) -> str | None:
    """Return what is wrong with an account that is in another file than its own; None if none."""
    from umpire.sheets import google

    for other in (first, *google.further_files(first)):
        try:
            hint = google.find_credentials(other).account_hint
        except UsageError:
            continue
        if other != file and hint.casefold() == account.casefold():
            return (
                f"{account} is signed in already ({other}), and more of the same has no quota of "
                "its own: sign in as somebody else."
            )
    return None


def _client(given: Path | None, signed_in: Path, base: str | None) -> JsonObject:
    """Return the OAuth client: the one given, gspread's, or that of the sign-in there was."""
    from umpire.sheets import google, signin

    file = given or google.config_folder() / "credentials.json"
    if given is None and not file.exists():
        kept = signin.client_of_sign_in(signed_in, base)
        if kept is not None:
            return kept
        raise UsageError(
            f"there is no OAuth client in {file}: make one in Google's console (docs/google.md "
            "tells how) and give its file with --client FILE."
        )
    client = signin.read_client(file, base)
    warn_if_open(file)
    return client


def _ask_consent(client: JsonObject, scopes: Sequence[str], *, elsewhere: bool) -> JsonObject:
    """Ask the person for consent. Raises UmpireError if nobody is signed in after it."""
    try:
        return _consent_elsewhere(client, scopes) if elsewhere else _consent_here(client, scopes)
    except (KeyboardInterrupt, click.Abort):
        raise UmpireError("broken off: nobody was signed in.") from None


def _consent_here(client: JsonObject, scopes: Sequence[str]) -> JsonObject:
    from umpire.sheets.loopback import Listener
    from umpire.sheets.signin import Consent

    with Listener() as listener:
        consent = Consent(client, listener.address, scopes)
        _show(consent, "If no browser opens, open this address yourself, on this machine:")
        _open_browser(consent.address)
        came = listener.wait(consent.is_answered_by, _PATIENCE)
    return consent.sign_in(consent.code(came))


def _consent_elsewhere(client: JsonObject, scopes: Sequence[str]) -> JsonObject:
    from umpire.sheets.signin import Consent, address_elsewhere

    consent = Consent(client, address_elsewhere(), scopes)
    _show(consent, "Open this address in a browser, on any machine:")
    click.echo(
        "At the end the browser goes to an address that begins with http://127.0.0.1 and shows an "
        "error: that is as it should be."
    )
    pasted = click.prompt("Paste that whole address here", prompt_suffix=":\n")
    return consent.sign_in(consent.code(pasted))


def _show(consent: "Consent", sentence: str) -> None:
    click.echo(sentence)
    click.echo(f"\n  {consent.address}\n")


def _open_browser(address: str) -> None:
    """Open a browser, if there is one that does not take this terminal for itself."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is webbrowser.GenericBrowser and "BROWSER" not in os.environ:
            return
        threading.Thread(target=_open, args=(browser, address), daemon=True).start()


def _open(browser: webbrowser.BaseBrowser, address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        browser.open(address)


def _account(found: "Found", base: str | None) -> str:
    from umpire.sheets.errors import SheetsError
    from umpire.sheets.signin import account_of

    try:
        return account_of(found, base)
    except SheetsError as error:
        raise UmpireError(
            f"the sign-in is kept in {found.path}, but cannot be used yet: {error}"
        ) from None
