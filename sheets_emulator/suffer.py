"""Faults as HTTP: what a client sees of one."""

import asyncio
from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from sheets_emulator.faults import Fault


async def suffer(
    fault: Fault | None, request: Request, refusal: Callable[[Fault], Response]
) -> Response | None:
    """Do what a fault does before a request is applied; None if the request goes on.

    `refusal` answers for a fault that brings no answer of its own.
    """
    if fault is None or fault.what == "lost":
        return None
    if fault.seconds:
        await asyncio.sleep(fault.seconds)
    if fault.what == "late":
        return None
    if fault.what == "reset":
        cut(request)
    if fault.html:
        response = Response(
            "<html><title>Error</title></html>", fault.status, media_type="text/html"
        )
    elif fault.body is not None:
        response = JSONResponse(fault.body, fault.status)
    else:
        response = refusal(fault)
    if fault.retry_after is not None:
        response.headers["Retry-After"] = str(fault.retry_after)
    return response


def cut(request: Request) -> None:
    """Cut the connection: the client sees it aborted, and never an answer."""
    transport = request.scope.get("state", {}).get("transport")
    if transport is not None:
        transport.abort()
