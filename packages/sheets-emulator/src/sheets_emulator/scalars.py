"""The values that formulas compute with: numbers, texts, booleans, errors, and blocks of them."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sheets_emulator.bounds import MOST_CHARACTERS
from sheets_emulator.model import Box, JsonObject, Sheet


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


class FormattedNumber(float):
    """A number that brings a format of its own, for cells that have no number format."""

    __slots__ = ("number_format",)
    number_format: JsonObject

    def __new__(cls, value: float, number_format: JsonObject) -> "FormattedNumber":
        """Make the number."""
        made = super().__new__(cls, value)
        made.number_format = number_format
        return made


class LinkedText(str):
    """A text that leads to an address where a cell shows it."""

    __slots__ = ("link",)
    link: str

    def __new__(cls, value: str, link: str) -> "LinkedText":
        """Make the text."""
        made = super().__new__(cls, value)
        made.link = link
        return made


class LinkedNumber(float):
    """A number that leads to an address where a cell shows it."""

    __slots__ = ("link",)
    link: str

    def __new__(cls, value: float, link: str) -> "LinkedNumber":
        """Make the number."""
        made = super().__new__(cls, value)
        made.link = link
        return made


Scalar: TypeAlias = float | str | bool | CellError | None
Result: TypeAlias = "Scalar | Block | Lambda"


@dataclass(frozen=True, slots=True)
class Block:
    """A rectangle of values: the cells that a reference names, or an array that was computed.

    Where `meant` reaches further than `box` there are blank cells. A reference knows the `sheet` of
    its cells. One that `expands` lies over several cells as an array does, where it is a result.
    """

    box: Box
    values: Callable[[int, int], Scalar]
    meant: Box
    sheet: Sheet | None = None
    expands: bool = False

    @classmethod
    def of(cls, rows: Sequence[Sequence[Scalar]]) -> "Block":
        """Return an array of these rows, which are equally long."""
        box = Box(0, len(rows), 0, len(rows[0]) if rows else 0)
        return cls(box, lambda row, column: rows[row][column], box)

    @property
    def is_reference(self) -> bool:
        """Whether it is cells, and not an array."""
        return self.sheet is not None

    @property
    def height(self) -> int:
        """How many rows it has."""
        return max(0, self.meant.bottom - self.meant.top)

    @property
    def width(self) -> int:
        """How many columns it has."""
        return max(0, self.meant.right - self.meant.left)

    @property
    def is_single(self) -> bool:
        """Whether it is one value."""
        return self.height == self.width == 1

    def at(self, down: int, right: int) -> Scalar:
        """Return the value so many rows and columns from its top left one; beyond an array none."""
        row, column = self.box.top + down, self.box.left + right
        is_there = self.is_reference or self.box.covers(row, column)
        return self.values(row, column) if is_there else None

    def column(self, place: int) -> "Block":
        """Return one column of it."""

        def cut(box: Box) -> Box:
            return Box(box.top, box.bottom, self.box.left + place, self.box.left + place + 1)

        return Block(cut(self.box), self.values, cut(self.meant))

    def turned(self) -> "Block":
        """Return it with rows for columns."""

        def turn(box: Box) -> Box:
            return Box(box.left, box.right, box.top, box.bottom)

        return Block(turn(self.box), lambda row, column: self.values(column, row), turn(self.meant))

    def rows(self) -> Iterator[list[Scalar]]:
        """Return the values, row by row, without the blank ones beyond its box."""
        for row in self.box.rows:
            yield [self.values(row, column) for column in self.box.columns]

    def __iter__(self) -> Iterator[Scalar]:
        for row in self.rows():
            yield from row


@dataclass(frozen=True, slots=True)
class Lambda:
    """A function that a formula makes; `body` computes it for arguments, however many these are."""

    body: "Callable[[Sequence[Result]], Result]"


_NOT_CALLED = CellError("N_A", "A LAMBDA must be called, or given to a function that calls it.")


def scalar(value: Result) -> Scalar:
    """Return a single value; the first of a block of one cell, `#VALUE!` for more."""
    if isinstance(value, Lambda):
        return _NOT_CALLED
    if not isinstance(value, Block):
        return value
    if value.box.is_empty:
        return None
    return value.at(0, 0) if value.is_single else CellError("VALUE", _NO_ARRAY)


def each(
    values: Sequence[Result],
    take: Callable[[int], None],
    compute: Callable[[Sequence[Result]], Result],
) -> Result:
    """Return what is computed of the values; where some are blocks, of each of theirs in turn.

    A single row or column counts for all rows or columns of the others.
    """
    blocks = [one for one in values if isinstance(one, Block) and not one.is_single]
    if not blocks:
        return compute(values)
    height, width = max(one.height for one in blocks), max(one.width for one in blocks)
    take(height * width)
    return Block.of(
        [
            [scalar(compute([_beside(one, down, right) for one in values]))
             for right in range(width)]
            for down in range(height)
        ]
    )  # fmt: skip


def _beside(value: Result, down: int, right: int) -> Result:
    if not isinstance(value, Block):
        return value
    down = down if value.height > 1 else 0
    right = right if value.width > 1 else 0
    if down >= value.height or right >= value.width:
        return CellError("N_A", "Array arguments are of different size.")
    return value.at(down, right)


_NO_ARRAY = "An array value could not be found."


TOO_LARGE = CellError(
    "NUM", "Numeric value is greater than 1.79769E+308 and cannot be displayed properly."
)


def storable(value: Scalar) -> Scalar:
    """Return the value, or the error of one that no cell can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return TOO_LARGE
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        return CellError("VALUE", f"The text is longer than {MOST_CHARACTERS} characters.")
    return value


_DIGITS = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?\s*", re.ASCII)


def number(
    value: Scalar,
    typed: Callable[[str], Scalar] | None = None,
    name: str = "",
    place: int = 1,
) -> float | CellError:
    """Read a value where a number is due: blank is 0, TRUE is 1.

    A text is the number that it is as `typed`, or else that of its digits. `name` and `place` are
    the function and the number of its parameter, for the error of a text that is none.
    """
    if isinstance(value, float):
        return value
    if isinstance(value, CellError):
        return value
    if value is None:
        return 0.0
    if isinstance(value, bool | int):
        return float(value)
    if typed is not None:
        found = typed(value)
        if isinstance(found, float):
            return found
    elif _DIGITS.fullmatch(value):
        return float(value)
    return CellError("VALUE", f"Function {name} parameter {place} {no_number(value)}")


def no_number(value: str) -> str:
    """Say of a parameter that its text is no number."""
    return f"expects number values. But '{value}' is a text and cannot be coerced to a number."


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
    if value is None:
        value = "" if isinstance(other, str) else False if isinstance(other, bool) else 0.0
    return sort_key(value)


def sort_key(value: Scalar) -> tuple[int, float | str]:
    """Numbers come before text, text before booleans; letters' case does not count."""
    if isinstance(value, CellError):
        return 3, value.text
    if isinstance(value, bool):
        return 2, float(value)
    if isinstance(value, str):
        return 1, value.casefold()
    return 0, 0.0 if value is None else float(value)
