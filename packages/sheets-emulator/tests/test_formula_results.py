"""What cells show of their formulas: blanks, number formats, links, and the words of errors."""

from typing import Any

import pytest
from server_kit import Book, Json

LINK_BLUE = {"red": 0.06666667, "green": 0.33333334, "blue": 0.8}
LINKED = {
    "underline": True,
    "foregroundColor": LINK_BLUE,
    "foregroundColorStyle": {"rgbColor": LINK_BLUE},
}
DOLLARS = {"type": "CURRENCY", "pattern": '"$"#,##0.00'}
ISO_DATE = {"type": "DATE", "pattern": "yyyy-mm-dd"}


def typed(book: Book, **cells: str) -> None:
    for name, text in cells.items():
        book.write(name, [[text]], "USER_ENTERED")


def cell(book: Book, at: str, fields: str) -> Json:
    found = book.cells(at, fields)
    return found[0][0] if found and found[0] else {}


@pytest.mark.parametrize(
    "formula",
    [
        "=IF(,,)",
        "=Z99",
        '=""',
        "=IFERROR(1/0)",
        "=IF(TRUE,,1)",
        "=VLOOKUP(2,B1:C3,2,FALSE)",
        "=INDEX(C1:C3,2)",
        "=XLOOKUP(2,B1:B3,C1:C3)",
        "=CHOOSE(1,,2)",
        "=LET(x,,x)",
    ],
)
def test_a_blank_result_shows_nothing(book: Book, formula: str) -> None:
    book.write("B1:C3", [[1, "a"], [2, None], [3, "c"]])
    typed(book, A1=formula)
    fields = "userEnteredValue,effectiveValue,formattedValue"
    assert cell(book, "A1", fields) == {"userEnteredValue": {"formulaValue": formula}}
    assert book.values("A1") == []


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('="x"&A4', "x"),
        ("=ISBLANK(A4)", True),
        ('=A4=""', True),
        ("=A4=FALSE", True),
        ("=A4=0", True),
        ("=ISNUMBER(A4)", False),
        ("=ISTEXT(A4)", False),
        ("=N(A4)", 0),
        ("=A4+1", 1),
        ("=COUNTA(A4)", 0),
    ],
)
def test_a_blank_result_stays_blank_for_others(book: Book, formula: str, value: Any) -> None:
    typed(book, A4="=IF(,,)", A5=formula)
    assert book.values("A5", valueRenderOption="UNFORMATTED_VALUE") == [[value]]


def test_blank_values_of_an_array_show_nothing(book: Book) -> None:
    typed(book, A1='=ARRAYFORMULA({"a";"";IF(,,);"b"})', C1="=ISBLANK(A3)")
    rows = book.cells("A1:A4", "effectiveValue,formattedValue,effectiveFormat.wrapStrategy")
    assert [row[0].get("formattedValue") if row else None for row in rows] == ["a", None, None, "b"]
    assert all("effectiveValue" not in cells for row in rows[1:3] for cells in row)
    assert rows[2] in ([], [{}])
    assert book.values("C1") == [["TRUE"]]


@pytest.mark.parametrize(
    ("formula", "number_format", "shown"),
    [
        ("=DATE(2023,3,19)", {"type": "DATE"}, "3/19/2023"),
        ("=B1", ISO_DATE, "2026-01-05"),
        ("=B1+1", ISO_DATE, "2026-01-06"),
        ("=MAX(B1:B1)", ISO_DATE, "2026-01-05"),
        ("=B1-B1", None, "0"),
        ("=IF(TRUE,B1)", ISO_DATE, "2026-01-05"),
        ("=TIME(1,2,3)", {"type": "TIME"}, None),
        ("=DATE(2026,1,31)+0.5", {"type": "DATE"}, "1/31/2026"),
        ("=B2", DOLLARS, "$4.50"),
        ("=-B2", DOLLARS, "-$4.50"),
        ("=B2*2", DOLLARS, "$9.00"),
        ("=2*B2", DOLLARS, "$9.00"),
        ("=B2*B3", DOLLARS, "$0.45"),
        ("=B2/B2", None, "1"),
        ("=10+B2", DOLLARS, "$14.50"),
        ("=SUM(B2,B2)", DOLLARS, "$9.00"),
        ("=ROUND(B2)", DOLLARS, "$5.00"),
        ("=B3", {"type": "PERCENT", "pattern": "0%"}, "10%"),
        ("=B3+B3", {"type": "PERCENT", "pattern": "0%"}, "20%"),
        ("=COUNT(B1:B3)", None, "3"),
        ("=VLOOKUP(46027,B1:B2,1,FALSE)", ISO_DATE, "2026-01-05"),
        ('=B2&""', None, "4.5"),
    ],
)
def test_a_formula_brings_a_number_format(
    book: Book, formula: str, number_format: Json | None, shown: str | None
) -> None:
    typed(book, B1="2026-01-05", B2="$4.50", B3="10%", A1=formula, A2="=A1")
    for at in ("A1", "A2"):
        found = cell(book, at, "formattedValue,effectiveFormat.numberFormat,userEnteredFormat")
        expected = {} if number_format is None else {"numberFormat": number_format}
        assert found.get("effectiveFormat", {}) == expected
        assert "userEnteredFormat" not in found
        assert shown is None or found["formattedValue"] == shown


