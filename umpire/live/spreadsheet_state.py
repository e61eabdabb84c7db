"""The state of one spreadsheet of a watched match, and its next write.

A state is a value: a snapshot, a write and a failure each give the next state. The next write is a
pure function of the state and of the history. Nothing here sends a request.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from operator import is_
from typing import Self

from umpire.errors import UmpireError
from umpire.games.text import few
from umpire.json_types import JsonObject
from umpire.live.batch import Batch
from umpire.live.control import Choices, Control, ControlUpdate, OpenDecisions, first_cell
from umpire.live.controls import PauseBox, controls_of
from umpire.live.entry_form import EntryForm
from umpire.live.health import Caution, Health
from umpire.live.layout import Layout
from umpire.live.missing_names import missing_findings, optional_names
from umpire.live.page_data import StoredPageData, page_data
from umpire.live.rates import Kind
from umpire.live.score_sheet import ScoreSheet
from umpire.live.updated import updated
from umpire.projections.ending import NO_LINKS, OnwardLinks
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import Submission
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet
from umpire.projections.sums import named_columns, sums_screen
from umpire.sheets.colouring import colour_words
from umpire.sheets.context import Page
from umpire.sheets.diff import Blocks, Rows, diff_screen, one_cell_texts, shows
from umpire.sheets.file_state import FileState
from umpire.sheets.folding import Folds, fold_requests, plan_folds
from umpire.sheets.grid import Place
from umpire.sheets.growth import plan_growth
from umpire.sheets.lease import SheetLease, lease_candidates
from umpire.sheets.names import column_name_requests
from umpire.sheets.ranges import DATA, DIRECTIONS
from umpire.sheets.reconcile import TargetState, plan_upkeep
from umpire.sheets.snapshot import Snapshot, cell_in_a1
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata


class TakenOver(UmpireError):
    """Another daemon, from another store, writes to this spreadsheet now."""


@dataclass(frozen=True, slots=True)
class SpreadsheetState:
    """The state of one spreadsheet of a watched match, as far as it is known.

    `controls` are the places to type in, and `colour_words` the words in braces that its
    conditional formats wait for: both are its template's. `health` holds the failures of requests
    to it, `layout` the places in the last good snapshot, `file` the people who could edit it by the
    last full one, and `typed` the typed cells of its ranges. `painted` is the screen that it shows,
    None if nobody knows, `choices` those in its drop-downs, and `folds` the rows that are folded
    away. `lease` is the spreadsheet's, and is in doubt once a snapshot has shown another daemon's.
    `remarks` are sentences for the umpire on all of the match, for the console to show, and
    `read_every` is about how many seconds lie between two reads of it, None if nobody knows.
    `afterwards` are the links to follow once the match is closed.

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
    painted: Blocks | None = None
    choices: Choices = field(default_factory=dict)
    page_data: StoredPageData = field(default_factory=StoredPageData)
    folds: Folds | None = None
    lease: SheetLease = field(default_factory=SheetLease)
    is_lease_in_doubt: bool = False
    remarks: tuple[str, ...] = ()
    read_every: int | None = None
    afterwards: OnwardLinks = NO_LINKS

    @classmethod
    def of(cls, spreadsheet: Spreadsheet, spreadsheet_id: str, owner: str, token: str) -> Self:
        """Return a spreadsheet of which nothing is known yet."""
        pages, controls = spreadsheet.pages, controls_of(spreadsheet)
        return cls(spreadsheet, spreadsheet_id, owner, token, pages, controls, colour_words(pages))

    @property
    def was_read(self) -> bool:
        """Whether it has been read, and has every name that it needs."""
        return bool(self.layout.places) and not self.layout.missing

    @property
    def is_well(self) -> bool:
        """Whether nothing about it keeps the match from going on."""
        return self.was_read and not self.health.outages

    @property
    def is_ignored(self) -> bool:
        """Whether the match goes on without it because something is wrong with it."""
        return not self.spreadsheet.is_required and self.trouble is not None

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
        outage = self.health.longest_outage
        return None if outage is None else f"{self.spreadsheet.prefix}{outage.why}"

    @property
    def hindrance(self) -> str | None:
        """A sentence on why people cannot edit it; None if they can."""
        spreadsheet = self.spreadsheet
        accounts = spreadsheet.context.accounts
        return self.file.hindrance(spreadsheet.name, spreadsheet.players, accounts)

    @property
    def forms(self) -> list[EntryForm]:
        """The entry forms among its controls."""
        return [control for control in self.controls if isinstance(control, EntryForm)]

    @property
    def _columns(self) -> list[ScoreSheet]:
        return [control for control in self.controls if isinstance(control, ScoreSheet)]

    def new_submissions(
        self, history: MatchHistory, open_decisions: OpenDecisions
    ) -> list[Submission]:
        """Return the new entries; `open_decisions` are those of the time of the snapshot."""
        return [
            submission
            for control in self.controls
            for submission in control.new_submissions(
                history, self.typed, open_decisions, self._cell_name
            )
        ]

    def screen(self, history: MatchHistory, fairness: Fairness) -> Blocks:
        """Return the contents that its blocks must have."""
        forms = {
            name: rows
            for form in self.forms
            for name, rows in form.blocks(history, self.typed).items()
        }
        remarks, every = self.remarks, self.read_every
        texts = spreadsheet_screen(history, self.spreadsheet, fairness, forms, remarks, every)
        screen = {**texts, **sums_screen(history, self.spreadsheet)}
        missing = self.layout.missing_optional
        return {name: rows for name, rows in screen.items() if name not in missing}

    def record_snapshot(self, snapshot: Snapshot, screen: Blocks) -> tuple[Self, list[str] | None]:
        """Record a snapshot; return too the names of the blocks that somebody else has changed.

        They are None if it does not show all ranges: then nothing of it counts, and a full one must
        follow. `screen` are the contents that its blocks must have. Raises TakenOver if another
        daemon has taken the spreadsheet's lease from this one.
        """
        self = self._record_structure(snapshot)
        layout = self.layout
        missing_optional = optional_names(self.spreadsheet, self.forms) - layout.names
        effective = layout.effective_places
        names = [*screen, *(name for control in self.controls for name in control.names)]
        names = [name for name in names if name not in missing_optional]
        places = {name: effective[name] for name in names if name in effective}
        typed = {
            name: rows
            for name, at in places.items()
            if (rows := _read(snapshot, name, at)) is not None
        }
        if not names:
            layout = layout.record_missing(missing_optional, sorted(missing_optional))
            return updated(self, layout=layout), None
        if len(typed) < len(names):
            # Only a full snapshot shows whether a name has another place or none.
            present = layout.structure.name_ids if snapshot.full is None else places
            missing = (name for name in names if name not in present)
            return updated(self, layout=layout.record_missing(missing_optional, missing)), None
        page_data, file = self.page_data, self.file
        if snapshot.full is not None:
            page_data = StoredPageData.read_from(snapshot.full.developer_metadata)
        if snapshot.file is not None:
            file = snapshot.file.remember_writers(file)
        layout = layout.record_places(snapshot, places, missing_optional)
        sheet = updated(self, layout=layout, typed=typed, file=file, page_data=page_data)
        return sheet._compare(screen)

    def record_processed_controls(self, open_decisions: OpenDecisions) -> Self:
        """Record that the entries of a snapshot in boxes and forms have been processed.

        `open_decisions` are those of the time when its read began.
        """
        controls = tuple(
            control.record_fields(self.typed, open_decisions)
            if isinstance(control, EntryForm)
            else control
            for control in self._with_boxes(lambda box: box.record_state(self.typed))
        )
        # A form whose field has become TRUE is equal to one in which it is 1.
        is_changed = not all(map(is_, controls, self.controls))
        return replace(self, controls=controls) if is_changed else self

    def wants_full_read(self, caution: Caution) -> bool:
        """Return whether a full snapshot should come next, although nothing requires it."""
        if self.layout.full is None:
            return False
        return self.is_lease_in_doubt or (caution == "none" and self.is_doubtful)

    def record_write(self, batch: Batch, began_at: float) -> Self:
        """Record that a write succeeded; `began_at` is on the planner's clock."""
        typed, controls, page_data = {**self.typed, **batch.typed}, self.controls, self.page_data
        if batch.typed:
            controls = self._with_boxes(lambda box: box.record_state(typed))
        if batch.page_data is not None:
            page_data = page_data.record_write(batch.page_data)
        layout = self.layout
        if batch.is_repair:
            layout = updated(layout, full_structure=SpreadsheetMetadata())
        return updated(
            self,
            painted=batch.screen,
            typed=typed,
            choices=batch.choices,
            lease=SheetLease(self.token, has_gate=True),
            controls=controls,
            page_data=page_data,
            folds=batch.folds,
            layout=layout,
            health=self.health.record_write(began_at, is_repair=batch.is_repair),
        )

    def record_failure(
        self, kind: Kind, began_at: float, why: str, batch: Batch | None, *, is_lost: bool
    ) -> Self:
        """Record that a request failed: then nobody knows whether its write succeeded."""
        health = self.health.record_failure(kind, began_at, why, is_lost=is_lost)
        if batch is None:
            return updated(self, health=health)
        return updated(
            self,
            health=health,
            painted=None,
            folds=None,
            choices={},
            controls=self._with_boxes(lambda box: box.record_doubt(batch.typed)),
            page_data=self.page_data.record_doubt(),
            layout=updated(self.layout, full=None) if self.page_data.id is None else self.layout,
        )

    def record_refusal(self, began_at: float, why: str, *, is_repair: bool) -> Self:
        """Record that a write was refused; `is_repair` if it was to put something back."""
        layout = updated(self.layout, full_structure=SpreadsheetMetadata())
        health = self.health.record_refusal(began_at, why if is_repair else None)
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
        screen: Blocks,
        upkeep: Callable[[Mapping[str, str]], list[JsonObject]],
        caution: Caution = "none",
    ) -> Batch:
        """Return the one write that brings it up to date; empty if it is.

        `upkeep` returns the requests that restore formats and protection, given the texts of the
        one-cell blocks. Changes beside the cells are put back in a write of their own, because such
        a write can be refused if somebody changes more meanwhile.
        """
        places = self.layout.places
        if not places:
            return Batch()
        controls = [
            control for control in self.controls if not places.keys().isdisjoint(control.names)
        ]
        names = [name for control in controls for name in control.names if name in places]
        difference = diff_screen(self.typed, screen, places, [places[name] for name in names])
        repairs, unmet, hindrance = self._repairs(history, one_cell_texts(screen), upkeep)
        missing = missing_findings(self.spreadsheet, self.forms, self.layout.missing_optional)
        findings = (*difference.findings, *unmet, *self.health.findings, *missing)
        update = ControlUpdate()
        if caution != "great" or not self.spreadsheet.players:
            for control in controls:
                update.add(control.plan_update(history, self.typed, places, self.choices))
        folds = self._folds(history, screen)
        folding = [] if folds == self.folds else fold_requests(folds)
        columns = column_name_requests(
            named_columns(history, places), self.layout.structure, DATA, self.spreadsheet.names
        )
        needed = [*columns, *difference.requests, *update.needed]
        accompanying = update.accompanying
        if self.folds is None:
            accompanying += folding
        else:
            needed += folding
        is_repair = bool(repairs) and not needed and caution == "none"
        is_due = bool(needed) or is_repair or self.lease.holder != self.token
        storing: list[JsonObject] = []
        if is_due or self.afterwards != NO_LINKS:
            previews = [form.preview_data(history, self.typed) for form in self.forms]
            data = page_data(history, self.spreadsheet, self.afterwards, previews)
            storing = self.page_data.plan_update(data)
        if not (is_due or storing):
            return Batch(findings=findings, hindrance=hindrance)
        if is_repair:
            needed = repairs
        return Batch(
            (*self._fence(), *needed, *storing, *accompanying),
            screen,
            update.typed,
            update.choices,
            data if storing else None,
            is_repair,
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
        return self.is_lease_in_doubt or self.layout.is_changed

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

    def _folds(self, history: MatchHistory, screen: Blocks) -> Folds:
        """Return the rows to fold away: empty ones, and those of old entries."""
        closed = history.match.closed  # then people look back at all of it
        used = {
            column.name: 0 if closed else column.rows_used(history, self.typed)
            for column in self._columns
        }
        return plan_folds(self.pages, self.layout.places, {**self.typed, **screen}, used)

    def _fence(self) -> list[JsonObject]:
        """Return the requests that make the whole write fail without the lease."""
        cell = first_cell(next(iter(self.layout.places.values())))
        return self.lease.claim_requests(self.token, cell, self.spreadsheet.context.keepers)

    def _wanted(self, texts: Mapping[str, str]) -> TargetState:
        return self.spreadsheet.target(texts, self.owner)

    def _record_structure(self, snapshot: Snapshot) -> Self:
        """Record the structure in a snapshot, and the holder of the lease.

        Where players write, another daemon's lease is believed only once a full snapshot has shown
        who may change it.
        """
        layout = self.layout.record_structure(snapshot, lambda: self._wanted({}))
        context = self.spreadsheet.context
        players = {*context.accounts.values()} - {*context.keepers, self.owner}
        leases = snapshot.leases
        if snapshot.full is not None:
            leases = lease_candidates(snapshot.full, players)
        places = layout.effective_places
        tabs = {place.sheet for place in places.values()}
        entries = [page.name(name) for page in self.pages for name in page.tab.written_by_player()]
        open_places = [places[name] for name in entries if name in places]
        lease = SheetLease.from_candidates(leases, tabs, open_places, self.token)
        is_taken = self.lease.holder == self.token and lease.holder not in (None, self.token)
        if is_taken and (snapshot.full is not None or not self.spreadsheet.players):
            raise TakenOver(
                f"Another umpire has taken over {self.spreadsheet.name} of {context.match}: "
                "this one stops."
            )
        return updated(
            self,
            layout=layout,
            lease=self.lease if is_taken else lease,
            is_lease_in_doubt=is_taken,
        )

    def _compare(self, screen: Blocks) -> tuple[Self, list[str]]:
        """Return it, and the names of the blocks that differ from what was painted."""
        expected = self.painted if self.painted is not None else screen
        changed = [
            name
            for name, rows in expected.items()
            if name in self.typed and not shows(self.typed[name], rows)
        ]
        if self.painted is not None:
            return self, changed
        return (self if changed else updated(self, painted=screen)), []

    def _with_boxes(self, record: Callable[[PauseBox], PauseBox]) -> tuple[Control, ...]:
        return tuple(
            record(control) if isinstance(control, PauseBox) else control
            for control in self.controls
        )

    def _cell_name(self, name: str, row: int) -> str | None:
        place = self.layout.places.get(name)
        return None if place is None else cell_in_a1(place, row, self.layout.titles)


def _read(snapshot: Snapshot, name: str, place: Place) -> Rows | None:
    """Return what was typed in a range, or shown in that of directions, which formulas may make."""
    return snapshot.shown_values(place) if name == DIRECTIONS else snapshot.values(place)
