"""Formulas of chance: other numbers after each change of the spreadsheet, the same until then."""

from server_kit import Book


def shown(book: Book, cells: str) -> list[list[object]]:
    return book.values(cells, valueRenderOption="UNFORMATTED_VALUE")


def test_random_numbers_stay_until_the_spreadsheet_changes(book: Book) -> None:
    book.write("A1:A4", [["=RAND()"], ["=RAND()"], ["=RAND()&RAND()"], ["=A1"]], "USER_ENTERED")
    before = shown(book, "A1:A4")
    assert shown(book, "A1:A4") == before
    (one,), (other,), (pair,), (copy,) = before
    assert len({one, other, str(pair)[: len(str(pair)) // 2]}) == 3
    assert copy == one
    assert isinstance(one, float)
    assert 0 <= one < 1
    book.write("C9", [["anything"]])
    assert shown(book, "A1") != [[one]]


def test_whole_random_numbers_lie_between_their_ends_both_included(book: Book) -> None:
    book.write("A1", [["=MAP(SEQUENCE(200),LAMBDA(k,RANDBETWEEN(0.5,3.5)))"]], "USER_ENTERED")
    assert {row[0] for row in shown(book, "A1:A200")} == {1, 2, 3}
    book.write("C1:C2", [["=RANDBETWEEN(-2,-2)"], ["=RANDBETWEEN(2,1)"]], "USER_ENTERED")
    assert shown(book, "C1:C2") == [[-2], ["#NUM!"]]


def test_an_array_of_random_numbers_spreads(book: Book) -> None:
    book.write("A1:D1", [["=RANDARRAY(3,2)", None, None, "=ROWS(RANDARRAY())"]], "USER_ENTERED")
    found = shown(book, "A1:B3")
    assert len({value for row in found for value in row}) == 6
    assert shown(book, "D1") == [[1]]
