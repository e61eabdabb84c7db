"""Rows and columns that are inserted, deleted and moved, and everything that moves with them.

Values, formats, notes, validations, sizes, merges, named and protected ranges, conditional
formats, filters, banding, charts, groups, metadata and the references in formulas all follow.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol

from sheets_emulator.bounds import spend
from sheets_emulator.charts import moved_sources
from sheets_emulator.model import (
    Area,
    Axis,
    Box,
    Cell,
    Chart,
    ConditionalRule,
    Document,
    Formula,
    Group,
    JsonObject,
    Metadata,
    NamedRange,
    Protection,
    Sheet,
)
from sheets_emulator.references import rewrite

_MoveArea = Callable[[Area], Area | None]


class _Change(Protocol):
    """Where lines of one axis go."""

    def line(self, index: int) -> int | None:
        """Return the new place of a line; None if it is deleted."""

    def span(self, start: int, end: int | None) -> tuple[int, int | None] | None:
        """Return the new place of a run of lines; None if all of it is deleted."""


@dataclass(frozen=True, slots=True)
class _Insert:
    at: int
    count: int

    def line(self, index: int) -> int | None:
        return index + self.count if index >= self.at else index

    def span(self, start: int, end: int | None) -> tuple[int, int | None] | None:
        moved = start + self.count if start >= self.at else start
        if end is None:
            return (0 if start == 0 else moved), None
        return moved, end + self.count if end > self.at else end


@dataclass(frozen=True, slots=True)
class _Delete:
    start: int
    end: int

    def line(self, index: int) -> int | None:
        if self.start <= index < self.end:
            return None
        return index - (self.end - self.start) if index >= self.end else index

    def span(self, start: int, end: int | None) -> tuple[int, int | None] | None:
        new_start = self._kept_before(start)
        if end is None:
            return new_start, None
        new_end = self._kept_before(end)
        return None if new_start == new_end else (new_start, new_end)

    def _kept_before(self, edge: int) -> int:
        return edge - max(0, min(edge, self.end) - self.start)


@dataclass(frozen=True, slots=True)
class _Move:
    start: int
    end: int
    to: int  # counted before anything moves

    @property
    def _landing(self) -> int:
        return self.to - (self.end - self.start) if self.to > self.start else self.to

    def line(self, index: int) -> int | None:
        if self.start <= index < self.end:
            return index - self.start + self._landing
        left = _Delete(self.start, self.end).line(index)
        assert left is not None
        return _Insert(self._landing, self.end - self.start).line(left)

    def span(self, start: int, end: int | None) -> tuple[int, int | None] | None:
        if end is not None and self.start <= start and end <= self.end:
            offset = self._landing - self.start
            return start + offset, end + offset
        if end is None or (start <= self.start and self.end <= end and start <= self.to <= end):
            return start, end
        left = _Delete(self.start, self.end).span(start, end)
        assert left is not None
        return _Insert(self._landing, self.end - self.start).span(*left)


def insert_lines(
    document: Document, sheet: Sheet, axis: Axis, at: int, count: int, *, inherit_before: bool
) -> None:
    """Insert empty rows or columns before line `at`; they look like the line before or after."""
    _apply(document, sheet, axis, _Insert(at, count))
    if axis == "ROWS":
        sheet.row_count += count
        sheet.frozen_rows += count if at < sheet.frozen_rows else 0
    else:
        sheet.column_count += count
        sheet.frozen_columns += count if at < sheet.frozen_columns else 0
    _dress(sheet, axis, at, count, inherit_before=inherit_before)


def _dress(sheet: Sheet, axis: Axis, at: int, count: int, *, inherit_before: bool) -> None:
    """Give new lines the look of a neighbour, and its validation where they split one."""
    before, after = at - 1, at + count
    source = before if inherit_before else after
    lines = sheet.lines[axis]
    if source in lines:
        spend(count)
        neighbour = replace(lines[source], filtered=False)
        lines |= {at + n: neighbour for n in range(count)}
    for (row, column), cell in list(sheet.cells.items()):
        line, place = (row, column) if axis == "ROWS" else (column, row)
        if line != source:
            continue
        other = after if inherit_before else before
        beyond = sheet.cell(*_at(axis, other, place)) if other >= 0 else Cell()
        split = cell.validation is not None and beyond.validation == cell.validation
        new = Cell(format=cell.format, validation=cell.validation if split else None)
        spend(count)
        for n in range(count):
            sheet.put(*_at(axis, at + n, place), new)


def _at(axis: Axis, line: int, place: int) -> tuple[int, int]:
    return (line, place) if axis == "ROWS" else (place, line)


def delete_lines(document: Document, sheet: Sheet, axis: Axis, start: int, end: int) -> None:
    """Delete rows or columns with all that is in them."""
    _apply(document, sheet, axis, _Delete(start, end))
    if axis == "ROWS":
        sheet.row_count -= end - start
        last = sheet.row_count - 1
        sheet.charts = [replace(one, row=min(one.row, last)) for one in sheet.charts]
        sheet.frozen_rows -= max(0, min(end, sheet.frozen_rows) - start)
    else:
        sheet.column_count -= end - start
        last = sheet.column_count - 1
        sheet.charts = [replace(one, column=min(one.column, last)) for one in sheet.charts]
        sheet.frozen_columns -= max(0, min(end, sheet.frozen_columns) - start)


def move_lines(document: Document, sheet: Sheet, axis: Axis, start: int, end: int, to: int) -> None:
    """Move rows or columns to before line `to`, which is counted before the move."""
    _apply(document, sheet, axis, _Move(start, end, to))


def shift_cells(
    document: Document, sheet: Sheet, axis: Axis, box: Box, *, delete: bool = False
) -> None:
    """Move the cells below a box (or right of it) out of its way, or into its place."""
    start, end = (box.top, box.bottom) if axis == "ROWS" else (box.left, box.right)
    change = _Delete(start, end) if delete else _Insert(start, end - start)
    across = range(box.left, box.right) if axis == "ROWS" else range(box.top, box.bottom)

    def moved(area: Area) -> Area | None:
        first, last = (area.left, area.right) if axis == "ROWS" else (area.top, area.bottom)
        if first is None or last is None or first < across.start or last > across.stop:
            return area
        return _moved(area, axis, change)

    spend(sum(len(one.cells) for one in document.sheets))
    _move_ranges(document, sheet, moved)
    sheet.shifts += 1
    sheet.cells = {
        new: cell
        for at, cell in sheet.cells.items()
        if (
            new := _moved_cell(*at, axis, change)
            if at[1 if axis == "ROWS" else 0] in across
            else at
        )
        is not None
    }


def _apply(document: Document, sheet: Sheet, axis: Axis, change: _Change) -> None:
    def moved(area: Area) -> Area | None:
        return _moved(area, axis, change)

    spend(sum(len(one.cells) for one in document.sheets))
    _move_ranges(document, sheet, moved)
    sheet.shifts += 1
    if sheet.basic_filter is not None:
        sheet.basic_filter = _moved_filter(sheet.basic_filter, axis, change)
    sheet.charts = [_moved_chart(one, axis, change) for one in sheet.charts]
    sheet.cells = {
        at: cell
        for (row, column), cell in sheet.cells.items()
        if (at := _moved_cell(row, column, axis, change)) is not None
    }
    sheet.lines[axis] = {
        new: line
        for index, line in sheet.lines[axis].items()
        if (new := change.line(index)) is not None
    }
    sheet.groups[axis] = _moved_groups(sheet.groups[axis], change)
    document.metadata = _moved_metadata(document.metadata, (sheet.sheet_id, axis), change)


def _move_ranges(document: Document, sheet: Sheet, moved: _MoveArea) -> None:
    """Let all that stands for cells of a tab follow them."""
    _rewrite_formulas(document, sheet, moved)
    sheet.merges = [
        box
        for merge in sheet.merges
        if (area := moved(merge.area())) is not None and not _is_cell(box := _box(area))
    ]
    sheet.conditional_rules = _moved_rules(sheet.conditional_rules, moved)
    if sheet.basic_filter_area is not None:
        sheet.basic_filter_area = moved(sheet.basic_filter_area)
        if sheet.basic_filter_area is None:
            sheet.basic_filter = None
    sheet.banded_ranges = [
        replace(one, area=area)
        for one in sheet.banded_ranges
        if (area := moved(one.area)) is not None
    ]
    _move_sources(document, sheet, moved)
    sheet.protections = [
        protection
        for one in sheet.protections
        if (protection := _moved_protection(one, sheet.sheet_id, moved)) is not None
    ]
    document.names = _moved_names(document.names, sheet.sheet_id, moved)


def _moved(area: Area, axis: Axis, change: _Change) -> Area | None:
    start, end = (area.top, area.bottom) if axis == "ROWS" else (area.left, area.right)
    if start is None and end is None:
        return area
    span = change.span(start or 0, end)
    if span is None:
        return None
    new_start = None if start is None and span[0] == 0 else span[0]
    if axis == "ROWS":
        return area._replace(top=new_start, bottom=span[1])
    return area._replace(left=new_start, right=span[1])


def _moved_cell(row: int, column: int, axis: Axis, change: _Change) -> tuple[int, int] | None:
    line = change.line(row if axis == "ROWS" else column)
    if line is None:
        return None
    return (line, column) if axis == "ROWS" else (row, line)


def _box(area: Area) -> Box:
    assert area.bottom is not None
    assert area.right is not None
    return Box(area.top or 0, area.bottom, area.left or 0, area.right)


def _is_cell(box: Box) -> bool:
    return box.bottom - box.top == 1 and box.right - box.left == 1


def _moved_groups(groups: Iterable[Group], change: _Change) -> list[Group]:
    found = []
    for group in groups:
        span = change.span(group.start, group.end)
        if span is not None and span[1] is not None:
            found.append(replace(group, start=span[0], end=span[1]))
    return found


def _moved_rules(rules: Iterable[ConditionalRule], moved: _MoveArea) -> list[ConditionalRule]:
    found = []
    for rule in rules:
        areas = tuple(new for area in rule.areas if (new := moved(area)) is not None)
        if areas:
            found.append(replace(rule, areas=areas))
    return found


def _moved_filter(kept: JsonObject, axis: Axis, change: _Change) -> JsonObject:
    """Return the parts of a basic filter, whose columns may have other places now."""
    if axis == "ROWS":
        return kept
    names = {"filterSpecs": "columnIndex", "sortSpecs": "dimensionIndex"}
    return {
        part: [
            one | {names[part]: new}
            for one in specs
            if (new := change.line(one[names[part]])) is not None
        ]
        for part, specs in kept.items()
    }


def _moved_chart(chart: Chart, axis: Axis, change: _Change) -> Chart:
    """Return a chart beside the cell it was anchored to, or where that was deleted."""
    index = chart.row if axis == "ROWS" else chart.column
    new = change.line(index)
    if new is None:
        span = change.span(index, None)
        assert span is not None
        new = span[0]
    return replace(chart, row=new) if axis == "ROWS" else replace(chart, column=new)


def _move_sources(document: Document, sheet: Sheet, moved: _MoveArea) -> None:
    """Let the charts of all tabs draw the cells that they drew."""
    for home in document.sheets:
        home.charts = [
            one if spec == one.spec else replace(one, spec=spec)
            for one in home.charts
            for spec in [moved_sources(one.spec, sheet.sheet_id, moved)]
        ]


def _moved_protection(protection: Protection, sheet_id: int, moved: _MoveArea) -> Protection | None:
    area = moved(protection.area)
    if area is None:
        return None
    unprotected = tuple(
        (sheet_id, new) for _, one in protection.unprotected if (new := moved(one)) is not None
    )
    return replace(protection, area=area, unprotected=unprotected)


def _moved_names(names: Iterable[NamedRange], sheet_id: int, moved: _MoveArea) -> list[NamedRange]:
    found = []
    for name in names:
        area = moved(name.area) if name.sheet_id == sheet_id else name.area
        if area is not None:
            found.append(replace(name, area=area))
    return found


def _moved_metadata(
    metadata: Iterable[Metadata], lines: tuple[int, Axis], change: _Change
) -> list[Metadata]:
    found = []
    for one in metadata:
        index = change.line(one.index) if (one.sheet_id, one.axis) == lines else one.index
        if index is not None:
            found.append(replace(one, index=index))
    return found


def _rewrite_formulas(document: Document, sheet: Sheet, moved: _MoveArea) -> None:
    def target(sheet_id: int, area: Area) -> Area | None:
        return moved(area) if sheet_id == sheet.sheet_id else area

    for home in document.sheets:
        for at, cell in list(home.cells.items()):
            if isinstance(cell.value, Formula):
                text = rewrite(cell.value.text, home, document, target)
                if text != cell.value.text:
                    home.put(*at, replace(cell, value=Formula(text)))
    for home in document.sheets:
        for number, rule in enumerate(home.conditional_rules):
            home.conditional_rules[number] = _rewritten_rule(rule, home, document, target)


def _rewritten_rule(
    rule: ConditionalRule,
    home: Sheet,
    document: Document,
    target: Callable[[int, Area], Area | None],
) -> ConditionalRule:
    boolean = rule.rule.get("booleanRule")
    if boolean is None or not any(
        value.get("userEnteredValue", "").startswith("=")
        for value in boolean["condition"].get("values", [])
    ):
        return rule
    values = [
        value | {"userEnteredValue": rewrite(value["userEnteredValue"], home, document, target)}
        if value.get("userEnteredValue", "").startswith("=")
        else value
        for value in boolean["condition"]["values"]
    ]
    condition = boolean["condition"] | {"values": values}
    return replace(rule, rule={"booleanRule": boolean | {"condition": condition}})
