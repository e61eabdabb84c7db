"""Conditions: when a conditional format colours a cell, and what a validation allows.

A text condition looks at what the cell shows and does not mind the case of letters; a number
condition only ever holds for a number. The value of a condition is read as if it had been typed.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from sheets_emulator import references
from sheets_emulator.a1 import find
from sheets_emulator.bounds import spend
from sheets_emulator.errors import ApiError, invalid, unimplemented
from sheets_emulator.formulas import Calculation, Place
from sheets_emulator.functions import check_functions
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Area, Document, Formula, JsonObject, Sheet
from sheets_emulator.scalars import CellError, Scalar
from sheets_emulator.user_entered import read

# How many values a condition of each type takes.
_TAKES: dict[str, tuple[int, int]] = {
    **dict.fromkeys(
        ("NUMBER_GREATER", "NUMBER_GREATER_THAN_EQ", "NUMBER_LESS", "NUMBER_LESS_THAN_EQ",
         "NUMBER_EQ", "NUMBER_NOT_EQ", "TEXT_CONTAINS", "TEXT_NOT_CONTAINS", "TEXT_STARTS_WITH",
         "TEXT_ENDS_WITH", "TEXT_EQ", "TEXT_NOT_EQ", "DATE_EQ", "DATE_NOT_EQ", "DATE_BEFORE",
         "DATE_AFTER", "DATE_ON_OR_BEFORE", "DATE_ON_OR_AFTER", "ONE_OF_RANGE", "CUSTOM_FORMULA"),
        (1, 1),
    ),
    **dict.fromkeys(
        ("NUMBER_BETWEEN", "NUMBER_NOT_BETWEEN", "DATE_BETWEEN", "DATE_NOT_BETWEEN"), (2, 2)
    ),
    **dict.fromkeys(
        ("TEXT_IS_EMAIL", "TEXT_IS_URL", "DATE_IS_VALID", "BLANK", "NOT_BLANK"), (0, 0)
    ),
    "ONE_OF_LIST": (1, 10000),
    "BOOLEAN": (0, 2),
}  # fmt: skip

_NOT_FOR_VALIDATION = {
    "TEXT_STARTS_WITH", "TEXT_ENDS_WITH", "TEXT_NOT_EQ", "DATE_NOT_EQ", "BLANK", "NOT_BLANK",
}  # fmt: skip
_NOT_FOR_FORMATS = {
    "ONE_OF_LIST", "ONE_OF_RANGE", "BOOLEAN", "TEXT_IS_EMAIL", "TEXT_IS_URL", "TEXT_NOT_EQ",
    "DATE_NOT_EQ", "DATE_IS_VALID", "DATE_BETWEEN", "DATE_NOT_BETWEEN", "DATE_ON_OR_BEFORE",
    "DATE_ON_OR_AFTER",
}  # fmt: skip

_LITERAL = re.compile(r'="((?:[^"]|"")*)"')
"""A formula that is a text and nothing more: what a cell is compared with in most rules."""


def check(condition: JsonObject, document: Document, sheet: Sheet, *, validation: bool) -> None:
    """Raise Google's refusal of a condition that cannot be on this tab."""
    kind = condition.get("type", "CONDITION_TYPE_UNSPECIFIED")
    if kind == "FILTER_EXPRESSION":
        raise unimplemented("conditions of type FILTER_EXPRESSION")
    refused = _NOT_FOR_VALIDATION if validation else _NOT_FOR_FORMATS
    if kind not in _TAKES or kind in refused:
        use = "data validation" if validation else "conditional formatting"
        raise invalid(f"ConditionType '{kind}' is not supported for {use}.")
    values = condition.get("values", [])
    least, most = _TAKES[kind]
    if not least <= len(values) <= most:
        raise invalid(
            f"BooleanCondition.values: {kind} takes "
            f"{least if least == most else f'{least} to {most}'} values, {len(values)} given."
        )
    for value in values:
        if "relativeDate" in value:
            raise unimplemented("conditions with a relativeDate")
        text = value.get("userEnteredValue")
        if text is None:
            raise invalid("BooleanCondition.values: a value must have a userEnteredValue.")
        if kind == "ONE_OF_LIST" and text.startswith(("=", "+")):
            raise invalid("Formulas are not supported in ONE_OF_LIST values.")
        if text.startswith("="):
            check_functions(text)
        if not _fits(kind, text, document, sheet):
            raise invalid(
                f"Invalid ConditionValue.userEnteredValue: {text} for ConditionType: {kind}"
            )
        if (
            not validation
            and text.startswith("=")
            and references.reads_other_tab(text, sheet, document)
        ):
            raise invalid("Conditional format rule cannot reference a different sheet.")


