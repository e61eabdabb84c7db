"""A request as the API methods see it, free of HTTP."""

import json
from dataclasses import dataclass

from starlette.datastructures import QueryParams

from sheets_emulator.errors import ApiError, invalid
from sheets_emulator.model import Json


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
        if not self.content.strip():
            return {}
        try:
            body = json.loads(self.content, parse_constant=_no_constant)
            if rb"\u" in self.content:  # half a surrogate pair is no text that can be kept
                json.dumps(body, ensure_ascii=False).encode("utf-8")
        except (ValueError, RecursionError):
            raise invalid("Invalid JSON payload received. Unexpected token.") from None
        return body


def _no_constant(name: str) -> Json:
    raise ValueError(name)


def no_method() -> ApiError:
    """404: the API has no such method."""
    return ApiError(404, "Method not found.")
