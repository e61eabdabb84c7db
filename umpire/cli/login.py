"""`umpire login`: sign in to Google."""

import os
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import click

from umpire.cli.live import google_base, warn_if_open
from umpire.errors import UmpireError, UsageError
from umpire.json_types import JsonObject
from umpire.sheets import google, signin
from umpire.sheets.errors import SheetsError
from umpire.sheets.google import FoundCredentials
from umpire.sheets.loopback import Listener
from umpire.sheets.signin import Consent, account_of, address_elsewhere

_PATIENCE = 600.0
"""How many seconds a person has to consent; Google's code expires then."""

_NEXT = "umpire new GAME --on google --players Ana,Bo --share Ana=ana@example.org"


def run(
    client: Path | None,
    no_browser: bool,
    again: bool,
    name: str | None,
    key: Path | None,
    credentials: Path | None,
) -> None:
    """Sign in to Google, or add a further account, and tell where that is kept."""
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
        click.echo(f"You are signed in to Google as {account}. The sign-in is kept in {file}.")
        click.echo("umpire sees only the spreadsheets that it makes itself.")
        click.echo(f"Now make a match: {_NEXT}")
        return
    click.echo(f"{name} is {account}. Its credentials are kept in {file}.")
    click.echo("New matches let it in.")
    click.echo(
        "Let it into running matches with 'umpire share --accounts', then restart 'umpire watch'."
    )


def _sign_in(
    file: Path, first: Path, client: Path | None, base: str | None, *, elsewhere: bool, again: bool
) -> str | None:
    """Sign a person in, keep that in a file and return the account; None if there was no need.

    A file that is not the `first` account's is a further one's.
    """
    is_further = file != first
    found = google.FoundCredentials("oauth", file, "", file.stem if is_further else "")
    scopes = google.FURTHER_SCOPES if is_further else (google.DRIVE_FILE,)
    warn_if_open(file)
    account = None if again else signin.working_account(file, base, scopes)
    if account is not None:
        click.echo(
            f"{account} is signed in to Google already. To sign in again or as somebody else, run "
            f"'{found.sign_in.login} --again'."
        )
        return None
    if again:
        signin.check_replaceable(file, base)
    info = _ask_consent(_client(client, first, base), scopes, elsewhere=elsewhere)
    signin.keep(file, info)
    account = _account(found, base)
    if is_further and (known := _why_refused(account, file, first)):
        file.unlink()  # not signed out, which would sign out the account that is already known
        raise UsageError(known)
    signin.keep(file, {**info, "account": account})
    return account


def _keep_key(key: Path, file: Path, first: Path, base: str | None, *, again: bool) -> str:
    """Copy the key of a further service account; return its address. Raises UmpireError."""
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
    """Return why an account is refused that another file has already; None if it is not."""
    for other in (first, *google.further_files(first)):
        try:
            hint = google.find_credentials(other).account_hint
        except UsageError:
            continue
        if other != file and hint.casefold() == account.casefold():
            return (
                f"{account} is signed in already ({other}), and an account has only one quota: "
                "sign in as somebody else."
            )
    return None


def _client(given: Path | None, signed_in: Path, base: str | None) -> JsonObject:
    """Return the OAuth client: the one given, gspread's, or that of the last sign-in."""
    file = given or google.config_folder() / "credentials.json"
    if given is None and not file.exists():
        kept = signin.client_of_sign_in(signed_in, base)
        if kept is not None:
            return kept
        raise UsageError(
            f"there is no OAuth client in {file}: make one in Google's console (docs/google.md "
            "shows how), and give its file with --client FILE."
        )
    client = signin.read_client(file, base)
    warn_if_open(file)
    return client


def _ask_consent(client: JsonObject, scopes: Sequence[str], *, elsewhere: bool) -> JsonObject:
    """Ask the person for consent. Raises UmpireError if nobody is signed in after it."""
    try:
        return _consent_elsewhere(client, scopes) if elsewhere else _consent_here(client, scopes)
    except (KeyboardInterrupt, click.Abort):
        raise UmpireError("cancelled: nobody was signed in.") from None


def _consent_here(client: JsonObject, scopes: Sequence[str]) -> JsonObject:
    with Listener() as listener:
        consent = Consent(client, listener.address, scopes)
        _show(consent, "If no browser opens, open this address on this computer yourself:")
        _open_browser(consent.address)
        came = listener.wait(consent.is_answered_by, _PATIENCE)
    return consent.sign_in(consent.code(came))


def _consent_elsewhere(client: JsonObject, scopes: Sequence[str]) -> JsonObject:
    consent = Consent(client, address_elsewhere(), scopes)
    _show(consent, "Open this address in a browser on any computer:")
    click.echo(
        "The browser ends up at an address that begins with http://127.0.0.1 and shows an error "
        "page. That is fine."
    )
    pasted = click.prompt("Paste that address here", prompt_suffix=":\n")
    return consent.sign_in(consent.code(pasted))


def _show(consent: Consent, sentence: str) -> None:
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


def _account(found: FoundCredentials, base: str | None) -> str:
    try:
        return account_of(found, base)
    except SheetsError as error:
        raise UmpireError(
            f"the sign-in is kept in {found.path} but cannot be used yet: {error}"
        ) from None
