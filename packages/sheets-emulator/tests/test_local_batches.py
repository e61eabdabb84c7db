"""`spreadsheets.batchUpdate`: its kinds, replies and refusals; and it is all or nothing."""

from typing import Any

import pytest
from server_kit import Book, Json, box, lines

from sheets_emulator.batch import KINDS, apply
from sheets_emulator.creation import fresh
from sheets_emulator.model import Cell, Value
from sheets_emulator.schema import messages

BOLD = {"userEnteredFormat": {"textFormat": {"bold": True}}}
TITLE = {"updateSpreadsheetProperties": {"properties": {"title": "changed"}, "fields": "title"}}


def look(book: Book, text: str) -> Json:
    cells = book.cells(text, "userEnteredFormat")
    found: Json = cells[0][0].get("userEnteredFormat", {}) if cells else {}
    return found


def test_every_kind_that_is_read_is_carried_out() -> None:
    read = {
        kind
        for kind, message in messages()["Request"].items()
        if message.removeprefix("@") in messages()
    }
    assert read == set(KINDS)


def test_one_reply_a_request(book: Book) -> None:
    replies = book.batch(
        TITLE,
        {"addSheet": {"properties": {"sheetId": 5, "title": "Board"}}},
        {"repeatCell": {"range": box(0, 1, 0, 1), "cell": BOLD, "fields": "*"}},
    )
    assert replies == [
        {},
        {
            "addSheet": {
                "properties": {
                    "sheetId": 5,
                    "title": "Board",
                    "index": 1,
                    "sheetType": "GRID",
                    "gridProperties": {"rowCount": 1000, "columnCount": 26},
                }
            }
        },
        {},
    ]


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {"updateCells": {"rows": [], "range": box(0, 1, 0, 1)}},
            "At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)",
        ),
        (
            {"repeatCell": {"range": box(0, 1, 0, 1, 9), "cell": BOLD, "fields": "*"}},
            "No grid with id: 9",
        ),
        (
            {"repeatCell": {"range": box(0, 1, 0, 1), "cell": BOLD, "fields": "nothing"}},
            "Invalid field: nothing",
        ),
        (
            {
                "updateCells": {
                    "range": box(0, 1, 40, 42),
                    "rows": [{"values": [BOLD]}],
                    "fields": "*",
                }
            },
            "startColumnIndex[40] is after last column in grid[25]",
        ),
        (
            {
                "updateCells": {
                    "range": box(0, 1, 0, 2),
                    "rows": [{"values": [BOLD] * 3}],
                    "fields": "*",
                }
            },
            "Attempting to write column: 2, beyond the last requested column of: 1",
        ),
        (
            {"addSheet": {"properties": {"title": "sheet1"}}},
            'A sheet with the name "sheet1" already exists. Please enter another name.',
        ),
        (
            {"updateSheetProperties": {"properties": {"hidden": True}, "fields": "hidden"}},
            "You can't hide all the sheets in a document.",
        ),
        (
            {"deleteSheet": {"sheetId": 0}},
            "You can't remove all the sheets in a document.",
        ),
        (
            {"addNamedRange": {"namedRange": {"name": "taken", "range": box(0, 1, 0, 1)}}},
            "Cannot add named range with name taken, a named range with that name already exists.",
        ),
        (
            {"deleteNamedRange": {"namedRangeId": "nobody"}},
            "No named range with id: nobody",
        ),
        (
            {
                "updateNamedRange": {
                    "namedRange": {"namedRangeId": "nobody", "name": "x"},
                    "fields": "name",
                }
            },
            "No named range with id: nobody",
        ),
        (
            {
                "addProtectedRange": {
                    "protectedRange": {
                        "range": box(0, 1, 0, 1),
                        "warningOnly": True,
                        "editors": {"users": ["a@b.c"]},
                    }
                }
            },
            "ProtectedRange is warningOnly. Editors cannot be set on it.",
        ),
        (
            {"deleteConditionalFormatRule": {"sheetId": 0, "index": 0}},
            "No conditional format on sheet: 0 at index: 0",
        ),
        (
            {"mergeCells": {"range": box(4, 5, 0, 1), "mergeType": "MERGE_ALL"}},
            "You must select all cells in a merged range to merge or unmerge them.",
        ),
        (
            {"deleteDimension": {"range": lines("ROWS", 999, 1001)}},
            "Cannot delete a row that doesn't exist. Tried to delete row index 1000 but there are "
            "only 1000 rows.",
        ),
        (
            {
                "updateSheetProperties": {
                    "properties": {"gridProperties": {"frozenRowCount": 5}},
                    "fields": "gridProperties.frozenRowCount",
                }
            },
            "You can't freeze rows which contain only part of a merged cell.",
        ),
    ],
)
def test_a_refusal_names_the_request_and_nothing_of_the_batch_is_applied(
    book: Book, request_: Json, message: str
) -> None:
    book.batch(
        {"addNamedRange": {"namedRange": {"name": "taken", "range": box(0, 1, 0, 1)}}},
        {"mergeCells": {"range": box(4, 6, 0, 2), "mergeType": "MERGE_ALL"}},
    )
    before = book.get(includeGridData="true")
    error = book.refuse(TITLE, request_)
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["message"] == f"Invalid requests[1].{next(iter(request_))}: {message}"
    assert book.get(includeGridData="true") == before


