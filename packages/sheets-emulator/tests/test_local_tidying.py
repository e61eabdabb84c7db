"""Kinds of batchUpdate that fill, shift, shuffle and tidy up cells."""

from typing import Any

import pytest
from server_kit import Book, Json, box

Rows = list[list[Any]]


def at(row: int, column: int) -> Json:
    return {"sheetId": 0, "rowIndex": row, "columnIndex": column}


def paste(data: str, delimiter: str = "\t", **more: Any) -> Json:
    return {"pasteData": {"coordinate": at(0, 0), "data": data, "delimiter": delimiter} | more}


def split(kind: str, **more: str) -> Json:
    return {"textToColumns": {"source": box(0, 9, 0, 1), "delimiterType": kind} | more}


def fill_down(bottom: int, length: int, **more: Any) -> Json:
    source = {"source": box(0, bottom, 0, 1), "dimension": "ROWS", "fillLength": length}
    return {"autoFill": {"sourceAndDestination": source} | more}


def shift(kind: str, dimension: str, *place: int) -> Json:
    return {kind: {"range": box(*place), "shiftDimension": dimension}}


@pytest.mark.parametrize(
    ("before", "request_", "after"),
    [
        ([["x", "y"]], paste("1\tb\n=1+1\t2026-01-05"), [[1, "b"], [2, 46027]]),
        ([["x", "y"]], paste("a,\n", ","), [["a"]]),
        ([], paste('"a,b",c\r\nd', ","), [["a,b", "c"], ["d"]]),
        ([], paste("a::b::c", "::"), [["a", "b", "c"]]),
        ([["a,b", "x"], ["c"], ["1,2,3"]], split("COMMA"), [["a", "b"], ["c"], [1, 2, 3]]),
        ([["a,b"], ["c d"]], split("AUTODETECT"), [["a", "b"], ["c d"]]),
        ([["a b;c"], ["d;e"]], split("AUTODETECT"), [["a b", "c"], ["d", "e"]]),
        ([["a--b-c"]], split("CUSTOM", delimiter="--"), [["a", "b-c"]]),
        ([["a.b"]], split("PERIOD"), [["a", "b"]]),
        (
            [["  a \n b\t", 5], ["c", "=1"], ["   "], [" =1+1 "], ["d"]],
            {"trimWhitespace": {"range": box(0, 9, 0, 2)}},
            [["a b", 5], ["c", 1], [], ["=1+1"], ["d"]],
        ),
        (
            [["a", 1], ["b", 2], ["A", 3], ["a", 1], ["c", 4]],
            {"deleteDuplicates": {"range": box(0, 5, 0, 2)}},
            [["a", 1], ["b", 2], ["A", 3], ["c", 4]],
        ),
        (
            [["a", 1, "x"], ["b", 2, "x"], ["A", 3, "x"], ["below"]],
            {"deleteDuplicates": {
                "range": box(0, 3, 0, 2),
                "comparisonColumns": [
                    {"sheetId": 0, "dimension": "COLUMNS", "startIndex": 0, "endIndex": 1}]}},
            [["a", 1, "x"], ["b", 2, "x"], ["", "", "x"], ["below"]],
        ),
        (
            [[1], [True], ["'1"], [1]],
            {"deleteDuplicates": {"range": box(0, 4, 0, 1)}},
            [[1], [True], ["1"]],
        ),
        (
            [["a", "b", "c"], ["d", "e", "f"], ["=B2"]],
            shift("insertRange", "ROWS", 0, 1, 1, 2),
            [["a", "", "c"], ["d", "b", "f"], ["e", "e"]],
        ),
        (
            [["a", "b", "c"], ["d", "e", "f"], ["=COLUMNS(A1:C1)"], ["=B1"]],
            shift("insertRange", "COLUMNS", 0, 1, 1, 3),
            [["a", "", "", "b", "c"], ["d", "e", "f"], [5], ["b"]],
        ),
        (
            [["a", "b", "c"], ["d", "e", "f"], ["=B2", "=B1"]],
            shift("deleteRange", "ROWS", 0, 1, 1, 2),
            [["a", "e", "c"], ["d", "#REF!", "f"], ["e"]],
        ),
        ([[1], [3]], fill_down(2, 2), [[1], [3], [5], [7]]),
        ([[1]], fill_down(1, 2), [[1], [1], [1]]),
        ([[1]], fill_down(1, 2, useAlternateSeries=True), [[1], [2], [3]]),
        ([[1], [3]], fill_down(2, 2, useAlternateSeries=True), [[1], [3], [1], [3]]),
        ([["2026-01-30"]], fill_down(1, 2), [[46052], [46053], [46054]]),
        ([["a"], ["b"]], fill_down(2, 3), [["a"], ["b"], ["a"], ["b"], ["a"]]),
        ([["Item 1"]], fill_down(1, 2), [["Item 1"], ["Item 2"], ["Item 3"]]),
        ([["Item 09"]], fill_down(1, 1), [["Item 09"], ["Item 10"]]),
        ([["Sat"]], fill_down(1, 2), [["Sat"], ["Sun"], ["Mon"]]),
        ([["=B1", 4], ["", 5]], fill_down(1, 1), [[4, 4], [5, 5]]),
        ([[True]], fill_down(1, 1), [[True], [True]]),
        (
            [[1, "a"], [2, "b"]],
            {"autoFill": {"range": box(0, 4, 0, 2)}},
            [[1, "a"], [2, "b"], [3, "a"], [4, "b"]],
        ),
        ([[1, 2]], {"autoFill": {"range": box(0, 1, 0, 4)}}, [[1, 2, 3, 4]]),
        (
            [["", "", 5, 6]],
            {"autoFill": {"sourceAndDestination": {
                "source": box(0, 1, 2, 4), "dimension": "COLUMNS", "fillLength": -2}}},
            [[3, 4, 5, 6]],
        ),
        ([], {"autoFill": {"range": box(0, 4, 0, 2)}}, []),
    ],
)  # fmt: skip
def test_cells_are_changed(book: Book, before: Rows, request_: Json, after: Rows) -> None:
    if before:
        book.write("A1", before, "USER_ENTERED")
    book.batch(request_)
    assert book.values("A1:Z20", valueRenderOption="UNFORMATTED_VALUE") == after


