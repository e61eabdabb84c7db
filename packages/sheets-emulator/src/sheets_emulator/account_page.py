"""Google's own pages, in small: somebody signs in, sees their spreadsheets, makes and shares them.

`/spreadsheets/d/ID/edit` shows a spreadsheet to who is signed in, by leading on to its page under
a link of that browser. Who may not see it, and who asks for one that is not there, read the same.
"""

import html
from collections.abc import Callable
from functools import partial
from urllib.parse import quote

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from sheets_emulator.accounts import SESSION_SECONDS, Accounts, page_secret
from sheets_emulator.addresses import ANONYMOUS, read_address
from sheets_emulator.api_request import ApiRequest
from sheets_emulator.consent import FOREIGN, NO_ADDRESS
from sheets_emulator.creation import fresh, new_spreadsheet_id, rfc3339
from sheets_emulator.drive import DriveApi
from sheets_emulator.errors import ApiError
from sheets_emulator.lanes import SIGN_IN, Lanes
from sheets_emulator.plain_page import (
    document,
    form_headers,
    is_from_own_page,
    read_form,
    safe,
    sentence,
)
from sheets_emulator.service import Listed, Service

_NO_ACCESS = (
    "Ask the owner of the spreadsheet to share it with you, or sign in with another address."
)
_ROLES = {"owner": "yours", "writer": "editor", "commenter": "commenter", "reader": "viewer"}


def routes(service: Service, accounts: Accounts, lanes: Lanes) -> list[BaseRoute]:
    """Return the routes, for the app to mount."""
    pages = _Pages(service, accounts, lanes)
    one = "/spreadsheets/d/{spreadsheet_id}"
    return [
        Route("/", safe(pages.home), methods=["GET"]),
        Route("/sign-in", safe(pages.sign_in), methods=["POST"]),
        Route("/sign-out", safe(pages.sign_out), methods=["POST"]),
        Route("/new", safe(pages.new), methods=["POST"]),
        Route("/share", safe(pages.share), methods=["POST"]),
        *(
            route
            for path in (one, f"{one}/edit")
            for route in (
                Route(path, safe(pages.edit), methods=["GET"]),
                Route(path, safe(pages.sign_in), methods=["POST"]),
            )
        ),
    ]


class _Pages:
    def __init__(self, service: Service, accounts: Accounts, lanes: Lanes) -> None:
        self._service = service
        self._accounts = accounts
        self._lanes = lanes
        self._drive = DriveApi(service)

    async def home(self, request: Request) -> Response:
        """List the spreadsheets of who is signed in."""
        account = self._account(request)
        if account in (None, ANONYMOUS):
            return _shown("Sign in", _sign_in_form("/sign-in"))
        return self._listed(str(account))

    async def edit(self, request: Request) -> Response:
        """Lead on to the page of a spreadsheet, or to the sign-in."""
        account = self._account(request)
        if account is None:
            return _shown("Sign in", _sign_in_form("", may_go_without=True))
        spreadsheet_id = request.path_params["spreadsheet_id"]
        try:
            self._service.open(account, spreadsheet_id)
        except ApiError:
            who = "You are not signed in." if account == ANONYMOUS else f"You are {account}."
            asked = f"<p>{html.escape(who)} {_NO_ACCESS}</p>{_sign_in_form('')}"
            return _shown("You need access", asked, 403)
        secret = page_secret(request.cookies[_cookie(request)])
        return RedirectResponse(f"/s/{secret}/{quote(spreadsheet_id, safe='')}", 303)

    async def sign_in(self, request: Request) -> Response:
        """Remember who somebody is, and lead back to where they were."""
        form = await read_form(request)
        if form is None or not is_from_own_page(request):
            return sentence(FOREIGN, 403)
        here = "/" if request.url.path == "/sign-in" else request.url.path
        account = ANONYMOUS if "without" in form else read_address(form.get("email", ""))
        if account is None or not (account == ANONYMOUS or self._accounts.may_sign_in(account)):
            again = _sign_in_form("/sign-in" if here == "/" else "", NO_ADDRESS, here != "/")
            return _shown("Sign in", again, 400)
        before = request.cookies.get(_cookie(request))
        cookie = await self._lanes.run(SIGN_IN, partial(self._signed_in, before, account), SIGN_IN)
        response = RedirectResponse(here, 303)
        response.set_cookie(
            _cookie(request),
            cookie,
            max_age=SESSION_SECONDS,
            httponly=True,
            samesite="strict",
        )
        return response

    def _signed_in(self, before: str | None, account: str) -> str:
        if before is not None:
            self._accounts.close_session(before)
        return self._accounts.open_session(account)

    async def sign_out(self, request: Request) -> Response:
        """Forget who is signed in."""
        if not is_from_own_page(request):
            return sentence(FOREIGN, 403)
        cookie = request.cookies.get(_cookie(request))
        if cookie is not None:
            self._accounts.close_session(cookie)
        response = RedirectResponse("/", 303)
        response.delete_cookie(_cookie(request), httponly=True, samesite="strict")
        return response

    async def new(self, request: Request) -> Response:
        """Make a spreadsheet by hand: no app made it, so no app with `drive.file` may open it."""

        def made(account: str, form: dict[str, str]) -> str:
            title = form.get("title", "").strip()
            document = fresh(new_spreadsheet_id(), title, account, rfc3339())
            self._service.add(document)
            return f"{document.title} has been made."

        return await self._done(request, made)

    async def share(self, request: Request) -> Response:
        """Share a spreadsheet, as Drive would."""

        def shared(account: str, form: dict[str, str]) -> str:
            body = {
                "type": "user",
                "role": "writer" if form.get("role") == "writer" else "reader",
                "emailAddress": form.get("email", ""),
            }
            self._drive.share(_api_request(account, form.get("id", "")), body)
            return f"It is now shared with {form['email']}."

        return await self._done(request, shared)

    async def _done(self, request: Request, act: Callable[[str, dict[str, str]], str]) -> Response:
        form = await read_form(request)
        if form is None or not is_from_own_page(request):
            return sentence(FOREIGN, 403)
        account = self._account(request)
        if account in (None, ANONYMOUS):
            return RedirectResponse("/", 303)
        try:
            said = await self._lanes.run(str(account), partial(act, str(account), form))
            code = 200
        except ApiError as refused:
            said, code = refused.message, refused.code
        return self._listed(str(account), said, code)

    def _account(self, request: Request) -> str | None:
        return self._accounts.signed_in(request.cookies.get(_cookie(request)))

    def _listed(self, account: str, said: str = "", code: int = 200) -> Response:
        items = "".join(map(_item, self._service.spreadsheets(account)))
        kind = "said" if code == 200 else "problem"
        note = f'<p class="{kind}" role="status">{html.escape(said)}</p>' if said else ""
        body = (
            f"<h1>Your spreadsheets</h1><p>You are {html.escape(account)}.</p>{note}"
            f'<ul class="files">{items}</ul>'
            '<form method="post" action="/new"><label for="title">New spreadsheet</label>'
            '<input id="title" name="title" placeholder="Untitled spreadsheet" maxlength="100">'
            '<div class="buttons"><button>Make</button></div></form>'
            '<form method="post" action="/sign-out">'
            '<button class="other">Sign out</button></form>'
        )
        return _shown("Your spreadsheets", body, code)


