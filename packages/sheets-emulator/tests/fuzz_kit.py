"""Random requests, made of Google's own message definitions: of right shapes and of wrong ones."""

import http.client
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import quote

from hypothesis import strategies as st

from sheets_emulator import batch
from sheets_emulator.schema import UNIONS, messages

TEXTS = st.sampled_from(
    ["", "x", "=A1+1", "=SUM(A:B)", "=SORT(A:B)", "=QUERY(A1)", "#REF!", "1/2", "name", "A1",
     "Sheet1!B2", "7", "ROWS", "en_GB"]
) | st.text(max_size=5)  # fmt: skip
MASKS = st.sampled_from(
    ["*", "name", "range", "title", "userEnteredValue", "userEnteredFormat.textFormat", "index",
     "gridProperties.rowCount,gridProperties(frozenRowCount)", "pixelSize", "note,dataValidation",
     "location", "editors", "userEnteredFormat(borders,backgroundColor)"]
)  # fmt: skip
INTEGERS = st.integers(-1, 6) | st.sampled_from([1000, 2**31 - 1])


SHEETS = st.sampled_from([0, 0, 0, 0, 0, 1, -1])
PLAUSIBLE = {"sheetId": SHEETS, "sourceSheetId": SHEETS, "fields": st.just("*") | MASKS}
# Fields without which little would ever be carried out.
DUE = (
    "fields", "range", "ranges", "cell", "rule", "namedRange", "protectedRange", "condition",
    "location", "find", "shiftDimension", "dimension", "source", "destination", "sortSpecs",
    "mimeType", "type", "role", "valueInputOption", "majorDimension", "rows", "values",
)  # fmt: skip


def of_type(kind: str, depth: int, texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Any]:
    """Values of a type of the schema."""
    if kind.startswith("["):
        return st.lists(of_type(kind[1:-1], depth, texts), max_size=3)
    if kind.startswith("{"):
        keys = st.sampled_from(["0", "1", "x"])
        return st.dictionaries(keys, of_type(kind[1:-1], depth, texts), max_size=2)
    if kind.startswith("@"):
        known = kind[1:] in messages()
        return message(kind[1:], depth - 1, texts) if known else st.nothing()
    if kind.startswith("="):
        return st.sampled_from(kind[1:].split("|"))
    return {
        "int32": INTEGERS,
        "double": st.floats(-1, 2),
        "float": st.floats(0, 1),
        "boolean": st.booleans(),
        "mask": MASKS,
        "any": st.none() | st.booleans() | st.floats(-2, 9) | texts,
    }.get(kind, texts)


@cache  # to make one takes as long as to draw many from it
def message(name: str, depth: int, texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Any]:
    """Messages of the schema with some of their fields, of those that exclude each other one."""
    if depth <= 0:
        return st.just({})
    fields = {
        one: PLAUSIBLE[one] if one in PLAUSIBLE else of_type(kind, depth, texts)
        for one, kind in messages()[name].items()
        if not (kind.strip("[").startswith("@") and kind.strip("[]@") not in messages())
    }
    members = UNIONS.get(name, ("", ()))[1] or (tuple(fields) if name in UNIONS else ())
    others = {one: made for one, made in fields.items() if one not in members}
    due = {one: others.pop(one) for one in DUE if one in others}
    rest = st.fixed_dictionaries(due, optional=others)
    if not members:
        return rest
    one_of_them = st.sampled_from([one for one in members if one in fields]).flatmap(
        lambda one: fields[one].map(lambda made: {one: made})
    )
    return st.builds(lambda some, one: some | one, rest, one_of_them)


def batches(texts: st.SearchStrategy[str] = TEXTS) -> st.SearchStrategy[Any]:
    """One request of a batchUpdate of a kind that there is."""
    return st.sampled_from(sorted(batch.KINDS)).flatmap(
        lambda kind: message(messages()["Request"][kind][1:], 5, texts).map(lambda one: {kind: one})
    )


# What a hostile link sends.

