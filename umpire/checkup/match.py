"""Check one match: its log, its lease and each of its spreadsheets."""

from collections.abc import Callable, Iterator
from functools import partial

from umpire.catalogue import find_game
from umpire.checkup.access import Access, sharing
from umpire.checkup.contents import Contents
from umpire.checkup.findings import Finding, of_error
from umpire.errors import UmpireError
from umpire.games.base import Screen
from umpire.hosting.retry import Attempt, try_once
from umpire.json_types import JsonObject
from umpire.projections.match_history import MatchHistory, rebuild
from umpire.projections.screens import wanted
from umpire.projections.sentences import Fairness
from umpire.projections.spreadsheets import Spreadsheet, match_context, spreadsheets_of
from umpire.sheets.client import SheetsClient
from umpire.sheets.diff import one_cell_texts
from umpire.sheets.errors import Refused, SheetsError
from umpire.sheets.lease import SheetLease, leases_in
from umpire.sheets.reconcile import Wanted, plan_repair
from umpire.sheets.spreadsheet_metadata import REPAIR_FIELDS, SpreadsheetMetadata
from umpire.sheets.template import check_tables, find_template
from umpire.store import MatchRow, Store

Connect = Callable[[str], tuple[SheetsClient, tuple[str, ...]]]
"""Returns a connection to a server's address, and the umpire's accounts there, its own first."""

_ALL = "match"
_ANYTHING = "access"


