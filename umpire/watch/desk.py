"""One credential at work: its matches, what it has spent, and each request with its accidents.

What can go wrong with a request ends here: it is tried again later, or its match waits, paused by
itself, while the others go on.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from umpire.errors import UmpireError
from umpire.sheets.client import (
    Forbidden,
    Gone,
    NameMissing,
    Refused,
    Sheets,
    SheetsError,
    Unreachable,
)
from umpire.sheets.upkeep import METADATA_FIELDS
from umpire.watch import planner
from umpire.watch.hosted import Hosted
from umpire.watch.planner import Ask, Kind, Pace, Rest, Spent, Table, Want
from umpire.watch.session import Clocks

PATIENCE = 10.0
"""Seconds without a good read, or a good write, until a match is paused by itself."""

_VAIN_TRIES = 3
"""Failures in a row at the very start that mean that nobody is there."""

UNREACHABLE = "the sheets cannot be reached"


@dataclass(slots=True)
class Watched:
    """A match under this credential.

    `read_well` is when, and `clock_then` what the match clock showed when, its last good read
    began; `unwritten_since` is when the first of the writes failed that have not worked since.
    """

    hosted: Hosted
    table: Table
    read_well: float
    clock_then: float
    unwritten_since: float | None = None
    trouble: str | None = None


class Desk:
    """A connection, its matches and its budget. `jitter` gives numbers from 0 to 1."""

    def __init__(
        self, sheets: Sheets, pace: Pace, clocks: Clocks, jitter: Callable[[], float]
    ) -> None:
        self._sheets = sheets
        self._pace = pace
        self._clocks = clocks
        self._jitter = jitter
        self._watched: dict[str, Watched] = {}
        self._spent = Spent()
        self._answered = False

    def __iter__(self) -> Iterator[Watched]:
        return iter(self._watched.values())

    def __len__(self) -> int:
        return len(self._watched)

    def add(self, hosted: Hosted) -> None:
        """Take on a match."""
        now = self._clocks.monotonic()
        self._watched[hosted.spreadsheet] = Watched(
            hosted, Table(hosted.spreadsheet), now, hosted.session.now()
        )

    def drop(self, hosted: Hosted) -> None:
        """Let go of a match."""
        del self._watched[hosted.spreadsheet]

    def requests_made(self) -> tuple[int, int]:
        """Give the reads and the writes of the last minute."""
        return planner.made(self._spent, self._clocks.monotonic())

    def watched(self, table: str) -> Watched:
        """Give the match of a planner's table."""
        return self._watched[table]

    def prepare(self, watched: Watched) -> None:
        """Bring what the planner knows of a match up to date; pause it if it cannot be umpired."""
        now = self._clocks.monotonic()
        self._pause_unreached(watched, now)
        watched.table = self._seen_by_planner(watched, now)

    def next(self) -> Ask | Rest:
        """Give what is due now, or until when nothing is."""
        now = self._clocks.monotonic()
        return planner.plan([one.table for one in self], self._spent, self._pace, now)

    def carry_out(self, ask: Ask) -> None:
        """Make one request and take in what came of it.

        Raises TakenOver if the spreadsheet is another daemon's now, StoreError for what the store
        refuses, and UmpireError if nothing answers although nothing ever has.
        """
        watched = self._watched[ask.table]
        began = self._clocks.monotonic()
        self._spent = planner.spend(self._spent, ask.kind, began)
        request = {"read": self._read, "write": self._write, "metadata": self._look}[ask.kind]
        try:
            request(watched, began)
        except NameMissing:
            watched.table = planner.worked(watched.table, ask.kind, began)
            watched.hosted.forget_metadata()
        except (Gone, Forbidden) as error:
            self._lost(watched, ask.kind, began, str(error))
        except Refused as error:
            self._refused(watched, ask.kind, began, str(error))
        except Unreachable as error:
            self._unreached(watched, ask.kind, began, error)
        else:
            self._answered = True

    def part(self, watched: Watched, why: str) -> None:
        """Pause a match by itself, let its sheet say so if it can, and give its lease back."""
        session, hosted = watched.hosted.session, watched.hosted
        try:
            session.pause_itself(why)
            batch = hosted.batch()
            if batch.requests and watched.trouble is None and not hosted.unknown:
                with suppress(SheetsError):  # the next daemon repaints what differs
                    self._spent = planner.spend(self._spent, "write", self._clocks.monotonic())
                    self._sheets.write(hosted.spreadsheet, list(batch.requests))
        finally:
            session.close()
        self.drop(hosted)

    def _read(self, watched: Watched, began: float) -> None:
        hosted = watched.hosted
        clock = hosted.session.now()
        blocks = self._sheets.read(hosted.spreadsheet, hosted.names)
        watched.table = planner.worked(watched.table, "read", began)
        watched.read_well, watched.clock_then = began, clock
        if not self._unwritten_for_long(watched):
            watched.trouble = None
        hosted.see(clock, blocks, go_on=watched.trouble is None)

    def _write(self, watched: Watched, began: float) -> None:
        hosted = watched.hosted
        batch = hosted.batch()
        if batch.requests:
            self._sheets.write(hosted.spreadsheet, list(batch.requests))
            hosted.see_written(batch)
        watched.table = planner.worked(watched.table, "write", began)
        watched.unwritten_since = None

    def _look(self, watched: Watched, began: float) -> None:
        hosted = watched.hosted
        metadata = self._sheets.metadata(hosted.spreadsheet, METADATA_FIELDS)
        watched.table = planner.worked(watched.table, "metadata", began)
        missing = hosted.see_metadata(metadata)
        if missing is not None:
            watched.trouble = missing
            hosted.session.pause_itself(missing)
            watched.table = planner.put_off(watched.table, began + self._pace.idle)

    def _unreached(self, watched: Watched, kind: Kind, began: float, error: Unreachable) -> None:
        now = self._clocks.monotonic()
        if error.status == 429:
            self._spent = planner.over_quota(self._spent, kind, now, error.retry_after)
        watched.table = planner.failed(
            watched.table, kind, began, now, self._jitter(), self._pace, error.retry_after
        )
        self._note_failure(watched, kind, began, str(error))
        if not self._answered and watched.table.read_trouble.tries == _VAIN_TRIES:
            raise UmpireError(str(error)) from error

    def _refused(self, watched: Watched, kind: Kind, began: float, why: str) -> None:
        """Try again with fresh knowledge: the tab, or the lease, may have changed."""
        now = self._clocks.monotonic()
        watched.table = planner.failed(watched.table, kind, began, now, 1.0, self._pace)
        watched.hosted.forget_metadata()
        self._note_failure(watched, kind, began, why)

    def _lost(self, watched: Watched, kind: Kind, began: float, why: str) -> None:
        now = self._clocks.monotonic()
        watched.table = planner.not_found(
            watched.table, kind, began, now, self._jitter(), self._pace
        )
        self._note_failure(watched, kind, began, why)
        if watched.table.lost:
            watched.hosted.forget_metadata()
            watched.hosted.session.pause_itself(why.removesuffix("."), watched.clock_then)

    def _note_failure(self, watched: Watched, kind: Kind, began: float, why: str) -> None:
        watched.trouble = why
        if kind == "write":
            watched.hosted.see_unwritten()
            if watched.unwritten_since is None:
                watched.unwritten_since = began

    def _unwritten_for_long(self, watched: Watched) -> bool:
        since = watched.unwritten_since
        return since is not None and self._clocks.monotonic() - since > PATIENCE

    def _pause_unreached(self, watched: Watched, now: float) -> None:
        """Pause a match as of its last good read once players cannot be heard any more.

        That is so if a limit is due while reads fail, or after a while in any case.
        """
        session, table = watched.hosted.session, watched.table
        if session.record.match.status != "running":
            return
        every = planner.interval(table, [one.table for one in self], self._pace) or 0.0
        limit = session.limit_in()
        unheard = now - watched.read_well > PATIENCE + 2 * every
        unheard_at_limit = table.read_trouble.tries > 0 and limit is not None and limit <= 0
        if unheard or unheard_at_limit:
            session.pause_itself(UNREACHABLE, watched.clock_then)
        elif self._unwritten_for_long(watched):
            session.pause_itself("the sheets cannot be written")

    def _seen_by_planner(self, watched: Watched, now: float) -> Table:
        hosted, table = watched.hosted, watched.table
        limit = hosted.session.limit_in()
        return replace(
            table,
            want=self._want(hosted),
            limit=None if limit is None else now + limit,
            # While nothing can be read what is to be written may be out of date.
            changed=table.read_trouble.tries == 0 and bool(hosted.batch().requests),
            unknown=hosted.unknown,
        )

    def _want(self, hosted: Hosted) -> Want:
        match = hosted.session.record.match
        if match.status == "over" or (match.paused and not hosted.session.record.paused_by_itself):
            return "idle"
        limit = hosted.session.limit_in()
        if limit is not None and limit <= self._pace.near:
            return "near"
        if match.pending and all(owed.held is not None for owed in match.pending):
            return "answered"
        return "pending"


def nearest(rests: Iterable[Rest]) -> float | None:
    """Give the moment at which something is due next."""
    return min((rest.until for rest in rests if rest.until is not None), default=None)