def test_a_moment_moved_by_a_time_is_a_moment(book: Book) -> None:
    typed(book, A1="=NOW()", A2="=NOW()+TIME(0,1,0)")
    for at in ("A1", "A2"):
        found = cell(book, at, "effectiveFormat.numberFormat")
        assert found["effectiveFormat"] == {"numberFormat": {"type": "DATE_TIME"}}


def test_a_cells_own_number_format_counts_before_what_its_formula_brings(book: Book) -> None:
    look = {"numberFormat": {"type": "NUMBER", "pattern": "0.0"}}
    typed(book, A1="=DATE(2023,3,19)")
    book.batch(
        {
            "repeatCell": {
                "range": {"sheetId": 0, "endRowIndex": 1, "endColumnIndex": 1},
                "cell": {"userEnteredFormat": look},
                "fields": "userEnteredFormat.numberFormat",
            }
        }
    )
    found = cell(book, "A1", "formattedValue,effectiveFormat.numberFormat")
    assert found == {"formattedValue": "45004.0", "effectiveFormat": look}


def test_a_hyperlink_is_told(book: Book) -> None:
    typed(book, A1='=HYPERLINK("https://example.com","click")', A2="=A1")
    found = cell(book, "A1", "hyperlink,effectiveFormat(hyperlinkDisplayType,textFormat)")
    assert found["hyperlink"] == "https://example.com"
    assert found["effectiveFormat"]["hyperlinkDisplayType"] == "LINKED"
    text_format = found["effectiveFormat"]["textFormat"]
    assert text_format["link"] == {"uri": "https://example.com"}
    assert {name: text_format[name] for name in LINKED} == LINKED
    assert text_format["fontFamily"] == "Arial"
    assert book.values("A1:A2") == [["click"], ["click"]]
    other = cell(book, "A2", "hyperlink,effectiveFormat.hyperlinkDisplayType")
    assert other == {"effectiveFormat": {"hyperlinkDisplayType": "PLAIN_TEXT"}}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('=HYPERLINK("https://example.com")', {"stringValue": "https://example.com"}),
        ('=HYPERLINK("https://example.com",5)', {"numberValue": 5}),
        ('=IF(TRUE,HYPERLINK("https://example.com","a"))', {"stringValue": "a"}),
    ],
)
def test_a_hyperlink_may_have_any_label(book: Book, formula: str, value: Json) -> None:
    typed(book, A1=formula)
    found = cell(book, "A1", "hyperlink,effectiveValue")
    assert found == {"hyperlink": "https://example.com", "effectiveValue": value}


def _written(data: Json, fields: str) -> Json:
    return {
        "updateCells": {"start": {"sheetId": 0}, "rows": [{"values": [data]}], "fields": fields}
    }


def test_a_link_in_a_part_of_a_text_is_blue_and_underlined(book: Book) -> None:
    runs = [{"startIndex": 3, "format": {"link": {"uri": "https://example.com"}}}]
    data = {"userEnteredValue": {"stringValue": "go there"}, "textFormatRuns": runs}
    book.batch(_written(data, "userEnteredValue,textFormatRuns"))
    found = cell(book, "A1", "textFormatRuns,hyperlink")
    assert found == {
        "textFormatRuns": [
            {"startIndex": 3, "format": {**LINKED, "link": {"uri": "https://example.com"}}}
        ]
    }


def test_a_link_of_a_whole_text_is_that_of_its_cell(book: Book) -> None:
    runs = [{"format": {"link": {"uri": "https://example.com"}}}]
    data = {"userEnteredValue": {"stringValue": "go"}, "textFormatRuns": runs}
    book.batch(_written(data, "*"))
    assert cell(book, "A1", "hyperlink") == {"hyperlink": "https://example.com"}


