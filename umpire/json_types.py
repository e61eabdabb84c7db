"""The types of JSON values, and how they are written and copied."""

import json
import marshal
import pickle
from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]

_LINE_ENDS = {ord(letter): f"\\u{ord(letter):04x}" for letter in "\x85\u2028\u2029"}
"""The characters that end a line for some programs, but that JSON does not escape by itself."""


def write_json(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON in Unicode, on one line if there is no indent.

    In texts, all characters at which Python's `splitlines` ends a line are escaped.
    """
    return json.dumps(value, ensure_ascii=False, indent=indent).translate(_LINE_ENDS)


def with_whole_numbers(value: Any) -> Any:
    """Return a JSON value with every `2.0` in it as 2, which is the same number in JSON."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {key: with_whole_numbers(inner) for key, inner in value.items()}
        case list() | tuple():
            return [with_whole_numbers(inner) for inner in value]
    return value


def copy_json(value: Any) -> Any:
    """Return a deep copy of a JSON value, which the caller may change."""
    try:
        # quicker than walking through it; version 2 copies an object twice if it occurs twice
        return marshal.loads(marshal.dumps(value, 2))
    except ValueError:  # it holds a named tuple or the like
        return pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))
