"""A new spreadsheet, empty or as `spreadsheets.create` describes it."""

import secrets
from datetime import UTC, datetime

from sheets_emulator import batch
from sheets_emulator.access import permission_id
from sheets_emulator.batch.tabs import change_spreadsheet, new_sheet
from sheets_emulator.errors import unimplemented
from sheets_emulator.fields import Mask
from sheets_emulator.model import Document, Grant, JsonObject, Sheet

_UNTITLED = "Untitled spreadsheet"


def rfc3339() -> str:
    """Return the present moment as Drive writes it."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%S.%f}"[:-3] + "Z"


def new_spreadsheet_id() -> str:
    """Return a fresh id, as long as Google's."""
    return "1" + secrets.token_urlsafe(33)[:43].replace("-", "_")


def empty(spreadsheet_id: str, title: str, owner: str, now: str) -> Document:
    """Return a spreadsheet without tabs."""
    return Document(
        spreadsheet_id,
        title or _UNTITLED,
        created=now,
        modified=now,
        maker=owner,
        grants=[Grant(permission_id(owner), "user", "owner", owner)],
    )


def fresh(spreadsheet_id: str, title: str, owner: str, now: str) -> Document:
    """Return a spreadsheet with one empty tab, `Sheet1`, whose id is 0."""
    document = empty(spreadsheet_id, title, owner, now)
    document.sheets.append(Sheet(0, "Sheet1"))
    return document


def build(body: JsonObject, spreadsheet_id: str, owner: str, now: str) -> Document:
    """Return the spreadsheet that a Spreadsheet body describes."""
    properties = body.get("properties", {})
    sheets = body.get("sheets", [])
    title = properties.get("title", "")
    if not sheets:
        document = fresh(spreadsheet_id, title, owner, now)
    else:
        document = empty(spreadsheet_id, title, owner, now)
        for sheet in sheets:
            new_sheet(document, sheet.get("properties", {}))
    if "importFunctionsExternalUrlAccessAllowed" in properties:
        raise unimplemented("creating a spreadsheet with importFunctionsExternalUrlAccessAllowed")
    given: Mask = {name: {} for name in properties if name != "title"}
    if given:
        change_spreadsheet(document, properties, given)
    requests = [{"addNamedRange": {"namedRange": one}} for one in body.get("namedRanges", [])]
    requests += [
        {"createDeveloperMetadata": {"developerMetadata": one}}
        for one in body.get("developerMetadata", [])
    ]
    for sheet, made in zip(sheets, list(document.sheets), strict=False):
        requests += _contents(sheet, made.sheet_id)
    if requests:
        batch.apply(document, owner, requests)
    return document


def _contents(sheet: JsonObject, sheet_id: int) -> list[JsonObject]:
    for name in sheet:
        if name not in _CONTENTS:
            raise unimplemented(f"creating a sheet with {name}")
    requests: list[JsonObject] = []
    for data in sheet.get("data", []):
        requests += _grid_data(data, sheet_id)
    requests += [{"mergeCells": {"range": one}} for one in sheet.get("merges", [])]
    requests += [
        {"addConditionalFormatRule": {"rule": one, "index": number}}
        for number, one in enumerate(sheet.get("conditionalFormats", []))
    ]
    if "basicFilter" in sheet:
        requests.append({"setBasicFilter": {"filter": sheet["basicFilter"]}})
    for name in ("rowGroups", "columnGroups"):
        requests += [
            {"addDimensionGroup": {"range": one.get("range", {})}} for one in sheet.get(name, [])
        ]
    requests += [
        {"createDeveloperMetadata": {"developerMetadata": one}}
        for one in sheet.get("developerMetadata", [])
    ]
    requests += [
        {"addProtectedRange": {"protectedRange": one}} for one in sheet.get("protectedRanges", [])
    ]
    return requests


_CONTENTS = {
    "properties", "data", "merges", "conditionalFormats", "basicFilter", "rowGroups",
    "columnGroups", "developerMetadata", "protectedRanges",
}  # fmt: skip


def _grid_data(data: JsonObject, sheet_id: int) -> list[JsonObject]:
    row, column = data.get("startRow", 0), data.get("startColumn", 0)
    requests: list[JsonObject] = []
    if data.get("rowData"):
        start = {"sheetId": sheet_id, "rowIndex": row, "columnIndex": column}
        requests.append({"updateCells": {"start": start, "rows": data["rowData"], "fields": "*"}})
    for name, axis, first in (("rowMetadata", "ROWS", row), ("columnMetadata", "COLUMNS", column)):
        for number, properties in enumerate(data.get(name, [])):
            if not properties:
                continue
            lines = {
                "sheetId": sheet_id,
                "dimension": axis,
                "startIndex": first + number,
                "endIndex": first + number + 1,
            }
            requests.append(
                {
                    "updateDimensionProperties": {
                        "range": lines,
                        "properties": properties,
                        "fields": ",".join(properties),
                    }
                }
            )
    return requests
