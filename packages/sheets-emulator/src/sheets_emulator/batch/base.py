"""What every kind of request needs: the working copy, who asks, and the ranges of a body."""

import secrets
from collections.abc import Container

from sheets_emulator.access import Caller
from sheets_emulator.errors import invalid
from sheets_emulator.model import Area, Axis, Box, Document, JsonObject, Sheet


class Batch:
    """A working copy of a document while a batch is applied for an account.

    `free_names` lets whoever may write change names over cells that are protected from them.
    """

    def __init__(self, document: Document, account: str, *, free_names: bool = False) -> None:
        self.document = document
        self.account = account
        self.free_names = free_names
        self._caller: Caller | None = None

    @property
    def caller(self) -> Caller:
        """What the account may touch, as the document stands now."""
        if self._caller is None:
            self._caller = Caller(self.document, self.account)
        return self._caller

    def access_changed(self) -> None:
        """Say that tabs, names or protections have changed or moved."""
        self._caller = None

    def sheet(self, sheet_id: int) -> Sheet:
        """Return the tab with this id."""
        return _grid(self.document, sheet_id)

    def tab(self, sheet_id: int) -> Sheet:
        """Return the tab with this id, where it is meant itself and not what is on it."""
        sheet = self.document.sheet(sheet_id)
        if sheet is None:
            raise invalid(f"No sheet with id: {sheet_id}")
        return sheet

    def range(self, given: JsonObject) -> tuple[Sheet, Area]:
        """Return the tab and the range that a GridRange means; its start must lie on the grid."""
        return grid_range(self.document, given)

    def box(self, given: JsonObject | None, *, may_be_empty: bool = False) -> tuple[Sheet, Box]:
        """Return the tab and the cells that a GridRange means; none only where that makes sense."""
        if given is None:
            raise invalid("You must specify a range.")
        sheet, area = grid_range(self.document, given, may_be_empty=may_be_empty)
        return sheet, sheet.box(area)

    def lines(self, given: JsonObject | None) -> tuple[Sheet, Axis, int, int]:
        """Return the tab, axis, start and end of a DimensionRange."""
        if given is None:
            raise invalid("You must specify a range.")
        sheet = self.sheet(given.get("sheetId", 0))
        axis = axis_of(given)
        start = given.get("startIndex", 0)
        end = given.get("endIndex", sheet.size(axis))
        if start < 0 or end <= start:
            raise invalid(f"endIndex[{end}] must be greater than startIndex[{start}]")
        return sheet, axis, start, end


def _grid(document: Document, sheet_id: int) -> Sheet:
    sheet = document.sheet(sheet_id)
    if sheet is None:
        raise invalid(f"No grid with id: {sheet_id}")
    return sheet


def grid_range(
    document: Document, given: JsonObject, *, may_be_empty: bool = False
) -> tuple[Sheet, Area]:
    """Return the tab and the range that a GridRange means; its start must lie on the grid."""
    sheet = _grid(document, given.get("sheetId", 0))
    area = Area(
        given.get("startRowIndex"),
        given.get("endRowIndex"),
        given.get("startColumnIndex"),
        given.get("endColumnIndex"),
    )
    _check_side("Row", area.top, area.bottom, sheet.row_count, may_be_empty)
    _check_side("Column", area.left, area.right, sheet.column_count, may_be_empty)
    return sheet, area


def axis_of(given: JsonObject) -> Axis:
    """Return the `dimension` of a body."""
    axis = given.get("dimension")
    if axis == "ROWS":
        return "ROWS"
    if axis == "COLUMNS":
        return "COLUMNS"
    raise invalid("You must specify a dimension.")


def _check_side(
    side: str, start: int | None, end: int | None, size: int, may_be_empty: bool
) -> None:
    if (start or 0) < 0 or (end is not None and end < 0):
        raise invalid(f"start{side}Index and end{side}Index must not be negative.")
    if end is not None and end < (start or 0) + (not may_be_empty):
        raise invalid(f"end{side}Index[{end}] must be greater than start{side}Index[{start or 0}]")
    if (start or 0) >= size:
        raise invalid(f"start{side}Index[{start}] is after last {side.lower()} in grid[{size - 1}]")


def new_id(taken: Container[int]) -> int:
    """Return a fresh id, as Google makes them."""
    while (found := secrets.randbelow(2**31 - 1) + 1) in taken:
        pass
    return found
