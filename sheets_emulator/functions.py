"""The functions that formulas may call; any other is `#NAME?`."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from sheets_emulator.scalars import Block, CellError, Result, Scalar, number, scalar


class Writer(Protocol):
    """What a function may ask of the formula that calls it."""

    def text(self, value: Scalar) -> str:
        """Write a value as text."""


class _CallError(Exception):
    def __init__(self, error: CellError) -> None:
        super().__init__(error.kind)
        self.error = error


Function = Callable[[Sequence[Result], Writer], Result]

_FUNCTIONS: dict[str, tuple[int, int, Function]] = {}


def call(name: str, arguments: Sequence[Result], writer: Writer) -> Result:
    """Return the result of a function."""
    if name not in _FUNCTIONS:
        return CellError("NAME", f"Unknown function: '{name}'.")
    least, most, function = _FUNCTIONS[name]
    if not least <= len(arguments) <= most:
        return CellError("N_A", f"Wrong number of arguments to {name}.")
    try:
        return function(arguments, writer)
    except _CallError as error:
        return error.error
    except (OverflowError, ValueError):
        return CellError("NUM", f"{name} cannot be computed with these numbers.")


def _function(name: str, least: int, most: int = 255) -> Callable[[Function], Function]:
    def keep(function: Function) -> Function:
        _FUNCTIONS[name] = (least, most, function)
        return function

    return keep


def _number(value: Result) -> float:
    found = number(scalar(value))
    if isinstance(found, CellError):
        raise _CallError(found)
    return found


def _text(value: Result, writer: Writer) -> str:
    found = scalar(value)
    if isinstance(found, CellError):
        raise _CallError(found)
    return writer.text(found)


def _truth(value: Scalar) -> bool:
    if isinstance(value, CellError):
        raise _CallError(value)
    if isinstance(value, str):
        if value.upper() in ("TRUE", "FALSE"):
            return value.upper() == "TRUE"
        raise _CallError(CellError("VALUE", f"'{value}' cannot be read as a boolean."))
    return bool(value)


def _all(arguments: Sequence[Result]) -> Iterator[tuple[Scalar, bool]]:
    """Every value of the arguments, and whether it comes from cells."""
    for argument in arguments:
        if isinstance(argument, Block):
            yield from ((value, True) for value in argument)
        else:
            yield argument, False


def _numbers(arguments: Sequence[Result]) -> list[float]:
    found: list[float] = []
    for value, from_cells in _all(arguments):
        if isinstance(value, CellError):
            raise _CallError(value)
        if from_cells and (value is None or isinstance(value, str | bool)):
            continue
        found.append(_number(value))
    return found


_function("SUM", 1)(lambda arguments, writer: math.fsum(_numbers(arguments)))
_function("MAX", 1)(lambda arguments, writer: max(_numbers(arguments), default=0.0))
_function("MIN", 1)(lambda arguments, writer: min(_numbers(arguments), default=0.0))
_function("PRODUCT", 1)(lambda arguments, writer: math.prod(_numbers(arguments)))
_function("ABS", 1, 1)(lambda arguments, writer: abs(_number(arguments[0])))
_function("INT", 1, 1)(lambda arguments, writer: float(math.floor(_number(arguments[0]))))
_function("TRUE", 0, 0)(lambda arguments, writer: True)
_function("FALSE", 0, 0)(lambda arguments, writer: False)
_function("PI", 0, 0)(lambda arguments, writer: math.pi)
_function("NOT", 1, 1)(lambda arguments, writer: not _truth(scalar(arguments[0])))
_function("LEN", 1, 1)(lambda arguments, writer: float(len(_text(arguments[0], writer))))
_function("UPPER", 1, 1)(lambda arguments, writer: _text(arguments[0], writer).upper())
_function("LOWER", 1, 1)(lambda arguments, writer: _text(arguments[0], writer).lower())
_function("TO_TEXT", 1, 1)(lambda arguments, writer: _text(arguments[0], writer))
_function("ISBLANK", 1, 1)(lambda arguments, writer: scalar(arguments[0]) is None)
_function("ISTEXT", 1, 1)(lambda arguments, writer: isinstance(scalar(arguments[0]), str))
_function("ISERROR", 1, 1)(lambda arguments, writer: isinstance(scalar(arguments[0]), CellError))
_function("ISLOGICAL", 1, 1)(lambda arguments, writer: isinstance(scalar(arguments[0]), bool))


@_function("TRIM", 1, 1)
def _trim(arguments: Sequence[Result], writer: Writer) -> Result:
    return re.sub(" +", " ", _text(arguments[0], writer)).strip(" ")


@_function("ISNUMBER", 1, 1)
def _is_number(arguments: Sequence[Result], writer: Writer) -> Result:
    value = scalar(arguments[0])
    return isinstance(value, int | float) and not isinstance(value, bool)


@_function("AVERAGE", 1)
def _average(arguments: Sequence[Result], writer: Writer) -> Result:
    found = _numbers(arguments)
    if not found:
        return CellError(
            "DIVIDE_BY_ZERO", "Evaluation of function AVERAGE caused a divide by zero."
        )
    return math.fsum(found) / len(found)


@_function("COUNT", 1)
def _count(arguments: Sequence[Result], writer: Writer) -> Result:
    values = [value for value, _ in _all(arguments)]
    return float(sum(isinstance(one, int | float) and not isinstance(one, bool) for one in values))


@_function("COUNTA", 1)
def _count_all(arguments: Sequence[Result], writer: Writer) -> Result:
    return float(sum(value is not None for value, _ in _all(arguments)))


@_function("COUNTBLANK", 1, 1)
def _count_blank(arguments: Sequence[Result], writer: Writer) -> Result:
    return float(sum(value in (None, "") for value, _ in _all(arguments)))


@_function("COUNTIF", 2, 2)
def _count_if(arguments: Sequence[Result], writer: Writer) -> Result:
    wanted = scalar(arguments[1])
    return float(sum(_meets(value, wanted) for value, _ in _all(arguments[:1])))


def _meets(value: Scalar, wanted: Scalar) -> bool:
    if not isinstance(wanted, str):
        return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)
    match = re.fullmatch(r"(<>|<=|>=|<|>|=)?(.*)", wanted, re.DOTALL)
    assert match is not None
    sign, rest = match[1] or "=", match[2]
    try:
        limit = float(rest)
    except ValueError:
        same = isinstance(value, str) and _like(value, rest)
        return same if sign == "=" else not same if sign == "<>" else False
    if not isinstance(value, int | float) or isinstance(value, bool):
        return sign == "<>"
    return {
        "=": value == limit,
        "<>": value != limit,
        "<": value < limit,
        ">": value > limit,
        "<=": value <= limit,
        ">=": value >= limit,
    }[sign]


def _like(value: str, pattern: str) -> bool:
    """Return whether a text fits a pattern with `*` and `?`, letters' case aside; never slow."""
    text, pattern = value.casefold(), pattern.casefold()
    at = star = mark = 0
    step, seen = 0, False
    while at < len(text):
        if step < len(pattern) and pattern[step] == "*":
            star, mark, seen = step, at, True
            step += 1
        elif step < len(pattern) and pattern[step] in ("?", text[at]):
            at += 1
            step += 1
        elif seen:
            step = star + 1
            mark += 1
            at = mark
        else:
            return False
    return all(sign == "*" for sign in pattern[step:])


