"""Functions of truth, of kinds of values, and of what to do with errors."""

import math
from collections.abc import Callable

from sheets_emulator.functions.base import (
    CallError,
    Function,
    all_values,
    is_number,
    to_number,
    truth,
)
from sheets_emulator.scalars import CellError, Result, Scalar, compare, scalar


def _truths(arguments: tuple[Result, ...]) -> list[bool]:
    """Read all of them, so that an error in any shows."""
    return [truth(value) for value, _ in all_values(arguments) if value is not None]


def _if_error(value: Scalar, instead: Result = None) -> Result:
    return instead if isinstance(value, CellError) else value


def _if_missing(value: Scalar, instead: Result = None) -> Result:
    return instead if _is_missing(value) else value


def _is_missing(value: Scalar) -> bool:
    return isinstance(value, CellError) and value.kind == "N_A"


def _ifs(*arguments: Result) -> Result:
    for condition, value in zip(arguments[::2], arguments[1::2], strict=False):
        if condition:
            return value
    raise CallError("N_A", "No match.")


def _switch(value: Scalar, *cases: Result) -> Result:
    for case, result in zip(cases[::2], cases[1::2], strict=False):
        if compare(value, "=", scalar(case)) is True:
            return result
    if len(cases) % 2:
        return cases[-1]
    raise CallError("N_A", "No match.")


def _is_kind(test: Callable[[Scalar], bool]) -> Function:
    return Function("v", test)


LOGIC = {
    "AND": Function("*r", lambda *values: all(_truths(values))),
    "FALSE": Function("", lambda: False),
    "IF": Function("ba|a", lambda test, yes, no=False: yes if test else no),
    "IFERROR": Function("v|a", _if_error),
    "IFNA": Function("va", _if_missing),
    "IFS": Function("*ba", _ifs),
    "ISBLANK": _is_kind(lambda value: value is None),
    "ISERR": _is_kind(lambda value: isinstance(value, CellError) and not _is_missing(value)),
    "ISERROR": _is_kind(lambda value: isinstance(value, CellError)),
    "ISEVEN": Function("n", lambda value: math.trunc(value) % 2 == 0),
    "ISLOGICAL": _is_kind(lambda value: isinstance(value, bool)),
    "ISNA": _is_kind(_is_missing),
    "ISNONTEXT": _is_kind(lambda value: not isinstance(value, str)),
    "ISNUMBER": _is_kind(is_number),
    "ISODD": Function("n", lambda value: math.trunc(value) % 2 == 1),
    "ISTEXT": _is_kind(lambda value: isinstance(value, str)),
    "N": Function("s", lambda value: 0.0 if isinstance(value, str) else to_number(value)),
    "NA": Function("", lambda: CellError("N_A", "")),
    "NOT": Function("b", lambda value: not value),
    "OR": Function("*r", lambda *values: any(_truths(values))),
    "SWITCH": Function("ssa*a", _switch),
    "TRUE": Function("", lambda: True),
    "XOR": Function("*r", lambda *values: sum(_truths(values)) % 2 == 1),
}
