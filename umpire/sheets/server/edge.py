"""The HTTP edge of both APIs: who asks, quotas, faults, JSON in and out.

Tokens are read here and nowhere else, and never written anywhere.
"""

import asyncio
import json
import logging
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response

from umpire.sheets.server.access import account_email
from umpire.sheets.server.api import SheetsApi
from umpire.sheets.server.asked import Asked, no_method
from umpire.sheets.server.drive import DriveApi
from umpire.sheets.server.errors import ApiError, invalid, unauthenticated
from umpire.sheets.server.faults import Call, Fault, Faults, Kind, Quota, error_of
from umpire.sheets.server.json_types import JsonObject
from umpire.sheets.server.service import Service

_LOG = logging.getLogger(__name__)

_SHEETS = "/v4/spreadsheets"
_DRIVE = "/drive/v3"
_UPLOAD = "/upload/drive/v2/files"
_MOST_BYTES = 64 * 2**20

_HEADERS = {"Cache-Control": "private", "X-Content-Type-Options": "nosniff"}


class Edge:
    """Turns HTTP requests into questions to the APIs and their answers into responses."""

    def __init__(self, service: Service, quota: Quota, faults: Faults) -> None:
        self._sheets = SheetsApi(service)
        self._drive = DriveApi(service)
        self._quota = quota
        self._faults = faults

    async def sheets(self, request: Request) -> Response:
        """Any request to `/v4/spreadsheets…`."""
        return await self._respond(request, _SHEETS)

    async def drive(self, request: Request) -> Response:
        """Any request to `/drive/v3/…`."""
        return await self._respond(request, _DRIVE)

    async def upload(self, request: Request) -> Response:
        """Any request to `/upload/drive/v2/files/…`."""
        return await self._respond(request, _UPLOAD)

    async def _respond(self, request: Request, prefix: str) -> Response:
        try:
            return await self._answer(request, prefix)
        except ApiError as error:
            return _refusal(error, prefix)
        except RecursionError:  # brackets in brackets in brackets
            return _refusal(invalid("Request contains an invalid argument."), prefix)
        except Exception:  # the last resort of a server
            _LOG.exception("a request to %s failed", prefix)
            return _refusal(ApiError(500, "Internal error encountered."), prefix)

    async def _answer(self, request: Request, prefix: str) -> Response:
        account = account_email(_token(request))
        call = Call(_kind(request, prefix), request.method, request.url.path, account)
        fault = self._faults.take(call)
        if fault is not None and fault.what != "lost":
            response = await _suffer(fault, request, prefix)
            if response is not None:
                return response
        content = await _content(request)
        self._quota.take(call)
        asked = _asked(request, prefix, content, account)
        response = self._serve(asked, prefix)
        if fault is not None and fault.what == "lost":
            _break(request)
        return response

    def _serve(self, asked: Asked, prefix: str) -> Response:
        if prefix == _SHEETS:
            return _json(self._sheets.answer(asked), asked)
        if prefix == _UPLOAD:
            if asked.method != "PUT" or len(asked.path) != 1:
                raise no_method()
            uploaded = Asked(
                asked.method, ("files", *asked.path), "", asked.query, asked.content, asked.account
            )
            return _json(self._drive.import_csv(uploaded), asked)
        found = self._drive.answer(asked)
        if found is None:
            return Response(status_code=204, headers=_HEADERS)
        if isinstance(found, bytes):
            kind = asked.query.get("mimeType", "text/csv")
            return Response(found, headers=_HEADERS, media_type=kind)
        return _json(found, asked)


def _token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise unauthenticated()
    return token.strip()


def _kind(request: Request, prefix: str) -> Kind:
    if prefix != _SHEETS:
        return "drive"
    path = request.url.path
    reads = request.method == "GET" or path.endswith((":search", "ByDataFilter"))
    return "read" if reads else "write"


async def _content(request: Request) -> bytes:
    parts = bytearray()
    async for part in request.stream():
        parts += part
        if len(parts) > _MOST_BYTES:
            raise ApiError(400, "Request payload size exceeds the limit.")
    return bytes(parts)


def _asked(request: Request, prefix: str, content: bytes, account: str) -> Asked:
    """Cut the path into parts before it is decoded, for a range may hold `/`."""
    raw: bytes = request.scope.get("raw_path") or request.url.path.encode()
    rest = raw.decode("ascii").partition("?")[0][len(prefix) :]
    parts = [part for part in rest.split("/") if part]
    verb = ""
    if (
        parts
        and prefix == _SHEETS
        and (request.method != "GET" or parts[1:] == ["values:batchGet"])
    ):
        last, colon, word = parts[-1].rpartition(":")
        if colon and word.isalpha():
            verb = word
            parts = [*parts[:-1], last] if last else parts[:-1]
    return Asked(
        request.method,
        tuple(unquote(part) for part in parts),
        verb,
        request.query_params,
        content,
        account,
    )


def _json(found: JsonObject, asked: Asked) -> Response:
    indent = 2 if asked.query.get("prettyPrint") == "true" else None
    text = json.dumps(found, ensure_ascii=False, indent=indent)
    return Response(text, headers=_HEADERS, media_type="application/json; charset=UTF-8")


def _refusal(error: ApiError, prefix: str) -> Response:
    body = error.sheets_body() if prefix == _SHEETS else error.drive_body()
    return Response(
        json.dumps(body, ensure_ascii=False),
        status_code=error.code,
        headers=_HEADERS,
        media_type="application/json; charset=UTF-8",
    )


async def _suffer(fault: Fault, request: Request, prefix: str) -> Response | None:
    """Do what a fault does before a request is applied; None if the request goes on."""
    if fault.seconds:
        await asyncio.sleep(fault.seconds)
    if fault.what == "late":
        return None
    if fault.what == "reset":
        _break(request)
    response = (
        Response("<html><title>Error</title></html>", fault.status, media_type="text/html")
        if fault.html
        else _refusal(error_of(fault), prefix)
    )
    if fault.retry_after is not None:
        response.headers["Retry-After"] = str(fault.retry_after)
    return response


def _break(request: Request) -> None:
    """Cut the connection: the client sees it aborted, and never an answer."""
    transport = request.scope.get("state", {}).get("transport")
    if transport is not None:
        transport.abort()
