"""The methods of the Sheets API, v4."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from typing import TypeVar

from sheets_emulator import batch, values
from sheets_emulator.a1 import Target, find
from sheets_emulator.access import Caller
from sheets_emulator.addresses import is_service
from sheets_emulator.api_request import ApiRequest, no_method
from sheets_emulator.batch.data_filters import boxes, targets
from sheets_emulator.batch.metadata import search
from sheets_emulator.batch.tabs import copied, place_copy, translate
from sheets_emulator.creation import build, new_spreadsheet_id, rfc3339
from sheets_emulator.effective import EffectiveValues, effective_values
from sheets_emulator.entity_tags import EntityTags
from sheets_emulator.errors import ApiError, full_storage, invalid, missing
from sheets_emulator.fields import Mask, all_below, for_answer, reaches, select, within
from sheets_emulator.kept_answers import KeptAnswers
from sheets_emulator.model import Box, Document, JsonObject
from sheets_emulator.query import Query
from sheets_emulator.render import developer_metadata, sheet_properties, spreadsheet
from sheets_emulator.schema import read
from sheets_emulator.service import Service
from sheets_emulator.values import Rendering, Update

Result = TypeVar("Result")

_READING = ("majorDimension", "valueRenderOption", "dateTimeRenderOption")
_CELLS = ("sheets", "data", "rowData")
"""Where the cells of a spreadsheet lie, of which no more is made than the mask wants."""

_WRITING = (
    "valueInputOption",
    "includeValuesInResponse",
    "responseValueRenderOption",
    "responseDateTimeRenderOption",
)


class SheetsApi:
    """Answers requests to `/v4/spreadsheets…`."""

    def __init__(self, service: Service, tags: EntityTags | None) -> None:
        self._service = service
        self._tags = tags
        self._kept = KeptAnswers()

    def answer(self, request: ApiRequest) -> JsonObject:
        """Return the body of the answer; raises ApiError for a refusal."""
        method = self._method(request)
        return method(request)

    def tag(self, request: ApiRequest) -> str | None:
        """Return what stands for the answer to a read of a spreadsheet until it is another.

        None for any other request, and for one that is refused.
        """
        if self._tags is None or request.method != "GET" or len(request.path) != 1:
            return None
        with suppress(ApiError):
            return self._tags.of(*_answered(self._open(request), request))
        return None

    def _method(self, request: ApiRequest) -> Callable[[ApiRequest], JsonObject]:
        match (request.method, request.path, request.verb):
            case ("POST", (), ""):
                return self._create
            case ("GET", (_,), ""):
                return self._get
            case ("POST", (_,), "batchUpdate"):
                return self._batch_update
            case ("GET", (_, "values"), "batchGet"):
                return self._values_batch_get
            case ("POST", (_,), "getByDataFilter"):
                return self._get_by_data_filter
            case ("POST", (_, "values"), "batchGetByDataFilter"):
                return self._values_batch_get_by_data_filter
            case ("POST", (_, "values"), "batchUpdate" | "batchUpdateByDataFilter"):
                return self._values_batch_update
            case ("POST", (_, "values"), "batchClear" | "batchClearByDataFilter"):
                return self._values_batch_clear
            case ("GET", (_, "values", _), ""):
                return self._values_get
            case ("PUT", (_, "values", _), ""):
                return self._values_update
            case ("POST", (_, "values", _), "append"):
                return self._values_append
            case ("POST", (_, "values", _), "clear"):
                return self._values_clear
            case ("POST", (_, "sheets", _), "copyTo"):
                return self._copy_to
            case ("GET", (_, "developerMetadata", _), ""):
                return self._get_metadata
            case ("POST", (_, "developerMetadata"), "search"):
                return self._search_metadata
        raise no_method()

    def _create(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "Spreadsheet")
        body = read("Spreadsheet", request.json())
        if is_service(request.account):
            raise full_storage()
        document = build(body, new_spreadsheet_id(), request.account, rfc3339())
        document.apps = (request.app,)
        self._service.add(document)
        found = spreadsheet(effective_values(document), request.account, None, False, mask)
        return _selected(found, mask)

    def _get(self, request: ApiRequest) -> JsonObject:
        query = Query(
            request.query,
            ("ranges", "includeGridData", "excludeTablesInBandedRanges", "commentsViewMode"),
        )
        mask = _mask(query, "Spreadsheet")
        document = self._open(request)

        def answer() -> JsonObject:
            grid = _wants_grid(query, mask, query.flag("includeGridData"))
            wanted = _wanted(document, query.texts("ranges"))
            found = spreadsheet(effective_values(document), request.account, wanted, grid, mask)
            return _selected(found, all_below(mask, *_CELLS))

        return self._kept.find(_answered(document, request), answer)

    def _get_by_data_filter(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "Spreadsheet")
        body = read("GetSpreadsheetByDataFilterRequest", request.json())
        document = self._open(request)
        filters = body.get("dataFilters", [])
        wanted = boxes(target for one in filters for target in targets(document, one))
        grid = _wants_grid(query, mask, body.get("includeGridData", False))
        found = spreadsheet(
            effective_values(document), request.account, wanted if filters else None, grid, mask
        )
        return _selected(found, all_below(mask, *_CELLS))

    def _batch_update(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "BatchUpdateSpreadsheetResponse")
        body = read("BatchUpdateSpreadsheetRequest", request.json())

        def write(document: Document, _: Caller) -> tuple[Document, list[JsonObject]]:
            asked = body.get("requests", [])
            names = self._service.free_names
            return document, batch.apply(document, request.account, asked, free_names=names)

        document, replies = self._change(request, write)
        found: JsonObject = {"spreadsheetId": request.path[0], "replies": replies}
        if body.get("includeSpreadsheetInResponse"):
            found["updatedSpreadsheet"] = spreadsheet(
                effective_values(document),
                request.account,
                _wanted(document, body.get("responseRanges", [])),
                body.get("responseIncludeGridData", False),
                within(mask, "updatedSpreadsheet") or {},
            )
        return _selected(found, all_below(mask, "updatedSpreadsheet", *_CELLS))

    def _values_get(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, _READING)
        mask = _mask(query, "ValueRange")
        effective = effective_values(self._open(request))
        return _selected(values.read(effective, request.path[2], _rendering(query)), mask)

    def _values_batch_get(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, (*_READING, "ranges"))
        mask = _mask(query, "BatchGetValuesResponse")
        effective = effective_values(self._open(request))
        rendering = _rendering(query)
        found: JsonObject = {"spreadsheetId": request.path[0]}
        ranges = [values.read(effective, text, rendering) for text in query.texts("ranges")]
        if ranges:
            found["valueRanges"] = ranges
        return _selected(found, mask)

    def _values_batch_get_by_data_filter(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "BatchGetValuesByDataFilterResponse")
        body = read("BatchGetValuesByDataFilterRequest", request.json())
        effective = effective_values(self._open(request))
        rendering = _body_rendering(body, "valueRenderOption", "dateTimeRenderOption")
        found: dict[tuple[int, Box], JsonObject] = {}
        for one in body.get("dataFilters", []):
            for target in targets(effective.document, one):
                matched = found.setdefault(
                    (target.sheet.sheet_id, target.box),
                    {
                        "valueRange": values.value_range(effective, target, rendering),
                        "dataFilters": [],
                    },
                )
                matched["dataFilters"].append(one)
        answer: JsonObject = {"spreadsheetId": request.path[0]}
        return _selected(answer | ({"valueRanges": list(found.values())} if found else {}), mask)

    def _values_update(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, _WRITING)
        mask = _mask(query, "UpdateValuesResponse")
        body = read("ValueRange", request.json(), "data")
        text = request.path[2]

        def write(document: Document, caller: Caller) -> JsonObject:
            user_entered = _user_entered(query.word("valueInputOption", ""))
            _check_same_range(text, body)
            target = find(document, text)
            update = values.update(document, caller, body, target, user_entered)
            return _update_response(document, update, query, body)

        found = {"spreadsheetId": request.path[0]} | self._change(request, write)
        return _selected(found, mask)

    def _values_append(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, (*_WRITING, "insertDataOption"))
        mask = _mask(query, "AppendValuesResponse")
        body = read("ValueRange", request.json(), "data")
        text = request.path[2]
        insert = query.word("insertDataOption", "OVERWRITE") == "INSERT_ROWS"

        def write(document: Document, caller: Caller) -> JsonObject:
            user_entered = _user_entered(query.word("valueInputOption", ""))
            _check_same_range(text, body)
            table, update = values.append(document, caller, body, text, user_entered, insert)
            updates = _update_response(document, update, query, body)
            return table | {"updates": {"spreadsheetId": request.path[0]} | updates}

        found = {"spreadsheetId": request.path[0]} | self._change(request, write)
        return _selected(found, mask)

    def _values_batch_update(self, request: ApiRequest) -> JsonObject:
        by_filter = "ByDataFilter" if request.verb.endswith("ByDataFilter") else ""
        query = Query(request.query, ())
        mask = _mask(query, f"BatchUpdateValues{by_filter}Response")
        body = read(f"BatchUpdateValues{by_filter}Request", request.json())
        rendering = _body_rendering(
            body, "responseValueRenderOption", "responseDateTimeRenderOption"
        )

        def write(document: Document, caller: Caller) -> JsonObject:
            user_entered = _user_entered(body.get("valueInputOption", ""))
            responses: list[JsonObject] = []
            updates: list[Update] = []
            for number, data in enumerate(body.get("data", [])):
                try:
                    for one in _meant(document, data):
                        update = values.update(document, caller, data, one, user_entered)
                        which: JsonObject = (
                            {"dataFilter": data["dataFilter"]}
                            if by_filter
                            else {"spreadsheetId": request.path[0]}
                        )
                        responses.append(which | update.response())
                        updates.append(update)
                except ApiError as error:
                    raise values.in_data(number, error) from None
            if body.get("includeValuesInResponse"):
                effective = EffectiveValues(document)
                for response, update in zip(responses, updates, strict=True):
                    response["updatedData"] = values.value_range(effective, update.data, rendering)
            found = {"spreadsheetId": request.path[0]} | values.totals(updates)
            return found | ({"responses": responses} if responses else {})

        return _selected(self._change(request, write), mask)

    def _values_clear(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "ClearValuesResponse")
        read("ClearValuesRequest", request.json())
        cleared = self._change(
            request,
            lambda document, caller: values.clear(caller, find(document, request.path[2])),
        )
        return _selected({"spreadsheetId": request.path[0], "clearedRange": cleared}, mask)

    def _values_batch_clear(self, request: ApiRequest) -> JsonObject:
        by_filter = "ByDataFilter" if request.verb.endswith("ByDataFilter") else ""
        query = Query(request.query, ())
        mask = _mask(query, f"BatchClearValues{by_filter}Response")
        body = read(f"BatchClearValues{by_filter}Request", request.json())
        given = body.get("dataFilters") or [{"a1Range": text} for text in body.get("ranges", [])]
        cleared = self._change(
            request,
            lambda document, caller: [
                values.clear(caller, target) for one in given for target in targets(document, one)
            ],
        )
        return _selected({"spreadsheetId": request.path[0], "clearedRanges": cleared}, mask)

    def _copy_to(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "SheetProperties")
        body = read("CopySheetToAnotherSpreadsheetRequest", request.json())
        source = self._open(request)
        sheet_id = request.path[2]
        sheet = next((one for one in source.sheets if str(one.sheet_id) == sheet_id), None)
        if sheet is None:
            raise invalid(f"The sheet {sheet_id} does not exist.")
        target_id = body.get("destinationSpreadsheetId", "")

        def place(document: Document) -> JsonObject:
            copy = copied(_spreadsheet(document), sheet)
            translate(copy, source.locale, document.locale)
            place_copy(document, copy, sheet.title)
            return sheet_properties(document, copy)

        placed = self._service.change(request.account, target_id, place, app=request.confined_to)
        return _selected(placed, mask)

    def _get_metadata(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "DeveloperMetadata")
        for one in self._open(request).metadata:
            if str(one.metadata_id) == request.path[2]:
                return _selected(developer_metadata(one), mask)
        raise missing()

    def _search_metadata(self, request: ApiRequest) -> JsonObject:
        query = Query(request.query, ())
        mask = _mask(query, "SearchDeveloperMetadataResponse")
        body = read("SearchDeveloperMetadataRequest", request.json())
        matched = search(self._open(request), body.get("dataFilters", []))
        return _selected({"matchedDeveloperMetadata": matched} if matched else {}, mask)

    def _open(self, request: ApiRequest) -> Document:
        opened = self._service.open(request.account, request.path[0], request.confined_to)
        return _spreadsheet(opened.document)

    def _change(self, request: ApiRequest, edit: Callable[[Document, Caller], Result]) -> Result:
        return self._service.change(
            request.account,
            request.path[0],
            lambda document: edit(_spreadsheet(document), Caller(document, request.account)),
            app=request.confined_to,
        )


def _spreadsheet(document: Document) -> Document:
    """Return the document; Google's refusal of one that is another kind of file."""
    if not document.is_spreadsheet:
        raise ApiError(400, "This operation is not supported for this document")
    return document


