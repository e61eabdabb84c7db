"""The state of one spreadsheet of a watched match, and its next write.

A state is a value: a snapshot, a write and a failure each give the next state. The next write is a
pure function of the state and of the history. Nothing here sends a request.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Self

from umpire.errors import UmpireError
from umpire.games.base import Screen
from umpire.games.text import few
from umpire.json_types import JsonObject
from umpire.live.batch import Batch
from umpire.live.control import Choices, Control, OpenDecisions, first_cell
from umpire.live.controls import PauseBox, controls_of, form_note_names
from umpire.live.entry_form import EntryForm
from umpire.live.health import Caution, Health
from umpire.live.layout import Layout
from umpire.live.page_data import StoredPageData, page_data
from umpire.live.rates import Kind
from umpire.live.score_sheet import ScoreSheet
from umpire.live.updated import updated
from umpire.projections.ending import NOTHING_YET, Afterwards
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import Submission
from umpire.projections.screens import wanted
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.colouring import colour_words
from umpire.sheets.context import Page
from umpire.sheets.diff import Rows, diff_screen, one_cell_texts, reads_as
from umpire.sheets.file_state import FileState
from umpire.sheets.folding import Folds, fold_requests, folds_of
from umpire.sheets.growth import plan_growth
from umpire.sheets.lease import SheetLease, leases_in
from umpire.sheets.reconcile import Wanted, plan_upkeep
from umpire.sheets.snapshot import Snapshot, cell_in_a1
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata


class TakenOver(UmpireError):
    """Another daemon, from another store, writes to this spreadsheet now."""


@dataclass(frozen=True, slots=True)
class SpreadsheetState:
    """The state of one spreadsheet of a watched match, as far as it is known.

    `controls` are the places to type in, and `colour_words` the words in braces that its
    conditional formats wait for: both are its template's. `health` is how well requests to it work,
    `layout` where everything lay at the last good snapshot, `file` who could edit it at the last
    full one, and `typed` what was typed in the ranges. `painted` is what every block is known to
    show, None if nobody knows, `choices` the choices in drop-downs, and `folds` the rows that are
    known to take no room. `lease` is the spreadsheet's; it is doubted once it shows another
    daemon's. `remarks` are sentences for the umpire on all of the match, to be shown if this is the
    console, and `read_every` about how many seconds lie between two reads of it, None if nobody
    knows. `afterwards` is where the match goes on once it is closed.

    Each method returns the same object if it brings nothing new.
    """

    spreadsheet: Spreadsheet
    id: str
    owner: str
    token: str
    pages: tuple[Page, ...]
    controls: tuple[Control, ...]
    colour_words: frozenset[str]
    health: Health = field(default_factory=Health)
    layout: Layout = field(default_factory=Layout)
    file: FileState = field(default_factory=FileState)
    typed: Mapping[str, Rows] = field(default_factory=dict)
    painted: Screen | None = None
    choices: Choices = field(default_factory=dict)
    page_data: StoredPageData = field(default_factory=StoredPageData)
    folds: Folds | None = None
    lease: SheetLease = field(default_factory=SheetLease)
    doubts_lease: bool = False
    remarks: tuple[str, ...] = ()
    read_every: int | None = None
    afterwards: Afterwards = NOTHING_YET

    @classmethod
    def of(cls, spreadsheet: Spreadsheet, spreadsheet_id: str, owner: str, token: str) -> Self:
        """Return a spreadsheet of which nothing is known yet."""
        made_of = spreadsheet.pages, controls_of(spreadsheet), colour_words(spreadsheet.pages)
        return cls(spreadsheet, spreadsheet_id, owner, token, *made_of)

    @property
    def was_read(self) -> bool:
        """Whether it has been read, and has all that it needs."""
        return bool(self.layout.places) and not self.layout.missing

    @property
    def is_well(self) -> bool:
        """Whether a match may go on as far as it is concerned."""
        return self.was_read and not self.health.failing

    @property
    def is_done_without(self) -> bool:
        """Whether a match goes on although something is wrong with it."""
        return not self.spreadsheet.is_played_in and self.trouble is not None

    @property
    def trouble(self) -> str | None:
        """A sentence on what is wrong with it."""
        if missing := self.layout.missing:
            return (
                f"{self.spreadsheet.name} has no range named {few(missing)}: define it again "
                "and the match goes on"
            )
        if self.hindrance is not None:
            return self.hindrance
        first = self.health.first_failing
        return None if first is None else f"{self.spreadsheet.prefix}{first.why}"

    @property
    def hindrance(self) -> str | None:
        """A sentence on why people cannot edit it; None if they can."""
        spreadsheet = self.spreadsheet
        accounts = spreadsheet.context.accounts
        return self.file.hindrance(spreadsheet.name, spreadsheet.players, accounts)

    @property
    def _forms(self) -> list[EntryForm]:
        return [one for one in self.controls if isinstance(one, EntryForm)]

    @property
    def _columns(self) -> list[ScoreSheet]:
        return [one for one in self.controls if isinstance(one, ScoreSheet)]

    def new_submissions(
        self, history: MatchHistory, open_decisions: OpenDecisions
    ) -> list[Submission]:
        """Return the new entries; `open_decisions` are those of the time of the snapshot."""
        return [
            one
            for control in self.controls
            for one in control.new_submissions(history, self.typed, open_decisions, self._cell_name)
        ]

    def show(self, history: MatchHistory, fairness: Fairness) -> Screen:
        """Return the contents of its blocks."""
        blocks = [form.blocks(history, self.typed) for form in self._forms]
        of_forms = {name: rows for shown in blocks for name, rows in shown.items()}
        told = self.remarks, self.read_every
        screen = wanted(history, self.spreadsheet, fairness, of_forms, *told)
        return {name: rows for name, rows in screen.items() if name not in self.layout.gone}

    def looked(self, snapshot: Snapshot, shown: Screen) -> tuple[Self, list[str] | None]:
        """Record a snapshot; return too the names of the blocks that somebody else has changed.

        They are None if it does not show all ranges: then nothing of it counts, and a full one must
        follow. `shown` are the contents that its blocks must have. Raises TakenOver if another
        daemon has taken the spreadsheet's lease from this one.
        """
        self = self._seen(snapshot)
        layout, gone = self.layout, self._gone()
        names = [name for name in self._names(shown) if name not in gone]
        places = {name: layout.where[name] for name in names if name in layout.where}
        typed = {
            name: rows
            for name, place in places.items()
            if (rows := snapshot.typed(place)) is not None
        }
        if not names:
            return updated(self, layout=layout.without(gone, sorted(gone))), None
        if len(typed) < len(names):
            # Whether a name lies elsewhere or nowhere a full snapshot tells.
            there = layout.structure.ids if snapshot.full is None else places
            missing = (name for name in names if name not in there)
            return updated(self, layout=layout.without(gone, missing)), None
        known = updated(
            self,
            layout=layout.complete(snapshot, places, gone),
            typed=typed,
            file=self.file if snapshot.file is None else snapshot.file.after(self.file),
        )
        if snapshot.full is not None:
            known = updated(
                known, page_data=StoredPageData.found_in(snapshot.full.developer_metadata)
            )
        return known._compared(shown)

    def record_processed_controls(self, open_decisions: OpenDecisions) -> Self:
        """Record that the entries of a snapshot in boxes and forms have been processed.

        `open_decisions` are those of the time when its read began.
        """
        noted = updated(self, controls=self._boxes(lambda box: box.record_state(self.typed)))
        controls = (
            one.record_fields(self.typed, open_decisions) if isinstance(one, EntryForm) else one
            for one in noted.controls
        )
        return updated(noted, controls=tuple(controls))

    def wants_full_read(self, caution: Caution) -> bool:
        """Return whether a full snapshot should come next, although nothing requires it."""
        if self.layout.full is None:
            return False
        return self.doubts_lease or (caution == "none" and self.is_doubtful)

    def record_write(self, batch: Batch, began_at: float) -> Self:
        """Record that a write succeeded; `began_at` is on the planner's clock."""
        written = {**self.typed, **batch.typed}
        return updated(
            self,
            painted=batch.shown,
            typed=written,
            choices=batch.choices,
            lease=SheetLease(self.token, has_gate=True),
            controls=self._boxes(lambda box: box.record_state(written))
            if batch.typed
            else self.controls,
            page_data=(
                self.page_data
                if batch.page_data is None
                else self.page_data.written(batch.page_data)
            ),
            folds=batch.folds,
            layout=updated(self.layout, known=SpreadsheetMetadata())
            if batch.repairs
            else self.layout,
            health=self.health.record_write(began_at, repairs=batch.repairs),
        )

    def record_failure(
        self, kind: Kind, began_at: float, why: str, batch: Batch | None, *, lost: bool
    ) -> Self:
        """Record that a request failed: then nobody knows whether its write succeeded."""
        failed = updated(self, health=self.health.record_failure(kind, began_at, why, lost=lost))
        if batch is None:
            return failed
        return updated(
            failed,
            painted=None,
            folds=None,
            choices={},
            controls=self._boxes(lambda box: box.record_doubt(batch.typed)),
            page_data=self.page_data.in_doubt(),
            layout=updated(self.layout, full=None) if self.page_data.id is None else self.layout,
        )

    def record_refusal(self, began_at: float, why: str, *, repairs: bool) -> Self:
        """Record that a write was refused; `repairs` if it was to put something back."""
        layout = updated(self.layout, known=SpreadsheetMetadata())
        health = self.health.record_refusal(began_at, why if repairs else None)
        return updated(self, layout=layout, health=health)

    def record_success(self, *kinds: Kind) -> Self:
        """Record that requests of these kinds work."""
        return updated(self, health=self.health.record_success(*kinds))

    def require_full_read(self) -> Self:
        """Make the next snapshot a full one."""
        return updated(self, layout=updated(self.layout, full=None))

    def next_write(
        self,
        history: MatchHistory,
        shown: Screen,
        upkeep: Callable[[Mapping[str, str]], list[JsonObject]],
        caution: Caution = "none",
    ) -> Batch:
        """Return the one write that brings it up to date; empty if it is.

        `upkeep` gives the requests that restore formats and protection, for the texts of its
        one-cell blocks. Changes beside the cells are put back in a write of their own, because such
        a write can be refused if somebody changes more meanwhile.
        """
        places = self.layout.places
        if not places:
            return Batch()
        controls = [one for one in self.controls if any(name in places for name in one.names)]
        typed_in = [places[name] for one in controls for name in one.names if name in places]
        update = diff_screen(self.typed, shown, places, typed_in)
        repairs, unmet, hindrance = self._repairs(history, one_cell_texts(shown), upkeep)
        work = [one.plan_update(history, self.typed, places, self.choices) for one in controls]
        findings = (*update.findings, *unmet, *self.health.unrepaired, *self._lacks())
        if caution == "great" and self.spreadsheet.players:
            work = []
        folds = self._folds(history, shown)
        folding = [] if folds == self.folds else fold_requests(folds)
        due = [*update.requests, *(one for done in work for one in done.needed)]
        due += [] if self.folds is None else folding
        is_repairing = bool(repairs) and not due and caution == "none"
        is_held, leads_on = self.lease.holder == self.token, self.afterwards != NOTHING_YET
        if not (due or is_repairing or leads_on) and is_held:
            return Batch(findings=findings, hindrance=hindrance)
        previews = [form.preview_data(history, self.typed) for form in self._forms]
        data = page_data(history, self.spreadsheet, self.afterwards, previews)
        storing = self.page_data.plan_update(data)
        if not (due or is_repairing or storing) and is_held:
            return Batch(findings=findings, hindrance=hindrance)
        put_back = repairs if is_repairing else []
        always = [one for done in work for one in done.accompanying]
        along = folding if self.folds is None else []
        return Batch(
            (*self._fence(), *due, *put_back, *storing, *always, *along),
            shown,
            {name: rows for done in work for name, rows in done.typed.items()},
            {name: choices for done in work for name, choices in done.choices.items()},
            data if storing else None,
            is_repairing,
            findings,
            hindrance,
            folds,
        )

    def plan_upkeep(self, texts: Mapping[str, str]) -> list[JsonObject]:
        """Return the requests that restore formats and protection, by the last full snapshot."""
        if self.layout.full is None:
            return []
        return [*plan_upkeep(self._wanted(texts), self.layout.full).requests]

    @property
    def is_doubtful(self) -> bool:
        """Whether more has changed since the last full snapshot than that one can help put back."""
        return self.doubts_lease or self.layout.is_changed

    def _repairs(
        self,
        history: MatchHistory,
        texts: Mapping[str, str],
        upkeep: Callable[[Mapping[str, str]], list[JsonObject]],
    ) -> tuple[list[JsonObject], tuple[str, ...], str | None]:
        """Return the requests that lengthen score sheets, or restore names, formats and protection.

        Return too the findings for the umpire, and the one that leaves somebody no row to type in.
        """
        damage, full = self.layout.damage, self.layout.full
        if full is None or self.is_doubtful:
            return [*damage.requests], (), None
        used = {
            self.spreadsheet.seat_of_pages(column.seat): column.rows_used(history, self.typed)
            for column in self._columns
        }
        growing = plan_growth(self._wanted(texts), full, used)
        repairs = [*growing.requests] or [*damage.requests, *upkeep(texts)]
        heights = [
            self.layout.places[column.name].rect.height - column.rows_used(history, self.typed)
            for column in self._columns
            if column.name in self.layout.places
        ]
        is_full = bool(growing.findings) and min(heights, default=1) < 1
        hindrance = f"{self.spreadsheet.prefix}{growing.findings[0]}" if is_full else None
        return repairs, growing.findings, hindrance

    def _folds(self, history: MatchHistory, shown: Screen) -> Folds:
        """Return the rows that are to take no room: empty ones, and those of old entries."""
        closed = history.match.closed  # whoever looks back then has all of it
        used = {
            column.name: 0 if closed else column.rows_used(history, self.typed)
            for column in self._columns
        }
        return folds_of(self.pages, self.layout.places, {**self.typed, **shown}, used)

    def _fence(self) -> list[JsonObject]:
        """Return the requests that make the whole write fail without the lease."""
        cell = first_cell(next(iter(self.layout.places.values())))
        return self.lease.fence(self.token, cell, self.spreadsheet.context.keepers)

    def _wanted(self, texts: Mapping[str, str]) -> Wanted:
        return self.spreadsheet.wanted(texts, self.owner)

    def _seen(self, snapshot: Snapshot) -> Self:
        """Record the layout that a snapshot shows, and the holder of the lease.

        Where players write, another daemon's is believed only once a full snapshot has shown who
        may change it.
        """
        layout = self.layout.seen(snapshot, lambda: self._wanted({}))
        context = self.spreadsheet.context
        players = {*context.accounts.values()} - {*context.keepers, self.owner}
        kept = snapshot.leases if snapshot.full is None else leases_in(snapshot.full, players)
        tabs = {place.sheet for place in layout.where.values()}
        written = [page.name(name) for page in self.pages for name in page.tab.written_by_player()]
        open_places = [layout.where[name] for name in written if name in layout.where]
        lease = SheetLease.among(kept, tabs, open_places, self.token)
        is_strange = self.lease.holder == self.token and lease.holder not in (None, self.token)
        if is_strange and (snapshot.full is not None or not self.spreadsheet.players):
            raise TakenOver(
                f"Another umpire has taken over {self.spreadsheet.name} of {context.match}: "
                "this one stops."
            )
        believed = self.lease if is_strange else lease
        return updated(self, layout=layout, lease=believed, doubts_lease=is_strange)

    def _names(self, shown: Screen) -> list[str]:
        return [*shown, *(name for one in self.controls for name in one.names)]

    def _gone(self) -> frozenset[str]:
        """Return the missing names that it does without: on a console any, elsewhere a form's."""
        there = self.layout.names
        if not self.spreadsheet.is_played_in:
            return self.spreadsheet.names - there
        cells = {name for form in self._forms for name in form.names}
        return frozenset(cells.union(form_note_names(self.spreadsheet)) - there)

    def _lacks(self) -> list[str]:
        """Return sentences for the umpire on what it does without."""
        if self.spreadsheet.is_played_in:
            findings = [form.finding(self.layout.gone) for form in self._forms]
            return [finding for finding in findings if finding is not None]
        if not self.layout.gone:
            return []
        return [
            f"It has no range named {few(sorted(self.layout.gone))}: define it again to use it."
        ]

    def _compared(self, shown: Screen) -> tuple[Self, list[str]]:
        """Return it, and the blocks that show something else than was painted."""
        standing = self.painted if self.painted is not None else shown
        changed = [
            name
            for name, rows in standing.items()
            if name in self.typed and not reads_as(self.typed[name], rows)
        ]
        if self.painted is not None:
            return self, changed
        return (self if changed else updated(self, painted=shown)), []

    def _boxes(self, note: Callable[[PauseBox], PauseBox]) -> tuple[Control, ...]:
        return tuple(note(one) if isinstance(one, PauseBox) else one for one in self.controls)

    def _cell_name(self, name: str, row: int) -> str | None:
        place = self.layout.places.get(name)
        return None if place is None else cell_in_a1(place, row, self.layout.titles)