def _fits(kind: str, text: str, document: Document, sheet: Sheet) -> bool:
    """Return whether a condition of this kind can have this text for a value."""
    if kind == "ONE_OF_RANGE":
        return text.startswith("=") and _is_range(document, text[1:])
    if kind == "CUSTOM_FORMULA":
        return text.startswith("=") and Calculation(document).is_formula(text, sheet)
    return not kind.startswith(("NUMBER_", "DATE_")) or is_number_or_formula(text, document)


def _is_range(document: Document, text: str) -> bool:
    try:
        find(document, text)
    except ApiError:
        return False
    return True


def is_number_or_formula(text: str, document: Document) -> bool:
    """Return whether a text typed into a cell would be a number, a date or a formula."""
    typed = read(text, None, locale_of(document.locale)).value
    return isinstance(typed, Formula) or is_number(typed)


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell that a condition looks at; `anchor` is the top left cell of the rule's range."""

    document: Document
    sheet: Sheet
    calculation: Calculation
    row: int
    column: int
    anchor: tuple[int, int]

    @classmethod
    def own(cls, calculation: Calculation, sheet: Sheet, row: int, column: int) -> "Spot":
        """Return the cell, as its own validation looks at it."""
        return cls(calculation.document, sheet, calculation, row, column, (row, column))

    @property
    def value(self) -> Scalar:
        """What the cell's content comes to."""
        return self.calculation.value(self.sheet, self.row, self.column)

    @property
    def text(self) -> str:
        """What the cell shows."""
        return self.calculation.text(self.sheet, self.row, self.column)

    def operand(self, value: JsonObject) -> Scalar:
        """Return a value of the condition, read as if typed (a formula is computed)."""
        typed = read(value.get("userEnteredValue", ""), None, self.calculation.locale).value
        if not isinstance(typed, Formula):
            return typed
        found = self.computed(typed.text)
        return 0.0 if found is None else found

    def computed(self, formula: str) -> Scalar:
        """Return a formula written for the anchor, computed for this cell."""
        down, right = self.row - self.anchor[0], self.column - self.anchor[1]
        place = Place(self.document, self.sheet, self.row, self.column, down, right)
        return self.calculation.evaluate(formula, place)


def holds(condition: JsonObject, spot: Spot) -> bool:
    """Return whether the condition holds for the cell."""
    kind: str = condition["type"]
    values: list[JsonObject] = condition.get("values", [])
    value = spot.value
    if isinstance(value, CellError) and kind != "CUSTOM_FORMULA":
        return kind == "NOT_BLANK"
    if kind in ("BLANK", "NOT_BLANK"):
        return (value in (None, "")) == (kind == "BLANK")
    if kind == "CUSTOM_FORMULA":
        result = spot.computed(values[0]["userEnteredValue"])
        return not isinstance(result, CellError | str) and bool(result)
    if kind.startswith("TEXT_"):
        return _text_holds(kind, values, spot)
    if kind.startswith("NUMBER_"):
        return is_number(value) and _ordered(kind[7:], value, [spot.operand(v) for v in values])
    if kind.startswith("DATE_"):
        is_date = is_number(value) and spot.calculation.is_date(spot.sheet, spot.row, spot.column)
        if kind == "DATE_IS_VALID":
            return is_date
        return is_date and _ordered(kind[5:], value, [spot.operand(v) for v in values])
    return _listed(kind, values, spot)


def axes(condition: JsonObject) -> tuple[bool, bool]:
    """Return whether a condition may hold in one row and not in the next, and so for columns."""
    if condition["type"] != "CUSTOM_FORMULA":
        return True, True
    return references.axes(condition["values"][0]["userEnteredValue"])


