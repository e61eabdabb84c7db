"""Keeps web pages of other sites away from a server on this machine.

A page that a browser has open can send requests to 127.0.0.1, and by rebinding its own name to
it, read the answers. So a request must name this server as its host, and one that a page sent
must come from a page of this server.
"""

import contextlib

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

_NAMES = ("127.0.0.1", "localhost")


class Guard:
    """Lets through what is meant for this server."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] == "http":
            refusal = _refusal(scope)
            if refusal is not None:
                await PlainTextResponse(refusal, 403)(scope, receive, send)
                return
        with contextlib.suppress(ClientDisconnect):  # in the middle of a request: nobody is left
            await self._app(scope, receive, send)


def _refusal(scope: Scope) -> str | None:
    port = scope["server"][1] if scope.get("server") else None
    hosts = {f"{name}:{port}" for name in _NAMES} | ({*_NAMES} if port == 80 else set())
    headers = Headers(scope=scope)
    if headers.get("host", "").lower() not in hosts:
        return "This server only answers under its own name."
    origin = headers.get("origin")
    if origin is not None and origin.lower() not in {f"http://{host}" for host in hosts}:
        return "This server only answers its own pages."
    return None
