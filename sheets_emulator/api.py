"""The methods of the Sheets API, v4."""

from collections.abc import Callable
from typing import TypeVar

from sheets_emulator import batch, values
from sheets_emulator.a1 import find
from sheets_emulator.access import Hand
from sheets_emulator.addresses import is_service
from sheets_emulator.asked import Asked, no_method
from sheets_emulator.batch.metadata import search
from sheets_emulator.batch.tabs import copied, place_copy
from sheets_emulator.creation import build, new_spreadsheet_id, rfc3339
from sheets_emulator.errors import ApiError, full_storage, invalid, missing, unimplemented
from sheets_emulator.fields import Mask, for_answer, reaches, select
from sheets_emulator.json_types import JsonObject
from sheets_emulator.looks import Looks, looks_of
from sheets_emulator.model import Box, Document
from sheets_emulator.query import Query
from sheets_emulator.render import developer_metadata, sheet_properties, spreadsheet
from sheets_emulator.schema import read
from sheets_emulator.service import Service
from sheets_emulator.values import Rendering

Result = TypeVar("Result")

_READING = ("majorDimension", "valueRenderOption", "dateTimeRenderOption")
_WRITING = (
    "valueInputOption",
    "includeValuesInResponse",
    "responseValueRenderOption",
    "responseDateTimeRenderOption",
)