class Checkup:
    """The check of one match and its spreadsheets. `now` is seconds since 1970.

    `attempt` does each step, which may be taken again.
    """

    def __init__(
        self, store: Store, row: MatchRow, connect: Connect, now: float, attempt: Attempt = try_once
    ) -> None:
        self._store = store
        self._row = row
        self._connect = connect
        self._attempt = attempt
        self._lease = store.leases.held(row.id, now)
        self._hosting = store.hosting(row.id)

    def findings(self) -> Iterator[Finding]:
        """Check everything. Raises only StoreError."""
        yield self._watched()
        try:
            record, sheets, places = self._opened()
        except UmpireError as error:
            yield of_error(self._row.id, _ALL, error)
            return
        for spreadsheet, spreadsheet_id in places:
            try:
                examined = partial(self._examined, sheets, record, spreadsheet, spreadsheet_id)
                yield from self._attempt(partial(_all, examined))
            except SheetsError as error:
                yield of_error(self._called(spreadsheet), _ANYTHING, error)

    def put_back(self) -> Iterator[Finding]:
        """Put back what is missing, each spreadsheet in one write, and yield what that was."""
        try:
            record, sheets, places = self._opened()
        except UmpireError as error:
            yield of_error(self._row.id, _ALL, error)
            return
        for spreadsheet, spreadsheet_id in places:
            try:
                yield from self._repaired(sheets, record, spreadsheet, spreadsheet_id)
            except SheetsError as error:
                yield of_error(self._called(spreadsheet), "repair", error)

    def _watched(self) -> Finding:
        if self._lease is not None:
            found = f"{self._lease.whose} watches it."
        elif self._row.status == "closed":
            found = "It is closed."
        else:
            todo = f"Run 'umpire watch {self._row.id}' to go on."
            return Finding(self._row.id, "daemon", "warning", "Nobody watches it.", todo)
        return Finding(self._row.id, "daemon", "ok", found)

    def _opened(self) -> tuple[MatchHistory, SheetsClient, list[tuple[Spreadsheet, str]]]:
        """Return the match by its log, the connection, and its spreadsheets. Raises UmpireError."""
        row, hosting = self._row, self._hosting
        if hosting.server is None:
            raise UmpireError(f"{row.id} has no spreadsheet: make a new match instead.")
        game = find_game(row.game)
        template = find_template(row.game, hosting.template)
        check_tables(template, game)
        kept = self._store.lines(row.id), self._store.entries(row.id)
        record = rebuild(row.header(), game, *kept)
        sheets, own = self._connect(hosting.server)
        made_of = spreadsheets_of(template, match_context(row.id, row.header(), hosting.links, own))
        for spreadsheet in made_of:
            if spreadsheet.role not in hosting.spreadsheets:
                raise UmpireError(
                    f"{row.id} was made without {spreadsheet.name}: make a new match instead."
                )
        return (
            record,
            sheets,
            [(spreadsheet, hosting.spreadsheets[spreadsheet.role]) for spreadsheet in made_of],
        )

    def _examined(
        self,
        sheets: SheetsClient,
        record: MatchHistory,
        spreadsheet: Spreadsheet,
        spreadsheet_id: str,
    ) -> Iterator[Finding]:
        group = self._called(spreadsheet)
        metadata = sheets.metadata(spreadsheet_id, REPAIR_FIELDS)
        owner = sheets.owner(spreadsheet_id)
        if (
            hindrance := sheets.file_state(spreadsheet_id).hindrance(spreadsheet.name, (), {})
        ) is not None:
            found, _, todo = hindrance.partition(": ")
            yield Finding(group, _ANYTHING, "wrong", f"{found}.", f"{todo}.")
        owned = f" and belongs to {owner}" if owner and self._hosting.on_google else ""
        yield Finding(group, _ANYTHING, "ok", f"It can be opened{owned}.")
        access = Access(self._row.id, spreadsheet, self._hosting, group)
        yield from access.findings(sheets.shares(spreadsheet_id))
        yield from sharing(group, sheets, spreadsheet_id)
        screen = self._screen(record, spreadsheet)
        used = {seat + 1: record.rows_used(seat) for seat in spreadsheet.seats}
        yield from Contents(group, spreadsheet, metadata, screen, used, owner).findings()
        yield self._marked(group, metadata)

    def _screen(self, record: MatchHistory, spreadsheet: Spreadsheet) -> Screen:
        seed = self._store.seed(self._row.id) if record.match.closed else None
        return wanted(record, spreadsheet, Fairness(self._row.commitment, seed))

    def _marked(self, group: str, metadata: JsonObject) -> Finding:
        """Return whether the spreadsheet has the right daemon's mark."""
        observed = SpreadsheetMetadata.read(metadata)
        token = SheetLease.among(leases_in(observed), observed.tabs).holder
        if token is None:
            return Finding(group, "lease", "ok", "No daemon has written into it yet.")
        if self._lease is None:
            return Finding(group, "lease", "ok", "It has the mark of the daemon that wrote last.")
        if token == self._lease.token:
            return Finding(group, "lease", "ok", "It has the mark of the daemon that watches it.")
        found = "It has the mark of a daemon other than the one that watches the match here."
        todo = (
            "Make sure that no other computer umpires it. If one does, the daemon here stops by "
            "itself."
        )
        return Finding(group, "lease", "warning", found, todo)

    def _repaired(
        self,
        sheets: SheetsClient,
        record: MatchHistory,
        spreadsheet: Spreadsheet,
        spreadsheet_id: str,
    ) -> Iterator[Finding]:
        group = self._called(spreadsheet)
        texts = one_cell_texts(self._screen(record, spreadsheet))
        owner = sheets.owner(spreadsheet_id)
        due = spreadsheet.wanted(texts, owner)
        put_right = partial(_put_right, sheets, due, spreadsheet_id)
        try:
            findings = self._attempt(put_right)
        except Refused:  # a daemon may have put the same back meanwhile
            findings = self._attempt(put_right)
        for finding in findings:
            yield Finding(group, "repair", "ok", finding)
        shared = self._attempt(partial(_all, partial(sharing, group, sheets, spreadsheet_id)))
        if any(one.level != "ok" for one in shared):
            sheets.keep_sharing_to_owner(spreadsheet_id)
            found = "Anyone who may write in it could let others in; now only its owner can."
            yield Finding(group, "repair", "ok", found)

    def _called(self, spreadsheet: Spreadsheet) -> str:
        return f"{self._row.id}: {spreadsheet.name}"


def _all(step: Callable[[], Iterator[Finding]]) -> list[Finding]:
    """Return all findings at once, so that the check can start again from the beginning."""
    return list(step())


def _put_right(sheets: SheetsClient, due: Wanted, spreadsheet_id: str) -> tuple[str, ...]:
    """Put back what a spreadsheet lacks, and return sentences about it."""
    observed = SpreadsheetMetadata.read(sheets.metadata(spreadsheet_id, REPAIR_FIELDS))
    repairs = plan_repair(due, observed)
    if repairs.requests:
        sheets.write(spreadsheet_id, repairs.requests)
    return repairs.findings
