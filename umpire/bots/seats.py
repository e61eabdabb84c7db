"""The bots of the matches that this daemon umpires: let them think, and enter their answers.

The store says which seats bots play, and at which level. So every daemon that umpires a match lets
them play, even after a restart. A bot's answer goes through the inbox, like that of `umpire say`.
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
from umpire.bots.thinking import thinking_seconds
from umpire.catalogue import find_game
from umpire.games.base import CUT, UMPIRE, Rejected
from umpire.json_types import JsonObject
from umpire.match import Match, PendingDecision, asking, begin, judge
from umpire.store import MatchRow, Store, StoreUnavailable
from umpire.store.records import BotSeat
from umpire.store.replay import as_input
from umpire.store.worldtime import rfc3339

_READING = 1 / 3
"""The share of its pace that a bot waits before it answers, for people who read along."""
_USUAL_INTERVAL = 0.3
_SHORTEST_INTERVAL = 0.02
_TURNS_A_PACE = 10
_SCAN_INTERVAL = 2.0
"""Seconds between two readings of all the store's matches. In between only the new lines of matches
with bots are read."""
_MOST_AT_ONCE = 32
"""The most bots that think at once. More would have hardly any time each, so the others wait."""


@dataclass(frozen=True, slots=True)
class FollowedMatch:
    """A match followed through its log: the lines so far, and the match after them."""

    row: MatchRow
    match: Match
    lines: tuple[JsonObject, ...] = ()
    last_line: int = 0

    @classmethod
    def of(cls, row: MatchRow) -> Self:
        """Return the match before its first line."""
        return cls(row, begin(row.header(), find_game(row.game)).match)

    def catch_up(self, store: Store) -> Self:
        """Return the match after all lines that its log has now."""
        followed = self
        for line in store.lines(self.row.id, self.last_line):
            logged = as_input(line)
            match, lines = judge(followed.match, logged).match, (*followed.lines, logged)
            followed = replace(followed, match=match, lines=lines, last_line=line.n)
        return followed

    def answer(
        self, pending: PendingDecision, bot_process: BotProcess | None, seconds: float
    ) -> str | None:
        """Return a bot's answer; None if no answer is legal, or the process was ended before.

        A complete answer that is held is locked. A cut is random, and so is every answer without a
        process.
        """
        if asking.can_lock(self.match, pending):
            return "lock"
        if bot_process is not None and pending.decision.kind.name != CUT:
            text = bot_process.answer(self.row.header(), self.lines, pending.by, seconds)
            if text is not None or bot_process.is_closed:
                return text
        text = asking.random_answer(self.match, pending, random.Random())
        try:
            pending.decision.kind.read(self.match.state, pending.decision, text)
        except Rejected:
            return None
        return text


@dataclass(slots=True)
class _BotMatch:
    """A match with bots: how far its log was read, and each bot's question and answer."""

    row: MatchRow
    followed: FollowedMatch | None = None
    asked_since: dict[int, tuple[str, float]] = field(default_factory=dict)
    """Each bot's decision, and when the bot was first seen to owe it, by its seat."""
    answers: dict[int, tuple[str, Future[str | None]]] = field(default_factory=dict)
    """Each bot's decision and its answer, perhaps still being thought about, by its seat."""


