"""A live match: its log in the store, its clock, and the lease that makes it ours.

Every accepted or rejected input is committed, with the score-sheet row it came from, before
anything is written to a sheet. A limit falls only after a read that began at or after it, and what
that read shows for the first time counts as typed at the limit. Nobody's clock runs while nobody
watches: the match is then paused by itself.
"""

import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import floor
from typing import Any, Self

from umpire.catalogue import find_game
from umpire.games.base import UMPIRE, NotUnderstood
from umpire.games.notation import plain
from umpire.live.forms import UNREAD, Cells, Ticked, Unsayable, Unticked, line, no_tick
from umpire.live.news import News, Ordered
from umpire.match import Match
from umpire.sheets.ranges import LOCK, SEND
from umpire.showing.console import read_command
from umpire.showing.record import (
    TO_ALL,
    Judged,
    Record,
    Said,
    Transaction,
    obeyed,
    rebuild,
)
from umpire.showing.scoresheet import LONGEST, Altered, Found, Submission, quoted
from umpire.showing.sentences import AWAY, Fairness
from umpire.store import Answer, CommandGone, Entry, MatchRow, Store
from umpire.store.worldtime import rfc3339

TTL = 20.0
"""Seconds that a lease lasts without a heartbeat, which no request holds up."""

CLOSE_AFTER = 600.0
"""Seconds in which the umpire may take back a match's end, before it is closed."""

BEGINS = "umpire watch begins"
CRASHED = "the umpire was interrupted"

_TOO_EARLY = "too early: this was written before you were asked"


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two clocks of a live match, both in seconds: one that only grows, one of the world."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


REAL = Clocks()


@dataclass(frozen=True, slots=True)
class Moment:
    """What held when a request began, so that nothing it shows is taken for an answer to more.

    `clock` is the match clock, `asked` the decision that each player owed, and `epoch` counts how
    often the clock was stopped or started.
    """

    clock: float
    asked: Mapping[str, str]
    epoch: int


def new_token() -> str:
    """Return a token that stands for one run of one daemon."""
    return secrets.token_hex(16)


