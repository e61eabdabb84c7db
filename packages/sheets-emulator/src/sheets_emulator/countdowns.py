"""What a program tells a page beside the cells: countdowns, whose turn it is, times in UTC.

It does so in developer metadata at the spreadsheet with the key `countdown`: a JSON list of objects
with `range` (the name of a named range) and one of these. What makes no sense is left out; nothing
but the page reads them. What else stands there is for extensions of the page.

- `until` (a moment, RFC 3339): a countdown in the first cell of the range, or in the one of `row`
  (from 0), before the character `at` of its text (counted as in textFormatRuns), `instead` of so
  many characters there. `reserve` are the seconds that run once the moment has passed.
- `awaited` (true): it is the turn of whoever may type there, but for those who may everywhere.
- `utc` (true): times in the texts of the range are in UTC; readers see those of their own clocks.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final, NamedTuple

from sheets_emulator.access import Caller
from sheets_emulator.bounds import spend
from sheets_emulator.model import Box, Document, JsonObject, NamedRange, Sheet

KEY = "countdown"


class Told(NamedTuple):
    """What is told of the cells of a spreadsheet."""

    countdowns: Mapping[tuple[int, int, int], list[list[float]]]
    """By a tab's id, a row and a column what is drawn there: `at`, moment, reserve (in ms), and
    `instead` if it is told."""

    times: Mapping[int, list[Box]]
    """By a tab's id where times are in UTC; the cells above, which say so, are in it."""

    def has_times(self, sheet_id: int, row: int, column: int) -> bool:
        """Return whether times in this cell are in UTC."""
        boxes = self.times.get(sheet_id, ())
        spend(len(boxes) // 10)
        return any(box.covers(row, column) for box in boxes)

    def of(self, sheet_id: int) -> tuple[object, ...]:
        """Return what is told of one tab, to be compared."""
        drawn = [one for one in self.countdowns.items() if one[0][0] == sheet_id]
        return drawn, self.times.get(sheet_id)


UNTOLD: Final = Told({}, {})


def told(document: Document) -> Told:
    """Return what is told of the cells of a spreadsheet."""
    drawn: dict[tuple[int, int, int], list[list[float]]] = {}
    times: dict[int, list[Box]] = {}
    for one, name in entries(document):
        sheet = document.sheet(name.sheet_id)
        if one.get("utc") is True and sheet is not None:
            box = sheet.box(name.area)
            above = Box(max(0, box.top - 1), box.bottom, box.left, box.right)
            times.setdefault(name.sheet_id, []).append(above)
        if "until" not in one:
            continue
        try:
            moment = datetime.fromisoformat(one["until"]).timestamp() * 1000
            reserve = float(one.get("reserve", 0)) * 1000
            countdown = [int(one.get("at", 0)), moment, reserve]
            countdown += [int(one["instead"])] if one.get("instead") else []
            row = (name.area.top or 0) + int(one.get("row", 0))
        except (TypeError, ValueError, OverflowError):
            continue
        drawn.setdefault((name.sheet_id, row, name.area.left or 0), []).append(countdown)
    return Told(drawn, times)


def awaited(document: Document, caller: Caller) -> list[int]:
    """Return the ids of the tabs in which it is the turn of the account behind `caller`.

    Who may type everywhere is nobody whose turn it could be.
    """
    has_closed = any(True for sheet in document.sheets for _ in caller.closed(sheet))
    if not caller.may_write or not has_closed:
        return []
    return sorted(
        {
            name.sheet_id
            for one, name in entries(document)
            if one.get("awaited") is True
            and (sheet := document.sheet(name.sheet_id)) is not None
            and _is_open(sheet, sheet.box(name.area), caller)
        }
    )


def _is_open(sheet: Sheet, box: Box, caller: Caller) -> bool:
    """Return whether the account may type in a range, to its last row: its first may be taken."""
    return not box.is_empty and caller.may_edit_cell(sheet, box.bottom - 1, box.left)


def entries(document: Document) -> Iterator[tuple[JsonObject, NamedRange]]:
    """Yield what is told, each with the named range that it is told of."""
    names = {name.name: name for name in document.names}
    for kept in document.metadata:
        if kept.key != KEY or kept.sheet_id is not None:
            continue
        try:
            told = json.loads(kept.value)
        except ValueError:
            continue
        for one in told if isinstance(told, list) else ():
            if (
                isinstance(one, dict)
                and isinstance(one.get("range"), str)
                and one["range"] in names
            ):
                yield one, names[one["range"]]