def _answered(document: Document, request: ApiRequest) -> tuple[Hashable, ...]:
    """Return all that the answer to a read of a spreadsheet follows from."""
    asked = tuple(request.query.multi_items())
    return document.spreadsheet_id, document.version, request.account, asked


def _mask(query: Query, message: str) -> Mask:
    text = query.text("fields")
    return {} if text is None else for_answer(text, message)


def _wants_grid(query: Query, mask: Mask, asked: bool) -> bool:
    """Return whether cells are answered: where there is a mask, it says so, but for a mere `*`."""
    if query.text("fields") is None:
        return asked
    return reaches(mask, "sheets", "data") and ("*" not in mask or asked)


def _selected(found: JsonObject, mask: Mask) -> JsonObject:
    selected: JsonObject = select(mask, found)
    return selected


def _wanted(document: Document, ranges: list[str]) -> dict[int, list[Box]] | None:
    return boxes(find(document, text) for text in ranges) if ranges else None


def _rendering(query: Query) -> Rendering:
    return Rendering(
        columns_first=query.word("majorDimension", "ROWS") == "COLUMNS",
        value=query.word("valueRenderOption", "FORMATTED_VALUE"),
        date_time=query.word("dateTimeRenderOption", "SERIAL_NUMBER"),
    )


def _response_rendering(query: Query, body: JsonObject) -> Rendering:
    return Rendering(
        columns_first=body.get("majorDimension") == "COLUMNS",
        value=query.word("responseValueRenderOption", "FORMATTED_VALUE"),
        date_time=query.word("responseDateTimeRenderOption", "SERIAL_NUMBER"),
    )


