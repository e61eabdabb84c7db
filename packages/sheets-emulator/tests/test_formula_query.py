"""QUERY, with the common part of Google's query language."""

import time
from typing import Any

import pytest
from server_kit import Book

TABLE = [
    ["Name", "Team", "Points", "Joined"],
    ["Ana", "Red", 10, "2026-01-05"],
    ["Ben", "Blue", 7, "2025-03-01"],
    ["Cem", "Red", 5, "2024-07-20"],
    ["Dea", None, 12, "2026-02-01"],
    ["eva", "Blue", None, "2025-12-31"],
]


@pytest.fixture
def table(book: Book) -> Book:
    book.write("A1:D6", TABLE, "USER_ENTERED")
    return book


def came_to(book: Book, query: str, headers: str = "1", data: str = "A1:D6") -> list[list[Any]]:
    book.write("H1", [[f'=QUERY({data},"{query}",{headers})']], "USER_ENTERED")
    return book.values("H1:M20", valueRenderOption="UNFORMATTED_VALUE")


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("select A where C > 5", [["Name"], ["Ana"], ["Ben"], ["Dea"]]),
        ("select A, C where B = 'Red'", [["Name", "Points"], ["Ana", 10], ["Cem", 5]]),
        ("select A where B = 'red'", [["Name"]]),
        ("SELECT A WHERE B = 'Red' AND C < 7", [["Name"], ["Cem"]]),
        ("select A where B = 'Red' and C < 7 or A = 'Ben'", [["Name"], ["Ben"], ["Cem"]]),
        ("select A where B = 'Red' and (C < 7 or A = 'Ben')", [["Name"], ["Cem"]]),
        ("select A where (C + 1) * 2 > 20", [["Name"], ["Ana"], ["Dea"]]),
        ("select A where not B = 'Red'", [["Name"], ["Ben"], ["Dea"], ["eva"]]),
        ("select A where B != 'Red'", [["Name"], ["Ben"], ["eva"]]),
        ("select A where B <> 'Red'", [["Name"], ["Ben"], ["eva"]]),
        ("select A where B is null", [["Name"], ["Dea"]]),
        ("select A where C is not null and C <= 7", [["Name"], ["Ben"], ["Cem"]]),
        ("select A where A contains 'e'", [["Name"], ["Ben"], ["Cem"], ["Dea"], ["eva"]]),
        ("select A where A starts with 'A'", [["Name"], ["Ana"]]),
        ("select A where A ends with 'a'", [["Name"], ["Ana"], ["Dea"], ["eva"]]),
        ("select A where A matches '.e.'", [["Name"], ["Ben"], ["Cem"], ["Dea"]]),
        ("select A where A matches 'e'", [["Name"]]),
        ("select A where A like '_e%'", [["Name"], ["Ben"], ["Cem"], ["Dea"]]),
        ("select A where lower(A) = 'ana'", [["Name"], ["Ana"]]),
        ("select A where D >= date '2026-01-05'", [["Name"], ["Ana"], ["Dea"]]),
        ("select A where year(D) = 2025", [["Name"], ["Ben"], ["eva"]]),
        ("select A, month(D) where A = 'Dea'", [["Name", "month(Joined)"], ["Dea", 1]]),
        ("select A order by A", [["Name"], ["Ana"], ["Ben"], ["Cem"], ["Dea"], ["eva"]]),
        ("select A order by C", [["Name"], ["eva"], ["Cem"], ["Ben"], ["Ana"], ["Dea"]]),
        ("select A order by B desc, C asc limit 2", [["Name"], ["Cem"], ["Ana"]]),
        ("select A limit 2", [["Name"], ["Ana"], ["Ben"]]),
        ("select A limit 1 offset 1", [["Name"], ["Ben"]]),
        ("select A offset 4", [["Name"], ["eva"]]),
        ("select count(A)", [["count Name"], [5]]),
        ("select sum(C), avg(C), max(C), min(C)", [
            ["sum Points", "avg Points", "max Points", "min Points"], [34, 8.5, 12, 5],
        ]),
        ("select max(A)", [["max Name"], ["eva"]]),
        ("select B, sum(C) group by B", [
            ["Team", "sum Points"], ["", 12], ["Blue", 7], ["Red", 15],
        ]),
        ("select B, sum(C) where B is not null group by B order by sum(C) desc", [
            ["Team", "sum Points"], ["Red", 15], ["Blue", 7],
        ]),
        ("select B, count(A) group by B label B 'team', count(A) 'players'", [
            ["team", "players"], ["", 1], ["Blue", 2], ["Red", 2],
        ]),
        ("select sum(C) label sum(C) ''", [[34]]),
        ("select A, C * 2 label C * 2 'twice' limit 1", "#VALUE!"),
        ("select A, C * 2 limit 1 label C * 2 'twice'", [["Name", "twice"], ["Ana", 20]]),
        ("select C - 1, C / 4 limit 1 label C-1 '', C/4 ''", [[9, 2.5]]),
        ("select `A` limit 1", [["Name"], ["Ana"]]),
        ("select A where C = 'x'", [["Name"]]),
        ("select Z", "#VALUE!"),
        ("select a", "#VALUE!"),
        ("select A, sum(C)", "#VALUE!"),
        ("select sum(A)", "#VALUE!"),
        ("select A where", "#VALUE!"),
        ("select A where A contains", "#VALUE!"),
        ("select nosuch(A)", "#VALUE!"),
        ("select A label B 'x'", "#VALUE!"),
        ("choose A", "#VALUE!"),
        ("select A where A = date '2026-99-01'", "#VALUE!"),
        ("select A where A matches '('", "#VALUE!"),
    ],
)  # fmt: skip
def test_a_query_comes_to(table: Book, query: str, rows: list[list[Any]] | str) -> None:
    assert came_to(table, query) == ([[rows]] if isinstance(rows, str) else rows)