def test_a_batch_must_not_be_empty(book: Book) -> None:
    assert book.refuse()["message"] == "Must specify at least one request."
    assert book.refuse({})["message"] == "Invalid requests[0]: No request set."


def test_a_repeat_may_end_past_the_grid_and_does_not_grow_it(book: Book) -> None:
    book.batch({"repeatCell": {"range": box(999, 1005, 0, 1), "cell": BOLD, "fields": "*"}})
    assert look(book, "A1000") == BOLD["userEnteredFormat"]
    assert book.sheet()["properties"]["gridProperties"]["rowCount"] == 1000


def test_a_mask_changes_only_what_it_names(book: Book) -> None:
    green = {"userEnteredFormat": {"backgroundColor": {"green": 1}, "wrapStrategy": "WRAP"}}
    book.batch({"repeatCell": {"range": box(0, 1, 0, 1), "cell": green, "fields": "*"}})
    book.batch(
        {
            "repeatCell": {
                "range": box(0, 1, 0, 1),
                "cell": BOLD,
                "fields": "userEnteredFormat.textFormat.bold,user_entered_format/wrap_strategy",
            }
        }
    )
    assert look(book, "A1") == {
        "backgroundColor": {"green": 1},
        "backgroundColorStyle": {"rgbColor": {"green": 1}},
        "textFormat": {"bold": True},
    }


def test_cells_that_rows_do_not_cover_are_cleared(book: Book) -> None:
    book.write("A1:B2", [["a", "b"], ["c", "d"]])
    book.batch(
        {
            "updateCells": {
                "range": box(0, 2, 0, 2),
                "rows": [{"values": [{"userEnteredValue": {"stringValue": "=1"}}]}],
                "fields": "userEnteredValue",
            }
        }
    )
    assert book.values("A1:B2", valueRenderOption="FORMULA") == [["=1"]]
    assert book.cells("A1", "userEnteredValue")[0][0]["userEnteredValue"] == {"stringValue": "=1"}


def test_cells_are_appended_after_the_last_that_holds_anything(book: Book) -> None:
    book.write("C4", [["x"]])
    row = {"values": [{"userEnteredValue": {"numberValue": 5}}]}
    book.batch({"appendCells": {"sheetId": 0, "rows": [row], "fields": "userEnteredValue"}})
    assert book.values("A5") == [["5"]]


