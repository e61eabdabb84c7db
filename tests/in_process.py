"""A server that answers what is asked in its own process without a connection.

Where HTTP is not the point, to write and to read it on both sides takes a third of a request's
time. What the server makes of a request is the same. Streams, and faults that are about the
connection, go over one.
"""

from collections.abc import Callable
from contextlib import suppress
from email.utils import formatdate
from io import BytesIO
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import requests
from requests.adapters import HTTPAdapter
from starlette.types import ASGIApp, Message
from traffic_rules import is_api
from umpires_server import UmpiresServer
from urllib3 import HTTPResponse

from sheets_emulator.app import build_app
from sheets_emulator.bounds import bounded
from sheets_emulator.faults import Fault
from sheets_emulator.lanes import Lanes

Result = TypeVar("Result")


class _AtOnce(Lanes):
    """Does each request where it is asked, not in a thread of the server's."""

    async def run(self, account: str, work: Callable[[], Result], alone: str = "") -> Result:
        with bounded():
            return work()


class ServerAtHand(UmpiresServer):
    """A server that answers in this process what is asked of its APIs in it."""

    def _load(self) -> None:
        super()._load()
        parts = (self.service, self.accounts, self.quota, self.faults, _AtOnce())
        self.at_once: ASGIApp = build_app(*parts, google=self._google)

    def start(self) -> None:
        super().start()
        self._address = self.base_url
        HTTPAdapter.send = _send  # and stays: what is asked of other servers it passes on
        _AT_HAND[self._address] = self

    def stop(self) -> None:
        _AT_HAND.pop(self._address, None)
        super().stop()

    @property
    def needs_connection(self) -> bool:
        """Whether the next request may meet a fault that breaks one, or takes time."""
        coming = (*self.faults.coming, *(chance.fault for chance in self.faults.chances))
        return any(map(_is_about_connection, coming))


def _is_about_connection(fault: Fault) -> bool:
    return fault.what in ("reset", "hang", "lost", "half") or fault.seconds > 0


_AT_HAND: dict[str, ServerAtHand] = {}
over_http = HTTPAdapter.send


def _send(
    self: HTTPAdapter, request: requests.PreparedRequest, stream: bool = False, **more: Any
) -> requests.Response:
    url = urlsplit(request.url or "")
    server = _AT_HAND.get(f"{url.scheme}://{url.netloc}")
    if stream or server is None or server.needs_connection or not is_api(request.url or ""):
        return over_http(self, request, stream=stream, **more)
    return self.build_response(request, _answer(server.at_once, request))


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
