"""Cells that are copied, cut, sorted, and searched for text to replace."""

from collections.abc import Sequence
from dataclasses import replace

from sheets_emulator.batch.base import Batch
from sheets_emulator.bounds import check_text, spend
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.model import Area, Box, Cell, Formula, JsonObject, Sheet, Value
from sheets_emulator.references import move_relative
from sheets_emulator.scalars import CellError, Scalar


def copy_paste(batch: Batch, request: JsonObject) -> None:
    """Copy a range as often as the destination has room for it."""
    sheet, source = batch.box(request.get("source"))
    target_sheet, target = batch.box(request.get("destination"))
    turned = request.get("pasteOrientation") == "TRANSPOSE"
    paste = _Paste(batch, sheet, request.get("pasteType", "PASTE_NORMAL"))
    height, width = source.bottom - source.top, source.right - source.left
    if turned:
        height, width = width, height
    rows = max(1, (target.bottom - target.top) // height) * height
    columns = max(1, (target.right - target.left) // width) * width
    block = Box(target.top, target.top + rows, target.left, target.left + columns)
    _check_room(target_sheet, block)
    batch.caller.require_cells(target_sheet, [block])
    spend(block.size)
    check_unmerged(sheet, source, "copying")
    check_unmerged(target_sheet, block, "pasting over")
    copies: dict[tuple[int, int], Cell] = {}
    for row, column in block.cells():
        down, right = (row - block.top) % height, (column - block.left) % width
        if turned:
            down, right = right, down
        origin = (source.top + down, source.left + right)
        copies[row, column] = paste.onto(target_sheet.cell(row, column), origin, (row, column))
    for at, cell in copies.items():
        target_sheet.put(*at, cell)
    if paste.takes_rules and target_sheet is sheet and not turned:
        spend(block.size // source.size * len(sheet.conditional_rules))
        for row in range(block.top, block.bottom, height):
            for column in range(block.left, block.right, width):
                _spread_rules(sheet, source, row - source.top, column - source.left)


class _Paste:
    """What of a copied cell arrives, by the type of paste."""

    def __init__(self, batch: Batch, sheet: Sheet, kind: str) -> None:
        if kind == "PASTE_CONDITIONAL_FORMATTING":
            raise unimplemented(f"pasting with {kind}")
        self._effective = EffectiveValues(batch.document)
        self._sheet = sheet
        self._kind = kind
        self.takes_rules = kind in ("PASTE_NORMAL", "PASTE_FORMAT", "PASTE_NO_BORDERS")

    def onto(self, old: Cell, origin: tuple[int, int], at: tuple[int, int]) -> Cell:
        """Return the cell at a place after the cell from `origin` was pasted there."""
        cell = self._sheet.cell(*origin)
        match self._kind:
            case "PASTE_VALUES":
                return replace(old, value=self._result(cell, origin))
            case "PASTE_FORMULA":
                return replace(old, value=shifted(cell.value, origin, at))
            case "PASTE_FORMAT":
                return replace(old, format=cell.format)
            case "PASTE_DATA_VALIDATION":
                return replace(old, validation=cell.validation)
        moved = replace(cell, value=shifted(cell.value, origin, at))
        if self._kind == "PASTE_NO_BORDERS":
            kept = {name: part for name, part in cell.format.items() if name != "borders"}
            borders = {"borders": old.format["borders"]} if "borders" in old.format else {}
            return replace(moved, format=kept | borders)
        return moved

    def _result(self, cell: Cell, origin: tuple[int, int]) -> Value:
        if not isinstance(cell.value, Formula):
            return cell.value
        value = self._effective.value(self._sheet, *origin)
        return value.text if isinstance(value, CellError) else value


def shifted(value: Value, origin: tuple[int, int], at: tuple[int, int]) -> Value:
    """Return what a cell holds as it stands in a copy of it at another place."""
    if not isinstance(value, Formula):
        return value
    moved = Formula(move_relative(value.text, at[0] - origin[0], at[1] - origin[1]))
    check_text(moved)
    return moved


def _check_room(sheet: Sheet, block: Box) -> None:
    if not sheet.grid.encloses(block):
        raise invalid("The destination is beyond the end of the grid.")


def check_unmerged(sheet: Sheet, box: Box, doing: str) -> None:
    """Raise 501 where merged cells lie in the way."""
    if any(merge.meets(box) for merge in sheet.merges):
        raise unimplemented(f"{doing} merged cells")


def _spread_rules(sheet: Sheet, source: Box, down: int, right: int) -> None:
    """Let conditional formats that cover copied cells cover their copies too."""
    for number, rule in enumerate(sheet.conditional_rules):
        copies = [
            Area(part.top + down, part.bottom + down, part.left + right, part.right + right)
            for area in rule.areas
            if not (part := sheet.box(area).common(source)).is_empty
        ]
        boxes = [sheet.box(area) for area in rule.areas]
        new = [one for one in copies if not any(box.encloses(sheet.box(one)) for box in boxes)]
        if new:
            sheet.conditional_rules[number] = replace(rule, areas=(*rule.areas, *new))


def cut_paste(batch: Batch, request: JsonObject) -> None:
    """Move a range: the source is left blank, what was at the destination is replaced."""
    sheet, source = batch.box(request.get("source"))
    start = request.get("destination", {})
    target = batch.sheet(start.get("sheetId", 0))
    top, left = start.get("rowIndex", 0), start.get("columnIndex", 0)
    block = Box(top, top + source.bottom - source.top, left, left + source.right - source.left)
    _check_room(target, block)
    check_unmerged(sheet, source, "cutting")
    check_unmerged(target, block, "pasting over")
    batch.caller.require_cells(sheet, [source])
    batch.caller.require_cells(target, [block])
    kind = request.get("pasteType", "PASTE_NORMAL")
    if kind not in ("PASTE_NORMAL", "PASTE_VALUES"):
        raise unimplemented(f"cutting with {kind}")
    spend(source.size)
    taken = {at: sheet.cell(*at) for at in source.cells()}
    for at, cell in taken.items():
        sheet.put(*at, replace(cell, value=None) if kind == "PASTE_VALUES" else Cell())
    for (row, column), cell in taken.items():
        at = (row - source.top + top, column - source.left + left)
        old = target.cell(*at)
        target.put(*at, replace(old, value=cell.value) if kind == "PASTE_VALUES" else cell)


def sort_range(batch: Batch, request: JsonObject) -> None:
    """Sort rows: numbers before text before booleans, empty cells always last."""
    sheet, box = batch.box(request.get("range"))
    batch.caller.require_cells(sheet, [box])
    specs = request.get("sortSpecs", [])
    if not specs:
        raise invalid("You must specify at least one sort spec.")
    sort_rows(batch, sheet, box, specs)


def sort_rows(batch: Batch, sheet: Sheet, box: Box, specs: list[JsonObject]) -> None:
    """Sort the rows of a box by some of its columns."""
    check_unmerged(sheet, box, "sorting")
    spend(box.size)
    effective = EffectiveValues(batch.document)
    order = list(box.rows)
    for spec in reversed(specs):
        if set(spec) - {"dimensionIndex", "sortOrder"}:
            raise unimplemented("sorting by colours or data source columns")
        column = spec.get("dimensionIndex", 0)
        if column not in box.columns:
            raise invalid(f"dimensionIndex[{column}] lies outside the range that is sorted")
        spend(len(order))
        keys = {row: _sort_key(effective.value(sheet, row, column)) for row in order}
        filled = [row for row in order if keys[row] is not None]
        filled.sort(
            key=lambda row: keys[row],  # type: ignore[arg-type, return-value]
            reverse=spec.get("sortOrder") == "DESCENDING",
        )
        order = filled + [row for row in order if keys[row] is None]
    arrange_rows(sheet, box, order)


def arrange_rows(sheet: Sheet, box: Box, order: Sequence[int]) -> None:
    """Put the rows of a box in this order; it may leave some out, and then ends with blank ones."""
    rows = {row: [sheet.cell(row, column) for column in box.columns] for row in box.rows}
    for row in box.rows[len(order) :]:
        for column in box.columns:
            sheet.put(row, column, Cell())
    for row, source in zip(box.rows, order, strict=False):
        for column, cell in zip(box.columns, rows[source], strict=True):
            moved = shifted(cell.value, (source, column), (row, column))
            new = cell if moved is cell.value else replace(cell, value=moved)
            sheet.put(row, column, new)


def _sort_key(value: Scalar) -> tuple[int, float | str] | None:
    if value is None or value == "":
        return None
    if isinstance(value, bool):
        return 2, float(value)
    if isinstance(value, CellError):
        return 3, value.text
    return (1, value.casefold()) if isinstance(value, str) else (0, float(value))
