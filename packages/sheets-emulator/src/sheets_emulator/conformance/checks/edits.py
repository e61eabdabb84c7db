"""Changes that several checks ask for, as requests of a batchUpdate."""

from collections.abc import Iterable

from sheets_emulator.model import JsonObject


def write(place: JsonObject, *texts: str) -> JsonObject:
    """Put texts as such into the cells of a column."""
    return put(place, ({"stringValue": text} for text in texts))


def put(place: JsonObject, values: Iterable[JsonObject]) -> JsonObject:
    """Put values into the cells of a column."""
    rows = [{"values": [{"userEnteredValue": value}]} for value in values]
    return {"updateCells": {"range": place, "rows": rows, "fields": "userEnteredValue"}}


def plain_text(place: JsonObject) -> JsonObject:
    """Make cells plain text."""
    form = {"numberFormat": {"type": "TEXT", "pattern": "@"}}
    cell, fields = {"userEnteredFormat": form}, "userEnteredFormat.numberFormat"
    return {"repeatCell": {"range": place, "cell": cell, "fields": fields}}


def name(its_name: str, place: JsonObject, **its_id: str) -> JsonObject:
    """Name a range; `namedRangeId` may be told."""
    return {"addNamedRange": {"namedRange": {"name": its_name, "range": place, **its_id}}}


def protect(place: JsonObject, **more: object) -> JsonObject:
    """Protect a range, with more of what a protected range has."""
    return {"addProtectedRange": {"protectedRange": {"range": place, **more}}}


def unprotect(number: int) -> JsonObject:
    """Delete a protected range."""
    return {"deleteProtectedRange": {"protectedRangeId": number}}


def describe(number: int) -> JsonObject:
    """Give a protected range the description that all of them have."""
    kept = {"protectedRangeId": number, "description": "check"}
    return {"updateProtectedRange": {"protectedRange": kept, "fields": "description"}}


def insert_row(sheet: int) -> JsonObject:
    """Insert a row below the first one."""
    rows = {"sheetId": sheet, "dimension": "ROWS", "startIndex": 1, "endIndex": 2}
    return {"insertDimension": {"range": rows, "inheritFromBefore": False}}


def colour(place: JsonObject, kind: str, value: str) -> JsonObject:
    """Colour cells of a range yellow by a rule."""
    condition = {"type": kind, "values": [{"userEnteredValue": value}]}
    yellow = {"backgroundColorStyle": {"rgbColor": {"red": 1, "green": 1}}}
    rule = {"ranges": [place], "booleanRule": {"condition": condition, "format": yellow}}
    return {"addConditionalFormatRule": {"index": 0, "rule": rule}}
