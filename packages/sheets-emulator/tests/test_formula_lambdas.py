"""LET, LAMBDA and the functions that call one."""

import time
from typing import Any

import pytest
from server_kit import Book


def came_to(book: Book, formula: str) -> list[list[Any]]:
    book.write("F1", [[formula]], "USER_ENTERED")
    return book.values("F1:J9", valueRenderOption="UNFORMATTED_VALUE")


@pytest.mark.parametrize(
    ("formula", "rows"),
    [
        ("=LET(x,5,x+1)", [[6]]),
        ("=LET(x,3,y,X+1,x*y)", [[12]]),
        ("=LET(x,1,LET(x,2,x)+x)", [[3]]),
        ("=LET(r,A1:A3,SUM(r)/ROWS(r))", [[2]]),
        ("=LET(r,FILTER(A1:A3,A1:A3>1),r)", [[2], [3]]),
        ("=LET(f,LAMBDA(x,x*2),f(4)+f(1))", [[10]]),
        ("=LET(sum,A1,SUM(sum,1))", [[2]]),
        ("=LAMBDA(x,x+1)(5)", [[6]]),
        ("=LAMBDA(x,y,x*y)(3,4)", [[12]]),
        ("=LAMBDA(x,LAMBDA(y,x+y))(1)(2)", [[3]]),
        ("=LAMBDA(f,f(5))(LAMBDA(x,x*2))", [[10]]),
        ("=LAMBDA(7)()", [[7]]),
        ("=LAMBDA(x,x)(1,2)", [["#N/A"]]),
        ("=LAMBDA(x,x+1)", [["#N/A"]]),
        ("=LET(f,LAMBDA(x,x),f)", [["#N/A"]]),
        ("=1+LAMBDA(x,x)", [["#N/A"]]),
        ("=LET(x,1)", [["#ERROR!"]]),
        ("=LAMBDA(x,x+)(1)", [["#ERROR!"]]),
        ("=5(1)", [["#ERROR!"]]),
        ("=MAP(A1:A3,LAMBDA(x,x*2))", [[2], [4], [6]]),
        ("=MAP(A1:A3,B1:B3,LAMBDA(x,y,y&x))", [["a1"], ["b2"], ["c3"]]),
        ("=MAP(A1:A3,B1:B2,LAMBDA(x,y,x))", [["#VALUE!"]]),
        ("=MAP(A1:A3,5)", [["#N/A"]]),
        ("=REDUCE(0,A1:A3,LAMBDA(a,x,a+x))", [[6]]),
        ("=REDUCE(1,A1:A3,LAMBDA(a,x,a*x))", [[6]]),
        ('=REDUCE("",B1:B3,LAMBDA(a,x,x&a))', [["cba"]]),
        ("=SCAN(0,A1:A3,LAMBDA(a,x,a+x))", [[1], [3], [6]]),
        ("=BYROW(A1:B3,LAMBDA(r,COUNT(r)))", [[1], [1], [1]]),
        ("=BYCOL(A1:B3,LAMBDA(c,COUNTA(c)))", [[3, 3]]),
        ("=BYROW(A1:A3,LAMBDA(r,{1,2}))", [["#VALUE!"], ["#VALUE!"], ["#VALUE!"]]),
        ("=MAKEARRAY(2,3,LAMBDA(r,c,r*c))", [[1, 2, 3], [2, 4, 6]]),
        ("=MAKEARRAY(0,3,LAMBDA(r,c,r*c))", [["#NUM!"]]),
        ("=SUM(MAP(A1:A3,LAMBDA(x,IF(x>1,x,))))", [[5]]),
        ("=ARRAYFORMULA(LAMBDA(x,SUM(x*2))(A1:A3))", [[12]]),
    ],
)
def test_a_formula_with_names_of_its_own_comes_to(
    book: Book, formula: str, rows: list[list[Any]]
) -> None:
    book.write("A1:B3", [[1, "a"], [2, "b"], [3, "c"]])
    assert came_to(book, formula) == rows


@pytest.mark.parametrize(
    "formula",
    [
        "=LET(f,LAMBDA(f,f(f)),f(f))",
        "=REDUCE(0,SEQUENCE(40000),LAMBDA(a,x,REDUCE(a,SEQUENCE(40000),LAMBDA(b,y,b+y))))",
        "=MAKEARRAY(100000,100000,LAMBDA(r,c,1))",
        "=LET(f,LAMBDA(f,x,f(f,x)&f(f,x)),f(f,1))",
        '=REDUCE("x",SEQUENCE(100),LAMBDA(a,x,a&a))',
    ],
)
def test_a_formula_that_would_not_end_is_an_error_soon(book: Book, formula: str) -> None:
    start = time.perf_counter()
    ((found,),) = came_to(book, formula)
    assert found in ("#ERROR!", "#VALUE!")
    assert time.perf_counter() - start < 5