def _cookie(request: Request) -> str:
    """Name the cookie; browsers give a server's cookies to all ports of its machine."""
    return f"sheets_emulator_account_{request.url.port}"


def _api_request(account: str, spreadsheet_id: str) -> ApiRequest:
    path = ("files", spreadsheet_id, "permissions")
    return ApiRequest("POST", path, "", QueryParams(), b"", account, account)


def _item(listed: Listed) -> str:
    file = listed.file
    spreadsheet_id = html.escape(quote(file.spreadsheet_id, safe=""))
    link = (
        f'<a href="/spreadsheets/d/{spreadsheet_id}/edit">{html.escape(file.title)}</a>'
        f'<span class="note">{_ROLES[listed.role]}</span>'
    )
    may_share = listed.role == "owner" or (
        listed.role == "writer" and file.file.get("writersCanShare", True)
    )
    return f"<li>{link}{_share_form(spreadsheet_id, listed) if may_share else ''}</li>"


def _share_form(spreadsheet_id: str, listed: Listed) -> str:
    shared = ", ".join(
        f"{grant.address or 'anyone with the link'} ({_ROLES[grant.role]})"
        for grant in listed.file.grants
        if grant.role != "owner"
    )
    known = f'<p class="note">Shared with {html.escape(shared)}.</p>' if shared else ""
    field = f"email-{spreadsheet_id}"
    return (
        f"<details><summary>Share</summary>{known}"
        f'<form method="post" action="/share"><input type="hidden" name="id" '
        f'value="{spreadsheet_id}"><label for="{field}">E-mail address</label>'
        f'<input id="{field}" name="email" type="email" required autocapitalize="off" '
        'spellcheck="false"><select name="role" aria-label="Role">'
        '<option value="writer">Editor</option><option value="reader">Viewer</option></select>'
        '<div class="buttons"><button>Share</button></div></form></details>'
    )


def _sign_in_form(action: str, problem: str = "", may_go_without: bool = False) -> str:
    """Return the form; without an action it posts to the page's own address, gid and all."""
    target = f' action="{action}"' if action else ""
    warning = f'<p class="problem" role="alert">{html.escape(problem)}</p>' if problem else ""
    without = (
        '<button name="without" value="1" class="other" formnovalidate>'
        "Go on without an account</button>"
        if may_go_without
        else ""
    )
    note = (
        " Without an account you see only what is shared with everybody with the link."
        if may_go_without
        else ""
    )
    return (
        f'{warning}<form method="post"{target}><label for="email">Your e-mail address</label>'
        '<input id="email" name="email" type="email" required autofocus autocomplete="email" '
        'autocapitalize="off" spellcheck="false">'
        f'<div class="buttons"><button>Sign in</button>{without}</div></form>'
        '<p class="note">This is a rehearsal on this machine: no password is asked.'
        f"{note}</p>"
    )


def _shown(title: str, body: str, code: int = 200) -> Response:
    heading = "" if "<h1>" in body else f"<h1>{html.escape(title)}</h1>"
    page = document(title, heading + body)
    return HTMLResponse(page, code, headers=dict(form_headers()))