@pytest.mark.parametrize(
    ("kind", "merges"),
    [
        ("MERGE_ALL", [(0, 2, 0, 3)]),
        ("MERGE_ROWS", [(0, 1, 0, 3), (1, 2, 0, 3)]),
        ("MERGE_COLUMNS", [(0, 2, 0, 1), (0, 2, 1, 2), (0, 2, 2, 3)]),
    ],
)
def test_merges(book: Book, kind: str, merges: list[tuple[int, int, int, int]]) -> None:
    book.batch({"mergeCells": {"range": box(0, 1, 0, 2), "mergeType": "MERGE_ALL"}})
    book.batch({"mergeCells": {"range": box(0, 2, 0, 3), "mergeType": kind}})
    expected = [{k: v for k, v in box(*one).items() if k != "sheetId"} for one in merges]
    assert book.sheet()["merges"] == expected
    book.batch({"unmergeCells": {"range": box(0, 2, 0, 3)}})
    assert "merges" not in book.sheet()


def test_borders(book: Book) -> None:
    thick = {"style": "SOLID_THICK", "color": {"red": 1}}
    book.batch(
        {
            "updateBorders": {
                "range": box(0, 2, 0, 2),
                "top": thick,
                "innerHorizontal": {"style": "DOTTED"},
                "left": None,
            }
        }
    )
    first, below = look(book, "A1")["borders"], look(book, "A2")["borders"]
    assert (set(first), set(below)) == ({"top", "bottom"}, {"top"})
    assert (first["top"]["width"], first["bottom"]["style"]) == (3, "DOTTED")
    book.batch({"updateBorders": {"range": box(0, 2, 0, 2), "top": {"style": "NONE"}}})
    assert set(look(book, "A1")["borders"]) == {"bottom"}


def test_conditional_formats_are_ordered_and_told(book: Book) -> None:
    def rule(color: Json) -> Json:
        return {
            "ranges": [box(0, 9, 0, 1)],
            "booleanRule": {
                "condition": {"type": "NOT_BLANK"},
                "format": {"backgroundColor": color},
            },
        }

    def order() -> list[Json]:
        return [
            one["booleanRule"]["format"]["backgroundColor"]
            for one in book.sheet().get("conditionalFormats", [])
        ]

    red, green, blue = {"red": 1}, {"green": 1}, {"blue": 1}
    book.batch(
        {"addConditionalFormatRule": {"rule": rule(red)}},
        {"addConditionalFormatRule": {"rule": rule(green), "index": 1}},
        {"addConditionalFormatRule": {"rule": rule(blue), "index": 0}},
    )
    assert order() == [blue, red, green]
    moved = book.batch({"updateConditionalFormatRule": {"sheetId": 0, "index": 0, "newIndex": 2}})
    reply = moved[0]["updateConditionalFormatRule"]
    assert (reply["newIndex"], reply.get("oldIndex", 0)) == (2, 0)
    assert order() == [red, green, blue]
    changed = book.batch({"updateConditionalFormatRule": {"index": 1, "rule": rule(blue)}})
    reply = changed[0]["updateConditionalFormatRule"]
    assert reply["oldRule"]["booleanRule"]["format"]["backgroundColor"] == green
    gone = book.batch({"deleteConditionalFormatRule": {"sheetId": 0, "index": 0}})
    assert "rule" in gone[0]["deleteConditionalFormatRule"]
    assert order() == [blue, blue]


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        ({"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "a"}]}, "not supported"),
        ({"type": "TEXT_EQ"}, "takes 1 values, 0 given"),
        (
            {"type": "CUSTOM_FORMULA", "values": [{"userEnteredValue": "A1"}]},
            "Invalid ConditionValue.userEnteredValue: A1 for ConditionType: CUSTOM_FORMULA",
        ),
    ],
)
def test_conditions_that_a_conditional_format_cannot_have(
    book: Book, condition: Json, message: str
) -> None:
    rule = {
        "ranges": [box(0, 1, 0, 1)],
        "booleanRule": {"condition": condition, "format": {"textFormat": {"bold": True}}},
    }
    assert message in book.refuse({"addConditionalFormatRule": {"rule": rule}})["message"]


