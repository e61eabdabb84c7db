"""`umpire login`: ask a person for consent, in a browser on this computer or another one."""

import os
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps

import click

from umpire.errors import UmpireError
from umpire.hosting.signing_in import AskConsent
from umpire.json_types import JsonObject
from umpire.sheets.loopback import Listener
from umpire.sheets.signin import Consent, address_elsewhere

_PATIENCE = 600.0
"""How many seconds a person has to consent; Google's code expires then."""


def _cancellable(ask: AskConsent) -> AskConsent:
    """Let Ctrl-C raise UmpireError."""

    @wraps(ask)
    def ask_or_cancel(client: JsonObject, scopes: Sequence[str]) -> JsonObject:
        try:
            return ask(client, scopes)
        except (KeyboardInterrupt, click.Abort):
            raise UmpireError("cancelled: nobody was signed in.") from None

    return ask_or_cancel


@_cancellable
def consent_here(client: JsonObject, scopes: Sequence[str]) -> JsonObject:
    """Ask for consent in a browser on this computer, and return the sign-in."""
    with Listener() as listener:
        consent = Consent(client, listener.address, scopes)
        _show(consent, "If no browser opens, open this address on this computer yourself:")
        _open_browser(consent.address)
        answer = listener.wait(consent.is_answered_by, _PATIENCE)
    return consent.sign_in(consent.code(answer))


@_cancellable
def consent_elsewhere(client: JsonObject, scopes: Sequence[str]) -> JsonObject:
    """Ask for consent in a browser on any computer, and return the sign-in."""
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
        threading.Thread(target=_open, args=(browser.open, address), daemon=True).start()


def _open(open_page: Callable[[str], bool], address: str) -> None:
    with suppress(webbrowser.Error, OSError):
        open_page(address)
