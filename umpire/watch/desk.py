"""One credential at work: its matches, what it has spent, and each request with its accidents.

What can go wrong with a request ends here: it is tried again later, or its match waits, paused by
itself, while the others go on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

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
from umpire.watch.hosted import Hosted
from umpire.watch.planner import Ask, Kind, Pace, Rest, Spent, Table, Want
from umpire.watch.session import Clocks
from umpire.watch.sheet import Sheet

PATIENCE = 10.0
"""Seconds without a good read, or a good write, until a match is paused by itself."""

_VAIN_TRIES = 3
"""Failures in a row at the very start that mean that nobody is there."""


class NobodyThere(UmpireError):
    """Nothing has ever answered a connection's requests."""


@dataclass(slots=True)
class Contact:
    """A spreadsheet under this credential, and how the requests to it went.

    `read_well` is when, and `clock_then` what the match clock showed when, its last good read
    began; `unwritten_since` is when the first of the writes failed that have not worked since, and
    `owed_since` when somebody who writes here was first seen to owe an answer, None while nobody
    does.
    """

    sheet: Sheet
    table: Table
    read_well: float
    clock_then: float
    unwritten_since: float | None = None
    owed_since: float | None = None
    trouble: str | None = None


@dataclass(frozen=True, slots=True)
class Watched:
    """A match under this credential, and the contact with each of its spreadsheets."""

    hosted: Hosted
    contacts: tuple[Contact, ...]

    @property
    def troubles(self) -> tuple[str, ...]:
        """Sentences on what is wrong with its spreadsheets."""
        return tuple(one.trouble for one in self.contacts if one.trouble is not None)

    @property
    def obstacles(self) -> tuple[str, ...]:
        """Those of the troubles that keep the match from going on: nobody plays at a console."""
        return tuple(
            one.trouble
            for one in self.contacts
            if one.trouble is not None and not one.sheet.part.is_console
        )

    @property
    def is_shown(self) -> bool:
        """Whether every spreadsheet that is still there shows all that it should."""
        return all(
            contact.sheet.is_shown or contact.table.lost or _is_done_without(contact)
            for contact in self.contacts
        )


