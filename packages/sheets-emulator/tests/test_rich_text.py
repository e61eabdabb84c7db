"""Texts of which parts have a format of their own."""

from pathlib import Path

import pytest
from server_kit import Account, Book, Json, box

from sheets_emulator.app import LocalServer

BOLD, RED = {"bold": True}, {"foregroundColor": {"red": 1.0}}
RUNS = [{"format": BOLD}, {"startIndex": 3, "format": {}}]


def cell(data: Json, fields: str = "userEnteredValue,textFormatRuns") -> Json:
    return {
        "updateCells": {"start": {"sheetId": 0}, "rows": [{"values": [data]}], "fields": fields}
    }


def text(value: str, runs: list[Json]) -> Json:
    return cell({"userEnteredValue": {"stringValue": value}, "textFormatRuns": runs})


def runs_of(book: Book, at: str = "A1") -> list[Json] | None:
    found = book.cells(at, "textFormatRuns")
    return found[0][0].get("textFormatRuns") if found else None


def test_parts_of_a_text_have_formats(book: Book) -> None:
    book.batch(text("now and then", [{"startIndex": 3, "format": {}}, {"format": BOLD}]))
    assert runs_of(book) == RUNS
    assert book.values("A1") == [["now and then"]]
    book.batch(cell({"textFormatRuns": [{"format": RED}]}, "textFormatRuns"))
    (run,) = runs_of(book) or []
    assert run["format"]["foregroundColorStyle"] == {"rgbColor": {"red": 1}}


def test_another_text_has_none_of_them(book: Book) -> None:
    book.batch(text("now and then", RUNS))
    book.batch(cell({"note": "kept"}, "note"))
    assert runs_of(book) == RUNS
    book.write("A1", [["then and now"]])
    assert not runs_of(book)
    book.batch(text("now and then", RUNS), cell({}, "textFormatRuns"))
    assert not runs_of(book)
    assert book.values("A1") == [["now and then"]]


def test_a_copy_has_them_too(book: Book) -> None:
    paste = {"source": box(0, 1, 0, 1), "destination": box(1, 2, 0, 1)}
    book.batch(text("now and then", RUNS), {"copyPaste": paste})
    assert runs_of(book, "A2") == RUNS


@pytest.mark.parametrize(
    "data",
    [
        {"userEnteredValue": {"stringValue": "abc"}, "textFormatRuns": [{"startIndex": 3}]},
        {"userEnteredValue": {"stringValue": "abc"}, "textFormatRuns": [{"startIndex": -1}]},
        {"userEnteredValue": {"numberValue": 5}, "textFormatRuns": RUNS},
        {"userEnteredValue": {"formulaValue": "=1"}, "textFormatRuns": RUNS},
        {"textFormatRuns": RUNS},
    ],
)
def test_what_has_no_such_parts(book: Book, data: Json) -> None:
    assert "textFormatRuns" in book.refuse(cell(data))["message"]


def test_they_outlive_the_server(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as first:
        owner = Account(first.base_url, "owner")
        with owner.session:
            made = owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"]
            Book(owner, made).batch(text("now and then", RUNS))
    with LocalServer(tmp_path) as again:
        owner = Account(again.base_url, "owner")
        with owner.session:
            assert runs_of(Book(owner, made)) == RUNS
