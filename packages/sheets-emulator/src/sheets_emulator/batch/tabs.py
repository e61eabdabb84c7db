"""Tabs and the spreadsheet itself: made, changed, copied, deleted."""

import re
from collections.abc import Container
from dataclasses import replace
from functools import cache
from typing import Any
from zoneinfo import available_timezones

from sheets_emulator.batch.base import Batch, new_id
from sheets_emulator.bounds import check_growth, check_size, spend
from sheets_emulator.charts import with_sheet
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.fields import Mask, for_update, within
from sheets_emulator.formats import THEME, color_style, eight_bits
from sheets_emulator.grid_change import delete_lines
from sheets_emulator.locales import Locale, is_known, locale_of
from sheets_emulator.model import (
    DEFAULT_COLUMNS,
    DEFAULT_ROWS,
    Axis,
    Document,
    Formula,
    Json,
    JsonObject,
    Sheet,
)
from sheets_emulator.notation import translated
from sheets_emulator.references import rename_tab
from sheets_emulator.render import sheet_properties

_MOST_TITLE = 100
_ITERATIVE = "iterativeCalculationSettings"
_DEFAULT_GRID: JsonObject = {"rowCount": DEFAULT_ROWS, "columnCount": DEFAULT_COLUMNS}


def add_sheet(batch: Batch, request: JsonObject) -> JsonObject:
    """Add a tab."""
    sheet = new_sheet(batch.document, request.get("properties", {}))
    batch.access_changed()
    return {"properties": sheet_properties(batch.document, sheet)}


def new_sheet(document: Document, properties: JsonObject) -> Sheet:
    """Add a tab with these SheetProperties to the document."""
    if properties.get("sheetType", "GRID") != "GRID":
        raise unimplemented(f"sheets of type {properties['sheetType']}")
    taken = {sheet.sheet_id for sheet in document.sheets}
    sheet_id = properties.get("sheetId")
    if sheet_id is None:
        sheet_id = new_id(taken)
    else:
        _check_fresh(sheet_id, taken)
    title = properties.get("title")
    sheet = Sheet(sheet_id, _free_title(document), row_count=1, column_count=1)
    index = properties.get("index", len(document.sheets))
    if not 0 <= index <= len(document.sheets):
        raise invalid(f"Sheet index {index} is out of range.")
    document.sheets.insert(index, sheet)
    mask: Mask = {name: {} for name in ("hidden", "rightToLeft", "tabColorStyle")}
    grid = _DEFAULT_GRID | properties.get("gridProperties", {})
    mask["gridProperties"] = {name: {} for name in grid}
    if title is not None:
        mask["title"] = {}
    _change(document, sheet, properties | {"gridProperties": grid}, mask)
    check_size(document)
    return sheet


def _check_fresh(sheet_id: int, taken: Container[int]) -> None:
    """Raise unless a new tab may have this id."""
    if sheet_id < 0:
        raise invalid(f"The id of a sheet must not be negative: {sheet_id}")
    if sheet_id in taken:
        raise invalid(f"A sheet with the id {sheet_id} already exists. Please enter another id.")


def _free_title(document: Document) -> str:
    number = len(document.sheets) + 1
    while document.sheet_titled(f"Sheet{number}") is not None:
        number += 1
    return f"Sheet{number}"


def update_sheet_properties(batch: Batch, request: JsonObject) -> None:
    """Change what the mask names of a tab."""
    mask = for_update(request.get("fields"), "SheetProperties")
    properties = request.get("properties", {})
    sheet = batch.tab(properties.get("sheetId", 0))
    batch.caller.require_sheet(sheet)
    if within(mask, "sheetType") is not None and properties.get("sheetType", "GRID") != "GRID":
        raise invalid("The type of a sheet cannot be changed.")
    if "dataSourceSheetProperties" in mask:
        raise unimplemented("data source sheets")
    grid = within(mask, "gridProperties")
    if grid is not None and (within(grid, "rowCount") or within(grid, "columnCount")) is not None:
        _require_kept_lines(batch, sheet, properties.get("gridProperties", {}))
    _change(batch.document, sheet, properties, mask)
    index = within(mask, "index")
    if index is not None:
        _move(batch.document, sheet, properties.get("index", len(batch.document.sheets)))
    check_size(batch.document)
    batch.access_changed()


