"""Rectangles of cells and their A1 names, as Google's Sheets writes them.

Rows and columns count from 0 here and ends are exclusive; A1 counts from 1 with ends included.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from gspread.utils import a1_range_to_grid_range, rowcol_to_a1

from umpire.json_types import JsonObject

_CELL = re.compile(r"([A-Z]{1,3})([1-9]\d{0,6})", re.ASCII)
_R1C1 = re.compile(r"r\d*c\d*", re.IGNORECASE | re.ASCII)


class Rect(NamedTuple):
    """A rectangle of cells on some tab: rows `top` to `bottom`, columns `left` to `right`."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def height(self) -> int:
        """The number of its rows."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """The number of its columns."""
        return self.right - self.left

    def shift(self, rows: int, columns: int) -> "Rect":
        """Return the same rectangle so many rows further down and columns further right."""
        return Rect(self.top + rows, self.left + columns, self.bottom + rows, self.right + columns)

    def encloses(self, other: "Rect") -> bool:
        """Return whether this rectangle contains every cell of the other."""
        return (
            self.top <= other.top
            and self.left <= other.left
            and other.bottom <= self.bottom
            and other.right <= self.right
        )

    def overlaps(self, other: "Rect") -> bool:
        """Return whether the two have a cell in common."""
        return (
            self.top < other.bottom
            and other.top < self.bottom
            and self.left < other.right
            and other.left < self.right
        )

    def cells(self) -> Iterator[tuple[int, int]]:
        """Yield each (row, column) of it, row by row."""
        for row in range(self.top, self.bottom):
            for column in range(self.left, self.right):
                yield row, column

    def __str__(self) -> str:
        first = cell_name(self.top, self.left)
        last = cell_name(self.bottom - 1, self.right - 1)
        return first if first == last else f"{first}:{last}"


class Place(NamedTuple):
    """A rectangle on the tab with the id `sheet`: the present place of a name."""

    sheet: int
    rect: Rect

    def grid_range(self) -> JsonObject:
        """Return it as the API's GridRange."""
        return {
            "sheetId": self.sheet,
            "startRowIndex": self.rect.top,
            "endRowIndex": self.rect.bottom,
            "startColumnIndex": self.rect.left,
            "endColumnIndex": self.rect.right,
        }


def cell_name(row: int, column: int) -> str:
    """Return a cell's name: `B3` for row 2, column 1."""
    return rowcol_to_a1(row + 1, column + 1)


def absolute_name(row: int, column: int) -> str:
    """Return a cell's absolute name in a formula: `$B$3`."""
    letters = cell_name(0, column).removesuffix("1")
    return f"${letters}${row + 1}"


def read_rect(text: str) -> Rect:
    """Read `B3` or `A1:C5`. Raises ValueError with a sentence if it is no rectangle of cells."""
    if not all(_CELL.fullmatch(end) for end in text.upper().split(":")) or text.count(":") > 1:
        raise ValueError(f"{text!r} is not a range of cells; write it like B3 or A1:C5")
    grid = a1_range_to_grid_range(text)
    return Rect(
        grid["startRowIndex"], grid["startColumnIndex"], grid["endRowIndex"], grid["endColumnIndex"]
    )


def looks_like_a_cell(name: str) -> bool:
    """Return whether a spreadsheet would take the name for a cell (`B3`, `R1C1`)."""
    return bool(_CELL.fullmatch(name.upper()) or _R1C1.fullmatch(name))


def read_grid_range(grid_range: JsonObject, sizes: Mapping[int, JsonObject]) -> Place:
    """Read the API's GridRange, in which zeros and ends at the tab's edge may be left out."""
    sheet = grid_range.get("sheetId", 0)
    size = sizes.get(sheet, {})
    rows: int = (
        grid_range["endRowIndex"] if "endRowIndex" in grid_range else size.get("rowCount", 0)
    )
    columns: int = (
        grid_range["endColumnIndex"]
        if "endColumnIndex" in grid_range
        else size.get("columnCount", 0)
    )
    rect = Rect(
        grid_range.get("startRowIndex", 0), grid_range.get("startColumnIndex", 0), rows, columns
    )
    return Place(sheet, rect)


def size_in_words(rows: int, columns: int) -> str:
    """Return the size of a range in words: `2 rows and 1 column`."""
    words = ((rows, "row"), (columns, "column"))
    return " and ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in words)
