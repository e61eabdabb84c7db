"""Until when the cells of a spreadsheet say that somebody has time, as data for a page that counts.

It lies beside the cells, in developer metadata of the spreadsheet, and says nothing that their
texts do not say: where, the moment, and the reserve that runs once it has passed. It goes with a
write of the texts and never needs one of its own.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from umpire.games.base import CHANCE
from umpire.json_types import JsonObject
from umpire.match import PendingDecision
from umpire.sheets.ranges import ASK, CLOCK, HEADLINE, of_seat
from umpire.store.worldtime import rfc3339
from umpire.watch.record import Record
from umpire.watch.sentences import BETWEEN, asked
from umpire.watch.spreadsheets import Spreadsheet

_KEY = "countdown"
_ID = 65_537
"""The id of the metadata that we make: with one of the server's a repeat would make a second."""


def countdowns(record: Record, spreadsheet: Spreadsheet) -> str:
    """Return the countdowns in the cells of a spreadsheet, as JSON."""
    match = record.match
    if match.outcome is not None or match.paused:
        return "[]"
    found = [one for one in _countdowns(record, spreadsheet) if one["range"] in spreadsheet.names]
    return json.dumps(found, separators=(",", ":"))


def _countdowns(record: Record, spreadsheet: Spreadsheet) -> Iterator[JsonObject]:
    players = record.match.header.players
    limits = {owed.by: limit for owed in record.match.pending if (limit := _limit(record, owed))}
    if spreadsheet.viewer is None or spreadsheet.is_console:
        at = 0
        for text, owed in asked(record):
            if owed.by in limits:
                yield {"range": HEADLINE, "at": at, **limits[owed.by]}
            at += len(f"{text}{BETWEEN}".encode("utf-16-le")) // 2
    for seat, player in enumerate(players):
        if player not in limits:
            continue
        if spreadsheet.is_console:
            yield {"range": CLOCK, "row": seat, **limits[player]}
        elif spreadsheet.viewer is None or seat in spreadsheet.seats:
            yield {"range": of_seat(CLOCK, seat), **limits[player]}
        if seat in spreadsheet.seats:
            yield {"range": of_seat(ASK, seat), **limits[player]}


def _limit(record: Record, owed: PendingDecision) -> JsonObject | None:
    """Return the moment of a decision's limit, and the reserve after it; None without a limit."""
    clock = owed.clock
    if clock is None or record.offset is None or owed.by == CHANCE:
        return None
    is_last = clock.in_reserve(record.match.now)
    falls = record.offset + (clock.end if is_last else clock.deadline)
    try:
        until = rfc3339(int(falls))  # to the second, as the text says it
    except (ValueError, OverflowError, OSError):
        return None  # no calendar reaches it
    reserve = 0.0 if is_last else round(clock.left, 1)
    return {"until": until, **({"reserve": reserve} if reserve else {})}


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of the metadata in a spreadsheet: its id, None if there is none, its value.

    `free` is the id that is made where there is none: who may write may have taken any.
    """

    id: int | None = None
    value: str | None = None
    free: int = _ID

    @classmethod
    def found_in(cls, metadata: JsonObject) -> "Kept":
        """Read it from the metadata of a spreadsheet."""
        taken = {one.get("metadataId") for one in metadata.get("developerMetadata", [])}
        free = next(one for one in count(_ID) if one not in taken)
        for one in metadata.get("developerMetadata", []):
            if one.get("metadataKey") == _KEY:
                return cls(one["metadataId"], one.get("metadataValue", ""), free)
        return cls(free=free)

    def keep(self, value: str) -> list[JsonObject]:
        """Return the request after which it has this value; none if it has already."""
        if value == self.value:
            return []
        if self.id is None:
            made: dict[str, Any] = {
                "metadataId": self.free,
                "metadataKey": _KEY,
                "metadataValue": value,
                "location": {"spreadsheet": True},
                "visibility": "DOCUMENT",
            }
            return [{"createDeveloperMetadata": {"developerMetadata": made}}]
        return [
            {
                "updateDeveloperMetadata": {
                    "dataFilters": [{"developerMetadataLookup": {"metadataId": self.id}}],
                    "developerMetadata": {"metadataValue": value},
                    "fields": "metadataValue",
                }
            }
        ]

    def written(self, value: str) -> "Kept":
        """Note that a write has set it."""
        return replace(self, id=self.id or self.free, value=value)

    def in_doubt(self) -> "Kept":
        """Note that nobody knows whether a write has set it."""
        return replace(self, value=None)
