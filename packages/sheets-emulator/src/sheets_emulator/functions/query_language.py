"""The language of QUERY: `select A, sum(B) where C > 5 group by A order by sum(B) label A 'x'`."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, NamedTuple, TypeAlias

from sheets_emulator.model import JsonObject
from sheets_emulator.moment_text import DAY_ZERO
from sheets_emulator.scalars import FormattedNumber, Scalar

AGGREGATES: Final = ("avg", "count", "max", "min", "sum")
FUNCTIONS: Final = {
    "year": 1,
    "month": 1,
    "day": 1,
    "hour": 1,
    "minute": 1,
    "second": 1,
    "quarter": 1,
    "dayofweek": 1,
    "datediff": 2,
    "todate": 1,
    "upper": 1,
    "lower": 1,
}
"""The functions of single values, in small letters, and how many arguments they take."""

_NOT_HERE: Final = ("pivot", "skipping", "format", "options", "now")
_TOKEN: Final = re.compile(
    r"""\s*(?:
        (?P<text>'[^']*'|"[^"]*")
      | (?P<number>\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)
      | (?P<word>[^\W\d]\w*)
      | (?P<column>`[^`]*`)
      | (?P<sign><=|>=|<>|!=|[-=<>(),*+/])
    )""",
    re.VERBOSE,
)
_MOMENTS: Final[dict[str, tuple[JsonObject, tuple[str, ...]]]] = {
    "date": ({"type": "DATE"}, ("%Y-%m-%d",)),
    "datetime": ({"type": "DATE_TIME"}, ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S.%f")),
    "timestamp": ({"type": "DATE_TIME"}, ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M:%S.%f")),
    "timeofday": ({"type": "TIME"}, ("%H:%M:%S", "%H:%M:%S.%f")),
}


class QueryError(Exception):
    """A query cannot be read, in Google's words as far as they are known."""


class NotHereError(Exception):
    """A query needs something that is not implemented."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column, by its name in the query."""

    name: str


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that stands in the query."""

    value: Scalar


@dataclass(frozen=True, slots=True)
class Call:
    """A function of single values, in small letters; operators are called by their signs."""

    name: str
    arguments: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A total of a column: `sum`, `count`, `avg`, `min` or `max`."""

    name: str
    column: Column


Expression: TypeAlias = Column | Literal | Call | Aggregate


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison: a sign, or `contains`, `starts`, `ends`, `matches`, `like`."""

    sign: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class IsNull:
    """Whether a value is blank."""

    value: Expression


@dataclass(frozen=True, slots=True)
class Junction:
    """`and` or `or` of conditions, or `not` of a single one."""

    kind: str
    parts: "tuple[Condition, ...]"


Condition: TypeAlias = Comparison | IsNull | Junction


@dataclass(slots=True)
class Query:
    """A query. Nothing in `select` stands for all columns."""

    select: list[Expression] = field(default_factory=list)
    where: Condition | None = None
    group: list[Expression] = field(default_factory=list)
    order: list[tuple[Expression, bool]] = field(default_factory=list)
    limit: int | None = None
    offset: int = 0
    labels: dict[Expression, str] = field(default_factory=dict)


class _Token(NamedTuple):
    kind: str
    text: str


def read_query(text: str) -> Query:
    """Return a query; raises QueryError and NotHereError."""
    return _Parser(_tokens(text)).query()


def missing_clause(text: str) -> str | None:
    """Return the word of a query, if there is one, that is not implemented."""
    try:
        read_query(text)
    except NotHereError as error:
        return str(error)
    except (QueryError, RecursionError):
        return None
    return None


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    place = 0
    text = text.rstrip()
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or match.lastgroup is None:
            raise QueryError(f"PARSE_ERROR: Encountered an unexpected character at {place + 1}.")
        found.append(_Token(match.lastgroup, match[match.lastgroup]))
        place = match.end()
    return found


class _Parser:
    def __init__(self, tokens: Sequence[_Token]) -> None:
        self._tokens = tokens
        self._place = 0

    def query(self) -> Query:
        found = Query()
        if self._word("select") and not self._sign("*"):
            found.select = self._list()
        if self._word("where"):
            found.where = self._either()
        if self._words("group", "by"):
            found.group = self._list()
        self._refuse_missing()
        if self._words("order", "by"):
            found.order = self._orders()
        self._refuse_missing()
        if self._word("limit"):
            found.limit = self._count()
        if self._word("offset"):
            found.offset = self._count()
        if self._word("label"):
            found.labels = self._labels()
        self._refuse_missing()
        if self._place < len(self._tokens):
            raise self._unexpected()
        return found

    def _refuse_missing(self) -> None:
        token = self._peek()
        if token.kind == "word" and token.text.lower() in _NOT_HERE:
            raise NotHereError(token.text.lower())

    def _orders(self) -> list[tuple[Expression, bool]]:
        found = []
        while True:
            value = self._sum()
            ascending = not self._word("desc")
            if ascending:
                self._word("asc")
            found.append((value, ascending))
            if not self._sign(","):
                return found

    def _labels(self) -> dict[Expression, str]:
        found = {}
        while True:
            value = self._sum()
            found[value] = self._text()
            if not self._sign(","):
                return found

    def _list(self) -> list[Expression]:
        found = [self._sum()]
        while self._sign(","):
            found.append(self._sum())
        return found

    def _count(self) -> int:
        token = self._next()
        if token.kind != "number" or not token.text.isdigit():
            raise self._unexpected(back=1)
        return int(token.text)

    def _text(self) -> str:
        token = self._next()
        if token.kind != "text":
            raise self._unexpected(back=1)
        return token.text[1:-1]

    def _either(self) -> Condition:
        parts = [self._both()]
        while self._word("or"):
            parts.append(self._both())
        return parts[0] if len(parts) == 1 else Junction("or", tuple(parts))

    def _both(self) -> Condition:
        parts = [self._negated()]
        while self._word("and"):
            parts.append(self._negated())
        return parts[0] if len(parts) == 1 else Junction("and", tuple(parts))

    def _negated(self) -> Condition:
        if self._word("not"):
            return Junction("not", (self._negated(),))
        start = self._place
        if self._sign("("):
            try:
                found = self._either()
                if self._sign(")") and not self._goes_on():
                    return found
            except QueryError:
                pass
            self._place = start  # the bracket is one of a value
        return self._comparison()

    def _goes_on(self) -> bool:
        """Return whether a comparison or an operator follows."""
        token = self._peek()
        if token.kind == "sign":
            return token.text not in "),"
        return token.text.lower() in ("is", "contains", "starts", "ends", "matches", "like")

    def _comparison(self) -> Condition:
        left = self._sum()
        if self._word("is"):
            negated = self._word("not")
            if not self._word("null"):
                raise self._unexpected()
            return Junction("not", (IsNull(left),)) if negated else IsNull(left)
        for sign in ("<=", ">=", "<>", "!=", "=", "<", ">"):
            if self._sign(sign):
                return Comparison("<>" if sign == "!=" else sign, left, self._sum())
        for word in ("contains", "matches", "like"):
            if self._word(word):
                return Comparison(word, left, self._sum())
        for word in ("starts", "ends"):
            if self._words(word, "with"):
                return Comparison(word, left, self._sum())
        raise self._unexpected()

    def _sum(self) -> Expression:
        left = self._product()
        while (sign := self._one_of("+", "-")) is not None:
            left = Call(sign, (left, self._product()))
        return left

    def _product(self) -> Expression:
        left = self._value()
        while (sign := self._one_of("*", "/")) is not None:
            left = Call(sign, (left, self._value()))
        return left

    def _value(self) -> Expression:
        token = self._next()
        match token.kind:
            case "text":
                return Literal(token.text[1:-1])
            case "number":
                return Literal(float(token.text))
            case "column":
                return Column(token.text[1:-1])
            case "word":
                return self._named(token.text)
        if token.text == "(":
            found = self._sum()
            self._expect(")")
            return found
        if token.text == "-" and self._peek().kind == "number":
            return Literal(-float(self._next().text))
        raise self._unexpected(back=1)

    def _named(self, word: str) -> Expression:
        name = word.lower()
        if name in ("true", "false"):
            return Literal(name == "true")
        if name in _MOMENTS and self._peek().kind == "text":
            return Literal(_moment(name, self._text()))
        if not self._sign("("):
            return Column(word)
        if name in _NOT_HERE:
            raise NotHereError(f"{name}()")
        if name in AGGREGATES:
            column = self._value()
            if not isinstance(column, Column):
                raise self._unexpected(back=1)
            self._expect(")")
            return Aggregate(name, column)
        if name not in FUNCTIONS:
            raise self._unexpected(back=1)
        arguments = self._list()
        self._expect(")")
        if len(arguments) != FUNCTIONS[name]:
            raise self._unexpected(back=1)
        return Call(name, tuple(arguments))

    def _peek(self) -> _Token:
        return self._tokens[self._place] if self._place < len(self._tokens) else _Token("end", "")

    def _next(self) -> _Token:
        token = self._peek()
        if token.kind == "end":
            raise self._unexpected()
        self._place += 1
        return token

    def _sign(self, sign: str) -> bool:
        return self._one_of(sign) is not None

    def _one_of(self, *signs: str) -> str | None:
        token = self._peek()
        if token.kind != "sign" or token.text not in signs:
            return None
        self._place += 1
        return token.text

    def _word(self, word: str) -> bool:
        return self._words(word)

    def _words(self, *words: str) -> bool:
        following = self._tokens[self._place : self._place + len(words)]
        if [(one.kind, one.text.lower()) for one in following] != [("word", one) for one in words]:
            return False
        self._place += len(words)
        return True

    def _expect(self, sign: str) -> None:
        if not self._sign(sign):
            raise self._unexpected()

    def _unexpected(self, back: int = 0) -> QueryError:
        self._place -= back
        token = self._peek()
        shown = "<EOF>" if token.kind == "end" else token.text
        return QueryError(f'PARSE_ERROR: Encountered " {shown} "')


def _moment(kind: str, text: str) -> FormattedNumber:
    number_format, patterns = _MOMENTS[kind]
    zero = datetime(1900, 1, 1) if kind == "timeofday" else DAY_ZERO
    for pattern in patterns:
        try:
            moment = datetime.strptime(text, pattern)
        except ValueError:
            continue
        return FormattedNumber((moment - zero) / timedelta(days=1), number_format)
    raise QueryError(f"Invalid {kind} literal [{text}].")
