"""`spreadsheets.values`: reading and writing what cells hold."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from sheets_emulator.a1 import Target, column_name, find, label
from sheets_emulator.access import Caller
from sheets_emulator.bounds import check_growth, check_size, check_text, spend, spend_answer
from sheets_emulator.effective import EffectiveValues
from sheets_emulator.errors import ApiError, invalid
from sheets_emulator.functions import check_functions
from sheets_emulator.grid_change import insert_lines
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Box, Document, Formula, Json, JsonObject, Sheet, Value
from sheets_emulator.protobuf_text import printed
from sheets_emulator.render import plain_number
from sheets_emulator.scalars import CellError
from sheets_emulator.user_entered import Typed
from sheets_emulator.user_entered import read as read_typed


@dataclass(frozen=True, slots=True)
class Rendering:
    """How values are answered."""

    columns_first: bool = False
    value: str = "FORMATTED_VALUE"
    date_time: str = "SERIAL_NUMBER"


@dataclass(frozen=True, slots=True)
class Update:
    """What a write has done.

    `range` is where, up to the last cell that got a value; `data` is what an answer with the
    values shows; `cells` are those that got one.
    """

    sheet: Sheet
    range: Box
    data: Target
    cells: frozenset[tuple[int, int]] = field(default_factory=frozenset)

    def response(self) -> JsonObject:
        """Return an UpdateValuesResponse without the spreadsheet's id."""
        found: JsonObject = {"updatedRange": label(self.sheet, self.range)}
        rows, columns = ({at[axis] for at in self.cells} for axis in (0, 1))
        return found | _counted(
            updatedRows=len(rows), updatedColumns=len(columns), updatedCells=len(self.cells)
        )


def totals(updates: Sequence[Update]) -> JsonObject:
    """Return the totals of several writes: a row that two of them touch is one row."""
    written = [(one.sheet.sheet_id, at) for one in updates for at in one.cells]
    return _counted(
        totalUpdatedRows=len({(sheet_id, row) for sheet_id, (row, _) in written}),
        totalUpdatedColumns=len({(sheet_id, column) for sheet_id, (_, column) in written}),
        totalUpdatedCells=len(written),
        totalUpdatedSheets=len({sheet_id for sheet_id, _ in written}),
    )


def _counted(**counts: int) -> JsonObject:
    return {name: count for name, count in counts.items() if count}


def read(effective: EffectiveValues, text: str, rendering: Rendering) -> JsonObject:
    """Return the ValueRange of a range text."""
    return value_range(effective, find(effective.document, text), rendering)


def value_range(effective: EffectiveValues, target: Target, rendering: Rendering) -> JsonObject:
    """Return a ValueRange: empty cells that end a row and empty rows at the end are left out."""
    found: JsonObject = {
        "range": target.label(),
        "majorDimension": "COLUMNS" if rendering.columns_first else "ROWS",
    }
    rows = _rows(effective, target.sheet, target.box, rendering)
    if rows:
        found["values"] = rows
    return found


def _rows(effective: EffectiveValues, sheet: Sheet, box: Box, rendering: Rendering) -> list[Json]:
    spend(sheet.scanned(box))
    spread = effective.spread(sheet)
    filled = {
        at: shown
        for at, cell in effective.within(sheet, box)
        if (cell.value is not None or at in spread)
        and (shown := _shown(effective, sheet, *at, rendering)) != ""
    }
    lines: dict[int, dict[int, Json]] = {}
    for (row, column), shown in filled.items():
        line, place = (column, row) if rendering.columns_first else (row, column)
        lines.setdefault(line, {})[place] = shown
    first, start = (box.left, box.top) if rendering.columns_first else (box.top, box.left)
    spend(max(lines, default=first) - first)
    spend(sum(max(line) - start for line in lines.values()))
    spend_answer(
        sum(len(shown.encode()) if isinstance(shown, str) else 8 for shown in filled.values())
        + sum(4 * (max(line) - start) for line in lines.values())
    )
    return [
        [line.get(place, "") for place in range(start, max(line) + 1)] if line else []
        for line in (lines.get(number, {}) for number in range(first, max(lines, default=-1) + 1))
    ]