def formulas(condition: JsonObject) -> Iterator[str]:
    """Yield the formulas of a condition."""
    for value in condition.get("values", []):
        text = str(value.get("userEnteredValue", ""))
        if text.startswith("="):
            yield text


def is_number(value: Scalar) -> TypeGuard[float]:
    """Return whether a value is a number (a boolean is none)."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def _text_holds(kind: str, values: list[JsonObject], spot: Spot) -> bool:
    text = spot.text.casefold()
    if kind == "TEXT_IS_EMAIL":
        return re.fullmatch(r"[^@\s]+@[^@\s.]+(\.[^@\s.]+)+", text) is not None
    if kind == "TEXT_IS_URL":
        return re.match(r"(https?://|www\.)\S+$", text) is not None
    entered: str = values[0].get("userEnteredValue", "")
    if entered.startswith("="):
        literal = _LITERAL.fullmatch(entered)
        computed = literal[1].replace('""', '"') if literal else spot.operand(values[0])
        if isinstance(computed, CellError):
            return False
        entered = spot.calculation.plain(computed)
    wanted = entered.removeprefix("'").casefold()
    match kind:
        case "TEXT_CONTAINS":
            return wanted in text
        case "TEXT_NOT_CONTAINS":
            return wanted not in text
        case "TEXT_STARTS_WITH":
            return text.startswith(wanted)
        case "TEXT_ENDS_WITH":
            return text.endswith(wanted)
        case "TEXT_NOT_EQ":
            return text != wanted
    return text == wanted


def _ordered(relation: str, value: Scalar, operands: list[Scalar]) -> bool:
    limits = [float(one) for one in operands if isinstance(one, int | float)]
    if len(limits) != len(operands) or not isinstance(value, int | float):
        return False
    first, last = limits[0], limits[-1]
    match relation:
        case "GREATER" | "AFTER":
            return value > first
        case "GREATER_THAN_EQ" | "ON_OR_AFTER":
            return value >= first
        case "LESS" | "BEFORE":
            return value < first
        case "LESS_THAN_EQ" | "ON_OR_BEFORE":
            return value <= first
        case "NOT_EQ":
            return value != first
        case "BETWEEN":
            return first <= value <= last
        case "NOT_BETWEEN":
            return not first <= value <= last
    return value == first


def _listed(kind: str, values: list[JsonObject], spot: Spot) -> bool:
    if kind == "BOOLEAN":
        if not values:
            return isinstance(spot.value, bool)
        return spot.value is None or spot.text in [v.get("userEnteredValue", "") for v in values]
    return spot.text in options({"type": kind, "values": values}, spot)


def options(condition: JsonObject, spot: Spot) -> tuple[str, ...]:
    """Return the items of a drop-down, as they are shown; empty if the condition is no list."""
    values: list[JsonObject] = condition.get("values", [])
    match condition["type"]:
        case "ONE_OF_LIST":
            return tuple(value.get("userEnteredValue", "").removeprefix("'") for value in values)
        case "ONE_OF_RANGE":
            text = values[0].get("userEnteredValue", "").removeprefix("=")
            try:
                target = find(spot.document, text)
            except ApiError:
                return ()
            spend(target.box.size)
            shown = [spot.calculation.text(target.sheet, *at) for at in target.box.cells()]
            return tuple(dict.fromkeys(text for text in shown if text))
    return ()


def anchor_of(area: Area) -> tuple[int, int]:
    """Return the cell that a rule's formulas are written for."""
    return area.top or 0, area.left or 0


def allows(rule: JsonObject, spot: Spot) -> bool:
    """Return whether a cell's validation allows what it holds; an empty cell is always allowed."""
    entered = spot.sheet.cell(spot.row, spot.column).value
    return entered is None or holds(rule["condition"], spot)


def refusal(rule: JsonObject, reference: str) -> str:
    """Say to a person why a strict validation refuses their text."""
    message: str | None = rule.get("inputMessage")
    return message or (
        f"The data that you entered in cell {reference} violates the data validation rules "
        "set on this cell."
    )