class LiveMatch:
    """One match as its umpire holds it. Let go of it, or use it as a context manager."""

    def __init__(
        self,
        store: Store,
        row: MatchRow,
        record: Record,
        seed: str,
        token: str,
        clocks: Clocks,
        close_after: float,
    ) -> None:
        self.row = row
        self.record = record
        self.token = token
        self._store = store
        self._seed = seed
        self._clocks = clocks
        self._close_after = close_after
        self._since = clocks.monotonic()
        self._stood_at = record.match.now
        self._epoch = 0
        self._heard: dict[str, tuple[float, str | None]] = {}

    @classmethod
    def open(
        cls,
        store: Store,
        row: MatchRow,
        token: str,
        clocks: Clocks = REAL,
        close_after: float = CLOSE_AFTER,
    ) -> Self:
        """Take the match's lease and come to where its log stands.

        Its result becomes final `close_after` seconds after its end. If whoever held it before
        ended without stopping, the match is paused as of their last heartbeat. Raises LeaseHeld if
        somebody else holds it, UmpireError if the log does not follow from the rules.
        """
        before = store.leases.take(row.id, token, TTL, clocks.wall())
        try:
            kept = store.lines(row.id), store.entries(row.id)
            record = rebuild(row.header(), find_game(row.game), *kept)
            live = cls(store, row, record, store.seed(row.id), token, clocks, close_after)
            live._stood_at = max(record.match.now, before.t if before else 0.0)
            live.pause_itself(CRASHED, live._stood_at)
        except BaseException:
            store.leases.release(row.id, token)
            raise
        return live

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
        """What its boards show of fair dealing."""
        match, ended = self.record.match, self.record.ended
        return Fairness(
            self.row.commitment,
            self._seed if match.closed else None,
            None if ended is None else ended + self._close_after,
        )

    def now(self) -> float:
        """Return the match clock, in seconds to the millisecond; it stands while paused."""
        match = self.record.match
        if self.record.stands:
            return match.now
        ran = self._clocks.monotonic() - self._since
        return max(match.now, round(self._stood_at + ran, 3))

    def limit_in(self, players: Iterable[str]) -> float | None:
        """Return the seconds until the next limit of these players falls; None if none runs."""
        if self.record.stands:
            return None
        falls = [self.record.match.falls_for(player) for player in players]
        first = min((fall for fall in falls if fall is not None), default=None)
        return None if first is None else first - self.now()

    def heartbeat(self) -> None:
        """Go on holding the lease. Raises LeaseLost."""
        self._store.leases.renew(self.row.id, self.token, TTL, self._clocks.wall(), self.now())

    def pause_itself(self, why: str, at: float | None = None) -> None:
        """Pause a running match as of `at` (now if left out) on the match clock, noting why."""
        if self.record.match.status != "running" or self.record.stands:
            return
        transaction = self._begin_transaction()
        t = self._before_limits(self.now() if at is None else at)
        transaction.judge(Said(t, UMPIRE, "pause", note=why))
        self._commit(transaction)

    def close_itself(self) -> None:
        """Close a match that has been over for long enough."""
        closes = self.fairness.closes
        if closes is None or self.record.match.closed:
            return
        if self._clocks.wall() >= closes:
            transaction = self._begin_transaction()
            transaction.judge(Said(self.now(), UMPIRE, "close", note="nobody took the end back"))
            self._commit(transaction)

    def resume_itself(self) -> None:
        """Begin a new match, or go on with one that paused by itself; an umpire's pause stays."""
        if not self.record.stands_by_itself:
            return
        transaction = self._begin_transaction()
        transaction.judge(self._going_on("umpire watch goes on"))
        self._commit(transaction)

    def _going_on(self, note: str) -> Said:
        """Return what starts the clock: of a new match that is a line of time alone."""
        t = self.record.match.now
        if not self.record.match.paused:
            return Said(t, note=BEGINS)
        return Said(t, UMPIRE, "resume", note=note)

    def moment(self) -> Moment:
        """Return what holds now: to be kept by a request that begins."""
        return Moment(self.now(), self.record.open_decisions(), self._epoch)

    def hear(self, began: Moment, players: Iterable[str], news: Sequence[News]) -> bool:
        """Process what was new in a look at spreadsheets that began at a moment.

        `players` are those whose score sheets were looked at. Each row, form and order is judged
        and committed in turn; then the limits fall that had passed when the look began. One that is
        not of these falls only if an earlier look at its own score sheet, since the clock
        was last started, began after it as well. If the clock was stopped or started meanwhile
        nothing is heard, as it returns: the next look shows it again.
        """
        if began.epoch != self._epoch:
            return False
        for player in players:
            self._heard[player] = began.clock, began.asked.get(player)
        for one in self._turns(began, news):
            self._process(one, began)
        self._let_fall(began.clock)
        return True

    def note(self, text: str, *, to_all: bool = False) -> None:
        """Write a remark of the program's own into the log, perhaps for everybody to read."""
        transaction = self._begin_transaction()
        about = TO_ALL if to_all else "umpire"
        transaction.judge(Said(self._before_limits(self.now()), UMPIRE, f"note {text}", note=about))
        self._commit(transaction)

    def command(self, by: str, say: str, number: int | None = None) -> Answer:
        """Carry out what came by the command line; `number` is the command's in the inbox.

        What is said counts as said at the next limit at the latest, since that has not fallen yet.
        """
        transaction = self._begin_transaction()
        outcome = self._obey(transaction, by, say, self.now())
        ok, text = (False, outcome) if isinstance(outcome, str) else _told(outcome)
        answer = Answer(number or 0, ok, text)
        self._commit(transaction, () if number is None else (answer,))
        return answer

    def obey_commands(self) -> int:
        """Carry out what lies in the inbox; return the number of commands."""
        waiting = self._store.inbox.pending(self.row.id)
        for command in waiting:
            with suppress(CommandGone):  # whoever gave it has taken it back
                self.command(command.by, command.say, command.id)
        return len(waiting)

    def _answer_umpire(
        self, transaction: Transaction, found: Found, began: float, cell: str | None
    ) -> tuple[str, int]:
        """Carry out one row of the console; return the answer beside it and its log line."""
        note: str | None
        if isinstance(found, Submission):
            outcome = self._spoken(transaction, found, began, cell)
            if isinstance(outcome, Judged):
                return obeyed(outcome), outcome.line.n
            answer = f"refused: {outcome}"
            note = f"row {found.row + 1} was refused: {quoted(found.text)}"
        else:
            answer, note = found.answer, found.note
        t = self._before_limits(began)
        return answer, self._noted(transaction, self.record.umpires_seat, found, note, t, cell)

    def _spoken(
        self, transaction: Transaction, found: Submission, began: float, cell: str | None
    ) -> Judged | str:
        """Carry out a command of the console; return a sentence if it cannot be judged."""
        try:
            spoken = read_command(found.text, transaction.record.match.header.players)
        except NotUnderstood as error:
            return str(error)
        row = found.row if spoken.by == UMPIRE else None
        return self._obey(transaction, spoken.by, spoken.say, began, cell, row)

    def _obey(
        self,
        transaction: Transaction,
        by: str,
        say: str,
        said_at: float,
        cell: str | None = None,
        row: int | None = None,
    ) -> Judged | str:
        """Judge what the umpire says, or enters for a player; return a sentence if it cannot."""
        record, order = self.record, plain(say)
        if len(say) > LONGEST:
            return f"{len(say)} characters are too many: say it in at most {LONGEST}."
        if record.stands_by_itself and by == UMPIRE and order == "resume":
            return self._goes_on_by_itself
        t = self._before_limits(self._typed_at(by, said_at))
        if record.paused_because is not None and order == "pause":
            transaction.judge_alone(self._going_on("the umpire pauses it instead"))
        if record.stands_by_itself and by != UMPIRE:
            return self._say_while_it_stands(transaction, Said(t, by, say, cell))
        return transaction.judge(Said(t, by, say, cell, row))

    @property
    def _goes_on_by_itself(self) -> str:
        """Say that nobody needs to let the match go on."""
        because = self.record.paused_because
        if because is None:
            return f"{self.row.id} begins as soon as 'umpire watch' reads its sheets."
        return (
            f"{self.row.id} has paused by itself ({because}): it goes on as soon as 'umpire watch' "
            "reads its sheets again."
        )

    def _say_while_it_stands(self, transaction: Transaction, said: Said) -> Judged:
        """Enter for a player what the umpire says while the match has paused by itself.

        The clock does not run for it: the match goes on and is paused again at the same moment.
        """
        because = self.record.paused_because or AWAY
        transaction.judge(self._going_on("the umpire enters an answer"))
        judged = transaction.judge(said)
        if transaction.record.match.status == "running":
            transaction.judge_alone(Said(said.t, UMPIRE, "pause", note=because))
        return judged

    def _turns(self, began: Moment, news: Sequence[News]) -> list[News]:
        """Put what is new into a fair order.

        What the umpire has said comes first. Of players first come is first; of those that came at
        the same moment first who is not asked anything, because an answer in this very look was not
        there yet to be answered, then everybody's first row, everybody's second, and so on; a form
        comes after the rows of its player.
        """
        turns: list[tuple[tuple[Any, ...], News]] = []
        places: Counter[int] = Counter()
        for one in news:
            if one.seat == self.record.umpires_seat:
                key: tuple[Any, ...] = (False,)
            else:
                player = self.record.match.header.players[one.seat]
                came, owes = self._typed_at(player, began.clock), player in began.asked
                key = (True, came, owes, places[one.seat], one.seat)
            places[one.seat] += 1
            turns.append((key, one))
        return [one for _, one in sorted(turns, key=lambda turn: turn[0])]

    def _process(self, news: News, began: Moment) -> None:
        match news.what:
            case Ordered(order):
                transaction = self._begin_transaction()
                self._obey(transaction, UMPIRE, order, began.clock, news.cell)
            case Unticked(cells):
                transaction = self._begin_transaction()
                self._remember(transaction, news.seat, cells)
            case Ticked() as ticked:
                t, asked = self._time_of(news, began)
                transaction = self._begin_transaction()
                self._hear_form(transaction, news.seat, ticked, t, asked, news.cell)
            case found if news.seat == self.record.umpires_seat:
                transaction = self._begin_transaction()
                answered = self._answer_umpire(transaction, found, began.clock, news.cell)
                transaction.process(Entry(news.seat, found.row, found.value, *answered))
            case found:
                t, asked = self._time_of(news, began)
                transaction = self._begin_transaction()
                answered = self._answer(transaction, news.seat, found, t, asked, news.cell)
                transaction.process(Entry(news.seat, found.row, found.value, *answered))
        self._commit(transaction)

    def _time_of(self, news: News, began: Moment) -> tuple[float, str | None]:
        """Return when news count as typed, once limits before that fell, and what was owed."""
        player = self.record.match.header.players[news.seat]
        t = self._typed_at(player, began.clock)
        self._let_fall(t)
        return self._before_limits(t), began.asked.get(player)

    def _remember(self, transaction: Transaction, seat: int, cells: Cells | None) -> None:
        """Keep what a form holds of what was processed, so that the next tick is a new one."""
        last = self.record.last_formed(seat)
        if last is not None:
            held = None if cells is None else dict(cells)
            transaction.process(Entry(seat, last.row, held, last.answer, last.line, last.text))

    def _answer(
        self,
        transaction: Transaction,
        seat: int,
        found: Found,
        t: float,
        asked: str | None,
        cell: str | None,
    ) -> tuple[str, int]:
        """Judge one row; return the answer to show beside it and its log line."""
        player = self.record.match.header.players[seat]
        note: str | None
        if isinstance(found, Submission):
            if self.record.open_decisions().get(player) in (None, asked):
                judged = transaction.judge(Said(t, player, found.text, cell, found.row))
                return judged.answer, judged.line.n
            answer = f"{_TOO_EARLY}; write it again below."
            note = f"row {found.row + 1} came before its question: {quoted(found.text)}"
        else:
            answer, note = found.answer, found.note
        return answer, self._noted(transaction, seat, found, note, t, cell)

    def _noted(
        self,
        transaction: Transaction,
        seat: int,
        found: Found,
        note: str | None,
        t: float,
        cell: str | None,
    ) -> int:
        """Write a row that was not judged into the log; return the line that it has there."""
        who = (*self.record.match.header.players, UMPIRE)[seat]
        known = self.record.sheets[seat].get(found.row)
        if note is None:
            assert known is not None
            return known.line
        judged = transaction.judge(
            Said(t, UMPIRE, f"note {who}: {note}", cell, found.row, "umpire")
        )
        return known.line if isinstance(found, Altered) and known else judged.line.n

    def _hear_form(
        self,
        transaction: Transaction,
        seat: int,
        ticked: Ticked,
        t: float,
        asked: str | None,
        where: str | None,
    ) -> None:
        """Judge what a form says, each line in a row of its own.

        With both boxes ticked it locks the answer that it sends, if that one is held, and never one
        that was held before.
        """
        player, cells, row = self.record.match.header.players[seat], dict(ticked.cells), ticked.row
        said = _line_of(transaction.record.match, player, cells, asked)
        if isinstance(said, Unsayable):
            note = f"note {player}: row {row + 1}: {said.note}"
            judged = transaction.judge(Said(t, UMPIRE, note, where, row, "umpire"))
            transaction.process(Entry(seat, row, cells, said.answer, judged.line.n, UNREAD))
            return
        both = cells.get(SEND, False) and cells.get(LOCK, False)
        judged = transaction.judge(Said(t, player, said, where, row))
        answer = (
            f"{judged.answer} Nothing is locked." if both and judged.line.error else judged.answer
        )
        transaction.process(Entry(seat, row, cells, answer, judged.line.n, said))
        if both and judged.fate == "held":
            judged = transaction.judge(Said(t, player, LOCK, where, row + 1))
            transaction.process(Entry(seat, row + 1, cells, judged.answer, judged.line.n, LOCK))

    def _let_fall(self, until: float) -> None:
        """Let the limits fall that had passed at `until`, of players who were heard since.

        What becomes pending by a limit that falls now has been shown to nobody yet: its own limit
        waits for the next read, however late this one is.
        """
        while (falls := self.record.match.falls_at()) is not None and falls < until:
            t = min(until, (floor(falls * 1000) + 1) / 1000)
            if not self._were_heard(before=t):
                return
            transaction = self._begin_transaction()
            if not transaction.judge(Said(t)).line.ok:
                return
            self._commit(transaction)

    def _were_heard(self, before: float) -> bool:
        """Return whether all whose limits fall before a moment were read after them, in vain."""
        match = self.record.match
        return all(
            heard is not None and heard[0] > falls and heard[1] == owed.decision.id
            for owed in match.pending
            if (falls := owed.falls) is not None and falls < before
            for heard in (self._heard.get(owed.by),)
        )

    def _typed_at(self, who: str, began: float) -> float:
        """Return when something counts as said that was first seen by a read at `began`."""
        match = self.record.match
        if self.record.stands:
            return match.now
        falls = match.falls_for(who) if match.owed_by(who) else match.falls_at()
        return _no_later(began, falls, match.now)

    def _before_limits(self, t: float) -> float:
        match = self.record.match
        return match.now if self.record.stands else _no_later(t, match.falls_at(), match.now)

    def _begin_transaction(self) -> Transaction:
        return Transaction(self.record, self._seed, rfc3339(self._clocks.wall()))

    def _commit(self, transaction: Transaction, answers: Iterable[Answer] = ()) -> None:
        answers = tuple(answers)
        if not (transaction.lines or transaction.entries or answers):
            return
        stood = self.record.stands
        match = transaction.record.match
        self._store.append(
            self.row.id,
            transaction.lines,
            transaction.entries,
            status=match.status,
            outcome=match.outcome,
            answers=answers,
            token=self.token,
        )
        self.record = transaction.record
        if self.record.stands != stood:
            self._epoch += 1
            self._heard.clear()  # the clock stands, or goes on from an earlier moment
        if self.record.stands:
            self._stood_at = match.now
        elif stood:
            self._stood_at, self._since = match.now, self._clocks.monotonic()


