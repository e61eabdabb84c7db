"""`/o/oauth2/auth`: a person lets an app act for their account, or refuses.

A faulty request ends here, on a page that says so: nobody is sent on to an address that was not
checked.
"""

import html
import re
from dataclasses import dataclass
from urllib.parse import urlencode, urlsplit, urlunsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from sheets_emulator.accounts import CODE_SECONDS, Accounts, Code
from sheets_emulator.addresses import read_address
from sheets_emulator.plain_page import (
    document,
    form_headers,
    is_from_own_page,
    read_form,
    safe,
    sentence,
)
from sheets_emulator.scopes import MEANINGS, read_scopes

NO_ADDRESS = "This is not an e-mail address that can sign in here: write one like ana@example.com."
FOREIGN = "Forms are only accepted from this server's own pages: open the page and try again."

_LOOPBACK = ("127.0.0.1", "localhost", "::1")
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class _Wish:
    """What an app asks for, once it is in order."""

    client_id: str
    name: str
    redirect_uri: str
    scopes: tuple[str, ...]
    state: str | None
    challenge: str | None
    hint: str


class _NotInOrder(Exception):
    """A request that no app should make: Google's word for it, and a sentence."""

    def __init__(self, word: str, text: str, code: int = 400) -> None:
        super().__init__(word)
        self.word = word
        self.text = text
        self.code = code


def routes(accounts: Accounts) -> list[BaseRoute]:
    """Return the routes, for the app to mount."""
    consent = _Consent(accounts)
    return [
        Route("/o/oauth2/auth", safe(consent.ask), methods=["GET"]),
        Route("/o/oauth2/auth", safe(consent.decide), methods=["POST"]),
    ]


class _Consent:
    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts

    async def ask(self, request: Request) -> Response:
        """Show what the app asks for."""
        try:
            return _page(self._wish(request.query_params))
        except _NotInOrder as wrong:
            return _error(wrong)

    async def decide(self, request: Request) -> Response:
        """Send the person back to the app, with a code or without."""
        try:
            wish = self._wish(request.query_params)
        except _NotInOrder as wrong:
            return _error(wrong)
        form = await read_form(request)
        if form is None or not is_from_own_page(request):
            return sentence(FOREIGN, 403)
        if form.get("decision") != "allow":
            return _back(wish, {"error": "access_denied"})
        address = read_address(form.get("email", ""))
        if address is None or not self._accounts.may_sign_in(address):
            return _page(wish, NO_ADDRESS, form.get("email", ""))
        code = self._accounts.new_code(
            Code(
                address,
                wish.client_id,
                wish.scopes,
                wish.redirect_uri,
                wish.challenge,
                self._accounts.now() + CODE_SECONDS,
            )
        )
        return _back(wish, {"code": code, "scope": " ".join(wish.scopes)})

    def _wish(self, query: QueryParams) -> _Wish:
        client = self._accounts.client(query.get("client_id", ""))
        if client is None:
            raise _NotInOrder("invalid_client", "The OAuth client was not found.", 401)
        redirect_uri = query.get("redirect_uri", "")
        if not _is_loopback(redirect_uri):
            raise _NotInOrder(
                "redirect_uri_mismatch",
                "The app must listen on this machine: redirect_uri must be http://localhost or "
                "http://127.0.0.1, with any port.",
            )
        if query.get("response_type") != "code":
            raise _NotInOrder("unsupported_response_type", "response_type must be code.")
        scopes = read_scopes(query.get("scope", ""))
        if scopes is None:
            raise _NotInOrder("invalid_scope", "The app asks for a scope that is not known here.")
        challenge = query.get("code_challenge")
        if challenge is not None and (
            query.get("code_challenge_method") != "S256" or not _CHALLENGE.fullmatch(challenge)
        ):
            raise _NotInOrder("invalid_request", "code_challenge_method must be S256.")
        return _Wish(
            client.client_id,
            client.name,
            redirect_uri,
            tuple(sorted(scopes)),
            query.get("state"),
            challenge,
            query.get("login_hint", ""),
        )


def _is_loopback(uri: str) -> bool:
    try:
        parts = urlsplit(uri)
        port_fits = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return (
        parts.scheme == "http"
        and parts.hostname in _LOOPBACK
        and parts.username is None
        and not parts.fragment
        and port_fits
        and re.fullmatch(r"[!-~]+", uri) is not None
    )


def _back(wish: _Wish, answer: dict[str, str]) -> Response:
    parts = urlsplit(wish.redirect_uri)
    said = answer | ({"state": wish.state} if wish.state is not None else {})
    query = "&".join(part for part in (parts.query, urlencode(said)) if part)
    response = RedirectResponse(urlunsplit(parts._replace(query=query)), 303)
    response.headers.update(_headers(wish))
    return response


def _headers(wish: _Wish) -> dict[str, str]:
    parts = urlsplit(wish.redirect_uri)
    return dict(form_headers(f"http://{parts.netloc}"))


def _page(wish: _Wish, problem: str = "", written: str | None = None) -> Response:
    wanted = "".join(f"<li>{html.escape(MEANINGS[scope])}</li>" for scope in wish.scopes)
    email = html.escape(wish.hint if written is None else written)
    warning = f'<p class="problem" role="alert">{html.escape(problem)}</p>' if problem else ""
    body = (
        f"<h1>{html.escape(wish.name)} wants to use your account</h1>"
        f'<p>If you allow it, it can:</p><ul class="plain">{wanted}</ul>{warning}'
        '<form method="post"><label for="email">Your e-mail address</label>'
        f'<input id="email" name="email" type="email" value="{email}" required autofocus '
        'autocomplete="email" autocapitalize="off" spellcheck="false">'
        '<div class="buttons"><button name="decision" value="allow">Allow</button>'
        '<button name="decision" value="cancel" class="other" formnovalidate>Cancel</button></div>'
        '</form><p class="note">This is a rehearsal on this machine: no password is asked, and '
        "nothing is sent to Google.</p>"
    )
    page = document(f"{wish.name} wants to use your account", body)
    return HTMLResponse(page, 400 if problem else 200, headers=_headers(wish))


def _error(wrong: _NotInOrder) -> Response:
    body = f"<h1>Error {wrong.code}: {wrong.word}</h1><p>{html.escape(wrong.text)}</p>"
    return HTMLResponse(document("The app's request is invalid", body), wrong.code)
