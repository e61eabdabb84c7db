"""The few functions that formulas may call; any other is `#NAME?`."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from sheets_emulator.scalars import Block, CellError, Result, Scalar, number, scalar

Function: TypeAlias = Callable[[Sequence[Result]], Result]

_ANY = 255  # arguments a function may have at most


class _CallError(Exception):
    def __init__(self, error: CellError) -> None:
        super().__init__(error.kind)
        self.error = error


def call(name: str, arguments: Sequence[Result]) -> Result:
    """Return the result of a function."""
    if name not in _FUNCTIONS:
        return CellError("NAME", f"Unknown function: '{name}'.")
    least, most, function = _FUNCTIONS[name]
    if not least <= len(arguments) <= most:
        return CellError("N_A", f"Wrong number of arguments to {name}.")
    try:
        return function(arguments)
    except _CallError as error:
        return error.error
    except (OverflowError, ValueError, ZeroDivisionError):
        return CellError("NUM", f"{name} cannot be computed with these numbers.")


def _all(arguments: Sequence[Result]) -> Iterator[tuple[Scalar, bool]]:
    """Every value of the arguments, and whether it comes from cells."""
    for argument in arguments:
        if isinstance(argument, Block):
            yield from ((value, True) for value in argument)
        else:
            yield argument, False


def _number(value: Result) -> float:
    found = number(scalar(value))
    if isinstance(found, CellError):
        raise _CallError(found)
    return found


def _numbers(arguments: Sequence[Result]) -> list[float]:
    """Return the numbers; of cells only those that hold one."""
    found: list[float] = []
    for value, from_cells in _all(arguments):
        if isinstance(value, CellError):
            raise _CallError(value)
        if from_cells and (value is None or isinstance(value, str | bool)):
            continue
        found.append(_number(value))
    return found


def _truth(value: Scalar) -> bool:
    if isinstance(value, CellError):
        raise _CallError(value)
    if isinstance(value, str):
        if value.upper() in ("TRUE", "FALSE"):
            return value.upper() == "TRUE"
        raise _CallError(CellError("VALUE", f"'{value}' cannot be read as a boolean."))
    return bool(value)


def _truths(arguments: Sequence[Result]) -> list[bool]:
    """Read all of them, so that an error in any shows."""
    return [_truth(value) for value, _ in _all(arguments) if value is not None]


def _average(arguments: Sequence[Result]) -> Result:
    found = _numbers(arguments)
    if not found:
        return CellError(
            "DIVIDE_BY_ZERO", "Evaluation of function AVERAGE caused a divide by zero."
        )
    return math.fsum(found) / len(found)


def _count(arguments: Sequence[Result]) -> Result:
    values = [value for value, _ in _all(arguments)]
    return float(sum(isinstance(one, int | float) and not isinstance(one, bool) for one in values))


def _count_all(arguments: Sequence[Result]) -> Result:
    return float(sum(value is not None for value, _ in _all(arguments)))


def _if(arguments: Sequence[Result]) -> Result:
    if _truth(scalar(arguments[0])):
        return arguments[1]
    return arguments[2] if len(arguments) > 2 else False


def _if_error(arguments: Sequence[Result]) -> Result:
    value = scalar(arguments[0])
    if not isinstance(value, CellError):
        return value
    return arguments[1] if len(arguments) > 1 else None


def _round(arguments: Sequence[Result]) -> Result:
    places = int(_number(arguments[1])) if len(arguments) > 1 else 0
    value = _number(arguments[0])
    scaled = float(f"{abs(value) * 10.0**places:.12g}")
    return math.copysign(math.floor(scaled + 0.5) / 10.0**places, value)


_FUNCTIONS: dict[str, tuple[int, int, Function]] = {
    "AND": (1, _ANY, lambda arguments: all(_truths(arguments))),
    "AVERAGE": (1, _ANY, _average),
    "COUNT": (1, _ANY, _count),
    "COUNTA": (1, _ANY, _count_all),
    "IF": (2, 3, _if),
    "IFERROR": (1, 2, _if_error),
    "MAX": (1, _ANY, lambda arguments: max(_numbers(arguments), default=0.0)),
    "MIN": (1, _ANY, lambda arguments: min(_numbers(arguments), default=0.0)),
    "NOT": (1, 1, lambda arguments: not _truth(scalar(arguments[0]))),
    "OR": (1, _ANY, lambda arguments: any(_truths(arguments))),
    "ROUND": (1, 2, _round),
    "SUM": (1, _ANY, lambda arguments: math.fsum(_numbers(arguments))),
}
"""How few and how many arguments each takes, and what it does."""
