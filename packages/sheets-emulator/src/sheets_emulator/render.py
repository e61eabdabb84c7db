"""A document as the Sheets API shows it."""

from collections.abc import Iterable, Mapping, Sequence

from pydantic_core import to_json

from sheets_emulator.a1 import grid_range
from sheets_emulator.access import may_edit_range
from sheets_emulator.bounds import spend, spend_answer
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.fields import Mask, reaches, select
from sheets_emulator.formats import DEFAULT_FORMAT, THEME, rgb
from sheets_emulator.model import (
    Area,
    Axis,
    BandedRange,
    Box,
    Cell,
    Chart,
    ConditionalRule,
    Document,
    Formula,
    Group,
    Json,
    JsonObject,
    Metadata,
    NamedRange,
    Protection,
    RichText,
    Sheet,
)
from sheets_emulator.rich_text import shown_chips
from sheets_emulator.scalars import CellError, Scalar


def plain_number(value: float) -> float | int:
    """Return a number as JSON shows it: whole ones without a point."""
    return int(value) if float(value).is_integer() and abs(value) < 2**53 else value


def extended_value(value: Scalar | Formula) -> JsonObject:
    """Return an ExtendedValue."""
    if isinstance(value, Formula):
        return {"formulaValue": value.text}
    if isinstance(value, CellError):
        error: JsonObject = {"type": value.kind}
        return {"errorValue": error | ({"message": value.message} if value.message else {})}
    if isinstance(value, bool):
        return {"boolValue": value}
    if isinstance(value, str):
        return {"stringValue": value}
    return {} if value is None else {"numberValue": plain_number(value)}


def cell_data(
    effective: EffectiveValues, sheet: Sheet, row: int, column: int, shows: bool, mask: Mask
) -> JsonObject:
    """Return a CellData with the fields that the mask names.

    `shows` says whether the cell has a value or a part of an array.
    """
    found: JsonObject = {}
    cell = sheet.cell(row, column)
    every = not mask or "*" in mask
    if cell.value is not None:
        found["userEnteredValue"] = extended_value(cell.value)
    if shows:
        value = effective.value(sheet, row, column)
        if value is not None and value != "":
            if every or "effectiveValue" in mask:
                found["effectiveValue"] = extended_value(value)
            if every or "formattedValue" in mask:
                found["formattedValue"] = effective.text(sheet, row, column)
        if isinstance(cell.value, RichText):
            if cell.value.chips:
                found["chipRuns"] = shown_chips(cell.value)
            if cell.value.formats:
                found["textFormatRuns"] = cell.value.formats
    if cell.format and (every or "userEnteredFormat" in mask):
        found["userEnteredFormat"] = cell.format
    if (shows or cell.format) and (every or "effectiveFormat" in mask):
        found["effectiveFormat"] = effective.format(sheet, row, column)
    if (every or "hyperlink" in mask) and (link := effective.link(sheet, row, column)):
        found["hyperlink"] = link
    if cell.note:
        found["note"] = cell.note
    if cell.validation is not None:
        found["dataValidation"] = cell.validation
    return found if every else {name: found[name] for name in found if name in mask}


_OF_ANY_CELL = ("userEnteredFormat", "effectiveFormat", "note", "dataValidation")
"""What a cell may have that shows nothing."""

_BARE = 3
"""The length of an empty CellData, and of what parts it from the next one."""

_PORTION = 10_000
"""Bytes of an answer that are counted together: to count each row takes as long as to make it."""

_SHARED = ("userEnteredFormat", "effectiveFormat", "dataValidation")
"""What many cells have in common, and the document or its effective values keep."""


def _length(effective: EffectiveValues, found: JsonObject) -> int:
    """Return how long a CellData is as JSON; what cells share is measured once."""
    length = _BARE
    own: JsonObject = {}
    for name, part in found.items():
        if name not in _SHARED:
            own[name] = part
            continue
        known = effective.lengths.get(id(part))
        if known is None:
            known = effective.lengths[id(part)] = len(to_json(part))
        length += len(name) + 4 + known
    return length + len(to_json(own)) if own else length


_CellsByRow = tuple[Mapping[int, Sequence[tuple[int, Cell]]], Mapping[int, int]]
"""Cells with their columns, by row, and the last column of each row of a box that is answered."""


