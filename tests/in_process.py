"""Requests that a server in the same process answers without a connection.

Where HTTP is not the point, to write and to read it on both sides takes a third of a request's
time. What the server makes of a request is the same. Streams, and faults that are about the
connection, go over one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from email.utils import formatdate
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import requests
from requests.adapters import HTTPAdapter
from starlette.types import ASGIApp, Message
from urllib3 import HTTPResponse

from sheets_emulator.app import LocalServer, build_app
from sheets_emulator.bounds import bounded
from sheets_emulator.faults import Fault
from sheets_emulator.lanes import Lanes

Result = TypeVar("Result")


class _AtOnce(Lanes):
    """Does each request where it is asked, not in a thread of the server's."""

    async def run(self, account: str, work: Callable[[], Result], alone: str = "") -> Result:
        with bounded():
            return work()


class _AtHand:
    """A server in this process."""

    def __init__(self, server: LocalServer) -> None:
        self._server = server
        self._service: object = None

    @property
    def app(self) -> ASGIApp:
        """What answers in its stead; another one once it has begun anew."""
        server = self._server
        if self._service is not server.service:
            self._service = server.service
            parts = (server.service, server.accounts, server.quota, server.faults, _AtOnce())
            self._app = build_app(*parts, google=server._google)
        return self._app

    @property
    def needs_connection(self) -> bool:
        """Whether the next request may meet a fault that breaks one, or takes time, or nobody."""
        faults = self._server.faults
        coming = (*faults.coming, *(chance.fault for chance in faults.chances))
        return not self._server._thread.is_alive() or any(map(_is_about_connection, coming))


def _is_about_connection(fault: Fault) -> bool:
    return fault.what in ("reset", "hang", "lost", "half") or fault.seconds > 0


_at_hand: dict[str, _AtHand] = {}
_over_http = HTTPAdapter.send


@contextmanager
def answered_in_process(server: LocalServer) -> Iterator[None]:
    """Let a server answer in this process what is asked in it."""
    HTTPAdapter.send = _send  # and stays: what is asked of other servers it passes on
    address = server.base_url
    _at_hand[address] = _AtHand(server)
    try:
        yield
    finally:
        del _at_hand[address]


def _send(
    self: HTTPAdapter, request: requests.PreparedRequest, stream: bool = False, **more: Any
) -> requests.Response:
    address = (request.url or "").partition("/v4/")[0].partition("/drive/")[0]
    server = _at_hand.get(address.removesuffix("/upload"))
    if stream or server is None or server.needs_connection:
        return _over_http(self, request, stream=stream, **more)
    return self.build_response(request, _answer(server.app, request))


def _answer(app: ASGIApp, request: requests.PreparedRequest) -> HTTPResponse:
    url = urlsplit(request.url or "")
    headers = {"Host": url.netloc, **request.headers}
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": request.method,
        "scheme": url.scheme,
        "path": unquote(url.path),
        "raw_path": url.path.encode(),
        "query_string": url.query.encode(),
        "headers": [(_bytes(name).lower(), _bytes(value)) for name, value in headers.items()],
        "server": (url.hostname, url.port),
    }
    body = {"type": "http.request", "body": _bytes(request.body or b"")}
    sent: list[Message] = []

    async def receive() -> Message:
        return body

    async def send(message: Message) -> None:
        sent.append(message)

    answering = app(scope, receive, send)
    with suppress(StopIteration):
        while True:  # there is nothing to wait for
            answering.send(None)
    start, *parts = sent
    now = formatdate(usegmt=True)
    return HTTPResponse(
        BytesIO(b"".join(part["body"] for part in parts)),
        [*((name.decode(), value.decode()) for name, value in start["headers"]), ("date", now)],
        start["status"],
        preload_content=False,
    )


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode()