@pytest.mark.parametrize("text", ["=1", "+A1", "+Bo"])
def test_an_item_of_a_drop_down_is_no_formula(book: Book, text: str) -> None:
    rule = {"condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": text}]}}
    refused = book.refuse({"setDataValidation": {"range": box(0, 1, 0, 1), "rule": rule}})
    assert "Formulas are not supported" in refused["message"]


def test_a_validation_is_set_read_and_removed(book: Book) -> None:
    rule = {
        "condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "y"}]},
        "strict": True,
        "showCustomUi": False,
        "inputMessage": "n",
    }
    book.batch({"setDataValidation": {"range": box(0, 1, 0, 1), "rule": rule}})
    kept = book.cells("A1", "dataValidation")[0][0]["dataValidation"]
    assert kept == {name: value for name, value in rule.items() if name != "showCustomUi"}
    book.batch({"setDataValidation": {"range": box(0, 1, 0, 1)}})
    assert book.cells("A1", "dataValidation") == []


def test_tabs_are_moved_by_where_they_stand_before(book: Book) -> None:
    book.batch(*({"addSheet": {"properties": {"sheetId": n, "title": f"S{n}"}}} for n in (1, 2)))

    def move(sheet_id: int, index: int) -> list[int]:
        properties = {"sheetId": sheet_id, "index": index}
        book.batch({"updateSheetProperties": {"properties": properties, "fields": "index"}})
        return [one["properties"]["sheetId"] for one in book.get()["sheets"]]

    assert move(0, 2) == [1, 0, 2]
    assert move(0, 2) == [1, 0, 2]
    assert move(2, 0) == [2, 1, 0]


def test_a_tab_is_duplicated(book: Book) -> None:
    book.write("A1", [["x"]])
    book.batch({"mergeCells": {"range": box(4, 5, 0, 2)}})
    found = book.batch(
        {"duplicateSheet": {"sourceSheetId": 0, "insertSheetIndex": 1, "newSheetId": 9}},
        {"duplicateSheet": {"sourceSheetId": 0, "newSheetName": "Named", "newSheetId": None}},
    )
    assert found[0]["duplicateSheet"]["properties"]["title"] == "Copy of Sheet1"
    assert found[1]["duplicateSheet"]["properties"]["index"] == 0
    assert book.values("Named!A1") == [["x"]]
    assert len(book.sheet(0)["merges"]) == 1


def test_sizes_and_hidden_lines(book: Book) -> None:
    def change(range_: Json, fields: str, **properties: Any) -> Json:
        return {
            "updateDimensionProperties": {
                "range": range_,
                "properties": properties,
                "fields": fields,
            }
        }

    book.batch(
        change(lines("COLUMNS", 0, 2), "pixelSize", pixelSize=42),
        change(lines("ROWS", 1, 2), "hiddenByUser", hiddenByUser=True),
        change(lines("COLUMNS", 1, 2), "pixel_size", pixelSize=7),
    )
    data = book.sheet(ranges="A1:C3", includeGridData=True)["data"][0]
    assert [one["pixelSize"] for one in data["columnMetadata"]] == [42, 7, 100]
    assert data["rowMetadata"][1] == {"hiddenByUser": True, "pixelSize": 21}


def test_groups(book: Book) -> None:
    outer = book.batch({"addDimensionGroup": {"range": lines("COLUMNS", 0, 4)}})
    assert outer == [
        {
            "addDimensionGroup": {
                "dimensionGroups": [
                    {
                        "range": {"dimension": "COLUMNS", "startIndex": 0, "endIndex": 4},
                        "depth": 1,
                    }
                ]
            }
        }
    ]
    book.batch({"addDimensionGroup": {"range": lines("COLUMNS", 1, 2)}})
    assert [one["depth"] for one in book.sheet()["columnGroups"]] == [1, 2]
    assert book.sheet()["properties"]["gridProperties"]["columnGroupControlAfter"] is True
    gone = [
        {"deleteDimensionGroup": {"range": lines("COLUMNS", *ends)}} for ends in ((1, 2), (0, 4))
    ]
    assert book.batch(*gone)[1] == {"deleteDimensionGroup": {}}
    assert "columnGroups" not in book.sheet()


