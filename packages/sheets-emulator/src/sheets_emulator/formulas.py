"""Formulas: arithmetic, comparison, joined texts, references, arrays, and the functions called.

What does not parse is `#ERROR!`, a circle is `#REF!`. An array that a formula comes to spreads over
the cells beside and below it; `Calculation.value` of those is their part of it.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from functools import lru_cache, partial
from itertools import count
from random import Random
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from sheets_emulator.a1 import area_of
from sheets_emulator.array_spread import Arrays, Spread
from sheets_emulator.bounds import MOST_CHARACTERS, MOST_COMPUTED, TEXT_PER_CELL, spend
from sheets_emulator.display import DATE_TYPES, show
from sheets_emulator.functions import call, may_spread, wants_arrays
from sheets_emulator.functions.base import Site, block_of, typed
from sheets_emulator.locales import locale_of
from sheets_emulator.model import EMPTY_CELL, Area, Box, Cell, Document, Formula, JsonObject, Sheet
from sheets_emulator.operators import arithmetic
from sheets_emulator.references import Token, shift_relative, tokens, unquoted
from sheets_emulator.scalars import (
    Block,
    CellError,
    FormattedNumber,
    Lambda,
    LinkedNumber,
    LinkedText,
    Result,
    Scalar,
    compare,
    each,
    error_shown_as,
    scalar,
    storable,
)

_tokens_of = lru_cache(2048)(tokens)


class _SyntaxError(Exception):
    pass


class _TooSlowError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Place:
    """Where a formula stands, and by how much its relative references are moved.

    A conditional format's formula is written for the top left cell of its range and read for
    each cell of it.
    """

    document: Document
    sheet: Sheet
    row: int = 0
    column: int = 0
    down: int = 0
    right: int = 0
    draws: Iterator[int] = field(default_factory=count, compare=False)

    def chance(self) -> float:
        """Return the next random number of the formula, from 0 to below 1.

        It is another one after each change of the spreadsheet, and the same until then.
        """
        document, sheet = self.document, self.sheet.sheet_id
        formula = (document.spreadsheet_id, document.version, sheet, self.row, self.column)
        return Random(repr((*formula, self.down, self.right, next(self.draws)))).random()


_Key: TypeAlias = tuple[int, int, int]  # a tab's id, a row, a column

_LONG = 500  # characters of a formula
_DEEPEST = 20  # cells computed inside each other, well below Python's own limit
_PASSES: Final = 100  # arrays that rest upon each other
_UNREADABLE = CellError("ERROR", "Formula parse error.")
_TOO_SLOW = CellError("ERROR", "The formulas of this spreadsheet take too long to compute.")
_CIRCLE = CellError(
    "REF",
    "Circular dependency detected. To resolve with iterative calculation, see File > Settings.",
)


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
    that a spreadsheet can be read whatever somebody wrote into it. `spread` are the parts of arrays
    beside the cells that compute them; they are found out where they are not given.
    """

    def __init__(self, document: Document, spread: Spread | None = None) -> None:
        self.document = document
        self._known: dict[_Key, Scalar] = {}
        self._local = _Open()
        self._work = MOST_COMPUTED
        self._is_spent = False
        self._spread = spread
        self._arrays = Arrays()
        self._used: dict[int, Box] = {}
        self._entered: dict[int, list[tuple[tuple[int, int], Cell]]] = {}
        self._filled: dict[int, dict[int, list[tuple[int, Cell]]]] = {}
        self.locale = locale_of(document.locale)
        self.operators = {sign: partial(arithmetic, sign, typed=self.typed) for sign in "+-*/^"}

    def value(self, sheet: Sheet, row: int, column: int) -> Scalar:
        """Compute what the cell's content comes to."""
        entered = sheet.cell(row, column).value
        if entered is None:
            return self.spread(sheet).get((row, column))
        if not isinstance(entered, Formula):
            return entered
        key = (sheet.sheet_id, row, column)
        if self._spread is None:
            self.spread(sheet)
        if key in self._known:
            return self._known[key]
        if key in self._local.keys:
            return _CIRCLE
        if len(self._local.keys) >= _DEEPEST:
            raise _TooDeepError(key)
        if self._local.keys:
            return self._computed(key)
        return self._from_below(key)

    def spread(self, sheet: Sheet) -> Mapping[tuple[int, int], Scalar]:
        """Return what arrays of other cells have put into empty cells of a tab."""
        if self._spread is None:
            self._settle()
        assert self._spread is not None
        return self._spread.get(sheet.sheet_id, {})

    def within(self, sheet: Sheet, box: Box) -> list[tuple[tuple[int, int], Cell]]:
        """Return the cells of a box that are not blank or have a part of an array."""
        laid = self.laid(sheet, box)
        return sheet.within(box) + [(at, EMPTY_CELL) for at in laid if at not in sheet.cells]

    def laid(self, sheet: Sheet, box: Box) -> list[tuple[int, int]]:
        """Return where in a box parts of arrays of other cells lie."""
        spread = self.spread(sheet)
        spend(min(box.size, len(spread)))
        if box.size < len(spread):
            return [at for at in box.cells() if at in spread]
        return [at for at in spread if box.covers(*at)]

    def filled(self, sheet: Sheet) -> Mapping[int, Sequence[tuple[int, Cell]]]:
        """Return the cells with a value or a part of an array: by row, each with its column."""
        rows = self._filled.get(sheet.sheet_id)
        if rows is None:
            rows = {}
            laid = [(at, sheet.cell(*at)) for at in self.spread(sheet)]
            for (row, column), cell in [*self._entered_in(sheet), *laid]:
                rows.setdefault(row, []).append((column, cell))
            self._filled[sheet.sheet_id] = rows
        return rows

    def _entered_in(self, sheet: Sheet) -> list[tuple[tuple[int, int], Cell]]:
        entered = self._entered.get(sheet.sheet_id)
        if entered is None:
            entered = [(at, cell) for at, cell in sheet.cells.items() if cell.value is not None]
            self._entered[sheet.sheet_id] = entered
        return entered

    def _settle(self) -> None:
        """Compute what may be an array, again and again until no other finds anything new."""
        sources = list(self._sources())
        spread: Spread = {}
        for _ in range(_PASSES if sources else 0):
            inner = Calculation(self.document, spread)
            inner._work = self._work
            found = inner._spread_of(sources)
            self._work = inner._work
            if found == spread or inner._is_spent:
                self._known.update(inner._known)
                spread = found
                break
            spread = found
        else:  # they rest upon themselves, if there are any
            spread = {}
            self._known.update(dict.fromkeys(sources, _CIRCLE))
        self._spread = spread

    def _sources(self) -> Iterator[_Key]:
        known: dict[str, bool] = {}  # cells may have the same text
        for sheet in self.document.sheets:
            spend(len(sheet.cells) // 10)
            for (row, column), cell in self._entered_in(sheet):
                if isinstance(cell.value, Formula):
                    text = cell.value.text
                    if text not in known:
                        known[text] = may_spread(text)
                    if known[text]:
                        yield sheet.sheet_id, row, column

    def _spread_of(self, sources: Sequence[_Key]) -> Spread:
        for sheet_id, row, column in sources:
            self.value(self._sheet(sheet_id), row, column)
        return self._arrays.spread()

    def _sheet(self, sheet_id: int) -> Sheet:
        sheet = self.document.sheet(sheet_id)
        assert sheet is not None
        return sheet

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
        sheet = self._sheet(sheet_id)
        entered = sheet.cell(row, column).value
        assert isinstance(entered, Formula)
        self._local.keys.add(key)
        try:
            found = self._result(entered.text, Place(self.document, sheet, row, column))
            if isinstance(found, Block) and (found.expands or not found.is_reference):
                self._known[key] = self._arrays.lay(sheet, row, column, found)
            else:
                self._known[key] = storable(scalar(found))
        except _TooSlowError:
            self._known[key] = _TOO_SLOW
        finally:
            self._local.keys.discard(key)
        return self._known[key]

    def take(self, work: int) -> None:
        """Count cells that a formula reads; raises if they are too many."""
        if work > self._work:
            self._is_spent = True
            raise _TooSlowError
        spend(work)
        self._work -= work

    def now(self) -> datetime:
        """Return the moment of the last change, where the spreadsheet is."""
        moment = datetime.fromisoformat(self.document.modified)
        try:
            zone: tzinfo = ZoneInfo(self.document.time_zone)
        except (KeyError, ValueError, OSError):  # there is none of this name, or not here
            zone = UTC
        return moment.astimezone(zone).replace(tzinfo=None)

    def text(self, sheet: Sheet, row: int, column: int) -> str:
        """Write what the cell shows."""
        value = self.value(sheet, row, column)
        if value is None:
            return ""
        if isinstance(value, CellError):
            return value.text
        return show(value, _number_format(sheet.cell(row, column), value), self.locale)

    def plain(self, value: Scalar) -> str:
        """Write a value as text, without any format."""
        if value is None:
            return ""
        return value.text if isinstance(value, CellError) else show(value, None, self.locale)

    def typed(self, text: str) -> Scalar:
        """Return what a text is when it is typed into a cell."""
        return typed(text, self.locale)

    def brought_format(self, sheet: Sheet, row: int, column: int) -> JsonObject | None:
        """Return the number format that the cell's formula brings, if the cell itself has none."""
        if "numberFormat" in sheet.cell(row, column).format:
            return None
        value = self.value(sheet, row, column)
        return value.number_format if isinstance(value, FormattedNumber) else None

    def link(self, sheet: Sheet, row: int, column: int) -> str | None:
        """Return the address that the cell's formula leads to."""
        value = self.value(sheet, row, column)
        return value.link if isinstance(value, LinkedText | LinkedNumber) else None

    def is_date(self, sheet: Sheet, row: int, column: int) -> bool:
        """Return whether the cell's number is shown as a date or a time."""
        value = self.value(sheet, row, column)
        number_format = _number_format(sheet.cell(row, column), value)
        return number_format is not None and number_format["type"] in DATE_TYPES

    def evaluate(self, text: str, place: Place) -> Scalar:
        """Compute what a formula (with its `=`) comes to at a place, which is a single value."""
        try:
            return storable(scalar(self._result(text, place)))
        except _TooSlowError:
            return _TOO_SLOW

    def _result(self, text: str, place: Place) -> Result:
        self.take(5 + len(text) // (5 if len(text) < _LONG else 2))
        read = _tokens_of if len(text) < _LONG else tokens
        found = read(text.removeprefix("="), self.locale.decimal)
        if not found:
            return _UNREADABLE
        parser = _Parser(found, self, place)
        try:
            value = parser.expression()
            parser.end()
        except (_SyntaxError, RecursionError):
            return _UNREADABLE
        return value

    def is_formula(self, text: str, sheet: Sheet) -> bool:
        """Return whether a text (with its `=`) can be read as a formula."""
        alone = Calculation(self.document, {})
        return alone.evaluate(text, Place(self.document, sheet)) != _UNREADABLE

    def block(self, sheet: Sheet, area: Area) -> Block:
        """Return the values of a range, no further than the last cell that holds anything."""
        box = meant = sheet.box(area)
        if area.bottom is None or area.right is None:
            used = self._used_of(sheet)
            box = Box(
                box.top,
                box.bottom if area.bottom is not None else min(box.bottom, used.bottom),
                box.left,
                box.right if area.right is not None else min(box.right, used.right),
            )
        return Block(box, self._reader(sheet), meant, sheet)

    def _used_of(self, sheet: Sheet) -> Box:
        if sheet.sheet_id not in self._used:
            spread = self.spread(sheet)
            spend(len(sheet.cells) // 10)
            filled = [*sheet.cells, *(at for at, value in spread.items() if value is not None)]
            bottom = max((row for row, _ in filled), default=0) + 1
            right = max((column for _, column in filled), default=0) + 1
            self._used[sheet.sheet_id] = Box(0, bottom, 0, right)
        return self._used[sheet.sheet_id]

    def _reader(self, sheet: Sheet) -> Callable[[int, int], Scalar]:
        def read(row: int, column: int) -> Scalar:
            self.take(1)
            value = self.value(sheet, row, column)
            if not isinstance(value, float):
                return str(value) if type(value) is LinkedText else value
            number_format = _number_format(sheet.cell(row, column), value)
            if number_format is None or number_format["type"] == "TEXT":
                return value if type(value) is float else float(value)
            return FormattedNumber(value, number_format)

        return read


def _number_format(cell: Cell, value: Scalar) -> JsonObject | None:
    """Return how a cell shows a number: as the cell says, or else as the number itself."""
    chosen: JsonObject | None = cell.format.get("numberFormat")
    if chosen is None and isinstance(value, FormattedNumber):
        return value.number_format
    return chosen


def _compared(sign: str, left: Scalar, right: Scalar) -> Scalar:
    return compare(left, sign, right)


_RAGGED = "In ARRAY_LITERAL, an Array Literal was missing values for one or more rows."
_WRONG_NUMBER = "Wrong number of arguments to LAMBDA. Expected {} arguments, but got {} arguments."
_TOO_DEEP = CellError("ERROR", "The LAMBDAs of this formula call each other too deep.")
_COMPARISONS = ("=", "<>", "<", ">", "<=", ">=")


class _Parser:
    """Reads a formula and computes it in one go.

    `names` are what LET and the parameters of a LAMBDA stand for, in capitals.
    """

    def __init__(
        self,
        found: Sequence[Token],
        calculation: Calculation,
        place: Place,
        names: Mapping[str, Result] | None = None,
    ) -> None:
        self._tokens = found
        self._position = 0
        self._calculation = calculation
        self._place = place
        self._names = names or {}
        self._depth = 0  # of calls of LAMBDAs in each other
        self._sites: list[Site | None] = [None, None]  # without arrays and with them
        # Where a comma is the decimal mark it cannot part arguments.
        has_comma = calculation.locale.decimal == ","
        self._separators = (";",) if has_comma else (",", ";")
        self._beside = "\\" if has_comma else ","
        self._arrays = False

    def end(self) -> None:
        if self._position != len(self._tokens):
            raise _SyntaxError

    def expression(self) -> Result:
        left = self._joined()
        while (sign := self._sign(*_COMPARISONS)) is not None:
            left = self._both(partial(_compared, sign), left, self._joined())
        return left

    def _both(
        self, compute: Callable[[Scalar, Scalar], Scalar], left: Result, right: Result
    ) -> Result:
        """Compute with two values; of ranges with each of theirs, where they stand for them."""
        if not self._arrays:
            return compute(scalar(left), scalar(right))
        take = self._calculation.take
        return each((left, right), take, lambda pair: compute(scalar(pair[0]), scalar(pair[1])))

    def _joined(self) -> Result:
        left = self._sum()
        while self._sign("&") is not None:
            left = self._both(self._join, left, self._sum())
        return left

    def _join(self, left: Scalar, right: Scalar) -> Scalar:
        for value in (left, right):
            if isinstance(value, CellError):
                return value
        joined = self._calculation.plain(left) + self._calculation.plain(right)
        self._calculation.take(len(joined) // TEXT_PER_CELL)
        return joined if len(joined) <= MOST_CHARACTERS else storable(joined)

    def _sum(self) -> Result:
        left = self._product()
        while (sign := self._sign("+", "-")) is not None:
            left = self._both(self._calculation.operators[sign], left, self._product())
        return left

    def _product(self) -> Result:
        left = self._power()
        while (sign := self._sign("*", "/")) is not None:
            left = self._both(self._calculation.operators[sign], left, self._power())
        return left

    def _power(self) -> Result:
        left = self._signed()
        while self._sign("^") is not None:
            left = self._both(self._calculation.operators["^"], left, self._signed())
        return left

    def _signed(self) -> Result:
        sign = self._sign("+", "-")
        if sign == "-":
            return self._both(self._calculation.operators["-"], 0.0, self._signed())
        if sign == "+":
            return self._signed()
        value = self._primary()
        while isinstance(value, Lambda) and self._sign("(") is not None:
            value = value.body(self._arguments())
        while self._sign("%") is not None:
            value = self._both(self._calculation.operators["/"], value, 100.0)
        return value

    def _primary(self) -> Result:
        token = self._next()
        match token.kind:
            case "number":
                return float(token.text.replace(",", "."))
            case "text":
                return token.text[1:-1].replace('""', '"')
            case "error":
                return error_shown_as(token.text)
            case "reference":
                return self._reference(token.text)
            case "name":
                name = token.text.upper()
                if self._peek() != "(" or isinstance(self._names.get(name), Lambda):
                    return self._named(token.text)
                self._position += 1
                return self._call(token.text)
        if token.text == "(":
            value = self.expression()
            self._expect(")")
            return value
        if token.text == "{":
            return self._literal()
        raise _SyntaxError

    def _literal(self) -> Result:
        """`{1, 2; 3, 4}`: an array of single values, ranges and arrays."""
        rows: list[list[Scalar]] = []
        while True:
            parts = [block_of(self.expression())]
            while self._sign(self._beside) is not None:
                parts.append(block_of(self.expression()))
            if len({part.height for part in parts}) > 1:
                return CellError("VALUE", _RAGGED)
            self._calculation.take(sum(part.height * part.width for part in parts))
            rows += [
                [part.at(down, right) for part in parts for right in range(part.width)]
                for down in range(parts[0].height)
            ]
            if self._sign(";") is None:
                break
        self._expect("}")
        return CellError("VALUE", _RAGGED) if len(set(map(len, rows))) > 1 else Block.of(rows)

    def _call(self, name: str) -> Result:
        if name.upper() == "LET":
            return self._let()
        if name.upper() == "LAMBDA":
            return self._lambda()
        outside = self._arrays
        self._arrays = outside or wants_arrays(name)
        arguments = self._arguments()
        self._arrays = outside
        return call(name, arguments, self._site(outside))

    def _site(self, arrays: bool) -> Site:
        if self._sites[arrays] is None:
            calculation, place = self._calculation, self._place
            self._sites[arrays] = Site(
                calculation.locale,
                place.sheet,
                place.row,
                place.column,
                arrays,
                calculation.now,
                calculation.take,
                self._indirect,
                place.chance,
            )
        site = self._sites[arrays]
        assert site is not None
        return site

    def _let(self) -> Result:
        """`LET(a, 1, b, a+1, a*b)`: names for values, each known to those after it."""
        outside = self._names
        try:
            while (name := self._name_before_separator()) is not None:
                value = self._argument()
                self._names = {**self._names, name: value}
                self._expect(*self._separators)
            value = self.expression()
        finally:
            self._names = outside
        self._expect(")")
        return value

    def _lambda(self) -> Result:
        """`LAMBDA(a, b, a+b)`: read over, and computed whenever it is called."""
        parameters = []
        while (name := self._name_before_separator()) is not None:
            parameters.append(name)
        start, depth = self._position, 0
        while depth or self._peek() != ")":
            token = self._next()
            if token.kind == "sign":
                depth += (token.text in "({") - (token.text in ")}")
        body = self._tokens[start : self._position]
        self._expect(")")
        names, arrays, nested = self._names, self._arrays, self._depth + 1

        def compute(arguments: Sequence[Result]) -> Result:
            if len(arguments) != len(parameters):
                return CellError("N_A", _WRONG_NUMBER.format(len(parameters), len(arguments)))
            self._calculation.take(1 + len(body))
            if nested > _DEEPEST:
                return _TOO_DEEP
            bound = dict(zip(parameters, arguments, strict=True))
            parser = _Parser(body, self._calculation, self._place, {**names, **bound})
            parser._arrays, parser._depth = arrays, nested
            value = parser.expression()
            parser.end()
            return value

        return Lambda(compute)

    def _name_before_separator(self) -> str | None:
        """Read a name and the separator behind it, if these come next."""
        following = self._tokens[self._position : self._position + 2]
        if [one.kind for one in following] != ["name", "sign"]:
            return None
        if following[1].text not in self._separators:
            return None
        self._position += 2
        return following[0].text.upper()

    def _arguments(self) -> list[Result]:
        arguments: list[Result] = []
        if self._sign(")") is None:
            while True:
                arguments.append(self._argument())
                if self._sign(*self._separators) is None:
                    break
            self._expect(")")
        return arguments

    def _argument(self) -> Result:
        """Read an argument, which may be left out."""
        return None if self._peek() in (*self._separators, ")") else self.expression()

    def _indirect(self, text: str) -> Block | None:
        """Return the cells that a text names, as they stand; None if it names none."""
        found = tokens(text)
        if found is None or len(found) != 1 or found[0].kind not in ("reference", "name"):
            return None
        fixed = replace(self._place, down=0, right=0)
        parser = _Parser(found, self._calculation, fixed)
        value = parser._primary()
        return value if isinstance(value, Block) else None

    def _reference(self, text: str) -> Result:
        title, mark, cells = text.rpartition("!")
        sheet = self._place.sheet
        if mark:
            other = self._place.document.sheet_titled(unquoted(title))
            if other is None:
                return CellError("REF", f"Unresolved sheet name '{unquoted(title)}'.")
            sheet = other
        moved = shift_relative(cells, self._place.down, self._place.right)
        area = area_of(moved) if moved is not None else None
        if area is None:
            return CellError("REF", "Reference does not exist.")
        return self._read(sheet, area)

    def _named(self, text: str) -> Result:
        if text.upper() in self._names:
            return self._names[text.upper()]
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
            self._calculation.take(2)
            return self._calculation.block(sheet, area)
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

    def _expect(self, *signs: str) -> None:
        if self._sign(*signs) is None:
            raise _SyntaxError
