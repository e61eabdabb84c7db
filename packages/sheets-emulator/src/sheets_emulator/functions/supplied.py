"""Functions that a test supplies: stand-ins for Google's that are not there, or for a script's own.

A function is called with what its arguments come to: numbers, texts, booleans and None, and lists
of rows for ranges and arrays, in which errors may stand. An error that is an argument by itself is
the result without a call. It returns such a value, a `datetime` or a `date`, a list of rows, or an
error. Whatever it raises is the cell's `#ERROR!`. It may be called more often than it stands in
formulas, and in several threads.
"""

from collections import UserDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime, timedelta
from typing import Any, TypeAlias

from sheets_emulator.functions.base import Site
from sheets_emulator.moment_text import DAY_ZERO
from sheets_emulator.scalars import Block, CellError, FormattedNumber, Lambda, Result, Scalar

Supplied: TypeAlias = Callable[..., Any]


class SuppliedFunctions(UserDict[str, Supplied]):
    """The functions that a server was supplied with, by their names in capitals.

    `version` is another one whenever they change, so that formulas are computed again.
    """

    def __init__(self) -> None:
        self.version = object()
        super().__init__()

    def __setitem__(self, name: str, function: Supplied) -> None:
        """Supply a function, whatever the case of its name."""
        self.version = object()
        super().__setitem__(name.upper(), function)

    def __getitem__(self, name: str) -> Supplied:
        """Return a function, whatever the case of its name."""
        return super().__getitem__(name.upper())

    def __delitem__(self, name: str) -> None:
        """Take a function away."""
        self.version = object()
        super().__delitem__(name.upper())

    def __contains__(self, name: object) -> bool:
        """Return whether there is a function of this name."""
        return isinstance(name, str) and super().__contains__(name.upper())


_NONE = SuppliedFunctions()
_CURRENT: ContextVar[SuppliedFunctions] = ContextVar("supplied functions", default=_NONE)


@contextmanager
def supplied_with(functions: SuppliedFunctions) -> Iterator[None]:
    """Let formulas that are computed inside call these functions."""
    token = _CURRENT.set(functions)
    try:
        yield
    finally:
        _CURRENT.reset(token)


def supplied() -> SuppliedFunctions:
    """Return the functions that formulas may call here besides those of the emulator."""
    return _CURRENT.get()


def call_supplied(name: str, function: Supplied, arguments: Sequence[Result], site: Site) -> Result:
    """Return the result of a supplied function."""
    for one in arguments:
        if isinstance(one, CellError):
            return one
    given = [_argument(one, site) for one in arguments]
    try:
        found = function(*given)
    except Exception as error:
        return CellError("ERROR", str(error) or type(error).__name__)
    try:
        return _result(found, site)
    except _NoValueError as error:
        return CellError("ERROR", f"{name} returned what no cell can hold: {error}")


class _NoValueError(Exception):
    pass


def _argument(value: Result, site: Site) -> Any:
    if isinstance(value, Lambda):
        return value
    if not isinstance(value, Block):
        return _plain(value)
    if value.is_single:
        return _plain(value.at(0, 0))
    site.take(value.height * value.width)
    return [
        [_plain(value.at(down, right)) for right in range(value.width)]
        for down in range(value.height)
    ]


def _plain(value: Scalar) -> Scalar:
    """Return a value of Python's own types, whatever number format or link comes with it."""
    if isinstance(value, str):
        return str(value)
    return float(value) if isinstance(value, float) else value


def _result(value: Any, site: Site) -> Result:
    if not isinstance(value, list | tuple):
        return _scalar(value)
    rows = [list(row) if isinstance(row, list | tuple) else [row] for row in value]
    if not rows or not rows[0] or len(set(map(len, rows))) > 1:
        raise _NoValueError("the rows of a list must be equally long and not empty.")
    site.take(len(rows) * len(rows[0]))
    return Block.of([[_scalar(one) for one in row] for row in rows])


def _scalar(value: Any) -> Scalar:
    if isinstance(value, datetime):
        moment = value.replace(tzinfo=None)
        return FormattedNumber((moment - DAY_ZERO) / timedelta(days=1), {"type": "DATE_TIME"})
    if isinstance(value, date):
        days = (value - DAY_ZERO.date()).days
        return FormattedNumber(days, {"type": "DATE"})
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if value is None or isinstance(value, bool | float | str | CellError):
        return value
    raise _NoValueError(repr(value))