HOSTILE = st.sampled_from(
    ["²", "~²", "9" * 5000, "~" + "9" * 5000, "1e999", "-1", "\x00", "\ud800", "😀" * 30, "%", "/",
     "x" * 60_000, "=" + "(" * 3000, "=SUM(A1:ZZZ9999999)", "=" + "A1&" * 2000 + "A1",
     "2026-" + "9" * 5000 + "-1", "R" + "9" * 5000 + "C1", "A" + "9" * 5000, "'" * 999, '"' * 999,
     "a" * 300 + "(", "*" * 500, "0." + "0" * 400, "%" * 400 + "0", "[" + "h" * 400 + "]", "\n\r\t"]
)  # fmt: skip
ODD_TEXTS = TEXTS | HOSTILE
NUMBERS = (
    st.sampled_from([0, -1, 1.5, 2**31, 2**63, -(10**400), 1e308, 5e-324, 0.1]) | st.integers()
)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | ODD_TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ODD_TEXTS, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def spoiled(draw: st.DrawFn, well: st.SearchStrategy[Any]) -> Any:
    """A right body of which one part, wherever it lies, is another thing than it should be."""
    body = draw(well)
    place = body
    while isinstance(place, dict | list) and place:
        keys: list[Any] = sorted(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        if not isinstance(place[key], dict | list) or draw(st.integers(0, 3)) == 0:
            place[key] = draw(JSON)
            break
        place = place[key]
    return body


_BODIES = {
    "POST /v4/spreadsheets": "Spreadsheet",
    "POST /v4/spreadsheets/ID:batchUpdate": "BatchUpdateSpreadsheetRequest",
    "POST /v4/spreadsheets/ID:getByDataFilter": "GetSpreadsheetByDataFilterRequest",
    "POST /v4/spreadsheets/ID/values:batchGetByDataFilter": "BatchGetValuesByDataFilterRequest",
    "POST /v4/spreadsheets/ID/values:batchUpdate": "BatchUpdateValuesRequest",
    "POST /v4/spreadsheets/ID/values:batchUpdateByDataFilter": (
        "BatchUpdateValuesByDataFilterRequest"
    ),
    "POST /v4/spreadsheets/ID/values:batchClear": "BatchClearValuesRequest",
    "POST /v4/spreadsheets/ID/values:batchClearByDataFilter": "BatchClearValuesByDataFilterRequest",
    "PUT /v4/spreadsheets/ID/values/WHAT": "ValueRange",
    "POST /v4/spreadsheets/ID/values/WHAT:append": "ValueRange",
    "POST /v4/spreadsheets/ID/values/WHAT:clear": "ClearValuesRequest",
    "POST /v4/spreadsheets/ID/sheets/WHAT:copyTo": "CopySheetToAnotherSpreadsheetRequest",
    "POST /v4/spreadsheets/ID/developerMetadata:search": "SearchDeveloperMetadataRequest",
    "POST /drive/v3/files": "drive.File",
    "PATCH /drive/v3/files/ID": "drive.File",
    "POST /drive/v3/files/ID/copy": "drive.File",
    "POST /drive/v3/files/ID/permissions": "drive.Permission",
    "PATCH /drive/v3/files/ID/permissions/WHAT": "drive.Permission",
    "POST /upload/drive/v3/files": "drive.File",
}
_WITHOUT_BODY = (
    "GET /v4/spreadsheets/ID",
    "GET /v4/spreadsheets/ID/values/WHAT",
    "GET /v4/spreadsheets/ID/values:batchGet",
    "GET /v4/spreadsheets/ID/developerMetadata/WHAT",
    "GET /drive/v3/about",
    "GET /drive/v3/files",
    "GET /drive/v3/files/ID",
    "GET /drive/v3/files/ID/export",
    "GET /drive/v3/files/ID/comments",
    "GET /drive/v3/files/ID/permissions",
    "GET /drive/v3/files/ID/permissions/WHAT",
    "DELETE /drive/v3/files/ID/permissions/WHAT",
    "DELETE /drive/v3/files/ID",
    "GET /s/SECRET",
    "GET /s/SECRET/ID",
    "GET /s/WHAT/ID",
    "GET /static/WHAT",
    "GET /spreadsheets/d/WHAT/edit",
    "GET /o/oauth2/auth",
    "GET /tokeninfo",
    "GET /userinfo/v2/me",
    "GET /WHAT",
)
_RAW = (
    "POST /s/SECRET/ID/type",
    "POST /token",
    "POST /revoke",
    "POST /sign-in",
    "POST /share",
    "POST /upload/drive/v3/files",
    "PATCH /upload/drive/v3/files/ID",
    "PUT /upload/drive/v2/files/ID",
)
_PARAMETERS = {
    "GET /v4/spreadsheets/ID": ("fields", "ranges", "ranges", "includeGridData", "prettyPrint"),
    "GET /v4/spreadsheets/ID/values:batchGet": (
        "ranges", "ranges", "majorDimension", "valueRenderOption", "dateTimeRenderOption", "fields",
    ),
    "GET /v4/spreadsheets/ID/values/WHAT": (
        "majorDimension", "valueRenderOption", "dateTimeRenderOption", "fields",
    ),
    "PUT /v4/spreadsheets/ID/values/WHAT": (
        "valueInputOption", "includeValuesInResponse", "responseValueRenderOption", "fields",
    ),
    "POST /v4/spreadsheets/ID/values/WHAT:append": ("valueInputOption", "insertDataOption"),
    "GET /drive/v3/files": ("q", "pageSize", "pageToken", "orderBy", "fields"),
    "GET /drive/v3/files/ID/export": ("mimeType",),
    "PATCH /drive/v3/files/ID": ("addParents", "removeParents"),
    "PATCH /drive/v3/files/ID/permissions/WHAT": ("transferOwnership",),
    "GET /tokeninfo": ("access_token",),
    "GET /o/oauth2/auth": (
        "client_id", "redirect_uri", "response_type", "scope", "state", "code_challenge",
    ),
    "uploads": ("uploadType",),
}  # fmt: skip
_NEEDED = {"valueInputOption": "USER_ENTERED", "uploadType": "multipart", "mimeType": "text/csv"}
_FITTING = {
    "ranges": ("A1", "A1:B2", "Sheet1", "name", "A:A", "2:3"),
    "fields": ("*", "sheets", "sheets.data.rowData.values", "files(id,name)", "range,values"),
    "valueInputOption": ("RAW", "USER_ENTERED"),
    "insertDataOption": ("OVERWRITE", "INSERT_ROWS"),
    "majorDimension": ("ROWS", "COLUMNS"),
    "valueRenderOption": ("FORMATTED_VALUE", "UNFORMATTED_VALUE", "FORMULA"),
    "mimeType": ("text/csv", "text/tab-separated-values"),
    "uploadType": ("media", "multipart", "resumable"),
    "q": (
        "name = 'x'",
        "trashed=false and not (name contains 'x')",
        "'me' in owners",
        "'root' in parents",
        "(" * 999,
    ),
    "pageSize": ("1", "1000", "0", "²"),
    "pageToken": ("~1", "~²", "~" + "9" * 5000),
    "orderBy": ("name desc", "modifiedTime", "folder"),
    "addParents": ("root", "x,y", ","),
    "removeParents": ("root", "x"),
}
_PLACES = st.sampled_from(["A1", "A1:B2", "A:A", "Sheet1", "name", "0", "B2:ZZ"]) | ODD_TEXTS
_ENTRIES = st.fixed_dictionaries(
    {"version": st.integers(0, 9), "sheet": st.sampled_from([0, 1, -1])},
    optional={"blocks": st.lists(st.fixed_dictionaries(
        {"row": st.integers(-1, 7), "column": st.integers(0, 6),
         "rows": st.lists(st.lists(ODD_TEXTS, max_size=3), max_size=3)}), max_size=2)},
)  # fmt: skip


_FOLDER = "application/vnd.google-apps.folder"
_FILES = st.fixed_dictionaries(
    {"mimeType": st.sampled_from(["application/vnd.google-apps.spreadsheet", _FOLDER, "x"])},
    optional={"name": ODD_TEXTS | JSON, "properties": JSON, "parents": st.just(["root"]) | JSON},
)
_PARTS = (
    b"--b\r\nContent-Type: application/json\r\n\r\n%s\r\n"
    b"--b\r\nContent-Type: text/csv\r\n\r\n%s\r\n--b--"
)
_KINDS = (
    "application/x-www-form-urlencoded", "text/csv", "text/tab-separated-values",
    "multipart/related; boundary=b", "multipart/related", "application/json", "x",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request; ID, SECRET and WHAT in its path stand for what is put there."""

    route: str
    what: str = ""
    query: tuple[tuple[str, str], ...] = ()
    body: bytes = b""
    kind: str = "application/json"


@cache
def _query(route: str) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    """Parameters that the method knows; now and then one that it does not."""
    key = "uploads" if "/upload/" in route else route
    known = _PARAMETERS.get(key, ("fields",))
    odd = st.tuples(st.sampled_from([*known, "q", "alt", "²"]), ODD_TEXTS)
    fitting = st.sampled_from(known).flatmap(
        lambda name: st.tuples(st.just(name), st.sampled_from(_FITTING.get(name, ("true", "1"))))
    )
    either = st.integers(0, 7).flatmap(lambda number: odd if number == 0 else fitting)
    needed = [(name, _NEEDED[name]) for name in known if name in _NEEDED]
    return st.lists(either, max_size=3).map(lambda some: (*needed, *some))


def _as_json(body: Any) -> bytes:
    return json.dumps(body).encode()


def _content() -> st.SearchStrategy[bytes]:
    texts = ODD_TEXTS.map(lambda text: text.encode("utf-8", "replace"))
    rows = st.just(b"a,1\r\nb,=1+2\r\n")
    plain = rows | texts | st.binary(max_size=60) | _ENTRIES.map(_as_json) | JSON.map(_as_json)
    return plain | st.builds(lambda file, some: _PARTS % (_as_json(file), some), _FILES, plain)


@st.composite
def attempts(draw: st.DrawFn) -> Attempt:
    """Any request to the server: every method, bodies right, spoiled and foreign."""
    what = draw(_PLACES)
    which = draw(st.integers(0, 9))
    if which <= 1:
        route = draw(st.sampled_from(_WITHOUT_BODY))
        return Attempt(route, what, draw(_query(route)))
    if which == 2:
        route = draw(st.sampled_from(_RAW))
        kind = draw(st.sampled_from(_KINDS))
        return Attempt(route, what, draw(_query(route)), draw(_content()), kind)
    if which <= 6:
        route = "POST /v4/spreadsheets/ID:batchUpdate"
        requests = st.lists(batches(ODD_TEXTS), min_size=1, max_size=3)
        body = requests.map(lambda some: {"requests": some})
    else:
        route = draw(st.sampled_from(sorted(_BODIES)))
        body = message(_BODIES[route], 5, ODD_TEXTS)
    query = draw(_query(route)) if route in _PARAMETERS else ()
    wrong = draw(st.integers(0, 9))
    given = draw(JSON if wrong == 0 else spoiled(body) if wrong <= 3 else body)
    return Attempt(route, what, query, _as_json(given))


@dataclass(slots=True)
class Link:
    """Somebody with a token and one connection."""

    port: int
    token: str
    slowest: float = 0.0
    asked: int = 0
    _connection: http.client.HTTPConnection | None = field(default=None, repr=False)

    def try_(self, attempt: Attempt, spreadsheet_id: str) -> tuple[int, bytes]:
        """Send it; the status and the body of the answer."""
        method, _, path = attempt.route.partition(" ")
        what = quote(attempt.what.encode("utf-8", "replace"), safe="")[:40_000]
        path = path.replace("ID", spreadsheet_id).replace("SECRET", self.token)
        parts = [
            f"{quote(name, safe='')}={quote(value.encode('utf-8', 'replace'), safe='')[:20_000]}"
            for name, value in attempt.query
        ]
        target = path.replace("WHAT", what) + ("?" + "&".join(parts) if parts else "")
        return self.ask(method, target[:60_000], attempt.body, attempt.kind)

    def ask(
        self, method: str, target: str, body: bytes = b"", kind: str = "application/json"
    ) -> tuple[int, bytes]:
        """Send a request; the status and the body of the answer."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": kind,
            "Origin": f"http://127.0.0.1:{self.port}",
        }
        began = time.monotonic()
        self._connection.request(method, target, body or None, headers)
        answer = self._connection.getresponse()
        content = answer.read()
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.asked += 1
        if answer.will_close:
            self.close()
        return answer.status, content

    def first_event(self, spreadsheet_id: str) -> bytes:
        """What a page is told when it opens."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("GET", f"/s/{self.token}/{spreadsheet_id}/events")
        answer = connection.getresponse()
        lines = iter(answer.readline, b"")
        found = next((line for line in lines if line.startswith(b"data: ")), b"")
        connection.close()
        return found

    def json(self, method: str, target: str, body: Any = None) -> Any:
        """Send a request that is carried out; the answer."""
        status, content = self.ask(method, target, b"" if body is None else _as_json(body))
        assert status == 200, content
        return json.loads(content)

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def furnishing() -> Iterator[Any]:
    """The requests that put a little of everything into a new spreadsheet."""
    yield {"updateSheetProperties": {
        "properties": {"sheetId": 0, "gridProperties": {"rowCount": 6, "columnCount": 5}},
        "fields": "gridProperties(rowCount,columnCount)"}}  # fmt: skip
    values: list[list[Any]] = [["x", 1, "=B1*2", True], ["1/2", "=C1", None, "=1/0"]]
    yield {"updateCells": {
        "start": {"sheetId": 0, "rowIndex": 0, "columnIndex": 0},
        "fields": "userEnteredValue",
        "rows": [{"values": [{"userEnteredValue": _extended(one)} for one in row]}
                 for row in values]}}  # fmt: skip
    yield {"addNamedRange": {"namedRange": {"name": "name", "namedRangeId": "x",
                                            "range": {"endRowIndex": 2}}}}  # fmt: skip
    yield {"mergeCells": {"range": {"startRowIndex": 3, "endColumnIndex": 2}}}
    yield {"addProtectedRange": {"protectedRange": {"protectedRangeId": 1, "range": {}}}}


def _extended(value: Any) -> Any:
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, str):
        return {"formulaValue" if value.startswith("=") else "stringValue": value}
    return {} if value is None else {"numberValue": value}