def grid_data(effective: EffectiveValues, sheet: Sheet, box: Box, mask: Mask) -> JsonObject:
    """Return a GridData: the cells of a rectangle, and how its rows and columns look.

    Of the cells there is what the mask wants, and no more.
    """
    found: JsonObject = {}
    if box.top:
        found["startRow"] = box.top
    if box.left:
        found["startColumn"] = box.left
    if reaches(mask, "rowData"):
        rows = _row_data(effective, sheet, box, mask)
        if rows:
            found["rowData"] = rows
    if reaches(mask, "rowMetadata"):
        found["rowMetadata"] = _lines(effective.document, sheet, "ROWS", box.rows)
    if reaches(mask, "columnMetadata"):
        found["columnMetadata"] = _lines(effective.document, sheet, "COLUMNS", box.columns)
    return found


def _row_data(effective: EffectiveValues, sheet: Sheet, box: Box, mask: Mask) -> list[Json]:
    inner = mask.get("rowData", {}).get("values", {}) if mask else {}
    is_dressed = any(reaches(inner, name) for name in _OF_ANY_CELL)
    is_deep = any(inner.values())
    spend(sheet.scanned(box))
    find_cells = _cells_there if is_dressed else _cells_that_show
    wanted, last_columns = find_cells(effective, sheet, box)
    spread = effective.spread(sheet)
    height = max(last_columns, default=box.top - 1) + 1 - box.top
    spend(height + sum(last_columns.values()) + len(last_columns) * (1 - box.left))
    spend_answer(16 * height)
    is_looked_at = reaches(inner, "effectiveFormat")
    alike: dict[int, tuple[JsonObject, int]] = {}  # what shows nothing, by the ids of cells

    def made(row: int, column: int, shows: bool) -> tuple[JsonObject, int]:
        found = cell_data(effective, sheet, row, column, shows, inner)
        length = _length(effective, found) if found else _BARE
        return select(inner, found) if is_deep else found, length

    rows: list[Json] = []
    blank: dict[int, JsonObject] = {}  # rows in which nothing is wanted, by their width
    length = 0
    for row in range(box.top, box.top + height):
        if row not in last_columns:
            rows.append({})
            continue
        width = last_columns[row] + 1 - box.left
        length += _BARE * width
        if row not in wanted and width in blank:
            rows.append(blank[width])
            continue
        values: list[JsonObject] = [{}] * width
        for column, cell in wanted.get(row, ()):
            if not box.left <= column < box.right:
                continue
            shows = cell.value is not None or (row, column) in spread
            if shows or is_looked_at:
                found, its_length = made(row, column, shows)
            else:
                if id(cell) not in alike:
                    alike[id(cell)] = made(row, column, shows)
                found, its_length = alike[id(cell)]
            length += its_length - _BARE
            values[column - box.left] = found
        rows.append({"values": values})
        if row not in wanted:
            blank[width] = rows[-1]
        if length > _PORTION:
            spend_answer(length)
            length = 0
    spend_answer(length)
    return rows


def _cells_there(effective: EffectiveValues, sheet: Sheet, box: Box) -> _CellsByRow:
    """Return the cells of a box that are not blank or show anything."""
    cells: dict[int, list[tuple[int, Cell]]] = {}
    for (row, column), cell in effective.within(sheet, box):
        cells.setdefault(row, []).append((column, cell))
    return cells, {row: max(column for column, _ in of_row) for row, of_row in cells.items()}


def _cells_that_show(effective: EffectiveValues, sheet: Sheet, box: Box) -> _CellsByRow:
    """Return the cells that show anything, in the rows of a box at least.

    Most cells of a template have only a format. They are not looked at one by one.
    """
    last_columns = sheet.last_columns(box)
    for row, column in effective.laid(sheet, box):
        last_columns[row] = max(column, last_columns.get(row, 0))
    return effective.filled(sheet), last_columns


def _lines(document: Document, sheet: Sheet, axis: Axis, wanted: range) -> list[JsonObject]:
    spend(len(wanted))
    spend_answer(20 * len(wanted))
    marks: dict[int, list[Metadata]] = {}
    for one in document.metadata:
        if (one.sheet_id, one.axis) == (sheet.sheet_id, axis):
            marks.setdefault(one.index, []).append(one)
    return [_line(sheet, axis, index, marks.get(index, ())) for index in wanted]


def _line(sheet: Sheet, axis: Axis, index: int, marks: Iterable[Metadata]) -> JsonObject:
    line = sheet.line(axis, index)
    size = sheet.row_height(index) if axis == "ROWS" else sheet.column_width(index)
    found: JsonObject = {"hiddenByFilter": True} if line.filtered else {}
    if line.hidden:
        found["hiddenByUser"] = True
    found["pixelSize"] = size
    kept = [developer_metadata(one) for one in marks]
    if kept:
        found["developerMetadata"] = kept
    return found


