"""Values of a header's options as JSON gave them: checked one by one, each fault a sentence.

Every function takes the field's name, as a person would find it in the header, and the value;
it gives the value in the type that rules want, or raises BadOption naming the field. `true` and
`false` are not numbers; `2.0` is the whole number 2, as in JSON.
"""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from umpire.games.base import BadOption
from umpire.games.notation import listed, quoted

_LONG = 15


def whole(field: str, value: object, least: int = 0, most: int | None = None) -> int:
    """Give a whole number, not less than `least` and not more than `most`."""
    number = value
    if isinstance(number, float) and number.is_integer():
        number = int(number)
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise BadOption(field, f"must be a whole number of at least {least}, not {told(value)}")
    if most is not None and number > most:
        raise BadOption(field, f"must be at most {most}, not {told(value)}")
    return number


def seconds(field: str, value: object, *, above_zero: bool) -> float:
    """Give a finite number of seconds, above 0 or at least 0."""
    wanted = "above 0" if above_zero else "of at least 0"
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        if math.isfinite(number) and (number > 0 or (number == 0 and not above_zero)):
            return number
    raise BadOption(field, f"must be a finite number {wanted}, not {told(value)}")


def text(field: str, value: object) -> str:
    """Give a text."""
    if not isinstance(value, str):
        raise BadOption(field, f"must be a text, not {told(value)}")
    return value


def one_of(field: str, value: object, allowed: Collection[str]) -> str:
    """Give a text that is one of those allowed, exactly as written."""
    if not isinstance(value, str) or value not in allowed:
        raise BadOption(field, f"must be {listed(allowed, 'or')}, not {told(value)}")
    return value


def items(field: str, value: object, count: int | None = None) -> Sequence[Any]:
    """Give a list, of `count` items if that is said."""
    if not isinstance(value, list | tuple):
        raise BadOption(field, f"must be a list, not {told(value)}")
    if count is not None and len(value) != count:
        raise BadOption(field, f"must have {count} items, not {len(value)}")
    return value


def entries(
    field: str, value: object, keys: Iterable[str], optional: Collection[str] = ()
) -> Mapping[str, Any]:
    """Give an object with exactly these keys, of which the optional ones may be left out."""
    wanted = tuple(keys)
    if not isinstance(value, Mapping):
        raise BadOption(field, f"must be an object with the keys {listed(wanted)}")
    for key in value:
        if key not in wanted:
            raise BadOption(_inside(field, key), f"is not known; the keys are {listed(wanted)}")
    for key in wanted:
        if key not in value and key not in optional:
            raise BadOption(_inside(field, key), "is missing")
    return value


def told(value: object) -> str:
    """Give a value of JSON as a sentence may show it: short, whatever it is."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, float) or (isinstance(value, int) and abs(value) < 10**_LONG):
        return str(value)
    if isinstance(value, int):
        return "a number that long"
    return "an object" if isinstance(value, Mapping) else "a list"


def _inside(field: str, key: str) -> str:
    return f"{field}.{key}" if field else key
