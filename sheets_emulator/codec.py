"""A document as one JSON text and back, for the disk.

Formats and validations that many cells of a tab share are written once and named by their number;
cells that hold nothing but these are written in runs.
"""

import json
from collections.abc import Collection
from dataclasses import asdict
from operator import is_, itemgetter
from typing import NamedTuple

from pydantic_core import to_json

from sheets_emulator.model import (
    Area,
    Box,
    Cell,
    ConditionalRule,
    Document,
    Formula,
    Grant,
    Group,
    Json,
    JsonObject,
    Line,
    Metadata,
    NamedRange,
    Protection,
    RichText,
    Sheet,
    Value,
)

_SHEET_FIELDS = (
    "sheet_id", "title", "row_count", "column_count", "frozen_rows", "frozen_columns", "hidden",
    "hide_gridlines", "right_to_left", "row_group_after", "column_group_after", "tab_color",
    "basic_filter",
)  # fmt: skip
_DOCUMENT_FIELDS = (
    "spreadsheet_id", "title", "version", "created", "modified", "locale", "time_zone",
    "auto_recalc", "file", "page", "maker", "app_properties",
)  # fmt: skip
_COMPARED = (*_SHEET_FIELDS, "lines", "groups", "merges", "basic_filter_area")


_MOST_TEXTS = 50_000
_LONG_TEXT = 2000
_texts: dict[int, tuple[Json, str]] = {}
"""What formats and rules read as that were written before: they are values and never change."""


def _text(one: Json) -> str:
    known = _texts.get(id(one))
    if known is None or known[0] is not one:
        known = one, json.dumps(one, sort_keys=True)
        if len(_texts) >= _MOST_TEXTS:
            _texts.clear()
        if len(known[1]) < _LONG_TEXT:
            _texts[id(one)] = known
    return known[1]


class _Shared:
    """Objects that are written once; equal ones share a number."""

    def __init__(self) -> None:
        self.kept: list[Json] = []
        self._by_text: dict[str, int] = {}
        self._by_id: dict[int, int] = {}

    def number(self, one: Json) -> int:
        """Return the number of an object."""
        known = self._by_id.get(id(one))
        if known is None:
            known = self._by_text.setdefault(_text(one), len(self.kept))
            if known == len(self.kept):
                self.kept.append(one)
            self._by_id[id(one)] = known
        return known


class Written(NamedTuple):
    """A tab that is not to change any more, and its text."""

    sheet: Sheet
    text: str


def encode(document: Document, tabs: dict[int, Written] | None = None) -> str:
    """Return the document as text.

    `tabs` holds its tabs as they were written last, by their ids: those that are still the same
    are not written again. What was written is left in it.
    """
    before = {} if tabs is None else dict(tabs)
    written = {one.sheet_id: _written_tab(one, before) for one in document.sheets}
    if tabs is not None:
        tabs.clear()
        tabs.update(written)
    body: JsonObject = {name: getattr(document, name) for name in _DOCUMENT_FIELDS}
    body["apps"] = list(document.apps)
    body["names"] = [
        [one.named_range_id, one.name, one.sheet_id, _area(one.area)] for one in document.names
    ]
    body["metadata"] = [asdict(one) for one in document.metadata]
    body["grants"] = [asdict(one) for one in document.grants]
    sheets = ",".join(one.text for one in written.values())
    return f'{{"sheets":[{sheets}],{_dumped(body)[1:]}'


def _dumped(body: JsonObject) -> str:
    return to_json(body).decode()


def _written_tab(sheet: Sheet, before: dict[int, Written]) -> Written:
    known = before.get(sheet.sheet_id)
    if known is not None and is_same(known.sheet, sheet):
        return known
    return Written(sheet, _dumped(_sheet(sheet)))


def is_same(one: Sheet, other: Sheet) -> bool:
    """Return whether nothing of a tab has been changed; 1 is not TRUE, though they are equal."""
    return (
        _are_same(one.cells.keys(), other.cells.keys())
        and _are_same(one.cells.values(), other.cells.values())
        and _are_same(one.protections, other.protections)
        and _are_same(one.conditional_rules, other.conditional_rules)
        and all(getattr(one, name) == getattr(other, name) for name in _COMPARED)
    )


def _are_same(some: Collection[object], others: Collection[object]) -> bool:
    return len(some) == len(others) and all(map(is_, some, others))


