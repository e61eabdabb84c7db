"""Writing values: where they go, what is counted, what is refused."""

from typing import Any

import pytest
from server_kit import Book, box


def test_an_update_tells_what_it_wrote(book: Book) -> None:
    assert book.write("Sheet1!A1:B2", [[42, 43], [43, 44]]) == {
        "spreadsheetId": book.id,
        "updatedRange": "Sheet1!A1:B2",
        "updatedRows": 2,
        "updatedColumns": 2,
        "updatedCells": 4,
    }


def test_null_is_skipped_and_an_empty_text_counts(book: Book) -> None:
    book.write("A1:D6", [["old"] * 4] * 6)
    corners: list[list[Any]] = [["a", None, None, None], *[[None] * 4] * 4, [None, None, None, ""]]
    found = book.write("A1:D6", corners)
    assert found["updatedRange"] == "Sheet1!A1:D6"
    assert (found["updatedRows"], found["updatedColumns"], found["updatedCells"]) == (2, 2, 2)
    assert book.values("A1:D1") == [["a", "old", "old", "old"]]
    assert book.values("A6:D6") == [["old", "old", "old"]]


def test_the_block_written_is_echoed_not_the_one_asked_for(book: Book) -> None:
    assert book.write("Sheet1!A1:D9", [["x", "y"]])["updatedRange"] == "Sheet1!A1:B1"


def test_a_single_cell_is_where_writing_starts(book: Book) -> None:
    assert book.write("B2", [["x", "y"], ["z"]])["updatedRange"] == "Sheet1!B2:C3"


def test_a_named_range_is_written_by_its_name(book: Book) -> None:
    book.batch({"addNamedRange": {"namedRange": {"name": "headline", "range": box(4, 5, 1, 3)}}})
    assert book.write("headline", [["x", "y"]])["updatedRange"] == "Sheet1!B5:C5"


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        (
            "Sheet1!A1:B1",
            [["a", "b", "c"]],
            "Requested writing within range [Sheet1!A1:B1], but tried writing to column [C]",
        ),
        (
            "Sheet1!A1:B1",
            [["a"], ["b"]],
            "Requested writing within range [Sheet1!A1:B1], but tried writing to row [2]",
        ),
        (
            "Sheet1!Z1000",
            [["a", "b"]],
            "Range (Sheet1!Z1000:AA1000) exceeds grid limits. Max rows: 1000, max columns: 26",
        ),
        ("Nobody!A1", [["a"]], "Unable to parse range: Nobody!A1"),
        ("A1", [[{}]], "Invalid values[0][0]: struct_value {\n}\n"),
        ("A1", [["x" * 50001]], "Your input contains more than the maximum of 50000 characters in "
                                "a single cell."),
    ],
)  # fmt: skip
def test_what_cannot_be_written_is_refused_whole(
    book: Book, text: str, values: list[list[Any]], message: str
) -> None:
    body = {"values": values}
    error = book.account.error("PUT", book.values_path(text), body, valueInputOption="RAW")
    assert error["message"] == message
    assert "values" not in book.read("Sheet1")


def test_an_input_option_must_be_given(book: Book) -> None:
    error = book.account.error("PUT", book.values_path("A1"), {"values": [["x"]]})
    assert error["message"] == "'valueInputOption' is required but not specified"


def test_batch_update_is_all_or_nothing_and_names_the_part(book: Book) -> None:
    body = {
        "valueInputOption": "RAW",
        "data": [
            {"range": "A1:B1", "values": [["a", "b"]]},
            {"range": "A2:B2", "values": [["a", "b", "c"]]},
        ],
    }
    error = book.account.error("POST", f"{book.path}/values:batchUpdate", body)
    assert error["message"].startswith("Invalid data[1]: Requested writing within range")
    assert "values" not in book.read("Sheet1")


