"""The check of one match: its log, its lease and each of its spreadsheets."""

from collections.abc import Callable, Iterator
from functools import partial

from umpire.catalogue import find_game
from umpire.checkup.access import Access, check_sharing
from umpire.checkup.contents import Contents
from umpire.checkup.findings import Finding, error_finding
from umpire.errors import UmpireError
from umpire.hosting.creation import sums_requests
from umpire.hosting.retry import Attempt, try_once
from umpire.live.setup import MatchSetup, checked_template
from umpire.projections.match_history import MatchHistory, rebuild
from umpire.projections.screens import spreadsheet_screen
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet
from umpire.projections.sums import sums_screen
from umpire.sheets.client import SheetsClient
from umpire.sheets.diff import Blocks, one_cell_texts
from umpire.sheets.errors import Refused, SheetsError
from umpire.sheets.lease import SheetLease, lease_candidates
from umpire.sheets.ranges import DIRECTIONS
from umpire.sheets.reconcile import TargetState, plan_repair
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.store import MatchRow, Store

Connect = Callable[[str], tuple[SheetsClient, tuple[str, ...]]]
"""Return a connection to a server's address, and the umpire's accounts there, its own first."""

_MATCH = "match"
_ACCESS = "access"


class Checkup:
    """The check of one match and its spreadsheets. `now` is seconds since 1970.

    `attempt` runs each step, and may run it again.
    """

    def __init__(
        self, store: Store, row: MatchRow, connect: Connect, now: float, attempt: Attempt = try_once
    ) -> None:
        self._store = store
        self._row = row
        self._connect = connect
        self._attempt = attempt
        self._lease = store.leases.current(row.id, now)
        self._hosting = store.hosting(row.id)

    def findings(self) -> Iterator[Finding]:
        """Check everything. Raises only StoreError."""
        yield self._check_watcher()
        try:
            history, sheets, places = self._open()
        except UmpireError as error:
            yield error_finding(self._row.id, _MATCH, error)
            return
        for spreadsheet, spreadsheet_id in places:
            try:
                check = partial(
                    self._check_spreadsheet, sheets, history, spreadsheet, spreadsheet_id
                )
                yield from self._attempt(partial(_collect, check))
            except SheetsError as error:
                yield error_finding(self._group(spreadsheet), _ACCESS, error)

    def repair(self) -> Iterator[Finding]:
        """Repair each spreadsheet in one write, and yield a finding on each repair."""
        try:
            history, sheets, places = self._open()
        except UmpireError as error:
            yield error_finding(self._row.id, _MATCH, error)
            return
        for spreadsheet, spreadsheet_id in places:
            try:
                yield from self._repair_spreadsheet(sheets, history, spreadsheet, spreadsheet_id)
            except SheetsError as error:
                yield error_finding(self._group(spreadsheet), "repair", error)

    def _check_watcher(self) -> Finding:
        if self._lease is not None:
            sentence = f"{self._lease.holder_text} watches it."
        elif self._row.status == "closed":
            sentence = "It is closed."
        else:
            todo = f"Run 'umpire watch {self._row.id}' to go on."
            return Finding(self._row.id, "daemon", "warning", "Nobody watches it.", todo)
        return Finding(self._row.id, "daemon", "ok", sentence)

    def _open(self) -> tuple[MatchHistory, SheetsClient, list[tuple[Spreadsheet, str]]]:
        """Return the match's history, a connection, and its spreadsheets. Raises UmpireError."""
        row, hosting = self._row, self._hosting
        if hosting.server is None:
            raise UmpireError(f"{row.id} has no spreadsheet: make a new match instead.")
        game, template = find_game(row.game), checked_template(row, hosting)
        lines, entries = self._store.lines(row.id), self._store.entries(row.id)
        history = rebuild(row.header(), game, lines, entries)
        sheets, accounts = self._connect(hosting.server)
        return history, sheets, MatchSetup(hosting, template, accounts).places(row)

    def _check_spreadsheet(
        self,
        sheets: SheetsClient,
        history: MatchHistory,
        spreadsheet: Spreadsheet,
        spreadsheet_id: str,
    ) -> Iterator[Finding]:
        group = self._group(spreadsheet)
        actual = SpreadsheetMetadata.read(sheets.metadata(spreadsheet_id, REPAIR_FIELDS))
        owner = sheets.owner(spreadsheet_id)
        if (
            hindrance := sheets.file_state(spreadsheet_id).hindrance(spreadsheet.name, (), {})
        ) is not None:
            sentence, _, todo = hindrance.partition(": ")
            yield Finding(group, _ACCESS, "wrong", f"{sentence}.", f"{todo}.")
        ownership = f" and belongs to {owner}" if owner and self._hosting.is_on_google else ""
        yield Finding(group, _ACCESS, "ok", f"It can be opened{ownership}.")
        access = Access(self._row.id, spreadsheet, self._hosting, group)
        yield from access.findings(sheets.shares(spreadsheet_id))
        yield from check_sharing(group, sheets, spreadsheet_id)
        screen = self._screen(history, spreadsheet)
        rows_used = {seat + 1: history.rows_used(seat) for seat in spreadsheet.seats}
        yield from Contents(group, spreadsheet, actual, screen, rows_used, owner).findings()
        yield self._check_mark(group, actual)

    def _screen(self, history: MatchHistory, spreadsheet: Spreadsheet) -> Blocks:
        seed = self._store.seed(self._row.id) if history.match.closed else None
        texts = spreadsheet_screen(history, spreadsheet, Fairness(self._row.commitment, seed))
        return {**texts, **sums_screen(history, spreadsheet)}

    def _check_mark(self, group: str, actual: SpreadsheetMetadata) -> Finding:
        """Check that the spreadsheet has the lease of the right daemon."""
        token = SheetLease.from_candidates(lease_candidates(actual), actual.tabs).holder
        if token is None:
            return Finding(group, "lease", "ok", "No daemon has written into it yet.")
        if self._lease is None:
            return Finding(group, "lease", "ok", "It has the mark of the daemon that wrote last.")
        if token == self._lease.token:
            return Finding(group, "lease", "ok", "It has the mark of the daemon that watches it.")
        sentence = "It has the mark of a daemon other than the one that watches the match here."
        todo = (
            "Make sure that no other computer umpires it. If one does, the daemon here stops by "
            "itself."
        )
        return Finding(group, "lease", "warning", sentence, todo)

    def _repair_spreadsheet(
        self,
        sheets: SheetsClient,
        history: MatchHistory,
        spreadsheet: Spreadsheet,
        spreadsheet_id: str,
    ) -> Iterator[Finding]:
        group = self._group(spreadsheet)
        texts = one_cell_texts(self._screen(history, spreadsheet))
        owner = sheets.owner(spreadsheet_id)
        target = spreadsheet.target(texts, owner)
        repair = partial(_repair, sheets, target, spreadsheet_id, history, spreadsheet)
        try:
            findings = self._attempt(repair)
        except Refused:  # a daemon may have repaired the same meanwhile
            findings = self._attempt(repair)
        for finding in findings:
            yield Finding(group, "repair", "ok", finding)
        shared = self._attempt(
            partial(_collect, partial(check_sharing, group, sheets, spreadsheet_id))
        )
        if any(finding.level != "ok" for finding in shared):
            sheets.restrict_sharing(spreadsheet_id)
            sentence = "Anyone who may write in it could let others in; now only its owner can."
            yield Finding(group, "repair", "ok", sentence)

    def _group(self, spreadsheet: Spreadsheet) -> str:
        return f"{self._row.id}: {spreadsheet.name}"


def _collect(step: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """Return all findings as a list, so that the step can be repeated as a whole."""
    return list(step())


def _repair(
    sheets: SheetsClient,
    target: TargetState,
    spreadsheet_id: str,
    history: MatchHistory,
    spreadsheet: Spreadsheet,
) -> tuple[str, ...]:
    """Repair a spreadsheet, and return sentences about the repairs.

    Workings whose tab was missing begin anew with those of the options.
    """
    actual = SpreadsheetMetadata.read(sheets.metadata(spreadsheet_id, REPAIR_FIELDS))
    repairs = plan_repair(target, actual)
    requests = [*repairs.requests]
    new_tabs = {each.sheet for each in actual.assign_tabs(target.pages) if each.is_new}
    directions = repairs.places.get(DIRECTIONS)
    if directions is not None and directions.sheet in new_tabs:
        requests += sums_requests(history, spreadsheet, repairs.places, actual)
    if requests:
        sheets.write(spreadsheet_id, requests)
    return repairs.findings
