"""A text typed for one cell is never taken for another that has come to its place."""

from collections.abc import Callable

import pytest

from sheets_emulator.grid_change import delete_lines, insert_lines, move_lines
from sheets_emulator.model import Cell, Document, Sheet
from sheets_emulator.page_moves import Moves, have_moved

Change = Callable[[Document, Sheet], None]


def document() -> Document:
    """A tab with numbers in column A and ten cells that are dressed alike beside them."""
    cells = {(row, 0): Cell(float(row)) for row in range(10)}
    dressed = Cell(format={"textFormat": {"bold": True}})
    cells |= {(row, 1): dressed for row in range(10)}
    return Document("id", "Title", sheets=[Sheet(1, "Tab", 20, 5, cells=cells)])


def changed(before: Document, change: Change) -> Document:
    after = before.copy()
    change(after, after.sheets[0])
    after.version += 1
    return after


def longer(document: Document, sheet: Sheet) -> None:
    sheet.row_count += 10


def shorter(document: Document, sheet: Sheet) -> None:
    sheet.row_count -= 1


def inserted_and_deleted(document: Document, sheet: Sheet) -> None:
    delete_lines(document, sheet, "ROWS", 3, 4)
    insert_lines(document, sheet, "ROWS", 7, 1, inherit_before=True)


def cut_and_pasted(document: Document, sheet: Sheet) -> None:
    sheet.put(15, 0, sheet.cell(2, 0))
    sheet.put(2, 0, Cell())


MOVES: dict[str, Change] = {
    "a row inserted": lambda document, sheet: insert_lines(
        document, sheet, "ROWS", 4, 1, inherit_before=True
    ),
    "a column inserted": lambda document, sheet: insert_lines(
        document, sheet, "COLUMNS", 0, 1, inherit_before=False
    ),
    "a row deleted": lambda document, sheet: delete_lines(document, sheet, "ROWS", 4, 5),
    "an empty row deleted": lambda document, sheet: delete_lines(document, sheet, "ROWS", 15, 16),
    "a row moved": lambda document, sheet: move_lines(document, sheet, "ROWS", 1, 2, 6),
    "as many rows inserted as deleted": inserted_and_deleted,
    "a cell cut and pasted": cut_and_pasted,
    "an empty row inserted among others": lambda document, sheet: insert_lines(
        document, sheet, "ROWS", 15, 1, inherit_before=True
    ),
    "the last row gone": shorter,
}
STAYS: dict[str, Change] = {
    "nothing": lambda document, sheet: None,
    "a text written": lambda document, sheet: sheet.put(4, 1, Cell("text")),
    "a cell emptied": lambda document, sheet: sheet.put(4, 0, Cell()),
    "an equal text written elsewhere": lambda document, sheet: sheet.put(12, 3, Cell(1.0)),
    "rows frozen": lambda document, sheet: setattr(sheet, "frozen_rows", 2),
    "rows added at the end": longer,
    "the tab renamed": lambda document, sheet: setattr(sheet, "title", "Other"),
}


@pytest.mark.parametrize("name", MOVES)
def test_cells_that_move_are_noticed(name: str) -> None:
    before = document()
    assert have_moved(before.sheets[0], changed(before, MOVES[name]).sheets[0])


@pytest.mark.parametrize("name", STAYS)
def test_writing_moves_nothing(name: str) -> None:
    before = document()
    assert not have_moved(before.sheets[0], changed(before, STAYS[name]).sheets[0])


def test_a_place_chosen_before_a_move_is_doubtful_and_one_chosen_after_it_is_not() -> None:
    moves = Moves()
    first = document()
    second = changed(first, STAYS["a text written"])
    third = changed(second, MOVES["a row inserted"])
    fourth = changed(third, STAYS["a text written"])
    for one in (first, second, third, fourth):
        moves.watch(one)
    assert [moves.since(version, 1) for version in range(1, 5)] == [True, True, False, False]
    assert not moves.since(1, 2), "another tab"


def test_versions_that_were_skipped_are_compared_as_one() -> None:
    moves = Moves()
    first = document()
    moves.watch(first)
    moves.watch(changed(changed(first, MOVES["a row inserted"]), STAYS["a text written"]))
    assert moves.since(1, 1)
    assert not moves.since(3, 1)


def test_what_happened_before_anybody_watched_is_unknown() -> None:
    moves = Moves()
    shown = document()
    shown.version = 7
    moves.watch(shown)
    assert moves.since(6, 1)
    assert not moves.since(7, 1)