@_function("IF", 2, 3)
def _if(arguments: Sequence[Result], writer: Writer) -> Result:
    if _truth(scalar(arguments[0])):
        return arguments[1]
    return arguments[2] if len(arguments) > 2 else False


@_function("IFERROR", 1, 2)
def _if_error(arguments: Sequence[Result], writer: Writer) -> Result:
    value = scalar(arguments[0])
    if not isinstance(value, CellError):
        return value
    return arguments[1] if len(arguments) > 1 else None


def _truths(arguments: Sequence[Result]) -> list[bool]:
    """Read all of them, so that an error in any shows."""
    return [_truth(value) for value, _ in _all(arguments) if value is not None]


@_function("AND", 1)
def _and(arguments: Sequence[Result], writer: Writer) -> Result:
    return all(_truths(arguments))


@_function("OR", 1)
def _or(arguments: Sequence[Result], writer: Writer) -> Result:
    return any(_truths(arguments))


@_function("MOD", 2, 2)
def _mod(arguments: Sequence[Result], writer: Writer) -> Result:
    divisor = _number(arguments[1])
    if not divisor:
        return CellError("DIVIDE_BY_ZERO", "Function MOD parameter 2 cannot be zero.")
    return math.fmod(math.fmod(_number(arguments[0]), divisor) + divisor, divisor)


