"""`umpire login`: sign a person in to Google."""

import os
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from umpire.cli.live import credentials_option, google_base
from umpire.errors import UmpireError, UsageError
from umpire.json_types import JsonObject

if TYPE_CHECKING:
    from umpire.json_types import JsonObject
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
@credentials_option
def command(client: Path | None, no_browser: bool, again: bool, credentials: Path | None) -> None:
    """Sign in to Google, where matches can be hosted.

    Opens Google's page in the browser, where you let your own OAuth client see the spreadsheets
    that umpire makes, and no others. The sign-in is kept where gspread keeps it
    (authorized_user.json), or in the file of --credentials. docs/google.md tells how to make a
    client.

    \b
    Examples:
      umpire login --client ~/Downloads/client_secret.json
      umpire login --no-browser
      umpire login --again
    """
    from umpire.sheets import google, signin

    base = google_base()
    file = credentials or google.signed_in_file()
    if file.exists():
        warn(google.keep_private(file))
    account = None if again else signin.working_account(file, base)
    if account is not None:
        click.echo(
            f"{account} is signed in to Google already: sign in as somebody else, or anew, with "
            "'umpire login --again'."
        )
        return
    if again:
        signin.check_replaceable(file, base)
    app = _client(client, file, base)
    info = _asked(app, elsewhere=no_browser)
    signin.keep(file, info)
    account = _account(file, base)
    signin.keep(file, {**info, "account": account})
    click.echo(f"You are signed in to Google as {account}; that is kept in {file}.")
    click.echo("umpire sees the spreadsheets that it makes itself, and no others.")
    click.echo(f"Now make a match: {_NEXT}")


def warn(warning: str | None) -> None:
    """Print what was wrong with a file, if anything was."""
    if warning is not None:
        click.echo(f"umpire: {warning}", err=True)


def _client(given: Path | None, signed_in: Path, base: str | None) -> "JsonObject":
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
    warn(google.keep_private(file))
    return client


def _asked(client: "JsonObject", *, elsewhere: bool) -> "JsonObject":
    """Ask the person for consent. Raises UmpireError if nobody is signed in after it."""
    try:
        return _pasted(client) if elsewhere else _listened(client)
    except (KeyboardInterrupt, click.Abort):
        raise UmpireError("broken off: nobody was signed in.") from None


def _listened(client: "JsonObject") -> "JsonObject":
    from umpire.sheets.loopback import Listener
    from umpire.sheets.signin import Consent

    with Listener() as listener:
        consent = Consent(client, listener.address)
        _show(consent, "If no browser opens, open this address yourself, on this machine:")
        _open_browser(consent.address)
        came = listener.wait(consent.is_answered_by, _PATIENCE)
    return consent.sign_in(consent.code(came))


def _pasted(client: "JsonObject") -> "JsonObject":
    from umpire.sheets.signin import Consent, address_elsewhere

    consent = Consent(client, address_elsewhere())
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
        threading.Thread(target=_opened, args=(browser, address), daemon=True).start()


def _opened(browser: webbrowser.BaseBrowser, address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        browser.open(address)


def _account(file: Path, base: str | None) -> str:
    from umpire.sheets.errors import SheetsError
    from umpire.sheets.signin import account_of

    try:
        return account_of(file, base)
    except SheetsError as error:
        raise UmpireError(
            f"the sign-in is kept in {file}, but cannot be used yet: {error}"
        ) from None
