"""Data validation: what a cell lets a person type."""

from sheets_emulator import conditions
from sheets_emulator.json_types import JsonObject
from sheets_emulator.looks import Looks
from sheets_emulator.model import Sheet


def spot_of(looks: Looks, sheet: Sheet, row: int, column: int) -> conditions.Spot:
    """Return the cell, as its own validation looks at it."""
    return conditions.Spot(
        looks.document, sheet, looks.calculation, row, column, anchor=(row, column)
    )


def allows(rule: JsonObject, looks: Looks, sheet: Sheet, row: int, column: int) -> bool:
    """Return whether the rule allows what the cell holds; an empty cell is always allowed."""
    if sheet.cell(row, column).value is None:
        return True
    return conditions.holds(rule["condition"], spot_of(looks, sheet, row, column))


def refusal(rule: JsonObject, reference: str) -> str:
    """Say to a person why a strict rule refuses their text."""
    message: str | None = rule.get("inputMessage")
    return message or (
        f"The data that you entered in cell {reference} violates the data validation rules "
        "set on this cell."
    )
