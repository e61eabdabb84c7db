"""Cells: their values, formats, notes, validations, merges and borders."""

from collections.abc import Sequence
from dataclasses import replace

from sheets_emulator.batch.base import Batch
from sheets_emulator.batch.rules import validation_rule
from sheets_emulator.bounds import check_growth, check_text, spend
from sheets_emulator.errors import invalid, unimplemented
from sheets_emulator.fields import Mask, for_update, within
from sheets_emulator.formats import border, masked, normal
from sheets_emulator.functions import check_functions
from sheets_emulator.locales import Locale, locale_of
from sheets_emulator.model import Box, Cell, Formula, JsonObject, RichText, Sheet, Value
from sheets_emulator.notation import as_kept
from sheets_emulator.rich_text import chips_in, formats_in


class _Brush:
    """One CellData with its mask, to be laid on any number of cells."""

    def __init__(self, batch: Batch, sheet: Sheet, data: JsonObject, mask: Mask) -> None:
        self._mask = mask
        self._value = _value(data.get("userEnteredValue", {}), locale_of(batch.document.locale))
        self._takes_value = within(mask, "userEnteredValue") is not None
        self._chips = _runs(data, mask, "chipRuns")
        self._formats = _runs(data, mask, "textFormatRuns")
        self._format = normal(data.get("userEnteredFormat", {}))
        self._note: str = data.get("note", "")
        check_text(self._note)
        given = data.get("dataValidation")
        self._validation = None if given is None else validation_rule(batch, sheet, given)
        self._mixed: dict[int, tuple[JsonObject, JsonObject]] = {}
        self._made: dict[int, tuple[Cell, Cell]] = {}

    def on(self, cell: Cell) -> Cell:
        """Return the cell with what the mask names taken from the data; of like cells, one."""
        known = self._made.get(id(cell))
        if known is None:
            known = self._made[id(cell)] = (cell, self._painted(cell))
        return known[1]

    def _painted(self, cell: Cell) -> Cell:
        mask = self._mask
        look = within(mask, "userEnteredFormat")
        painted = Cell(
            self._content(cell.value),
            cell.format if look is None else self._look(cell.format, look),
            cell.validation if within(mask, "dataValidation") is None else self._validation,
            cell.note if within(mask, "note") is None else self._note,
        )
        return cell if _is_untouched(cell, painted) else painted

    def _content(self, old: Value) -> Value:
        value = self._value if self._takes_value else old
        if self._chips is None and self._formats is None:
            return value
        if self._chips and not (self._takes_value and isinstance(value, str)):
            raise invalid("chipRuns must be written together with a text in userEnteredValue.")
        if not isinstance(value, str):
            if self._formats:
                raise invalid("textFormatRuns can only be written to a cell that holds a text.")
            return value
        kept = value if isinstance(value, RichText) else RichText(value, [])
        chips = kept.chips if self._chips is None else chips_in(value, self._chips)
        formats = kept.formats if self._formats is None else formats_in(value, self._formats)
        return RichText(value, chips, formats) if chips or formats else str(value)

    def _look(self, old: JsonObject, mask: Mask) -> JsonObject:
        """Cells that shared a format share the new one too; one that says the same is kept."""
        known = self._mixed.get(id(old))
        if known is None or known[0] is not old:
            mixed = masked(old, self._format, mask)
            known = self._mixed[id(old)] = (old, old if mixed == old else mixed)
        return known[1]


def _is_untouched(old: Cell, new: Cell) -> bool:
    """Return whether nothing of a cell is new; 1 is not TRUE, though they are equal."""
    return (
        new.format is old.format
        and new.validation == old.validation
        and new.note == old.note
        and (
            new.value is old.value
            or (type(new.value) is type(old.value) is str and new.value == old.value)
        )
    )


def _runs(data: JsonObject, mask: Mask, name: str) -> list[JsonObject] | None:
    """Return the runs of this kind that a CellData brings; None where the mask leaves them out."""
    if within(mask, name) is None:
        return None
    found: list[JsonObject] = data.get(name, [])
    return found


