"""Bots that have a seat in a match which this daemon umpires: they think, and say what they think.

A player's name tells that a bot plays it, and how well (`umpire.thinking.bot_name`), so nothing
else is kept of it: whichever daemon umpires the match lets it play, after a restart too. What a
bot answers goes the way of `umpire say`, through the inbox.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from umpire.live.bots import Follower
from umpire.live.mind import Mind
from umpire.match.state import PendingDecision
from umpire.store import MatchRow, Store, StoreUnavailable
from umpire.store.worldtime import rfc3339
from umpire.thinking import level_of, seconds_of

PACE = 3.0
"""About how many seconds a bot takes to answer; it thinks for a share of them by its level."""
_SHORTEST = 1.0
"""So many seconds a question is there before it is answered, for people who read along."""
_LOOK = 0.3
_LOOK_FOR_MATCHES = 2.0
"""So often a store's matches are all read, in seconds; in between only the logs of those with bots
are, from where they were read to."""
_AT_ONCE = 32
"""So many bots think at once; others wait, since more would have hardly a thought each."""


@dataclass(slots=True)
class _Table:
    """A match with bots: what is known of it, and what was said last."""

    row: MatchRow
    follower: Follower
    command: int | None = None
    """The number of the last answer in the inbox."""
    asked: dict[str, tuple[str, float]] = field(default_factory=dict)
    """What each bot is asked, and since when it is known to be."""
    thoughts: dict[str, tuple[str, Future[str | None]]] = field(default_factory=dict)
    """What each bot thinks to answer, and to what."""


class SeatedBots:
    """The bots in a store's running matches, all or those of `ids`, that `holder` umpires.

    Each waits for its thought in a thread of `threads`, so none waits for another.
    """

    def __init__(
        self,
        store: Store,
        holder: str,
        mind: Mind,
        threads: ThreadPoolExecutor,
        ids: Sequence[str] = (),
        pace: float = PACE,
    ) -> None:
        self._store = store
        self._holder = holder
        self._mind = mind
        self._threads = threads
        self._ids = ids
        self._pace = pace
        self._tables: dict[str, _Table] = {}
        self._looked: float | None = None

    def turn(self) -> None:
        """Let every bot think or answer that is asked something. Raises StoreUnavailable."""
        now = time.monotonic()
        if self._looked is None or now - self._looked >= _LOOK_FOR_MATCHES:
            self._look_for_matches()
            self._looked = now
        for table in self._tables.values():
            self._answer_at(table)

    def _look_for_matches(self) -> None:
        rows = [row for row in self._store.matches() if self._has_bots(row)]
        self._tables = {
            row.id: self._tables.get(row.id) or _Table(row, Follower(self._store, row))
            for row in rows
        }

    def _has_bots(self, row: MatchRow) -> bool:
        if row.is_over or not any(map(level_of, row.players)):
            return False
        return row.id in self._ids if self._ids else row.shelf is None

    def _is_umpired(self, row: MatchRow) -> bool:
        lease = self._store.leases.held(row.id, time.time())
        return lease is not None and lease.holder == self._holder

    def _answer_at(self, table: _Table) -> None:
        row = table.row
        if table.command is not None and self._store.inbox.result(table.command) is None:
            return
        for player in row.players:
            level = level_of(player)
            owed = None if level is None else self._owed(table, player)
            if level is None or owed is None or not self._is_due(table, owed):
                continue
            if not self._is_umpired(row):
                return
            text = self._thought(table, owed, level)
            if text is not None:
                at = rfc3339(time.time())
                table.command = self._store.inbox.put(row.id, player, text, at)
                return

    def _thought(self, table: _Table, owed: PendingDecision, level: int) -> str | None:
        """Return what a bot has thought of; None while it thinks, or if nothing came of it."""
        decision, thought = table.thoughts.get(owed.by, ("", None))
        if thought is None or decision != owed.decision.id:
            seconds = seconds_of(level, self._pace)
            mind = self._mind if seconds else None
            thought = self._threads.submit(table.follower.answer, owed, mind, seconds)
            table.thoughts[owed.by] = owed.decision.id, thought
        if not thought.done():
            return None
        del table.thoughts[owed.by]
        return thought.result()

    def _owed(self, table: _Table, player: str) -> PendingDecision | None:
        """Return what somebody is still to answer, as the log stands now."""
        match = table.follower.catch_up()
        owed = match.owed_by(player)
        if match.paused or match.outcome is not None or owed is None or owed.locked:
            return None
        return owed

    def _is_due(self, table: _Table, owed: PendingDecision) -> bool:
        now = time.monotonic()
        if table.asked.get(owed.by, ("", now))[0] != owed.decision.id:
            table.asked[owed.by] = owed.decision.id, now
        return now - table.asked[owed.by][1] >= min(_SHORTEST, self._pace)


@contextmanager
def bots_playing(store: Store, holder: str, ids: Sequence[str] = ()) -> Iterator[None]:
    """Let the bots play in a separate thread meanwhile."""
    with ThreadPoolExecutor(_AT_ONCE, "thought") as threads, Mind() as mind:
        is_over = threading.Event()
        bots = SeatedBots(store, holder, mind, threads, ids)
        thread = threading.Thread(target=_run, args=(bots, is_over), daemon=True, name="bots")
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()  # it waits for no thought


def _run(bots: SeatedBots, is_over: threading.Event) -> None:
    while not is_over.wait(_LOOK):
        with suppress(StoreUnavailable):  # it looks again in a moment
            bots.turn()
