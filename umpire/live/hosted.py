"""A live match at its spreadsheets: what each shows is adjudicated, and each then says so.

It holds the live match and what is known about its spreadsheets, and takes in the result of each
request. It sends no request itself: the connection does, when the planner says so.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Generic, TypeVar

from umpire.games.base import UMPIRE, Screen
from umpire.games.text import few, listed
from umpire.json_types import JsonObject
from umpire.live.hearing import Moment
from umpire.live.live_match import LiveMatch
from umpire.live.planner import NEVER, Kind, Priority, RateLimit, SheetStatus
from umpire.live.sheet import Batch, Sheet
from umpire.match import PendingDecision
from umpire.sheets.look import Look
from umpire.showing.console import seconds_told
from umpire.showing.ending import Afterwards
from umpire.showing.scoresheet import Submission
from umpire.showing.spreadsheets import Spreadsheet

PATIENCE = 30.0
"""Seconds for which requests fail on end until a match is paused by itself."""


_LIKELY_TO_GO_ON = 120.0
"""For how many seconds somebody who has typed at a console is taken to sit there."""

PUT_BACK = "was changed by hand and is put back"

UNMOVED = "changed by hand and put back; no clock stood still"

MOMENT = 1.0
"""Seconds after which something is looked at anew though nothing has changed but the time."""


T = TypeVar("T")


class _Last(Generic[T]):
    """What was made last, and of what, so that of the same it is not made twice."""

    def __init__(self) -> None:
        self._made: tuple[tuple[object, ...], T] | None = None

    def of(self, *parts: object, make: Callable[[], T]) -> T:
        """Return what comes of these parts, made anew if any differs from before."""
        if self._made is None or self._made[0] != parts:
            self._made = parts, make()
        return self._made[1]


@dataclass(slots=True)
class _Made:
    """What was made last of a spreadsheet and the record.

    `in_vain` is what the last look was taken in with, if it told nothing new and changed nothing.
    """

    shown: _Last[Screen] = field(default_factory=_Last)
    kept: _Last[list[JsonObject]] = field(default_factory=_Last)
    batch: _Last[Batch] = field(default_factory=_Last)
    wants_wide_look: _Last[bool] = field(default_factory=_Last)
    in_vain: tuple[object, ...] | None = None


@dataclass(frozen=True, slots=True)
class _Statuses:
    """What the planner was told last, of which state of the match, and when."""

    statuses: tuple[SheetStatus, ...] = ()
    state: tuple[object, ...] = ()
    at: float = 0.0

    def hold(self, state: tuple[object, ...], now: float) -> bool:
        """Return whether nothing has changed since, and hardly any time has passed."""
        return state == self.state and now < self.at + MOMENT


class HostedMatch:
    """A live match and its spreadsheets: one, or a board and a table for each player.

    Its console is among them if it has one; nobody plays there, and the match goes on without it.
    """

    def __init__(self, live: LiveMatch, sheets: Iterable[Sheet]) -> None:
        self.live = live
        self._sheets = {sheet.id: sheet for sheet in sheets}
        self._made = {sheet_id: _Made() for sheet_id in self._sheets}
        self._changes = 0
        self._owed_since: dict[str, tuple[list[str], float]] = {}
        self._now = 0.0
        self._statuses = _Statuses()
        self._troubles = _Last[tuple[str, ...]]()

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """Its spreadsheets as they are known."""
        return tuple(self._sheets.values())

    @property
    def state(self) -> tuple[object, ...]:
        """A value that stays equal as long as nothing new is known."""
        return self._changes, self.live.record

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences for the umpire: what is wrong with its spreadsheets, and what they lack."""
        return self._troubles.of(*self.state, make=self._find_troubles)

    def _find_troubles(self) -> tuple[str, ...]:
        return (
            *(sheet.trouble for sheet in self.sheets if sheet.trouble is not None),
            *(
                f"{sheet.spreadsheet.prefix}{finding}"
                for sheet in self.sheets
                for finding in self.next_write(sheet.id).findings
            ),
        )

    @property
    def is_shown(self) -> bool:
        """Whether every spreadsheet that is still there shows all that it should."""
        return all(
            sheet.status.lost
            or sheet.is_done_without
            or (sheet.painted == self._shown(sheet.id) and not self.next_write(sheet.id).requests)
            for sheet in self.sheets
        )

    def __contains__(self, sheet_id: str) -> bool:
        return sheet_id in self._sheets

    def sheet(self, sheet_id: str) -> Sheet:
        """Return a spreadsheet as it is known."""
        return self._sheets[sheet_id]

    def keep(self, sheet: Sheet) -> None:
        """Keep what is known of a spreadsheet by now."""
        self._sheets[sheet.id] = sheet
        self._changes += 1

    def hindrance(self, sheet_id: str) -> str | None:
        """Return why nobody can play in a spreadsheet, None if they can or nobody plays there."""
        sheet = self._sheets[sheet_id]
        if not sheet.spreadsheet.is_played_in:
            return None
        return sheet.hindrance or self.next_write(sheet_id).hindrance

    def lead_on(self, afterwards: Afterwards) -> None:
        """Let its pages tell where the match goes on."""
        for sheet in self.sheets:
            if sheet.afterwards != afterwards:
                self.keep(replace(sheet, afterwards=afterwards))

    def let_in(self, spreadsheets: Mapping[str, Spreadsheet]) -> None:
        """Record that others, given by role, may write in its spreadsheets; look at all again."""
        for sheet in self.sheets:
            shared = replace(sheet, spreadsheet=spreadsheets[sheet.spreadsheet.role])
            self.keep(shared.looks_widely())

    def next_write(self, sheet_id: str) -> Batch:
        """Return the one write that brings a spreadsheet up to date; empty if it is."""
        sheet, record = self._sheets[sheet_id], self.live.record
        shown, caution = self._shown(sheet_id), sheet.health.caution(self._now)
        return self._made[sheet_id].batch.of(
            *(record, sheet, shown, caution),
            make=lambda: sheet.next_write(record, shown, partial(self._kept, sheet), caution),
        )

    def looked(self, sheet_id: str, began: Moment, look: Look) -> bool:
        """Take in a look that began at a moment; return whether somebody had typed something.

        What is new is adjudicated. A match that has paused by itself goes on once all the
        spreadsheets in which it is played have been read and are well, and its consoles have been
        read or cannot be: there the umpire may have paused it meanwhile.
        """
        made, before = self._made[sheet_id], self._sheets[sheet_id]
        seen = look, began.asked, self.live.record, before, self._shown(sheet_id)
        if made.in_vain == seen:
            self.keep(replace(before, clock_then=began.clock))
            self.live.hear(began, before.spreadsheet.players, ())
            return False
        amiss, entered = self._take_in(sheet_id, began, look)
        is_same = self.live.record is seen[2] and self._sheets[sheet_id] == before
        made.in_vain = seen if is_same and entered == [] and not amiss else None
        return bool(entered)

    def _take_in(
        self, sheet_id: str, began: Moment, look: Look
    ) -> tuple[bool, list[Submission] | None]:
        """Take in a look; return whether something is amiss, and what is new.

        That is None if it must be seen again.
        """
        sheet, changed = self._sheets[sheet_id].looked(look, self._shown(sheet_id), began.clock)
        self.keep(sheet)
        if sheet.found.missing and sheet.spreadsheet.is_played_in:
            self.live.pause_itself(sheet.trouble or "")
        if changed is None:
            return True, None
        if (hindrance := self.hindrance(sheet_id)) is not None:
            self.live.pause_itself(hindrance)
        entered = self._hear(sheet, began)
        if entered is not None:
            self.keep(self._sheets[sheet_id].controls_seen(began.asked))
        if changed and not self._is_noted(PUT_BACK):
            self.live.note(f"{sheet.spreadsheet.prefix}the sheet ({few(changed)}) {PUT_BACK}")
        if sheet.found.damage.words and not self._is_noted(UNMOVED):
            what = f"{listed(sheet.found.damage.words)} {UNMOVED}"
            self.live.note(f"{sheet.spreadsheet.name}: {what}", to_all=True)
        return bool(changed or sheet.found.damage.words), entered

    def worked(self, sheet_id: str, kind: Kind) -> None:
        """Record that requests of a kind to a spreadsheet work.

        If nothing is left to write, only the answers of the failed writes were lost.
        """
        sheet = self._sheets[sheet_id].worked(kind)
        self.keep(sheet)
        if kind == "read" and sheet.was_read and not self.next_write(sheet_id).requests:
            self.keep(sheet.worked("write"))

    def go_on(self) -> None:
        """Resume a match that has paused by itself, if nothing stops it any more."""
        if self.live.record.stopped_by_itself and all(map(self._may_go_on, self.sheets)):
            self.live.resume_itself()
            # What was typed meanwhile was typed while the clock stood.
            self._hear_players([one for one in self.sheets if one.spreadsheet.is_played_in])

    def pause_if_failing(self, now: float) -> None:
        """Pause the match if requests to a spreadsheet have failed for too long.

        It is paused as of the last good look, if somebody who owes an answer writes there.
        """
        if self.live.record.match.status != "running":
            return
        for sheet in self.sheets:
            for kind, failing in sheet.health.failing.items():
                if sheet.spreadsheet.is_played_in and now - failing.since >= PATIENCE:
                    at = sheet.clock_then if self._owed(sheet) else None
                    self.live.pause_itself(_unreached(sheet, kind, failing.why), at)

    def pause_after(self, seconds: float) -> None:
        """Pause the match as of so many seconds ago, because the daemon has stood still since."""
        self.live.pause_itself("the umpire was away for a while", self.live.now() - seconds)

    def tell(self, intervals: Mapping[str, float | None]) -> None:
        """Tell the umpire on the console what needs attention, and how often it is read.

        `intervals` are the seconds between two reads, by spreadsheet.
        """
        remarks = self.troubles
        for sheet in self.sheets:
            if not sheet.spreadsheet.is_console:
                continue
            every = intervals.get(sheet.id)
            told = None if every is None else seconds_told(every, sheet.read_every)
            if (sheet.remarks, sheet.read_every) != (remarks, told):
                self.keep(replace(sheet, remarks=remarks, read_every=told))

    def statuses(self, now: float, rate: RateLimit) -> tuple[SheetStatus, ...]:
        """Return what the planner is to know of its spreadsheets.

        It is what it was a moment ago if nothing new is known since.
        """
        self._now = now
        if not self._statuses.hold(self.state, now):
            statuses = tuple(self._status(sheet, now, rate) for sheet in self.sheets)
            self._statuses = _Statuses(statuses, self.state, now)
        return self._statuses.statuses

    def _status(self, sheet: Sheet, now: float, rate: RateLimit) -> SheetStatus:
        limit = self.live.limit_in(sheet.spreadsheet.players)
        pending, hindrance = self._owed(sheet), self.hindrance(sheet.id)
        wants_wide_look = self._made[sheet.id].wants_wide_look.of(
            *(sheet, sheet.health.caution(now)), make=lambda: sheet.wants_wide_look(now)
        )
        return replace(
            sheet.status,
            priority=self._priority(sheet, pending, limit, rate, hindrance, now),
            limit=None if limit is None else now + limit,
            # While nothing can be read what is to be written may be out of date.
            changed="read" not in sheet.health.failing and bool(self.next_write(sheet.id).requests),
            unknown=sheet.found.wide is None,
            wide_at=NEVER if wants_wide_look or hindrance is not None else sheet.status.wide_at,
            typed_in=any(sheet.spreadsheet.players) or bool(pending),
            owed_since=self._since(sheet, pending, now),
        )

    def _since(self, sheet: Sheet, pending: Sequence[PendingDecision], now: float) -> float:
        """Return when what is owed in a spreadsheet began to be owed."""
        ids = [one.decision.id for one in pending]
        if self._owed_since.get(sheet.id, ([], now))[0] != ids:
            self._owed_since[sheet.id] = ids, now
        return self._owed_since[sheet.id][1] if ids else NEVER

    def _priority(
        self,
        sheet: Sheet,
        pending: Sequence[PendingDecision],
        limit: float | None,
        rate: RateLimit,
        hindrance: str | None,
        now: float,
    ) -> Priority:
        match = self.live.record.match
        if sheet.spreadsheet.is_console:
            somebody_is_there = now - sheet.status.heard_at <= _LIKELY_TO_GO_ON
            if pending and somebody_is_there:
                return "directed"
            return "pending" if pending or somebody_is_there else "console"
        if match.outcome is not None or self.live.record.paused_by_umpire:
            return "idle"
        is_awaited = sheet.trouble is not None or hindrance is not None
        if not pending and not (self.live.record.is_stopped and is_awaited):
            return "idle"
        if limit is not None and limit <= rate.near:
            return "near"
        if pending and all(one.held is not None for one in pending):
            return "answered"
        return "pending"

    def _hear(self, sheet: Sheet, began: Moment) -> list[Submission] | None:
        """Adjudicate what is new in a spreadsheet, and return it; None if it must wait.

        While the match has paused by itself players wait, and until it goes on the umpire's
        commands do: but what the box says comes first.
        """
        entered = sheet.entered(self.live.record, began.asked)
        if self.live.record.stopped_by_itself:
            if sheet.spreadsheet.is_played_in:
                return None
            if self._is_about_to_go_on():
                entered = [one for one in entered if one.row is None]
        return entered if self.live.hear(began, sheet.spreadsheet.players, entered) else None

    def _hear_players(self, sheets: Sequence[Sheet]) -> None:
        began = self.live.moment()
        players = [player for sheet in sheets for player in sheet.spreadsheet.players]
        record = self.live.record
        self.live.hear(
            began, players, [one for sheet in sheets for one in sheet.entered(record, began.asked)]
        )

    def _is_about_to_go_on(self) -> bool:
        """Return whether the match waits only until its spreadsheets have been looked at."""
        return all(
            not (sheet.health.failing or sheet.found.missing or self.hindrance(sheet.id))
            for sheet in self.sheets
            if sheet.spreadsheet.is_played_in
        )

    def _may_go_on(self, sheet: Sheet) -> bool:
        return sheet.is_done_without or (sheet.is_well and self.hindrance(sheet.id) is None)

    def _is_noted(self, end: str) -> bool:
        """Return whether vandalism was noted since the last step: once is enough."""
        for judged in reversed(self.live.record.judged):
            line = judged.line
            if line.by != UMPIRE:
                return False
            if line.say is not None and line.say.endswith(end):
                return True
        return False

    def _owed(self, sheet: Sheet) -> list[PendingDecision]:
        """Return what is owed by who writes in a spreadsheet: on a console that is the umpire."""
        spreadsheet = sheet.spreadsheet
        here = (UMPIRE,) if spreadsheet.is_console else spreadsheet.players
        return [pending for pending in self.live.record.match.pending if pending.by in here]

    def _shown(self, sheet_id: str) -> Screen:
        """Return what a spreadsheet is to show."""
        sheet, live = self._sheets[sheet_id], self.live
        return self._made[sheet_id].shown.of(
            *(live.record, sheet.typed, sheet.found.gone, sheet.spreadsheet),
            *(sheet.remarks, sheet.read_every),
            make=lambda: sheet.show(live.record, live.fairness),
        )

    def _kept(self, sheet: Sheet, texts: Mapping[str, str]) -> list[JsonObject]:
        """Return what puts formats and protection back.

        It is the same until a wide look or a text that colours wait for changes.
        """
        words = {word: texts.get(word) for word in sheet.colour_words}
        return self._made[sheet.id].kept.of(
            *(sheet.found.wide, words), make=lambda: sheet.keep(texts)
        )


def _unreached(sheet: Sheet, kind: Kind, why: str) -> str:
    if sheet.status.lost:
        return f"{sheet.spreadsheet.prefix}{why.removesuffix('.')}"
    return f"{sheet.spreadsheet.name} cannot be {'reached' if kind == 'read' else 'written'}"
