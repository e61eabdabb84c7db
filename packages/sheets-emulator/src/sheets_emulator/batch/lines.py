"""Rows and columns: inserted, deleted, moved, sized, hidden, grouped."""

from dataclasses import replace

from sheets_emulator.batch.base import Batch, axis_of
from sheets_emulator.bounds import check_growth, spend
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.fields import for_update, within
from sheets_emulator.grid_change import delete_lines, insert_lines, move_lines, shift_cells
from sheets_emulator.model import DEFAULT_ROW_HEIGHT, Axis, Box, Group, JsonObject, Sheet
from sheets_emulator.render import dimension_group

_WORDS = {"ROWS": "row", "COLUMNS": "column"}
_CHARACTER_PIXELS = 0.72  # of a character, for each point of its size
_MARGIN_PIXELS = 10
_LEAST_WIDTH = 21


def insert_dimension(batch: Batch, request: JsonObject) -> None:
    """Insert empty rows or columns."""
    sheet, axis, start, end = batch.lines(request.get("range"))
    size, word = sheet.size(axis), _WORDS[axis]
    before = request.get("inheritFromBefore", False)
    if start > size:
        raise invalid(f"range.startIndex[{start}] is beyond the last {word} in grid[{size - 1}]")
    if before and start == 0:
        raise invalid("inheritFromBefore must not be set when startIndex is 0")
    batch.caller.require_insertion(sheet, axis, start)
    check_growth(batch.document, sheet, axis, end - start)
    insert_lines(batch.document, sheet, axis, start, end - start, inherit_before=before)
    batch.access_changed()


def append_dimension(batch: Batch, request: JsonObject) -> None:
    """Add rows or columns at the end."""
    sheet = batch.sheet(request.get("sheetId", 0))
    batch.caller.require_sheet(sheet)
    length = request.get("length", 0)
    if length < 1:
        raise invalid("length must be at least 1")
    axis = axis_of(request)
    check_growth(batch.document, sheet, axis, length)
    if axis == "ROWS":
        sheet.row_count += length
    else:
        sheet.column_count += length


def delete_dimension(batch: Batch, request: JsonObject) -> None:
    """Delete rows or columns."""
    sheet, axis, start, end = batch.lines(request.get("range"))
    size, word = sheet.size(axis), _WORDS[axis]
    if end > size:
        raise invalid(
            f"Cannot delete a {word} that doesn't exist. Tried to delete {word} index "
            f"{end - 1} but there are only {size} {word}s."
        )
    frozen = sheet.frozen_rows if axis == "ROWS" else sheet.frozen_columns
    if end - start == size:
        raise invalid(f"You can't delete all the {word}s on the sheet.")
    if start <= frozen and end == size:
        raise invalid(f"Sorry, it is not possible to delete all non-frozen {word}s.")
    batch.caller.require_lines(sheet, _lines_box(sheet, axis, start, end))
    delete_lines(batch.document, sheet, axis, start, end)
    batch.access_changed()


def delete_range(batch: Batch, request: JsonObject) -> None:
    """Delete cells, whose place the next ones take; the grid stays as big."""
    sheet, box = batch.box(request.get("range"))
    axis = axis_of({"dimension": request.get("shiftDimension")})
    start, end = (box.top, box.bottom) if axis == "ROWS" else (box.left, box.right)
    if box != _lines_box(sheet, axis, start, end):
        _check_whole_merges(sheet, box, axis)
        batch.caller.require_cells(sheet, [_to_the_end(sheet, box, axis)])
        shift_cells(batch.document, sheet, axis, box, delete=True)
        batch.access_changed()
        return
    batch.caller.require_lines(sheet, sheet.grid._replace(top=box.top, left=box.left))
    delete_lines(batch.document, sheet, axis, start, end)
    if axis == "ROWS":
        sheet.row_count += end - start
    else:
        sheet.column_count += end - start
    batch.access_changed()


def insert_range(batch: Batch, request: JsonObject) -> None:
    """Insert blank cells; the grid grows if something would be pushed off it."""
    sheet, box = batch.box(request.get("range"))
    axis = axis_of({"dimension": request.get("shiftDimension")})
    _check_whole_merges(sheet, box, axis)
    beyond = _to_the_end(sheet, box, axis)
    batch.caller.require_cells(sheet, [beyond])
    spend(sheet.scanned(beyond))
    side = 0 if axis == "ROWS" else 1
    last = max((at[side] for at, _ in sheet.within(beyond)), default=-1)
    count = box.bottom - box.top if axis == "ROWS" else box.right - box.left
    growth = max(0, last + 1 + count - sheet.size(axis))
    if growth:
        batch.caller.require_sheet(sheet)
        check_growth(batch.document, sheet, axis, growth)
        if axis == "ROWS":
            sheet.row_count += growth
        else:
            sheet.column_count += growth
    shift_cells(batch.document, sheet, axis, box)
    batch.access_changed()


def _to_the_end(sheet: Sheet, box: Box, axis: Axis) -> Box:
    """Return a box with all that lies below it, or right of it."""
    if axis == "ROWS":
        return box._replace(bottom=sheet.row_count)
    return box._replace(right=sheet.column_count)


def _check_whole_merges(sheet: Sheet, box: Box, axis: Axis) -> None:
    shifted = _to_the_end(sheet, box, axis)
    if any(merge.meets(shifted) and not shifted.encloses(merge) for merge in sheet.merges):
        raise unimplemented("shifting a part of merged cells")


def _lines_box(sheet: Sheet, axis: Axis, start: int, end: int) -> Box:
    if axis == "ROWS":
        return sheet.grid._replace(top=start, bottom=end)
    return sheet.grid._replace(left=start, right=end)