def _sheet(sheet: Sheet) -> JsonObject:
    shared = _Shared()
    body: JsonObject = {name: getattr(sheet, name) for name in _SHEET_FIELDS}
    body["cells"] = [
        [
            row,
            column,
            _written(cell.value),
            shared.number(cell.format),
            None if cell.validation is None else shared.number(cell.validation),
            cell.note,
        ]
        for (row, column), cell in sheet.cells.items()
        if cell.value is not None or cell.note
    ]
    body["runs"] = _runs(sheet, shared)
    body["lines"] = {
        axis: [[index, line.pixels, line.hidden] for index, line in lines.items()]
        for axis, lines in sheet.lines.items()
    }
    body["groups"] = {
        axis: [asdict(group) for group in groups] for axis, groups in sheet.groups.items()
    }
    body["merges"] = [[one.top, one.bottom, one.left, one.right] for one in sheet.merges]
    body["protections"] = [_protection(one) for one in sheet.protections]
    body["rules"] = [
        [[_area(area) for area in one.areas], one.rule] for one in sheet.conditional_rules
    ]
    area = sheet.basic_filter_area
    body["basic_filter_area"] = None if area is None else _area(area)
    body["shared"] = shared.kept
    return body


def _written(value: Value) -> Json:
    if isinstance(value, Formula):
        return {"f": value.text}
    if isinstance(value, RichText):
        return {"t": str(value), "chips": value.chips, "formats": value.formats}
    return value


def _runs(sheet: Sheet, shared: _Shared) -> list[list[int | None]]:
    """Cells of a row, from a column to before another, that are dressed alike and hold nothing."""
    runs: list[list[int | None]] = []
    bare = [(at, cell) for at, cell in sheet.cells.items() if cell.value is None and not cell.note]
    before, beside = Cell(), (-1, -1)
    for at, cell in sorted(bare, key=itemgetter(0)):
        alike = cell.format is before.format and cell.validation is before.validation
        before = cell
        if alike and at == beside:
            runs[-1][2] = at[1] + 1
        else:
            rule = None if cell.validation is None else shared.number(cell.validation)
            runs.append([*at, at[1] + 1, shared.number(cell.format), rule])
        beside = (at[0], at[1] + 1)
    return runs


def _area(area: Area) -> list[int | None]:
    return [area.top, area.bottom, area.left, area.right]


def _protection(one: Protection) -> JsonObject:
    return {name: getattr(one, name) for name in Protection.__slots__} | {
        "area": _area(one.area),
        "unprotected": [[sheet_id, _area(area)] for sheet_id, area in one.unprotected],
    }


def decode(text: str) -> Document:
    """Read what `encode` wrote; raises KeyError, TypeError or ValueError for any other."""
    # Format 1 has no apps, and who made it is not in the first files of format 2. Both keep what
    # cells share beside the tabs.
    # Before there were web pages a file said nothing of one.
    body = {"apps": [], "app_properties": {}, "maker": "", "page": None} | json.loads(text)
    document = Document(**{name: body[name] for name in _DOCUMENT_FIELDS})
    document.apps = tuple(body["apps"])
    document.sheets = [
        _read_sheet(one, body["shared"] if "shared" in body else one["shared"])
        for one in body["sheets"]
    ]
    document.names = [
        NamedRange(named_range_id, name, sheet_id, Area(*area))
        for named_range_id, name, sheet_id, area in body["names"]
    ]
    document.metadata = [Metadata(**one) for one in body["metadata"]]
    document.grants = [Grant(**one) for one in body["grants"]]
    if document.grants and not document.maker:
        document.maker = document.owner
    return document


def _read_sheet(body: JsonObject, shared: list[JsonObject]) -> Sheet:
    sheet = Sheet(**{name: body[name] for name in _SHEET_FIELDS})
    sheet.cells = {
        (row, column): Cell(
            _read_value(value),
            shared[look],
            None if validation is None else shared[validation],
            note,
        )
        for row, column, value, look, validation, note in body["cells"]
    }
    for row, left, right, look, validation in body["runs"]:
        dressed = Cell(None, shared[look], None if validation is None else shared[validation])
        sheet.cells |= {(row, column): dressed for column in range(left, right)}
    for axis in sheet.lines:
        sheet.lines[axis] = {
            index: Line(pixels, hidden) for index, pixels, hidden in body["lines"][axis]
        }
        sheet.groups[axis] = [Group(**one) for one in body["groups"][axis]]
    sheet.merges = [Box(*one) for one in body["merges"]]
    sheet.protections = [_read_protection(one) for one in body["protections"]]
    sheet.conditional_rules = [
        ConditionalRule(tuple(Area(*area) for area in areas), rule) for areas, rule in body["rules"]
    ]
    area = body["basic_filter_area"]
    sheet.basic_filter_area = None if area is None else Area(*area)
    return sheet


def _read_value(value: Json) -> Value:
    if isinstance(value, dict):
        if "f" in value:
            return Formula(value["f"])
        return RichText(value["t"], value["chips"], value.get("formats"))
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    found: Value = value
    return found


def _read_protection(body: JsonObject) -> Protection:
    return Protection(
        **body
        | {
            "area": Area(*body["area"]),
            "unprotected": tuple((sheet_id, Area(*area)) for sheet_id, area in body["unprotected"]),
            "editors": tuple(body["editors"]),
            "groups": tuple(body["groups"]),
        }
    )
