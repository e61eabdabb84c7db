"""A workbook taken into the local server as Drive converts it: what it keeps, and what it loses.

Kept are texts, ticks, merged cells, named ranges, drop-down lists, plain text and sizes of at least
1000 rows and 26 columns; lost are check boxes, notes, editors of protection and colours by text.
Tabs have ids of their own, the first one 0.
"""

from io import BytesIO
from typing import Any
from unittest.mock import DEFAULT, patch

from openpyxl import Workbook, load_workbook
from openpyxl.cell.cell import Cell
from openpyxl.utils.cell import range_to_tuple
from openpyxl.worksheet.merge import MergedCellRange
from openpyxl.worksheet.worksheet import Worksheet

Json = dict[str, Any]
ROWS, COLUMNS = 1000, 26


def opened(content: bytes) -> Workbook:
    """Read a workbook, but for the lines around merged cells, which take most of the time."""
    with patch.multiple(MergedCellRange, _get_borders=DEFAULT, format=DEFAULT):
        return load_workbook(BytesIO(content))


def conversion(content: bytes, *, first: int = 0) -> list[Json]:
    """Requests that add the tabs of a workbook, the first one with this id, and its names."""
    book = opened(content)
    ids = {sheet.title: first + number for number, sheet in enumerate(book.worksheets)}
    requests = [request for sheet in book.worksheets for request in _tab(sheet, ids[sheet.title])]
    for name, defined in book.defined_names.items():
        title, (left, top, right, bottom) = range_to_tuple(defined.attr_text)
        area = _area(ids[title], top, left, bottom, right)
        requests.append({"addNamedRange": {"namedRange": {"name": name, "range": area}}})
    return requests


def _tab(sheet: Worksheet, its_id: int) -> list[Json]:
    grid = {"rowCount": max(ROWS, sheet.max_row), "columnCount": max(COLUMNS, sheet.max_column)}
    properties = {"sheetId": its_id, "title": sheet.title, "gridProperties": grid}
    rows = [{"values": [_cell(cell) for cell in row]} for row in sheet.iter_rows()]
    requests: list[Json] = [
        {"addSheet": {"properties": properties}},
        {
            "updateCells": {
                "start": {"sheetId": its_id, "rowIndex": 0, "columnIndex": 0},
                "rows": rows,
                "fields": "userEnteredValue,userEnteredFormat.numberFormat",
            }
        },
    ]
    requests += [
        {
            "mergeCells": {
                "range": _area(its_id, one.min_row, one.min_col, one.max_row, one.max_col),
                "mergeType": "MERGE_ALL",
            }
        }
        for one in sheet.merged_cells.ranges
    ]
    for one in sheet.data_validations.dataValidation:
        assert one.type == "list", one.type
        values = [{"userEnteredValue": item} for item in one.formula1.strip('"').split(",")]
        rule = {"condition": {"type": "ONE_OF_LIST", "values": values}, "showCustomUi": True}
        for area in one.sqref.ranges:
            left, top, right, bottom = area.bounds
            where = _area(its_id, top, left, bottom, right)
            requests.append({"setDataValidation": {"range": where, "rule": rule}})
    if sheet.protection.sheet:
        whole = {"range": {"sheetId": its_id}, "editors": {"users": []}}
        requests.append({"addProtectedRange": {"protectedRange": whole}})
    return requests


def _cell(cell: Cell) -> Json:
    kind = {"b": "boolValue", "s": "stringValue"}.get(cell.data_type)
    made: Json = {}
    if cell.value is not None:
        assert kind is not None, (cell.coordinate, cell.value)
        made["userEnteredValue"] = {kind: cell.value}
    if cell.number_format == "@":
        made["userEnteredFormat"] = {"numberFormat": {"type": "TEXT", "pattern": "@"}}
    return made


def _area(sheet: int, top: int, left: int, bottom: int, right: int) -> Json:
    return {
        "sheetId": sheet,
        "startRowIndex": top - 1,
        "endRowIndex": bottom,
        "startColumnIndex": left - 1,
        "endColumnIndex": right,
    }