def test_batch_update_sums_up(book: Book) -> None:
    body = {
        "value_input_option": "RAW",
        "data": [
            {"range": "A1:B1", "values": [["a", "b"]]},
            {"range": "C4", "majorDimension": "COLUMNS", "values": [["c", "d"]]},
        ],
    }
    found = book.account.ok("POST", f"{book.path}/values:batchUpdate", body)
    assert (found["totalUpdatedRows"], found["totalUpdatedColumns"]) == (3, 3)
    assert (found["totalUpdatedCells"], found["totalUpdatedSheets"]) == (4, 1)
    assert [one["updatedRange"] for one in found["responses"]] == ["Sheet1!A1:B1", "Sheet1!C4:C5"]
    assert book.values("C4:C5") == [["c"], ["d"]]


def test_raw_keeps_a_formula_text(book: Book) -> None:
    book.write("A1", [["=1+1"]])
    assert book.values("A1", valueRenderOption="FORMULA") == [["=1+1"]]
    assert book.cells("A1", "userEnteredValue") == [[{"userEnteredValue": {"stringValue": "=1+1"}}]]


def test_appending_to_an_empty_sheet_finds_no_table(book: Book) -> None:
    found = book.append("Sheet1", [["a", "", "c"]])
    assert "tableRange" not in found
    assert found["updates"]["updatedRange"] == "Sheet1!A1:C1"


def test_a_gap_splits_tables(book: Book) -> None:
    book.append("Sheet1", [["a", "", "c"]])
    found = book.append("Sheet1", [["a", "", "c"]])
    assert found["tableRange"] == "Sheet1!C1"
    assert found["updates"]["updatedRange"] == "Sheet1!C2:E2"


def test_a_range_chooses_the_table(book: Book) -> None:
    book.append("Sheet1", [["a", "", "c"]])
    found = book.append("Sheet1!A1", [["a", "", "c"]])
    assert found["tableRange"] == "Sheet1!A1"
    assert found["updates"]["updatedRange"] == "Sheet1!A2:C2"


def test_appending_grows_a_full_grid(book: Book) -> None:
    book.batch(
        {
            "updateSheetProperties": {
                "properties": {"sheetId": 0, "gridProperties": {"rowCount": 2, "columnCount": 2}},
                "fields": "gridProperties/rowCount,gridProperties/columnCount",
            }
        }
    )
    book.append("Sheet1", [["a", "b"], ["c", "d"]])
    found = book.append("Sheet1", [["e", "f"]])
    assert found["updates"]["updatedRange"] == "Sheet1!A3:B3"
    assert book.sheet()["properties"]["gridProperties"]["rowCount"] == 3


def test_rows_may_be_inserted_for_what_is_appended(book: Book) -> None:
    book.write("A1", [["head"], ["one"], [""], ["below"]])
    book.append("A1", [["two"], ["three"]], insertDataOption="INSERT_ROWS")
    assert book.values("A1:A6") == [["head"], ["one"], ["two"], ["three"], [], ["below"]]


def test_clearing_keeps_formats(book: Book) -> None:
    book.write("A1:B1", [["a", "b"]])
    bold = {"userEnteredFormat": {"textFormat": {"bold": True}}}
    book.batch({"repeatCell": {"range": box(0, 1, 0, 1), "cell": bold, "fields": "*"}})
    book.write("A1", [["a"]])
    cleared = book.account.ok("POST", f"{book.values_path('Sheet1!A1:A')}:clear")
    assert cleared == {"spreadsheetId": book.id, "clearedRange": "Sheet1!A1:A1000"}
    assert book.values("A1:B1") == [["", "b"]]
    assert book.cells("A1", "userEnteredFormat")[0][0] == bold


def test_several_ranges_are_cleared_at_once(book: Book) -> None:
    book.write("A1:E2", [["x"] * 5] * 2)
    found = book.account.ok(
        "POST", f"{book.path}/values:batchClear", {"ranges": ["A1:B1", "Sheet1!C2:E2"]}
    )
    assert found["clearedRanges"] == ["Sheet1!A1:B1", "Sheet1!C2:E2"]
    assert book.values("A1:E2") == [["", "", "x", "x", "x"], ["x", "x"]]