@_function("ROUND", 1, 2)
def _round(arguments: Sequence[Result], writer: Writer) -> Result:
    places = int(_number(arguments[1])) if len(arguments) > 1 else 0
    value = _number(arguments[0])
    scaled = float(f"{abs(value) * 10.0**places:.12g}")
    return math.copysign(math.floor(scaled + 0.5) / 10.0**places, value)


@_function("SQRT", 1, 1)
def _sqrt(arguments: Sequence[Result], writer: Writer) -> Result:
    value = _number(arguments[0])
    if value < 0:
        return CellError("NUM", "Function SQRT parameter 1 cannot be negative.")
    return math.sqrt(value)


@_function("VALUE", 1, 1)
def _value(arguments: Sequence[Result], writer: Writer) -> Result:
    return _number(arguments[0])


@_function("EXACT", 2, 2)
def _exact(arguments: Sequence[Result], writer: Writer) -> Result:
    return _text(arguments[0], writer) == _text(arguments[1], writer)


@_function("CONCATENATE", 1)
def _concatenate(arguments: Sequence[Result], writer: Writer) -> Result:
    return "".join(_text(value, writer) for value, _ in _all(arguments))


@_function("LEFT", 1, 2)
def _left(arguments: Sequence[Result], writer: Writer) -> Result:
    size = int(_number(arguments[1])) if len(arguments) > 1 else 1
    return _text(arguments[0], writer)[: max(size, 0)]


@_function("RIGHT", 1, 2)
def _right(arguments: Sequence[Result], writer: Writer) -> Result:
    size = int(_number(arguments[1])) if len(arguments) > 1 else 1
    return _text(arguments[0], writer)[-size:] if size > 0 else ""


@_function("MID", 3, 3)
def _mid(arguments: Sequence[Result], writer: Writer) -> Result:
    start, size = int(_number(arguments[1])), int(_number(arguments[2]))
    if start < 1 or size < 0:
        return CellError("NUM", "Function MID parameter 2 must be at least 1.")
    return _text(arguments[0], writer)[start - 1 : start - 1 + size]


def _search(arguments: Sequence[Result], writer: Writer, fold: bool) -> Result:
    wanted, within = _text(arguments[0], writer), _text(arguments[1], writer)
    start = int(_number(arguments[2])) if len(arguments) > 2 else 1
    if fold:
        wanted, within = wanted.casefold(), within.casefold()
    found = within.find(wanted, max(start - 1, 0))
    return float(found + 1) if found >= 0 else CellError("VALUE", f"'{wanted}' was not found.")


_function("FIND", 2, 3)(lambda arguments, writer: _search(arguments, writer, fold=False))
_function("SEARCH", 2, 3)(lambda arguments, writer: _search(arguments, writer, fold=True))


@_function("ROW", 1, 1)
def _row(arguments: Sequence[Result], writer: Writer) -> Result:
    if not isinstance(arguments[0], Block):
        return CellError("N_A", "Argument must be a range.")
    return float(arguments[0].box.top + 1)


@_function("COLUMN", 1, 1)
def _column(arguments: Sequence[Result], writer: Writer) -> Result:
    if not isinstance(arguments[0], Block):
        return CellError("N_A", "Argument must be a range.")
    return float(arguments[0].box.left + 1)


@_function("HYPERLINK", 1, 2)
def _hyperlink(arguments: Sequence[Result], writer: Writer) -> Result:
    return arguments[-1]
