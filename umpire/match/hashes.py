"""The hashes of a log: each line's is chained to the one before, so that a change shows."""

import hashlib
import re
from collections.abc import Iterable
from json import JSONEncoder
from json import encoder as json_encoder
from typing import Any

from umpire.games.values import memoize
from umpire.json_types import JsonObject, with_whole_numbers
from umpire.match.header import Header

LOG_VERSION = 2
"""What a log's header says of how its lines are written and chained."""

_RULES = ("umpire", "game", "players", "options")
# What `JSONEncoder.encode` makes anew for each value, in more time than it takes to encode most.
_ENCODE: Any = json_encoder.c_make_encoder(  # type: ignore[attr-defined]
    None,  # no look for circles
    JSONEncoder().default,
    json_encoder.encode_basestring,
    None,  # no indent
    ":",
    ",",
    True,  # keys sorted
    False,  # no key left out
    False,  # no NaN
)

_WHOLE_FLOAT = re.compile(r"\.0(?![0-9])")


def canonical(value: Any) -> bytes:
    """Return canonical JSON: UTF-8, keys sorted, no blanks, whole numbers without a fraction."""
    return _utf8(_text(value))


def canonical_state(state: JsonObject) -> bytes:
    """Return the canonical JSON of a state of a match, as it is reported.

    What a report gives again, the same object as before, is not encoded again: each of its values,
    and the objects in a value that holds nothing else, such as records of what is over.
    """
    return _utf8(_object(state))


def _object(value: JsonObject) -> str:
    return f"{{{','.join([_member(key, value[key]) for key in sorted(value)])}}}"


@memoize
def _member(key: str, value: Any) -> str:
    if type(value) is dict and _are_objects(value.values()):
        text = _object(value)
    elif type(value) is list and _are_objects(value):
        text = f"[{','.join(map(_record, value))}]"
    else:
        text = _text(value)
    return f"{json_encoder.encode_basestring(key)}:{text}"


def _are_objects(values: Iterable[Any]) -> bool:
    return type(next(iter(values), None)) is dict  # and if others are not, no harm is done


def _text(value: Any) -> str:
    text = _encoded(value)
    return _encoded(with_whole_numbers(value)) if _may_hold_whole_floats(text) else text


_record = memoize(_text)


def _encoded(value: Any) -> str:
    return "".join(_ENCODE(value, 0))


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _may_hold_whole_floats(text: str) -> bool:
    """Return whether there is anything like `2.0` in a text of JSON.

    To look for it in the value takes ten times as long as to encode it.
    """
    if ".0" in text and _WHOLE_FLOAT.search(text) is not None:
        return True
    return "+" in text and "e+" in text


def rules_hash(header: Header) -> str:
    """Return the hash of what a match is played by, in hex: its commitment is bound to it."""
    line = header.to_json()
    return _sha256(canonical({key: line[key] for key in _RULES}))


def header_hash(line: JsonObject) -> str:
    """Return the hash with which a log's chain begins, in hex; `line` is its header as written."""
    return _sha256(_without_hash(line))


def line_hash(previous: str, line: JsonObject, state: bytes) -> str:
    """Return the hash of a line as written, accepted or rejected, in hex.

    `previous` is the hash before it, `state` the canonical JSON of the report's `state` after it.
    """
    return _sha256(b"\n".join((previous.encode("ascii"), _without_hash(line), state)))


def _without_hash(line: JsonObject) -> bytes:
    return canonical({key: value for key, value in line.items() if key != "hash"})


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
