"""Live countdowns: until when the cells of a spreadsheet say that somebody has time.

A program tells so in developer metadata at the spreadsheet with the key `countdown`: a JSON list of
objects with `range` (the name of a named range) and `until` (a moment, RFC 3339), and if they are
not 0 `row` (the row in that range, from 0), `at` (before which character of the cell's text the
countdown is drawn, counted as in textFormatRuns) and `reserve` (the seconds that run once the
moment has passed). The page draws them; nothing else reads them, and what makes no sense is left
out.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TypeAlias

from sheets_emulator.model import Document, JsonObject

KEY = "countdown"

Countdowns: TypeAlias = Mapping[tuple[int, int, int], list[list[float]]]
"""By a tab's id, a row and a column what is drawn there: `at`, the moment, the reserve (in ms)."""


def countdowns(document: Document) -> Countdowns:
    """Return the countdowns of a spreadsheet by cell."""
    found: dict[tuple[int, int, int], list[list[float]]] = {}
    names = {name.name: name for name in document.names}
    for one in _told(document):
        try:
            name = names[one["range"]]
            moment = datetime.fromisoformat(one["until"]).timestamp() * 1000
            drawn = [int(one.get("at", 0)), moment, float(one.get("reserve", 0)) * 1000]
            row = (name.area.top or 0) + int(one.get("row", 0))
        except (KeyError, TypeError, ValueError, OverflowError):
            continue
        found.setdefault((name.sheet_id, row, name.area.left or 0), []).append(drawn)
    return found


def _told(document: Document) -> Iterator[JsonObject]:
    for kept in document.metadata:
        if kept.key == KEY and kept.sheet_id is None:
            try:
                told = json.loads(kept.value)
            except ValueError:
                continue
            yield from told if isinstance(told, list) else ()
