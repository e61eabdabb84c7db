"""A person types into a cell or pastes a block: what Sheets itself would make of it."""

from collections.abc import Mapping, Sequence

from sheets_emulator.a1 import cell_name
from sheets_emulator.access import Caller
from sheets_emulator.conditions import Spot, allows, refusal
from sheets_emulator.errors import invalid, missing, protected
from sheets_emulator.formulas import Calculation
from sheets_emulator.grid import Grid
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Box, Document, Sheet
from sheets_emulator.user_entered import read
from sheets_emulator.values import put


def type_block(
    document: Document,
    caller: Caller,
    sheet_id: int,
    row: int,
    column: int,
    rows: Sequence[Sequence[str]],
) -> dict[tuple[int, int], str]:
    """Type texts into a block of cells, the first at (row, column); return them by cell.

    A cell hidden under a merge is passed over, as a paste does. Raises `ApiError` 404 if there
    is no such tab, 400 for a cell outside the grid, a protected cell, or a text that a strict
    validation refuses.
    """
    sheet = document.sheet(sheet_id)
    if sheet is None:
        raise missing()
    width = max((len(texts) for texts in rows), default=0)
    block = Box(row, row + len(rows), column, column + width)
    if block.is_empty:
        return {}
    if not sheet.grid.encloses(block):
        raise invalid("There is no such cell: the paste reaches beyond the end of the sheet.")
    typed = [
        (row + down, column + right, text)
        for down, texts in enumerate(rows)
        for right, text in enumerate(texts)
        if not _is_hidden(sheet, row + down, column + right)
    ]
    if not all(caller.may_edit_cell(sheet, at_row, at_column) for at_row, at_column, _ in typed):
        raise protected()
    locale = locale_of(document.locale)
    for at_row, at_column, text in typed:
        number_format = sheet.cell(at_row, at_column).format.get("numberFormat")
        put(sheet, at_row, at_column, read(text, number_format, locale))
    texts = {(at_row, at_column): text for at_row, at_column, text in typed}
    _demand_valid(document, sheet, list(texts))
    return texts


def read_otherwise(
    document: Document, caller: Caller, sheet_id: int, typed: Mapping[tuple[int, int], str]
) -> dict[str, str]:
    """Return what is to be edited in cells that hold another text than was typed there."""
    sheet = document.sheet(sheet_id)
    if sheet is None:
        return {}
    grid = Grid(document, sheet, caller)
    found = {at: grid.cell(*at).edit for at in typed}
    return {
        f"{row},{column}": text
        for (row, column), text in found.items()
        if text != typed[row, column]
    }


def _is_hidden(sheet: Sheet, row: int, column: int) -> bool:
    merge = sheet.merge_at(row, column)
    return merge is not None and (row, column) != (merge.top, merge.left)


def _demand_valid(document: Document, sheet: Sheet, cells: Sequence[tuple[int, int]]) -> None:
    calculation = Calculation(document)
    for row, column in cells:
        rule = sheet.cell(row, column).validation
        if (
            rule is not None
            and rule.get("strict")
            and not allows(rule, Spot.own(calculation, sheet, row, column))
        ):
            raise invalid(refusal(rule, cell_name(row, column)))