def _shown(
    effective: EffectiveValues, sheet: Sheet, row: int, column: int, rendering: Rendering
) -> Json:
    entered = sheet.cell(row, column).value
    if rendering.value == "FORMULA" and isinstance(entered, Formula):
        return entered.text
    if rendering.value == "FORMATTED_VALUE":
        return effective.text(sheet, row, column)
    value = effective.value(sheet, row, column)
    if isinstance(value, CellError):
        return value.text
    if isinstance(value, bool | str) or value is None:
        return "" if value is None else value
    if rendering.date_time == "FORMATTED_STRING" and effective.calculation.is_date(
        sheet, row, column
    ):
        return effective.text(sheet, row, column)
    return plain_number(value)


def update(
    document: Document, caller: Caller, given: JsonObject, target: Target, user_entered: bool
) -> Update:
    """Write a ValueRange; the values that an answer shows are those of the range asked for."""
    rows = _given_rows(given)
    if not rows:
        box = target.box
        return Update(target.sheet, Box(box.top, box.top + 1, box.left, box.left + 1), target)
    block = _block(target, rows)
    update = _write(document, caller, target.sheet, block, rows, user_entered)
    return update if target.anchor else replace(update, data=target)


def _given_rows(given: JsonObject) -> list[list[Json]]:
    rows: list[list[Json]] = given.get("values", [])
    for number, row in enumerate(rows):
        for place, value in enumerate(row):
            if isinstance(value, dict | list):
                raise invalid(f"Invalid values[{number}][{place}]: {printed(value)}")
    if given.get("majorDimension") == "COLUMNS":
        longest = max((len(row) for row in rows), default=0)
        return [
            [column[number] if number < len(column) else None for column in rows]
            for number in range(longest)
        ]
    return rows


def _block(target: Target, rows: Sequence[Sequence[Json]]) -> Box:
    """Return the rectangle to write; it must lie in the range asked for (a cell is an anchor)."""
    box = target.box
    bottom = box.top + len(rows)
    right = box.left + max(1, *(len(row) for row in rows))
    area, sheet = target.area, target.sheet
    if not target.anchor:
        allowed = label(sheet, box)
        if area.right is not None and right > area.right:
            raise invalid(
                f"Requested writing within range [{allowed}], "
                f"but tried writing to column [{column_name(area.right)}]"
            )
        if area.bottom is not None and bottom > area.bottom:
            raise invalid(
                f"Requested writing within range [{allowed}], "
                f"but tried writing to row [{area.bottom + 1}]"
            )
    written = Box(box.top, bottom, box.left, right)
    if bottom > sheet.row_count or right > sheet.column_count:
        raise invalid(
            f"Range ({label(sheet, written)}) exceeds grid limits. "
            f"Max rows: {sheet.row_count}, max columns: {sheet.column_count}"
        )
    return written


def _write(
    document: Document,
    caller: Caller,
    sheet: Sheet,
    block: Box,
    rows: Sequence[Sequence[Json]],
    user_entered: bool,
) -> Update:
    written = [
        (block.top + down, block.left + right, value)
        for down, row in enumerate(rows)
        for right, value in enumerate(row)
        if value is not None
    ]
    spend(len(written) * (3 if user_entered else 1))
    caller.require_cells(sheet, (Box(r, r + 1, c, c + 1) for r, c, _ in written))
    locale = locale_of(document.locale)
    for row, column, value in written:
        cell = sheet.cell(row, column)
        typed = Typed(_stored(value))
        if user_entered and isinstance(value, str):
            typed = read_typed(value, cell.format.get("numberFormat"), locale)
        put(sheet, row, column, typed)
    cells = frozenset((row, column) for row, column, _ in written)
    reached = _reached(block, cells)
    return Update(sheet, reached, Target(sheet, reached.area()), cells)


def _reached(block: Box, cells: Iterable[tuple[int, int]]) -> Box:
    """Return a block without what lies after the last cell that got a value."""
    bottom = max((row + 1 for row, _ in cells), default=block.top + 1)
    right = max((column + 1 for _, column in cells), default=block.left + 1)
    return block._replace(bottom=bottom, right=right)


