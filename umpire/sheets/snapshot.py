"""A spreadsheet in one answer: its tabs, the places of its names, and its cells.

One `spreadsheets.get` returns all of it, and so does the answer to a write. A snapshot holds what
was typed: a formula is a formula, whatever its result. Where formulas count it holds their results
too.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.json_types import JsonObject
from umpire.sheets.file_state import FileState
from umpire.sheets.grid import Place, Rect, cell_name, looks_like_a_cell
from umpire.sheets.lease import lease_candidates
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata

_TYPED = "userEnteredValue,chipRuns"
_SHOWN = "formattedValue,effectiveValue(numberValue,boolValue,errorValue)"
_CELLS = f"data(startRow,startColumn,rowData.values({_TYPED}))"
_BESIDE = (
    "properties(title,locale,timeZone),namedRanges,"
    "sheets.properties(sheetId,title,index,gridProperties)"
)
_PROTECTED = "protectedRanges(protectedRangeId,range,unprotectedRanges,description)"
FIELDS = f"{_BESIDE},sheets({_PROTECTED},{_CELLS})"
"""The field mask of a snapshot."""

FULL_FIELDS = (
    f"{_BESIDE},developerMetadata(metadataId,metadataKey,metadataValue),"
    f"sheets(conditionalFormats,protectedRanges,{_CELLS})"
)
"""The field mask of a full snapshot, which has everything that the daemon repairs."""


def with_results(fields: str) -> str:
    """Return the field mask of a snapshot that also has what formulas show."""
    return fields.replace(_TYPED, f"{_TYPED},{_SHOWN}")


_PLAIN = re.compile(r"[A-Za-z_]\w*", re.ASCII)
"""A tab's title that needs no quotes."""

_ERROR_TEXTS = {
    "ERROR": "#ERROR!",
    "NULL_VALUE": "#NULL!",
    "DIVIDE_BY_ZERO": "#DIV/0!",
    "VALUE": "#VALUE!",
    "REF": "#REF!",
    "NAME": "#NAME?",
    "NUM": "#NUM!",
    "N_A": "#N/A",
}
"""The text that a cell shows for each of Google's kinds of error."""

CellValues = tuple[tuple[Any, ...], ...]
"""The values that were typed in the cells of a range, row by row; "" for an empty cell.

A text, a number (a date is one) or a boolean is itself. All else is `{"formula": "=A1"}`,
`{"chip": "a text with @"}` or `{"error": "#N/A"}`.
"""


@dataclass(frozen=True, slots=True)
class FormulaError:
    """What a formula shows that has no result, such as `#N/A`, and why."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state of a spreadsheet at one moment.

    `structure` is everything except the cells, for the tabs that the answer covers. `titles` are
    the titles of the tabs, and `leases` the places of possible leases by their tokens. A full
    snapshot covers every cell, and `full` is all that it has beside cells; None for any other.
    `file` is the state of the file in Drive after a full snapshot, None if Drive did not answer.
    """

    structure: SpreadsheetMetadata
    leases: Mapping[str, Place]
    titles: Mapping[int, str]
    full: SpreadsheetMetadata | None
    _rows: Mapping[int, Mapping[int, Mapping[int, Any]]]
    _covered: tuple[Place, ...]
    _results: Mapping[int, Mapping[tuple[int, int], Any]]
    file: FileState | None = None

    def values(self, place: Place) -> CellValues | None:
        """Return the values in a rectangle, None if the snapshot does not cover it all."""
        if self.full is None and not _covers(self._covered, place):
            return None
        sheet, (top, left, bottom, right) = place
        rows, columns = self._rows.get(sheet, {}), range(left, right)
        blank = ("",) * len(columns)
        values = [blank] * (bottom - top)
        for row in rows.keys() & range(top, bottom):
            values[row - top] = tuple(map(rows[row].get, columns, blank))
        return tuple(values)

    def shown_values(self, place: Place) -> CellValues | None:
        """Return the same with the result of each formula in place of it.

        A result is a text, a number, a boolean or a FormulaError.
        """
        values, results = self.values(place), self._results.get(place.sheet, {})
        if values is None or not results:
            return values
        top, left = place.rect.top, place.rect.left
        return tuple(
            tuple(results.get((row, column), value) for column, value in enumerate(line, left))
            for row, line in enumerate(values, top)
        )


def read_snapshot(
    answer: JsonObject, covered: Iterable[Place] | None, *, results: bool = False
) -> Snapshot:
    """Read an answer that covers these places, or everything for a full snapshot (None).

    `results` says whether it has what formulas show. Raises KeyError, TypeError, ValueError or
    AttributeError if it is malformed.
    """
    tabs = {tab["properties"].get("sheetId", 0): tab for tab in answer["sheets"]}
    if not tabs:
        raise ValueError("a spreadsheet without a tab")
    actual = SpreadsheetMetadata.read(answer)
    return Snapshot(
        actual.structure,
        lease_candidates(actual),
        actual.titles,
        actual.without_cells if covered is None else None,
        {sheet: _value_rows(tab) for sheet, tab in tabs.items()},
        tuple(covered or ()),
        {sheet: dict(_formula_results(tab)) for sheet, tab in tabs.items()} if results else {},
    )


