"""The hashes of a log: each line's is chained to the one before, so that a change shows."""

import hashlib
from json import JSONEncoder
from typing import Any

from umpire.json_types import JsonObject, with_whole_numbers
from umpire.match.header import Header

LOG_VERSION = 2
"""What a log's header says of how its lines are written and chained."""

_RULES = ("umpire", "game", "players", "options")
_ENCODER = JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> bytes:
    """Return canonical JSON: UTF-8, keys sorted, no blanks, whole numbers without a fraction."""
    text = _ENCODER.encode(value)
    # To look for whole numbers in the value takes ten times as long as to encode it.
    if ".0" in text or "e+" in text:
        text = _ENCODER.encode(with_whole_numbers(value))
    return text.encode("utf-8", "backslashreplace")


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
