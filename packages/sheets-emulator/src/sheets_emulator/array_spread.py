"""Where arrays lie that formulas come to: over their cell and those beside and below it."""

from typing import TypeAlias

from sheets_emulator.a1 import cell_name
from sheets_emulator.bounds import MOST_SPREAD
from sheets_emulator.model import Box, Sheet
from sheets_emulator.scalars import Block, CellError, Scalar, storable

_Place: TypeAlias = tuple[int, int]  # a row and a column
Spread: TypeAlias = dict[int, dict[_Place, Scalar]]
"""What arrays have put into the cells of tabs, by the tabs' ids, beside those that compute them."""

_OVERWRITES = "Array result was not expanded because it would overwrite data in {}."
_BEYOND = "Result was not automatically expanded, please insert more {} ({})."
_TOO_MANY = CellError("ERROR", "The arrays of this spreadsheet have too many cells.")


class Arrays:
    """The arrays of one spreadsheet, while they are computed."""

    def __init__(self) -> None:
        self._laid: dict[int, dict[_Place, tuple[_Place, Scalar]]] = {}  # with whose it is
        self._ends: dict[int, dict[int, int]] = {}  # of the rows of tabs
        self._room = MOST_SPREAD

    def spread(self) -> Spread:
        """Return what lies in which cells; blank values of arrays leave theirs blank."""
        return {
            sheet_id: {at: value for at, (_, value) in laid.items() if value is not None}
            for sheet_id, laid in self._laid.items()
        }

    def lay(self, sheet: Sheet, top: int, left: int, array: Block) -> Scalar:
        """Lay the array of a cell, if there is room for it; return what the cell itself has."""
        if array.is_single:
            return storable(array.at(0, 0))
        box = Box(top, top + array.height, left, left + array.width)
        if box.bottom > sheet.row_count:
            return CellError("REF", _BEYOND.format("rows", box.bottom - sheet.row_count))
        if box.right > sheet.column_count:
            return CellError("REF", _BEYOND.format("columns", box.right - sheet.column_count))
        if box.size > self._room:
            return _TOO_MANY
        # All of it is computed before any of it is laid: it may turn out to take too long.
        values = {at: storable(array.at(at[0] - top, at[1] - left)) for at in box.cells()}
        own = values.pop((top, left), None)
        laid = self._laid.get(sheet.sheet_id, {})
        for at in values:
            other = laid.get(at, ((top, left), None))[0]
            if other != (top, left) or sheet.cell(*at).value is not None:
                return CellError("REF", _OVERWRITES.format(cell_name(*at)))
        if not self._has_room(sheet, box):
            return _TOO_MANY
        if values:
            laid = self._laid.setdefault(sheet.sheet_id, {})
            laid.update({at: ((top, left), value) for at, value in values.items()})
        return own

    def _has_room(self, sheet: Sheet, box: Box) -> bool:
        """Count the cells of an array, and the empty ones before them, which are read too."""
        ends = self._ends.get(sheet.sheet_id)
        if ends is None:
            ends = self._ends[sheet.sheet_id] = {}
            for row, column in sheet.cells:
                ends[row] = max(ends.get(row, 0), column + 1)
        self._room -= box.size + sum(max(0, box.left - ends.get(row, 0)) for row in box.rows)
        ends.update({row: max(ends.get(row, 0), box.right) for row in box.rows})
        return self._room >= 0