def _covers(covered: Iterable[Place], place: Place) -> bool:
    """Return whether one of several places contains every cell of another.

    It is called for every name of every snapshot, so the rectangles are compared here.
    """
    sheet, (top, left, bottom, right) = place
    for tab, rect in covered:
        has_rows = tab == sheet and rect.top <= top and bottom <= rect.bottom
        if has_rows and rect.left <= left and right <= rect.right:
            return True
    return False


def in_a1(place: Place, titles: Mapping[int, str]) -> str:
    """Return a place as a request names it: `'Ana B'!B7:B206`."""
    return f"{_quote(titles[place.sheet])}!{place.rect}"


def cell_in_a1(place: Place, row: int, titles: Mapping[int, str]) -> str:
    """Return the first cell in a row of a place, such as `'Ana B'!B12`."""
    name = cell_name(place.rect.top + row, place.rect.left)
    return f"{_quote(titles[place.sheet])}!{name}"


def merge_places(places: Iterable[Place]) -> tuple[Place, ...]:
    """Return fewer places with the same cells, joining those that make one rectangle."""
    by_tab: dict[int, list[Rect]] = {}
    for place in sorted(set(places)):
        _join(by_tab.setdefault(place.sheet, []), place.rect)
    return tuple(Place(sheet, rect) for sheet, rects in by_tab.items() for rect in rects)


def _join(rects: list[Rect], new: Rect) -> None:
    for at, rect in enumerate(rects):
        if rect.encloses(new):
            return
        if (union := _union(rect, new)) is not None:
            del rects[at]
            _join(rects, union)
            return
    rects.append(new)


def _union(rect: Rect, other: Rect) -> Rect | None:
    same_columns = (rect.left, rect.right) == (other.left, other.right)
    same_rows = (rect.top, rect.bottom) == (other.top, other.bottom)
    if same_columns and rect.top <= other.bottom and other.top <= rect.bottom:
        return Rect(min(rect.top, other.top), rect.left, max(rect.bottom, other.bottom), rect.right)
    if same_rows and rect.left <= other.right and other.left <= rect.right:
        return Rect(rect.top, min(rect.left, other.left), rect.bottom, max(rect.right, other.right))
    return None


def _quote(title: str) -> str:
    if _PLAIN.fullmatch(title) and not looks_like_a_cell(title):
        return title
    escaped = title.replace("'", "''")
    return f"'{escaped}'"


def _value_rows(tab: JsonObject) -> dict[int, dict[int, Any]]:
    """Return the values by row and column. An answer may have blocks in any order."""
    rows: dict[int, dict[int, Any]] = {}
    blocks: Sequence[JsonObject] = tab.get("data", [])
    for block in blocks:
        left = block.get("startColumn", 0)
        for row, line in enumerate(block.get("rowData", []), block.get("startRow", 0)):
            cells = line.get("values", ())
            if any(cells):  # most rows are blank
                values = {
                    column: _cell_value(cell) for column, cell in enumerate(cells, left) if cell
                }
                rows.setdefault(row, {}).update(values)
    return rows


def _cell_value(cell: JsonObject) -> Any:
    value: JsonObject = cell.get("userEnteredValue", {})
    if "chipRuns" in cell and any(run.get("chip") for run in cell["chipRuns"]):
        return {"chip": value.get("stringValue", "")}
    if "formulaValue" in value:
        return {"formula": value["formulaValue"]}
    if "errorValue" in value:
        kind = value["errorValue"].get("type", "ERROR")
        return {"error": _ERROR_TEXTS.get(kind, f"#{kind}")}
    return next(iter(value.values()), "")


def _formula_results(tab: JsonObject) -> Iterator[tuple[tuple[int, int], Any]]:
    """Yield what formulas show, with row and column, where one fills several cells in each."""
    for block in tab.get("data", []):
        left = block.get("startColumn", 0)
        for row, line in enumerate(block.get("rowData", []), block.get("startRow", 0)):
            for column, cell in enumerate(line.get("values", ()), left):
                typed = cell.get("userEnteredValue", {})
                if "formulaValue" in typed or (not typed and "effectiveValue" in cell):
                    yield (row, column), _result(cell)


def _result(cell: JsonObject) -> Any:
    """Return what a formula shows. A date is a number; its mask leaves out the value of a text."""
    value: JsonObject = cell.get("effectiveValue", {})
    if "errorValue" in value:
        error = value["errorValue"]
        kind = error.get("type", "ERROR")
        return FormulaError(_ERROR_TEXTS.get(kind, f"#{kind}"), error.get("message", ""))
    return next(iter(value.values()), cell.get("formattedValue", ""))