def _value(given: JsonObject, locale: Locale) -> Value:
    if "stringValue" in given:
        text: str = given["stringValue"]
        check_text(text)
        return text or None
    if "numberValue" in given:
        return float(given["numberValue"])
    if "boolValue" in given:
        return bool(given["boolValue"])
    if "formulaValue" in given:
        formula: str = given["formulaValue"]
        if not formula.startswith("="):
            raise invalid(f"A formula must begin with '=': {formula}")
        check_text(formula)
        check_functions(formula)
        return Formula(as_kept(formula, locale))
    if "errorValue" in given:
        raise invalid("errorValue cannot be written.")
    return None


def update_cells(batch: Batch, request: JsonObject) -> None:
    """Write `rows` from a start, or over a range, of which the rest is cleared."""
    mask = for_update(request.get("fields"), "CellData")
    rows = [row.get("values", []) for row in request.get("rows", [])]
    if "range" in request:
        sheet, box = batch.box(request["range"], may_be_empty=True)
        _check_within(box, rows)
        spend(box.size)
        batch.caller.require_cells(sheet, [box])
        blank = _Brush(batch, sheet, {}, mask)
        for at in box.cells():
            data = _data_at(rows, at[0] - box.top, at[1] - box.left)
            brush = blank if data is None else _Brush(batch, sheet, data, mask)
            sheet.put(*at, brush.on(sheet.cell(*at)))
        return
    if "start" not in request:
        raise invalid("You must specify a start or a range.")
    sheet, top, left = _start(batch, request["start"])
    _write_rows(batch, sheet, top, left, rows, mask)


def _start(batch: Batch, start: JsonObject) -> tuple[Sheet, int, int]:
    sheet = batch.sheet(start.get("sheetId", 0))
    return sheet, start.get("rowIndex", 0), start.get("columnIndex", 0)


def _data_at(rows: Sequence[Sequence[JsonObject]], down: int, right: int) -> JsonObject | None:
    if down < len(rows) and right < len(rows[down]):
        return rows[down][right]
    return None


def _check_within(box: Box, rows: Sequence[Sequence[JsonObject]]) -> None:
    if box.top + len(rows) > box.bottom:
        raise invalid(
            f"Attempting to write row: {box.bottom}, "
            f"beyond the last requested row of: {box.bottom - 1}"
        )
    if box.left + max((len(row) for row in rows), default=0) > box.right:
        raise invalid(
            f"Attempting to write column: {box.right}, "
            f"beyond the last requested column of: {box.right - 1}"
        )


def _write_rows(
    batch: Batch,
    sheet: Sheet,
    top: int,
    left: int,
    rows: Sequence[Sequence[JsonObject]],
    mask: Mask,
) -> None:
    width = max((len(row) for row in rows), default=0)
    if top < 0 or left < 0:
        raise invalid("A start must not be negative.")
    if top + len(rows) > sheet.row_count:
        raise invalid(
            f"Attempting to write row: {sheet.row_count}, "
            f"beyond the last requested row of: {sheet.row_count - 1}"
        )
    if left + width > sheet.column_count:
        raise invalid(
            f"Attempting to write column: {sheet.column_count}, "
            f"beyond the last requested column of: {sheet.column_count - 1}"
        )
    batch.caller.require_cells(
        sheet,
        [
            Box(top + down, top + down + 1, left, left + len(row))
            for down, row in enumerate(rows)
            if row
        ],
    )
    spend(sum(len(row) for row in rows))
    for down, row in enumerate(rows):
        for right, data in enumerate(row):
            at = (top + down, left + right)
            sheet.put(*at, _Brush(batch, sheet, data, mask).on(sheet.cell(*at)))


def append_cells(batch: Batch, request: JsonObject) -> None:
    """Write rows after the last one that holds anything; the sheet grows if it must."""
    mask = for_update(request.get("fields"), "CellData")
    if "tableId" in request:
        raise unimplemented("tables")
    sheet = batch.sheet(request.get("sheetId", 0))
    rows = [row.get("values", []) for row in request.get("rows", [])]
    spend(len(sheet.cells))
    top = max((row + 1 for (row, _), cell in sheet.cells.items() if cell.value is not None),
              default=0)  # fmt: skip
    batch.caller.require_sheet(sheet)
    check_growth(batch.document, sheet, "ROWS", max(0, top + len(rows) - sheet.row_count))
    sheet.row_count = max(sheet.row_count, top + len(rows))
    _write_rows(batch, sheet, top, 0, rows, mask)


