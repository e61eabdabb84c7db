"""What was really typed where players write: a poll does not tell all of it.

A poll gives values: the text `=1+1` and a formula that gives this text look alike, a chip looks
like a text, and a formula may show something else each time. So what a poll shows for the first
time is confirmed, by one more read, before it is taken; and of a formula or a chip it is kept as
what it was polled, so that it is known again and not confirmed at every poll.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from umpire.sheets.client import Block, Typed
from umpire.sheets.diff import Rows
from umpire.sheets.grid import cell_name, read_range
from umpire.watch.scoresheet import ProcessedRow, is_blank, may_count, new_rows

Cell = tuple[str, int]
"""A named range and a row in it."""


class Confirming:
    """The cells of one spreadsheet of which it is known what was typed, and what polls showed."""

    def __init__(self) -> None:
        self._known: dict[Cell, tuple[Any, Any]] = {}

    def known(self, polled: Mapping[str, Rows]) -> dict[str, Rows]:
        """Return what stands in a spreadsheet, as far as is known of what a poll shows."""
        return _with(polled, self._still(polled))

    def see(self, polled: Mapping[str, Rows], typed: Mapping[Cell, Any]) -> dict[str, Rows]:
        """Take in a poll and what was confirmed of it; return what stands in the spreadsheet."""
        known = self._still(polled)
        kept = {cell: self._known[cell] for cell in known if cell not in typed}
        for cell, value in typed.items():
            shown = _at(polled, cell)
            # What was changed between the two reads will be seen by the next one.
            if isinstance(value, dict) or _same(value, shown):
                kept[cell] = shown, value
        self._known = kept
        return _with(polled, {**known, **typed})

    def doubtful_rows(
        self,
        name: str,
        polled: Mapping[str, Rows],
        processed: Mapping[int, ProcessedRow],
        open_decision: str | None,
    ) -> list[int]:
        """Return the rows of a score sheet that must be confirmed before they are heard.

        They are those that are new, and those in which a formula or a chip was found that shows a
        text: the same text may stand there by now, typed again as its player was asked to.
        """
        known = {row: typed for (at, row), typed in self._still(polled).items() if at == name}
        column = column_of(_with(polled, {(name, row): known[row] for row in known})[name])
        new = {found.row for found in new_rows(processed, column, open_decision)} - known.keys()
        again = {
            row
            for row, typed in known.items()
            if isinstance(typed, dict)
            and isinstance(shown := _at(polled, (name, row)), str)
            and not is_blank(shown)
            and may_count(processed, row, open_decision)
        }
        return sorted(new | again)

    def _still(self, polled: Mapping[str, Rows]) -> dict[Cell, Any]:
        """Return what was typed in the cells that show what they showed when it was confirmed."""
        return {
            cell: typed
            for cell, (shown, typed) in self._known.items()
            if _same(_at(polled, cell), shown)
        }


def ranges(cells: Iterable[Cell], blocks: Mapping[str, Block]) -> list[str]:
    """Return the ranges, in A1, in which cells lie now: one for each name.

    Raises ValueError if a name is at no place that could be read.
    """
    rows: dict[str, list[int]] = {}
    for name, row in cells:
        rows.setdefault(name, []).append(row)
    return [_range(blocks[name].range, min(those), max(those)) for name, those in rows.items()]


def by_cell(
    typed: Mapping[str, Typed], blocks: Mapping[str, Block], cells: Iterable[Cell]
) -> dict[Cell, Any]:
    """Return what a confirming read showed of cells."""
    found: dict[tuple[str, int, int], Any] = {}
    for text, lines in typed.items():
        title, rect = read_range(text)
        values = (value for line in lines for value in line)
        found |= {(title, *at): value for at, value in zip(rect.cells(), values, strict=True)}
    confirmed: dict[Cell, Any] = {}
    for name, row in cells:
        title, rect = read_range(blocks[name].range)
        confirmed[name, row] = found[title, rect.top + row, rect.left]
    return confirmed


def column_of(rows: Rows) -> list[Any]:
    """Return the first column of a block."""
    return [row[0] if row else None for row in rows]


def _range(block: str, first: int, last: int) -> str:
    tab = block.rpartition("!")[0]
    _, rect = read_range(block)
    ends = [cell_name(rect.top + row, rect.left) for row in (first, last)]
    return f"{tab}!{ends[0]}" if first == last else f"{tab}!{':'.join(ends)}"


def _with(rows: Mapping[str, Rows], cells: Mapping[Cell, Any]) -> dict[str, Rows]:
    changed: dict[str, list[Sequence[Any]]] = {}
    for (name, row), value in cells.items():
        block = changed.setdefault(name, list(rows[name]))
        block[row] = (value, *block[row][1:])
    return {**rows, **{name: tuple(block) for name, block in changed.items()}}


def _at(rows: Mapping[str, Rows], cell: Cell) -> Any:
    name, row = cell
    block = rows.get(name, ())
    return block[row][0] if row < len(block) and block[row] else None


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and isinstance(one, bool) == isinstance(other, bool)
