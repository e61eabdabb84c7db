"""The operators of formulas on single values, and the number formats that their results bring."""

from collections.abc import Callable
from typing import Final

from sheets_emulator.display import DATE_TYPES
from sheets_emulator.model import JsonObject
from sheets_emulator.scalars import TOO_LARGE, CellError, FormattedNumber, Scalar, number

_NAMES: Final = {"+": "ADD", "-": "MINUS", "*": "MULTIPLY", "/": "DIVIDE", "^": "POW"}
"""The functions that Google's errors call the operators by."""


def arithmetic(
    sign: str, left: Scalar, right: Scalar, typed: Callable[[str], Scalar] | None = None
) -> Scalar:
    """`+ - * / ^` of two values; a text counts as the number that typing it would give."""
    first = number(left, typed, _NAMES[sign], 1)
    if isinstance(first, CellError):
        return first
    second = number(right, typed, _NAMES[sign], 2)
    if isinstance(second, CellError):
        return second
    try:
        match sign:
            case "+":
                found = first + second
            case "-":
                found = first - second
            case "*":
                found = first * second
            case "/":
                found = first / second
            case _:
                return power(first, second, "POW")
    except ZeroDivisionError:
        return CellError("DIVIDE_BY_ZERO", "Function DIVIDE parameter 2 cannot be zero.")
    if type(first) is float and type(second) is float:
        return found
    brought = _format(sign, _format_of(first), _format_of(second))
    return found if brought is None else FormattedNumber(found, brought)


def power(base: float, exponent: float, name: str) -> Scalar:
    """Return a power, or the error of one that is no number, in words about a function."""
    try:
        found = base**exponent
    except ZeroDivisionError:
        return CellError(
            "DIVIDE_BY_ZERO", f"Evaluation of function {name} caused a divide by zero error."
        )
    except OverflowError:
        return TOO_LARGE
    if not isinstance(found, float):
        return CellError("NUM", f"{name} evaluates to an imaginary number.")
    return found


def _format_of(value: float) -> JsonObject | None:
    return value.number_format if isinstance(value, FormattedNumber) else None


def _format(sign: str, first: JsonObject | None, second: JsonObject | None) -> JsonObject | None:
    """Return the format of a result: a sum has its summands', a product that of the amount in it.

    The days between two dates are a plain number, and so is what two amounts are in proportion.
    """
    if sign in "+-":
        if sign == "-" and _is_moment(first) and _is_moment(second):
            return None
        if _is_moment(second) and not _is_moment(first):
            return second
        return first if first is not None else second
    amounts = [one for one in (first, second) if one is not None and one["type"] in _AMOUNTS]
    if len(amounts) == 1:
        return amounts[0]
    is_same = first is not None and second is not None and first["type"] == second["type"]
    return first if is_same and first is not None and first["type"] == "PERCENT" else None


_AMOUNTS = ("CURRENCY", "NUMBER")


def _is_moment(number_format: JsonObject | None) -> bool:
    return number_format is not None and number_format["type"] in DATE_TYPES
