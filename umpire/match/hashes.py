"""The hashes of a log: each line's is chained to the one before, so that a change shows."""

import hashlib
from collections.abc import Mapping
from json import JSONEncoder
from typing import Any

from umpire.json_types import JsonObject, with_whole_numbers
from umpire.match.header import Header

_HEADER_KEYS = ("umpire", "game", "players", "options")
_LINE_KEYS = ("t", "by", "say")


_ENCODER = JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))


def canonical(value: Any) -> bytes:
    """Return canonical JSON: UTF-8, keys sorted, no blanks, whole numbers without a fraction."""
    text = _ENCODER.encode(value)
    # To look for whole numbers in the value takes ten times as long as to encode it.
    if ".0" in text or "e+" in text:
        text = _ENCODER.encode(with_whole_numbers(value))
    return text.encode("utf-8", "backslashreplace")


def header_hash(header: Header) -> str:
    """Return the hash with which a log's chain begins, in hex."""
    line = header.to_json()
    return _sha256(canonical({key: line[key] for key in _HEADER_KEYS}))


def line_hash(previous: str, line: Mapping[str, Any], state: JsonObject) -> str:
    """Return an accepted line's hash, in hex.

    `previous` is the hash before it, `state` the report's `state` after it.
    """
    said = {key: line[key] for key in _LINE_KEYS if key in line}
    return _sha256(b"\n".join((previous.encode("ascii"), canonical(said), canonical(state))))


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
