"""How functions are declared, and how their arguments are read.

What a function takes is said in letters, one for each argument: `n` a number, `i` a whole number,
`t` a text, `b` a boolean, `d` a date, `s` any single value, `v` one that may be an error, `a` what
is passed on as it is, `r` a range or an array or a single value, `m` such a one of numbers: a text
that is no range must be one. After `|` arguments may be left out, after `*` they repeat. An error
in any but `v`, `a`, `r` and `m` is the result.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from sheets_emulator.bounds import MOST_CHARACTERS
from sheets_emulator.display import show
from sheets_emulator.locales import Locale
from sheets_emulator.model import Formula, Sheet
from sheets_emulator.scalars import (
    Block,
    CellError,
    FormattedNumber,
    Result,
    Scalar,
    no_number,
    number,
    scalar,
)
from sheets_emulator.user_entered import read

Body: TypeAlias = Callable[..., Result]

_LONGEST_TYPED = 100  # characters of what may be typed and is no text


class CallError(Exception):
    """A function's result is an error."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.error = CellError(kind, message)


class ParameterError(Exception):
    """A function cannot do with one of its arguments, which are counted from 1."""

    def __init__(self, kind: str, place: int, said: str) -> None:
        super().__init__(said)
        self.kind, self.place, self.said = kind, place, said


class SizeError(Exception):
    """Ranges that must be equally large are not."""


def typed(text: str, locale: Locale) -> Scalar:
    """Return what a text is when it is typed into a cell; a formula stays a text."""
    if len(text) > _LONGEST_TYPED:
        return text
    found = read(text, None, locale).value
    return text if isinstance(found, Formula) else found


@dataclass(frozen=True, slots=True)
class Site:
    """What a function may know of where it is computed.

    `take` counts cells that are read, or what takes as long, and raises if they are too many.
    With `arrays` a range stands for each of its values, as in ARRAYFORMULA. `cells_named` returns
    the cells that a text names, None if it names none, and `chance` the next random number.
    """

    locale: Locale
    sheet: Sheet
    row: int
    column: int
    arrays: bool
    now: Callable[[], datetime]
    take: Callable[[int], None]
    cells_named: Callable[[str], Block | None]
    chance: Callable[[], float]

    def text(self, value: Scalar) -> str:
        """Write a value as text, without any format."""
        if value is None:
            return ""
        return value.text if isinstance(value, CellError) else show(value, None, self.locale)

    def typed(self, text: str) -> Scalar:
        """Return what a text is when it is typed into a cell; a formula stays a text."""
        return typed(text, self.locale)

    def joined(self, parts: Iterable[str]) -> str:
        """Return the parts as one text, unless it is too long for a cell."""
        kept: list[str] = []
        size = 0
        for part in parts:
            size += len(part)
            if size > MOST_CHARACTERS:
                raise too_long("CONCATENATE")
            kept.append(part)
        return "".join(kept)


