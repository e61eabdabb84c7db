"""A line of a match's script as text: one JSON object."""

from json import JSONDecoder
from typing import Any, NoReturn


def read_line(line: str | bytes) -> dict[str, Any] | None:
    """Return the JSON object that a line holds, None if it holds none.

    None also for text that is not UTF-8, for `NaN` and `Infinity`, which are not JSON, and for
    numbers and nesting beyond any sense.
    """
    try:
        text = line if isinstance(line, str) else line.decode("utf-8")
        text = text.strip(_BLANKS)
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and end == len(text) else None


def _no_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


_BLANKS = " \t\n\r"
_DECODER = JSONDecoder(parse_constant=_no_json)