@pytest.mark.parametrize("fields", ["userEnteredFormat", "userEnteredFormat.textFormat.link"])
def test_a_link_in_a_cells_format_is_blue_and_underlined(book: Book, fields: str) -> None:
    look = {"textFormat": {"link": {"uri": "https://example.com"}}}
    typed(book, A1="go")
    book.batch(_written({"userEnteredFormat": look}, fields))
    found = cell(book, "A1", "hyperlink,userEnteredFormat,effectiveFormat.hyperlinkDisplayType")
    assert found["hyperlink"] == "https://example.com"
    assert found["userEnteredFormat"]["textFormat"] == {**LINKED, **look["textFormat"]}
    assert found["effectiveFormat"]["hyperlinkDisplayType"] == "LINKED"


@pytest.mark.parametrize(
    ("formula", "kind", "message"),
    [
        ("=NotARealFunction()", "NAME", "Unknown function: 'NotARealFunction'."),
        (
            "=SQRT(-1)",
            "NUM",
            "Function SQRT parameter 1 value is negative. It should be positive or zero.",
        ),
        ("=LN(0)", "NUM", "Function LN parameter 1 value is 0. It should be greater than 0."),
        ("=1/0", "DIVIDE_BY_ZERO", "Function DIVIDE parameter 2 cannot be zero."),
        ("=MOD(1,0)", "DIVIDE_BY_ZERO", "Function MOD parameter 2 cannot be zero."),
        (
            "=AVERAGE(B1:B3)",
            "DIVIDE_BY_ZERO",
            "Evaluation of function AVERAGE caused a divide by zero error.",
        ),
        (
            '=1+"x"',
            "VALUE",
            "Function ADD parameter 2 expects number values. But 'x' is a text and cannot be "
            "coerced to a number.",
        ),
        (
            '=ABS("x")',
            "VALUE",
            "Function ABS parameter 1 expects number values. But 'x' is a text and cannot be "
            "coerced to a number.",
        ),
        (
            '=IF("x",1,2)',
            "VALUE",
            "Function IF parameter 1 expects boolean values. But 'x' is a text and cannot be "
            "coerced to a boolean.",
        ),
        (
            "=IF(1)",
            "N_A",
            "Wrong number of arguments to IF. Expected between 2 and 3 arguments, but got 1 "
            "arguments.",
        ),
        (
            "=SUM()",
            "N_A",
            "Wrong number of arguments to SUM. Expected at least 1 arguments, but got 0 arguments.",
        ),
        ('=MATCH("x",B1:B3,0)', "N_A", "Did not find value 'x' in MATCH evaluation."),
        ("=VLOOKUP(1,B1:C3,3)", "REF", "VLOOKUP evaluates to an out of bounds range."),
        (
            "=INDEX(B1:B3,5)",
            "NUM",
            "Function INDEX parameter 2 value is 5. Valid values are between 0 and 3 inclusive.",
        ),
        ('=FIND("x","abc")', "VALUE", "In FIND evaluation, cannot find 'x' within 'abc'."),
        ('=VALUE("x")', "VALUE", "VALUE parameter 'x' cannot be parsed to number."),
        ("='No tab'!A1", "REF", "Unresolved sheet name 'No tab'."),
        ("=nowhere", "NAME", "Unknown range name: 'NOWHERE'."),
    ],
)
def test_errors_of_formulas_are_in_googles_words(
    book: Book, formula: str, kind: str, message: str
) -> None:
    typed(book, A1=formula)
    error = cell(book, "A1", "effectiveValue")["effectiveValue"]["errorValue"]
    assert error == {"type": kind, "message": message}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ('="2026-01-05"+0', 46027),
        ('="12:30"*24', 12.5),
        ('="10%"+0', 0.1),
        ('="$5"*2', 10),
        ('="1,234"+1', 1235),
        ('=-"3"', -3),
        ('="2"^"3"', 8),
        ('=SUM("10%",1)', 1.1),
        ('=ABS("-$5")', 5),
        ('=ROUND("2.567","1")', 2.6),
        ('=MONTH("2026-01-05")', 1),
        ('=""+1', "#VALUE!"),
        ('="TRUE"+1', "#VALUE!"),
        ('=SUM("x")', "#VALUE!"),
        ('=TRUE+"1"', 2),
    ],
)
def test_a_text_counts_as_the_number_it_would_be_if_typed(
    book: Book, formula: str, value: float | str
) -> None:
    typed(book, A1=formula)
    ((found,),) = book.values("A1", valueRenderOption="UNFORMATTED_VALUE")
    assert found == (value if isinstance(value, str) else pytest.approx(value))


def test_the_whole_range_of_an_index_spreads(book: Book) -> None:
    book.write("D2:E4", [[1, "a"], [2, "b"], [3, "c"]])
    typed(book, A1="=INDEX(D2:D4,0)", B1="=INDEX(D2:E4,2,0)", G1="=SUM(INDEX(D2:D4,0))")
    assert book.values("A1:C3") == [["1", "2", "b"], ["2"], ["3"]]
    assert book.values("G1") == [["6"]]