def _cuts(merge: Box, axis: Axis, line: int) -> bool:
    if axis == "ROWS":
        return merge.top < line < merge.bottom
    return merge.left < line < merge.right


def move_dimension(batch: Batch, request: JsonObject) -> None:
    """Move rows or columns."""
    sheet, axis, start, end = batch.lines(request.get("source"))
    to = request.get("destinationIndex", 0)
    size = sheet.size(axis)
    if end > size or not 0 <= to <= size:
        raise invalid(f"destinationIndex[{to}] or source is beyond the end of the grid[{size}]")
    if start < to < end:
        raise invalid("destinationIndex must not lie within the source")
    if any(_cuts(merge, axis, line) for merge in sheet.merges for line in (start, end, to)):
        raise unimplemented("moving a part of merged cells")
    touched = _lines_box(sheet, axis, min(start, to), max(end, to))
    batch.caller.require_lines(sheet, touched)
    move_lines(batch.document, sheet, axis, start, end, to)
    batch.access_changed()


def update_dimension_properties(batch: Batch, request: JsonObject) -> None:
    """Size, hide or show rows or columns."""
    if "dataSourceSheetRange" in request:
        raise unimplemented("data source sheets")
    mask = for_update(request.get("fields"), "DimensionProperties")
    sheet, axis, start, end = batch.lines(request.get("range"))
    batch.caller.require_sheet(sheet)
    given = request.get("properties", {})
    if "developerMetadata" in given or "developerMetadata" in mask:
        raise unimplemented("developer metadata in dimension properties")
    pixels = given.get("pixelSize")
    if pixels is not None and pixels < 0:
        raise invalid("pixelSize must not be negative")
    size = sheet.size(axis)
    if end > size:
        raise invalid(f"endIndex[{end}] is after last {_WORDS[axis]} in grid[{size - 1}]")
    spend(end - start)
    for index in range(start, end):
        line = sheet.line(axis, index)
        if within(mask, "pixelSize") is not None and (pixels is not None or "pixelSize" in mask):
            line = replace(line, pixels=pixels)
        if within(mask, "hiddenByUser") is not None:
            line = replace(line, hidden=given.get("hiddenByUser", False))
        sheet.lines[axis][index] = line


def auto_resize_dimensions(batch: Batch, request: JsonObject) -> None:
    """Make columns as wide as their longest text, rows as high as the most lines."""
    sheet, axis, start, end = batch.lines(request.get("dimensions"))
    batch.caller.require_sheet(sheet)
    effective = EffectiveValues(batch.document)
    end = min(end, sheet.size(axis))
    spend(len(sheet.cells) + max(0, end - start))
    sizes = dict.fromkeys(range(start, end), 0.0)
    for (row, column), cell in sheet.cells.items():
        index = row if axis == "ROWS" else column
        if index not in sizes or cell.value is None:
            continue
        points = cell.format.get("textFormat", {}).get("fontSize", 10)
        written = effective.text(sheet, row, column).split("\n")
        needed = (
            len(written) * points * 1.7 + 4
            if axis == "ROWS"
            else max(len(line) for line in written) * points * _CHARACTER_PIXELS + _MARGIN_PIXELS
        )
        sizes[index] = max(sizes[index], needed)
    for index, needed in sizes.items():
        if axis == "ROWS":
            pixels = max(DEFAULT_ROW_HEIGHT, round(needed))
        elif not needed:
            continue
        else:
            pixels = max(_LEAST_WIDTH, round(needed))
        sheet.lines[axis][index] = replace(sheet.line(axis, index), pixels=pixels)


def add_dimension_group(batch: Batch, request: JsonObject) -> JsonObject:
    """Group rows or columns."""
    sheet, axis, start, end = batch.lines(request.get("range"))
    batch.caller.require_sheet(sheet)
    groups = sheet.groups[axis]
    around = [one.depth for one in groups if one.start <= start and end <= one.end]
    for number, one in enumerate(groups):
        if start <= one.start and one.end <= end and (start, end) != (one.start, one.end):
            groups[number] = replace(one, depth=one.depth + 1)
    groups.append(Group(start, end, max(around, default=0) + 1))
    if axis == "ROWS":
        sheet.row_group_after = True
    else:
        sheet.column_group_after = True
    return _groups(sheet, axis)


def delete_dimension_group(batch: Batch, request: JsonObject) -> JsonObject:
    """Remove the innermost group of exactly these rows or columns."""
    sheet, axis, start, end = batch.lines(request.get("range"))
    batch.caller.require_sheet(sheet)
    same = [one for one in sheet.groups[axis] if (one.start, one.end) == (start, end)]
    if not same:
        raise invalid("No dimension group with the specified range.")
    sheet.groups[axis].remove(max(same, key=lambda one: one.depth))
    return _groups(sheet, axis)


def update_dimension_group(batch: Batch, request: JsonObject) -> None:
    """Fold or unfold a group."""
    mask = for_update(request.get("fields"), "DimensionGroup")
    given = request.get("dimensionGroup", {})
    sheet, axis, start, end = batch.lines(given.get("range"))
    batch.caller.require_sheet(sheet)
    for number, one in enumerate(sheet.groups[axis]):
        if (one.start, one.end, one.depth) == (start, end, given.get("depth", 1)):
            if within(mask, "collapsed") is not None:
                sheet.groups[axis][number] = replace(one, collapsed=given.get("collapsed", False))
            return
    raise invalid("No dimension group with the specified range and depth.")


def _groups(sheet: Sheet, axis: Axis) -> JsonObject:
    shown = [dimension_group(sheet, axis, one) for one in sheet.groups[axis]]
    return {"dimensionGroups": shown} if shown else {}