def sheet_properties(document: Document, sheet: Sheet) -> JsonObject:
    """Return a SheetProperties."""
    grid: JsonObject = {"rowCount": sheet.row_count, "columnCount": sheet.column_count}
    for name, value in (
        ("frozenRowCount", sheet.frozen_rows),
        ("frozenColumnCount", sheet.frozen_columns),
        ("hideGridlines", sheet.hide_gridlines),
        ("rowGroupControlAfter", sheet.row_group_after),
        ("columnGroupControlAfter", sheet.column_group_after),
    ):
        if value:
            grid[name] = value
    found: JsonObject = {
        "sheetId": sheet.sheet_id,
        "title": sheet.title,
        "index": document.sheets.index(sheet),
        "sheetType": "GRID",
        "gridProperties": grid,
    }
    if sheet.hidden:
        found["hidden"] = True
    if sheet.tab_color is not None:
        found["tabColor"] = rgb(sheet.tab_color)
    if sheet.right_to_left:
        found["rightToLeft"] = True
    if sheet.tab_color is not None:
        found["tabColorStyle"] = sheet.tab_color
    return found


def named_range(name: NamedRange) -> JsonObject:
    """Return a NamedRange."""
    return {
        "namedRangeId": name.named_range_id,
        "name": name.name,
        "range": grid_range(name.sheet_id, name.area),
    }


def protected_range(document: Document, protection: Protection, account: str) -> JsonObject:
    """Return a ProtectedRange; its editors only for those who may edit it."""
    found: JsonObject = {"protectedRangeId": protection.protected_range_id}
    found["range"] = grid_range(protection.sheet_id, protection.area)
    if protection.named_range_id is not None:
        found["namedRangeId"] = protection.named_range_id
    if protection.description:
        found["description"] = protection.description
    if protection.warning_only:
        found["warningOnly"] = True
    may_edit = may_edit_range(document, protection, account)
    if may_edit:
        found["requestingUserCanEdit"] = True
    if protection.unprotected:
        found["unprotectedRanges"] = [
            grid_range(sheet_id, area) for sheet_id, area in protection.unprotected
        ]
    if may_edit and not protection.warning_only:
        editors: JsonObject = {}
        if protection.editors:
            editors["users"] = list(protection.editors)
        if protection.groups:
            editors["groups"] = list(protection.groups)
        if protection.domain_can_edit:
            editors["domainUsersCanEdit"] = True
        found["editors"] = editors
    return found


def conditional_rule(sheet: Sheet, rule: ConditionalRule) -> JsonObject:
    """Return a ConditionalFormatRule."""
    return {"ranges": [grid_range(sheet.sheet_id, area) for area in rule.areas], **rule.rule}


def banded_range(sheet: Sheet, banding: BandedRange) -> JsonObject:
    """Return a BandedRange."""
    return {
        "bandedRangeId": banding.banded_range_id,
        "range": grid_range(sheet.sheet_id, banding.area),
        **banding.properties,
    }


def chart_resource(sheet: Sheet, chart: Chart) -> JsonObject:
    """Return an EmbeddedChart."""
    found: JsonObject = {
        "chartId": chart.chart_id,
        "spec": chart.spec,
        "position": chart_position(sheet, chart),
    }
    return found | ({} if chart.border is None else {"border": chart.border})


def chart_position(sheet: Sheet, chart: Chart) -> JsonObject:
    """Return an EmbeddedObjectPosition."""
    anchor = {"sheetId": sheet.sheet_id, "rowIndex": chart.row, "columnIndex": chart.column}
    shown = {name: value for name, value in anchor.items() if value}
    return {"overlayPosition": {"anchorCell": shown, **chart.overlay}}


def basic_filter(sheet: Sheet, kept: JsonObject, area: Area) -> JsonObject:
    """Return a BasicFilter, whose criteria stand in it in both of Google's forms."""
    found: JsonObject = {"range": grid_range(sheet.sheet_id, area), **kept}
    if "filterSpecs" in kept:
        found["criteria"] = {
            str(one["columnIndex"]): one["filterCriteria"] for one in kept["filterSpecs"]
        }
    return found


def dimension_range(sheet_id: int, axis: Axis, start: int, end: int) -> JsonObject:
    """Return a DimensionRange."""
    found: JsonObject = {"sheetId": sheet_id} if sheet_id else {}
    return found | {"dimension": axis, "startIndex": start, "endIndex": end}


def dimension_group(sheet: Sheet, axis: Axis, group: Group) -> JsonObject:
    """Return a DimensionGroup."""
    found: JsonObject = {
        "range": dimension_range(sheet.sheet_id, axis, group.start, group.end),
        "depth": group.depth,
    }
    return found | ({"collapsed": True} if group.collapsed else {})


