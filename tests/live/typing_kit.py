"""Players who type answers into their score sheets, as people do: random legal ones.

Each works with its own player's link alone. It writes only into the next free row, and only after
its last one has been answered; an answer that is held it locks, or says another if it is
incomplete.
"""

import random
import threading
from collections.abc import Sequence
from contextlib import suppress

from named_ranges import places_of, read_named

from umpire.bots.seats import FollowedMatch
from umpire.json_types import JsonObject
from umpire.match import Match, PendingDecision, asking
from umpire.projections.scoresheet import is_blank
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Unreachable
from umpire.sheets.grid import Place, Rect
from umpire.sheets.ranges import ANSWER, ENTRY, of_seat
from umpire.store import MatchRow, Store, StoreUnavailable

_LOOKS_A_PACE = 4
_SHORTEST_LOOK = 0.02


class Typist:
    """One player, who waits for up to `pace` seconds before each answer.

    `sheets` is the connection of the player's own link, `spreadsheet` what it opens.
    """

    def __init__(
        self,
        store: Store,
        row: MatchRow,
        seat: int,
        sheets: SheetsClient,
        spreadsheet: str,
        pace: float,
    ) -> None:
        self._store = store
        self._followed = FollowedMatch.of(row)
        self._random = random.Random()
        self._seat = seat
        self._player = row.players[seat]
        self._sheets = sheets
        self._spreadsheet = spreadsheet
        self._pace = pace

    def play(self, stop: threading.Event) -> None:
        """Play until the match is over or `stop` is set."""
        look = max(self._pace / _LOOKS_A_PACE, _SHORTEST_LOOK)
        while not stop.wait(look):
            with suppress(Unreachable, StoreUnavailable):  # it looks again in a moment
                if self.catch_up().outcome is not None:
                    return
                waits = self._random.uniform(0.0, self._pace)
                if self.is_asked() and not stop.wait(waits):
                    self.write()

    @property
    def _match(self) -> Match:
        return self._followed.match

    def catch_up(self) -> Match:
        """Return the match as its log has it now."""
        self._followed = self._followed.catch_up(self._store)
        return self._match

    def answer(self, pending: PendingDecision) -> str:
        """Return what to answer."""
        if asking.can_lock(self._match, pending):
            return "lock"
        return asking.random_answer(self._match, pending, self._random)

    def is_asked(self) -> bool:
        """Whether the player may answer now, as far as the log was read."""
        pending = self._match.pending_of(self._player)
        return pending is not None and not pending.locked and not self._match.paused

    def write(self) -> None:
        """Write an answer into the next free row, unless a row still waits for its own.

        Once every row is answered the log tells whether something else is asked.
        """
        names = [of_seat(name, self._seat) for name in (ENTRY, ANSWER)]
        blocks = read_named(self._sheets, self._spreadsheet, names)
        entries, answers = (_column(blocks[name]) for name in names)
        free = max((row for row, value in enumerate(entries, 1) if not is_blank(value)), default=0)
        if free and is_blank(answers[free - 1]):
            return
        pending = self.catch_up().pending_of(self._player)
        if pending is None or not self.is_asked():
            return
        column = places_of(self._sheets, self._spreadsheet)[names[0]]
        self._sheets.write(self._spreadsheet, [_typing(column, free, self.answer(pending))])


def _column(rows: Sequence[Sequence[object]]) -> list[object]:
    return [row[0] if row else None for row in rows]


def _typing(column: Place, row: int, text: str) -> JsonObject:
    top, left = column.rect.top + row, column.rect.left
    cell = Place(column.sheet, Rect(top, left, top + 1, left + 1))
    return {
        "updateCells": {
            "range": cell.grid_range(),
            "rows": [{"values": [{"userEnteredValue": {"stringValue": text}}]}],
            "fields": "userEnteredValue",
        }
    }
