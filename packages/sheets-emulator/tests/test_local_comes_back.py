"""What comes back for what somebody typed, in cells of every kind."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from server_kit import Book, box

from sheets_emulator.access import Caller, account_email
from sheets_emulator.app import LocalServer
from sheets_emulator.model import Document
from sheets_emulator.page_entry import type_block

TEXT = {"numberFormat": {"type": "TEXT", "pattern": "@"}}
YEAR = date.today().year
Types = Callable[..., None]


def serial(month: int, day: int, year: int = YEAR) -> int:
    return (date(year, month, day) - date(1899, 12, 30)).days


@pytest.fixture
def types(server: LocalServer, book: Book, token: str) -> Types:
    """Types a text into a cell as its owner does in the browser."""

    def type_at(row: int, column: int, text: str) -> None:
        def typed(document: Document) -> None:
            type_block(document, Caller(document, account_email(token)), 0, row, column, [[text]])

        server.service.change(account_email(token), book.id, typed)

    return type_at


def plain_text(book: Book, *area: int) -> None:
    cells = {"range": box(*area), "cell": {"userEnteredFormat": TEXT}}
    book.batch({"repeatCell": {**cells, "fields": "userEnteredFormat.numberFormat"}})


def polled(book: Book, text: str, option: str = "UNFORMATTED_VALUE") -> Any:
    """What a poll shows of one cell; None if it is left out."""
    found = book.account.ok(
        "GET", f"{book.path}/values:batchGet", ranges=text, valueRenderOption=option
    )
    (block,) = found["valueRanges"]
    return block["values"][0][0] if "values" in block else None


def typed(book: Book, text: str) -> Any:
    """What was really typed in one cell."""
    (row,) = book.cells(text, "userEnteredValue,chipRuns") or [[{}]]
    return row[0].get("userEnteredValue")


# what is typed; of a cell of kind Automatic: what was entered, what a poll shows, what is seen
TYPED: list[tuple[str, str, Any, str]] = [
    ("-1", "numberValue", -1, "-1"),
    ("+1", "numberValue", 1, "1"),
    ("7", "numberValue", 7, "7"),
    ("2:-1", "stringValue", "2:-1", "2:-1"),
    ("3-4", "numberValue", serial(3, 4), "3-4"),
    ("1/2", "numberValue", serial(1, 2), "1/2"),
    ("mar 3", "numberValue", serial(3, 3), "Mar 3"),
    ("2020-01-01", "numberValue", 43831, "2020-01-01"),
    ("7:30", "numberValue", 0.3125, "7:30"),
    ("2:10", "numberValue", 130 / 1440, "2:10"),
    ("2020-01-01 18:00", "numberValue", 43831.75, "2020-01-01 18:00"),
    ("007", "numberValue", 7, "7"),
    ("1e5", "numberValue", 100000, "1.00E+05"),
    ("1,000", "numberValue", 1000, "1,000"),
    ("50%", "numberValue", 0.5, "50%"),
    ("$3", "numberValue", 3, "$3"),
    ("10 €", "numberValue", 10, "€10"),
    ("1.5", "numberValue", 1.5, "1.5"),
    ("TRUE", "boolValue", True, "TRUE"),
    ("true", "boolValue", True, "TRUE"),
    ("false", "boolValue", False, "FALSE"),
    ("=1+1", "formulaValue", 2, "2"),
    ('="3"', "formulaValue", "3", "3"),
    ("=1=1", "formulaValue", True, "TRUE"),
    ('=""', "formulaValue", None, ""),
    ("+SUM(1,2)", "formulaValue", 3, "3"),
    ("-Z9", "formulaValue", 0, "0"),
    ("=1/0", "formulaValue", "#DIV/0!", "#DIV/0!"),
    ("=nonsense", "formulaValue", "#NAME?", "#NAME?"),
    ("=NOT()", "formulaValue", "#N/A", "#N/A"),
    ("=A1:", "formulaValue", "#ERROR!", "#ERROR!"),
    ("'3-4", "stringValue", "3-4", "3-4"),
    ("'=1+1", "stringValue", "=1+1", "=1+1"),
    ("Red", "stringValue", "Red", "Red"),
]


@pytest.mark.parametrize(
    ("text", "entered", "value", "shown"), TYPED, ids=[one[0] for one in TYPED]
)
def test_of_an_automatic_cell(
    book: Book, types: Types, text: str, entered: str, value: Any, shown: str
) -> None:
    types(4, 1, text)
    (kind,) = typed(book, "B5")
    assert kind == entered
    found = polled(book, "B5")
    assert found == (pytest.approx(value) if isinstance(value, float) else value)
    assert isinstance(found, bool) == isinstance(value, bool)
    assert (polled(book, "B5", "FORMATTED_VALUE") or "") == shown


@pytest.mark.parametrize("text", [one[0] for one in TYPED])
def test_of_a_plain_text_cell(book: Book, types: Types, text: str) -> None:
    plain_text(book, 4, 5, 1, 2)
    types(4, 1, text)
    kept = text.removeprefix("'")
    assert typed(book, "B5") == {"stringValue": kept}
    assert polled(book, "B5") == polled(book, "B5", "FORMATTED_VALUE") == kept


@pytest.mark.parametrize("plain", [False, True])
def test_of_nothing(book: Book, types: Types, plain: bool) -> None:
    if plain:
        plain_text(book, 4, 5, 1, 2)
    assert polled(book, "B5") is None
    types(4, 1, "x")
    types(4, 1, "")
    assert polled(book, "B5") is None
    assert typed(book, "B5") is None


def test_a_date_is_what_the_locale_makes_of_it(book: Book, types: Types) -> None:
    locale = {"properties": {"locale": "de_DE"}, "fields": "locale"}
    book.batch({"updateSpreadsheetProperties": locale})
    for row, (text, value) in enumerate((("1.2", serial(2, 1)), ("1,5", 1.5), ("WAHR", "WAHR"))):
        types(row, 0, text)
        assert polled(book, f"A{row + 1}") == value


def test_of_a_check_box(book: Book, types: Types) -> None:
    rule = {"condition": {"type": "BOOLEAN"}, "showCustomUi": True, "strict": True}
    book.batch({"setDataValidation": {"range": box(0, 2, 0, 1), "rule": rule}})
    assert polled(book, "A1") is None, "one that nobody has touched is empty"
    for text, value in (("TRUE", True), ("FALSE", False)):
        types(0, 0, text)
        assert polled(book, "A1") is value
        assert typed(book, "A1") == {"boolValue": value}
    cell = {"values": [{"userEnteredValue": {"boolValue": False}}]}
    start = {"sheetId": 0, "rowIndex": 1, "columnIndex": 0}
    book.batch({"updateCells": {"start": start, "rows": [cell], "fields": "userEnteredValue"}})
    assert polled(book, "A2") is False


def test_of_a_drop_down(book: Book, types: Types) -> None:
    """An item is parsed as if it were typed: in a plain text cell it is the item."""
    items = [{"userEnteredValue": text} for text in ("Red", "3-4", "1/2")]
    rule = {"condition": {"type": "ONE_OF_LIST", "values": items}, "showCustomUi": True}
    book.batch({"setDataValidation": {"range": box(0, 1, 0, 2), "rule": rule}})
    plain_text(book, 0, 1, 1, 2)
    for column in (0, 1):
        types(0, column, "Red")
        assert polled(book, "AB"[column] + "1") == "Red"
        types(0, column, "3-4")
    assert (polled(book, "A1"), polled(book, "B1")) == (serial(3, 4), "3-4")


def test_a_date_may_be_asked_for_as_it_is_seen_but_is_a_number_unless_asked(
    book: Book, types: Types
) -> None:
    types(0, 0, "2020-01-01")
    asked = {"ranges": "A1", "valueRenderOption": "UNFORMATTED_VALUE"}
    for more, value in (
        ({}, 43831),
        ({"dateTimeRenderOption": "SERIAL_NUMBER"}, 43831),
        ({"dateTimeRenderOption": "FORMATTED_STRING"}, "2020-01-01"),
    ):
        found = book.account.ok("GET", f"{book.path}/values:batchGet", **asked, **more)
        assert found["valueRanges"][0]["values"] == [[value]]
