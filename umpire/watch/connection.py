"""One credential at work: its matches, its usage, and each request with its accidents.

What can go wrong with a request ends here: it is tried again later, or its match waits, paused by
itself, while the others go on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace

from umpire.errors import UmpireError
from umpire.sheets.client import Block, Sheets, Typed
from umpire.sheets.errors import (
    Forbidden,
    Gone,
    NameMissing,
    Refused,
    SheetsError,
    Unreachable,
)
from umpire.sheets.upkeep import METADATA_FIELDS
from umpire.watch import planner
from umpire.watch.hosted import HostedMatch
from umpire.watch.live_match import Clocks
from umpire.watch.live_sheet import Health, LiveSheet
from umpire.watch.planner import Kind, Priority, RateLimit, Request, SheetStatus, Usage, Wait

PATIENCE = 10.0
"""Seconds without a good read, or a good write, until a match is paused by itself."""

_VAIN_TRIES = 3
"""Failures in a row at the very start that mean that nobody is there."""


class NobodyThere(UmpireError):
    """Nothing has ever answered a connection's requests."""


class Connection:
    """A connection, its matches and its budget. `jitter` gives numbers from 0 to 1."""

    def __init__(
        self, sheets: Sheets, rate: RateLimit, clocks: Clocks, jitter: Callable[[], float]
    ) -> None:
        self._sheets = sheets
        self._rate = rate
        self._clocks = clocks
        self._jitter = jitter
        self._hosted: list[HostedMatch] = []
        self._usage = Usage()
        self._answered = False

    @property
    def rate(self) -> RateLimit:
        """How much it may ask."""
        return self._rate

    @property
    def answered(self) -> bool:
        """Whether any of its requests was ever answered."""
        return self._answered

    def __iter__(self) -> Iterator[HostedMatch]:
        return iter(self._hosted)

    def __len__(self) -> int:
        return len(self._hosted)

    def add(self, hosted: HostedMatch) -> None:
        """Take on a match."""
        now, clock = self._clocks.monotonic(), hosted.live.now()
        for sheet in hosted.sheets:
            sheet.health = Health(SheetStatus(sheet.id), now, clock)
        self._hosted.append(hosted)

    def drop(self, hosted: HostedMatch) -> None:
        """Let go of a match."""
        self._hosted.remove(hosted)

    def close(self) -> None:
        """Close what was kept open."""
        self._sheets.close()

    def requests_made(self) -> tuple[int, int]:
        """Return the reads and the writes of the last minute."""
        return planner.requests_made(self._usage, self._clocks.monotonic())

    def hosted(self, sheet_id: str) -> HostedMatch:
        """Return the match of a spreadsheet."""
        return self._found(sheet_id)[0]

    def prepare(self, hosted: HostedMatch) -> None:
        """Bring what the planner knows of a match up to date; pause it if it cannot be umpired."""
        now = self._clocks.monotonic()
        for sheet in hosted.sheets:
            self._pause_unreached(hosted, sheet, now)
        hosted.tell((*hosted.troubles, *hosted.findings))
        for sheet in hosted.sheets:
            sheet.health.status = self._status_of(hosted, sheet, now)

    def next(self) -> Request | Wait:
        """Return what is due now, or until when nothing is."""
        return planner.plan(self._statuses(), self._usage, self._rate, self._clocks.monotonic())

    def carry_out(self, request: Request) -> None:
        """Make one request and take in what came of it.

        Raises TakenOver if the spreadsheet is another daemon's now, StoreError for what the store
        refuses, and NobodyThere if nothing answers although nothing ever has.
        """
        hosted, sheet = self._found(request.sheet)
        began = self._clocks.monotonic()
        self._usage = planner.count(self._usage, request.kind, began)
        make = {"read": self._read, "write": self._write, "metadata": self._look}[request.kind]
        try:
            make(hosted, sheet, began)
        except NameMissing:
            sheet.health.status = planner.note_answer(sheet.health.status, request.kind, began)
            sheet.forget_metadata()
        except (Gone, Forbidden) as error:
            self._lost(hosted, sheet, request.kind, began, str(error))
        except Refused as error:
            self._refused(sheet, request.kind, began, str(error))
        except Unreachable as error:
            self._unreached(sheet, request.kind, began, error)
        else:
            self._answered = True

    def let_go(self, hosted: HostedMatch, why: str) -> None:
        """Pause a match by itself, let its sheets say so if they can, and give its lease back."""
        live = hosted.live
        try:
            live.pause_itself(why)
            for sheet in hosted.sheets:
                batch = sheet.batch()
                if batch.requests and sheet.health.trouble is None and not sheet.unknown:
                    with suppress(SheetsError):  # the next daemon repaints what differs
                        self._usage = planner.count(self._usage, "write", self._clocks.monotonic())
                        self._sheets.write(sheet.id, list(batch.requests))
        finally:
            live.close()
        self.drop(hosted)

    def _found(self, sheet_id: str) -> tuple[HostedMatch, LiveSheet]:
        return next(
            (hosted, sheet) for hosted in self for sheet in hosted.sheets if sheet.id == sheet_id
        )

    def _statuses(self) -> list[SheetStatus]:
        return [sheet.health.status for hosted in self for sheet in hosted.sheets]

    def _read(self, hosted: HostedMatch, sheet: LiveSheet, began: float) -> None:
        clock = hosted.live.now()
        blocks = self._sheets.read(sheet.id, sheet.names)
        typed = self._confirm(sheet, blocks)
        sheet.health.status = planner.note_answer(sheet.health.status, "read", began)
        sheet.health.read_well, sheet.health.clock_then = began, clock
        if not self._unwritten_for_long(sheet):
            sheet.health.trouble = None
        go_on = not hosted.obstacles and all(
            one is sheet or one.was_read or one.is_done_without
            for one in hosted.sheets
            # In a console the umpire may have paused the match meanwhile.
            if not one.spreadsheet.is_played_in
        )
        hosted.see(sheet, clock, blocks, typed, go_on=go_on)
        if not sheet.batch().requests:
            sheet.health.unwritten_since = None  # what was lost was the answer, not the write

    def _confirm(self, sheet: LiveSheet, blocks: Mapping[str, Block]) -> dict[str, Typed]:
        """Read what was really typed where a read shows something new; if that fails both have.

        It follows at once: Google advises to let a second pass between two requests to one
        spreadsheet, but somebody is waiting for an answer. The planner has left room for it.
        """
        try:
            doubts = sheet.doubts(blocks)
        except ValueError:
            raise Unreachable("the sheets server's answer makes no sense: try again.") from None
        if not doubts:
            return {}
        self._usage = planner.count(self._usage, "read", self._clocks.monotonic())
        return self._sheets.typed(sheet.id, doubts)

    def _write(self, _hosted: HostedMatch, sheet: LiveSheet, began: float) -> None:
        batch = sheet.batch()
        if batch.requests:
            self._sheets.write(sheet.id, list(batch.requests))
            sheet.see_written(batch)
        sheet.health.status = planner.note_answer(sheet.health.status, "write", began)
        sheet.health.unwritten_since = None

    def _look(self, hosted: HostedMatch, sheet: LiveSheet, began: float) -> None:
        metadata = self._sheets.metadata(sheet.id, METADATA_FIELDS)
        sheet.health.status = planner.note_answer(sheet.health.status, "metadata", began)
        missing = sheet.see_metadata(metadata)
        if missing is not None:
            sheet.health.trouble = missing
            if sheet.spreadsheet.is_played_in:
                hosted.live.pause_itself(missing)
            sheet.health.status = planner.put_off(sheet.health.status, began + self._rate.idle)

    def _unreached(self, sheet: LiveSheet, kind: Kind, began: float, error: Unreachable) -> None:
        now = self._clocks.monotonic()
        if error.status == 429:
            self._usage = planner.note_over_quota(self._usage, kind, now, error.retry_after)
        sheet.health.status = planner.note_failure(
            sheet.health.status, kind, began, now, self._jitter(), self._rate, error.retry_after
        )
        self._note_failure(sheet, kind, began, str(error))
        if not self._answered and sheet.health.status.read_failures.tries == _VAIN_TRIES:
            raise NobodyThere(str(error)) from error

    def _refused(self, sheet: LiveSheet, kind: Kind, began: float, why: str) -> None:
        """Try again with fresh knowledge: the tab, or the lease, may have changed."""
        now = self._clocks.monotonic()
        sheet.health.status = planner.note_failure(
            sheet.health.status, kind, began, now, 1.0, self._rate
        )
        sheet.forget_metadata()
        self._note_failure(sheet, kind, began, why)

    def _lost(
        self, hosted: HostedMatch, sheet: LiveSheet, kind: Kind, began: float, why: str
    ) -> None:
        now = self._clocks.monotonic()
        sheet.health.status = planner.note_not_found(
            sheet.health.status, kind, began, now, self._jitter(), self._rate
        )
        self._note_failure(sheet, kind, began, why)
        if sheet.health.status.lost:
            sheet.forget_metadata()
            if sheet.spreadsheet.is_played_in:
                why = f"{sheet.spreadsheet.prefix}{why.removesuffix('.')}"
                self._pause_unheard(hosted, sheet, why)

    def _note_failure(self, sheet: LiveSheet, kind: Kind, began: float, why: str) -> None:
        sheet.health.trouble = f"{sheet.spreadsheet.prefix}{why}"
        if kind == "write":
            sheet.see_unwritten()
            if sheet.health.unwritten_since is None:
                sheet.health.unwritten_since = began

    def _unwritten_for_long(self, sheet: LiveSheet) -> bool:
        since = sheet.health.unwritten_since
        return since is not None and self._clocks.monotonic() - since > PATIENCE

    def _pause_unreached(self, hosted: HostedMatch, sheet: LiveSheet, now: float) -> None:
        """Pause a match once a spreadsheet cannot be read any more.

        That is so if a limit is due while reads fail, or after a while in any case; where nobody
        owes an answer, only if reads have failed, and not if none was made. One that was seldom
        read while nobody owed anything has that while from the moment when somebody does.
        """
        live, health = hosted.live, sheet.health
        if live.record.match.status != "running" or not sheet.spreadsheet.is_played_in:
            return
        every = planner.interval(health.status, self._statuses(), self._rate) or 0.0
        limit = live.limit_in(sheet.spreadsheet.players)
        failing = health.status.read_failures.tries > 0
        owed = _is_owed(hosted, sheet)
        health.owed_since = (health.owed_since or now) if owed else None
        awaited_since = max(health.read_well, health.owed_since or health.read_well)
        unheard = now - awaited_since > PATIENCE + 2 * every
        unheard_at_limit = failing and limit is not None and limit <= 0
        if (unheard and (failing or owed)) or unheard_at_limit:
            self._pause_unheard(hosted, sheet, f"{sheet.spreadsheet.name} cannot be reached")
        elif self._unwritten_for_long(sheet):
            live.pause_itself(f"{sheet.spreadsheet.name} cannot be written")

    def _pause_unheard(self, hosted: HostedMatch, sheet: LiveSheet, why: str) -> None:
        """Pause a match as of the last good read, if somebody who owes an answer writes there."""
        at = sheet.health.clock_then if _is_owed(hosted, sheet) else None
        hosted.live.pause_itself(why, at)

    def _status_of(self, hosted: HostedMatch, sheet: LiveSheet, now: float) -> SheetStatus:
        status = sheet.health.status
        limit = hosted.live.limit_in(sheet.spreadsheet.players)
        return replace(
            status,
            priority=self._priority(hosted, sheet),
            limit=None if limit is None else now + limit,
            # While nothing can be read what is to be written may be out of date.
            changed=status.read_failures.tries == 0 and bool(sheet.batch().requests),
            unknown=sheet.unknown,
            rereads=sheet.rereads,
            typed_in=bool(sheet.seats),
            owed_since=sheet.health.owed_since or planner.NEVER,
        )

    def _priority(self, hosted: HostedMatch, sheet: LiveSheet) -> Priority:
        live = hosted.live
        match, players = live.record.match, sheet.spreadsheet.players
        if not sheet.spreadsheet.is_played_in:
            return "console"
        if match.status == "over" or (match.paused and not live.record.paused_by_itself):
            return "idle"
        owed = [one for one in match.pending if one.by in players]
        if not owed and not (match.paused and sheet.health.trouble is not None):
            return "idle"
        limit = live.limit_in(players)
        if limit is not None and limit <= self._rate.near:
            return "near"
        if owed and all(one.held is not None for one in owed):
            return "answered"
        return "pending"


def _is_owed(hosted: HostedMatch, sheet: LiveSheet) -> bool:
    """Return whether somebody owes an answer that is written in this spreadsheet."""
    owing = hosted.live.record.open_decisions()
    return any(player in owing for player in sheet.spreadsheet.players)


def nearest(waits: Iterable[Wait]) -> float | None:
    """Return the moment at which something is due next."""
    return min((wait.until for wait in waits if wait.until is not None), default=None)
