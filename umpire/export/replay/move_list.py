"""The rows of the list of moves: who did what, as one viewer of a turn knows it.

Each row names its own player, so that none lacks its subject. What was typed in vain has no row: a
page takes the words from the log.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from umpire.export.transcript import Turn
from umpire.games.base import CHANCE, UMPIRE, Event
from umpire.json_types import JsonObject

_COMMANDS: Final = re.compile(r"\s*(pause|resume|extend|undo|note)\b", re.IGNORECASE)


class RowPool:
    """The rows of all turns and views, each stored once with a number.

    `replaced` are the numbers of turns with an answer that its author replaced or locked later.
    """

    def __init__(self, turns: Sequence[Turn] = ()) -> None:
        self.replaced = _replaced_answers(turns)
        self._numbers: dict[tuple[tuple[str, str], ...], int] = {}
        self.rows: list[JsonObject] = []

    def of_turn(self, turn: Turn, *, is_all_open: bool = False) -> list[int]:
        """Return the numbers of the rows of a turn as its viewer knows it.

        Where all is open, rows that tell several players the same are one.
        """
        rows = list(_rows(turn))
        return [self._number(row) for row in (_merged(rows) if is_all_open else rows)]

    def of_events(self, events: Sequence[Event]) -> list[int]:
        """Return the numbers of the rows of events."""
        return [self._number(_row(event)) for event in events]

    def _number(self, row: JsonObject) -> int:
        key = tuple((name, str(value)) for name, value in row.items())
        number = self._numbers.setdefault(key, len(self.rows))
        if number == len(self.rows):
            self.rows.append(row)
        return number


def is_aside(turn: Turn) -> bool:
    """Return whether a turn is shown only if somebody asks: a refusal, a command, or mere time."""
    line = turn.line
    if turn.limit_events:
        return False
    if not line.ok or (line.by is None and not turn.events):
        return True
    if line.by == UMPIRE:
        return _COMMANDS.match(line.say or "") is not None
    return line.by == CHANCE and not turn.events


def _replaced_answers(turns: Sequence[Turn]) -> set[int]:
    numbers: set[int] = set()
    later: set[tuple[str | None, str]] = set()
    for turn in reversed(turns):
        if turn.decision is not None and turn.line.ok:
            answered = turn.line.by, turn.decision.id
            if turn.effect == "held" and answered in later:
                numbers.add(turn.number)
            later.add(answered)
    return numbers


def _rows(turn: Turn) -> Iterator[JsonObject]:
    yield from map(_row, turn.limit_events)
    line = turn.line
    if is_aside(turn):
        return
    by = "Umpire" if line.by == UMPIRE else line.by
    if turn.effect == "held":  # what is told of it meanwhile is for its author
        yield {"by": by, "did": "held an answer"}
        return
    if by is not None and not turn.events:
        yield {"by": by, "did": _without_events(turn)}
    yield from map(_row, turn.events)


def _merged(rows: Sequence[JsonObject]) -> list[JsonObject]:
    """Return rows with one for what several players were told, the one with the most pieces."""
    merged: list[JsonObject] = []
    places: dict[tuple[str, ...], int] = {}
    for row in rows:
        key = tuple(str(row.get(name)) for name in ("by", "did", "end", "kind"))
        if "only" not in row or key not in places:
            if "only" in row:
                places[key] = len(merged)
            merged.append(row)
            continue
        before = merged[places[key]]
        fullest = max(before, row, key=lambda each: len(each.get("pieces", ())))
        merged[places[key]] = {name: part for name, part in fullest.items() if name != "only"}
    return merged


def _without_events(turn: Turn) -> str:
    if turn.effect == "locked":
        return "locked the answer"
    return f"answered: {turn.understood}" if turn.understood else "answered"


def _row(event: Event) -> JsonObject:
    """Return an event as a row: who did what, or else its sentence, after its author's name."""
    if event.did and event.kind != "round":
        data = event._asdict()
        row = {key: data[key] for key in ("by", "did", "pieces", "end", "only", "kind")}
        return {key: value for key, value in row.items() if value}
    text = event.text.removesuffix(".")
    starts = event.by is not None and text.startswith(f"{event.by} ")
    row = {
        "by": event.by if starts else None,
        "did": text.removeprefix(f"{event.by} ") if starts else text,
        "only": event.only,
        "kind": event.kind,
    }
    return {key: value for key, value in row.items() if value}
