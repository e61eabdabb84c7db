"""The endpoints of both APIs: who asks, quotas, faults, JSON in and out.

Tokens are read here and nowhere else, and never written anywhere.
"""

import json
import logging
from functools import partial
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sheets_emulator.accounts import Accounts, Asker
from sheets_emulator.answers import JsonResponse
from sheets_emulator.api import SheetsApi
from sheets_emulator.api_request import ApiRequest
from sheets_emulator.bounds import MOST_BODY, MOST_HELD, SMALL
from sheets_emulator.change_stream import (
    LONGEST_NAME,
    MEDIA_TYPE,
    NAME_HEADER,
    ChangeListener,
    lines,
    listener_name,
)
from sheets_emulator.drive import DriveApi
from sheets_emulator.drive_files import WEB_PAGE
from sheets_emulator.entity_tags import EntityTags, is_known
from sheets_emulator.errors import ApiError, invalid, too_many_requests, unauthenticated
from sheets_emulator.faults import Call, Faults, Kind, Quota, answer_through, error_of
from sheets_emulator.lanes import Lanes
from sheets_emulator.model import JsonObject
from sheets_emulator.scopes import method_of, only_own_files
from sheets_emulator.service import Service
from sheets_emulator.userinfo import userinfo

_LOG = logging.getLogger(__name__)

_SHEETS = "/v4/spreadsheets"
_DRIVE = "/drive/v3"
_USERINFO = "/userinfo"
_UPLOAD = "/upload/drive"

_VERBS = {
    "GET": {"batchGet"},
    "POST": {
        "append", "batchClear", "batchClearByDataFilter", "batchGetByDataFilter", "batchUpdate",
        "batchUpdateByDataFilter", "clear", "copyTo", "getByDataFilter", "search",
    },
}  # fmt: skip

_LONGEST_PATH = 2000  # of what is remembered of a call

_CHALLENGE = 'Bearer realm="https://accounts.google.com/", error="invalid_token"'
_HEADERS = {"Cache-Control": "private", "X-Content-Type-Options": "nosniff"}


class ApiEndpoints:
    """Turns HTTP requests into questions to the APIs and their answers into responses."""

    def __init__(
        self,
        service: Service,
        accounts: Accounts,
        quota: Quota,
        faults: Faults,
        lanes: Lanes,
        tags: EntityTags | None = None,
    ) -> None:
        self._change_listeners = service.change_listeners
        self._sheets = SheetsApi(service, tags)
        self._drive = DriveApi(service)
        self._accounts = accounts
        self._quota = quota
        self._faults = faults
        self._lanes = lanes
        self._held = 0  # bytes of the bodies of requests that are not answered yet

    async def sheets(self, request: Request) -> Response:
        """Any request to `/v4/spreadsheets…`."""
        return await self._respond(request, _SHEETS)

    async def drive(self, request: Request) -> Response:
        """Any request to `/drive/v3/…`."""
        return await self._respond(request, _DRIVE)

    async def upload(self, request: Request) -> Response:
        """Any request to `/upload/drive/…`, in either version of Drive."""
        return await self._respond(request, f"{_UPLOAD}/{request.path_params['version']}")

    async def userinfo(self, request: Request) -> Response:
        """Say who asks, as far as the scopes of the token tell."""
        try:
            asker = self._accounts.asker(_token(request))
            self._lanes.admit(asker.account)
            return JsonResponse(userinfo(asker, request.url.path), _HEADERS)
        except ApiError as error:
            return _refusal(error, _USERINFO)

    async def changes(self, request: Request) -> Response:
        """Tell which of the asker's spreadsheets change, as long as they listen."""
        try:
            token = _token(request)
            asker = self._accounts.asker(token)
            self._lanes.admit(asker.account)
            only_own = only_own_files(asker.scopes, method_of("drive", "GET", ("files",), ""))
            if not self._change_listeners.has_room(asker.account):
                raise too_many_requests()
        except ApiError as error:
            return _refusal(error, _DRIVE)
        app = asker.app if only_own else None
        listener = ChangeListener(asker.account, _listener_name(request), app)
        told = lines(self._change_listeners, listener, partial(self._is_valid, token))
        return StreamingResponse(told, media_type=MEDIA_TYPE, headers=_HEADERS)

    def _is_valid(self, token: str) -> bool:
        try:
            self._accounts.asker(token)
        except ApiError:
            return False
        return True

    async def _respond(self, request: Request, prefix: str) -> Response:
        try:
            asker = self._accounts.asker(_token(request))
            self._lanes.admit(asker.account)
        except ApiError as error:
            return _refusal(error, prefix)
        listener_name.set(_listener_name(request))
        path = request.url.path[:_LONGEST_PATH]
        call = Call(_kind(request, prefix), request.method, path, asker.account, asker.project)
        return await answer_through(
            self._faults.take(call),
            request,
            partial(self._answer, request, prefix, asker, call),
            lambda fault: _refusal(error_of(fault), prefix),
        )

    async def _answer(self, request: Request, prefix: str, asker: Asker, call: Call) -> Response:
        content = bytearray()
        try:
            await self._read(request, content)
            api_request = _api_request(request, prefix, bytes(content), asker)
            self._quota.take(call)
            tag = self._sheets.tag(api_request) if prefix == _SHEETS else None
            if tag is not None and is_known(tag, request.headers.get("if-none-match", "")):
                return Response(status_code=304, headers=_HEADERS | {"ETag": tag})
            is_read = call.kind == "read" or api_request.method == "GET"
            changes = "" if is_read else _named(api_request)
            work = partial(self._carried_out, api_request, prefix)
            response = await self._lanes.run(asker.account, work, changes)
        except ApiError as error:
            return _refusal(error, prefix)
        finally:
            self._held -= len(content)
        if tag is not None and response.status_code == 200:
            response.headers["ETag"] = tag
        return response

    def _carried_out(self, api_request: ApiRequest, prefix: str) -> Response:
        try:
            return self._serve(api_request, prefix)
        except ApiError as error:
            return _refusal(error, prefix)
        except (RecursionError, MemoryError):  # brackets in brackets in brackets
            return _refusal(invalid("Request contains an invalid argument."), prefix)
        except Exception:  # the last resort of a server
            _LOG.exception("a request to %s failed", prefix)
            return _refusal(ApiError(500, "Internal error encountered."), prefix)

    async def _read(self, request: Request, content: bytearray) -> None:
        """Read the body of a request, unless it is too large, or too many large ones are held."""
        async for part in request.stream():
            content += part
            self._held += len(part)
            if len(content) > MOST_BODY:
                raise ApiError(400, f"Request payload size exceeds the limit: {MOST_BODY} bytes.")
            if len(content) > SMALL and self._held > MOST_HELD:
                raise too_many_requests()

    def _serve(self, api_request: ApiRequest, prefix: str) -> Response:
        if prefix == _SHEETS:
            return _json(self._sheets.answer(api_request), api_request)
        if prefix.startswith(_UPLOAD):
            version = prefix.removeprefix(f"{_UPLOAD}/")
            return _json(self._drive.uploaded(api_request, version), api_request)
        found = self._drive.answer(api_request)
        if found is None:
            return Response(status_code=204, headers=_HEADERS)
        if isinstance(found, bytes):
            # Exported as asked; what is downloaded instead is a web page.
            is_export = api_request.path[-1:] == ("export",)
            kind = api_request.query.get("mimeType", "text/csv") if is_export else WEB_PAGE
            return Response(found, headers=_HEADERS, media_type=kind)
        return _json(found, api_request)


