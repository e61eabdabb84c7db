"""The basic filter of a tab: it sorts the rows below its heads, and hides some, when it is set."""

import re
from collections.abc import Callable
from dataclasses import replace

from sheets_emulator import conditions
from sheets_emulator.batch.base import Batch
from sheets_emulator.batch.moves import sort_rows
from sheets_emulator.bounds import spend
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.formats import with_styles
from sheets_emulator.model import DEFAULT_LINE, Area, Box, JsonObject, Sheet

_COLUMN = re.compile(r"[0-9]{1,5}")

_Shows = Callable[[int], bool]
_COLORS = {
    "visibleBackgroundColor": ("backgroundColor",),
    "visibleForegroundColor": ("textFormat", "foregroundColor"),
}


def set_basic_filter(batch: Batch, request: JsonObject) -> None:
    """Set the filter of a tab in place of the one it had."""
    given = request.get("filter", {})
    if "tableId" in given:
        raise unimplemented("tables")
    sheet, area = batch.range(given.get("range", {}))
    batch.caller.require_sheet(sheet)
    box = sheet.box(area)
    specs = [_spec(batch, sheet, box, one) for one in _given_specs(given)]
    sort_specs = given.get("sortSpecs", [])
    below = box._replace(top=box.top + 1)
    if sort_specs:
        batch.caller.require_cells(sheet, [below])
        sort_rows(batch, sheet, below, sort_specs)
    kept = {"sortSpecs": with_styles(sort_specs), "filterSpecs": specs}
    sheet.basic_filter = {name: part for name, part in kept.items() if part}
    sheet.basic_filter_area = box.area()
    _hide(batch, sheet, below, specs)


def clear_basic_filter(batch: Batch, request: JsonObject) -> None:
    """Remove the filter of a tab, and show the rows that it hid."""
    sheet = batch.sheet(request.get("sheetId", 0))
    batch.caller.require_sheet(sheet)
    sheet.basic_filter = None
    sheet.basic_filter_area = None
    _show_all(sheet)


def _given_specs(given: JsonObject) -> list[JsonObject]:
    """Return the FilterSpecs of a BasicFilter, which stand in it in one of two forms."""
    if "filterSpecs" in given:
        specs: list[JsonObject] = given["filterSpecs"]
        return specs
    found = []
    for column, criteria in given.get("criteria", {}).items():
        if not _COLUMN.fullmatch(column):
            raise invalid(f"Invalid column index in criteria: {column}")
        found.append({"columnIndex": int(column), "filterCriteria": criteria})
    return found


def _spec(batch: Batch, sheet: Sheet, box: Box, given: JsonObject) -> JsonObject:
    """Return a FilterSpec in the form it is kept in."""
    if "dataSourceColumnReference" in given:
        raise unimplemented("data sources")
    column = given.get("columnIndex", 0)
    if column not in box.columns:
        raise invalid(f"columnIndex[{column}] lies outside the range of the filter")
    criteria = given.get("filterCriteria", {})
    if "condition" in criteria:
        conditions.check(criteria["condition"], batch.document, sheet, validation=False)
    colors = [name for name in _COLORS if {name, f"{name}Style"} & set(criteria)]
    if len(colors) > 1:
        raise invalid("A filter can show one colour only, that of the fill or that of the text.")
    return {"columnIndex": column, "filterCriteria": with_styles(criteria)}


def _hide(batch: Batch, sheet: Sheet, below: Box, specs: list[JsonObject]) -> None:
    """Hide the rows that a criterion does not show, and no others."""
    _show_all(sheet)
    effective = EffectiveValues(batch.document)
    tests = [_test(batch, effective, sheet, below, one) for one in specs]
    spend((below.bottom - below.top) * (1 + 3 * len(tests)))
    if not tests:
        return
    lines = sheet.lines["ROWS"]
    for row in below.rows:
        if not all(shows(row) for shows in tests):
            lines[row] = replace(lines.get(row, DEFAULT_LINE), filtered=True)


def _show_all(sheet: Sheet) -> None:
    lines = sheet.lines["ROWS"]
    spend(len(lines))
    for row, line in list(lines.items()):
        if line.filtered:
            lines[row] = replace(line, filtered=False)


def _test(
    batch: Batch, effective: EffectiveValues, sheet: Sheet, below: Box, spec: JsonObject
) -> _Shows:
    """Return whether the criteria of a column show a row."""
    column, criteria = spec["columnIndex"], spec["filterCriteria"]
    hidden = set(criteria.get("hiddenValues", ()))
    condition = criteria.get("condition")
    anchor = conditions.anchor_of(Area(below.top, left=column))
    color = next((name for name in _COLORS if name in criteria), None)

    def shows(row: int) -> bool:
        if effective.text(sheet, row, column) in hidden:
            return False
        if color is not None:
            part = effective.format(sheet, row, column)
            for step in _COLORS[color]:
                part = part[step]
            if part != criteria[color]:
                return False
        spot = conditions.Spot(batch.document, sheet, effective.calculation, row, column, anchor)
        return condition is None or conditions.holds(condition, spot)

    return shows
