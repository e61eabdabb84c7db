"""The matches of a demo, one after the other, with the same people and the same links."""

import threading
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Self

from umpire.app_context import AppContext
from umpire.hosting.demos import make_demo_match
from umpire.hosting.plan import MatchRequest
from umpire.hosting.watch_process import WatchProcess
from umpire.match import Header
from umpire.sheets.account import Connect
from umpire.sheets.errors import Unreachable
from umpire.store import MatchRow, Store
from umpire.store.records import change_seats

_LOOK = 0.3
"""Seconds between two checks of the matches."""
_WATCHED_AT_ONCE = 2
"""The last match of a demo, and the one before, whose replay may not be made yet."""


class Rematches:
    """The matches of a demo, each with the process that watches it.

    Once a match is closed, the next one is made with the seats exchanged, and everybody's link
    opens both. It begins when somebody opens its page: `is_open` returns whether the page of a
    spreadsheet is open. With `to_the_end` there is only the first match. A match that nobody has
    played is deleted at the end.
    """

    def __init__(
        self,
        store: Store,
        app: AppContext,
        connect: Connect,
        row: MatchRow,
        is_open: Callable[[str], bool],
        *,
        to_the_end: bool,
    ) -> None:
        self._store = store
        self._app = app
        self._connect = connect
        self._is_open = is_open
        self._to_the_end = to_the_end
        self._rows = [row]
        self._next: MatchRow | None = None
        self._processes = [WatchProcess(app, row, to_the_end=to_the_end)]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._processes:
            process.end()
        for row in (*self._rows, self._next):
            if row is not None and not self._is_played(row):
                self._delete(row)

    def play(self, stop: threading.Event) -> MatchRow:
        """Play until everything is over or stopped; return the last match that was played.

        If nobody has played, return the first match.
        """
        with self:
            while not stop.wait(_LOOK) and not self.advance():
                continue
            return self._last_played

    @property
    def _last_played(self) -> MatchRow:
        return next(row for row in reversed(self._rows) if self._is_played(row))

    def advance(self) -> bool:
        """Make or begin the next match if it is time; return whether everything is over."""
        finished = [process.has_finished() for process in self._processes]
        if self._next is not None:
            if self._is_opened(self._next):
                self._begin(self._next)
        elif not self._to_the_end and self._store.find(self._rows[-1].id).status == "closed":
            # A server that is too slow now is asked again, and goes on where it was.
            with suppress(Unreachable):
                self._next = self._make_after(self._rows[-1])
        return finished[-1]

    def _make_after(self, last: MatchRow) -> MatchRow:
        hosting = self._store.hosting(last.id)
        assert hosting.server is not None
        header = Header(last.game, (*last.players[1:], last.players[0]), last.options)
        links = change_seats(hosting.links, last.players, header.players)
        bots = tuple(bot._replace(seat=(bot.seat - 1) % len(last.players)) for bot in last.bots)
        request = MatchRequest(header, hosting.server, links=links, bots=bots)
        return make_demo_match(self._store, self._connect, request)

    def _is_opened(self, row: MatchRow) -> bool:
        spreadsheets = self._store.hosting(row.id).spreadsheets.values()
        return any(map(self._is_open, spreadsheets))

    def _begin(self, row: MatchRow) -> None:
        """Watch a match, and stop watching all but the last two."""
        self._rows.append(row)
        self._next = None
        self._processes.append(WatchProcess(self._app, row, to_the_end=False))
        for process in self._processes[:-_WATCHED_AT_ONCE]:
            process.end()
        self._processes = self._processes[-_WATCHED_AT_ONCE:]

    def _is_played(self, row: MatchRow) -> bool:
        if row is self._rows[0]:
            return True
        return any(line.by in row.people for line in self._store.lines(row.id))

    def _delete(self, row: MatchRow) -> None:
        hosting = self._store.hosting(row.id)
        assert hosting.server is not None
        (account,) = self._connect(hosting.server)
        with closing(account.open()) as sheets:
            for spreadsheet in hosting.spreadsheets.values():
                sheets.trash(spreadsheet)
        self._store.delete(row.id)