class Bots:
    """The bots in the running matches that `holder` umpires, all or those of `ids`.

    Each answer is waited for in its own thread of `threads`, so no bot waits for another.
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
        self._matches: dict[str, _BotMatch] = {}
        self._last_scan: float | None = None

    @property
    def seconds_to_next_turn(self) -> float:
        """The seconds until the next turn: there are several in the pace of the fastest bot."""
        paces = [bot.pace for bot_match in self._matches.values() for bot in bot_match.row.bots]
        return max(
            _SHORTEST_INTERVAL, min([_USUAL_INTERVAL, *(pace / _TURNS_A_PACE for pace in paces)])
        )

    def turn(self) -> None:
        """Let every bot that owes an answer think or answer. Raises StoreUnavailable."""
        now = time.monotonic()
        if self._last_scan is None or now - self._last_scan >= _SCAN_INTERVAL:
            self._scan_matches()
            self._last_scan = now
        if not self._matches:
            return
        waiting = self._store.inbox.waiting()
        matches = [each for each in self._matches.values() if each.row.id not in waiting]
        last_lines = self._store.last_lines([bot_match.row.id for bot_match in matches])
        for bot_match in matches:
            self._answer_in(bot_match, last_lines.get(bot_match.row.id, 0))

    def _scan_matches(self) -> None:
        rows = [row for row in self._store.matches() if self._has_bots(row)]
        self._matches = {row.id: self._matches.get(row.id) or _BotMatch(row) for row in rows}

    def _has_bots(self, row: MatchRow) -> bool:
        if row.is_over or not row.bots:
            return False
        return row.id in self._ids if self._ids else row.shelf is None

    def _is_umpired(self, row: MatchRow) -> bool:
        lease = self._store.leases.current(row.id, time.time())
        return lease is not None and lease.holder == self._holder

    def _answer_in(self, bot_match: _BotMatch, last_line: int) -> None:
        """Put one bot's answer into the inbox, if one is ready; then wait for the log.

        `last_line` is the number of the log's last line.
        """
        followed = bot_match.followed or FollowedMatch.of(bot_match.row)
        if followed.last_line < last_line:
            followed = followed.catch_up(self._store)
        bot_match.followed = followed
        for bot in bot_match.row.bots:
            pending = _open_decision(followed.match, bot)
            if pending is None or _is_busy(bot_match, bot, pending):
                continue
            if not (self._is_umpired(bot_match.row) and _is_due(bot_match, bot, pending)):
                continue
            text = self._finished_answer(bot_match, followed, bot, pending)
            if text is not None:
                self._store.inbox.put(bot_match.row.id, pending.by, text, rfc3339(time.time()))
                return

    def _finished_answer(
        self, bot_match: _BotMatch, followed: FollowedMatch, bot: BotSeat, pending: PendingDecision
    ) -> str | None:
        """Return a bot's answer; None while it thinks, or if it has none."""
        decision, answer = bot_match.answers.get(bot.seat, ("", None))
        if answer is None or decision != pending.decision.id:
            seconds = thinking_seconds(bot.level, bot.pace)
            bot_process = self._bot_process if seconds else None
            answer = self._threads.submit(followed.answer, pending, bot_process, seconds)
            bot_match.answers[bot.seat] = pending.decision.id, answer
        if not answer.done():
            return None
        del bot_match.answers[bot.seat]
        return answer.result()


def _open_decision(match: Match, bot: BotSeat) -> PendingDecision | None:
    """Return the decision that a bot owes; the umpire's bot waits until no player owes one."""
    if match.paused or match.outcome is not None:
        return None
    pending = match.pending_of((*match.header.players, UMPIRE)[bot.seat])
    if pending is None or pending.locked or (pending.by == UMPIRE and len(match.pending) > 1):
        return None
    return pending


def _is_busy(bot_match: _BotMatch, bot: BotSeat, pending: PendingDecision) -> bool:
    """Return whether a bot is still reading a question or thinking about it."""
    decision, since = bot_match.asked_since.get(bot.seat, ("", 0.0))
    if decision != pending.decision.id:
        return False
    if time.monotonic() - since < bot.pace * _READING:
        return True
    decision, answer = bot_match.answers.get(bot.seat, ("", None))
    return answer is not None and decision == pending.decision.id and not answer.done()


def _is_due(bot_match: _BotMatch, bot: BotSeat, pending: PendingDecision) -> bool:
    """Return whether people have had enough time to read the question."""
    now = time.monotonic()
    if bot_match.asked_since.get(bot.seat, ("", now))[0] != pending.decision.id:
        bot_match.asked_since[bot.seat] = pending.decision.id, now
    return now - bot_match.asked_since[bot.seat][1] >= bot.pace * _READING


@contextmanager
def bots_playing(store: Store, holder: str, ids: Sequence[str] = ()) -> Iterator[None]:
    """Let the bots play in a separate thread during the block."""
    with ThreadPoolExecutor(_MOST_AT_ONCE, "thought") as threads, BotProcess() as bot_process:
        is_over = threading.Event()
        bots = Bots(store, holder, bot_process, threads, ids)
        thread = threading.Thread(target=_run, args=(bots, is_over), daemon=True, name="bots")
        thread.start()
        try:
            yield
        finally:
            is_over.set()
            thread.join()  # it does not wait for bots that think


def _run(bots: Bots, is_over: threading.Event) -> None:
    while not is_over.wait(bots.seconds_to_next_turn):
        with suppress(StoreUnavailable):  # the next turn tries again
            bots.turn()
