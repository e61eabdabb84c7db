"""The log of a match in the store, with its clock and the lease by which only one daemon writes it.

Every accepted or rejected input is committed, with the score-sheet row it came from, before
anything is written to a sheet. A limit takes effect only after a read that began at the limit or
later, and what that read shows for the first time counts as typed at the limit. Nobody's clock runs
while nobody watches: the match is then paused by itself.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import Self

from umpire.catalogue import find_game
from umpire.games.base import UMPIRE, NotUnderstood
from umpire.live.limits import just_after, no_later_than_limit
from umpire.live.submissions import (
    ReadContext,
    apply_command,
    apply_submission,
    apply_ticks,
    in_fair_order,
    resumption,
)
from umpire.projections.judged_line import JudgedLine, text_for_umpire
from umpire.projections.match_history import TO_ALL, TO_UMPIRE, MatchHistory, rebuild
from umpire.projections.pending_lines import NewInput, PendingLines
from umpire.projections.scoresheet import Submission
from umpire.projections.sentences import AWAY, Fairness
from umpire.store import CommandAnswer, CommandGone, MatchRow, Store
from umpire.store.replay import check_result
from umpire.store.worldtime import rfc3339

TTL = 20.0
"""Seconds that a lease lasts without a heartbeat, which no request holds up."""

CLOSE_AFTER = 600.0
"""Seconds in which the umpire may take back a match's end, before it is closed."""

CRASHED = "the umpire was interrupted"


