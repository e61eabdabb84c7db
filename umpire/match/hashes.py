"""The hashes of a log: each line's hash depends on the one before, so that any change shows."""

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
"""The version of the format of logs, which their headers give as `log`."""

_RULES = ("umpire", "game", "players", "options")
# `JSONEncoder.encode` makes such an encoder for each value, which takes longer than encoding most.
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
    """Return the canonical JSON of the `state` of a report.

    A value that is the same object as in an earlier report is not encoded again, and neither are
    the objects in a value that has only objects, such as the records of finished rounds.
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
    return type(next(iter(values), None)) is dict  # the first decides; a wrong guess does no harm


def _text(value: Any) -> str:
    text = _encoded(value)
    return _encoded(with_whole_numbers(value)) if _may_hold_whole_floats(text) else text


_record = memoize(_text)


def _encoded(value: Any) -> str:
    return "".join(_ENCODE(value, 0))


def _utf8(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _may_hold_whole_floats(text: str) -> bool:
    """Return whether a text of JSON has anything like `2.0` in it.

    Looking for it in the value would take ten times as long as encoding it.
    """
    if ".0" in text and _WHOLE_FLOAT.search(text) is not None:
        return True
    return "+" in text and "e+" in text


def rules_hash(header: Header) -> str:
    """Return the hash of game, players and options, in hex; the commitment depends on it."""
    line = header.to_json()
    return _sha256(canonical({key: line[key] for key in _RULES}))


def header_hash(line: JsonObject) -> str:
    """Return the first hash of a log, in hex; `line` is its header as written."""
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