def regex(find: str, replacement: str = "", **more: Any) -> Json:
    given = {"find": find, "replacement": replacement, "searchByRegex": True, "allSheets": True}
    return {"findReplace": given | more}


@pytest.mark.parametrize(
    ("request_", "after", "count"),
    [
        (regex("o.* (.*)", "$1 Rocks"), ["GSheets Rocks", "GDocs Rocks", "cat"], 2),
        (regex("O(.)"), ["Ggle Sheets", "Ggle Ds", "cat"], 3),
        (regex("O(.)", matchCase=True), ["Google Sheets", "Google Docs", "cat"], 0),
        (regex("c|cat", "x", matchEntireCell=True), ["Google Sheets", "Google Docs", "x"], 1),
        (regex("(c)(a)t", r"$2$1\$1"), ["Google Sheets", "Google Docs", "ac$1"], 1),
        (regex("^", "-"), ["-Google Sheets", "-Google Docs", "-cat"], 3),
        (regex("(a)", "$10"), ["Google Sheets", "Google Docs", "ca0t"], 1),
        (regex("(" * 20 + "a*" + ")*" * 20 + "!", "x"),
         ["Google Sheets", "Google Docs", "cat"], 0),
    ],
)  # fmt: skip
def test_texts_are_replaced_by_regular_expressions(
    book: Book, request_: Json, after: list[str], count: int
) -> None:
    book.write("A1:A3", [["Google Sheets"], ["Google Docs"], ["cat"]])
    (reply,) = book.batch(request_)
    assert reply["findReplace"].get("occurrencesChanged", 0) == count
    assert book.values("A1:A3") == [[text] for text in after]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (regex("(?=a)b"), 501),
        (regex("(a"), 400),
        (regex("a)(b"), 400),
        (regex("a", "$1"), 400),
        (regex("a", "$"), 400),
        (regex("a" * 1001), 400),
        (regex("a", "b" * 40_000), 400),
    ],
)
def test_regular_expressions_that_are_refused(book: Book, request_: Json, code: int) -> None:
    book.write("A1", [["aaa"]])
    assert book.refuse(request_)["code"] == code
    assert book.values("A1") == [["aaa"]]


@pytest.mark.parametrize(
    ("kind", "body", "reply"),
    [
        ("trimWhitespace", {"range": box(0, 4, 0, 1)}, {"cellsChangedCount": 1}),
        ("trimWhitespace", {"range": box(0, 4, 3, 4)}, {}),
        ("deleteDuplicates", {"range": box(0, 4, 0, 1)}, {"duplicatesRemovedCount": 2}),
        ("deleteDuplicates", {"range": box(0, 1, 0, 1)}, {}),
    ],
)
def test_what_was_changed_is_counted(book: Book, kind: str, body: Json, reply: Json) -> None:
    book.write("A1:A4", [["a"], ["A"], [" b"], ["a"]])
    assert book.batch({kind: body}) == [{kind: reply}]


def test_rows_are_shuffled_whole(book: Book) -> None:
    rows = [[str(number), f"of {number}"] for number in range(100)]
    book.write("A1", rows)
    assert book.batch({"randomizeRange": {"range": box(0, 100, 0, 2)}}) == [{}]
    after = book.values("A1:B100")
    assert after != rows
    assert sorted(after) == sorted(rows)


