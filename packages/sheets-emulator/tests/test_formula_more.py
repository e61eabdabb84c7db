"""LOOKUP, OFFSET, FREQUENCY, MROUND and their like."""

from typing import Any

import pytest
from server_kit import Book

CELLS = [[1, "apple", 3], [2, "pear", 2], [3, "plum", 2], [5, "pear", ""], [7, "fig", "=1/0"]]


@pytest.fixture
def filled(book: Book) -> Book:
    book.write("A1:C5", CELLS, "USER_ENTERED")
    return book


def came_to(book: Book, formula: str) -> list[list[Any]]:
    book.write("F1", [[formula]], "USER_ENTERED")
    return book.values("F1:J9", valueRenderOption="UNFORMATTED_VALUE")


@pytest.mark.parametrize(
    ("formula", "rows"),
    [
        ("=LOOKUP(3,A1:A5,B1:B5)", [["plum"]]),
        ("=LOOKUP(4,A1:A5,B1:B5)", [["plum"]]),
        ("=LOOKUP(99,A1:B5)", [["fig"]]),
        ("=LOOKUP(2,{1,2,3;4,5,6})", [[5]]),
        ("=LOOKUP(0,A1:A5)", [["#N/A"]]),
        ('=LOOKUP("o",{"a","m","z"},{1,2,3})', [[2]]),
        ("=OFFSET(A1,2,1)", [["plum"]]),
        ("=OFFSET(A1:A2,1,1)", [["pear"], ["plum"]]),
        ("=SUM(OFFSET(A1,0,0,5))", [[18]]),
        ("=SUM(OFFSET(C5,-3,-2,2,1))", [[5]]),
        ("=OFFSET(A1,-1,0)", [["#REF!"]]),
        ("=OFFSET(A1,0,0,0)", [["#REF!"]]),
        ("=OFFSET(5,1,1)", [["#N/A"]]),
        ("=ROW(OFFSET(A1,2,1))", [[3]]),
        ("=FREQUENCY({1,2,3,4},{2,4})", [[2], [2], [0]]),
        ("=FREQUENCY(A1:B5,{5;2})", [[2], [2], [1]]),
        ('=FREQUENCY(B1:B5,2)', [[0], [0]]),
        ("=COUNTUNIQUEIFS(B1:B5,A1:A5,\">1\")", [[3]]),
        ("=COUNTUNIQUEIFS(B1:B5,A1:A4,\">1\")", [["#VALUE!"]]),
        ("=TOCOL({1,2;3,4})", [[1], [2], [3], [4]]),
        ("=TOCOL({1,2;3,4},0,TRUE)", [[1], [3], [2], [4]]),
        ("=TOROW(C1:C5,3)", [[3, 2, 2]]),
        ("=TOROW(C1:C4,1)", [[3, 2, 2]]),
        ("=TOROW(C4:C5,3)", [["#N/A"]]),
        ("=ARRAY_CONSTRAIN(A1:B5,2,1)", [[1], [2]]),
        ("=ARRAY_CONSTRAIN(A1:B5,9,1)", [[1], [2], [3], [5], [7]]),
        ("=ADDRESS(2,28)", [["$AB$2"]]),
        ("=ADDRESS(2,3,2)", [["C$2"]]),
        ("=ADDRESS(2,3,3)", [["$C2"]]),
        ("=ADDRESS(2,3,4,TRUE,\"My tab\")", [["'My tab'!C2"]]),
        ("=ADDRESS(2,3,1,FALSE)", [["R2C3"]]),
        ("=ADDRESS(0,3)", [["#VALUE!"]]),
        ("=INDIRECT(ADDRESS(3,2))", [["plum"]]),
        ("=MROUND(21,14)", [[28]]),
        ("=MROUND(-7.5,-5)", [[-10]]),
        ("=MROUND(1.3,0.5)", [[1.5]]),
        ("=MROUND(5,-2)", [["#NUM!"]]),
        ("=MROUND(5,0)", [[0]]),
        ("=COMBIN(5,2)", [[10]]),
        ("=COMBIN(2,5)", [["#NUM!"]]),
        ("=FACT(5)", [[120]]),
        ("=FACT(171)", [["#NUM!"]]),
        ("=FACT(-1)", [["#NUM!"]]),
        ("=GCD(12,18,24)", [[6]]),
        ("=LCM(4,6)", [[12]]),
        ("=GCD(-4)", [["#NUM!"]]),
    ],
)  # fmt: skip
def test_a_function_comes_to(filled: Book, formula: str, rows: list[list[Any]]) -> None:
    assert came_to(filled, formula) == rows
