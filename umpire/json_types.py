"""What JSON reads as, and how it is written."""

import json
import marshal
import pickle
from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]

_LINE_ENDS = {ord(letter): f"\\u{ord(letter):04x}" for letter in "\x85\u2028\u2029"}
"""The characters that JSON leaves in texts although programs may end a line at them."""


def write_json(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON in Unicode, on one line if there is no indent.

    Whatever ends a line for some program, as for Python's `splitlines`, is escaped in texts.
    """
    return json.dumps(value, ensure_ascii=False, indent=indent).translate(_LINE_ENDS)


def with_whole_numbers(value: Any) -> Any:
    """Return a value of JSON with every `2.0` in it as 2: they are the same number in JSON."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: with_whole_numbers(inner) for key, inner in value.items()}
        case list() | tuple():
            return [with_whole_numbers(inner) for inner in value]
    return value


def copy_json(value: Any) -> Any:
    """Return a value of JSON that is the caller's own, to change as they like."""
    try:
        # quicker than to walk it; of version 2, which makes two of an object that is there twice
        return marshal.loads(marshal.dumps(value, 2))
    except ValueError:  # it holds a named tuple or the like
        return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
