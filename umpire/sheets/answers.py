"""The answers of a spreadsheets' server, and how the same answer is not read again."""

from dataclasses import dataclass
from typing import Any

import requests
from pydantic_core import from_json

from umpire.sheets.snapshot import Snapshot


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
