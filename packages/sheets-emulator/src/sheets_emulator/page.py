"""The page: each spreadsheet as a grid in the browser, live.

A link `/s/<secret>/<spreadsheet id>` opens one spreadsheet, `/s/<secret>` lists those of the
account that the secret stands for. Who does not know a secret, or asks for a spreadsheet that is
not the account's, is told no more than that there is nothing here.
"""

import asyncio
import html
import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from functools import partial
from typing import Final
from urllib.parse import quote

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from sheets_emulator.access import Caller
from sheets_emulator.accounts import Accounts
from sheets_emulator.audience import Audience
from sheets_emulator.errors import ApiError, protected
from sheets_emulator.lanes import Lanes
from sheets_emulator.model import Document, Json, JsonObject
from sheets_emulator.page_entry import read_otherwise, type_block
from sheets_emulator.page_extension import PageExtension
from sheets_emulator.page_files import page_files
from sheets_emulator.page_view import Feed, TabViews
from sheets_emulator.plain_page import document, is_from_own_page, safe, sentence
from sheets_emulator.service import Listed, Opened, Service
from sheets_emulator.shown_files import ShownFiles

NOTHING_HERE = "There is no spreadsheet at this link. Ask the person who sent it for a new one."
_UNREADABLE = "The page sent something that is not an edit: reload it and try again."
_FOREIGN = "Edits are only accepted from the spreadsheet's own page: open the link and type there."
_PROTECTED = "This cell is protected: you can type only in your own cells."
_TOO_MANY = "This link is open in too many windows: close some, then reload this one."
_TOO_LONG = "That is too much at once: paste it in smaller blocks."
_MOVED = "Rows or columns have moved, so this was not written: check where it belongs now."

_MANY_VIEWS: Final = 50  # before those of deleted spreadsheets are forgotten
_FEW_VIEWS: Final = 5  # that are kept though nobody looks at them
_MANY_ANSWERS: Final = 1000  # that are known by the names of their edits
PING_SECONDS: Final = 15.0
MOST_STREAMS: Final = 200  # open pages of one link
MOST_STREAMS_IN_ALL: Final = 300
_GATHER_SECONDS: Final = 0.02  # changes that come together travel together
_LONGEST_EDIT: Final = 2_000_000  # bytes
_EVENTS: Final = "text/event-stream"
_NOTHING: Final = "{}"
_UNBUFFERED: Final = {"X-Accel-Buffering": "no"}  # a proxy is to pass on each event as it comes


class Block(BaseModel):
    """Texts typed or pasted at a cell, counted from 0."""

    model_config = ConfigDict(extra="forbid", strict=True)

    row: int = Field(ge=0)
    column: int = Field(ge=0)
    rows: list[list[str]]


class Edit(BaseModel):
    """What a page posts: blocks of one tab that are written together or not at all.

    `version` is the one the page showed when the places were chosen. What comes again under the
    same `id` was sent by a page that had no answer, and is not written again.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    version: int
    sheet: int
    blocks: list[Block] = Field(min_length=1)
    id: str = Field(default="", max_length=100)


def routes(
    service: Service,
    accounts: Accounts,
    lanes: Lanes,
    extensions: tuple[PageExtension, ...] = (),
) -> list[BaseRoute]:
    """Return the page's routes and those of its extensions, for the app to mount."""
    files = ShownFiles(service, accounts)
    page = _Page(service, accounts, lanes, files, extensions)
    added = (route for one in extensions for route in one.routes)
    return [
        *(Route(one.path, safe(one.endpoint), methods=one.methods) for one in added),
        *files.routes(),
        Route("/s/{secret}", safe(page.listing), methods=["GET"]),
        Route("/s/{secret}/{spreadsheet_id}", safe(page.shell), methods=["GET"]),
        Route("/s/{secret}/{spreadsheet_id}/events", safe(page.events), methods=["GET"]),
        Route("/s/{secret}/{spreadsheet_id}/type", safe(page.type), methods=["POST"]),
        Route("/static/{name:path}", safe(page.static), methods=["GET"]),
    ]


