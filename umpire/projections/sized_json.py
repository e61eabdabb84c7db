"""JSON with its length, for data of which only so much may be written."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from umpire.json_types import JsonObject


class SizedJson(NamedTuple):
    """A piece of JSON, and its length as text with a comma."""

    data: Any
    size: int


def sized(data: Any) -> SizedJson:
    """Return a piece of JSON with its length."""
    return SizedJson(data, len(json.dumps(data, separators=(",", ":"))) + 1)


def filled(data: Mapping[str, Any]) -> JsonObject:
    """Leave out what is empty."""
    return {key: value for key, value in data.items() if value}


def size_of(pieces: Iterable[SizedJson]) -> int:
    """Return the length of pieces together."""
    return sum(piece.size for piece in pieces)