def _require_kept_lines(batch: Batch, sheet: Sheet, grid: JsonObject) -> None:
    """Let a sheet shrink only where the account may edit what is cut off."""
    whole = sheet.grid
    rows = min(grid.get("rowCount", sheet.row_count), sheet.row_count)
    columns = min(grid.get("columnCount", sheet.column_count), sheet.column_count)
    batch.caller.require_cells(sheet, [whole._replace(top=rows), whole._replace(left=columns)])


def _change(document: Document, sheet: Sheet, given: JsonObject, mask: Mask) -> None:
    if within(mask, "title") is not None:
        _rename(document, sheet, given.get("title", ""))
    if within(mask, "hidden") is not None:
        sheet.hidden = given.get("hidden", False)
        if all(one.hidden for one in document.sheets):
            raise invalid("You can't hide all the sheets in a document.")
    if within(mask, "rightToLeft") is not None:
        sheet.right_to_left = given.get("rightToLeft", False)
    if within(mask, "tabColorStyle") is not None or within(mask, "tabColor") is not None:
        sheet.tab_color = _tab_color(given)
    grid = within(mask, "gridProperties")
    if grid is not None:
        _change_grid(document, sheet, given.get("gridProperties", {}), grid)


def _tab_color(given: JsonObject) -> JsonObject | None:
    style = given.get("tabColorStyle")
    if style is None:
        style = {"rgbColor": given["tabColor"]} if "tabColor" in given else {}
    if not style:
        return None
    return eight_bits(color_style(style))


def translate(sheet: Sheet, old: str, new: str) -> None:
    """Put the formulas of a tab's cells and rules into the notation of another locale."""
    before, after = locale_of(old), locale_of(new)
    if before.decimal == after.decimal:
        return
    spend(len(sheet.cells))
    for at, cell in list(sheet.cells.items()):
        value = cell.value
        if isinstance(value, Formula):
            value = Formula(translated(value.text, before, after))
        rule = cell.validation and _with_formulas(cell.validation, before, after)
        if value != cell.value or rule != cell.validation:
            sheet.put(*at, replace(cell, value=value, validation=rule))
    sheet.conditional_rules = [
        replace(one, rule=_with_formulas(one.rule, before, after))
        for one in sheet.conditional_rules
    ]


def _with_formulas(given: Json, old: Locale, new: Locale) -> Any:
    """Return a rule with its conditions' formulas in another notation."""
    if isinstance(given, list):
        return [_with_formulas(one, old, new) for one in given]
    if isinstance(given, dict):
        return {name: _with_formulas(one, old, new) for name, one in given.items()}
    if isinstance(given, str) and given.startswith("="):
        return translated(given, old, new)
    return given


def _rename(document: Document, sheet: Sheet, title: str) -> None:
    if not title:
        raise invalid("The sheet name cannot be empty.")
    if len(title) > _MOST_TITLE:
        raise invalid(f"The sheet name cannot be greater than {_MOST_TITLE} characters.")
    other = document.sheet_titled(title)
    if other is not None and other is not sheet:
        raise invalid(f'A sheet with the name "{title}" already exists. Please enter another name.')
    old, sheet.title = sheet.title, title
    spend(sum(len(one.cells) for one in document.sheets))
    for one in document.sheets:
        for at, cell in list(one.cells.items()):
            if isinstance(cell.value, Formula):
                text = rename_tab(cell.value.text, old, title)
                one.put(*at, replace(cell, value=Formula(text)))


def _change_grid(document: Document, sheet: Sheet, given: JsonObject, mask: Mask) -> None:
    for name, axis in _COUNTS:
        if within(mask, name) is not None:
            _resize(document, sheet, axis, given.get(name, 0))
    if within(mask, "frozenRowCount") is not None:
        sheet.frozen_rows = given.get("frozenRowCount", 0)
    if within(mask, "frozenColumnCount") is not None:
        sheet.frozen_columns = given.get("frozenColumnCount", 0)
    _check_frozen(sheet)
    if within(mask, "hideGridlines") is not None:
        sheet.hide_gridlines = given.get("hideGridlines", False)
    if within(mask, "rowGroupControlAfter") is not None:
        sheet.row_group_after = given.get("rowGroupControlAfter", False)
    if within(mask, "columnGroupControlAfter") is not None:
        sheet.column_group_after = given.get("columnGroupControlAfter", False)


