"""A document as one JSON text and back, for the disk; and what Drive knows of it as another.

Formats and validations that many cells of a tab share are written once and named by their number;
cells that hold nothing but these are written in runs. What is read shares what is equal in all
documents: places, cells that hold a text or nothing, formats.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import asdict
from operator import is_, itemgetter
from typing import Any, NamedTuple

from pydantic_core import from_json, to_json

from sheets_emulator.model import (
    Area,
    BandedRange,
    Box,
    Cell,
    Chart,
    ConditionalRule,
    Document,
    File,
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
_FILE_FIELDS = (
    "spreadsheet_id", "title", "version", "created", "modified", "file", "page", "maker",
    "app_properties", "is_folder", "parent",
)  # fmt: skip
_DOCUMENT_FIELDS = (*_FILE_FIELDS, "locale", "time_zone", "auto_recalc", "iterative")
_COMPARED = (
    *_SHEET_FIELDS, "lines", "groups", "merges", "basic_filter_area", "banded_ranges", "charts",
)  # fmt: skip


_MOST_TEXTS = 50_000
_LONG_TEXT = 2000
_MOST_EQUAL = 50_000
_MOST_NEW_LOOKS = 100
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
    """Objects that are written once; equal ones share a number.

    `before` are those of a tab that was written before, which keep their numbers.
    """

    def __init__(self, before: "_Shared | None" = None) -> None:
        self.kept: list[Json] = [] if before is None else list(before.kept)
        self._by_text: dict[str, int] = {} if before is None else dict(before._by_text)
        self._by_id: dict[int, int] = {}  # not those of before, whose objects may be gone

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
    """A tab that is not to change any more, and its text in UTF-8, which takes the least room.

    `runs` are the texts of the cells that hold nothing, by row, and `beside` is that of all else.
    `shared` may hold looks that are not in use any more; there were `looks` of them when it was
    written whole.
    """

    sheet: Sheet
    runs: dict[int, bytes]
    beside: bytes
    shared: _Shared
    looks: int

    @property
    def text(self) -> bytes:
        """The text of the whole tab."""
        return b'{"runs":[' + b",".join(self.runs.values()) + b"]," + self.beside[1:]


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
    body |= _access(document)
    body["names"] = [
        [one.named_range_id, one.name, one.sheet_id, _area(one.area)] for one in document.names
    ]
    body["metadata"] = [asdict(one) for one in document.metadata]
    sheets = b",".join(one.text for one in written.values()).decode()
    return f'{{"sheets":[{sheets}],{_dumped(body)[1:]}'


def encode_file(file: File) -> str:
    """Return what Drive knows of a file as text, without the HTML of a web page."""
    body: JsonObject = {name: getattr(file, name) for name in _FILE_FIELDS}
    return _dumped(body | _access(file) | {"page": None if file.page is None else ""})


def _access(file: File) -> JsonObject:
    return {"apps": list(file.apps), "grants": [asdict(one) for one in file.grants]}


def _dumped(body: JsonObject) -> str:
    return to_json(body).decode()


def _written_tab(sheet: Sheet, before: dict[int, Written]) -> Written:
    known = before.get(sheet.sheet_id)
    if known is None:
        return _written_whole(sheet)
    if is_same(known.sheet, sheet):
        return known._replace(sheet=sheet)  # or two of the same would be kept
    return _written_again(sheet, known) or _written_whole(sheet)


def _written_whole(sheet: Sheet) -> Written:
    shared = _Shared()
    runs = _runs(sheet.cells.items(), shared)
    beside = to_json(_beside(sheet, shared))
    return Written(sheet, runs, beside, shared, len(shared.kept))


def _written_again(sheet: Sheet, before: Written) -> Written | None:
    """Write of the cells that hold nothing, as most do, only the rows in which any cell is new.

    Return None where cells came or went, or so many looks came that most may not be in use.
    """
    cells, known = sheet.cells, before.sheet.cells
    if not _are_same(cells.keys(), known.keys()):
        return None
    both = zip(cells, cells.values(), known.values(), strict=True)
    rows = {at[0] for at, cell, old in both if cell is not old}
    shared = _Shared(before.shared)
    there = [(at, cell) for at, cell in cells.items() if at[0] in rows] if rows else []
    runs = {row: text for row, text in before.runs.items() if row not in rows}
    runs |= _runs(there, shared)
    beside = to_json(_beside(sheet, shared))
    if len(shared.kept) > before.looks + _MOST_NEW_LOOKS:
        return None
    return Written(sheet, runs, beside, shared, before.looks)


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


def _beside(sheet: Sheet, shared: _Shared) -> JsonObject:
    """Return all of a tab but the cells that hold nothing."""
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
    body["lines"] = {
        axis: [[index, line.pixels, line.hidden, line.filtered] for index, line in lines.items()]
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
    body["bands"] = [
        [one.banded_range_id, _area(one.area), one.properties] for one in sheet.banded_ranges
    ]
    body["charts"] = [asdict(one) for one in sheet.charts]
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


def _runs(cells: Iterable[tuple[tuple[int, int], Cell]], shared: _Shared) -> dict[int, bytes]:
    """Cells of a row, from a column to before another, that are dressed alike and hold nothing."""
    runs: dict[int, list[list[int | None]]] = {}
    bare = [(at, cell) for at, cell in cells if cell.value is None and not cell.note]
    before, beside = Cell(), (-1, -1)
    for at, cell in sorted(bare, key=itemgetter(0)):
        row, column = at
        alike = cell.format is before.format and cell.validation is before.validation
        before = cell
        if alike and at == beside:
            runs[row][-1][2] = column + 1
        else:
            rule = None if cell.validation is None else shared.number(cell.validation)
            run = [row, column, column + 1, shared.number(cell.format), rule]
            runs.setdefault(row, []).append(run)
        beside = (row, column + 1)
    return {row: to_json(of_row)[1:-1] for row, of_row in runs.items()}


def _area(area: Area) -> list[int | None]:
    return [area.top, area.bottom, area.left, area.right]


def _protection(one: Protection) -> JsonObject:
    return {name: getattr(one, name) for name in Protection.__slots__} | {
        "area": _area(one.area),
        "unprotected": [[sheet_id, _area(area)] for sheet_id, area in one.unprotected],
    }


def decode(text: str) -> Document:
    """Read what `encode` wrote; raises KeyError, TypeError or ValueError for any other."""
    # Formats 1 and 2 keep what cells share beside the tabs.
    body = _BEFORE | from_json(text)
    document = Document(**{name: body[name] for name in _DOCUMENT_FIELDS})
    _read_access(document, body)
    document.sheets = [
        _read_sheet(one, body["shared"] if "shared" in body else one["shared"])
        for one in body["sheets"]
    ]
    document.names = [
        NamedRange(named_range_id, name, sheet_id, Area(*area))
        for named_range_id, name, sheet_id, area in body["names"]
    ]
    document.metadata = [Metadata(**one) for one in body["metadata"]]
    return document


def decode_file(text: str) -> File:
    """Read what `encode_file` wrote, or of what `encode` wrote as much as Drive knows.

    Raises KeyError, TypeError or ValueError for any other.
    """
    body = _BEFORE | from_json(text)
    file = File(**{name: body[name] for name in _FILE_FIELDS})
    _read_access(file, body)
    return file


_BEFORE: JsonObject = {
    "apps": [], "app_properties": {}, "maker": "", "page": None, "iterative": None,
    "is_folder": False, "parent": "",
}  # fmt: skip
"""What older files lack: format 1 has no apps, the first of format 2 do not say who made them.