def _update_response(
    document: Document, update: Update, query: Query, body: JsonObject
) -> JsonObject:
    found = update.response()
    if query.flag("includeValuesInResponse"):
        rendering = _response_rendering(query, body)
        found["updatedData"] = values.value_range(EffectiveValues(document), update.data, rendering)
    return found


def _body_rendering(body: JsonObject, value: str, date_time: str) -> Rendering:
    """Read how values are answered from a body, where these are the names for it."""
    return Rendering(
        columns_first=body.get("majorDimension") == "COLUMNS",
        value=_render_word(body, value, "FORMATTED_VALUE"),
        date_time=_render_word(body, date_time, "SERIAL_NUMBER"),
    )


def _meant(document: Document, data: JsonObject) -> list[Target]:
    """Return where a part of a values:batchUpdate is to be written, by its range or its filter."""
    if "dataFilter" in data:
        return targets(document, data["dataFilter"])
    return [find(document, data.get("range", ""))]


def _render_word(body: JsonObject, name: str, default: str) -> str:
    word: str = body.get(name, default)
    return default if word.endswith("_UNSPECIFIED") else word


def _user_entered(option: str) -> bool:
    if option not in ("RAW", "USER_ENTERED"):
        raise invalid("'valueInputOption' is required but not specified")
    return option == "USER_ENTERED"


def _check_same_range(text: str, body: JsonObject) -> None:
    given = body.get("range")
    if given is not None and given != text:
        raise invalid(f"Request range[{text}] does not match value's range[{given}]")
