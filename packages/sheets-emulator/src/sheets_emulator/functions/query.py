"""QUERY: the rows of a range that a query in Google's own language asks for."""

import math
import operator
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache
from typing import Any, Final

from sheets_emulator.a1 import column_name
from sheets_emulator.bounds import MOST_PATTERN
from sheets_emulator.display import DATE_TYPES
from sheets_emulator.errors import unimplemented
from sheets_emulator.functions.base import (
    CallError,
    Function,
    Site,
    block_of,
    is_number,
    like_first,
    to_number,
)
from sheets_emulator.functions.query_language import (
    Aggregate,
    Call,
    Column,
    Condition,
    Expression,
    IsNull,
    Junction,
    Literal,
    NotHereError,
    Query,
    QueryError,
    missing_clause,
    read_query,
)
from sheets_emulator.moment_text import DAY_ZERO
from sheets_emulator.operators import arithmetic
from sheets_emulator.references import Token
from sheets_emulator.regular_expressions import PatternError, UnknownScriptError, compiled
from sheets_emulator.scalars import Block, CellError, FormattedNumber, Result, Scalar, scalar

_Row = Sequence[Scalar]
_LONGEST: Final = 10_000  # characters of a query
_BEGINNING: Final = re.compile(r"\s*(select|where|group\s+by)\b", re.IGNORECASE)
_SIGN_NAMES: Final = {"+": "sum", "-": "difference", "*": "product", "/": "quotient"}


@dataclass(frozen=True, slots=True)
class _Table:
    """What is asked: the names and labels of columns, and rows in which each is of one kind."""

    names: dict[str, int]
    labels: list[str]
    kinds: list[str]
    rows: list[_Row]

    def place(self, column: Column) -> int:
        if column.name not in self.names:
            raise QueryError(f"NO_COLUMN: {column.name}")
        return self.names[column.name]


