"""The bots of the matches that this daemon umpires: they think, and say what they think.

The store says which seats bots play, and how well. So whichever daemon umpires a match lets them
play, after a restart too. What a bot answers goes the way of `umpire say`, through the inbox.
"""

import random
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Self

from umpire.bots.process import BotProcess
from umpire.bots.thinking import seconds_of
from umpire.catalogue import find_game
from umpire.games.base import CUT, UMPIRE
from umpire.json_types import JsonObject
from umpire.match import Match, PendingDecision, asking, begin, judge
from umpire.store import MatchRow, Store, StoreUnavailable
from umpire.store.records import BotSeat
from umpire.store.replay import as_input
from umpire.store.worldtime import rfc3339

_READING = 1 / 3
"""The share of its pace for which a bot leaves a question there, for people who read along."""
_LOOK = 0.3
_SHORTEST_LOOK = 0.02
_LOOKS_A_PACE = 10
_LOOK_FOR_MATCHES = 2.0
"""So often a store's matches are all read, in seconds; in between only the logs of those with bots
are, from where they were read to."""
_AT_ONCE = 32
"""So many bots think at once; others wait, since more would have hardly a thought each."""


@dataclass(frozen=True, slots=True)
class FollowedMatch:
    """A match as somebody who reads its log knows it: the lines, and where they have led."""

    row: MatchRow
    match: Match
    lines: tuple[JsonObject, ...] = ()
    last_line: int = 0

    @classmethod
    def of(cls, row: MatchRow) -> Self:
        """Return a match before its first line."""
        return cls(row, begin(row.header(), find_game(row.game)).match)

    def catch_up(self, store: Store) -> Self:
        """Return the match as its log has it now."""
        followed = self
        for line in store.lines(self.row.id, self.last_line):
            logged = as_input(line)
            match, lines = judge(followed.match, logged).match, (*followed.lines, logged)
            followed = replace(followed, match=match, lines=lines, last_line=line.n)
        return followed

    def answer(
        self, pending: PendingDecision, bot_process: BotProcess | None, seconds: float
    ) -> str | None:
        """Return what to answer; None if the process was ended before.

        What is held and lacks nothing is locked. A cut is random, and so is every answer without a
        process.
        """
        if asking.can_lock(self.match, pending):
            return "lock"
        if bot_process is not None and pending.decision.kind.name != CUT:
            text = bot_process.answer(self.row.header(), self.lines, pending.by, seconds)
            if text is not None or bot_process.is_closed:
                return text
        return asking.random_answer(self.match, pending, random.Random())


@dataclass(slots=True)
class _Table:
    """A match with bots: what is known of it, and what each bot is about to answer."""

    row: MatchRow
    followed: FollowedMatch | None = None
    asked: dict[int, tuple[str, float]] = field(default_factory=dict)
    """What each bot is asked, and since when it is known to be, by its seat."""
    thoughts: dict[int, tuple[str, Future[str | None]]] = field(default_factory=dict)
    """What each bot thinks to answer, and to what, by its seat."""


