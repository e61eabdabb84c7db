"""Answers on their way out: JSON made piece by piece, and sent no faster than it is taken.

An answer may be a hundred million bytes long. It lies in memory once, as bytes, and counts among
the answers that the server holds until its client has taken it.
"""

import json
import weakref
from collections.abc import Iterator
from io import BytesIO
from typing import Final

from pydantic_core import to_json
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sheets_emulator.bounds import answered, hand_over, let_go, spend_answer
from sheets_emulator.model import Json, JsonObject

_PART: Final = 256 * 1024  # bytes that are sent at once
_LEVELS: Final = 6  # from an answer down to the rows of its cells
_WHOLE: Final = 16_000_000  # bytes that are made at once: that is several times as fast


class JsonResponse(Response):
    """A JSON answer, of which the next part is sent when the client has taken the one before."""

    def __init__(self, found: JsonObject, headers: dict[str, str], *, pretty: bool = False) -> None:
        if pretty:
            spend_answer(2 * answered())  # it grows to about three times its length
        held = hand_over()
        weakref.finalize(self, let_go, held)
        content = BytesIO()
        content.writelines(_pieces(found, _LEVELS if held > _WHOLE else 0, "\n" if pretty else ""))
        super().__init__(
            content.getvalue(), headers=headers, media_type="application/json; charset=UTF-8"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        start = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **start})
        parts = range(0, len(self.body), _PART)
        for at in parts:
            part = self.body[at : at + _PART]
            more = at != parts[-1]
            await send({"type": "http.response.body", "body": part, "more_body": more})


def _pieces(value: Json, levels: int, line: str) -> Iterator[bytes]:
    """Yield a value as JSON, in as many pieces as it has parts so many levels down.

    `line` begins a new line with the indent of this level; it is empty where all stands in one.
    """
    if not levels or not value or not isinstance(value, dict | list):
        yield _indented(value, line) if line else to_json(value)
        return
    below = f"{line}  " if line else ""
    comma = f",{below}"
    if isinstance(value, dict):
        opening, closing = "{", "}"
        colon = ": " if line else ":"
        parts = [
            (json.dumps(name, ensure_ascii=False) + colon, part) for name, part in value.items()
        ]
    else:
        opening, closing = "[", "]"
        parts = [("", part) for part in value]
    before = opening + below
    for name, part in parts:
        yield (before + name).encode()
        yield from _pieces(part, levels - 1, below)
        before = comma
    yield (line + closing).encode()


def _indented(value: Json, line: str) -> bytes:
    return json.dumps(value, ensure_ascii=False, indent=2).replace("\n", line).encode()
