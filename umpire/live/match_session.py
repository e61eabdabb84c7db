"""A match together with its spreadsheets.

Each answer to a request is processed here: new entries are judged, and the next write of each
spreadsheet follows. Accounts and requests to come are none of its business: the server connection
has the history of the requests, and makes them when the planner says so.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_

from umpire.games.base import UMPIRE
from umpire.games.text import few, join_words
from umpire.live.batch import Batch
from umpire.live.derived import Contents, Derived, Upkeep
from umpire.live.match_log import MatchLog
from umpire.live.rates import NEVER, Kind, RateLimit
from umpire.live.request_history import Priority, RequestHistory
from umpire.live.spreadsheet_state import SpreadsheetState
from umpire.live.submissions import ReadContext
from umpire.live.updated import updated
from umpire.match import PendingDecision
from umpire.projections.console import displayed_interval
from umpire.projections.ending import OnwardLinks
from umpire.projections.scoresheet import Submission
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.diff import Blocks
from umpire.sheets.snapshot import Snapshot

PATIENCE = 30.0
"""Seconds for which requests fail on end until a match is paused by itself."""

_EXPECTED_AGAIN = 120.0
"""Seconds for which a person who has typed at a console is expected to type again."""

PUT_BACK = "was changed by hand and is put back"
"""The end of the note on changed cells."""

UNMOVED = "changed by hand and put back; no clock stood still"
"""The end of the note on changes beside the cells."""

MOMENT = 1.0
"""Seconds after which values are computed anew although only the time has changed."""


@dataclass(frozen=True, slots=True)
class _RequestHistories:
    """The last histories for the planner, with the version, histories and time they follow from."""

    histories: tuple[RequestHistory, ...] = ()
    version: int = -1
    before: tuple[RequestHistory, ...] = ()
    at: float = 0.0

    def are_current(self, version: int, before: Sequence[RequestHistory], now: float) -> bool:
        """Return whether nothing has changed since, and hardly any time has passed."""
        is_recent = version == self.version and now < self.at + MOMENT
        return is_recent and all(map(is_, before, self.before))


class MatchSession:
    """The log of a match and its spreadsheets: one, or a board and a table for each player.

    The console is among them if there is one. Nobody plays there, so the match can go on without
    it.
    """

    def __init__(self, log: MatchLog, sheets: Iterable[SpreadsheetState]) -> None:
        self.log = log
        self._sheets = {sheet.id: sheet for sheet in sheets}
        self._upkeep = {sheet_id: Upkeep() for sheet_id in self._sheets}
        self._contents = {sheet_id: Contents() for sheet_id in self._sheets}
        self._derived: dict[str, Derived] = {}
        self._changes = 0
        self._read_at: dict[str, float] = {}
        self._pending_since: dict[str, tuple[list[str], float]] = {}
        self._now = 0.0
        self._request_histories = _RequestHistories()
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
        """Sentences for the umpire on problems of its spreadsheets."""
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
        """Whether every spreadsheet that is not gone shows all that it should."""
        return all(
            sheet.health.is_lost
            or sheet.is_ignored
            or (sheet.painted == derived.screen and not derived.next_write.requests)
            for sheet in self.sheets
            for derived in (self._derive(sheet.id),)
        )

    def __contains__(self, sheet_id: str) -> bool:
        return sheet_id in self._sheets

    def sheet(self, sheet_id: str) -> SpreadsheetState:
        """Return the state of a spreadsheet."""
        return self._sheets[sheet_id]

    def hindrance(self, sheet_id: str) -> str | None:
        """Return why people cannot play in a spreadsheet; None if they can, or never do."""
        sheet = self._sheets[sheet_id]
        if not sheet.spreadsheet.is_required:
            return None
        return sheet.hindrance or self.next_write(sheet_id).hindrance

    def set_next_match(self, afterwards: OnwardLinks) -> None:
        """Set the replay and the next match that its pages link to."""
        for sheet in self.sheets:
            self.replace_sheet(updated(sheet, afterwards=afterwards))

    def update_sharing(self, spreadsheets: Mapping[str, Spreadsheet]) -> None:
        """Set the guests of each spreadsheet, given by role, and require a full read of each."""
        for sheet in self.sheets:
            shared = updated(sheet, spreadsheet=spreadsheets[sheet.spreadsheet.role])
            self.replace_sheet(shared.require_full_read())

    def next_write(self, sheet_id: str) -> Batch:
        """Return the one write that brings a spreadsheet up to date; empty if it is."""
        return self._derive(sheet_id).next_write

    def process_answer(
        self,
        sheet_id: str,
        context: ReadContext,
        snapshot: Snapshot,
        batch: Batch | None,
        began_at: float,
    ) -> bool:
        """Process the answer to a request; return whether it showed a new entry.

        The request began at `began_at` on the planner's clock. `batch` is what it wrote, if it did.
        """
        kinds: tuple[Kind, ...] = ("read",)
        if batch is not None:
            kinds = ("read", "write")
            self.replace_sheet(self._sheets[sheet_id].record_write(batch, began_at))
        has_entry = self._process_snapshot(sheet_id, context, snapshot, batch)
        sheet = self.replace_sheet(self._sheets[sheet_id].record_success(*kinds))
        if sheet.health.outages and sheet.was_read and not self.next_write(sheet_id).requests:
            # The writes that failed have succeeded: only their answers were lost.
            self.replace_sheet(sheet.record_success("write"))
        self._resume_if_ready()
        return has_entry

    def replace_sheet(self, sheet: SpreadsheetState) -> SpreadsheetState:
        """Replace the state of a spreadsheet; it counts as a change if it is another object."""
        if self._sheets[sheet.id] is not sheet:
            self._sheets[sheet.id] = sheet
            self._changes += 1
        return sheet

    def _derive(self, sheet_id: str) -> Derived:
        """Return the values derived from the log and the state of a spreadsheet."""
        sheet, history = self._sheets[sheet_id], self.log.history
        caution, derived = sheet.health.caution(self._now), self._derived.get(sheet_id)
        if derived is None or not derived.is_of(history, sheet, caution):
            upkeep, contents = self._upkeep[sheet_id], self._contents[sheet_id]
            derived = Derived(self.log, sheet, caution, upkeep, contents)
            self._derived[sheet_id] = derived
        return derived

    def _process_snapshot(
        self, sheet_id: str, context: ReadContext, snapshot: Snapshot, batch: Batch | None
    ) -> bool:
        """Process a snapshot; return whether it showed a new entry.

        One that is known to change nothing is not examined again.
        """
        derived = self._derive(sheet_id)
        if derived.uneventful is not None:
            uneventful, open_decisions = derived.uneventful
            if snapshot is uneventful and open_decisions == context.open_decisions:
                self._read_at[sheet_id] = context.clock
                self.log.process(context, derived.sheet.spreadsheet.players, ())
                return False
        screen = derived.screen if batch is None else batch.screen
        is_damaged, submissions = self._examine(sheet_id, context, snapshot, screen)
        if self._derive(sheet_id) is derived and submissions == [] and not is_damaged:
            derived.uneventful = snapshot, context.open_decisions
        return bool(submissions)

    def _examine(
        self, sheet_id: str, context: ReadContext, snapshot: Snapshot, screen: Blocks
    ) -> tuple[bool, list[Submission] | None]:
        """Judge the new entries in a snapshot, and note what somebody has changed by hand.

        Return whether anything must be put back, and the new entries, None if the next snapshot
        must show them again.
        """
        sheet, changed = self._sheets[sheet_id].record_snapshot(snapshot, screen)
        self.replace_sheet(sheet)
        if sheet.layout.missing and sheet.spreadsheet.is_required:
            self.log.pause_itself(sheet.trouble or "")
        if changed is None:
            return True, None
        self._read_at[sheet_id] = context.clock
        if (hindrance := self.hindrance(sheet_id)) is not None:
            self.log.pause_itself(hindrance)
        submissions = self._process(sheet, context)
        if submissions is not None:
            self.replace_sheet(sheet.record_processed_controls(context.open_decisions))
        if changed and not self._is_noted(PUT_BACK):
            self.log.note(f"{sheet.spreadsheet.prefix}the sheet ({few(changed)}) {PUT_BACK}")
        if sheet.layout.damage.subjects and not self._is_noted(UNMOVED):
            damage = f"{join_words(sheet.layout.damage.subjects)} {UNMOVED}"
            self.log.note(f"{sheet.spreadsheet.name}: {damage}", to_all=True)
        return bool(changed or sheet.layout.damage.subjects), submissions

    def _resume_if_ready(self) -> None:
        """Resume a match that has paused by itself once its spreadsheets are well.

        All in which it is played must have been read, and its console too unless it cannot be:
        there the umpire may have paused the match meanwhile.
        """
        if self.log.history.is_stopped_by_itself and all(map(self._is_ready, self.sheets)):
            self.log.resume_itself()
            # What was typed meanwhile was typed while the clock was stopped.
            self._process_players()

    def pause_if_failing(self, now: float) -> None:
        """Pause the match if requests to a spreadsheet have failed for too long.

        It is paused as of the last good snapshot if somebody who writes there owes an answer.
        """
        if self.log.history.match.status != "running":
            return
        for sheet in self.sheets:
            for kind, outage in sheet.health.outages.items():
                if sheet.spreadsheet.is_required and now - outage.since >= PATIENCE:
                    at = self._read_at.get(sheet.id, 0.0) if self._pending(sheet) else None
                    self.log.pause_itself(_describe_outage(sheet, kind, outage.why), at)

    def pause_after(self, seconds: float) -> None:
        """Pause the match as of so many seconds ago, when the daemon stopped working."""
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
            seconds = None if every is None else displayed_interval(every, sheet.read_every)
            self.replace_sheet(updated(sheet, remarks=remarks, read_every=seconds))

    def request_histories(
        self, before: Sequence[RequestHistory], now: float, rate: RateLimit
    ) -> tuple[RequestHistory, ...]:
        """Return the histories of its spreadsheets, with the requests that are wanted now.

        `before` are the histories so far. The same values are returned as long as nothing changes.
        """
        self._now = now
        version = self.version
        if not self._request_histories.are_current(version, before, now):
            histories = tuple(
                self._request_history(sheet, requests, now, rate)
                for sheet, requests in zip(self.sheets, before, strict=True)
            )
            self._request_histories = _RequestHistories(histories, version, tuple(before), now)
        return self._request_histories.histories

    def _request_history(
        self, sheet: SpreadsheetState, requests: RequestHistory, now: float, rate: RateLimit
    ) -> RequestHistory:
        derived = self._derive(sheet.id)
        limit = self.log.seconds_to_limit(sheet.spreadsheet.players)
        pending, hindrance = self._pending(sheet), self.hindrance(sheet.id)
        is_full_read_due = derived.wants_full_read or hindrance is not None
        if sheet.spreadsheet.is_console:
            is_attended = now - requests.entry_at <= _EXPECTED_AGAIN
            priority = _priority_of_console(is_pending=bool(pending), is_attended=is_attended)
        else:
            is_near = limit is not None and limit <= rate.near
            priority = self._priority(sheet, pending, hindrance, is_near=is_near)
        return replace(
            requests,
            priority=priority,
            limit=None if limit is None else now + limit,
            # While nothing can be read, the next write may be out of date.
            needs_write="read" not in sheet.health.outages and bool(derived.next_write.requests),
            needs_full_read=sheet.layout.full is None,
            full_read_at=NEVER if is_full_read_due else requests.full_read_at,
            takes_entries=any(sheet.spreadsheet.players) or bool(pending),
            pending_since=self._time_pending_since(sheet, pending, now),
        )

    def _time_pending_since(
        self, sheet: SpreadsheetState, pending: Sequence[PendingDecision], now: float
    ) -> float:
        """Return when the pending decisions of a spreadsheet became pending."""
        ids = [decision.decision.id for decision in pending]
        if self._pending_since.get(sheet.id, ([], now))[0] != ids:
            self._pending_since[sheet.id] = ids, now
        return self._pending_since[sheet.id][1] if ids else NEVER

    def _priority(
        self,
        sheet: SpreadsheetState,
        pending: Sequence[PendingDecision],
        hindrance: str | None,
        *,
        is_near: bool,
    ) -> Priority:
        history = self.log.history
        if history.match.outcome is not None or history.is_paused_by_umpire:
            return "idle"
        has_trouble = sheet.trouble is not None or hindrance is not None
        if not pending and not (history.is_stopped and has_trouble):
            return "idle"
        if is_near:
            return "near"
        if pending and all(decision.held is not None for decision in pending):
            return "answered"
        return "pending"

    def _process(self, sheet: SpreadsheetState, context: ReadContext) -> list[Submission] | None:
        """Judge the new entries of a spreadsheet, and return them; None if they must wait.

        Those of players wait while the match has paused by itself. The umpire's commands wait while
        it is about to resume, but the pause box does not.
        """
        submissions = sheet.new_submissions(self.log.history, context.open_decisions)
        if self.log.history.is_stopped_by_itself:
            if sheet.spreadsheet.is_required:
                return None
            if self._is_about_to_resume():
                submissions = [box for box in submissions if box.row is None]
        is_processed = self.log.process(context, sheet.spreadsheet.players, submissions)
        return submissions if is_processed else None

    def _process_players(self) -> None:
        """Judge the entries that are new in all spreadsheets in which the match is played."""
        context, history = self.log.read_context(), self.log.history
        sheets = [sheet for sheet in self.sheets if sheet.spreadsheet.is_required]
        players = [player for sheet in sheets for player in sheet.spreadsheet.players]
        submissions = [
            submission
            for sheet in sheets
            for submission in sheet.new_submissions(history, context.open_decisions)
        ]
        self.log.process(context, players, submissions)

    def _is_about_to_resume(self) -> bool:
        """Return whether the match resumes as soon as its spreadsheets have been read."""
        return all(
            not (sheet.health.outages or sheet.layout.missing or self.hindrance(sheet.id))
            for sheet in self.sheets
            if sheet.spreadsheet.is_required
        )

    def _is_ready(self, sheet: SpreadsheetState) -> bool:
        return sheet.is_ignored or (sheet.is_well and self.hindrance(sheet.id) is None)

    def _is_noted(self, end: str) -> bool:
        """Return whether a note with this end was written since a player's last line."""
        for judged in reversed(self.log.history.judged_lines):
            line = judged.line
            if line.by != UMPIRE:
                return False
            if line.say is not None and line.say.endswith(end):
                return True
        return False

    def _pending(self, sheet: SpreadsheetState) -> list[PendingDecision]:
        """Return the pending decisions of the people who write in a spreadsheet."""
        spreadsheet = sheet.spreadsheet
        people = (UMPIRE,) if spreadsheet.is_console else spreadsheet.players
        return [pending for pending in self.log.history.match.pending if pending.by in people]


def _priority_of_console(*, is_pending: bool, is_attended: bool) -> Priority:
    if is_pending and is_attended:
        return "directed"
    return "pending" if is_pending or is_attended else "console"


def _describe_outage(sheet: SpreadsheetState, kind: Kind, why: str) -> str:
    if sheet.health.is_lost:
        return f"{sheet.spreadsheet.prefix}{why.removesuffix('.')}"
    return f"{sheet.spreadsheet.name} cannot be {'reached' if kind == 'read' else 'written'}"