The first of format 4 have neither iterative calculation nor folders.
"""


def _read_access(file: File, body: JsonObject) -> None:
    file.apps = tuple(body["apps"])
    file.grants = [Grant(**one) for one in body["grants"]]
    if file.grants and not file.maker:
        file.maker = file.owner


class _Equal:
    """What was read before and is the same object wherever it is read again."""

    def __init__(self) -> None:
        self._looks: dict[str, JsonObject] = {}
        self._cells: dict[tuple[object, ...], Cell] = {}
        self._places: dict[tuple[int, int], tuple[int, int]] = {}

    def look(self, look: JsonObject) -> JsonObject:
        """Return a format or a rule."""
        _bound(self._looks)
        return self._looks.setdefault(_text(look), look)

    def place(self, at: tuple[int, int]) -> tuple[int, int]:
        """Return a row and a column."""
        _bound(self._places)
        return self._places.setdefault(at, at)

    def cell(
        self, value: Value, look: JsonObject, validation: JsonObject | None, note: str
    ) -> Cell:
        """Return a cell; a number makes one of its own, since 1 is equal to TRUE and 0 to -0."""
        if isinstance(value, float | RichText):
            return Cell(value, look, validation, note)
        # A cell keeps its format alive, so that no other has its id as long as the cell is known.
        key = (value, id(look), id(validation), note)
        known = self._cells.get(key)
        if known is None:
            _bound(self._cells)
            known = self._cells[key] = Cell(value, look, validation, note)
        return known


def _bound(known: dict[Any, Any]) -> None:
    if len(known) >= _MOST_EQUAL:
        known.clear()


_SHARED = _Equal()


def _read_sheet(body: JsonObject, shared: list[JsonObject]) -> Sheet:
    sheet = Sheet(**{name: body[name] for name in _SHEET_FIELDS})
    looks = [_SHARED.look(one) for one in shared]
    place, dressed = _SHARED.place, _SHARED.cell
    sheet.cells = {
        place((row, column)): dressed(
            _read_value(value), looks[look], None if rule is None else looks[rule], note
        )
        for row, column, value, look, rule, note in body["cells"]
    }
    for row, left, right, look, rule in body["runs"]:
        bare = dressed(None, looks[look], None if rule is None else looks[rule], "")
        sheet.cells |= {place((row, column)): bare for column in range(left, right)}
    for axis in sheet.lines:
        sheet.lines[axis] = {index: Line(*line) for index, *line in body["lines"][axis]}
        sheet.groups[axis] = [Group(**one) for one in body["groups"][axis]]
    sheet.merges = [Box(*one) for one in body["merges"]]
    sheet.protections = [_read_protection(one) for one in body["protections"]]
    sheet.conditional_rules = [
        ConditionalRule(tuple(Area(*area) for area in areas), rule) for areas, rule in body["rules"]
    ]
    # Older files have neither.
    sheet.banded_ranges = [
        BandedRange(banded_range_id, Area(*area), properties)
        for banded_range_id, area, properties in body.get("bands", [])
    ]
    sheet.charts = [Chart(**one) for one in body.get("charts", [])]
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