_COUNTS: tuple[tuple[str, Axis], ...] = (("rowCount", "ROWS"), ("columnCount", "COLUMNS"))


def _resize(document: Document, sheet: Sheet, axis: Axis, size: int) -> None:
    if size < 1:
        raise invalid(f"You can't delete all the {axis.lower()} on the sheet.")
    present = sheet.size(axis)
    check_growth(document, sheet, axis, size - present)
    if size < present:
        delete_lines(document, sheet, axis, size, present)
    elif axis == "ROWS":
        sheet.row_count = size
    else:
        sheet.column_count = size


def _check_frozen(sheet: Sheet) -> None:
    for frozen, size, word in (
        (sheet.frozen_rows, sheet.row_count, "rows"),
        (sheet.frozen_columns, sheet.column_count, "columns"),
    ):
        if frozen < 0:
            raise invalid(f"The number of frozen {word} must not be negative.")
        if frozen and frozen >= size:
            raise invalid(f"You can't freeze all visible {word} on the sheet.")
    for merge in sheet.merges:
        if merge.top < sheet.frozen_rows < merge.bottom:
            raise invalid("You can't freeze rows which contain only part of a merged cell.")
        if merge.left < sheet.frozen_columns < merge.right:
            raise invalid("You can't freeze columns which contain only part of a merged cell.")


def _move(document: Document, sheet: Sheet, index: int) -> None:
    """Move a tab; the index is counted before the move, as Google counts it."""
    sheets = document.sheets
    if not 0 <= index <= len(sheets):
        raise invalid(f"Sheet index {index} is out of range.")
    present = sheets.index(sheet)
    if index in (present, present + 1):
        return
    sheets.remove(sheet)
    sheets.insert(index - (1 if index > present else 0), sheet)


def delete_sheet(batch: Batch, request: JsonObject) -> None:
    """Delete a tab."""
    document = batch.document
    sheet = batch.tab(request.get("sheetId", 0))
    batch.caller.require_all_of(sheet)
    if len(document.sheets) == 1:
        raise invalid("You can't remove all the sheets in a document.")
    if all(one.hidden for one in document.sheets if one is not sheet):
        raise invalid("You can't remove all the visible sheets in a document.")
    document.sheets.remove(sheet)
    document.names = [one for one in document.names if one.sheet_id != sheet.sheet_id]
    document.metadata = [one for one in document.metadata if one.sheet_id != sheet.sheet_id]
    batch.access_changed()


def duplicate_sheet(batch: Batch, request: JsonObject) -> JsonObject:
    """Copy a tab within the spreadsheet."""
    document = batch.document
    source = batch.tab(request.get("sourceSheetId", 0))
    title = request.get("newSheetName")
    index = request.get("insertSheetIndex", 0)
    if not 0 <= index <= len(document.sheets):
        raise invalid(f"Sheet index {index} is out of range.")
    copy = copied(document, source, request.get("newSheetId"))
    document.sheets.insert(index, copy)
    _rename_copy(document, copy, title or f"Copy of {source.title}", exact=title is not None)
    check_size(document)
    batch.access_changed()
    return {"properties": sheet_properties(document, copy)}


def copied(document: Document, source: Sheet, sheet_id: int | None = None) -> Sheet:
    """Return a copy of a tab for this document, with an id of its own and no title yet."""
    taken = {sheet.sheet_id for sheet in document.sheets}
    if sheet_id is not None:
        _check_fresh(sheet_id, taken)
    spend(len(source.cells))
    copy = source.copy()
    copy.sheet_id = new_id(taken) if sheet_id is None else sheet_id
    copy.title = ""
    used = {one.protected_range_id for sheet in document.sheets for one in sheet.protections}
    copy.protections = []
    for one in source.protections:
        if one.named_range_id is None:
            copy.protections.append(
                replace(
                    one,
                    protected_range_id=_fresh(used),
                    sheet_id=copy.sheet_id,
                    unprotected=tuple((copy.sheet_id, area) for _, area in one.unprotected),
                )
            )
    bands = {one.banded_range_id for sheet in document.sheets for one in sheet.banded_ranges}
    copy.banded_ranges = [
        replace(one, banded_range_id=_fresh(bands)) for one in source.banded_ranges
    ]
    charts = {one.chart_id for sheet in document.sheets for one in sheet.charts}
    copy.charts = [
        replace(
            one,
            chart_id=_fresh(charts),
            spec=with_sheet(one.spec, source.sheet_id, copy.sheet_id),
        )
        for one in source.charts
    ]
    return copy