def _query(site: Site, data: Result, text: str, headers: Result = None) -> Block:
    site.take(1 + len(text) // 10)
    if len(text) > _LONGEST:
        raise CallError("VALUE", f"A query can have {_LONGEST} characters at most here.")
    try:
        query = _read(text)
        return _Run(_table(data, scalar(headers)), query, site, 1 + len(text) // 40).result()
    except QueryError as error:
        said = "Unable to parse query string for Function QUERY parameter 2: "
        raise CallError("VALUE", f"{said}{error}") from None
    except NotHereError as error:
        said = f"The sheets emulator does not implement QUERY's {error}."
        raise CallError("ERROR", said) from None


_read = lru_cache(256)(read_query)


def check_query(found: Sequence[Token]) -> None:
    """Raise 501 for a formula with a query whose clauses are not all there."""
    if not any(one.kind == "name" and one.text.upper() == "QUERY" for one in found):
        return
    for one in found:
        text = one.text[1:-1].replace('""', '"')
        if one.kind == "text" and _BEGINNING.match(text) and len(text) <= _LONGEST:
            missing = missing_clause(text)
            if missing is not None:
                raise unimplemented(f"QUERY's {missing}")


def _table(data: Result, headers: Scalar) -> _Table:
    block = block_of(data)
    rows = [list(row) for row in block.rows()]
    for row in rows:
        for value in row:
            if isinstance(value, CellError):
                raise CallError(value.kind, value.message)
    width = block.width
    count = -1 if headers is None else int(to_number(headers))
    if count < 0:
        count = _guessed_headers(rows, width)
    body = rows[count:]
    kinds = [_kind_of(row[place] for row in body) for place in range(width)]
    for row in body:
        for place, value in enumerate(row):
            if value is not None and _kind(value) != kinds[place]:
                row[place] = None
    left = block.meant.left
    names = {
        column_name(left + place) if block.is_reference else f"Col{place + 1}": place
        for place in range(width)
    }
    labels = [
        " ".join(_shown(row[place]) for row in rows[:count] if row[place] is not None)
        for place in range(width)
    ]
    return _Table(names, labels, kinds, list(body))


def _shown(value: Scalar) -> str:
    return value if isinstance(value, str) else f"{value:.15g}" if is_number(value) else str(value)


def _guessed_headers(rows: Sequence[_Row], width: int) -> int:
    """Guess whether the first row is a header: it has texts where the others have none."""
    if len(rows) < 2:
        return 0
    others = [place for place in range(width) if _kind_of(row[place] for row in rows[1:]) != "text"]
    return int(bool(others) and all(isinstance(rows[0][place], str) for place in others))


def _kind(value: Scalar) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "text"
    is_moment = isinstance(value, FormattedNumber) and value.number_format["type"] in DATE_TYPES
    return "moment" if is_moment else "number"


def _kind_of(values: Iterable[Scalar]) -> str:
    """Return the kind that most values are of."""
    counts = Counter(_kind(value) for value in values if value is not None)
    return max(counts, key=lambda kind: counts[kind], default="text")


class _Run:
    """One query about one table. `weight` is what it costs to go through one row."""

    def __init__(self, table: _Table, query: Query, site: Site, weight: int) -> None:
        self._weight = weight
        self._table = table
        self._query = query
        self._site = site
        self._select = query.select or [Column(name) for name in table.names]

    def result(self) -> Block:
        """Return the rows asked for, under their labels if there are any."""
        query = self._query
        labels = self._labels()
        self._site.take(len(self._table.rows) * self._weight)
        rows = self._table.rows
        if query.where is not None:
            rows = [row for row in rows if self._holds(query.where, row)]
        ordered = [value for value, _ in query.order]
        if query.group or any(map(_is_total, [*self._select, *ordered])):
            made = self._grouped(rows)
        else:
            made = [(row, [row]) for row in rows]
        for value, ascending in reversed(query.order):
            self._site.take(len(made) * self._weight)
            made.sort(key=lambda one: _order(self._value(value, *one)), reverse=not ascending)
        end = None if query.limit is None else query.offset + query.limit
        made = made[query.offset : end]
        self._site.take(len(made) * (len(self._select) + self._weight))
        found = [[self._value(value, *one) for value in self._select] for one in made]
        if any(labels):
            found.insert(0, list(labels))
        if not found:
            raise CallError("N_A", "Query completed with an empty output.")
        return Block.of(found)

    def _labels(self) -> list[str]:
        for value in self._query.labels:
            if value not in self._select:
                raise QueryError(f"LABEL_COL_NOT_IN_SELECT: {self._label(value)}")
        return [self._query.labels.get(value, self._label(value)) for value in self._select]

    def _label(self, value: Expression) -> str:
        match value:
            case Column():
                return self._table.labels[self._table.place(value)]
            case Aggregate():
                return f"{value.name} {self._label(value.column)}"
            case Call():
                name = _SIGN_NAMES.get(value.name, value.name)
                return f"{name}({''.join(map(self._label, value.arguments))})"
        return f"{value.value}()"

    def _grouped(self, rows: list[_Row]) -> list[tuple[_Row, list[_Row]]]:
        """Return a first row of each group with all of its rows, in the order of what groups it."""
        for value in [*self._select, *(value for value, _ in self._query.order)]:
            self._check_grouped(value)
        groups: dict[tuple[object, ...], list[_Row]] = {}
        for row in rows:
            key = tuple(_order(self._value(value, row, [])) for value in self._query.group)
            groups.setdefault(key, []).append(row)
        self._site.take(len(rows))
        return [(groups[key][0], groups[key]) for key in sorted(groups)]

    def _check_grouped(self, value: Expression) -> None:
        if value in self._query.group or isinstance(value, Aggregate | Literal):
            return
        if isinstance(value, Column):
            raise QueryError(f"ADD_COL_TO_GROUP_BY_OR_AGG: {value.name}")
        for one in value.arguments:
            self._check_grouped(one)

    def _value(self, value: Expression, row: _Row, group: list[_Row]) -> Scalar:
        match value:
            case Column():
                return row[self._table.place(value)]
            case Literal():
                return value.value
            case Aggregate():
                return self._total(value, group)
        return _called(value.name, [self._value(one, row, group) for one in value.arguments])

    def _total(self, total: Aggregate, group: list[_Row]) -> Scalar:
        place = self._table.place(total.column)
        self._site.take(len(group) // 2)
        values = [row[place] for row in group if row[place] is not None]
        if total.name == "count":
            return float(len(values))
        if total.name in ("max", "min"):
            pick: Callable[..., Scalar] = max if total.name == "max" else min
            return pick(values, key=_order, default=None)
        if self._table.kinds[place] != "number" and values:
            raise QueryError("AVG_SUM_ONLY_NUMERIC")
        found = [one for one in values if isinstance(one, float)]
        if not found:
            return None
        whole = math.fsum(found)
        return like_first(whole / len(found) if total.name == "avg" else whole, found)

    def _holds(self, condition: Condition, row: _Row) -> bool:
        match condition:
            case Junction(kind="not"):
                return not self._holds(condition.parts[0], row)
            case Junction(kind="and"):
                return all(self._holds(one, row) for one in condition.parts)
            case Junction():
                return any(self._holds(one, row) for one in condition.parts)
            case IsNull():
                return self._value(condition.value, row, []) is None
        left = self._value(condition.left, row, [])
        right = self._value(condition.right, row, [])
        return _compares(condition.sign, left, right, self._site)


def _is_total(value: Expression) -> bool:
    if isinstance(value, Call):
        return any(map(_is_total, value.arguments))
    return isinstance(value, Aggregate)


def _order(value: Scalar) -> tuple[int, object, object]:
    """Return what values are ordered by: blank ones come first."""
    if value is None:
        return 0, 0, 0
    if isinstance(value, str):
        return 2, value.casefold(), str(value)
    return (1, value, 0) if is_number(value) else (3, value, 0)


def _compares(sign: str, left: Scalar, right: Scalar, site: Site) -> bool:
    if left is None or right is None:
        return False
    if sign in ("contains", "starts", "ends", "matches", "like"):
        return isinstance(left, str) and isinstance(right, str) and _fits(sign, left, right, site)
    if _kind(left) != _kind(right):
        return False
    return _SIGNS[sign](left, right)


_SIGNS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _fits(sign: str, text: str, wanted: str, site: Site) -> bool:
    match sign:
        case "contains":
            return wanted in text
        case "starts":
            return text.startswith(wanted)
        case "ends":
            return text.endswith(wanted)
    pattern = wanted if sign == "matches" else _as_pattern(wanted)
    if len(pattern) > MOST_PATTERN:
        raise QueryError(f"a pattern can have {MOST_PATTERN} characters at most here.")
    try:
        whole = compiled(f"(?s)\\A(?:{pattern})\\z" if sign == "like" else f"\\A(?:{pattern})\\z")
    except PatternError:
        raise QueryError(f"Invalid regular expression: {wanted}") from None
    except UnknownScriptError as error:
        raise NotHereError(str(error)) from None
    return whole.search(text, 0, site.take) is not None


def _as_pattern(wanted: str) -> str:
    """Return a pattern with `%` for any text and `_` for any character as a regular expression."""
    signs = {"%": ".*", "_": "."}
    return "".join(signs.get(one) or re.sub(r"(\W)", r"\\\1", one) for one in wanted)


def _called(name: str, values: list[Scalar]) -> Scalar:
    if any(one is None for one in values):
        return None
    first = values[0]
    if name in _SIGN_NAMES:
        if not all(map(is_number, values)):
            raise QueryError(f"Can't perform the function {_SIGN_NAMES[name]} on these values.")
        found = arithmetic(name, first, values[1])
        return None if isinstance(found, CellError) else found
    if name in ("upper", "lower"):
        text = _shown(first)
        return text.upper() if name == "upper" else text.lower()
    if not all(isinstance(one, float) for one in values):
        raise QueryError(f"Can't perform the function {name} on these values.")
    assert isinstance(first, float)
    if name == "todate":
        return FormattedNumber(math.floor(first), {"type": "DATE"})
    if name == "datediff":
        second = values[1]
        assert isinstance(second, float)
        return float(math.floor(first) - math.floor(second))
    moment = DAY_ZERO + timedelta(seconds=round(first * 86400))
    return float(
        {
            "year": moment.year,
            "quarter": (moment.month + 2) // 3,
            "month": moment.month - 1,  # Google counts them from 0 here
            "day": moment.day,
            "dayofweek": (moment.weekday() + 1) % 7 + 1,
            "hour": moment.hour,
            "minute": moment.minute,
            "second": moment.second,
        }[name]
    )


QUERY: dict[str, Function] = {
    "QUERY": Function("rt|r", _query, sited=True, spreads=True),
}
