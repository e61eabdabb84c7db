"""Functions of cells: CELL, INDIRECT, SUBTOTAL, TYPE."""

from typing import Any

import pytest
from server_kit import Book, box


def came_to(book: Book, formula: str) -> list[list[Any]]:
    book.write("F1", [[formula]], "USER_ENTERED")
    return book.values("F1:J9", valueRenderOption="UNFORMATTED_VALUE")


@pytest.fixture
def filled(book: Book) -> Book:
    book.batch(
        {"addSheet": {"properties": {"sheetId": 7, "title": "My tab"}}},
        {
            "addNamedRange": {
                "namedRange": {
                    "name": "fruits",
                    "range": {
                        "sheetId": 0,
                        "startRowIndex": 0,
                        "endRowIndex": 3,
                        "startColumnIndex": 1,
                        "endColumnIndex": 2,
                    },
                }
            }
        },
    )
    book.write("A1:B4", [[1, "apple"], [2, "fig"], [3, "pear"], ["=SUBTOTAL(9,A1:A3)"]], "RAW")
    book.write("A4", [["=SUBTOTAL(9,A1:A3)"]], "USER_ENTERED")
    book.write("'My tab'!A1:A2", [[40], [50]])
    return book


@pytest.mark.parametrize(
    ("formula", "rows"),
    [
        ("=TYPE(42)", [[1]]),
        ('=TYPE("x")', [[2]]),
        ("=TYPE(TRUE)", [[4]]),
        ("=TYPE(1/0)", [[16]]),
        ("=TYPE({1,2})", [[64]]),
        ("=TYPE(A1:A2)", [[64]]),
        ("=TYPE(Z99)", [[1]]),
        ('=CELL("address",B2)', [["$B$2"]]),
        ('=CELL("address",B2:C9)', [["$B$2"]]),
        ("=CELL(\"address\",'My tab'!A1)", [["'My tab'!$A$1"]]),
        ('=CELL("ROW",B2)', [[2]]),
        ('=CELL("col",B2)', [[2]]),
        ('=CELL("contents",B2)', [["fig"]]),
        ('=CELL("type",B2)', [["l"]]),
        ('=CELL("type",A2)', [["v"]]),
        ('=CELL("type",Z99)', [["b"]]),
        ('=CELL("format",A1)', [["#VALUE!"]]),
        ('=CELL("address",5)', [["#N/A"]]),
        ('=INDIRECT("A2")', [[2]]),
        ('=INDIRECT("A"&2)*10', [[20]]),
        ('=INDIRECT("A1:B2")', [[1, "apple"], [2, "fig"]]),
        ('=SUM(INDIRECT("A1:A"&3))', [[6]]),
        ("=INDIRECT(\"'My tab'!A2\")", [[50]]),
        ('=INDIRECT("fruits")', [["apple"], ["fig"], ["pear"]]),
        ('=INDIRECT("R2C1",FALSE)', [[2]]),
        ('=INDIRECT("R[1]C[-5]",FALSE)', [[2]]),
        ('=SUM(INDIRECT("R1C1:R3C1",FALSE))', [[6]]),
        ('=SUM(ARRAYFORMULA(ROW(INDIRECT("1:4"))))', [[10]]),
        ('=INDIRECT("nowhere")', [["#REF!"]]),
        ('=INDIRECT("A1+1")', [["#REF!"]]),
        ('=INDIRECT("No tab!A1")', [["#REF!"]]),
        ('=INDIRECT("F1")', [["#REF!"]]),
        ("=SUBTOTAL(9,A1:A3)", [[6]]),
        ("=SUBTOTAL(9,A1:A4)", [[6]]),
        ("=SUBTOTAL(1,A1:A3)", [[2]]),
        ("=SUBTOTAL(3,B1:B3)", [[3]]),
        ("=SUBTOTAL(104,A1:A3,A1)", [[3]]),
        ("=SUBTOTAL(12,A1:A3)", [["#VALUE!"]]),
        ("=SUBTOTAL(9,5)", [["#N/A"]]),
        ("=SUBTOTAL(1,C1:C3)", [["#DIV/0!"]]),
    ],
)
def test_a_function_of_cells_comes_to(filled: Book, formula: str, rows: list[list[Any]]) -> None:
    assert came_to(filled, formula) == rows


def test_a_subtotal_may_pass_over_hidden_rows(filled: Book) -> None:
    filled.batch(
        {
            "updateDimensionProperties": {
                "range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 1, "endIndex": 2},
                "properties": {"hiddenByUser": True},
                "fields": "hiddenByUser",
            }
        }
    )
    assert came_to(filled, "=SUBTOTAL(9,A1:A3)") == [[6]]
    assert came_to(filled, "=SUBTOTAL(109,A1:A3)") == [[4]]


def test_what_cell_cannot_tell_is_refused_by_name(book: Book) -> None:
    body = {"values": [['=CELL("width",A1)']]}
    path = book.values_path("A1")
    error = book.account.error("PUT", path, body, valueInputOption="USER_ENTERED")
    assert (error["code"], 'CELL("width")' in error["message"]) == (501, True)
    book.write("A1:A2", [["width"], ["=CELL(A1,B1)"]], "USER_ENTERED")
    ((found,),) = book.cells("A2", "effectiveValue")
    assert 'CELL("width")' in found["effectiveValue"]["errorValue"]["message"]


def test_a_subtotal_passes_over_rows_that_a_filter_hides(book: Book) -> None:
    book.write("A1:A4", [["head"], [1], [2], [4]], "RAW")
    book.write("B1:C1", [["=SUBTOTAL(9,A2:A4)", "=SUBTOTAL(109,A2:A4)"]], "USER_ENTERED")
    criteria = {"0": {"hiddenValues": ["2"]}}
    book.batch({"setBasicFilter": {"filter": {"range": box(0, 4, 0, 1), "criteria": criteria}}})
    assert book.values("B1:C1") == [["5", "5"]]
