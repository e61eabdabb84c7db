"""The hashes of a log: each line's is chained to the one before, so that a change shows."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from umpire.json_types import JsonObject
from umpire.match.header import Header

_HEADER_KEYS = ("umpire", "game", "players", "options")
_LINE_KEYS = ("t", "by", "say")


def canonical(value: Any) -> bytes:
    """Return canonical JSON: UTF-8, keys sorted, no blanks, whole numbers without a fraction."""
    text = json.dumps(
        _whole(value), ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
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


def _whole(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, Mapping):
        return {key: _whole(inside) for key, inside in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(inside) for inside in value]
    return value
