"""Lines of a script as text: one JSON object each."""

from json import JSONDecoder
from typing import Any, NoReturn


def read_line(line: str | bytes, *, unique: bool = False) -> dict[str, Any] | None:
    """Return the JSON object in a line, None if the line is anything else.

    It is None also for text that is not UTF-8, for `NaN` and `Infinity`, which are not JSON, and
    for absurdly large numbers or nesting. With `unique` it is None if a key occurs twice: programs
    would take its last value where people read the first.
    """
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        text = text.strip(_BLANKS)
        value, end = (_UNIQUE if unique else _DECODER).scan_once(text, 0)
    except (ValueError, RecursionError, StopIteration):  # the last for text that is no JSON value
        return None
    return value if isinstance(value, dict) and end == len(text) else None


def _no_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _unique_dict(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key is given twice")
    return values


_BLANKS = " \t\n\r"
_DECODER: Any = JSONDecoder(parse_constant=_no_json)
_UNIQUE: Any = JSONDecoder(parse_constant=_no_json, object_pairs_hook=_unique_dict)
