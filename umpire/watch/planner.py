"""What to ask of the sheets next, and when: a pure function of what is known now.

The planner sees the status of each spreadsheet, the requests made and the rate limit of one
credential, and gives one request to make now or the moment until which to wait. It has
no clock and no generator: `now` is any clock that only grows, in seconds, and the jitter of a
retry is handed in.

Reads and writes have separate budgets over a rolling minute. A spreadsheet is read as often as its
weight buys it: four parts near a limit, two while a decision is pending, one when every pending
decision has an answer already, and rarely when nothing is pending. Consoles, in which nobody plays,
are read and written at an interval of their own, and have a small share of the budgets together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["read", "write", "metadata"]
Priority: TypeAlias = Literal["near", "pending", "answered", "idle", "console", "none"]

MINUTE = 60.0
NEVER = float("-inf")

_WEIGHTS: dict[Priority, int] = {"near": 4, "pending": 2, "answered": 1}
_FIRST_BACK_OFF = 1.0
_CONSOLES = 0.2  # of the budgets, for all consoles together
_LOST_AFTER = 2  # a first 404 may be an accident of the transport


@dataclass(frozen=True, slots=True)
class RateLimit:
    """How much one credential may ask: requests a rolling minute, times in seconds.

    `spacing` lies between the starts of two requests to one spreadsheet, `floor` is the shortest
    interval between two reads of it, `idle` the interval where nothing is pending, `console` that
    of a console, `near` how long before a limit a spreadsheet counts as near it, `metadata` the
    interval of looks at its formats, `back_off` the longest wait after a failure.
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
    is something to write, `unknown` that its metadata must be read before anything else.
    """

    id: str
    priority: Priority = "idle"
    limit: float | None = None
    changed: bool = False
    unknown: bool = False
    rereads: bool = False
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
    jobs = [job for sheet in sheets for job in _jobs(sheet, sheets, usage, rate)]
    due = [job for job in jobs if job.at <= now]
    if due:
        first = max(due, key=lambda job: (job.answers, (now - job.at) * job.weight))
        return Request(first.kind, first.sheet)
    return Wait(min((job.at for job in jobs), default=None))


def interval(sheet: SheetStatus, sheets: Iterable[SheetStatus], rate: RateLimit) -> float | None:
    """Return the seconds between two reads of a spreadsheet; None where it is not read at all."""
    if sheet.priority == "none":
        return None
    if sheet.priority == "idle":
        return max(rate.floor, rate.idle)
    there = [other for other in sheets if not other.lost]
    if sheet.priority == "console":
        return max(rate.floor, rate.console * _stretched(there, rate))
    priorities = [other.priority for other in there if other.priority != "console"]
    weight = sum(_WEIGHTS.get(other.priority, 0) * (1 + other.rereads) for other in there)
    aside = priorities.count("idle") * MINUTE / rate.idle + len(priorities) * MINUTE / rate.metadata
    aside += _wanted_by_consoles(there, rate) / _stretched(there, rate)
    left = max(rate.reads - aside, rate.reads / 2)
    return max(rate.floor, MINUTE * weight / (left * _WEIGHTS[sheet.priority]))


def _wanted_by_consoles(sheets: Sequence[SheetStatus], rate: RateLimit) -> float:
    """Return how many reads a minute all consoles would make if they were alone."""
    consoles = sum(sheet.priority == "console" for sheet in sheets)
    return consoles * (MINUTE / rate.console + MINUTE / rate.metadata)


def _stretched(sheets: Sequence[SheetStatus], rate: RateLimit) -> float:
    """Return how many times as long a console waits, for all of them to keep to their share."""
    share = _CONSOLES * min(rate.reads, rate.writes)
    return max(1.0, _wanted_by_consoles(sheets, rate) / share)


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
class _Job:
    kind: Kind
    sheet: str
    at: float
    weight: float
    answers: bool = False
    """Whether somebody who plays may wait for it."""


def _jobs(
    sheet: SheetStatus, sheets: Sequence[SheetStatus], usage: Usage, rate: RateLimit
) -> Iterable[_Job]:
    spaced = sheet.asked_at + rate.spacing
    may_read = max(_room(usage.reads, rate.reads), usage.reads_stopped, spaced)
    may_read = max(may_read, sheet.read_failures.not_before)
    if sheet.lost:
        # Looked for now and then, in case it comes back.
        yield _Job("metadata", sheet.id, max(sheet.asked_at + rate.idle, may_read), 1.0)
        return
    if sheet.unknown or sheet.priority != "none":
        rarely = _stretched(sheets, rate) if sheet.priority == "console" else 1.0
        looked = NEVER if sheet.unknown else sheet.metadata_at + rate.metadata * rarely
        yield _Job("metadata", sheet.id, max(looked, may_read), 100.0 if sheet.unknown else 1.0)
    if sheet.unknown:
        return
    every = interval(sheet, sheets, rate)
    if sheet.changed:
        may_write = max(_room(usage.writes, rate.writes), usage.writes_stopped, spaced)
        may_write = max(may_write, sheet.write_failures.not_before)
        is_console = sheet.priority == "console"
        if is_console and every is not None:
            may_write = max(may_write, sheet.written_at + every)
        yield _Job("write", sheet.id, may_write, 1.0, answers=not is_console)
    if every is not None:
        # What a read shows may have to be confirmed by another at once.
        may_read = max(may_read, _room(usage.reads, rate.reads - 1))
        wanted = sheet.read_at + every
        if sheet.limit is not None and sheet.read_at < sheet.limit:
            # A limit only takes effect after a read that began at or after it.
            wanted = min(wanted, sheet.limit)
        yield _Job("read", sheet.id, max(wanted, may_read), _WEIGHTS.get(sheet.priority, 1))


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
