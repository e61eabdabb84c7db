"""A board as plain text: the texts of the sheet in their places, as narrow as possible."""

import re
from collections.abc import Iterator
from itertools import groupby, zip_longest
from textwrap import wrap
from typing import NamedTuple

from umpire.games.text import printable
from umpire.sheets.rendering import RenderedCell, RenderedTab

_WIDEST = 28
"""The longest line of a cell that is one column wide."""
_GAP = 2
_BLANKS = re.compile(r"\n{3,}")


class _Text(NamedTuple):
    """A text, and the first and the end of the columns that it may fill."""

    first: int
    end: int
    text: str


def plain_board(drawing: RenderedTab) -> str:
    """Return a drawing as lines of text, without empty rows and columns."""
    rows = [
        list(_row_texts(list(cells)))
        for row, cells in groupby(drawing.cells, key=lambda cell: cell.row)
        if drawing.heights[row]
    ]
    starts = _column_starts([text for row in rows for text in row], len(drawing.widths))
    lines = "\n".join(line for row in rows for line in _row_lines(row, starts))
    return _BLANKS.sub("\n\n", lines).strip("\n")


def _row_texts(row: list[RenderedCell]) -> Iterator[_Text]:
    """Yield the texts of a row. Each may also fill the blank cells after it."""
    filled = [cell for cell in row if cell.text.strip()]
    for cell, after in zip_longest(filled, filled[1:]):
        last = row[-1].column + row[-1].columns
        yield _Text(cell.column, after.column if after else last, _one_line(cell.text))


def _one_line(text: str) -> str:
    return printable(" ".join(text.split()))


def _column_starts(texts: list[_Text], columns: int) -> list[int]:
    """Return the start of each column, and the end of the last. Narrow texts get room first."""
    widths = [0] * columns
    for text in sorted(texts, key=lambda text: text.end - text.first):
        needed = min(len(text.text), _WIDEST) + _GAP
        room = sum(widths[text.first : text.end])
        if room < needed:
            widths[text.first] += needed - room
    starts = [0]
    for width in widths:
        starts.append(starts[-1] + width)
    return starts


def _row_lines(row: list[_Text], starts: list[int]) -> Iterator[str]:
    """Yield the lines of a row, as many as its longest text needs, one for a blank row."""
    columns = [
        (starts[text.first], wrap(text.text, max(starts[text.end] - starts[text.first] - _GAP, 1)))
        for text in row
    ]
    for line in zip_longest(*(lines for _, lines in columns), fillvalue=""):
        whole = ""
        for (left, _), text in zip(columns, line, strict=True):
            whole = f"{whole:<{left}}{text}"
        yield whole.rstrip()
    if not row:
        yield ""