def _token(request: Request) -> str:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        raise unauthenticated()
    return token.strip()


def _listener_name(request: Request) -> str:
    return request.headers.get(NAME_HEADER, "")[:LONGEST_NAME]


def _named(api_request: ApiRequest) -> str:
    """Return the id of the spreadsheet that a request names; "" if it names none."""
    drives = api_request.path[:1] == ("files",)
    return next(iter(api_request.path[1:] if drives else api_request.path), "")


def _kind(request: Request, prefix: str) -> Kind:
    if prefix != _SHEETS:
        return "drive"
    path = request.url.path
    reads = request.method == "GET" or path.endswith((":search", "etByDataFilter"))
    return "read" if reads else "write"


def _api_request(request: Request, prefix: str, content: bytes, asker: Asker) -> ApiRequest:
    """Cut the path into parts before it is decoded, for a range may hold `/`."""
    raw: bytes = request.scope.get("raw_path") or request.url.path.encode()
    rest = raw.decode("ascii").partition("?")[0][len(prefix) :]
    parts = [part for part in rest.split("/") if part]
    verb = ""
    if parts and prefix == _SHEETS:
        last, _, word = parts[-1].rpartition(":")
        if word in _VERBS.get(request.method, ()):  # else it is the end of a range: A:A
            verb = word
            parts = [*parts[:-1], last] if last else parts[:-1]
    path = tuple(unquote(part) for part in parts)
    api = "sheets" if prefix == _SHEETS else "drive"
    method = method_of(api, request.method, path, verb)
    only_own = only_own_files(asker.scopes, method)
    return ApiRequest(
        request.method,
        path,
        verb,
        request.query_params,
        content,
        asker.account,
        asker.app,
        only_own,
        request.headers.get("content-type", ""),
    )


def _json(found: JsonObject, api_request: ApiRequest) -> Response:
    pretty = api_request.query.get("prettyPrint") == "true"
    return JsonResponse(found, _HEADERS, pretty=pretty)


def _refusal(error: ApiError, prefix: str) -> Response:
    body = error.sheets_body() if prefix == _SHEETS else error.drive_body()
    asks = {"WWW-Authenticate": _CHALLENGE} if error.code == 401 else {}
    return Response(
        json.dumps(body, ensure_ascii=False),
        status_code=error.code,
        headers=_HEADERS | asks,
        media_type="application/json; charset=UTF-8",
    )