@pytest.mark.parametrize(
    ("request_", "size"),
    [
        (shift("insertRange", "ROWS", 998, 1000, 0, 1), (1002, 26)),
        (shift("insertRange", "COLUMNS", 999, 1000, 0, 3), (1000, 29)),
        ({"pasteData": {"coordinate": at(999, 25), "data": "a,b\nc", "delimiter": ","}},
         (1001, 27)),
        ({"textToColumns": {"source": box(999, 1000, 25, 26), "delimiterType": "COMMA"}},
         (1000, 28)),
    ],
)  # fmt: skip
def test_the_tab_grows_rather_than_lose_anything(
    book: Book, request_: Json, size: tuple[int, int]
) -> None:
    book.write("A1000", [["x"]])
    book.write("X1000", [["y", "", "a,b,c"]])
    book.batch(request_)
    grid = book.sheet()["properties"]["gridProperties"]
    assert (grid["rowCount"], grid["columnCount"]) == size


def test_what_lies_in_shifted_cells_moves_with_them(book: Book) -> None:
    book.batch(
        {"addNamedRange": {"namedRange": {"name": "moves", "range": box(2, 4, 1, 2)}}},
        {"addNamedRange": {"namedRange": {"name": "stays", "range": box(2, 4, 0, 2)}}},
        {"mergeCells": {"range": box(5, 7, 1, 2)}},
        shift("insertRange", "ROWS", 0, 3, 1, 2),
    )
    found = book.get()
    assert [one["range"] for one in found["namedRanges"]] == [
        {key: value for key, value in box(*place).items() if key != "sheetId"}
        for place in ((5, 7, 1, 2), (2, 4, 0, 2))
    ]
    assert found["sheets"][0]["merges"][0]["startRowIndex"] == 8


@pytest.mark.parametrize(
    ("request_", "code", "message"),
    [
        (paste("<b>x</b>", html=True, delimiter=None), 501, "pasting HTML"),
        (paste("x", type="PASTE_FORMAT"), 501, "pasting data with PASTE_FORMAT"),
        (paste("x", coordinate=at(1000, 0)), 400, "The coordinate lies outside the grid."),
        (split("CUSTOM"), 400, "You must specify a delimiter."),
        ({"textToColumns": {"source": box(0, 9, 0, 2), "delimiterType": "COMMA"}}, 400,
         "The source of textToColumns must span exactly one column."),
        (fill_down(3, 2), 501, "filling on from numbers that are not evenly spaced"),
        (fill_down(4, 2), 501, "filling on from cells of several kinds"),
        (fill_down(1, 2000), 400, "The destination is beyond the end of the grid."),
        (fill_down(2, -1), 400, "The destination is beyond the end of the grid."),
        ({"autoFill": {"useAlternateSeries": True}}, 400,
         "You must specify a range or a sourceAndDestination."),
        ({"deleteDuplicates": {"range": box(0, 4, 0, 1), "comparisonColumns": [
            {"dimension": "COLUMNS", "startIndex": 1, "endIndex": 2}]}}, 400,
         "comparisonColumns must lie within the range."),
        ({"deleteDuplicates": {"range": box(20, 30, 0, 2)}}, 501,
         "removing duplicates over merged cells"),
        (shift("insertRange", "ROWS", 0, 1, 0, 1), 501, "shifting a part of merged cells"),
    ],
)  # fmt: skip
def test_what_is_refused(book: Book, request_: Json, code: int, message: str) -> None:
    book.write("A1:A4", [[1], [2], [4], ["x"]])
    book.batch({"mergeCells": {"range": box(20, 22, 0, 2)}})
    before = book.get(includeGridData=True)
    error = book.refuse(request_)
    assert error["code"] == code
    assert message in error["message"]
    assert book.get(includeGridData=True) == before


@pytest.mark.parametrize(
    "request_",
    [
        paste("x"),
        split("COMMA"),
        fill_down(1, 3),
        shift("insertRange", "ROWS", 0, 1, 0, 1),
        shift("deleteRange", "COLUMNS", 1, 2, 0, 1),
        {"trimWhitespace": {"range": box(0, 3, 0, 1)}},
        {"deleteDuplicates": {"range": box(0, 3, 0, 1)}},
        {"randomizeRange": {"range": box(0, 3, 0, 1)}},
        {"addBanding": {"bandedRange": {"range": box(0, 3, 0, 1), "rowProperties": {}}}},
    ],
)
def test_protected_cells_stay_as_they_are(book: Book, account: Any, request_: Json) -> None:
    book.write("A1:A3", [["a,b"], ["c"], ["d"]])
    book.batch({"addProtectedRange": {"protectedRange": {"range": box(0, 3, 0, 1), "editors": {}}}})
    path = f"/drive/v3/files/{book.id}/permissions"
    book.account.ok("POST", path, {"type": "anyone", "role": "writer"})
    error = book.seen_by(account("somebody else")).refuse(request_)
    assert "protected cell" in error["message"]
