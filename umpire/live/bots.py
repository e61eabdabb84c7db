"""Players who type answers into their score sheets, like people: random legal ones, or thought out.

A bot works with its own player's link alone, in the spreadsheet that the link opens: it may do no
more there than that player. It writes only into the next free row, and only after its last one has
been answered; an answer that is held it locks, or says another if it is incomplete.

In a game that its umpire directs a bot may do that too.
"""

import random
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from umpire.catalogue import find_game
from umpire.games.base import CUT, UMPIRE
from umpire.json_types import JsonObject
from umpire.live.mind import Mind
from umpire.match import Match, PendingDecision, asking, begin, judge
from umpire.sheets.client import Sheets
from umpire.sheets.errors import Unreachable
from umpire.sheets.grid import Place, Rect, read_place, sheet_ids
from umpire.sheets.ranges import ANSWER, ENTRY, of_seat
from umpire.showing.scoresheet import is_blank
from umpire.store import MatchRow, Store, StoreUnavailable
from umpire.store.replay import as_input
from umpire.store.worldtime import rfc3339

_LOOKS_A_PACE = 4
_SHORTEST_LOOK = 0.02


class Follower:
    """Somebody who follows a match by its log."""

    def __init__(self, store: Store, row: MatchRow) -> None:
        self._store = store
        self._row = row
        self._random = random.Random()
        self._match = begin(row.header(), find_game(row.game)).match
        self._lines: list[JsonObject] = []
        self._line = 0

    def catch_up(self) -> Match:
        """Return the match as its log has it now."""
        for line in self._store.lines(self._row.id, self._line):
            self._lines = [*self._lines, as_input(line)]  # a thought may still read the old ones
            self._match = judge(self._match, self._lines[-1]).match
            self._line = line.n
        return self._match

    def answer(self, owed: PendingDecision, mind: Mind | None, seconds: float) -> str | None:
        """Return what to answer; None if the mind was not let think to the end.

        What is held and lacks nothing is locked. A cut is random, and all is without a mind.
        """
        if asking.can_lock(self._match, owed):
            return "lock"
        if mind is not None and owed.decision.kind.name != CUT:
            text = mind.answer(self._row.header(), self._lines, owed.by, seconds)
            if text is not None or mind.is_closed:
                return text
        return asking.random_answer(self._match, owed, self._random)


class UmpireBot(Follower):
    """The umpire's bot in a game that is directed; it speaks while no player is asked."""

    def __init__(self, store: Store, row: MatchRow, pace: float) -> None:
        super().__init__(store, row)
        self._pace = pace

    def play(self, stop: threading.Event) -> None:
        """Direct the match until it is over or `stop` is set."""
        command: int | None = None
        while not stop.wait(max(self._pace, _SHORTEST_LOOK)):
            with suppress(StoreUnavailable):  # it looks again in a moment
                if command is not None and self._store.inbox.result(command) is None:
                    continue
                match = self.catch_up()
                if match.outcome is not None:
                    return
                owed = match.owed_by(UMPIRE)
                if owed is None or match.paused or len(match.pending) > 1:
                    continue
                text = asking.random_answer(match, owed, self._random)
                now = rfc3339(time.time())
                command = self._store.inbox.put(self._row.id, UMPIRE, text, now)


class Bot(Follower):
    """One player's bot. It waits for `least` to `pace` seconds before it writes.

    `sheets` is the connection of the player's own link, `spreadsheet` what it opens. With a `mind`
    it then thinks for so many `seconds`; without one it chooses at random.
    """

    def __init__(
        self,
        store: Store,
        row: MatchRow,
        seat: int,
        sheets: Sheets,
        spreadsheet: str,
        pace: float,
        least: float = 0.0,
        mind: Mind | None = None,
        seconds: float = 0.0,
    ) -> None:
        super().__init__(store, row)
        self._seat = seat
        self._player = row.players[seat]
        self._sheets = sheets
        self._spreadsheet = spreadsheet
        self._pace = pace
        self._least = least
        self._mind = mind
        self._seconds = seconds
        self._tabs: dict[str, int] | None = None

    def play(self, stop: threading.Event) -> None:
        """Play until the match is over or `stop` is set."""
        look = max((self._pace + self._seconds) / _LOOKS_A_PACE, _SHORTEST_LOOK)
        while not stop.wait(look):
            with suppress(Unreachable, StoreUnavailable):  # it looks again in a moment
                if self.catch_up().outcome is not None:
                    return
                waits = self._random.uniform(self._least, self._pace)
                if self.is_asked() and not stop.wait(waits):
                    self.write()

    def is_asked(self) -> bool:
        """Whether the player may answer now, as far as the log was read."""
        owed = self._match.owed_by(self._player)
        return owed is not None and not owed.locked and not self._match.paused

    def write(self) -> None:
        """Write an answer into the next free row, unless a row still waits for its own.

        Once every row is answered the log tells whether something else is asked.
        """
        names = [of_seat(name, self._seat) for name in (ENTRY, ANSWER)]
        blocks = self._sheets.read(self._spreadsheet, names)
        entries, answers = (_column(blocks[name].rows) for name in names)
        free = max((row for row, value in enumerate(entries, 1) if not is_blank(value)), default=0)
        if free and is_blank(answers[free - 1]):
            return
        owed = self.catch_up().owed_by(self._player)
        if owed is None or not self.is_asked():
            return
        text = self.answer(owed, self._mind, self._seconds)
        if text is None:
            return
        if self._tabs is None:
            fields = "sheets.properties(sheetId,title)"
            self._tabs = sheet_ids(self._sheets.metadata(self._spreadsheet, fields))
        column = read_place(blocks[names[0]].range, self._tabs)
        self._sheets.write(self._spreadsheet, [_typing(column, free, text)])


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
