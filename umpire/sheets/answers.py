"""The answers of a spreadsheets' server, read: blocks of cells, and snapshots."""

from dataclasses import dataclass
from typing import Any

import requests
from gspread.exceptions import IncorrectCellLabel
from gspread.utils import a1_range_to_grid_range, fill_gaps
from pydantic_core import from_json

from umpire.json_types import JsonObject
from umpire.sheets.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Block:
    """The content of a named range; `range` is its present place (`'Ana'!A5:A44`).

    `rows` has every row and column of the range; an empty cell is "". A number, a date (as a
    number) or a boolean is a JSON value, and for a formula it is the result.
    """

    range: str
    rows: tuple[tuple[str | float | bool, ...], ...]


@dataclass(frozen=True, slots=True)
class SnapshotAnswer:
    """A snapshot with the answer that brought it, so that the same answer is not read again.

    `request_key` identifies the request, and `digest` the bytes of the answer. `again` is the
    request with a short answer while nothing has changed, None for a server without such requests.
    """

    snapshot: Snapshot
    request_key: tuple[str, ...]
    digest: bytes
    again: requests.PreparedRequest | None


def request_again(answer: requests.Response) -> requests.PreparedRequest | None:
    """Return the request for an answer unless it is still this one; None if it bears no tag."""
    tag = answer.headers.get("ETag")
    if tag is None:
        return None
    again = answer.request.copy()
    again.headers["If-None-Match"] = tag
    return again


def read_json(answer: requests.Response) -> Any:
    """Return what an answer says, read in half of the time that `json` takes.

    Raises the JSONDecodeError of requests for what is no JSON.
    """
    try:
        return from_json(answer.content, cache_strings="keys")
    except ValueError:
        return answer.json()


def read_block(value_range: JsonObject) -> Block:
    """Put back the empty cells that a ValueRange leaves out."""
    text: str = value_range["range"]
    rows: list[list[Any]] = value_range.get("values", [])
    height, width = _size(text.rpartition("!")[2])
    height, width = max(height, len(rows)), max(width, *map(len, rows), 0)
    return Block(text, tuple(map(tuple, fill_gaps(rows, height, width))))


def _size(cells: str) -> tuple[int, int]:
    """Return how many rows and columns a range in A1 has, 0 where it does not end."""
    try:
        grid = a1_range_to_grid_range(cells)
    except IncorrectCellLabel:
        return 0, 0
    return (
        grid.get("endRowIndex", 0) - grid.get("startRowIndex", 0),
        grid.get("endColumnIndex", 0) - grid.get("startColumnIndex", 0),
    )