@dataclass(frozen=True, slots=True)
class Function:
    """A function: how few and how many arguments it takes, of which kinds, and what it does.

    `sited` says that the body wants the site first. With `arrays` its arguments are computed value
    by value where they are ranges, as in ARRAYFORMULA; with `spreads` its result may be an array.
    """

    kinds: str
    body: Body
    sited: bool = False
    arrays: bool = False
    spreads: bool = False

    def expects(self) -> str:
        """Say how many arguments it takes."""
        due = len(self.kinds.partition("|")[0].replace("*", ""))
        most = len(self.kinds.replace("|", ""))
        if "*" in self.kinds:
            return f"at least {due}"
        return f"between {due} and {most}" if due < most else f"{due}"

    def kinds_of(self, count: int) -> str | None:
        """Return the kinds of so many arguments, a letter for each; None if it takes others."""
        due = len(self.kinds.partition("|")[0].replace("*", ""))
        first, _, again = self.kinds.replace("|", "").partition("*")
        more = count - len(first)
        if count < due or (more > 0 and (not again or more % len(again))):
            return None
        return first[:count] if more <= 0 else first + again * (more // len(again))


def too_long(name: str) -> CallError:
    """Return the error of a text that a function makes and no cell can hold."""
    return CallError(
        "VALUE", f"Text result of {name} is longer than the limit of {MOST_CHARACTERS} characters."
    )


def argument(kind: str, value: Result, site: Site, place: int) -> Any:
    """Return an argument, the so manyeth, as a function of this kind wants it."""
    if kind in "ra":
        return value
    if kind == "m":
        return _number(value, site, place) if isinstance(value, str) else value
    found = scalar(value)
    if kind == "v":
        return found
    if isinstance(found, CellError):
        raise CallError(found.kind, found.message)
    match kind:
        case "n":
            return _number(found, site, place)
        case "i":
            return int(_number(found, site, place))
        case "t":
            text = site.text(found)
            site.take(len(text) // 500)
            return text
        case "b":
            return _truth(found, place)
        case "d":
            return _number(found, site, place)
    return found


def _number(value: Scalar, site: Site, place: int) -> float:
    if isinstance(value, float):
        return value
    if isinstance(value, str):
        found = site.typed(value)
        if not isinstance(found, float):
            raise ParameterError("VALUE", place, no_number(value))
        return found
    return to_number(value)


def _truth(value: Scalar, place: int) -> bool:
    if isinstance(value, str) and value.upper() not in ("TRUE", "FALSE"):
        raise ParameterError(
            "VALUE",
            place,
            f"expects boolean values. But '{value}' is a text and cannot be coerced to a boolean.",
        )
    return truth(value)


def to_number(value: Scalar) -> float:
    """Return a value where a number is due."""
    found = number(value)
    if isinstance(found, CellError):
        raise CallError(found.kind, found.message)
    return found


def truth(value: Scalar) -> bool:
    """Return a value where a boolean is due."""
    if isinstance(value, CellError):
        raise CallError(value.kind, value.message)
    if isinstance(value, str):
        if value.upper() in ("TRUE", "FALSE"):
            return value.upper() == "TRUE"
        raise CallError("VALUE", f"'{value}' cannot be read as a boolean.")
    return bool(value)


def all_values(arguments: Iterable[Result]) -> Iterator[tuple[Scalar, bool]]:
    """Every value of the arguments, and whether it comes from a range or an array."""
    for one in arguments:
        if isinstance(one, Block):
            yield from ((value, True) for value in one)
        else:
            yield scalar(one), False


def numbers(*arguments: Result) -> list[float]:
    """Return the numbers; of ranges only what is one."""
    found: list[float] = []
    for value, is_inside in all_values(arguments):
        if isinstance(value, CellError):
            raise CallError(value.kind, value.message)
        if not is_inside or is_number(value):
            found.append(to_number(value))
    return found


def like_first(result: float, found: Iterable[float]) -> float:
    """Return a result with the format of the first of these numbers that brings one."""
    for one in found:
        if type(one) is FormattedNumber:
            return FormattedNumber(result, one.number_format)
    return result


def is_number(value: Scalar) -> bool:
    """Return whether a value is a number (a boolean is none)."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def block_of(value: Result) -> Block:
    """Return a range or an array; of a single value an array of it alone."""
    return value if isinstance(value, Block) else Block.of([[scalar(value)]])


def check_size(name: str, expected: Block, actual: Block) -> None:
    """Raise the error of ranges that must be equally large and are not."""
    if (expected.height, expected.width) != (actual.height, actual.width):
        raise CallError(
            "N_A" if name == "FILTER" else "VALUE",
            f"{name} has mismatched range sizes. Expected row count: {expected.height}. column "
            f"count: {expected.width}. Actual row count: {actual.height}, column count: "
            f"{actual.width}.",
        )


def key_of(value: Scalar) -> tuple[str, object]:
    """Return a value so that those that count as the same are equal."""
    if is_number(value):
        return "number", value
    return type(value).__name__, value.text if isinstance(value, CellError) else value
