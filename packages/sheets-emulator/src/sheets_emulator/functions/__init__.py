"""The functions that formulas may call.

Of Google's others the names are known: a formula that calls one is refused when it is written. A
name that Google does not know either is `#NAME?`.
"""

import re
from collections.abc import Sequence
from importlib.resources import files
from itertools import pairwise

from sheets_emulator.bounds import TEXT_PER_CELL, spend
from sheets_emulator.errors import unimplemented
from sheets_emulator.functions.arithmetic import ARITHMETIC
from sheets_emulator.functions.arrays import ARRAYS
from sheets_emulator.functions.base import (
    CallError,
    Function,
    ParameterError,
    Site,
    SizeError,
    argument,
)
from sheets_emulator.functions.cells import CELLS, check_cell
from sheets_emulator.functions.dates import DATES
from sheets_emulator.functions.lambdas import LAMBDAS, READ_BY_PARSER
from sheets_emulator.functions.logic import LOGIC
from sheets_emulator.functions.lookup import LOOKUP
from sheets_emulator.functions.patterns import PATTERNS
from sheets_emulator.functions.query import QUERY, check_query
from sheets_emulator.functions.supplied import call_supplied, supplied
from sheets_emulator.functions.texts import TEXTS
from sheets_emulator.references import tokens
from sheets_emulator.scalars import CellError, Result, each

FUNCTIONS: dict[str, Function] = (
    ARITHMETIC | ARRAYS | CELLS | DATES | LAMBDAS | LOGIC | LOOKUP | PATTERNS | QUERY | TEXTS
)

_CALLED = re.compile(r"(?<![\w.])([^\W\d][\w.]*+)\s*+\(")
_CHECKED = re.compile(r"CELL|QUERY", re.IGNORECASE)
_GOOGLES = files(__package__).joinpath("google_names.txt").read_text("utf-8").split()
_MISSING = set(_GOOGLES) - FUNCTIONS.keys() - set(READ_BY_PARSER)
_SPREADING = ("{", *(name for name, one in FUNCTIONS.items() if one.spreads))


def call(name: str, arguments: Sequence[Result], site: Site) -> Result:
    """Return the result of a function."""
    written, name = name, name.upper()
    given = supplied().data.get(name)
    if given is not None:
        return call_supplied(name, given, arguments, site)
    function = FUNCTIONS.get(name)
    if function is None:
        if name in _MISSING:  # it was supplied when the formula was written
            raise unimplemented(f"the function {name}")
        return CellError("NAME", f"Unknown function: '{written}'.")
    kinds = function.kinds_of(len(arguments))
    if kinds is None:
        return CellError(
            "N_A",
            f"Wrong number of arguments to {name}. Expected {function.expects()} arguments, "
            f"but got {len(arguments)} arguments.",
        )
    if not site.arrays:
        return _result(name, function, kinds, arguments, site)
    # Ranges that the function does not want whole are gone through value by value.
    one_by_one = [
        value if kind not in "rm" else None for kind, value in zip(kinds, arguments, strict=True)
    ]

    def at_one(values: Sequence[Result]) -> Result:
        chosen = [
            whole if kind in "rm" else value
            for kind, whole, value in zip(kinds, arguments, values, strict=True)
        ]
        return _result(name, function, kinds, chosen, site)

    return each(one_by_one, site.take, at_one)


def _result(
    name: str, function: Function, kinds: str, values: Sequence[Result], site: Site
) -> Result:
    try:
        given = [
            argument(kind, one, site, place)
            for place, (kind, one) in enumerate(zip(kinds, values, strict=True), 1)
        ]
        found = function.body(site, *given) if function.sited else function.body(*given)
        if isinstance(found, str):
            site.take(len(found) // TEXT_PER_CELL)
    except CallError as error:
        return error.error
    except ParameterError as error:
        return CellError(error.kind, f"Function {name} parameter {error.place} {error.said}")
    except SizeError:
        return CellError("VALUE", f"Array arguments to {name} are of different size.")
    except ZeroDivisionError:
        return CellError(
            "DIVIDE_BY_ZERO", f"Evaluation of function {name} caused a divide by zero error."
        )
    except (ArithmeticError, ValueError):
        return CellError("NUM", f"{name} cannot be computed with these numbers.")
    return found


def wants_arrays(name: str) -> bool:
    """Return whether ranges stand for each of their values in the arguments of a function."""
    return name in FUNCTIONS and FUNCTIONS[name].arrays


def may_spread(text: str) -> bool:
    """Return whether the result of a formula may be an array."""
    upper = text.upper()
    return any(sign in upper for sign in (*_SPREADING, *supplied()))


def check_functions(text: str) -> None:
    """Raise 501 for a formula that calls what Google has and is not there."""
    if _CHECKED.search(text):
        found = tokens(text.removeprefix("=")) or []
        check_cell(found)
        check_query(found)
    missing = {name.upper() for name in _CALLED.findall(text)} & _MISSING - supplied().keys()
    if not missing:
        return
    spend(len(text) // 50)
    found = tokens(text.removeprefix("=")) or []
    for token, after in pairwise(found):
        name = token.text.upper()
        if token.kind == "name" and after.text == "(" and name in missing:
            raise unimplemented(f"the function {name}")
