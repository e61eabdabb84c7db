"""Formulas: what is computed, and honest errors for what is not."""

from typing import Any

import pytest
from server_kit import Book

from sheets_emulator.formulas import Calculation
from sheets_emulator.model import Cell, Document, Formula, Sheet
from sheets_emulator.references import move_relative
from sheets_emulator.scalars import CellError


def computed(formula: str, **cells: Any) -> Any:
    sheet = Sheet(0, "Sheet1", 20, 10)
    other = Sheet(1, "My tab", 20, 10, cells={(0, 0): Cell(5.0)})
    for name, value in cells.items():
        column, row = ord(name[0]) - ord("A"), int(name[1:]) - 1
        is_formula = isinstance(value, str) and value.startswith("=")
        sheet.put(row, column, Cell(Formula(value) if is_formula else value))
    sheet.put(19, 9, Cell(Formula(formula)))
    document = Document("id", "t", sheets=[sheet, other])
    found = Calculation(document).value(sheet, 19, 9)
    return found.text if isinstance(found, CellError) else found


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("=1+2*3", 7),
        ("=(1+2)*3", 9),
        ("=2^3^2", 64),
        ("=-2^2", 4),
        ("=3/2", 1.5),
        ("=50%", 0.5),
        ("= 1 / 1024", 1 / 1024),
        ('="a"&1&TRUE', "a1TRUE"),
        ('="say ""x"""', 'say "x"'),
        ("=1=1", True),
        ('="A"="a"', True),
        ("=A1+B1", 3),
        ("=A1&C1", "1x"),
        ("=SUM(A1:B2)", 13),
        ("=SUM(A:A, 1)", 12),
        ("=COUNTA(A1:C9)", 4),
        ("=AVERAGE(A1:B1)", 1.5),
        ("=AVERAGE(C1)", "#DIV/0!"),
        ("=COUNT(A1:C9)", 3),
        ("=MAX(A1:C9)-MIN(A1:C9)", 9),
        ("=NOT()", "#N/A"),
        ("='My tab'!A1*2", 10),
        ('=IF(A1>0,"yes","no")', "yes"),
        ("=IF(A1<0,1)", False),
        ('=IFERROR(1/0,"none")', "none"),
        ("=AND(A1=1,B1=2)", True),
        ("=OR(A1=9,B1=9)", False),
        ("=NOT(FALSE)", True),
        ("=ROUND(2.345,2)", 2.35),
        ("=1/0", "#DIV/0!"),
        ("=A1/D9", "#DIV/0!"),
        ('="x"+1', "#VALUE!"),
        ("=NOSUCH(1)", "#NAME?"),
        ("=nosuchname", "#NAME?"),
        ("=1+", "#ERROR!"),
        ("=(1", "#ERROR!"),
        ("=J20", "#REF!"),
        ("='No tab'!A1", "#REF!"),
        ("=SUM(A1:B2", "#ERROR!"),
        ("=9^999", "#NUM!"),
        ("=1e300*1e300", "#NUM!"),
        ("=" + "(" * 20000, "#ERROR!"),
        ("=A1:B2", "#VALUE!"),
    ],
)
def test_a_formula_comes_to(formula: str, value: Any) -> None:
    found = computed(formula, A1=1.0, B1=2.0, A2=10.0, C1="x")
    assert found == (pytest.approx(value) if isinstance(value, float) else value)


def test_a_circle_is_an_error_in_each_of_its_cells() -> None:
    assert computed("=E5", E5="=F5", F5="=E5") == "#REF!"


def test_a_running_total_may_be_long() -> None:
    sheet = Sheet(0, "Sheet1", 2000, 2)
    sheet.put(0, 0, Cell(1.0))
    for row in range(1, 2000):
        sheet.put(row, 0, Cell(Formula(f"=A{row}+1")))
    assert Calculation(Document("id", "t", sheets=[sheet])).value(sheet, 1999, 0) == 2000


@pytest.mark.parametrize(
    ("formula", "moved"),
    [
        ("=A1+$A$1+A$1+$A1", "=B3+$A$1+B$1+$A3"),
        ("=SUM(A1:B2)", "=SUM(B3:C4)"),
        ("='My tab'!A1", "='My tab'!B3"),
        ('="A1"&A1', '="A1"&B3'),
        ("=SUM(A:A)", "=SUM(B:B)"),
    ],
)
def test_a_copied_formula_looks_where_it_stands(formula: str, moved: str) -> None:
    assert move_relative(formula, 2, 1) == moved


def test_errors_are_told_as_google_tells_them(book: Book) -> None:
    book.write("A1:A2", [["=1/0"], ["=NOSUCH()"]], "USER_ENTERED")
    cells = book.cells("A1:A2", "effectiveValue,formattedValue,userEnteredValue")
    assert cells[0][0]["userEnteredValue"] == {"formulaValue": "=1/0"}
    assert cells[0][0]["effectiveValue"]["errorValue"]["type"] == "DIVIDE_BY_ZERO"
    assert cells[0][0]["formattedValue"] == "#DIV/0!"
    assert cells[1][0]["effectiveValue"]["errorValue"]["type"] == "NAME"