def _stored(value: Json) -> Value:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        return float(value)
    return str(value) or None


def put(sheet: Sheet, row: int, column: int, typed: Typed) -> None:
    """Set what a cell holds; a number format that came with it goes where none was chosen."""
    cell = sheet.cell(row, column)
    check_text(typed.value)
    if isinstance(typed.value, Formula):
        check_functions(typed.value.text)
    look = cell.format
    if typed.number_format is not None and _takes(look.get("numberFormat"), typed.number_format):
        look = look | {"numberFormat": typed.number_format}
    sheet.put(row, column, replace(cell, value=typed.value, format=look))


def _takes(present: JsonObject | None, new: JsonObject) -> bool:
    """Return whether a cell takes a typed format: one chosen of the same kind stays."""
    return present is None or present["type"] != new["type"]


def append(
    document: Document,
    caller: Caller,
    given: JsonObject,
    text: str,
    user_entered: bool,
    insert: bool,
) -> tuple[JsonObject, Update]:
    """Write after the last row of the table that the range finds.

    Returns the AppendValuesResponse's `tableRange` part, and what was written.
    """
    target = find(document, text)
    sheet = target.sheet
    table = _table(sheet, target.box)
    rows = _given_rows(given)
    top, left = (table.bottom, table.left) if table else (target.box.top, target.box.left)
    found: JsonObject = {"tableRange": label(sheet, table)} if table else {}
    width = max((len(row) for row in rows), default=0)
    if rows and insert and table and top < sheet.row_count:
        caller.require_insertion(sheet, "ROWS", top)
        check_growth(document, sheet, "ROWS", len(rows))
        insert_lines(document, sheet, "ROWS", top, len(rows), inherit_before=True)
    if top + len(rows) > sheet.row_count or left + width > sheet.column_count:
        caller.require_sheet(sheet)
        sheet.row_count = max(sheet.row_count, top + len(rows))
        sheet.column_count = max(sheet.column_count, left + width)
        check_size(document)
    if not rows:
        at = Box(min(top, sheet.row_count - 1), min(top, sheet.row_count - 1) + 1, left, left + 1)
        return found, Update(sheet, at, Target(sheet, at.area()))
    block = Box(top, top + len(rows), left, left + max(width, 1))
    return found, _write(document, caller, sheet, block, rows, user_entered)


def _table(sheet: Sheet, box: Box) -> Box | None:
    """Find the table that a range means: all that touches the last cell in it with a value."""
    spend(len(sheet.cells))
    filled = {at for at, cell in sheet.cells.items() if cell.value is not None}
    inside = [at for at in filled if box.covers(*at)]
    if not inside:
        return None
    table = set[tuple[int, int]]()
    joining = {max(inside)}
    while joining:
        spend(len(filled))
        _flood(joining, filled, table)
        box = _around(table)
        near = Box(box.top - 1, box.bottom + 1, box.left - 1, box.right + 1)
        joining = {at for at in filled - table if near.covers(*at)}
    return box


def _flood(
    waiting: set[tuple[int, int]], filled: set[tuple[int, int]], table: set[tuple[int, int]]
) -> None:
    """Add to the table all filled cells that touch those waiting, edge or corner."""
    while waiting:
        row, column = waiting.pop()
        table.add((row, column))
        for at in Box(row - 1, row + 2, column - 1, column + 2).cells():
            if at in filled and at not in table:
                waiting.add(at)


def _around(cells: set[tuple[int, int]]) -> Box:
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    return Box(min(rows), max(rows) + 1, min(columns), max(columns) + 1)


def clear(caller: Caller, target: Target) -> str:
    """Empty the values of a range, keeping formats; the range as Google echoes it."""
    box, sheet = target.box, target.sheet
    caller.require_cells(sheet, [box])
    spend(sheet.scanned(box))
    for at, cell in sheet.within(box):
        if cell.value is not None:
            sheet.put(*at, replace(cell, value=None))
    return target.label()


def in_data(number: int, error: ApiError) -> ApiError:
    """Return the refusal of one part of a values:batchUpdate."""
    return error.prefixed(f"Invalid data[{number}]: ")
