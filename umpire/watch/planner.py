"""What to ask of the sheets next, and when: a pure function of what is known now.

The planner sees the status of each spreadsheet, the requests made and the rate limit of one
credential, and gives one request to make now or the moment until which to wait. It has
no clock and no generator: `now` is any clock that only grows, in seconds, and the jitter of a
retry is handed in.

Reads and writes have separate budgets over a rolling minute. Reads are spread evenly over it,
whatever they are for: one that had to be confirmed puts the next off. Whenever one may be made, it
is of the spreadsheet that is longest overdue for its weight: eight parts if a limit waits for it,
four near a limit, two while a decision is pending, one when every pending decision has an answer
already or is not shown yet. Where nobody owes an answer, in consoles, and for metadata, a look is
due at intervals that grow with their number: together they have a small share of the budget.

Writes are made as soon as they can where somebody types; elsewhere they wait for their turn.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["read", "write", "metadata"]
Priority: TypeAlias = Literal["near", "pending", "answered", "idle", "console", "none"]

MINUTE = 60.0
HOUR = 60 * MINUTE
NEVER = float("-inf")

_WEIGHTS: dict[Priority, int] = {"near": 4, "pending": 2, "answered": 1}
_LIMIT = 8  # the weight of a read that a limit waits for
_FIRST_BACK_OFF = 1.0
_ASIDE = 0.2  # of the budgets, for all reads together where nobody owes an answer,
_ASIDE_AT_LEAST = 0.1  # and the less the more tables there are where somebody does
_SLACK = 2  # reads of a minute that are never planned, so that no full minute stops them all
_BETWEEN_ASIDE = 3  # turns between two of these, so that they do not come all at once
_CAUGHT_UP = 1.0  # seconds that reads may make up for that came late
_AHEAD = 4  # requests that may be made ahead of their turn, where somebody waits
_LOST_AFTER = 2  # a first 404 may be an accident of the transport


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How much one credential may ask: requests a rolling minute, times in seconds.

    `spacing` lies between the starts of two requests to one spreadsheet, unless the second is an
    answer to what the first has read; `floor` is the shortest interval between two reads of it,
    `idle` the interval where nothing is pending, `console` that of a console, `near` how long
    before a limit a spreadsheet counts as near it, `metadata` the interval of looks at its formats,
    `back_off` the longest wait after a failure.
    """

    reads: int = 54
    writes: int = 54
    spacing: float = 1.0
    floor: float = 1.0
    idle: float = 30.0
    console: float = 10.0
    near: float = 20.0
    metadata: float = 120.0
    back_off: float = 32.0


GOOGLE = RateLimit()
"""Google's 60 reads and 60 writes a minute, six kept for other commands."""

LOCAL = RateLimit(
    1200, 1200, spacing=0.0, floor=0.5, idle=2.0, console=1.0, metadata=60.0, back_off=4.0
)
"""The local server has no quota of its own; what bounds it is the reader's patience."""


@dataclass(frozen=True, slots=True)
class Failures:
    """Failures in a row of one kind of request, and when it may be tried again."""

    tries: int = 0
    not_before: float = NEVER


_NO_FAILURES = Failures()


@dataclass(frozen=True, slots=True)
class SheetStatus:
    """One spreadsheet: what is wanted of it and what was asked of it last.

    `limit` is when the next limit on it falls, on the planner's clock. `changed` tells that there
    is something to write, `unknown` that its metadata must be read before anything else, `typed_in`
    that a player has a score sheet here, and `owed_since` since when somebody owes an answer here.
    """

    id: str
    priority: Priority = "idle"
    limit: float | None = None
    changed: bool = False
    unknown: bool = False
    rereads: bool = False
    typed_in: bool = True
    owed_since: float = NEVER
    read_at: float = NEVER
    written_at: float = NEVER
    metadata_at: float = NEVER
    read_failures: Failures = _NO_FAILURES
    write_failures: Failures = _NO_FAILURES
    not_found: int = 0

    @property
    def asked_at(self) -> float:
        """When the last request of any kind began."""
        return max(self.read_at, self.written_at, self.metadata_at)

    @property
    def lost(self) -> bool:
        """Whether the spreadsheet is gone: not found twice in a row."""
        return self.not_found >= _LOST_AFTER


