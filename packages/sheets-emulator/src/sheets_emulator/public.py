"""The pages under a public address: behind a reverse proxy on this machine, which has the TLS.

What is asked under the public name gets the pages and nothing else, for there is no route to the
APIs. The proxy passes on the name that was asked for and the address it was asked from, and
nothing more is believed of what it says.
"""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Self
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from sheets_emulator.allowance import Allowance
from sheets_emulator.errors import ServerError
from sheets_emulator.plain_page import HEADERS, nothing_here, sentence

REQUESTS_A_MINUTE: Final = 600  # from one address, behind which a whole household may play
MOST_OPEN: Final = 60  # requests from one address that are not answered to their end: open pages
_MOST_ADDRESSES: Final = 10_000  # before those that ask nothing are forgotten
_RETRY_SECONDS: Final = 10

_LOOPBACK = {"127.0.0.1", "localhost", "[::1]"}
_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(
    r"[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*|\[[0-9a-f:.]+\]"
)

_TOO_MUCH = "There are too many requests from your address: wait a little, then reload the page."
_FOREIGN = "This server only answers its own pages."


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """Under which address browsers find the pages: `https` and `sheets.example.org`."""

    scheme: str
    host: str  # with the port, unless it is the scheme's own

    @classmethod
    def read(cls, text: str) -> Self:
        """Read an address; raises ServerError, with what to write, if it cannot be used."""
        try:
            parts = urlsplit(text.strip())
            name, port = (parts.hostname or "").encode("idna").decode(), parts.port
        except ValueError:
            raise _unusable(text) from None
        name = f"[{name}]" if ":" in name else name
        if parts.scheme not in _PORTS or not _HOST.fullmatch(name) or parts.username is not None:
            raise _unusable(text)
        if parts.scheme == "http" and name not in _LOOPBACK:
            raise ServerError(
                f"links under {text} would travel unencrypted, and each is a key: put a proxy with "
                "TLS in front of the server, and write https://."
            )
        if parts.path.strip("/") or parts.query or parts.fragment:
            raise ServerError(
                f"{text} is more than a host name: pages with secrets need a name that no other "
                f"site shares, such as {parts.scheme}://sheets.example.org."
            )
        own_port = port is None or port == _PORTS[parts.scheme]
        return cls(parts.scheme, name if own_port else f"{name}:{port}")

    @property
    def url(self) -> str:
        """The address, without a slash at the end."""
        return f"{self.scheme}://{self.host}"

    def is_asked(self, headers: Headers) -> bool:
        """Return whether a request was made under this name."""
        asked = headers.get("host", "").lower()
        return asked.removesuffix(f":{_PORTS[self.scheme]}") == self.host


def _unusable(text: str) -> ServerError:
    return ServerError(
        f"{text!r} is not a server's address: write it like https://sheets.example.org."
    )


class PublicPages:
    """The pages as they are answered under the public address, to each client within bounds."""

    def __init__(
        self,
        address: PublicAddress,
        pages: Sequence[BaseRoute],
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.address = address
        self._pages = Starlette(routes=pages, exception_handlers={404: _nothing, 405: _nothing})
        self._now = now
        self._clients: dict[str, _Client] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        origin = Headers(scope=scope).get("origin")
        if origin is not None and origin.lower() != self.address.url:
            await _refusal(scope, _FOREIGN, 403)(scope, receive, send)
            return
        client = self._client(asked_from(scope))
        if client.open >= MOST_OPEN or not client.allowance.take(self._now()):
            await _refusal(scope, _TOO_MUCH, 429)(scope, receive, send)
            return
        client.open += 1
        try:
            await self._pages({**scope, "scheme": self.address.scheme}, receive, send)
        finally:
            client.open -= 1

    def _client(self, name: str) -> "_Client":
        now = self._now()
        if name not in self._clients and len(self._clients) >= _MOST_ADDRESSES:
            kept = self._clients.items()
            self._clients = {one: client for one, client in kept if not client.is_idle(now)}
        return self._clients.setdefault(name, _Client(Allowance(REQUESTS_A_MINUTE, now)))


@dataclass(slots=True)
class _Client:
    allowance: Allowance
    open: int = field(default=0)

    def is_idle(self, now: float) -> bool:
        return not self.open and self.allowance.is_whole(now)


def asked_from(scope: Scope) -> str:
    """Return the network that a request comes from: an IPv4 address, or an IPv6 /64.

    The server listens on this machine alone, so whoever connects is the proxy, and the last hop
    is what it has seen itself; those before it are hearsay.
    """
    hops = ",".join(Headers(scope=scope).getlist("x-forwarded-for"))
    try:
        address = ip_address(hops.rpartition(",")[2].strip())
    except ValueError:
        return "unknown"
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address.packed[:8] + bytes(8), 64)))


def came_through_a_proxy(headers: Headers) -> bool:
    """Return whether a request says that somebody passed it on."""
    return any(name in headers for name in ("x-forwarded-for", "forwarded", "via"))


async def _nothing(request: Request, _raised: Exception) -> Response:
    return await nothing_here(request)


def _refusal(scope: Scope, text: str, code: int) -> Response:
    """Refuse in a sentence: to a page's script what it reads as an answer, to a person a page."""
    refusal = JSONResponse({"error": text}, code) if scope["method"] == "POST" else None
    answer = refusal or sentence(text, code)
    answer.headers.update(HEADERS)
    if code == 429:
        answer.headers["Retry-After"] = str(_RETRY_SECONDS)
    return answer
