"""A request as the API methods see it, free of HTTP."""

import json
import math
import re
from dataclasses import dataclass

from starlette.datastructures import QueryParams

from sheets_emulator.errors import ApiError, invalid
from sheets_emulator.model import Json

_LONG_NUMBER = 300  # digits; a double has 309 at most
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """One request of one account.

    `path` are the parts of the path behind the API's own prefix, each decoded; `verb` is what
    followed a colon at its end (`batchUpdate`), "" if nothing did. `app` is what asks for the
    account; with `only_own` it may use no files but those that it made.
    """

    method: str
    path: tuple[str, ...]
    verb: str
    query: QueryParams
    content: bytes
    account: str
    app: str
    only_own: bool = False
    content_type: str = ""

    @property
    def confined_to(self) -> str | None:
        """The app whose files alone may be used; None if any may."""
        return self.app if self.only_own else None

    def json(self) -> Json:
        """Read the body; an empty one is an empty object. Raises 400 if it is no JSON."""
        return read_json(self.content) if self.content.strip() else {}


def read_json(content: bytes) -> Json:
    """Read JSON as strictly as Google does; raises 400 if it is none."""
    try:
        body = json.loads(
            content, parse_constant=_no_constant, parse_float=_finite, parse_int=_whole
        )
        if _SURROGATE.search(content):  # half a pair of them is no text that can be kept
            json.dumps(body, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise invalid("Invalid JSON payload received. Unexpected token.") from None
    return body


def _no_constant(name: str) -> Json:
    raise ValueError(name)


def _finite(digits: str) -> float:
    """Read a number as Google does: one too large for a double is none."""
    found = float(digits)
    if not math.isfinite(found):
        raise ValueError(digits)
    return found


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) < _LONG_NUMBER else _finite(digits)


def no_method() -> ApiError:
    """404: the API has no such method."""
    return ApiError(404, "Method not found.")
