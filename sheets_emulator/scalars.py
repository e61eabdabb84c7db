"""The values that formulas compute with: numbers, texts, booleans, errors, and blocks of them."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sheets_emulator.model import Box


@dataclass(frozen=True, slots=True)
class CellError:
    """What a formula gives that has no value; `kind` is Google's ErrorValue type."""

    kind: str
    message: str = ""

    @property
    def text(self) -> str:
        """What the cell shows."""
        return ERROR_TEXTS[self.kind]


ERROR_TEXTS = {
    "ERROR": "#ERROR!",
    "NULL_VALUE": "#NULL!",
    "DIVIDE_BY_ZERO": "#DIV/0!",
    "VALUE": "#VALUE!",
    "REF": "#REF!",
    "NAME": "#NAME?",
    "NUM": "#NUM!",
    "N_A": "#N/A",
}
"""What a cell shows for each of Google's kinds of error."""


def error_shown_as(text: str) -> CellError:
    """Read an error that stands in a formula, such as `#REF!`."""
    return CellError(next(kind for kind, shown in ERROR_TEXTS.items() if shown == text))


Scalar: TypeAlias = float | str | bool | CellError | None
Result: TypeAlias = "Scalar | Block"


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of values, where a formula names more than one cell."""

    box: Box
    values: Callable[[int, int], Scalar]

    def rows(self) -> Iterator[list[Scalar]]:
        """Return the values, row by row."""
        for row in self.box.rows:
            yield [self.values(row, column) for column in self.box.columns]

    def __iter__(self) -> Iterator[Scalar]:
        for row in self.rows():
            yield from row


def scalar(value: Result) -> Scalar:
    """Return a single value; the first of a block of one cell, `#VALUE!` for more."""
    if not isinstance(value, Block):
        return value
    box = value.box
    if box.is_empty:
        return None
    if box.bottom - box.top > 1 or box.right - box.left > 1:
        return CellError("VALUE", "An array value could not be found.")
    return value.values(box.top, box.left)


_DIGITS = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?\s*", re.ASCII)


def number(value: Scalar) -> float | CellError:
    """Read a value where a number is due: blank is 0, TRUE is 1, digits in a text count."""
    if isinstance(value, CellError):
        return value
    if value is None:
        return 0.0
    if isinstance(value, bool | float | int):
        return float(value)
    if _DIGITS.fullmatch(value):
        return float(value)
    return CellError(
        "VALUE", f"Expects number values, but '{value}' is a text and cannot be coerced."
    )


def arithmetic(sign: str, left: Scalar, right: Scalar) -> Scalar:
    """`+ - * / ^` of two values."""
    first, second = number(left), number(right)
    if isinstance(first, CellError):
        return first
    if isinstance(second, CellError):
        return second
    try:
        match sign:
            case "+":
                return first + second
            case "-":
                return first - second
            case "*":
                return first * second
            case "/":
                return first / second
        power = first**second
    except ZeroDivisionError:
        return CellError("DIVIDE_BY_ZERO", "Function DIVIDE parameter 2 cannot be zero.")
    except OverflowError:
        return CellError("NUM", "Numeric value is too large.")
    return power if isinstance(power, float) else CellError("NUM", "No real result.")


def compare(left: Scalar, sign: str, right: Scalar) -> Scalar:
    """Return whether `= <> < > <= >=` holds between two values."""
    if isinstance(left, CellError):
        return left
    if isinstance(right, CellError):
        return right
    first, second = _sort_key(left, right), _sort_key(right, left)
    return {
        "=": first == second,
        "<>": first != second,
        "<": first < second,
        ">": first > second,
        "<=": first <= second,
        ">=": first >= second,
    }[sign]


def _sort_key(value: Scalar, other: Scalar) -> tuple[int, float | str]:
    """Numbers come before text, text before booleans; letters' case does not count."""
    if value is None:
        value = "" if isinstance(other, str) else False if isinstance(other, bool) else 0.0
    if isinstance(value, bool):
        return 2, float(value)
    if isinstance(value, str):
        return 1, value.casefold()
    assert not isinstance(value, CellError)
    return 0, float(value)
