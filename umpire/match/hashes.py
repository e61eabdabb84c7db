"""The hashes of a log: each line's is chained to the one before, so that a change shows."""

import hashlib
import re
from json import JSONEncoder
from typing import Any, TypeAlias

from umpire.json_types import JsonObject, with_whole_numbers
from umpire.match.header import Header

LOG_VERSION = 2
"""What a log's header says of how its lines are written and chained."""

_RULES = ("umpire", "game", "players", "options")
_ENCODER = JSONEncoder(
    check_circular=False,
    ensure_ascii=False,
    allow_nan=False,
    sort_keys=True,
    separators=(",", ":"),
)

_WHOLE_FLOAT = re.compile(r"\.0(?![0-9])")


def canonical(value: Any) -> bytes:
    """Return canonical JSON: UTF-8, keys sorted, no blanks, whole numbers without a fraction."""
    text = _ENCODER.encode(value)
    if _may_hold_whole_floats(text):
        text = _ENCODER.encode(with_whole_numbers(value))
    return text.encode("utf-8", "backslashreplace")


_Records: TypeAlias = dict[int, tuple[JsonObject, str]]
"""Objects by their ids, and the text of each."""


class CanonicalStates:
    """Canonical JSON of one state of a match after another.

    Most of a state are objects in a list or an object, such as records of what is over: those that
    its report gives again are not encoded again.
    """

    def __init__(self) -> None:
        self._records: _Records = {}

    def text(self, state: JsonObject) -> bytes:
        """Return the canonical JSON of the next state, as it is reported."""
        parts, run, records = [], dict[str, Any](), self._records
        self._records = {}
        for key in sorted(state):
            value = state[key]
            if _holds_records(value):
                parts += _members(run)
                parts.append(f"{_ENCODER.encode(key)}:{self._records_of(value, records)}")
                run = {}
            else:
                run[key] = value
        parts += _members(run)
        text = f"{{{','.join(parts)}}}"
        if _may_hold_whole_floats(text):
            return canonical(state)
        return text.encode("utf-8", "backslashreplace")

    def _records_of(self, value: Any, before: _Records) -> str:
        if isinstance(value, list):
            return f"[{','.join([self._record(each, before) for each in value])}]"
        members = [
            f"{_ENCODER.encode(key)}:{self._record(value[key], before)}" for key in sorted(value)
        ]
        return f"{{{','.join(members)}}}"

    def _record(self, record: JsonObject, before: _Records) -> str:
        kept = before.get(id(record))
        if kept is None:
            kept = record, _ENCODER.encode(record)
        self._records[id(record)] = kept
        return kept[1]


def _holds_records(value: Any) -> bool:
    """Return whether a value holds objects and nothing else."""
    if type(value) is dict:
        value = [*value.values()]
    elif type(value) is not list:
        return False
    # Most hold other things, and one look tells.
    return bool(value) and type(value[0]) is dict and all(type(each) is dict for each in value)


def _members(of: JsonObject) -> list[str]:
    return [_ENCODER.encode(of)[1:-1]] if of else []


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