class Bots:
    """The bots in a store's running matches, all or those of `ids`, that `holder` umpires.

    Each waits for its thought in a thread of `threads`, so none waits for another.
    """

    def __init__(
        self,
        store: Store,
        holder: str,
        bot_process: BotProcess,
        threads: ThreadPoolExecutor,
        ids: Sequence[str] = (),
    ) -> None:
        self._store = store
        self._holder = holder
        self._bot_process = bot_process
        self._threads = threads
        self._ids = ids
        self._tables: dict[str, _Table] = {}
        self._looked: float | None = None

    @property
    def look(self) -> float:
        """The seconds until the next turn: the fastest bot looks several times a pace."""
        paces = [bot.pace for table in self._tables.values() for bot in table.row.bots]
        return max(_SHORTEST_LOOK, min([_LOOK, *(pace / _LOOKS_A_PACE for pace in paces)]))

    def turn(self) -> None:
        """Let every bot think or answer that is asked something. Raises StoreUnavailable."""
        now = time.monotonic()
        if self._looked is None or now - self._looked >= _LOOK_FOR_MATCHES:
            self._look_for_matches()
            self._looked = now
        if not self._tables:
            return
        waiting = self._store.inbox.waiting()
        tables = [table for table in self._tables.values() if table.row.id not in waiting]
        last_lines = self._store.last_lines([table.row.id for table in tables])
        for table in tables:
            self._answer_at(table, last_lines.get(table.row.id, 0))

    def _look_for_matches(self) -> None:
        rows = [row for row in self._store.matches() if self._has_bots(row)]
        self._tables = {row.id: self._tables.get(row.id) or _Table(row) for row in rows}

    def _has_bots(self, row: MatchRow) -> bool:
        if row.is_over or not row.bots:
            return False
        return row.id in self._ids if self._ids else row.shelf is None

    def _is_umpired(self, row: MatchRow) -> bool:
        lease = self._store.leases.held(row.id, time.time())
        return lease is not None and lease.holder == self._holder

    def _answer_at(self, table: _Table, last_line: int) -> None:
        """Leave one bot's answer in the inbox, if one is due; the log then tells what follows."""
        followed = table.followed or FollowedMatch.of(table.row)
        if followed.last_line < last_line:
            followed = followed.catch_up(self._store)
        table.followed = followed
        for bot in table.row.bots:
            pending = _owed(followed.match, bot)
            if pending is None or _is_busy(table, bot, pending):
                continue
            if not (self._is_umpired(table.row) and _is_due(table, bot, pending)):
                continue
            text = self._thought(table, followed, bot, pending)
            if text is not None:
                self._store.inbox.put(table.row.id, pending.by, text, rfc3339(time.time()))
                return

    def _thought(
        self, table: _Table, followed: FollowedMatch, bot: BotSeat, pending: PendingDecision
    ) -> str | None:
        """Return what a bot has thought of; None while it thinks, or if nothing came of it."""
        decision, thought = table.thoughts.get(bot.seat, ("", None))
        if thought is None or decision != pending.decision.id:
            seconds = seconds_of(bot.level, bot.pace)
            bot_process = self._bot_process if seconds else None
            thought = self._threads.submit(followed.answer, pending, bot_process, seconds)
            table.thoughts[bot.seat] = pending.decision.id, thought
        if not thought.done():
            return None
        del table.thoughts[bot.seat]
        return thought.result()


def _owed(match: Match, bot: BotSeat) -> PendingDecision | None:
    """Return what a bot is still to answer; the umpire's speaks while no player is asked."""
    if match.paused or match.outcome is not None:
        return None
    pending = match.pending_of((*match.header.players, UMPIRE)[bot.seat])
    if pending is None or pending.locked or (pending.by == UMPIRE and len(match.pending) > 1):
        return None
    return pending


def _is_busy(table: _Table, bot: BotSeat, pending: PendingDecision) -> bool:
    """Return whether a bot goes on reading a question or thinking about it."""
    decision, since = table.asked.get(bot.seat, ("", 0.0))
    if decision != pending.decision.id:
        return False
    if time.monotonic() - since < bot.pace * _READING:
        return True
    decision, thought = table.thoughts.get(bot.seat, ("", None))
    return thought is not None and decision == pending.decision.id and not thought.done()


def _is_due(table: _Table, bot: BotSeat, pending: PendingDecision) -> bool:
    """Return whether a question has been there for long enough to be read."""
    now = time.monotonic()
    if table.asked.get(bot.seat, ("", now))[0] != pending.decision.id:
        table.asked[bot.seat] = pending.decision.id, now
    return now - table.asked[bot.seat][1] >= bot.pace * _READING


@contextmanager
def bots_playing(store: Store, holder: str, ids: Sequence[str] = ()) -> Iterator[None]:
    """Let the bots play in a separate thread meanwhile."""
    with ThreadPoolExecutor(_AT_ONCE, "thought") as threads, BotProcess() as bot_process:
        is_over = threading.Event()
        bots = Bots(store, holder, bot_process, threads, ids)
        thread = threading.Thread(target=_run, args=(bots, is_over), daemon=True, name="bots")
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()  # it waits for no thought


def _run(bots: Bots, is_over: threading.Event) -> None:
    while not is_over.wait(bots.look):
        with suppress(StoreUnavailable):  # it looks again in a moment
            bots.turn()
