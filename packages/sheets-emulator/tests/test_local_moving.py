"""Inserted and deleted rows and columns: everything moves with them."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from server_kit import Book, Json, box, lines

from sheets_emulator.grid_change import delete_lines, insert_lines, move_lines
from sheets_emulator.model import (
    Area,
    Axis,
    Box,
    Cell,
    ConditionalRule,
    Document,
    Formula,
    NamedRange,
    Protection,
    Sheet,
)

SIZE = 12
axes = st.sampled_from(["ROWS", "COLUMNS"])
places = st.integers(0, SIZE - 1)


def insert(start: int, end: int, axis: str = "ROWS", before: bool = False) -> Json:
    return {"insertDimension": {"range": lines(axis, start, end), "inheritFromBefore": before}}


def delete(start: int, end: int, axis: str = "ROWS") -> Json:
    return {"deleteDimension": {"range": lines(axis, start, end)}}


@pytest.fixture
def furnished(book: Book) -> Book:
    """Something of everything in B4:C6."""
    area = box(3, 6, 1, 3)
    list_rule = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "x"}]}}
    book.write("B4:C6", [["a", 1], ["b", 2], ["=SUM(C4:C5)", "=B$4"]], "USER_ENTERED")
    book.batch(
        {"addNamedRange": {"namedRange": {"name": "entry", "range": area}}},
        {"addProtectedRange": {"protectedRange": {"protectedRangeId": 5, "range": area}}},
        {
            "addProtectedRange": {
                "protectedRange": {
                    "protectedRangeId": 6,
                    "range": {"sheetId": 0},
                    "unprotectedRanges": [area],
                }
            }
        },
        {
            "addConditionalFormatRule": {
                "rule": {
                    "ranges": [area],
                    "booleanRule": {
                        "condition": {
                            "type": "CUSTOM_FORMULA",
                            "values": [{"userEnteredValue": "=$B4=$A$1"}],
                        },
                        "format": {"textFormat": {"bold": True}},
                    },
                }
            }
        },
        {"setDataValidation": {"range": area, "rule": list_rule}},
        {
            "repeatCell": {
                "range": area,
                "cell": {"userEnteredFormat": {"wrapStrategy": "WRAP"}},
                "fields": "userEnteredFormat.wrapStrategy",
            }
        },
        {"mergeCells": {"range": box(7, 9, 0, 2)}},
        {
            "updateDimensionProperties": {
                "range": lines("ROWS", 4, 5),
                "properties": {"pixelSize": 77},
                "fields": "pixelSize",
            }
        },
    )
    return book


def where(book: Book) -> dict[str, Any]:
    sheet = book.sheet()
    rows = book.sheet(ranges="A1:D20", includeGridData=True)["data"][0]

    def ends(given: Json) -> tuple[int, ...]:
        return tuple(given[name] for name in box(0, 0, 0, 0) if name != "sheetId")

    return {
        "name": ends(book.get()["namedRanges"][0]["range"]),
        "protected": ends(sheet["protectedRanges"][0]["range"]),
        "unprotected": ends(sheet["protectedRanges"][1]["unprotectedRanges"][0]),
        "coloured": ends(sheet["conditionalFormats"][0]["ranges"][0]),
        "merged": ends(sheet["merges"][0]),
        "formula": sheet["conditionalFormats"][0]["booleanRule"]["condition"]["values"][0][
            "userEnteredValue"
        ],
        "high": [n for n, row in enumerate(rows["rowMetadata"]) if row["pixelSize"] == 77],
        "wrapped": [n for n, row in enumerate(rows["rowData"]) if "WRAP" in str(row.get("values"))],
        "chosen": [n for n, row in enumerate(rows["rowData"]) if "dataValidation" in str(row)],
        "sum": [
            cell["userEnteredValue"]["formulaValue"]
            for row in rows["rowData"]
            for cell in row.get("values", [])
            if "formulaValue" in cell.get("userEnteredValue", {})
        ],
    }


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (
            insert(0, 2),
            {
                "name": (5, 8, 1, 3), "protected": (5, 8, 1, 3), "unprotected": (5, 8, 1, 3),
                "coloured": (5, 8, 1, 3), "merged": (9, 11, 0, 2), "formula": "=$B6=$A$3",
                "high": [6], "wrapped": [5, 6, 7], "chosen": [5, 6, 7],
                "sum": ["=SUM(C6:C7)", "=B$6"],
            },
        ),
        (
            insert(4, 5),
            {
                "name": (3, 7, 1, 3), "protected": (3, 7, 1, 3), "unprotected": (3, 7, 1, 3),
                "coloured": (3, 7, 1, 3), "merged": (8, 10, 0, 2), "formula": "=$B4=$A$1",
                "high": [4, 5], "wrapped": [3, 4, 5, 6], "chosen": [3, 4, 5, 6],
                "sum": ["=SUM(C4:C6)", "=B$4"],
            },
        ),
        (
            insert(6, 7),
            {
                "name": (3, 6, 1, 3), "protected": (3, 6, 1, 3), "unprotected": (3, 6, 1, 3),
                "coloured": (3, 6, 1, 3), "merged": (8, 10, 0, 2), "formula": "=$B4=$A$1",
                "high": [4], "wrapped": [3, 4, 5], "chosen": [3, 4, 5],
                "sum": ["=SUM(C4:C5)", "=B$4"],
            },
        ),
        (
            delete(3, 5),
            {
                "name": (3, 4, 1, 3), "protected": (3, 4, 1, 3), "unprotected": (3, 4, 1, 3),
                "coloured": (3, 4, 1, 3), "merged": (5, 7, 0, 2), "formula": "=#REF!=$A$1",
                "high": [], "wrapped": [3], "chosen": [3], "sum": ["=SUM(#REF!)", "=#REF!"],
            },
        ),
        (
            insert(0, 1, "COLUMNS"),
            {
                "name": (3, 6, 2, 4), "protected": (3, 6, 2, 4), "unprotected": (3, 6, 2, 4),
                "coloured": (3, 6, 2, 4), "merged": (7, 9, 1, 3), "formula": "=$C4=$B$1",
                "high": [4], "wrapped": [3, 4, 5], "chosen": [3, 4, 5],
                "sum": ["=SUM(D4:D5)", "=C$4"],
            },
        ),
    ],
)  # fmt: skip
def test_everything_moves(furnished: Book, change: Json, expected: dict[str, Any]) -> None:
    furnished.batch(change)
    assert where(furnished) == expected


def test_what_is_deleted_whole_is_gone(furnished: Book) -> None:
    furnished.batch(delete(0, 12))
    assert "namedRanges" not in furnished.get()
    sheet = furnished.sheet()
    assert "merges" not in sheet
    assert "conditionalFormats" not in sheet
    assert [one["protectedRangeId"] for one in sheet["protectedRanges"]] == [6]
    assert sheet["properties"]["gridProperties"]["rowCount"] == 988


def test_a_name_that_moved_is_read_where_it_is(furnished: Book) -> None:
    furnished.batch(insert(0, 2))
    assert furnished.read("entry")["range"] == "Sheet1!B6:C8"
    assert furnished.values("entry")[0] == ["a", "1"]


def test_a_new_row_may_look_like_the_one_before(book: Book) -> None:
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    book.batch({"repeatCell": {"range": box(0, 1, 0, 1), "cell": bold, "fields": "*"}})
    book.batch(insert(1, 2, before=True))
    assert book.cells("A2", "userEnteredFormat")[0][0] == bold


def test_a_moved_row_takes_everything_along(book: Book) -> None:
    book.write("A1:A4", [["a"], ["b"], ["c"], ["=A1"]], "USER_ENTERED")
    book.batch({"moveDimension": {"source": lines("ROWS", 0, 1), "destinationIndex": 3}})
    assert book.values("A1:A4", valueRenderOption="FORMULA") == [["b"], ["c"], ["a"], ["=A3"]]


def test_rows_are_appended_without_moving_anything(book: Book) -> None:
    book.batch({"appendDimension": {"sheetId": 0, "dimension": "ROWS", "length": 5}})
    assert book.sheet()["properties"]["gridProperties"]["rowCount"] == 1005


def a_sheet() -> tuple[Document, Sheet]:
    """Every cell holds its own place; a formula in the corner points into the middle."""
    sheet = Sheet(0, "Sheet1", SIZE, SIZE)
    for row in range(SIZE):
        for column in range(SIZE):
            sheet.put(row, column, Cell(f"{row},{column}"))
    area = Area(3, 7, 3, 7)
    sheet.put(SIZE - 1, SIZE - 1, Cell(Formula("=SUM(D4:G7)")))
    sheet.merges.append(Box(3, 7, 3, 7))
    sheet.protections.append(Protection(1, 0, area))
    sheet.conditional_rules.append(ConditionalRule((area,), {"booleanRule": {"condition": {}}}))
    return Document("id", "t", sheets=[sheet], names=[NamedRange("n", "n", 0, area)]), sheet


def contents(sheet: Sheet, area: Area) -> set[str]:
    return {
        value for at in sheet.box(area).cells() if isinstance(value := sheet.cell(*at).value, str)
    }


@settings(deadline=None)
@given(axes, places, st.integers(1, 5))
def test_ranges_hold_what_they_held_after_an_insertion(axis: Axis, at: int, count: int) -> None:
    document, sheet = a_sheet()
    before = contents(sheet, document.names[0].area)
    insert_lines(document, sheet, axis, at, count, inherit_before=False)
    assert contents(sheet, document.names[0].area) == before
    assert sheet.protections[0].area == document.names[0].area
    assert sheet.conditional_rules[0].areas[0] == document.names[0].area
    assert sheet.merges[0].area() == document.names[0].area


@settings(deadline=None)
@given(axes, places, st.integers(1, 5))
def test_an_insertion_is_undone_by_deleting_it(axis: Axis, at: int, count: int) -> None:
    document, sheet = a_sheet()
    before_document, before = a_sheet()
    insert_lines(document, sheet, axis, at, count, inherit_before=False)
    delete_lines(document, sheet, axis, at, at + count)
    assert sheet == before
    assert document.names == before_document.names


@settings(deadline=None)
@given(axes, places, places)
def test_ranges_hold_what_is_left_of_them_after_a_deletion(axis: Axis, one: int, two: int) -> None:
    document, sheet = a_sheet()
    start, end = min(one, two), max(one, two) + 1
    if end - start == SIZE:
        return
    gone = Area(start, end) if axis == "ROWS" else Area(left=start, right=end)
    left = contents(sheet, document.names[0].area) - contents(sheet, gone)
    delete_lines(document, sheet, axis, start, end)
    if left:
        assert contents(sheet, document.names[0].area) == left
    else:
        assert document.names == []
        assert sheet.protections == []


@settings(deadline=None)
@given(axes, places, places, st.integers(0, SIZE))
def test_a_move_loses_nothing(axis: Axis, one: int, two: int, to: int) -> None:
    document, sheet = a_sheet()
    start, end = min(one, two), max(one, two) + 1
    if start < to < end:
        return
    whole = contents(sheet, Area())
    move_lines(document, sheet, axis, start, end, to)
    assert contents(sheet, Area()) == whole
    landed = to - (end - start) if to > start else to
    row, column = (landed, 0) if axis == "ROWS" else (0, landed)
    came = (start, 0) if axis == "ROWS" else (0, start)
    assert sheet.cell(row, column).value == f"{came[0]},{came[1]}"
