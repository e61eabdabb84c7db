"""The answers of a spreadsheet server, kept so that the same answer is not read twice."""

from dataclasses import dataclass
from typing import Any

import requests
from pydantic_core import from_json

from umpire.sheets.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class SnapshotAnswer:
    """A snapshot, and enough of its answer to recognize the same answer.

    `request_key` identifies the request, and `digest` the bytes of the answer. `again` is a request
    whose answer is short while nothing has changed, None if the server has no such requests.
    """

    snapshot: Snapshot
    request_key: tuple[str, ...]
    digest: bytes
    again: requests.PreparedRequest | None


def request_again(answer: requests.Response) -> requests.PreparedRequest | None:
    """Return the request with a short answer if nothing has changed; None without a tag."""
    tag = answer.headers.get("ETag")
    if tag is None:
        return None
    again = answer.request.copy()
    again.headers["If-None-Match"] = tag
    return again


def read_json(answer: requests.Response) -> Any:
    """Return the JSON of an answer, in half of the time that its method `json` takes.

    Raises the JSONDecodeError of requests if it is not JSON.
    """
    try:
        return from_json(answer.content, cache_strings="keys")
    except ValueError:
        return answer.json()