@dataclass(frozen=True, slots=True)
class Clocks:
    """Two clocks in seconds: one that only grows, and the time in the world since 1970."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


REAL = Clocks()


def new_token() -> str:
    """Return a token for one run of one daemon."""
    return secrets.token_hex(16)


class MatchLog:
    """The log of one match, while this process holds its lease.

    `version` grows with every change. Call `let_go` at the end, or use it as a context manager.
    """

    def __init__(
        self,
        store: Store,
        row: MatchRow,
        history: MatchHistory,
        seed: str,
        token: str,
        clocks: Clocks,
        close_after: float,
    ) -> None:
        self.row = row
        self.history = history
        self.token = token
        self._store = store
        self._seed = seed
        self._clocks = clocks
        self._close_after = row.closes_after(close_after)
        self._started = clocks.monotonic()
        self._started_at = history.match.now
        self._epoch = 0
        self.version = 0
        # by player: the match clock when the last read began, and the decision that was open then
        self._last_reads: dict[str, tuple[float, str | None]] = {}

    @classmethod
    def open(
        cls,
        store: Store,
        row: MatchRow,
        token: str,
        clocks: Clocks = REAL,
        close_after: float = CLOSE_AFTER,
    ) -> Self:
        """Take the match's lease and replay its log.

        The result becomes final `close_after` seconds after its end, at once if only bots play. If
        the last holder of the lease ended without giving it back, the match is paused as of their
        last heartbeat. Raises LeaseHeld if somebody else holds the lease, and UmpireError if the
        log does not follow from the rules; nothing is changed then.
        """
        lapsed = store.leases.take(row.id, token, TTL, clocks.wall())
        try:
            lines, entries = store.lines(row.id), store.entries(row.id)
            history = rebuild(row.header(), find_game(row.game), lines, entries)
            check_result(row, history.match, history.next_line - 1)
            log = cls(store, row, history, store.seed(row.id), token, clocks, close_after)
            log._started_at = max(history.match.now, lapsed.t if lapsed else 0.0)
            log.pause_itself(CRASHED, log._started_at)
        except BaseException:
            store.leases.release(row.id, token)
            raise
        return log

    def let_go(self, why: str = AWAY) -> None:
        """Pause the match by itself and give the lease back."""
        try:
            self.pause_itself(why)
        finally:
            self._store.leases.release(self.row.id, self.token)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.let_go()

    @property
    def fairness(self) -> Fairness:
        """The facts about fair dealing that its boards show."""
        match, ended_at = self.history.match, self.history.ended_at
        return Fairness(
            self.row.commitment,
            self._seed if match.closed else None,
            None if ended_at is None else ended_at + self._close_after,
        )

    def now(self) -> float:
        """Return the match clock, in seconds to the millisecond; it is stopped during a pause."""
        match = self.history.match
        if self.history.is_stopped:
            return match.now
        elapsed = self._clocks.monotonic() - self._started
        return max(match.now, round(self._started_at + elapsed, 3))

    def seconds_to_limit(self, players: Iterable[str]) -> float | None:
        """Return the seconds until the next limit of these players; None if no limit runs."""
        if self.history.is_stopped:
            return None
        limits = [self.history.match.falls_for(player) for player in players]
        first = min((limit for limit in limits if limit is not None), default=None)
        return None if first is None else first - self.now()

    def heartbeat(self) -> None:
        """Renew the lease. Raises LeaseLost."""
        self._store.leases.renew(self.row.id, self.token, TTL, self._clocks.wall(), self.now())

    def pause_itself(self, why: str, at: float | None = None) -> None:
        """Pause a running match as of `at` (now if left out) on the match clock, noting why."""
        if self.history.match.status != "running" or self.history.is_stopped:
            return
        t = no_later_than_limit(self.history, self.now() if at is None else at)
        self._say(NewInput(t, UMPIRE, "pause", note=why))

    def close_itself(self) -> None:
        """Close a match that has been over for long enough."""
        closes = self.fairness.closes_at
        if closes is None or self.history.match.closed:
            return
        if self._clocks.wall() >= closes:
            self._say(NewInput(self.now(), UMPIRE, "close", note="nobody took the end back"))

    def resume_itself(self) -> None:
        """Begin a new match, or resume one that paused by itself; an umpire's pause stays."""
        if self.history.is_stopped_by_itself:
            self._say(resumption(self.history, "umpire watch goes on"))

    def read_context(self) -> ReadContext:
        """Return the context of a request that begins now."""
        return ReadContext(self.now(), self.history.open_decisions(), self._epoch)

    def process(
        self, context: ReadContext, players: Iterable[str], submissions: Iterable[Submission]
    ) -> bool:
        """Process the new entries of a snapshot; return False if the next must show them again.

        `players` are those whose score sheets were read. Each submission is judged and committed in
        turn. Then the limits take effect that had passed when the read began. The limit of another
        player takes effect only if an earlier read of that player's score sheet, since the clock
        was last started, began after it too. If the clock was stopped or started since the read
        began, nothing is processed.
        """
        if context.epoch != self._epoch:
            return False
        for player in players:
            self._last_reads[player] = context.clock, context.open_decisions.get(player)
        ordered = in_fair_order(self.history, context, submissions)
        for is_tick, together in groupby(ordered, lambda submission: submission.is_tick):
            if is_tick:
                self._apply_ticks(together, context)
            else:
                for submission in together:
                    self._apply_submission(submission, context)
        self._apply_limits(context.clock)
        return True

    def note(self, text: str, *, to_all: bool = False) -> None:
        """Write a remark of the program into the log: for everybody, or for the umpire alone."""
        t = no_later_than_limit(self.history, self.now())
        self._say(NewInput(t, UMPIRE, f"note {text}", note=TO_ALL if to_all else TO_UMPIRE))

    def command(self, by: str, say: str, number: int | None = None) -> CommandAnswer:
        """Carry out a command from the command line; `number` is its number in the inbox.

        It counts as said no later than the next limit, because that has not taken effect yet.
        """
        transaction = self._begin_transaction()
        try:
            judged = apply_command(transaction, by, say, self.now())
            warning = self._warn(transaction)
            answer = _answer(judged, warning, number or 0)
        except NotUnderstood as error:
            answer = CommandAnswer(number or 0, False, str(error))
        self._commit(transaction, () if number is None else (answer,))
        return answer

    def apply_commands(self) -> int:
        """Carry out the commands in the inbox; return their number."""
        commands = self._store.inbox.pending(self.row.id)
        for command in commands:
            with suppress(CommandGone):  # its author has taken it back
                self.command(command.by, command.say, command.id)
        return len(commands)

    def _apply_submission(self, submission: Submission, context: ReadContext) -> None:
        """Judge and commit a submission, once the limits before it have taken effect."""
        t, open_decision = context.clock, None
        if submission.seat < self.history.umpires_seat:
            player = self.history.match.header.players[submission.seat]
            t = no_later_than_limit(self.history, t, player)
            open_decision = context.open_decisions.get(player)
            self._apply_limits(t)
        transaction = self._begin_transaction()
        apply_submission(transaction, submission, t, open_decision)
        self._warn(transaction)
        self._commit(transaction)

    def _apply_ticks(self, ticks: Iterable[Submission], context: ReadContext) -> None:
        """Judge and commit the ticks of the umpire's workings, all together."""
        transaction = self._begin_transaction()
        apply_ticks(transaction, ticks, context.clock)
        self._warn(transaction)
        self._commit(transaction)

    def _warn(self, transaction: PendingLines) -> str:
        """Warn the umpire if a round was paired by the result that these lines take back.

        Return the warning, or "" if there is none.
        """
        if self.history.match.outcome is None or transaction.history.match.outcome is not None:
            return ""
        number = self._store.leagues.round_paired_after(self.row.fixture)
        if number is None:
            return ""
        text = f"Round {number} was paired by this result. Its pairs stay as they are."
        now = transaction.history.match.now
        transaction.judge(NewInput(now, UMPIRE, f"note {text}", note=UMPIRE))
        return text

    def _apply_limits(self, until: float) -> None:
        """Apply the limits that had passed at `until`, of players whose entries were read since.

        A decision that becomes pending now has been shown to nobody yet. So its own limit waits for
        the next read, however late this one is.
        """
        while (limit := self.history.match.falls_at()) is not None and limit < until:
            t = min(until, just_after(limit))
            if not self._can_apply_limits(before=t):
                return
            transaction = self._begin_transaction()
            if not transaction.judge(NewInput(t)).line.ok:
                return
            self._commit(transaction)

    def _can_apply_limits(self, before: float) -> bool:
        """Return whether reads that began after all limits before a time have shown no answer."""
        for pending in self.history.match.pending:
            limit, last_read = pending.falls, self._last_reads.get(pending.by)
            if limit is not None and limit < before:
                if last_read is None or last_read[0] <= limit:
                    return False
                if last_read[1] != pending.decision.id:
                    return False
        return True

    def _say(self, said: NewInput) -> None:
        """Judge and commit a line of the program itself."""
        transaction = self._begin_transaction()
        transaction.judge(said)
        self._commit(transaction)

    def _begin_transaction(self) -> PendingLines:
        return PendingLines(self.history, self._seed, rfc3339(self._clocks.wall()))

    def _commit(self, transaction: PendingLines, answers: Sequence[CommandAnswer] = ()) -> None:
        if not (transaction.lines or transaction.entries or answers):
            return
        was_stopped = self.history.is_stopped
        match = transaction.history.match
        self._store.append(
            self.row.id,
            transaction.lines,
            transaction.entries,
            status=match.status,
            outcome=match.outcome,
            answers=answers,
            token=self.token,
        )
        self.history = transaction.history
        self.version += 1
        if self.history.is_stopped != was_stopped:
            self._epoch += 1
            self._last_reads.clear()  # the clock is stopped, or goes on from an earlier moment
        if was_stopped and not self.history.is_stopped:
            self._started_at, self._started = match.now, self._clocks.monotonic()


def renew(store: Store, logs: Iterable[MatchLog], token: str, wall: float) -> set[str]:
    """Renew the leases of several matches; return the ids of those whose lease is lost."""
    return store.leases.renew_all({log.row.id: log.now() for log in logs}, token, TTL, wall)


def _answer(judged: JudgedLine, warning: str, number: int) -> CommandAnswer:
    """Return the answer to a command, for the command line."""
    if judged.line.error is not None:
        return CommandAnswer(number, False, judged.line.error)
    if judged.line.by != UMPIRE:
        return CommandAnswer(number, True, judged.answer)
    text = text_for_umpire(judged.events) or "Done."
    return CommandAnswer(number, True, f"{text} {warning}".rstrip())