def developer_metadata(metadata: Metadata) -> JsonObject:
    """Return a DeveloperMetadata."""
    if metadata.sheet_id is None:
        location: JsonObject = {"locationType": "SPREADSHEET", "spreadsheet": True}
    elif metadata.axis is None:
        location = {"locationType": "SHEET", "sheetId": metadata.sheet_id}
    else:
        location = {
            "locationType": metadata.axis.removesuffix("S"),
            "dimensionRange": dimension_range(
                metadata.sheet_id, metadata.axis, metadata.index, metadata.index + 1
            ),
        }
    found: JsonObject = {"metadataId": metadata.metadata_id, "metadataKey": metadata.key}
    if metadata.value:
        found["metadataValue"] = metadata.value
    return found | {"location": location, "visibility": metadata.visibility}


def sheet_resource(
    effective: EffectiveValues, sheet: Sheet, account: str, boxes: list[Box] | None, mask: Mask
) -> JsonObject:
    """Return a Sheet; `boxes` are the rectangles whose cells are wanted, None if no cells are."""
    document = effective.document
    found: JsonObject = {"properties": sheet_properties(document, sheet)}
    if boxes is not None:
        inner = mask.get("data", {}) if mask else {}
        found["data"] = [grid_data(effective, sheet, box, inner) for box in boxes]
    if sheet.merges and reaches(mask, "merges"):
        found["merges"] = [grid_range(sheet.sheet_id, merge.area()) for merge in sheet.merges]
    if sheet.conditional_rules and reaches(mask, "conditionalFormats"):
        found["conditionalFormats"] = [
            conditional_rule(sheet, rule) for rule in sheet.conditional_rules
        ]
    if sheet.protections:
        found["protectedRanges"] = [
            protected_range(document, one, account) for one in sheet.protections
        ]
    if sheet.basic_filter is not None and sheet.basic_filter_area is not None:
        area = sheet.box(sheet.basic_filter_area).area()
        found["basicFilter"] = basic_filter(sheet, sheet.basic_filter, area)
    if sheet.banded_ranges:
        found["bandedRanges"] = [banded_range(sheet, one) for one in sheet.banded_ranges]
    if sheet.charts and reaches(mask, "charts"):
        charts = [chart_resource(sheet, one) for one in sheet.charts]
        spend_answer(len(to_json(charts)))
        found["charts"] = charts
    kept = [
        developer_metadata(one)
        for one in document.metadata
        if one.sheet_id == sheet.sheet_id and one.axis is None
    ]
    if kept:
        found["developerMetadata"] = kept
    axes: tuple[tuple[str, Axis], ...] = (("rowGroups", "ROWS"), ("columnGroups", "COLUMNS"))
    for name, axis in axes:
        if sheet.groups[axis]:
            found[name] = [dimension_group(sheet, axis, one) for one in sheet.groups[axis]]
    return found


def spreadsheet(
    effective: EffectiveValues,
    account: str,
    wanted: dict[int, list[Box]] | None,
    grid: bool,
    mask: Mask,
) -> JsonObject:
    """Return a Spreadsheet.

    `wanted` maps the ids of the tabs asked for to the rectangles of each (None: all tabs whole);
    `grid` says whether their cells are wanted.
    """
    document = effective.document
    sheets = [
        sheet_resource(
            effective,
            sheet,
            account,
            (wanted[sheet.sheet_id] if wanted is not None else [sheet.grid]) if grid else None,
            mask.get("sheets", {}) if mask else {},
        )
        for sheet in document.sheets
        if wanted is None or sheet.sheet_id in wanted
    ]
    iterative = (
        {} if document.iterative is None else {"iterativeCalculationSettings": document.iterative}
    )
    found: JsonObject = {
        "spreadsheetId": document.spreadsheet_id,
        "properties": {
            "title": document.title,
            "locale": document.locale,
            "autoRecalc": document.auto_recalc,
            "timeZone": document.time_zone,
            "defaultFormat": DEFAULT_FORMAT,
            "spreadsheetTheme": THEME,
        }
        | iterative,
        "sheets": sheets,
    }
    if document.names:
        found["namedRanges"] = [named_range(name) for name in document.names]
    found["spreadsheetUrl"] = (
        f"https://docs.google.com/spreadsheets/d/{document.spreadsheet_id}/edit"
    )
    kept = [developer_metadata(one) for one in document.metadata if one.sheet_id is None]
    if kept:
        found["developerMetadata"] = kept
    return found