def renew(store: Store, lives: Iterable[LiveMatch], token: str, wall: float) -> set[str]:
    """Go on holding the leases of several matches; return those of them whose lease is lost."""
    return store.leases.renew_all({live.row.id: live.now() for live in lives}, token, TTL, wall)


def _told(judged: Judged) -> tuple[bool, str]:
    """Return whether something was accepted, and what came of it, for the command line."""
    if judged.line.error is not None:
        return False, judged.line.error
    if judged.line.by != UMPIRE:
        return True, judged.answer
    return True, " ".join(event.text for event in judged.events) or "Done."


def _line_of(match: Match, player: str, cells: Cells, asked: str | None) -> str | Unsayable:
    """Return the line that a form says; `asked` is what its player owed when the read began."""
    owed = match.owed_by(player)
    if owed is not None and owed.decision.id != asked:
        return Unsayable(f"{_TOO_EARLY}; send it again.", "the form was sent before its question")
    if (refused := no_tick(cells)) is not None:
        return refused
    if not cells.get(SEND):
        return LOCK
    return line(match, owed, cells)


def _no_later(t: float, falls: float | None, now: float) -> float:
    """Return `t` to the millisecond, but not after the limit `falls` and not before `now`."""
    if falls is not None and t > falls:
        rounded = round(falls, 3)
        t = rounded if rounded <= falls else falls
    return max(t, now)
