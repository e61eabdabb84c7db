"""Reading values: what Google answers, in shape and in words."""

from typing import Any

import pytest
from server_kit import Book, box

SHEET = {"properties": {"sheetId": 7, "title": "🌵 x"}}


@pytest.fixture
def filled(book: Book) -> Book:
    book.batch(
        {"addSheet": SHEET},
        {"addSheet": {"properties": {"title": "D3", "sheetId": 8}}},
        {"addNamedRange": {"namedRange": {"name": "Solo", "range": box(0, 3, 0, 2)}}},
    )
    book.write("Sheet1!A1:D4", [["a", "b", "", "d"], [], ["", "b3"], ["x"]])
    return book


def test_each_row_is_trimmed_by_itself(filled: Book) -> None:
    assert filled.read("Sheet1!A1:D6") == {
        "range": "Sheet1!A1:D6",
        "majorDimension": "ROWS",
        "values": [["a", "b", "", "d"], [], ["", "b3"], ["x"]],
    }


def test_an_empty_range_has_no_values(filled: Book) -> None:
    assert filled.read("Sheet1!F1:G9") == {"range": "Sheet1!F1:G9", "majorDimension": "ROWS"}


def test_columns_first_keeps_inner_empty_columns(filled: Book) -> None:
    values = filled.values("Sheet1!A1:D4", majorDimension="COLUMNS")
    assert values == [["a", "", "", "x"], ["b", "", "b3"], [], ["d"]]


@pytest.mark.parametrize(
    ("asked", "echoed"),
    [
        ("Sheet1", "Sheet1!A1:Z1000"),
        ("sheet1", "Sheet1!A1:Z1000"),
        ("'Sheet1'!A1", "Sheet1!A1"),
        ("A1", "Sheet1!A1"),
        ("Sheet1!A1:A1", "Sheet1!A1"),
        ("Sheet1!A1:C", "Sheet1!A1:C1000"),
        ("Sheet1!A2:2", "Sheet1!A2:Z2"),
        ("Sheet1!D4:A1", "Sheet1!A1:D4"),
        ("Sheet1!A1:AA5", "Sheet1!A1:Z5"),
        ("Sheet1!B:C", "Sheet1!B1:C1000"),
        ("Sheet1!2:3", "Sheet1!A2:Z3"),
        ("R2C2:R3C3", "Sheet1!B2:C3"),
        ("'D3'", "'D3'!A1:Z1000"),
        ("D3", "Sheet1!D3"),
        ("'D3'!A1", "'D3'!A1"),
        ("🌵 x!A1", "'🌵 x'!A1"),
        ("'🌵 x'", "'🌵 x'!A1:Z1000"),
        ("Solo", "Sheet1!A1:B3"),
        ("solo", "Sheet1!A1:B3"),
        ("'Sheet1'!Solo", "Sheet1!A1:B3"),
    ],
)
def test_the_range_is_echoed_as_it_was_understood(filled: Book, asked: str, echoed: str) -> None:
    assert filled.read(asked)["range"] == echoed


@pytest.mark.parametrize(
    "asked", ["'Solo'", "Solo!A1", "'Nobody'!A1:B2", "nonsense", "A1:", "Sheet1!"]
)
def test_what_means_nothing_is_refused_in_the_words_it_came_in(filled: Book, asked: str) -> None:
    error = filled.account.error("GET", filled.values_path(asked))
    assert (error["code"], error["status"]) == (400, "INVALID_ARGUMENT")
    assert error["message"] == f"Unable to parse range: {asked}"


def test_a_start_outside_the_grid_is_refused(filled: Book) -> None:
    error = filled.account.error("GET", filled.values_path("Sheet1!AA1:AB5"))
    assert error["message"] == (
        "Range (Sheet1!AA1:AB5) exceeds grid limits. Max rows: 1000, max columns: 26"
    )


def test_a_named_range_wins_over_a_tab_of_its_name(book: Book) -> None:
    book.batch(
        {"addSheet": {"properties": {"title": "Twice"}}},
        {"addNamedRange": {"namedRange": {"name": "Twice", "range": box(0, 1, 0, 1)}}},
    )
    assert book.read("Twice")["range"] == "Sheet1!A1"


def test_a_title_may_hold_any_sign(book: Book) -> None:
    book.batch({"addSheet": {"properties": {"title": "it's A1!B2"}}})
    for asked in ("'it''s A1!B2'", "'it''s A1!B2'!A1:Z1000"):
        assert book.read(asked)["range"] == "'it''s A1!B2'!A1:Z1000"


def test_batch_get_keeps_the_order_and_repeats_parameters(filled: Book) -> None:
    found = filled.account.ok(
        "GET", f"{filled.path}/values:batchGet", ranges=["Solo", "Sheet1!D1", "F9"]
    )
    assert found == {
        "spreadsheetId": filled.id,
        "valueRanges": [
            {
                "range": "Sheet1!A1:B3",
                "majorDimension": "ROWS",
                "values": [["a", "b"], [], ["", "b3"]],
            },
            {"range": "Sheet1!D1", "majorDimension": "ROWS", "values": [["d"]]},
            {"range": "Sheet1!F9", "majorDimension": "ROWS"},
        ],
    }


@pytest.mark.parametrize(
    ("option", "date_time", "expected"),
    [
        ("FORMATTED_VALUE", "FORMATTED_STRING", ["2", "2020-01-01", "TRUE", "007", "1,000"]),
        ("FORMATTED_VALUE", "SERIAL_NUMBER", ["2", "2020-01-01", "TRUE", "007", "1,000"]),
        ("UNFORMATTED_VALUE", "SERIAL_NUMBER", [2, 43831, True, "007", 1000]),
        ("UNFORMATTED_VALUE", "FORMATTED_STRING", [2, "2020-01-01", True, "007", 1000]),
        ("FORMULA", "SERIAL_NUMBER", ["=4/2", 43831, True, "007", 1000]),
    ],
)
def test_render_options(book: Book, option: str, date_time: str, expected: list[Any]) -> None:
    book.write("A1", [["=4/2", "2020-01-01", "true", "'007", "1,000"]], "USER_ENTERED")
    found = book.values("A1:E1", valueRenderOption=option, dateTimeRenderOption=date_time)
    assert found == [expected]


def test_true_and_null_may_be_spelled_as_gspread_does(book: Book) -> None:
    body = {"values": [["x"]], "majorDimension": None, "range": None}
    found = book.account.ok(
        "PUT",
        book.values_path("A1"),
        body,
        valueInputOption="RAW",
        includeValuesInResponse="True",
    )
    assert found["updatedData"] == {
        "range": "Sheet1!A1",
        "majorDimension": "ROWS",
        "values": [["x"]],
    }


def test_a_merge_shows_only_its_top_left_cell(book: Book) -> None:
    book.write("A1:B2", [[42, 43], [44, 45]])
    book.batch({"mergeCells": {"range": box(0, 2, 0, 2), "mergeType": "MERGE_ALL"}})
    assert book.values("A1:B2") == [["42"]]