class Desk:
    """A connection, its matches and its budget. `jitter` gives numbers from 0 to 1."""

    def __init__(
        self, sheets: Sheets, pace: Pace, clocks: Clocks, jitter: Callable[[], float]
    ) -> None:
        self._sheets = sheets
        self._pace = pace
        self._clocks = clocks
        self._jitter = jitter
        self._watched: list[Watched] = []
        self._spent = Spent()
        self._answered = False

    @property
    def pace(self) -> Pace:
        """How much it may ask."""
        return self._pace

    @property
    def answered(self) -> bool:
        """Whether any of its requests was ever answered."""
        return self._answered

    def __iter__(self) -> Iterator[Watched]:
        return iter(self._watched)

    def __len__(self) -> int:
        return len(self._watched)

    def add(self, hosted: Hosted) -> None:
        """Take on a match."""
        now, clock = self._clocks.monotonic(), hosted.session.now()
        contacts = (Contact(sheet, Table(sheet.spreadsheet), now, clock) for sheet in hosted.sheets)
        self._watched.append(Watched(hosted, tuple(contacts)))

    def drop(self, watched: Watched) -> None:
        """Let go of a match."""
        self._watched.remove(watched)

    def requests_made(self) -> tuple[int, int]:
        """Return the reads and the writes of the last minute."""
        return planner.made(self._spent, self._clocks.monotonic())

    def watched(self, table: str) -> Watched:
        """Return the match of a planner's table."""
        return self._found(table)[0]

    def prepare(self, watched: Watched) -> None:
        """Bring what the planner knows of a match up to date; pause it if it cannot be umpired."""
        now = self._clocks.monotonic()
        for contact in watched.contacts:
            self._pause_unreached(watched, contact, now)
        watched.hosted.tell((*watched.troubles, *watched.hosted.findings))
        for contact in watched.contacts:
            contact.table = self._seen_by_planner(watched, contact, now)

    def next(self) -> Ask | Rest:
        """Return what is due now, or until when nothing is."""
        return planner.plan(self._tables(), self._spent, self._pace, self._clocks.monotonic())

    def carry_out(self, ask: Ask) -> None:
        """Make one request and take in what came of it.

        Raises TakenOver if the spreadsheet is another daemon's now, StoreError for what the store
        refuses, and NobodyThere if nothing answers although nothing ever has.
        """
        watched, contact = self._found(ask.table)
        began = self._clocks.monotonic()
        self._spent = planner.spend(self._spent, ask.kind, began)
        request = {"read": self._read, "write": self._write, "metadata": self._look}[ask.kind]
        try:
            request(watched, contact, began)
        except NameMissing:
            contact.table = planner.worked(contact.table, ask.kind, began)
            contact.sheet.forget_metadata()
        except (Gone, Forbidden) as error:
            self._lost(watched, contact, ask.kind, began, str(error))
        except Refused as error:
            self._refused(contact, ask.kind, began, str(error))
        except Unreachable as error:
            self._unreached(contact, ask.kind, began, error)
        else:
            self._answered = True

    def part(self, watched: Watched, why: str) -> None:
        """Pause a match by itself, let its sheets say so if they can, and give its lease back."""
        session = watched.hosted.session
        try:
            session.pause_itself(why)
            for contact in watched.contacts:
                batch = contact.sheet.batch()
                if batch.requests and contact.trouble is None and not contact.sheet.unknown:
                    with suppress(SheetsError):  # the next daemon repaints what differs
                        self._spent = planner.spend(self._spent, "write", self._clocks.monotonic())
                        self._sheets.write(contact.sheet.spreadsheet, list(batch.requests))
        finally:
            session.close()
        self.drop(watched)

    def _found(self, table: str) -> tuple[Watched, Contact]:
        return next(
            (watched, contact)
            for watched in self
            for contact in watched.contacts
            if contact.table.id == table
        )

    def _tables(self) -> list[Table]:
        return [contact.table for watched in self for contact in watched.contacts]

    def _read(self, watched: Watched, contact: Contact, began: float) -> None:
        hosted, sheet = watched.hosted, contact.sheet
        clock = hosted.session.now()
        blocks = self._sheets.read(sheet.spreadsheet, sheet.names)
        typed = self._confirm(sheet, blocks)
        contact.table = planner.worked(contact.table, "read", began)
        contact.read_well, contact.clock_then = began, clock
        if not self._unwritten_for_long(contact):
            contact.trouble = None
        go_on = not watched.obstacles and all(
            one is contact or one.sheet.was_read or _is_done_without(one)
            for one in watched.contacts
            if one.sheet.part.is_console  # in which the umpire may have paused the match meanwhile
        )
        hosted.see(sheet, clock, blocks, typed, go_on=go_on)

    def _confirm(self, sheet: Sheet, blocks: Mapping[str, Block]) -> dict[str, Typed]:
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
        self._spent = planner.spend(self._spent, "read", self._clocks.monotonic())
        return self._sheets.typed(sheet.spreadsheet, doubts)

    def _write(self, _watched: Watched, contact: Contact, began: float) -> None:
        batch = contact.sheet.batch()
        if batch.requests:
            self._sheets.write(contact.sheet.spreadsheet, list(batch.requests))
            contact.sheet.see_written(batch)
        contact.table = planner.worked(contact.table, "write", began)
        contact.unwritten_since = None

    def _look(self, watched: Watched, contact: Contact, began: float) -> None:
        metadata = self._sheets.metadata(contact.sheet.spreadsheet, METADATA_FIELDS)
        contact.table = planner.worked(contact.table, "metadata", began)
        missing = contact.sheet.see_metadata(metadata)
        if missing is not None:
            contact.trouble = missing
            if not contact.sheet.part.is_console:
                watched.hosted.session.pause_itself(missing)
            contact.table = planner.put_off(contact.table, began + self._pace.idle)

    def _unreached(self, contact: Contact, kind: Kind, began: float, error: Unreachable) -> None:
        now = self._clocks.monotonic()
        if error.status == 429:
            self._spent = planner.over_quota(self._spent, kind, now, error.retry_after)
        contact.table = planner.failed(
            contact.table, kind, began, now, self._jitter(), self._pace, error.retry_after
        )
        self._note_failure(contact, kind, began, str(error))
        if not self._answered and contact.table.read_trouble.tries == _VAIN_TRIES:
            raise NobodyThere(str(error)) from error

    def _refused(self, contact: Contact, kind: Kind, began: float, why: str) -> None:
        """Try again with fresh knowledge: the tab, or the lease, may have changed."""
        now = self._clocks.monotonic()
        contact.table = planner.failed(contact.table, kind, began, now, 1.0, self._pace)
        contact.sheet.forget_metadata()
        self._note_failure(contact, kind, began, why)

    def _lost(self, watched: Watched, contact: Contact, kind: Kind, began: float, why: str) -> None:
        now = self._clocks.monotonic()
        contact.table = planner.not_found(
            contact.table, kind, began, now, self._jitter(), self._pace
        )
        self._note_failure(contact, kind, began, why)
        if contact.table.lost:
            contact.sheet.forget_metadata()
            if not contact.sheet.part.is_console:
                why = f"{contact.sheet.part.prefix}{why.removesuffix('.')}"
                self._pause_unheard(watched, contact, why)

    def _note_failure(self, contact: Contact, kind: Kind, began: float, why: str) -> None:
        contact.trouble = f"{contact.sheet.part.prefix}{why}"
        if kind == "write":
            contact.sheet.see_unwritten()
            if contact.unwritten_since is None:
                contact.unwritten_since = began

    def _unwritten_for_long(self, contact: Contact) -> bool:
        since = contact.unwritten_since
        return since is not None and self._clocks.monotonic() - since > PATIENCE

    def _pause_unreached(self, watched: Watched, contact: Contact, now: float) -> None:
        """Pause a match once a spreadsheet cannot be read any more.

        That is so if a limit is due while reads fail, or after a while in any case; where nobody
        owes an answer, only if reads have failed, and not if none was made. One that was seldom
        read while nobody owed anything has that while from the moment when somebody does.
        """
        session, sheet, table = watched.hosted.session, contact.sheet, contact.table
        if session.record.match.status != "running" or sheet.part.is_console:
            return
        every = planner.interval(table, self._tables(), self._pace) or 0.0
        limit = session.limit_in(sheet.part.players)
        failing = table.read_trouble.tries > 0
        owed = _is_owed(watched, contact)
        contact.owed_since = (contact.owed_since or now) if owed else None
        awaited_since = max(contact.read_well, contact.owed_since or contact.read_well)
        unheard = now - awaited_since > PATIENCE + 2 * every
        unheard_at_limit = failing and limit is not None and limit <= 0
        if (unheard and (failing or owed)) or unheard_at_limit:
            self._pause_unheard(watched, contact, f"{sheet.part.name} cannot be reached")
        elif self._unwritten_for_long(contact):
            session.pause_itself(f"{sheet.part.name} cannot be written")

    def _pause_unheard(self, watched: Watched, contact: Contact, why: str) -> None:
        """Pause a match as of the last good read, if somebody who owes an answer writes there."""
        at = contact.clock_then if _is_owed(watched, contact) else None
        watched.hosted.session.pause_itself(why, at)

    def _seen_by_planner(self, watched: Watched, contact: Contact, now: float) -> Table:
        sheet, table = contact.sheet, contact.table
        limit = watched.hosted.session.limit_in(sheet.part.players)
        return replace(
            table,
            want=self._want(watched, contact),
            limit=None if limit is None else now + limit,
            # While nothing can be read what is to be written may be out of date.
            changed=table.read_trouble.tries == 0 and bool(sheet.batch().requests),
            unknown=sheet.unknown,
            rereads=sheet.rereads,
        )

    def _want(self, watched: Watched, contact: Contact) -> Want:
        session = watched.hosted.session
        match, players = session.record.match, contact.sheet.part.players
        if contact.sheet.part.is_console:
            return "console"
        if match.status == "over" or (match.paused and not session.record.paused_by_itself):
            return "idle"
        owed = [one for one in match.pending if one.by in players]
        if not owed and not (match.paused and contact.trouble is not None):
            return "idle"
        limit = session.limit_in(players)
        if limit is not None and limit <= self._pace.near:
            return "near"
        if owed and all(one.held is not None for one in owed):
            return "answered"
        return "pending"


def _is_owed(watched: Watched, contact: Contact) -> bool:
    """Return whether somebody owes an answer that is written in this spreadsheet."""
    owing = watched.hosted.session.record.open_decisions()
    return any(player in owing for player in contact.sheet.part.players)


def _is_done_without(contact: Contact) -> bool:
    """Return whether it is a console with which something is wrong.

    The match goes on without it.
    """
    return contact.sheet.part.is_console and contact.trouble is not None


def nearest(rests: Iterable[Rest]) -> float | None:
    """Return the moment at which something is due next."""
    return min((rest.until for rest in rests if rest.until is not None), default=None)
