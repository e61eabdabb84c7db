"""A live match: its log in the store, its clock, and the lease that makes it ours.

Every accepted or rejected input is committed, with the score-sheet row it came from, before
anything is written to a sheet. A limit falls only after a read that began at or after it, and what
that read shows for the first time counts as typed at the limit. Nobody's clock runs while nobody
watches: the match is then paused by itself.
"""

import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import floor
from typing import Any, Self

from umpire.catalogue import find_game
from umpire.games.base import UMPIRE, AnyGame, NotUnderstood
from umpire.games.notation import plain
from umpire.match import Header, Match
from umpire.sheets.ranges import LOCK, SEND
from umpire.store import Answer, CommandGone, Entry, Formed, MatchRow, Store
from umpire.store.worldtime import rfc3339
from umpire.watch.console import read_command
from umpire.watch.forms import (
    UNREAD,
    Cells,
    Shown,
    Ticked,
    Unsayable,
    is_new,
    line,
    no_tick,
    remembered,
)
from umpire.watch.record import Judged, Record, Said, Transaction, first_record, obeyed, rebuild
from umpire.watch.scoresheet import LONGEST, Altered, Found, Submission, new_rows, quoted, used

TTL = 45.0
"""Seconds that a lease lasts without a heartbeat; longer than the slowest request."""

NEW = "waits for umpire watch"
STOPPED = "umpire watch stopped"
CRASHED = "umpire watch ended without stopping"

_TOO_EARLY = "too early: this was written before you were asked"


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two clocks of a live match, both in seconds: one that only grows, one of the world."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


REAL = Clocks()


def new_token() -> str:
    """Return a token that stands for one run of one daemon."""
    return secrets.token_hex(16)


def open_log(header: Header, game: AnyGame, seed: str, wall: float) -> Transaction:
    """Return the first log line of a new match: the pause until somebody watches.

    Chance is silent while a match is paused, so nothing is dealt before that either.
    """
    transaction = Transaction(first_record(header, game), seed, rfc3339(wall))
    transaction.judge(Said(0.0, UMPIRE, "pause", note=NEW))
    return transaction


