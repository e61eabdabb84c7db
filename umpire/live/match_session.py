"""A match together with its spreadsheets.

Each answer to a request is processed here: new entries are judged, and what each spreadsheet must
show then becomes its next write. Nothing is known here of accounts or of requests to come: the
server connection has the history of the requests, and makes them when the planner says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_

from umpire.games.base import UMPIRE, Screen
from umpire.games.text import few, listed
from umpire.live.derived import Contents, Derived, Upkeep
from umpire.live.match_log import MatchLog
from umpire.live.rates import NEVER, Kind, RateLimit
from umpire.live.request_history import Priority, RequestHistory
from umpire.live.spreadsheet_state import Batch, SpreadsheetState
from umpire.live.submissions import ReadContext
from umpire.live.updated import updated
from umpire.match import PendingDecision
from umpire.projections.console import seconds_told
from umpire.projections.ending import Afterwards
from umpire.projections.scoresheet import Submission
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.snapshot import Snapshot

PATIENCE = 30.0
"""Seconds for which requests fail on end until a match is paused by itself."""


_LIKELY_TO_GO_ON = 120.0
"""Seconds for which a person who has typed at a console is expected to type again."""

PUT_BACK = "was changed by hand and is put back"

UNMOVED = "changed by hand and put back; no clock stood still"

MOMENT = 1.0
"""Seconds after which values are computed anew although only the time has changed."""


@dataclass(frozen=True, slots=True)
class _Histories:
    """The last histories for the planner, with their time, version and requests."""

    histories: tuple[RequestHistory, ...] = ()
    version: int = -1
    asked: tuple[RequestHistory, ...] = ()
    at: float = 0.0

    def hold(self, version: int, asked: Sequence[RequestHistory], now: float) -> bool:
        """Return whether nothing has changed since, and hardly any time has passed."""
        is_recent = version == self.version and now < self.at + MOMENT
        return is_recent and all(map(is_, asked, self.asked))


class MatchSession:
    """The log of a match and its spreadsheets: one, or a board and a table for each player.

    Its console is among them if it has one; nobody plays there, and the match goes on without it.
    """

    def __init__(self, log: MatchLog, sheets: Iterable[SpreadsheetState]) -> None:
        self.log = log
        self._sheets = {sheet.id: sheet for sheet in sheets}
        self._upkeep = {sheet_id: Upkeep() for sheet_id in self._sheets}
        self._contents = {sheet_id: Contents() for sheet_id in self._sheets}
        self._derived: dict[str, Derived] = {}
        self._changes = 0
        self._seen_at: dict[str, float] = {}
        self._owed_since: dict[str, tuple[list[str], float]] = {}
        self._now = 0.0
        self._histories = _Histories()
        self._troubles: tuple[str, ...] = ()
        self._troubles_version = -1

    @property
    def sheets(self) -> tuple[SpreadsheetState, ...]:
        """The states of its spreadsheets."""
        return tuple(self._sheets.values())

    @property
    def version(self) -> int:
        """A number that grows whenever something new is known."""
        return self._changes + self.log.version

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences for the umpire: what is wrong with its spreadsheets, and what they lack."""
        version = self.version
        if self._troubles_version != version:
            self._troubles, self._troubles_version = self._find_troubles(), version
        return self._troubles

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
            sheet.health.lost
            or sheet.is_done_without
            or (sheet.painted == derived.shown and not derived.next_write.requests)
            for sheet in self.sheets
            for derived in (self._derive(sheet.id),)
        )

    def __contains__(self, sheet_id: str) -> bool:
        return sheet_id in self._sheets

    def sheet(self, sheet_id: str) -> SpreadsheetState:
        """Return the state of a spreadsheet."""
        return self._sheets[sheet_id]

    def hindrance(self, sheet_id: str) -> str | None:
        """Return why nobody can play in a spreadsheet, None if they can or nobody plays there."""
        sheet = self._sheets[sheet_id]
        if not sheet.spreadsheet.is_played_in:
            return None
        return sheet.hindrance or self.next_write(sheet_id).hindrance

    def set_next_match(self, afterwards: Afterwards) -> None:
        """Set the replay and the next match that its pages link to."""
        for sheet in self.sheets:
            self._replace_sheet(updated(sheet, afterwards=afterwards))

    def update_sharing(self, spreadsheets: Mapping[str, Spreadsheet]) -> None:
        """Set the guests of each spreadsheet, by role, and look at all of them widely."""
        for sheet in self.sheets:
            shared = updated(sheet, spreadsheet=spreadsheets[sheet.spreadsheet.role])
            self._replace_sheet(shared.require_wide_look())

    def next_write(self, sheet_id: str) -> Batch:
        """Return the one write that brings a spreadsheet up to date; empty if it is."""
        return self._derive(sheet_id).next_write

    def process_answer(
        self, sheet_id: str, began: ReadContext, look: Snapshot, batch: Batch | None, at: float
    ) -> bool:
        """Process the answer to a request; return whether it showed a new entry.

        The request began at `at` on the planner's clock. `batch` is what it wrote, if it did.
        """
        kinds: tuple[Kind, ...] = ("read",)
        if batch is not None:
            kinds = ("read", "write")
            self._replace_sheet(self._sheets[sheet_id].record_write(batch, at))
        heard = self._process_look(sheet_id, began, look, batch)
        sheet = self._replace_sheet(self._sheets[sheet_id].record_success(*kinds))
        if sheet.health.failing and sheet.was_read and not self.next_write(sheet_id).requests:
            self._replace_sheet(
                sheet.record_success("write")
            )  # only the answers of the failed writes were lost
        self._resume_if_ready()
        return heard

    def record_failure(
        self, sheet_id: str, kind: Kind, at: float, why: str, batch: Batch | None, *, lost: bool
    ) -> None:
        """Record that a request failed; `lost` if the spreadsheet is not there any more."""
        self._replace_sheet(self._sheets[sheet_id].record_failure(kind, at, why, batch, lost=lost))

    def record_refusal(self, sheet_id: str, at: float, why: str, *, repairs: bool) -> None:
        """Record that a write was refused; `repairs` if it was to put something back."""
        self._replace_sheet(self._sheets[sheet_id].record_refusal(at, why, repairs=repairs))

    def record_missing_name(self, sheet_id: str) -> None:
        """Record that a requested name is missing, so that the next look is a wide one."""
        self._replace_sheet(self._sheets[sheet_id].record_success().require_wide_look())

    def require_wide_look(self, sheet_id: str) -> None:
        """Make the next look at a spreadsheet a wide one."""
        self._replace_sheet(self._sheets[sheet_id].require_wide_look())

    def _replace_sheet(self, sheet: SpreadsheetState) -> SpreadsheetState:
        """Replace the state of a spreadsheet, counting a change if it is another object."""
        if self._sheets[sheet.id] is not sheet:
            self._sheets[sheet.id] = sheet
            self._changes += 1
        return sheet

    def _derive(self, sheet_id: str) -> Derived:
        """Return the values derived from the log and the state of a spreadsheet."""
        sheet, record = self._sheets[sheet_id], self.log.record
        caution, derived = sheet.health.caution(self._now), self._derived.get(sheet_id)
        if derived is None or not derived.is_of(record, sheet, caution):
            upkeep, contents = self._upkeep[sheet_id], self._contents[sheet_id]
            derived = Derived(self.log, sheet, caution, upkeep, contents)
            self._derived[sheet_id] = derived
        return derived

    def _process_look(
        self, sheet_id: str, began: ReadContext, look: Snapshot, batch: Batch | None
    ) -> bool:
        """Process a look; return whether it showed a new entry.

        New entries are judged. A match that has paused by itself goes on once all the
        spreadsheets in which it is played have been read and are well, and its consoles have been
        read or cannot be: there the umpire may have paused it meanwhile.
        """
        derived = self._derive(sheet_id)
        if derived.uneventful is not None:
            last, asked = derived.uneventful
            if last is look and asked == began.asked:
                self._seen_at[sheet_id] = began.clock
                self.log.process(began, derived.sheet.spreadsheet.players, ())
                return False
        shown = derived.shown if batch is None else batch.shown
        amiss, entered = self._process_entries(sheet_id, began, look, shown)
        if self._derive(sheet_id) is derived and entered == [] and not amiss:
            derived.uneventful = look, began.asked
        return bool(entered)

    def _process_entries(
        self, sheet_id: str, began: ReadContext, look: Snapshot, shown: Screen
    ) -> tuple[bool, list[Submission] | None]:
        """Process a look; return whether something is amiss, and the new entries.

        These are None if they must be seen again.
        """
        sheet, changed = self._sheets[sheet_id].looked(look, shown)
        self._replace_sheet(sheet)
        if sheet.layout.missing and sheet.spreadsheet.is_played_in:
            self.log.pause_itself(sheet.trouble or "")
        if changed is None:
            return True, None
        self._seen_at[sheet_id] = began.clock
        if (hindrance := self.hindrance(sheet_id)) is not None:
            self.log.pause_itself(hindrance)
        entered = self._process(sheet, began)
        if entered is not None:
            self._replace_sheet(self._sheets[sheet_id].controls_seen(began.asked))
        if changed and not self._is_noted(PUT_BACK):
            self.log.note(f"{sheet.spreadsheet.prefix}the sheet ({few(changed)}) {PUT_BACK}")
        if sheet.layout.damage.words and not self._is_noted(UNMOVED):
            what = f"{listed(sheet.layout.damage.words)} {UNMOVED}"
            self.log.note(f"{sheet.spreadsheet.name}: {what}", to_all=True)
        return bool(changed or sheet.layout.damage.words), entered

    def _resume_if_ready(self) -> None:
        """Resume a match that has paused by itself, if nothing stops it any more."""
        if self.log.record.stopped_by_itself and all(map(self._is_ready, self.sheets)):
            self.log.resume_itself()
            # What was typed meanwhile was typed while the clock stood.
            self._process_players([one for one in self.sheets if one.spreadsheet.is_played_in])

    def pause_if_failing(self, now: float) -> None:
        """Pause the match if requests to a spreadsheet have failed for too long.

        It is paused as of the last good look, if somebody who owes an answer writes there.
        """
        if self.log.record.match.status != "running":
            return
        for sheet in self.sheets:
            for kind, failing in sheet.health.failing.items():
                if sheet.spreadsheet.is_played_in and now - failing.since >= PATIENCE:
                    at = self._seen_at.get(sheet.id, 0.0) if self._owed(sheet) else None
                    self.log.pause_itself(_unreached(sheet, kind, failing.why), at)

    def pause_after(self, seconds: float) -> None:
        """Pause the match as of so many seconds ago, because the daemon has stood still since."""
        self.log.pause_itself("the umpire was away for a while", self.log.now() - seconds)

    def set_remarks(self, intervals: Mapping[str, float | None]) -> None:
        """Set the remarks on the console, and how often it is read.

        `intervals` are the seconds between two reads, by spreadsheet.
        """
        remarks = self.troubles
        for sheet in self.sheets:
            if not sheet.spreadsheet.is_console:
                continue
            every = intervals.get(sheet.id)
            told = None if every is None else seconds_told(every, sheet.read_every)
            self._replace_sheet(updated(sheet, remarks=remarks, read_every=told))

    def histories(
        self, asked: Sequence[RequestHistory], now: float, rate: RateLimit
    ) -> tuple[RequestHistory, ...]:
        """Return the histories of its spreadsheets, with the requests that are wanted now.

        `asked` are the histories so far. The same values are returned as long as nothing changes.
        """
        self._now = now
        version = self.version
        if not self._histories.hold(version, asked, now):
            histories = tuple(
                self._history(sheet, history, now, rate)
                for sheet, history in zip(self.sheets, asked, strict=True)
            )
            self._histories = _Histories(histories, version, tuple(asked), now)
        return self._histories.histories

    def _history(
        self, sheet: SpreadsheetState, history: RequestHistory, now: float, rate: RateLimit
    ) -> RequestHistory:
        derived = self._derive(sheet.id)
        limit = self.log.limit_in(sheet.spreadsheet.players)
        pending, hindrance = self._owed(sheet), self.hindrance(sheet.id)
        is_wide_due = derived.wants_wide_look or hindrance is not None
        since_heard = now - history.heard_at
        return replace(
            history,
            priority=self._priority(sheet, pending, limit, rate, hindrance, since_heard),
            limit=None if limit is None else now + limit,
            # While nothing can be read what is to be written may be out of date.
            changed="read" not in sheet.health.failing and bool(derived.next_write.requests),
            unknown=sheet.layout.wide is None,
            wide_at=NEVER if is_wide_due else history.wide_at,
            typed_in=any(sheet.spreadsheet.players) or bool(pending),
            owed_since=self._since(sheet, pending, now),
        )

    def _since(
        self, sheet: SpreadsheetState, pending: Sequence[PendingDecision], now: float
    ) -> float:
        """Return when the pending decisions of a spreadsheet became pending."""
        ids = [one.decision.id for one in pending]
        if self._owed_since.get(sheet.id, ([], now))[0] != ids:
            self._owed_since[sheet.id] = ids, now
        return self._owed_since[sheet.id][1] if ids else NEVER

    def _priority(
        self,
        sheet: SpreadsheetState,
        pending: Sequence[PendingDecision],
        limit: float | None,
        rate: RateLimit,
        hindrance: str | None,
        since_heard: float,
    ) -> Priority:
        match = self.log.record.match
        if sheet.spreadsheet.is_console:
            somebody_is_there = since_heard <= _LIKELY_TO_GO_ON
            if pending and somebody_is_there:
                return "directed"
            return "pending" if pending or somebody_is_there else "console"
        if match.outcome is not None or self.log.record.paused_by_umpire:
            return "idle"
        is_awaited = sheet.trouble is not None or hindrance is not None
        if not pending and not (self.log.record.is_stopped and is_awaited):
            return "idle"
        if limit is not None and limit <= rate.near:
            return "near"
        if pending and all(one.held is not None for one in pending):
            return "answered"
        return "pending"

    def _process(self, sheet: SpreadsheetState, began: ReadContext) -> list[Submission] | None:
        """Judge the new entries of a spreadsheet, and return them; None if they must wait.

        While the match has paused by itself players wait, and until it goes on the umpire's
        commands do: but what the box says comes first.
        """
        entered = sheet.entered(self.log.record, began.asked)
        if self.log.record.stopped_by_itself:
            if sheet.spreadsheet.is_played_in:
                return None
            if self._is_about_to_resume():
                entered = [one for one in entered if one.row is None]
        return entered if self.log.process(began, sheet.spreadsheet.players, entered) else None

    def _process_players(self, sheets: Sequence[SpreadsheetState]) -> None:
        began = self.log.read_context()
        players = [player for sheet in sheets for player in sheet.spreadsheet.players]
        record = self.log.record
        self.log.process(
            began, players, [one for sheet in sheets for one in sheet.entered(record, began.asked)]
        )

    def _is_about_to_resume(self) -> bool:
        """Return whether the match waits only until its spreadsheets have been looked at."""
        return all(
            not (sheet.health.failing or sheet.layout.missing or self.hindrance(sheet.id))
            for sheet in self.sheets
            if sheet.spreadsheet.is_played_in
        )

    def _is_ready(self, sheet: SpreadsheetState) -> bool:
        return sheet.is_done_without or (sheet.is_well and self.hindrance(sheet.id) is None)

    def _is_noted(self, end: str) -> bool:
        """Return whether vandalism was noted since the last step: once is enough."""
        for judged in reversed(self.log.record.judged):
            line = judged.line
            if line.by != UMPIRE:
                return False
            if line.say is not None and line.say.endswith(end):
                return True
        return False

    def _owed(self, sheet: SpreadsheetState) -> list[PendingDecision]:
        """Return the pending decisions of the people writing in a spreadsheet.

        On a console that is the umpire.
        """
        spreadsheet = sheet.spreadsheet
        here = (UMPIRE,) if spreadsheet.is_console else spreadsheet.players
        return [pending for pending in self.log.record.match.pending if pending.by in here]


def _unreached(sheet: SpreadsheetState, kind: Kind, why: str) -> str:
    if sheet.health.lost:
        return f"{sheet.spreadsheet.prefix}{why.removesuffix('.')}"
    return f"{sheet.spreadsheet.name} cannot be {'reached' if kind == 'read' else 'written'}"
