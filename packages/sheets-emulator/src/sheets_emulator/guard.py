"""Keeps web pages of other sites away from a server on this machine.

A page that a browser has open can send requests to 127.0.0.1, and by rebinding its own name to
it, read the answers. So a request must name this server as its host, and one that a page sent
must come from a page of this server. Where the server has a public name too, what is asked under
that name gets the pages alone.
"""

import contextlib

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from sheets_emulator.public import PublicPages, came_through_a_proxy

_NAMES = ("127.0.0.1", "localhost")
_UNNAMED = "A proxy must pass on the host name of each request; this server only answers as {}."


class Guard:
    """Lets through what is meant for this server, to the public pages what is meant for them."""

    def __init__(self, app: ASGIApp, public: PublicPages | None = None) -> None:
        self._app = app
        self._public = public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        with contextlib.suppress(ClientDisconnect):  # in the middle of a request: nobody is left
            await self._answering(scope)(scope, receive, send)

    def _answering(self, scope: Scope) -> ASGIApp:
        if scope["type"] != "http":
            return self._app
        headers, own = Headers(scope=scope), _own_hosts(scope)
        if self._public is not None and headers.get("host", "").lower() not in own:
            if self._public.address.is_asked(headers):
                return self._public
        elif self._public is not None and came_through_a_proxy(headers):
            return PlainTextResponse(_UNNAMED.format(self._public.address.host), 403)
        refusal = _refusal(headers, own)
        return self._app if refusal is None else PlainTextResponse(refusal, 403)


def _own_hosts(scope: Scope) -> set[str]:
    port = scope["server"][1] if scope.get("server") else None
    return {f"{name}:{port}" for name in _NAMES} | ({*_NAMES} if port == 80 else set())


def _refusal(headers: Headers, own: set[str]) -> str | None:
    if headers.get("host", "").lower() not in own:
        return "This server only answers under its own name."
    origin = headers.get("origin")
    if origin is not None and origin.lower() not in {f"http://{host}" for host in own}:
        return "This server only answers its own pages."
    return None