def test_find_and_replace(book: Book) -> None:
    book.write("A1:B2", [["cat", "Concat"], ["=A1", 5]], "USER_ENTERED")
    found = book.batch({"findReplace": {"find": "cat", "replacement": "2\\", "allSheets": True}})
    assert found[0]["findReplace"] == {
        "valuesChanged": 2,
        "rowsChanged": 1,
        "sheetsChanged": 1,
        "occurrencesChanged": 2,
    }
    assert book.values("A1:B1") == [["2\\", "Con2\\"]]


def test_what_is_not_implemented_is_said_aloud(book: Book) -> None:
    error = book.refuse({"addSlicer": {"slicer": {}}})
    assert (error["code"], error["status"]) == (501, "UNIMPLEMENTED")
    assert "requests[0].addSlicer" in error["message"]
    cells = {
        "start": {"sheetId": 0},
        "rows": [{"values": [{"pivotTable": {"rows": []}}]}],
        "fields": "pivotTable",
    }
    assert book.refuse({"updateCells": cells})["code"] == 501


def test_the_spreadsheet_may_be_part_of_the_answer(book: Book) -> None:
    found = book.account.ok(
        "POST",
        f"{book.path}:batchUpdate",
        {
            "requests": [TITLE],
            "includeSpreadsheetInResponse": True,
            "responseRanges": ["A1:B2"],
            "responseIncludeGridData": True,
        },
    )
    assert found["updatedSpreadsheet"]["properties"]["title"] == "changed"
    assert len(found["updatedSpreadsheet"]["sheets"][0]["data"]) == 1


def test_a_slash_before_the_verb_is_forgiven(book: Book) -> None:
    body = {"requests": [TITLE]}
    assert book.account.ok("POST", f"{book.path}/:batchUpdate", body)["replies"] == [{}]


REPEATED = {"numberFormat": {"type": "TEXT", "pattern": "@"}}
RULE = {"condition": {"type": "BOOLEAN"}, "strict": True}


@pytest.mark.parametrize(
    "again",
    [
        {"repeatCell": {"cell": {"userEnteredFormat": REPEATED}, "range": box(0, 3, 0, 1),
                        "fields": "userEnteredFormat.numberFormat"}},
        {"repeatCell": {"cell": {"dataValidation": RULE}, "range": box(0, 3, 0, 1),
                        "fields": "dataValidation"}},
        {"setDataValidation": {"rule": RULE, "range": box(0, 3, 0, 1)}},
        {"updateCells": {"rows": [{"values": [{"userEnteredValue": {"stringValue": "1"}}]}] * 3,
                         "start": {}, "fields": "userEnteredValue"}},
    ],
)  # fmt: skip
def test_what_is_written_again_as_it_was_changes_nothing(again: Json) -> None:
    kept = Cell("1", REPEATED | {"wrapStrategy": "WRAP"}, RULE, "note")
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    sheet = document.sheets[0]
    sheet.cells = {(row, 0): kept for row in range(3)}
    apply(document, "a@b.c", [again])
    assert all(cell is kept for cell in sheet.cells.values())


@pytest.mark.parametrize(("old", "new"), [(1.0, True), (True, 1.0), ("1", 1.0), (0.0, False)])
def test_what_is_equal_in_python_alone_is_written(old: Value, new: Value) -> None:
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    sheet = document.sheets[0]
    sheet.put(0, 0, Cell(old))
    given = {"boolValue": new} if isinstance(new, bool) else {"numberValue": new}
    rows = [{"values": [{"userEnteredValue": given}]}]
    apply(document, "a@b.c", [{"updateCells": {"rows": rows, "start": {}, "fields": "*"}}])
    found = sheet.cell(0, 0).value
    assert (found, type(found)) == (new, type(new))
