"""deleteRange: cells go, and those after them take their place."""

import pytest
from server_kit import Book, Json, box


def deleted(dimension: str, **ends: int) -> Json:
    return {"deleteRange": {"range": {"sheetId": 0, **ends}, "shiftDimension": dimension}}


def test_the_next_rows_take_the_place_of_deleted_ones(book: Book) -> None:
    book.write("A1", [["a"], ["b"], ["c"], ["=A3"]], "USER_ENTERED")
    book.batch({"addNamedRange": {"namedRange": {"name": "third", "range": box(2, 3, 0, 1)}}})
    book.batch(deleted("ROWS", startRowIndex=1, endRowIndex=2))
    assert book.values("A1:A4", valueRenderOption="FORMULA") == [["a"], ["c"], ["=A2"]]
    assert book.values("third") == [["c"]]
    assert book.sheet()["properties"]["gridProperties"]["rowCount"] == 1000


def test_columns_too(book: Book) -> None:
    book.write("A1", [["a", "b", "c"]])
    book.batch(deleted("COLUMNS", startColumnIndex=0, endColumnIndex=2))
    assert book.values("A1:C1") == [["c"]]
    assert book.sheet()["properties"]["gridProperties"]["columnCount"] == 26


@pytest.mark.parametrize(
    ("dimension", "left"),
    [("ROWS", [["c", "b"], ["", "d"]]), ("COLUMNS", [["b"], ["c", "d"]])],
)
def test_the_cells_beside_a_part_take_its_place(
    book: Book, dimension: str, left: list[list[str]]
) -> None:
    book.write("A1", [["a", "b"], ["c", "d"]])
    request = {"range": box(0, 1, 0, 1), "shiftDimension": dimension}
    book.batch({"deleteRange": request})
    assert book.values("A1:B2") == left