class LiveMatch:
    """One match as its umpire holds it. Close it, or use it as a context manager."""

    def __init__(
        self, store: Store, row: MatchRow, record: Record, seed: str, token: str, clocks: Clocks
    ) -> None:
        self.row = row
        self.record = record
        self.token = token
        self._store = store
        self._seed = seed
        self._clocks = clocks
        self._since = clocks.monotonic()
        self._stood_at = record.match.now
        self._heard: dict[str, tuple[float, str | None]] = {}

    @classmethod
    def open(cls, store: Store, row: MatchRow, token: str, clocks: Clocks = REAL) -> Self:
        """Take the match's lease and come to where its log stands.

        If whoever held it before ended without stopping, the match is paused as of their last
        heartbeat. Raises LeaseHeld if somebody else holds it, UmpireError if the log does not
        follow from the rules.
        """
        before = store.leases.take(row.id, token, TTL, clocks.wall())
        try:
            record = rebuild(
                row.header(),
                find_game(row.game),
                store.lines(row.id),
                store.entries(row.id),
                store.forms(row.id),
            )
            live = cls(store, row, record, store.seed(row.id), token, clocks)
            live._stood_at = max(record.match.now, before.t if before else 0.0)
            live.pause_itself(CRASHED, live._stood_at)
        except BaseException:
            store.leases.release(row.id, token)
            raise
        return live

    def close(self, why: str = STOPPED) -> None:
        """Pause the match by itself and give the lease back."""
        try:
            self.pause_itself(why)
        finally:
            self._store.leases.release(self.row.id, self.token)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close(NEW)

    @property
    def seed(self) -> str | None:
        """The seed of fair dealing, once the match is over."""
        return self._seed if self.record.match.status == "over" else None

    def now(self) -> float:
        """Return the match clock, in seconds to the millisecond; it stands while paused."""
        match = self.record.match
        if match.paused:
            return match.now
        ran = self._clocks.monotonic() - self._since
        return max(match.now, round(self._stood_at + ran, 3))

    def limit_in(self, players: Iterable[str]) -> float | None:
        """Return the seconds until the next limit of these players falls; None if none runs."""
        falls = [self.record.match.falls_for(player) for player in players]
        first = min((fall for fall in falls if fall is not None), default=None)
        return None if first is None else first - self.now()

    def heartbeat(self) -> None:
        """Go on holding the lease. Raises LeaseLost."""
        self._store.leases.renew(self.row.id, self.token, TTL, self._clocks.wall(), self.now())

    def pause_itself(self, why: str, at: float | None = None) -> None:
        """Pause a running match as of `at` (now if left out) on the match clock, noting why."""
        if self.record.match.status != "running":
            return
        transaction = self._begin_transaction()
        t = self._before_limits(self.now() if at is None else at)
        transaction.judge(Said(t, UMPIRE, "pause", note=why))
        self._commit(transaction)

    def resume_itself(self) -> None:
        """Go on with a match that had paused by itself; an umpire's own pause stays."""
        if not self.record.paused_by_itself:
            return
        transaction = self._begin_transaction()
        transaction.judge(
            Said(self.record.match.now, UMPIRE, "resume", note="umpire watch goes on")
        )
        self._commit(transaction)

    def hear(
        self,
        began: float,
        columns: Mapping[int, Sequence[Any]],
        cell_of: Callable[[int, int], str | None] = lambda seat, row: None,
        forms: Mapping[int, Shown] | None = None,
    ) -> int:
        """Process what a read showed; return the number of submissions that were processed.

        `began` is the match clock when the read began, `columns` what stands in the score sheet of
        each seat that was read, `cell_of` names the cell of a seat and row, and `forms` are the
        entry forms of these seats. Each row, and each form that is sent, is judged and committed in
        turn; then the limits fall that had passed when the read began. One that is not of a seat in
        this read falls only if an earlier read of its own score sheet, since the clock was last
        started, began after it as well.
        """
        asked = self.record.open_decisions()
        for player in (self.record.match.header.players[seat] for seat in columns):
            self._heard[player] = began, asked.get(player)
        forms = forms or {}
        turns = self._turns(began, columns, forms, asked)
        for seat, found in turns:
            self._process(seat, found, began, asked, cell_of(seat, found.row))
        self._remember(forms)
        self._let_fall(began)
        return len(turns)

    def hear_umpire(
        self,
        began: float,
        column: Sequence[Any],
        cell_of: Callable[[int, int], str | None] = lambda seat, row: None,
    ) -> int:
        """Process the commands that a read of the console showed; return their number.

        `began`, `column` and `cell_of` are those of `hear`. No limit falls by this: nobody's answer
        has been looked for.
        """
        seat = self.record.umpires_seat
        found = new_rows(self.record.sheets[seat], column, self.record.asked_at(seat))
        for one in found:
            transaction = self._begin_transaction()
            cell = cell_of(seat, one.row)
            answer, line = self._answer_umpire(transaction, one, began, cell)
            transaction.process(Entry(seat, one.row, one.value, answer, line))
            self._commit(transaction)
        return len(found)

    def hear_box(self, began: float, order: str, cell: str | None = None) -> None:
        """Carry out what the umpire said with the console's box: `pause` or `resume`."""
        transaction = self._begin_transaction()
        self._obey(transaction, UMPIRE, order, began, cell)
        self._commit(transaction)

    def note(self, text: str) -> None:
        """Write a remark of the program's own into the log."""
        transaction = self._begin_transaction()
        transaction.judge(
            Said(self._before_limits(self.now()), UMPIRE, f"note {text}", note="umpire")
        )
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
            outcome = self._spoken(transaction, found.text, began, cell)
            if isinstance(outcome, Judged):
                return obeyed(outcome), outcome.line.n
            answer = f"refused: {outcome}"
            note = f"row {found.row + 1} was refused: {quoted(found.text)}"
        else:
            answer, note = found.answer, found.note
        t = self._before_limits(began)
        return answer, self._noted(transaction, self.record.umpires_seat, found, note, t, cell)

    def _spoken(
        self, transaction: Transaction, text: str, began: float, cell: str | None
    ) -> Judged | str:
        """Carry out a command of the console; return a sentence if it cannot be judged."""
        try:
            spoken = read_command(text, transaction.record.match.header.players)
        except NotUnderstood as error:
            return str(error)
        return self._obey(transaction, spoken.by, spoken.say, began, cell)

    def _obey(
        self, transaction: Transaction, by: str, say: str, said_at: float, cell: str | None = None
    ) -> Judged | str:
        """Judge what the umpire says, or enters for a player; return a sentence if it cannot."""
        record, order = self.record, plain(say)
        if len(say) > LONGEST:
            return f"{len(say)} characters are too many: say it in at most {LONGEST}."
        if record.paused_by_itself and (by != UMPIRE or order == "resume"):
            return (
                f"{self.row.id} has paused by itself ({record.paused_because}): it goes on as soon "
                "as 'umpire watch' reads its sheets again."
            )
        t = self._before_limits(self._typed_at(by, said_at))
        if record.paused_by_itself and order == "pause":
            note = "the umpire pauses it instead"
            transaction.judge_alone(Said(t, UMPIRE, "resume", note=note))
        return transaction.judge(Said(t, by, say, cell))

    def _turns(
        self,
        began: float,
        columns: Mapping[int, Sequence[Any]],
        forms: Mapping[int, Shown],
        asked: Mapping[str, str],
    ) -> list[tuple[int, Found | Ticked]]:
        """Put what is new in several score sheets, and in the forms beside them, into a fair order.

        First come first; of those that came at the same moment first who is not asked anything,
        because an answer in this very read was not there yet to be answered, then everybody's
        first row, everybody's second, and so on; a form comes after the rows of its player.
        """
        turns: list[tuple[tuple[float, bool, int, int], Found | Ticked]] = []
        for seat, column in columns.items():
            player = self.record.match.header.players[seat]
            came, owes = self._typed_at(player, began), player in asked
            found = (
                *new_rows(self.record.sheets[seat], column, asked.get(player)),
                *self._ticked(seat, column, forms.get(seat)),
            )
            turns += [((came, owes, place, seat), one) for place, one in enumerate(found)]
        return [(key[-1], found) for key, found in sorted(turns, key=lambda turn: turn[0])]

    def _ticked(self, seat: int, column: Sequence[Any], shown: Shown | None) -> list[Ticked]:
        """Return the tick in a seat's form that has not been processed, if there is one."""
        last = self.record.last_formed(seat)
        if shown is None or not is_new(shown.cells, last.cells if last else None):
            return []
        return [Ticked(max(used(column), self.record.rows_used(seat)), shown)]

    def _remember(self, forms: Mapping[int, Shown]) -> None:
        """Keep what the forms hold of what was processed, so that the next tick is a new one."""
        transaction = self._begin_transaction()
        for seat, shown in forms.items():
            last = self.record.last_formed(seat)
            if last is not None:
                cells = remembered(shown.cells, last.cells)
                if cells != last.cells:
                    transaction.fill(replace(last, cells=None if cells is None else dict(cells)))
        self._commit(transaction)

    def _process(
        self,
        seat: int,
        found: Found | Ticked,
        began: float,
        asked: Mapping[str, str],
        cell: str | None,
    ) -> None:
        player = self.record.match.header.players[seat]
        t = self._typed_at(player, began)
        self._let_fall(t)
        t = self._before_limits(t)
        transaction = self._begin_transaction()
        if isinstance(found, Ticked):
            self._hear_form(transaction, seat, found, t, asked.get(player))
        else:
            answer, line = self._answer(transaction, seat, found, t, asked.get(player), cell)
            transaction.process(Entry(seat, found.row, found.value, answer, line))
        self._commit(transaction)

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
        self, transaction: Transaction, seat: int, ticked: Ticked, t: float, asked: str | None
    ) -> None:
        """Judge what a form says, each line in a row of its own.

        With both boxes ticked it locks the answer that it sends, if that one is held, and never one
        that was held before.
        """
        player = self.record.match.header.players[seat]
        cells, where, row = dict(ticked.shown.cells), ticked.shown.where, ticked.row
        said = _line_of(transaction.record.match, player, cells, asked)
        if isinstance(said, Unsayable):
            note = f"note {player}: row {row + 1}: {said.note}"
            judged = transaction.judge(Said(t, UMPIRE, note, where, row, "umpire"))
            transaction.fill(Formed(seat, row, UNREAD, said.answer, judged.line.n, cells))
            return
        both = cells.get(SEND, False) and cells.get(LOCK, False)
        judged = transaction.judge(Said(t, player, said, where, row))
        answer = (
            f"{judged.answer} Nothing is locked." if both and judged.line.error else judged.answer
        )
        transaction.fill(Formed(seat, row, said, answer, judged.line.n, cells))
        if both and judged.fate == "held":
            judged = transaction.judge(Said(t, player, LOCK, where, row + 1))
            transaction.fill(Formed(seat, row + 1, LOCK, judged.answer, judged.line.n, cells))

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
            transaction.judge(Said(t))
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
        if match.paused:
            return match.now
        falls = match.falls_for(who) if match.owed_by(who) else match.falls_at()
        return _no_later(began, falls, match.now)

    def _before_limits(self, t: float) -> float:
        match = self.record.match
        return match.now if match.paused else _no_later(t, match.falls_at(), match.now)

    def _begin_transaction(self) -> Transaction:
        return Transaction(self.record, self._seed, rfc3339(self._clocks.wall()))

    def _commit(self, transaction: Transaction, answers: Iterable[Answer] = ()) -> None:
        answers = tuple(answers)
        if not (transaction.lines or transaction.entries or transaction.forms or answers):
            return
        stood = self.record.match.paused
        match = transaction.record.match
        self._store.append(
            self.row.id,
            transaction.lines,
            transaction.entries,
            forms=transaction.forms,
            status=match.status,
            outcome=match.outcome,
            answers=answers,
            token=self.token,
        )
        self.record = transaction.record
        if match.paused or stood:
            self._heard.clear()  # the clock stands, or goes on from an earlier moment
        if match.paused:
            self._stood_at = match.now
        elif stood:
            self._stood_at, self._since = match.now, self._clocks.monotonic()


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
