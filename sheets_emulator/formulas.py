"""Formulas: a small part of what Sheets computes, and honest errors for the rest.

Arithmetic, comparison, text joining, references (with `$`, other tabs and named ranges) and the
functions of `functions.py`. A function that is not there is `#NAME?`, what does not parse is
`#ERROR!`, a circle is `#REF!`: never a silently wrong value.
"""

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from sheets_emulator.a1 import area_of
from sheets_emulator.bounds import MOST_CHARACTERS, MOST_COMPUTED, spend
from sheets_emulator.display import DATE_TYPES, show
from sheets_emulator.functions import call
from sheets_emulator.locales import locale_of
from sheets_emulator.model import Area, Box, Document, Formula, Sheet
from sheets_emulator.references import Token, shift_relative, tokens, unquoted
from sheets_emulator.scalars import (
    Block,
    CellError,
    Result,
    Scalar,
    arithmetic,
    compare,
    error_shown_as,
    scalar,
)


class _SyntaxError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a formula stands, and by how much its relative references are moved.

    A conditional format's formula is written for the top left cell of its range and read for
    each cell of it.
    """

    document: Document
    sheet: Sheet
    down: int = 0
    right: int = 0


_Key: TypeAlias = tuple[int, int, int]  # a tab's id, a row, a column

_LONG = 500  # characters of a formula
_DEEPEST = 20  # cells computed inside each other, well below Python's own limit
_UNREADABLE = CellError("ERROR", "Formula parse error.")
_TOO_SLOW = CellError("ERROR", "The formulas of this spreadsheet take too long to compute.")
_CIRCLE = CellError("REF", "Circular dependency detected.")


class _TooDeepError(Exception):
    """A cell that must be computed first."""

    def __init__(self, key: _Key) -> None:
        super().__init__(key)
        self.key = key


class _Open(threading.local):
    """The cells that are being computed, in each thread that reads the document."""

    def __init__(self) -> None:
        self.keys: set[_Key] = set()


class Calculation:
    """The effective values of one document. Kept as long as the document is.

    What its formulas may read in all is bounded: of the rest is said that it takes too long, so
    that a spreadsheet can be read whatever somebody wrote into it.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        self._known: dict[_Key, Scalar] = {}
        self._local = _Open()
        self._work = MOST_COMPUTED
        self.locale = locale_of(document.locale)

    def value(self, sheet: Sheet, row: int, column: int) -> Scalar:
        """Compute what the cell's content comes to."""
        entered = sheet.cell(row, column).value
        if not isinstance(entered, Formula):
            return entered
        key = (sheet.sheet_id, row, column)
        if key in self._known:
            return self._known[key]
        if key in self._local.keys:
            return _CIRCLE
        if len(self._local.keys) >= _DEEPEST:
            raise _TooDeepError(key)
        if self._local.keys:
            return self._computed(key)
        return self._from_below(key)

    def _from_below(self, key: _Key) -> Scalar:
        """Compute a cell after the cells that it rests on, however long the chain of them is."""
        waiting = [key]
        while waiting:
            try:
                self._computed(waiting[-1])
                waiting.pop()
            except _TooDeepError as error:
                if error.key in waiting:
                    self._known[error.key] = _CIRCLE
                else:
                    waiting.append(error.key)
        return self._known[key]

    def _computed(self, key: _Key) -> Scalar:
        sheet_id, row, column = key
        sheet = self.document.sheet(sheet_id)
        assert sheet is not None
        entered = sheet.cell(row, column).value
        assert isinstance(entered, Formula)
        self._local.keys.add(key)
        try:
            self._known[key] = _storable(self.evaluate(entered.text, Place(self.document, sheet)))
        finally:
            self._local.keys.discard(key)
        return self._known[key]

    def take(self, work: int) -> bool:
        """Count cells that a formula reads; False, and nothing counted, if they are too many."""
        if work > self._work:
            return False
        spend(work)
        self._work -= work
        return True

    def text(self, sheet: Sheet, row: int, column: int) -> str:
        """Write what the cell shows."""
        value = self.value(sheet, row, column)
        if value is None:
            return ""
        if isinstance(value, CellError):
            return value.text
        return show(value, sheet.cell(row, column).format.get("numberFormat"), self.locale)

    def plain(self, value: Scalar) -> str:
        """Write a value as text, without any format."""
        if value is None:
            return ""
        return value.text if isinstance(value, CellError) else show(value, None, self.locale)

    def is_date(self, sheet: Sheet, row: int, column: int) -> bool:
        """Return whether the cell's number is shown as a date or a time."""
        number_format = sheet.cell(row, column).format.get("numberFormat")
        return number_format is not None and number_format["type"] in DATE_TYPES

    def evaluate(self, text: str, place: Place) -> Scalar:
        """Compute what a formula (with its `=`) comes to at a place."""
        if not self.take(5 + len(text) // (5 if len(text) < _LONG else 2)):
            return _TOO_SLOW
        found = tokens(text.removeprefix("="))
        if not found:
            return _UNREADABLE
        parser = _Parser(found, self, place)
        try:
            value = scalar(parser.expression())
            parser.end()
        except (_SyntaxError, RecursionError):
            return _UNREADABLE
        return 0.0 if value is None else value

    def is_formula(self, text: str, sheet: Sheet) -> bool:
        """Return whether a text (with its `=`) can be read as a formula."""
        return self.evaluate(text, Place(self.document, sheet)) != _UNREADABLE

    def block(self, sheet: Sheet, area: Area) -> Block:
        """Return the values of a range, no further than the last cell that holds anything."""
        box = sheet.box(area)
        if area.bottom is None or area.right is None:
            rows = [row for row, _ in sheet.cells]
            columns = [column for _, column in sheet.cells]
            used = Box(0, max(rows, default=0) + 1, 0, max(columns, default=0) + 1)
            box = Box(
                box.top,
                box.bottom if area.bottom is not None else min(box.bottom, used.bottom),
                box.left,
                box.right if area.right is not None else min(box.right, used.right),
            )
        return Block(box, lambda row, column: self.value(sheet, row, column))


def _storable(value: Scalar) -> Scalar:
    """Return the value, or the error of one that no cell can hold."""
    if isinstance(value, float) and not math.isfinite(value):
        return CellError("NUM", "Numeric value is too large.")
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        return CellError("VALUE", f"The text is longer than {MOST_CHARACTERS} characters.")
    return value


_COMPARISONS = ("=", "<>", "<", ">", "<=", ">=")


class _Parser:
    """Reads a formula and computes it in one go."""

    def __init__(self, found: Sequence[Token], calculation: Calculation, place: Place) -> None:
        self._tokens = list(found)
        self._position = 0
        self._calculation = calculation
        self._place = place
        # Where a comma is the decimal mark it cannot part arguments.
        self._separators = (";",) if calculation.locale.decimal == "," else (",", ";")

    def end(self) -> None:
        if self._position != len(self._tokens):
            raise _SyntaxError

    def expression(self) -> Result:
        left = self._joined()
        while (sign := self._sign(*_COMPARISONS)) is not None:
            left = compare(scalar(left), sign, scalar(self._joined()))
        return left

    def _joined(self) -> Result:
        left = self._sum()
        while self._sign("&") is not None:
            left = self._join(scalar(left), scalar(self._sum()))
        return left

    def _join(self, left: Scalar, right: Scalar) -> Scalar:
        for value in (left, right):
            if isinstance(value, CellError):
                return value
        joined = self._calculation.plain(left) + self._calculation.plain(right)
        self._calculation.take(len(joined) // 1000)
        return joined if len(joined) <= MOST_CHARACTERS else _storable(joined)

    def _sum(self) -> Result:
        left = self._product()
        while (sign := self._sign("+", "-")) is not None:
            left = arithmetic(sign, scalar(left), scalar(self._product()))
        return left

    def _product(self) -> Result:
        left = self._power()
        while (sign := self._sign("*", "/")) is not None:
            left = arithmetic(sign, scalar(left), scalar(self._power()))
        return left

    def _power(self) -> Result:
        left = self._signed()
        while self._sign("^") is not None:
            left = arithmetic("^", scalar(left), scalar(self._signed()))
        return left

    def _signed(self) -> Result:
        sign = self._sign("+", "-")
        if sign == "-":
            return arithmetic("-", 0.0, scalar(self._signed()))
        if sign == "+":
            return self._signed()
        value = self._primary()
        while self._sign("%") is not None:
            value = arithmetic("/", scalar(value), 100.0)
        return value

    def _primary(self) -> Result:
        token = self._next()
        match token.kind:
            case "number":
                return float(token.text)
            case "text":
                return token.text[1:-1].replace('""', '"')
            case "error":
                return error_shown_as(token.text)
            case "reference":
                return self._reference(token.text)
            case "name":
                if self._sign("(") is not None:
                    return self._call(token.text.upper())
                return self._named(token.text)
        if token.text == "(":
            value = self.expression()
            self._expect(")")
            return value
        raise _SyntaxError

    def _call(self, name: str) -> Result:
        arguments: list[Result] = []
        if self._sign(")") is None:
            while True:
                empty = self._peek() in (*self._separators, ")")
                arguments.append(None if empty else self.expression())
                if self._sign(*self._separators) is None:
                    break
            self._expect(")")
        return call(name, arguments)

    def _reference(self, text: str) -> Result:
        title, mark, cells = text.rpartition("!")
        sheet = self._place.sheet
        if mark:
            other = self._place.document.sheet_titled(unquoted(title))
            if other is None:
                return CellError("REF", f"Unresolved sheet name {title}.")
            sheet = other
        moved = shift_relative(cells, self._place.down, self._place.right)
        area = area_of(moved) if moved is not None else None
        if area is None:
            return CellError("REF", "Reference does not exist.")
        return self._read(sheet, area)

    def _named(self, text: str) -> Result:
        if text.upper() in ("TRUE", "FALSE"):
            return text.upper() == "TRUE"
        name = self._place.document.named(text)
        sheet = self._place.document.sheet(name.sheet_id) if name is not None else None
        if name is None or sheet is None:
            return CellError("NAME", f"Unknown range name: '{text.upper()}'.")
        return self._read(sheet, name.area)

    def _read(self, sheet: Sheet, area: Area) -> Result:
        single = (
            area.bottom is not None
            and area.right is not None
            and area.bottom - (area.top or 0) == 1
            and area.right - (area.left or 0) == 1
        )
        if not sheet.box(area).is_empty or not single:
            is_open = area.bottom is None or area.right is None
            if not self._calculation.take(len(sheet.cells) if is_open else 0):
                return _TOO_SLOW
            block = self._calculation.block(sheet, area)
            return block if self._calculation.take(block.box.size) else _TOO_SLOW
        return CellError("REF", "Reference does not exist.")

    def _sign(self, *signs: str) -> str | None:
        text = self._peek()
        if text in signs and self._tokens[self._position].kind == "sign":
            self._position += 1
            return text
        return None

    def _peek(self) -> str | None:
        return self._tokens[self._position].text if self._position < len(self._tokens) else None

    def _next(self) -> Token:
        if self._position >= len(self._tokens):
            raise _SyntaxError
        self._position += 1
        return self._tokens[self._position - 1]

    def _expect(self, sign: str) -> None:
        if self._sign(sign) is None:
            raise _SyntaxError