class _Page:
    """The endpoints. `_views` keeps each open spreadsheet's tabs as they are sent."""

    def __init__(
        self,
        service: Service,
        accounts: Accounts,
        lanes: Lanes,
        files: ShownFiles,
        extensions: tuple[PageExtension, ...] = (),
    ) -> None:
        self._service = service
        self._shown_files = files
        self._accounts = accounts
        self._lanes = lanes
        self._streams: Counter[str] = Counter()  # open pages, by account
        self._audience = Audience()
        self._views: dict[str, TabViews] = {}
        self._left: list[str] = []  # that nobody looks at any more, the last one last
        self._answers: dict[tuple[str, str, str], Json] = {}  # to the last edits that were written
        self._extensions = extensions
        self._files = page_files(extensions)

    async def static(self, request: Request) -> Response:
        """Answer with a file of the page itself."""
        answer = self._files.answer(request)
        return answer or sentence("There is no such file.", 404)

    async def listing(self, request: Request) -> Response:
        """List the spreadsheets of an account."""
        account = self._account(request)
        if account is None:
            return sentence(NOTHING_HERE, 404)
        try:
            self._lanes.admit(account)
        except ApiError as refused:
            return sentence(refused.message, refused.code)
        files = await self._lanes.run(account, partial(self._service.spreadsheets, account))
        if not files:
            return sentence(NOTHING_HERE, 404)
        return HTMLResponse(_listing(request.path_params["secret"], files))

    async def shell(self, request: Request) -> Response:
        """Answer with the empty page; its script fills it from the stream of events.

        Where the file is no spreadsheet but a web page, lead on to that.
        """
        opened = self._opened(request)
        if opened is None or opened.document.is_folder:
            return sentence(NOTHING_HERE, 404)
        if opened.document.page is not None:
            return self._shown_files.lead_on(opened)
        self._make_ready(opened)
        return self._files.shell(request)

    def _make_ready(self, opened: Opened) -> None:
        """Begin to make the view that the page asks for next, while it reads its files.

        Whoever asks too much waits for it then.
        """
        try:
            self._lanes.admit(opened.account)
        except ApiError:
            return
        spreadsheet_id = opened.document.spreadsheet_id
        work = partial(self._views_of(spreadsheet_id).seen_by, opened.document, opened.account)
        self._lanes.begin(opened.account, work, f"the page of {spreadsheet_id}")
        if not self._audience.size(spreadsheet_id):
            self._left_by_all(spreadsheet_id)

    async def events(self, request: Request) -> Response:
        """Begin a stream: the whole spreadsheet first, then what changes."""
        opened = self._spreadsheet(request)
        if opened is None:
            return sentence(NOTHING_HERE, 404)
        try:
            self._lanes.admit(opened.account)
        except ApiError as refused:
            return sentence(refused.message, refused.code)
        is_full = self._streams.total() >= MOST_STREAMS_IN_ALL
        if is_full or self._streams[opened.account] >= MOST_STREAMS:
            return sentence(_TOO_MANY, 429)
        return StreamingResponse(
            self._counted(request, opened), media_type=_EVENTS, headers=_UNBUFFERED
        )

    async def type(self, request: Request) -> Response:
        """Write what somebody typed or pasted; a refusal is one sentence for the page to show."""
        opened = self._spreadsheet(request)
        if opened is None:
            return _refusal(NOTHING_HERE, 404)
        if not is_from_own_page(request):
            return _refusal(_FOREIGN, 403)
        body = await _body(request)
        if body is None:
            return _refusal(_TOO_LONG, 413)
        try:
            edit = Edit.model_validate_json(body)
        except ValidationError:
            return _refusal(_UNREADABLE, 400)
        spreadsheet_id = opened.document.spreadsheet_id
        work = partial(self._typed, opened.account, spreadsheet_id, edit)
        try:
            self._lanes.admit(opened.account)
            return await self._lanes.run(opened.account, work, spreadsheet_id)
        except ApiError as refused:
            is_protected = refused.message == protected().message
            return _refusal(_PROTECTED if is_protected else refused.message, refused.code)

    def _typed(self, account: str, spreadsheet_id: str, edit: Edit) -> Response:
        texts: dict[tuple[int, int], str] = {}

        def typed(document: Document) -> Document:
            caller = Caller(document, account)
            texts.clear()
            for block in edit.blocks:
                at = (edit.sheet, block.row, block.column)
                texts.update(type_block(document, caller, *at, block.rows))
            return document

        name = (account, spreadsheet_id, edit.id)
        with self._service.alone(spreadsheet_id):
            if name in self._answers:
                return JSONResponse(self._answers[name])
            document = self._service.open(account, spreadsheet_id).document
            if self._views_of(spreadsheet_id).moved(document, edit.sheet, edit.version):
                return _refusal(_MOVED, 409)
            document = self._service.change(account, spreadsheet_id, typed)
            read = read_otherwise(document, Caller(document, account), edit.sheet, texts)
            answer: Json = {"version": document.version, "read": read}
            if edit.id:
                self._remember(name, answer)
        return JSONResponse(answer)

    def _remember(self, name: tuple[str, str, str], answer: Json) -> None:
        self._answers[name] = answer
        while len(self._answers) > _MANY_ANSWERS:
            del self._answers[next(iter(self._answers))]

    def _account(self, request: Request) -> str | None:
        return self._accounts.of_page(request.path_params["secret"])

    def _opened(self, request: Request) -> Opened | None:
        account = self._account(request)
        if account is None:
            return None
        try:
            return self._service.open(account, request.path_params["spreadsheet_id"])
        except ApiError:
            return None

    def _spreadsheet(self, request: Request) -> Opened | None:
        opened = self._opened(request)
        return opened if opened is not None and opened.document.is_spreadsheet else None

    def _others(self, opened: Opened) -> list[Json]:
        """Name the other spreadsheets that the same link opens, always in the same order."""
        others = [
            one.file
            for one in self._service.spreadsheets(opened.account)
            if one.file.spreadsheet_id != opened.document.spreadsheet_id
        ]
        others.sort(key=lambda one: (one.title, one.spreadsheet_id))
        return [{"id": one.spreadsheet_id, "title": one.title} for one in others]

    def _news(self, feed: Feed | None, opened: Opened) -> tuple[Feed, str]:
        """Return what a page is told next, and what it knows then."""
        views = self._views_of(opened.document.spreadsheet_id)
        view = views.seen_by(opened.document, opened.account)
        watching = self._audience.size(opened.document.spreadsheet_id)
        now = {"now": round(time.time() * 1000), "watching": watching}
        if feed is not None and feed.pool is view.pool:
            return feed, _event("change", views.message(feed, view), now)
        more = {"others": self._others(opened)} if feed is None else {}
        feed = Feed(view.pool)
        return feed, _event("whole", views.message(feed, view), more | now)

    def _views_of(self, spreadsheet_id: str) -> TabViews:
        if spreadsheet_id not in self._views and len(self._views) >= _MANY_VIEWS:
            kept = list(self._views.items())
            self._views = {one: views for one, views in kept if one in self._service}
        return self._views.setdefault(spreadsheet_id, TabViews(self._extensions))

    async def _counted(self, request: Request, opened: Opened) -> AsyncIterator[str]:
        spreadsheet_id = opened.document.spreadsheet_id
        self._streams[opened.account] += 1
        try:
            async for event in self._stream(request):
                yield event
        finally:
            self._streams[opened.account] -= 1
            if not self._streams[opened.account]:
                del self._streams[opened.account]
            if not self._audience.size(spreadsheet_id):
                self._left_by_all(spreadsheet_id)

    def _left_by_all(self, spreadsheet_id: str) -> None:
        """Forget what nobody has looked at for long; whoever loads a page again is soon back."""
        self._left = [*(one for one in self._left if one != spreadsheet_id), spreadsheet_id]
        for one in self._left[:-_FEW_VIEWS]:
            if one in self._views and not self._audience.size(one):
                self._views[one].forget()
        del self._left[:-_FEW_VIEWS]

    async def _stream(self, request: Request) -> AsyncIterator[str]:
        """Server-sent events for as long as the page listens and the account may look.

        Each carries the server's clock, in milliseconds since 1970; the first one also what else
        the link opens. While nothing changes a small one tells every PING_SECONDS how many look,
        so that a page knows that it is still told something.
        """
        spreadsheet_id = request.path_params["spreadsheet_id"]
        feed: Feed | None = None
        yield "retry: 500\n\n"
        with (
            self._service.subscribe(spreadsheet_id) as subscription,
            self._audience.joined_by(subscription),
        ):
            while True:
                opened = self._opened(request)
                if opened is None:
                    self._views.pop(spreadsheet_id, None)
                    yield _event("gone", _NOTHING, {})
                    return
                work = partial(self._news, feed, opened)
                feed, event = await self._lanes.run(
                    opened.account, work, f"the page of {spreadsheet_id}"
                )
                yield event
                while (version := await subscription.changed(PING_SECONDS)) is None:
                    watching = self._audience.size(spreadsheet_id)
                    yield _event("watching", _NOTHING, {"watching": watching})
                if version == 0 and self._opened(request) is not None:
                    return  # the server stops; the page will look for it again
                await asyncio.sleep(_GATHER_SECONDS)


async def _body(request: Request) -> bytes | None:
    """Read the body of a request; None if it is longer than any edit should be."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > _LONGEST_EDIT:
            return None
    return bytes(body)


def _event(name: str, data: str, more: JsonObject) -> str:
    """Return an event with a JSON object, and more for this page alone."""
    own = json.dumps(more, separators=(",", ":"))
    joined = f"{data[:-1]},{own[1:]}" if data != _NOTHING else own
    return f"event: {name}\ndata: {joined}\n\n"


def _refusal(sentence: str, code: int) -> Response:
    return JSONResponse({"error": sentence}, status_code=code)


def _listing(secret: str, files: list[Listed]) -> str:
    items = "".join(
        f'<li><a href="/s/{quote(secret, safe="")}/{quote(one.file.spreadsheet_id, safe="")}">'
        f"{html.escape(one.file.title)}</a></li>"
        for one in files
    )
    return document("Your spreadsheets", f"<h1>Your spreadsheets</h1><ul>{items}</ul>")
