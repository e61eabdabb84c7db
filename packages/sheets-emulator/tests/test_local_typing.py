"""What typing means: in values, in what is shown, and in the page."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from server_kit import Account, Book, box

from sheets_emulator.access import Caller, account_email
from sheets_emulator.app import LocalServer
from sheets_emulator.display import show
from sheets_emulator.errors import ApiError
from sheets_emulator.grid import Grid
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Document, Formula
from sheets_emulator.page_entry import type_block
from sheets_emulator.user_entered import read

TEXT = {"type": "TEXT", "pattern": "@"}


def serial(year: int, month: int, day: int) -> float:
    return (datetime(year, month, day, tzinfo=UTC) - datetime(1899, 12, 30, tzinfo=UTC)).days


THIS_YEAR = datetime.now().year


@pytest.mark.parametrize(
    ("text", "value", "shown"),
    [
        ("7", 7, "7"),
        ("-1", -1, "-1"),
        ("+1", 1, "1"),
        ("007", 7, "7"),
        ("0042", 42, "42"),
        ("1.50", 1.5, "1.5"),
        (".5", 0.5, "0.5"),
        ("1e5", 100000, "1.00E+05"),
        ("1,000", 1000, "1,000"),
        ("2,000,000.01", 2000000.01, "2,000,000.01"),
        ("50%", 0.5, "50%"),
        ("12.5%", 0.125, "12.50%"),
        ("$3", 3, "$3"),
        ("TRUE", True, "TRUE"),
        ("false", False, "FALSE"),
        ("7:30", 0.3125, "7:30"),
        ("2:10", 130 / 1440, "2:10"),
        ("2020-01-01", 43831, "2020-01-01"),
        ("3/4", serial(THIS_YEAR, 4, 3), "3/4"),
        ("3-4", serial(THIS_YEAR, 4, 3), "3-4"),
        ("31/12/1999", 36525, "31/12/1999"),
        ("mar 3", serial(THIS_YEAR, 3, 3), "Mar 3"),
        ("3 March 2024", 45354, "3 Mar 2024"),
        ("2:-1", "2:-1", "2:-1"),
        ("Y5 set", "Y5 set", "Y5 set"),
        ("13-14", "13-14", "13-14"),
        ("1,00", "1,00", "1,00"),
        ("'3-4", "3-4", "3-4"),
        ("'=1", "=1", "=1"),
        ("-", "-", "-"),
        ("+ later", Formula("=+ later"), None),
        ("- later", "- later", "- later"),
        ("marvel 3", "marvel 3", "marvel 3"),
        ("1 2", "1 2", "1 2"),
        ("$", "$", "$"),
        (" x ", " x ", " x "),
        ("=1+1", Formula("=1+1"), None),
        ("+A1", Formula("=+A1"), None),
        ("=", "=", "="),
    ],
)
def test_an_automatic_cell_in_britain(text: str, value: Any, shown: str | None) -> None:
    locale = locale_of("en_GB")
    typed = read(text, None, locale)
    assert typed.value == (pytest.approx(value) if isinstance(value, float) else value)
    assert type(typed.value) is type(value) or not isinstance(value, bool)
    if shown is not None:
        assert not isinstance(typed.value, Formula | None)
        assert show(typed.value, typed.number_format, locale) == shown


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("en_US", "3/4", serial(THIS_YEAR, 3, 4)),
        ("en_US", "12/31/99", 36525),
        ("de_DE", "3.4", serial(THIS_YEAR, 4, 3)),
        ("de_DE", "1,5", 1.5),
        ("de_DE", "1.000", 1000.0),
        ("fr_FR", "1.5", "1.5"),
    ],
)
def test_the_locale_decides(name: str, text: str, value: Any) -> None:
    assert read(text, None, locale_of(name)).value == value


@settings(deadline=None)
@given(st.text(min_size=1, max_size=30))
def test_a_plain_text_cell_keeps_what_is_typed(text: str) -> None:
    kept = read(text, TEXT, locale_of("en_GB"))
    assert kept.value == text.removeprefix("'")
    assert kept.number_format is None


@settings(deadline=None)
@given(st.text(min_size=1, max_size=30))
def test_typing_never_fails(text: str) -> None:
    for name in ("en_GB", "en_US", "de_DE", "ja"):
        typed = read(text, None, locale_of(name))
        if not isinstance(typed.value, Formula | None):
            show(typed.value, typed.number_format, locale_of(name))


ACCOUNTING = '_("$"* #,##0.00_);_("$"* \\(#,##0.00\\);_("$"* "-"??_);_(@_)'
LEVELS = '[<100]"Low";[>=1000]"High";000'


@pytest.mark.parametrize(
    ("value", "pattern", "shown"),
    [
        (24.0, ACCOUNTING, " $ 24.00 "),
        (-24.0, ACCOUNTING, " $ (24.00)"),
        (0.0, ACCOUNTING, " $ -   "),
        ("Accounting", ACCOUNTING, " Accounting "),
        (12345.125, "####.#", "12345.1"),
        (12.34, "000.0000", "012.3400"),
        (12.0, "#.0#", "12.0"),
        (5.0, "?0.0?", " 5.0 "),
        (12000.0, "#,###", "12,000"),
        (1230000.0, '0.0,,"M"', "1.2M"),
        (1230000.0, "0,.0", "1230.0"),
        (1e20, "#,##0", "100,000,000,000,000,000,000"),
        (1234500000.0, "0.00e+00", "1.23e+09"),
        (0.000123, "##0.0E+0", "123.0E-6"),
        (9.999, "0.0E-0", "1.0E1"),
        (5.125, "# ?/?", "5 1/8"),
        (5.125, "# ???/???", "5   1/8  "),
        (4.25, "# ?/8", "4 2/8"),
        (0.75, "?/?", "3/4"),
        (2.9999, "# ?/?", "3    "),
        (123456789.0, "000-00-0000", "123-45-6789"),
        (5551234567.0, "(###) ###-####", "(555) 123-4567"),
        (50.0, LEVELS, "Low"),
        (150.0, LEVELS, "150"),
        (5000.0, LEVELS, "High"),
        (-3.0, "[<0]0;0", "3"),
        (7.0, "[<5]0;[>8]0", "###"),
        (-2.5, "[Red]#,##0.0;[Blue](#,##0.0)", "(2.5)"),
        (-0.001, "0.00", "0.00"),
        (0.0, "#", ""),
        (-1.0, "0;;", ""),
        ("x", "0;-0;0;", ""),
        ("x", "0;@", "x"),
        (5.0, "@", "5"),
        (0.256, "0.0%", "25.6%"),
    ],
)
def test_the_language_of_number_formats(value: Any, pattern: str, shown: str) -> None:
    number_format = {"type": "NUMBER", "pattern": pattern}
    assert show(value, number_format, locale_of("en_US")) == shown


AFTERNOON = 42465.672841759259  # 5 April 2016, 16:08:53.528
SPAN = 0.13450525462962963  # 3:13:41.254


@pytest.mark.parametrize(
    ("value", "pattern", "shown"),
    [
        (AFTERNOON, "h:mm:ss.00 a/p", "4:08:53.53 p"),
        (AFTERNOON, 'hh:mm A/P".M."', "04:08 P.M."),
        (AFTERNOON, "yyyy-mm-dd", "2016-04-05"),
        (AFTERNOON, "mmmm d \\[dddd\\]", "April 5 [Tuesday]"),
        (AFTERNOON, "h PM, ddd mmm dd", "4 PM, Tue Apr 05"),
        (AFTERNOON, "dddd, m/d/yy at h:mm", "Tuesday, 4/5/16 at 16:08"),
        (AFTERNOON, "mmmmm", "A"),
        (SPAN, "[hh]:[mm]:[ss].000", "03:13:41.254"),
        (SPAN, "[mmmm]:[ss].000", "0193:41.254"),
        (SPAN + 1, "[h]:mm:ss", "27:13:41"),
        (-SPAN, "[h]:mm", "-3:13"),
    ],
)
def test_the_language_of_date_formats(value: float, pattern: str, shown: str) -> None:
    number_format = {"type": "DATE_TIME", "pattern": pattern}
    assert show(value, number_format, locale_of("en_US")) == shown


@pytest.mark.parametrize(
    ("value", "number_format", "shown"),
    [
        (1 / 3, None, "0.3333333333"),
        (1 / 1024, None, "0.0009765625"),
        (1e21, None, "1E+21"),
        (-0.0, None, "0"),
        (1234.5, {"type": "NUMBER"}, "1,234.50"),
        (1234.5, {"type": "NUMBER", "pattern": "0"}, "1235"),
        (1234.5, {"type": "NUMBER", "pattern": "#,##0.0#"}, "1,234.5"),
        (-5.0, {"type": "NUMBER", "pattern": "0;(0)"}, "(5)"),
        (0.0, {"type": "NUMBER", "pattern": '0;-0;"none"'}, "none"),
        (0.256, {"type": "PERCENT"}, "25.60%"),
        (5.0, {"type": "CURRENCY", "pattern": "[$€]#,##0.00"}, "€5.00"),
        (0.5, {"type": "TIME", "pattern": "h:mm am/pm"}, "12:00 PM"),
        (1.5, {"type": "TIME", "pattern": "[h]:mm"}, "36:00"),
        (43831.75, {"type": "DATE_TIME", "pattern": "ddd d mmm yyyy h:mm"}, "Wed 1 Jan 2020 18:00"),
        (3.0, {"type": "NUMBER", "pattern": '"P"0'}, "P3"),
        ("x", {"type": "TEXT", "pattern": '"<"@">"'}, "<x>"),
        (True, {"type": "NUMBER"}, "TRUE"),
    ],
)
def test_number_formats(value: Any, number_format: dict[str, str] | None, shown: str) -> None:
    assert show(value, number_format, locale_of("en_GB")) == shown


@pytest.fixture
def page(server: LocalServer, book: Book, token: str) -> Callable[..., None]:
    """Types texts into the book as its owner does in the browser."""

    def type_at(row: int, column: int, *rows: list[str], who: str = token) -> None:
        account = account_email(who)

        def typed(document: Document) -> None:
            type_block(document, Caller(document, account), 0, row, column, rows)

        server.service.change(account, book.id, typed)

    return type_at


def grid_of(server: LocalServer, book: Book, who: str) -> Grid:
    """The first tab as the account of a token sees it."""
    document = server.service.open(account_email(who), book.id).document
    return Grid(document, document.sheets[0], Caller(document, account_email(who)))


def entered(book: Book, text: str) -> list[Any]:
    return [
        next(iter(cell.get("userEnteredValue", {"none": None}).values()))
        for row in book.cells(text, "userEnteredValue")
        for cell in row
    ]


def test_a_paste_is_typed_cell_by_cell(book: Book, page: Callable[..., None]) -> None:
    book.batch(
        {
            "repeatCell": {
                "range": box(0, 2, 1, 2),
                "cell": {"userEnteredFormat": {"numberFormat": TEXT}},
                "fields": "userEnteredFormat.numberFormat",
            }
        }
    )
    page(0, 0, ["1", "1"], ["=A1*2", "=A1"])
    assert entered(book, "A1:B2") == [1, "1", "=A1*2", "=A1"]
    assert book.values("A1:B2") == [["1", "1"], ["2", "=A1"]]
    page(0, 0, ["", ""])
    assert book.values("A1:B1") == []


def test_a_strict_validation_refuses_with_its_own_words(
    book: Book, page: Callable[..., None]
) -> None:
    rule = {
        "condition": {
            "type": "ONE_OF_LIST",
            "values": [{"userEnteredValue": "Red"}, {"userEnteredValue": "Blue"}],
        },
        "strict": True,
        "inputMessage": "Red or Blue, please.",
    }
    book.batch({"setDataValidation": {"range": box(0, 1, 0, 1), "rule": rule}})
    with pytest.raises(ApiError, match=r"^Red or Blue, please\.$"):
        page(0, 0, ["Green"])
    assert book.values("A1") == []
    page(0, 0, ["Red"])
    page(0, 0, [""])
    assert book.write("A1", [["Green"]])["updatedCells"] == 1  # the API may write what it likes


@pytest.mark.parametrize(("row", "column", "code"), [(999, 25, None), (1000, 0, 400), (0, 26, 400)])
def test_only_cells_of_the_grid_can_be_typed_in(
    page: Callable[..., None], row: int, column: int, code: int | None
) -> None:
    if code is None:
        page(row, column, ["x"])
        return
    with pytest.raises(ApiError) as refused:
        page(row, column, ["x"])
    assert refused.value.code == code


def test_who_may_type(
    server: LocalServer,
    book: Book,
    page: Callable[..., None],
    account: Callable[[str], Account],
    token: str,
) -> None:
    reader, writer = token + "r", token + "w"
    for one, role in ((reader, "reader"), (writer, "writer")):
        body = {"type": "user", "role": role, "emailAddress": account_email(one)}
        book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", body)
    book.batch(
        {
            "addProtectedRange": {
                "protectedRange": {
                    "range": {"sheetId": 0},
                    "unprotectedRanges": [box(4, 9, 1, 2)],
                    "editors": {"users": []},
                }
            }
        }
    )
    for who, row, code in ((reader, 5, 403), (writer, 3, 400), (token + "?", 5, 403)):
        with pytest.raises(ApiError) as refused:
            page(row, 1, ["x"], who=who)
        assert refused.value.code == code
    page(5, 1, ["x"], who=writer)
    assert grid_of(server, book, writer).cell(5, 1).editable
    assert not grid_of(server, book, writer).cell(5, 2).editable
    assert not grid_of(server, book, reader).cell(5, 1).editable


def test_what_the_page_is_told_of_a_cell(server: LocalServer, book: Book, token: str) -> None:
    red = {"backgroundColor": {"red": 1}, "textFormat": {"bold": True}}
    rule = {
        "ranges": [box(0, 5, 0, 1)],
        "booleanRule": {
            "condition": {"type": "TEXT_EQ", "values": [{"userEnteredValue": "red"}]},
            "format": red,
        },
    }
    options = {
        "condition": {"type": "ONE_OF_LIST", "values": [{"userEnteredValue": "Red"}]},
        "showCustomUi": True,
        "inputMessage": "a colour",
    }
    tick = {
        "condition": {
            "type": "BOOLEAN",
            "values": [{"userEnteredValue": "undo 17"}],
        }
    }
    book.batch(
        {"addConditionalFormatRule": {"rule": rule}},
        {"setDataValidation": {"range": box(0, 2, 0, 1), "rule": options}},
        {"setDataValidation": {"range": box(2, 3, 0, 1), "rule": tick}},
    )
    book.write("A1:A5", [["Red"], ["Blue"], ["undo 17"], ["7"], ["=B1"]], "RAW")
    book.write("A6:A7", [["50%"], ["=1/0"]], "USER_ENTERED")
    grid = grid_of(server, book, token)
    cells = [grid.cell(row, 0) for row in range(7)]
    assert [cell.text for cell in cells[:4]] == ["Red", "Blue", "undo 17", "7"]
    assert [cell.edit for cell in cells] == [
        "Red", "Blue", "undo 17", "'7", "'=B1", "50%", "=1/0"
    ]  # fmt: skip
    assert cells[6].text == "#DIV/0!"
    assert cells[0].format["backgroundColorStyle"] == {"rgbColor": {"red": 1}}
    assert cells[0].format["textFormat"]["bold"] is True
    assert cells[1].format["backgroundColorStyle"]["rgbColor"] == {"red": 1, "green": 1, "blue": 1}
    assert (cells[0].options, cells[0].help) == (("Red",), "a colour")
    assert (cells[0].invalid, cells[1].invalid) == (False, True)
    assert (cells[2].checked, cells[2].tick, cells[2].untick) == (True, "undo 17", "")
    assert grid.used == (7, 1)