class SheetsApi:
    """Answers requests to `/v4/spreadsheets…`."""

    def __init__(self, service: Service) -> None:
        self._service = service

    def answer(self, asked: Asked) -> JsonObject:
        """Return the body of the answer; raises ApiError for a refusal."""
        method = self._method(asked)
        return method(asked)

    def _method(self, asked: Asked) -> Callable[[Asked], JsonObject]:
        match (asked.method, asked.path, asked.verb):
            case ("POST", (), ""):
                return self._create
            case ("GET", (_,), ""):
                return self._get
            case ("POST", (_,), "batchUpdate"):
                return self._batch_update
            case ("GET", (_, "values"), "batchGet"):
                return self._values_batch_get
            case ("POST", (_, "values"), "batchUpdate"):
                return self._values_batch_update
            case ("POST", (_, "values"), "batchClear"):
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
            case ("POST", _, verb) if verb.endswith("ByDataFilter"):
                raise unimplemented(f"the method {verb}")
        raise no_method()

    def _create(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "Spreadsheet")
        body = read("Spreadsheet", asked.json())
        if is_service(asked.account):
            raise full_storage()
        document = build(body, new_spreadsheet_id(), asked.account, rfc3339())
        document.apps = (asked.app,)
        self._service.add(document)
        found = spreadsheet(looks_of(document), asked.account, None, False, mask)
        return _selected(found, mask)

    def _get(self, asked: Asked) -> JsonObject:
        query = Query(
            asked.query,
            ("ranges", "includeGridData", "excludeTablesInBandedRanges", "commentsViewMode"),
        )
        mask = _mask(query, "Spreadsheet")
        document = self._open(asked)
        grid = query.flag("includeGridData")
        if query.text("fields") is not None:
            grid = reaches(mask, "sheets", "data") and ("*" not in mask or grid)
        wanted = _wanted(document, query.texts("ranges"))
        found = spreadsheet(looks_of(document), asked.account, wanted, grid, mask)
        return _selected(found, mask)

    def _batch_update(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "BatchUpdateSpreadsheetResponse")
        body = read("BatchUpdateSpreadsheetRequest", asked.json())
        replies = self._change(
            asked,
            lambda document, _: batch.apply(document, asked.account, body.get("requests", [])),
        )
        found: JsonObject = {"spreadsheetId": asked.path[0], "replies": replies}
        if body.get("includeSpreadsheetInResponse"):
            document = self._open(asked)
            found["updatedSpreadsheet"] = spreadsheet(
                looks_of(document),
                asked.account,
                _wanted(document, body.get("responseRanges", [])),
                body.get("responseIncludeGridData", False),
                {},
            )
        return _selected(found, mask)

    def _values_get(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, _READING)
        mask = _mask(query, "ValueRange")
        looks = looks_of(self._open(asked))
        return _selected(values.read(looks, asked.path[2], _rendering(query)), mask)

    def _values_batch_get(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, (*_READING, "ranges"))
        mask = _mask(query, "BatchGetValuesResponse")
        looks = looks_of(self._open(asked))
        rendering = _rendering(query)
        found: JsonObject = {"spreadsheetId": asked.path[0]}
        ranges = [values.read(looks, text, rendering) for text in query.texts("ranges")]
        if ranges:
            found["valueRanges"] = ranges
        return _selected(found, mask)

    def _values_update(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, _WRITING)
        mask = _mask(query, "UpdateValuesResponse")
        body = read("ValueRange", asked.json(), "data")
        text = asked.path[2]

        def write(document: Document, hand: Hand) -> JsonObject:
            user_entered = _user_entered(query.word("valueInputOption", ""))
            _check_same_range(text, body)
            found, target = values.update(document, hand, body, text, user_entered)
            if query.flag("includeValuesInResponse"):
                rendering = _response_rendering(query, body)
                found["updatedData"] = values.value_range(Looks(document), target, rendering)
            return found

        found = {"spreadsheetId": asked.path[0]} | self._change(asked, write)
        return _selected(found, mask)

    def _values_append(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, (*_WRITING, "insertDataOption"))
        mask = _mask(query, "AppendValuesResponse")
        body = read("ValueRange", asked.json(), "data")
        text = asked.path[2]
        insert = query.word("insertDataOption", "OVERWRITE") == "INSERT_ROWS"

        def write(document: Document, hand: Hand) -> JsonObject:
            user_entered = _user_entered(query.word("valueInputOption", ""))
            _check_same_range(text, body)
            table, updates, target = values.append(document, hand, body, text, user_entered, insert)
            if query.flag("includeValuesInResponse"):
                rendering = _response_rendering(query, body)
                updates["updatedData"] = values.value_range(Looks(document), target, rendering)
            return table | {"updates": {"spreadsheetId": asked.path[0]} | updates}

        found = {"spreadsheetId": asked.path[0]} | self._change(asked, write)
        return _selected(found, mask)

    def _values_batch_update(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "BatchUpdateValuesResponse")
        body = read("BatchUpdateValuesRequest", asked.json())
        rendering = Rendering(
            value=_render_word(body, "responseValueRenderOption", "FORMATTED_VALUE"),
            date_time=_render_word(body, "responseDateTimeRenderOption", "SERIAL_NUMBER"),
        )

        def write(document: Document, hand: Hand) -> list[JsonObject]:
            user_entered = _user_entered(body.get("valueInputOption", ""))
            responses = []
            for number, data in enumerate(body.get("data", [])):
                try:
                    found, target = values.update(
                        document, hand, data, data.get("range", ""), user_entered
                    )
                except ApiError as error:
                    raise values.in_data(number, error) from None
                if body.get("includeValuesInResponse"):
                    found["updatedData"] = values.value_range(Looks(document), target, rendering)
                responses.append({"spreadsheetId": asked.path[0]} | found)
            return responses

        responses = self._change(asked, write)
        return _selected(_totals(asked.path[0], responses), mask)

    def _values_clear(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "ClearValuesResponse")
        read("ClearValuesRequest", asked.json())
        cleared = self._change(
            asked, lambda document, hand: values.clear(document, hand, asked.path[2])
        )
        return _selected({"spreadsheetId": asked.path[0], "clearedRange": cleared}, mask)

    def _values_batch_clear(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "BatchClearValuesResponse")
        body = read("BatchClearValuesRequest", asked.json())
        cleared = self._change(
            asked,
            lambda document, hand: [
                values.clear(document, hand, text) for text in body.get("ranges", [])
            ],
        )
        return _selected({"spreadsheetId": asked.path[0], "clearedRanges": cleared}, mask)

    def _copy_to(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "SheetProperties")
        body = read("CopySheetToAnotherSpreadsheetRequest", asked.json())
        source = self._open(asked)
        sheet_id = asked.path[2]
        sheet = source.sheet(int(sheet_id)) if sheet_id.isdigit() else None
        if sheet is None:
            raise invalid(f"The sheet {sheet_id} does not exist.")
        target_id = body.get("destinationSpreadsheetId", "")

        def place(document: Document) -> JsonObject:
            copy = copied(document, sheet)
            place_copy(document, copy, sheet.title)
            return sheet_properties(document, copy)

        placed = self._service.change(asked.account, target_id, place, app=asked.confined_to)
        return _selected(placed, mask)

    def _get_metadata(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "DeveloperMetadata")
        for one in self._open(asked).metadata:
            if str(one.metadata_id) == asked.path[2]:
                return _selected(developer_metadata(one), mask)
        raise missing()

    def _search_metadata(self, asked: Asked) -> JsonObject:
        query = Query(asked.query, ())
        mask = _mask(query, "SearchDeveloperMetadataResponse")
        body = read("SearchDeveloperMetadataRequest", asked.json())
        matched = search(self._open(asked), body.get("dataFilters", []))
        return _selected({"matchedDeveloperMetadata": matched} if matched else {}, mask)

    def _open(self, asked: Asked) -> Document:
        return self._service.open(asked.account, asked.path[0], asked.confined_to).document

    def _change(self, asked: Asked, edit: Callable[[Document, Hand], Result]) -> Result:
        return self._service.change(
            asked.account,
            asked.path[0],
            lambda document: edit(document, Hand(document, asked.account)),
            app=asked.confined_to,
        )


def _mask(query: Query, message: str) -> Mask:
    text = query.text("fields")
    return {} if text is None else for_answer(text, message)


def _selected(found: JsonObject, mask: Mask) -> JsonObject:
    selected: JsonObject = select(mask, found)
    return selected


def _wanted(document: Document, ranges: list[str]) -> dict[int, list[Box]] | None:
    if not ranges:
        return None
    wanted: dict[int, list[Box]] = {}
    for text in ranges:
        target = find(document, text)
        wanted.setdefault(target.sheet.sheet_id, []).append(target.box)
    return wanted


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


def _totals(spreadsheet_id: str, responses: list[JsonObject]) -> JsonObject:
    found: JsonObject = {"spreadsheetId": spreadsheet_id}
    sheets = {response["updatedRange"].rpartition("!")[0] for response in responses}
    for name, count in (
        ("totalUpdatedRows", sum(one.get("updatedRows", 0) for one in responses)),
        ("totalUpdatedColumns", sum(one.get("updatedColumns", 0) for one in responses)),
        ("totalUpdatedCells", sum(one.get("updatedCells", 0) for one in responses)),
        ("totalUpdatedSheets", len(sheets)),
    ):
        if count:
            found[name] = count
    if responses:
        found["responses"] = responses
    return found