def test_all_columns_are_asked_for_by_a_star_or_by_nothing(table: Book) -> None:
    everything = table.values("A1:D6", valueRenderOption="UNFORMATTED_VALUE")
    assert came_to(table, "select *") == came_to(table, "") == everything
    assert came_to(table, "where B = 'Red'")[1][0] == "Ana"
    assert table.values("K2") == [["2026-01-05"]]


def test_columns_of_an_array_are_numbered(table: Book) -> None:
    data = "{A1:B6;{1,2}}"
    assert came_to(table, "select Col2 where Col1 = 'Ana'", data=data) == [["Team"], ["Red"]]
    assert came_to(table, "select B", data=data) == [["#VALUE!"]]


def test_columns_are_called_by_the_letters_of_the_sheet(table: Book) -> None:
    assert came_to(table, "select C where D < date '2025-01-01'", data="C1:D6") == [["Points"], [5]]


def test_without_headers_there_is_no_row_of_labels(table: Book) -> None:
    assert came_to(table, "select A limit 2", "0", "A2:D6") == [["Ana"], ["Ben"]]
    assert came_to(table, "select A where C > 99", "0", "A2:D6") == [["#N/A"]]
    assert came_to(table, "select sum(C)", "0", "A2:D6") == [["sum "], [34]]


def test_a_row_of_texts_above_numbers_is_taken_for_headers(table: Book) -> None:
    table.write("H1", [['=QUERY(A1:D6,"select A where C > 10")']], "USER_ENTERED")
    assert table.values("H1:H3") == [["Name"], ["Dea"]]


def test_values_of_another_kind_than_most_of_a_column_are_blank(table: Book) -> None:
    table.write("C3", [["many"]])
    assert came_to(table, "select C limit 3") == [["Points"], [10], [], [5]]


def test_a_whole_column_may_be_asked(table: Book) -> None:
    assert came_to(table, "select A where C > 10", data="A:D") == [["Name"], ["Dea"]]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("select Z", "Unable to parse query string for Function QUERY parameter 2: NO_COLUMN: Z"),
        (
            "select A, sum(C)",
            "Unable to parse query string for Function QUERY parameter 2: "
            "ADD_COL_TO_GROUP_BY_OR_AGG: A",
        ),
        (
            "select sum(A)",
            "Unable to parse query string for Function QUERY parameter 2: AVG_SUM_ONLY_NUMERIC",
        ),
    ],
)
def test_errors_of_queries_are_in_googles_words(table: Book, query: str, message: str) -> None:
    came_to(table, query)
    ((found,),) = table.cells("H1", "effectiveValue.errorValue.message")
    assert found["effectiveValue"]["errorValue"]["message"] == message


@pytest.mark.parametrize(
    "query",
    [
        "select B, sum(C) group by B pivot A",
        "select A format A 'x'",
        "select A options no_values",
        "where A = now()",
    ],
)
def test_a_clause_that_is_not_there_is_refused_by_name(book: Book, query: str) -> None:
    body = {"values": [[f'=QUERY(A1:B2,"{query}")']]}
    path = book.values_path("E1")
    error = book.account.error("PUT", path, body, valueInputOption="USER_ENTERED")
    assert (error["code"], "QUERY's" in error["message"]) == (501, True)
    book.write("D1:E1", [[query, "=QUERY(A1:B2,D1)"]], "USER_ENTERED")
    ((found,),) = book.cells("E1", "effectiveValue")
    assert "does not implement QUERY's" in found["effectiveValue"]["errorValue"]["message"]


def test_a_text_beside_a_query_is_none(book: Book) -> None:
    book.write("A1:B2", [["Name", "Points"], ["Ana", 3]])
    book.write("E1", [['=IF(TRUE,"format",QUERY(A1:B2,"select A"))']], "USER_ENTERED")
    assert book.values("E1") == [["format"]]


@pytest.mark.parametrize(
    "query",
    [
        "select A where " + "(" * 3000,
        "select A where " + "not " * 3000 + "A = 1",
        "select " + "+".join(["B"] * 3000),
        "select A where A matches '(a|a|[ab]|a?){50}(.*)(.*)x'",
        "select " + ",".join(["B"] * 3000),
        "select A where " + "(" * 30 + "A = 'x'" + ")" * 30,
        "select A where " + "(" * 30 + "A" + ")" * 30 + " = 'x'",
    ],
)
def test_a_hostile_query_is_answered_soon(book: Book, query: str) -> None:
    book.account.patience = 60.0  # others may be at work
    book.write("A1:B400", [["a" * 100, number] for number in range(400)])
    start = time.process_time()
    came_to(book, query, data="A1:B400")
    assert time.process_time() - start < 8
