"""The newest events of a match as a page draws them, as far as there is room."""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from umpire.games.base import Event
from umpire.json_types import JsonObject
from umpire.projections.match_history import MatchHistory
from umpire.projections.sized_json import SizedJson, filled, sized

_MOST: Final = 40


def fitting_events(history: MatchHistory, viewer: str | None, room: int) -> list[SizedJson]:
    """Return the events for a viewer for which there is room, newest first.

    Those that an `undo` took back are left out. Each has the `round` in which it happened.
    """
    entries: list[SizedJson] = []
    for event, round_title in islice(reversed([*_events(history, viewer)]), _MOST):
        entry = sized(_event(event, round_title))
        if entry.size > room:
            break
        entries.append(entry)
        room -= entry.size
    return entries


def _events(history: MatchHistory, viewer: str | None) -> Iterator[tuple[Event, str]]:
    """Yield the events that count, oldest first, each with the heading of its round."""
    round_title = ""
    for place, event in enumerate(history.events):
        if event.is_told_to(viewer) and place not in history.undone_events:
            if event.kind == "round":
                round_title = event.did or event.text
            round_title = event.in_round or round_title
            yield event, round_title


def _event(event: Event, round_title: str) -> JsonObject:
    return filled(
        {
            "by": event.by,
            "did": event.did,
            "pieces": event.pieces,
            "end": event.end,
            "kind": event.kind,
            "text": event.text,
            "round": round_title,
        }
    )