def repeat_cell(batch: Batch, request: JsonObject) -> None:
    """Write one cell's data over a whole range."""
    mask = for_update(request.get("fields"), "CellData")
    sheet, box = batch.box(request.get("range"), may_be_empty=True)
    batch.caller.require_cells(sheet, [box])
    data = request.get("cell", {})
    if data.get("chipRuns"):
        raise invalid("chipRuns can only be written by updateCells and appendCells.")
    brush = _Brush(batch, sheet, data, mask)
    spend(box.size)
    for at in box.cells():
        sheet.put(*at, brush.on(sheet.cell(*at)))


def merge_cells(batch: Batch, request: JsonObject) -> None:
    """Merge a range, whole, by rows or by columns; all but the top left cell are emptied."""
    sheet, box = batch.box(request.get("range"))
    batch.caller.require_cells(sheet, [box])
    _check_uncut(sheet, box)
    kind = request.get("mergeType", "MERGE_ALL")
    spend(10 * (box.bottom - box.top + box.right - box.left))
    match kind:
        case "MERGE_ROWS":
            parts = [box._replace(top=row, bottom=row + 1) for row in box.rows]
        case "MERGE_COLUMNS":
            parts = [box._replace(left=column, right=column + 1) for column in box.columns]
        case _:
            parts = [box]
    for part in parts:
        if part.top < sheet.frozen_rows < part.bottom:
            raise invalid("You can't merge frozen and non-frozen rows.")
        if part.left < sheet.frozen_columns < part.right:
            raise invalid("You can't merge frozen and non-frozen columns.")
    sheet.merges = [merge for merge in sheet.merges if not merge.meets(box)]
    sheet.merges += [part for part in parts if part.size > 1]
    spend(sheet.scanned(box))
    for (row, column), cell in sheet.within(box):
        in_first = {"MERGE_ROWS": column == box.left, "MERGE_COLUMNS": row == box.top}
        stays = in_first.get(kind, (row, column) == (box.top, box.left))
        if not stays and cell.value is not None:
            sheet.put(row, column, replace(cell, value=None))


def unmerge_cells(batch: Batch, request: JsonObject) -> None:
    """Part the merged cells of a range."""
    sheet, box = batch.box(request.get("range"))
    batch.caller.require_cells(sheet, [box])
    _check_uncut(sheet, box)
    sheet.merges = [merge for merge in sheet.merges if not merge.meets(box)]


def _check_uncut(sheet: Sheet, box: Box) -> None:
    if any(merge.meets(box) and not box.encloses(merge) for merge in sheet.merges):
        raise invalid("You must select all cells in a merged range to merge or unmerge them.")


def update_borders(batch: Batch, request: JsonObject) -> None:
    """Draw the outer sides and the inner lines of a range."""
    sheet, box = batch.box(request.get("range"), may_be_empty=True)
    batch.caller.require_cells(sheet, [box])
    sides = ("top", "bottom", "left", "right", "innerHorizontal", "innerVertical")
    given = {side: border(request[side]) for side in sides if side in request}
    spend(box.size)
    looks: dict[tuple[int, tuple[str, ...]], tuple[JsonObject, JsonObject]] = {}
    drawn: dict[tuple[int, tuple[str, ...]], tuple[Cell, Cell]] = {}
    for at in box.cells():
        edges: dict[str, JsonObject | None] = {}
        names = []
        for side, is_outer, inner in (
            ("top", at[0] == box.top, "innerHorizontal"),
            ("bottom", at[0] == box.bottom - 1, "innerHorizontal"),
            ("left", at[1] == box.left, "innerVertical"),
            ("right", at[1] == box.right - 1, "innerVertical"),
        ):
            name = side if is_outer else inner
            names.append(name)
            if name in given:
                edges[side] = given[name]
        if edges:
            cell = sheet.cell(*at)
            alike = id(cell), tuple(names)
            if alike not in drawn:
                dressed = id(cell.format), tuple(names)
                if dressed not in looks:
                    looks[dressed] = cell.format, _bordered(cell.format, edges)
                drawn[alike] = cell, replace(cell, format=looks[dressed][1])
            sheet.put(*at, drawn[alike][1])


def _bordered(old: JsonObject, edges: dict[str, JsonObject | None]) -> JsonObject:
    borders = {**old.get("borders", {}), **edges}
    kept = {side: edge for side, edge in borders.items() if edge is not None}
    look = {name: part for name, part in old.items() if name != "borders"}
    return look | ({"borders": kept} if kept else {})