@dataclass(frozen=True, slots=True)
class Usage:
    """The requests of one credential in the last minute, and until when a kind is stopped."""

    reads: tuple[float, ...] = ()
    writes: tuple[float, ...] = ()
    reads_stopped: float = NEVER
    writes_stopped: float = NEVER


@dataclass(frozen=True, slots=True)
class Request:
    """Make this request now."""

    kind: Kind
    sheet: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing to do before `until`; None: nothing at all until something changes."""

    until: float | None


def plan(
    sheets: Sequence[SheetStatus], usage: Usage, rate: RateLimit, now: float
) -> Request | Wait:
    """Return the request to make now, or how long to wait. Answers go before new questions."""
    pace = _pace_of(sheets, usage, rate)
    jobs = [job for sheet in sheets for job in _jobs(sheet, pace, rate)]
    due = [job for job in jobs if job.at <= now]
    if due:
        first = max(due, key=lambda job: (job.answers, job.overdue(now)))
        return Request(first.kind, first.sheet)
    return Wait(min((job.at for job in jobs), default=None))


def interval(sheet: SheetStatus, sheets: Iterable[SheetStatus], rate: RateLimit) -> float | None:
    """Return about how many seconds lie between two reads of a spreadsheet; None: it has none."""
    there = [other for other in sheets if not other.lost]
    stretched = _stretched(there, rate)
    if sheet.priority not in _WEIGHTS:
        return _rarely(sheet, stretched, rate)
    weight = sum(_WEIGHTS.get(other.priority, 0) * (1 + other.rereads) for other in there)
    left = rate.reads - _wanted_aside(there, rate) / stretched
    return max(rate.floor, MINUTE * weight / (left * _WEIGHTS[sheet.priority]))


def _rarely(sheet: SheetStatus, stretched: float, rate: RateLimit) -> float | None:
    """Return the seconds between two reads of a spreadsheet where nobody owes an answer."""
    if sheet.priority == "none":
        return None
    return max(rate.floor, (rate.console if sheet.priority == "console" else rate.idle) * stretched)


def _wanted_aside(sheets: Iterable[SheetStatus], rate: RateLimit) -> float:
    """Return how many reads a minute would be made where nobody waits if there were few."""
    often = {"console": MINUTE / rate.console, "idle": MINUTE / rate.idle}
    return sum(
        often.get(sheet.priority, 0.0) + MINUTE / rate.metadata
        for sheet in sheets
        if sheet.priority != "none"
    )


def _stretched(sheets: Sequence[SheetStatus], rate: RateLimit) -> float:
    """Return how many times as long those reads wait, to keep to their share all together."""
    awaited = sum(sheet.priority in _WEIGHTS for sheet in sheets)
    share = max(_ASIDE_AT_LEAST, 1 / (1 / _ASIDE + awaited))
    return max(1.0, _wanted_aside(sheets, rate) / (share * min(rate.reads, rate.writes)))


def count(usage: Usage, kind: Kind, began: float) -> Usage:
    """Count a request, forgetting those more than a minute old."""
    if kind == "write":
        return replace(usage, writes=(*_recent(usage.writes, began), began))
    return replace(usage, reads=(*_recent(usage.reads, began), began))


def note_answer(sheet: SheetStatus, kind: Kind, began: float) -> SheetStatus:
    """Note a request that was answered."""
    sheet = replace(_asked(sheet, kind, began), not_found=0)
    if kind == "write":
        return replace(sheet, write_failures=_NO_FAILURES, changed=False)
    if kind == "metadata":
        return replace(sheet, read_failures=_NO_FAILURES, unknown=False)
    return replace(sheet, read_failures=_NO_FAILURES)


def note_failure(
    sheet: SheetStatus,
    kind: Kind,
    began: float,
    now: float,
    jitter: float,
    rate: RateLimit,
    retry_after: float | None = None,
) -> SheetStatus:
    """Note a request that failed and may be repeated; `jitter` is in 0..1 (full jitter)."""
    sheet = _asked(sheet, kind, began)
    failures = sheet.write_failures if kind == "write" else sheet.read_failures
    tries = failures.tries + 1
    wait = jitter * min(_FIRST_BACK_OFF * 2.0 ** (tries - 1), rate.back_off)
    failures = Failures(tries, now + max(wait, retry_after or 0.0))
    if kind == "write":
        return replace(sheet, write_failures=failures)
    return replace(sheet, read_failures=failures)


def note_not_found(
    sheet: SheetStatus, kind: Kind, began: float, now: float, jitter: float, rate: RateLimit
) -> SheetStatus:
    """Note a 404: tried once more before the spreadsheet counts as lost."""
    return replace(
        note_failure(sheet, kind, began, now, jitter, rate), not_found=sheet.not_found + 1
    )


def put_off(sheet: SheetStatus, until: float) -> SheetStatus:
    """Ask nothing more of a spreadsheet until then: only a person can mend what is wrong."""
    return replace(sheet, read_failures=Failures(sheet.read_failures.tries + 1, until))


def note_over_quota(
    usage: Usage, kind: Kind, now: float, retry_after: float | None = None
) -> Usage:
    """Note a 429: no request of this kind until the server says, or until the window has turned."""
    made_at = usage.writes if kind == "write" else usage.reads
    turned = min(_recent(made_at, now), default=now) + MINUTE
    until = turned if retry_after is None else now + retry_after
    if kind == "write":
        return replace(usage, writes_stopped=max(until, usage.writes_stopped))
    return replace(usage, reads_stopped=max(until, usage.reads_stopped))


def requests_made(usage: Usage, now: float) -> tuple[int, int]:
    """Return the reads and the writes of the last minute."""
    return len(_recent(usage.reads, now)), len(_recent(usage.writes, now))


@dataclass(frozen=True, slots=True)
class _Pace:
    """From when on the account allows a request of each kind, and how rarely nobody is looked at.

    `aside` is for consoles and metadata, `read_limit` for a read that a limit waits for, which goes
    ahead of its turn, and `write_board` for a write where nobody types, which does not.
    """

    look: float
    aside: float
    read: float
    read_limit: float
    write: float
    write_board: float
    stretched: float


@dataclass(frozen=True, slots=True)
class _Job:
    """A request that may be made from `at` on; among those the one longest overdue goes first."""

    kind: Kind
    sheet: str
    at: float
    since: float
    weight: float
    answers: bool = False
    """Whether somebody who plays may wait for it."""

    def overdue(self, now: float) -> float:
        """Return by how much, as its weight makes it; what was never done is an hour late."""
        return self.weight * (HOUR if self.since == NEVER else now - self.since)


def _pace_of(sheets: Sequence[SheetStatus], usage: Usage, rate: RateLimit) -> _Pace:
    reads, writes = MINUTE / max(1, rate.reads - _SLACK), MINUTE / rate.writes
    next_read, next_write = _turn(usage.reads, reads), _turn(usage.writes, writes)
    look = max(_room(usage.reads, rate.reads), usage.reads_stopped)
    # What a read shows may have to be confirmed by another at once.
    read = max(look, _room(usage.reads, rate.reads - 1))
    write = max(_room(usage.writes, rate.writes), usage.writes_stopped)
    look = max(look, next_read - _CAUGHT_UP)
    aside = max((_aside_at(sheet) for sheet in sheets), default=NEVER)
    return _Pace(
        look=look,
        aside=max(look, aside + _BETWEEN_ASIDE * reads - _CAUGHT_UP),
        read=max(read, next_read - _CAUGHT_UP),
        read_limit=max(read, next_read - _AHEAD * reads),
        write=max(write, next_write - _AHEAD * writes),
        write_board=max(write, next_write),
        stretched=_stretched([sheet for sheet in sheets if not sheet.lost], rate),
    )


def _aside_at(sheet: SheetStatus) -> float:
    """Return when something was last read of it that nobody waits for."""
    return max(sheet.metadata_at, sheet.read_at if sheet.priority == "console" else NEVER)


def _jobs(sheet: SheetStatus, pace: _Pace, rate: RateLimit) -> Iterable[_Job]:
    spaced = sheet.asked_at + rate.spacing
    may_look = max(pace.look, spaced, sheet.read_failures.not_before)
    if sheet.lost:
        # Looked for now and then, in case it comes back.
        again = sheet.asked_at + rate.idle
        yield _Job("metadata", sheet.id, max(again, may_look), again, 1.0)
        return
    weight = _WEIGHTS.get(sheet.priority, 1)
    if sheet.unknown:
        yield _Job("metadata", sheet.id, may_look, sheet.metadata_at, weight)
        return
    if sheet.priority != "none":
        looked = sheet.metadata_at + rate.metadata * pace.stretched
        yield _Job("metadata", sheet.id, max(looked, may_look, pace.aside), looked, 1)
    rarely = _rarely(sheet, pace.stretched, rate)
    if sheet.changed:
        yield _write(sheet, rarely, pace, rate)
    if rarely is not None:
        yield from _reads(sheet, rarely, pace, rate)


def _reads(sheet: SheetStatus, rarely: float, pace: _Pace, rate: RateLimit) -> Iterable[_Job]:
    may_read = max(sheet.asked_at + rate.spacing, sheet.read_failures.not_before)
    if sheet.limit is not None and sheet.read_at < sheet.limit:
        # A limit only takes effect after a read that began at or after it.
        at = max(sheet.limit, may_read, pace.read_limit)
        yield _Job("read", sheet.id, at, sheet.read_at, _LIMIT)
    may_read = max(may_read, pace.read)
    if sheet.priority not in _WEIGHTS:
        due = sheet.read_at + rarely
        turn = pace.aside if sheet.priority == "console" else NEVER
        yield _Job("read", sheet.id, max(due, may_read, turn), due, 1)
        return
    # Nobody answers what they have not been shown yet.
    unseen = sheet.changed and sheet.write_failures.tries == 0
    weight = 1 if unseen else _WEIGHTS[sheet.priority]
    since = max(sheet.read_at, sheet.owed_since)
    yield _Job("read", sheet.id, max(sheet.read_at + rate.floor, may_read), since, weight)


def _write(sheet: SheetStatus, rarely: float | None, pace: _Pace, rate: RateLimit) -> _Job:
    if sheet.typed_in and sheet.priority != "console":
        spaced = max(sheet.written_at, sheet.metadata_at) + rate.spacing
        at = max(spaced, sheet.write_failures.not_before, pace.write)
        return _Job("write", sheet.id, at, sheet.written_at, 1, answers=True)
    may_write = max(sheet.asked_at + rate.spacing, sheet.write_failures.not_before)
    if sheet.priority == "console" and rarely is not None:
        may_write = max(may_write, sheet.written_at + rarely)
    patient = sheet.written_at + MINUTE * pace.stretched
    at = max(may_write, min(pace.write_board, max(pace.write, patient)))
    return _Job("write", sheet.id, at, sheet.written_at, 1)


def _turn(made_at: tuple[float, ...], step: float) -> float:
    """Return the moment of the next request if all that were made are spread evenly."""
    turn = NEVER
    for at in made_at:
        turn = max(turn, at) + step
    return turn


def _room(made_at: tuple[float, ...], budget: int) -> float:
    """Return the moment from which one more request fits into the rolling minute."""
    return NEVER if len(made_at) < budget else made_at[-budget] + MINUTE


def _recent(made_at: tuple[float, ...], now: float) -> tuple[float, ...]:
    return tuple(at for at in made_at if at > now - MINUTE)


def _asked(sheet: SheetStatus, kind: Kind, began: float) -> SheetStatus:
    if kind == "write":
        return replace(sheet, written_at=began)
    if kind == "metadata":
        return replace(sheet, metadata_at=began)
    return replace(sheet, read_at=began)