def _fresh(taken: set[int]) -> int:
    """Return a new id, which is taken from now on."""
    found = new_id(taken)
    taken.add(found)
    return found


def _rename_copy(document: Document, copy: Sheet, title: str, *, exact: bool) -> None:
    number = 1
    wanted = title if exact else title[:_MOST_TITLE]
    while not exact and document.sheet_titled(wanted) is not None:
        number += 1
        wanted = f"{title[: _MOST_TITLE - 4]} {number}"
    if len(wanted) > _MOST_TITLE:
        raise invalid(f"The sheet name cannot be greater than {_MOST_TITLE} characters.")
    if document.sheet_titled(wanted) is not None:
        raise invalid(
            f'A sheet with the name "{wanted}" already exists. Please enter another name.'
        )
    copy.title = wanted


def place_copy(document: Document, copy: Sheet, title: str) -> None:
    """Add a copied tab at the end, under `Copy of …`."""
    document.sheets.append(copy)
    _rename_copy(document, copy, f"Copy of {title}", exact=False)
    check_size(document)


def _is_time_zone(name: str) -> bool:
    """Return whether there is such a zone, or looks like one on a machine that knows none."""
    if re.fullmatch(r"GMT[+-]\d{2}:\d{2}", name):
        return True
    known = _time_zones()
    return name in known if known else bool(re.fullmatch(r"[A-Za-z_]+(/[A-Za-z0-9_+-]+)*", name))


@cache
def _time_zones() -> set[str]:
    return available_timezones()


def update_spreadsheet_properties(batch: Batch, request: JsonObject) -> None:
    """Change what the mask names of the spreadsheet."""
    mask = for_update(request.get("fields"), "SpreadsheetProperties")
    change_spreadsheet(batch.document, request.get("properties", {}), mask)


_CHANGEABLE = ("title", "locale", "timeZone", "autoRecalc", _ITERATIVE, "*")
_READ_ONLY = "defaultFormat"  # which a request may bring along, and which changes nothing
_FIXED = {"spreadsheetTheme": THEME}


def change_spreadsheet(document: Document, given: JsonObject, mask: Mask) -> None:
    """Take the SpreadsheetProperties that the mask names."""
    named = [name for name in given if within(mask, name) is not None]
    for name in (*mask, *named):
        if name not in (*_CHANGEABLE, _READ_ONLY) and given.get(name) != _FIXED.get(name, {}):
            raise unimplemented(f"changing a spreadsheet's {name}")
    if within(mask, "title") is not None:
        if not given.get("title"):
            raise invalid("A spreadsheet's title must not be empty.")
        document.title = given["title"]
    if within(mask, "locale") is not None:
        locale = given.get("locale", "")
        if not is_known(locale):
            raise invalid(f"Unsupported locale: {locale}")
        for sheet in document.sheets:
            translate(sheet, document.locale, locale)
        document.locale = locale
    if within(mask, "timeZone") is not None:
        zone = given.get("timeZone", "")
        if not _is_time_zone(zone):
            raise invalid(f"Invalid time zone: {zone}")
        document.time_zone = zone
    if within(mask, "autoRecalc") is not None:
        document.auto_recalc = given.get("autoRecalc", "ON_CHANGE")
    if within(mask, _ITERATIVE) is not None:
        document.iterative = _iterative(given.get(_ITERATIVE))


def _iterative(given: JsonObject | None) -> JsonObject | None:
    if given is None:
        return None
    least = {"maxIterations": 1, "convergenceThreshold": 0}
    for name, limit in least.items():
        if given.get(name, limit) < limit:
            raise invalid(f"{name} must be at least {limit}.")
    return {name: value for name, value in given.items() if value}
