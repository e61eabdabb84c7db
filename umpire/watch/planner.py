"""What to ask of the sheets next, and when: a pure function of what is known now.

The planner sees tables (one spreadsheet each), the requests spent and the pace that one
credential may keep, and gives one request to make now or the moment until which to rest. It has
no clock and no generator: `now` is any clock that only grows, in seconds, and the jitter of a
retry is handed in.

Reads and writes have separate budgets over a rolling minute. A table is read as often as its
weight buys it: four parts near a limit, two while a decision is pending, one when every pending
decision has an answer already, and rarely when nothing is pending. Consoles, in which nobody plays,
are read and written at an interval of their own, and have a small share of the budgets together.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["read", "write", "metadata"]
Want: TypeAlias = Literal["near", "pending", "answered", "idle", "console", "none"]

MINUTE = 60.0
NEVER = float("-inf")

_WEIGHTS: dict[Want, int] = {"near": 4, "pending": 2, "answered": 1}
_FIRST_BACK_OFF = 1.0
_CONSOLES = 0.2  # of the budgets, for all consoles together
_LOST_AFTER = 2  # a first 404 may be an accident of the transport


@dataclass(frozen=True, slots=True)
class Pace:
    """How much one credential may ask: requests a rolling minute, times in seconds.

    `spacing` lies between the starts of two requests to one spreadsheet, `floor` is the shortest
    interval between two reads of it, `idle` the interval where nothing is pending, `console` that
    of a console, `near` how long before a limit a table counts as near it, `metadata` the interval
    of looks at its formats, `back_off` the longest wait after a failure.
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


GOOGLE = Pace()
"""Google's 60 reads and 60 writes a minute, six kept for other commands."""

LOCAL = Pace(1200, 1200, spacing=0.0, floor=0.5, idle=2.0, console=1.0, metadata=60.0, back_off=4.0)
"""The local server has no quota of its own; what bounds it is the reader's patience."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """Failures in a row of one kind of request, and when it may be tried again."""

    tries: int = 0
    not_before: float = NEVER


_NO_TROUBLE = Trouble()


@dataclass(frozen=True, slots=True)
class Table:
    """One spreadsheet: what is wanted of it and what was asked of it last.

    `limit` is when the next limit on it falls, on the planner's clock. `changed` tells that there
    is something to write, `unknown` that its metadata must be read before anything else.
    """

    id: str
    want: Want = "idle"
    limit: float | None = None
    changed: bool = False
    unknown: bool = False
    rereads: bool = False
    read_at: float = NEVER
    written_at: float = NEVER
    metadata_at: float = NEVER
    read_trouble: Trouble = _NO_TROUBLE
    write_trouble: Trouble = _NO_TROUBLE
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
class Spent:
    """The requests of one credential in the last minute, and until when a kind is stopped."""

    reads: tuple[float, ...] = ()
    writes: tuple[float, ...] = ()
    reads_stopped: float = NEVER
    writes_stopped: float = NEVER


@dataclass(frozen=True, slots=True)
class Ask:
    """Make this request now."""

    kind: Kind
    table: str


@dataclass(frozen=True, slots=True)
class Rest:
    """Nothing to do before `until`; None: nothing at all until something changes."""

    until: float | None


def plan(tables: Sequence[Table], spent: Spent, pace: Pace, now: float) -> Ask | Rest:
    """Return the request to make now, or how long to rest. Answers go before new questions."""
    jobs = [job for table in tables for job in _jobs(table, tables, spent, pace)]
    due = [job for job in jobs if job.at <= now]
    if due:
        first = max(due, key=lambda job: (job.answers, (now - job.at) * job.weight))
        return Ask(first.kind, first.table)
    return Rest(min((job.at for job in jobs), default=None))


def interval(table: Table, tables: Iterable[Table], pace: Pace) -> float | None:
    """Return the seconds between two reads of a table; None where it is not read at all."""
    if table.want == "none":
        return None
    if table.want == "idle":
        return max(pace.floor, pace.idle)
    there = [other for other in tables if not other.lost]
    if table.want == "console":
        return max(pace.floor, pace.console * _stretched(there, pace))
    wants = [other.want for other in there if other.want != "console"]
    weight = sum(_WEIGHTS.get(other.want, 0) * (1 + other.rereads) for other in there)
    aside = wants.count("idle") * MINUTE / pace.idle + len(wants) * MINUTE / pace.metadata
    aside += _wanted_by_consoles(there, pace) / _stretched(there, pace)
    left = max(pace.reads - aside, pace.reads / 2)
    return max(pace.floor, MINUTE * weight / (left * _WEIGHTS[table.want]))


def _wanted_by_consoles(tables: Sequence[Table], pace: Pace) -> float:
    """Return how many reads a minute all consoles would make if they were alone."""
    consoles = sum(table.want == "console" for table in tables)
    return consoles * (MINUTE / pace.console + MINUTE / pace.metadata)


def _stretched(tables: Sequence[Table], pace: Pace) -> float:
    """Return how many times as long a console waits, for all of them to keep to their share."""
    share = _CONSOLES * min(pace.reads, pace.writes)
    return max(1.0, _wanted_by_consoles(tables, pace) / share)


def spend(spent: Spent, kind: Kind, began: float) -> Spent:
    """Count a request, forgetting those more than a minute old."""
    if kind == "write":
        return replace(spent, writes=(*_recent(spent.writes, began), began))
    return replace(spent, reads=(*_recent(spent.reads, began), began))


def worked(table: Table, kind: Kind, began: float) -> Table:
    """Note a request that was answered."""
    table = replace(_asked(table, kind, began), not_found=0)
    if kind == "write":
        return replace(table, write_trouble=_NO_TROUBLE, changed=False)
    if kind == "metadata":
        return replace(table, read_trouble=_NO_TROUBLE, unknown=False)
    return replace(table, read_trouble=_NO_TROUBLE)


def failed(
    table: Table,
    kind: Kind,
    began: float,
    now: float,
    jitter: float,
    pace: Pace,
    retry_after: float | None = None,
) -> Table:
    """Note a request that failed and may be repeated; `jitter` is in 0..1 (full jitter)."""
    table = _asked(table, kind, began)
    trouble = table.write_trouble if kind == "write" else table.read_trouble
    tries = trouble.tries + 1
    wait = jitter * min(_FIRST_BACK_OFF * 2.0 ** (tries - 1), pace.back_off)
    trouble = Trouble(tries, now + max(wait, retry_after or 0.0))
    if kind == "write":
        return replace(table, write_trouble=trouble)
    return replace(table, read_trouble=trouble)


def not_found(
    table: Table, kind: Kind, began: float, now: float, jitter: float, pace: Pace
) -> Table:
    """Note a 404: tried once more before the spreadsheet counts as lost."""
    return replace(failed(table, kind, began, now, jitter, pace), not_found=table.not_found + 1)


def put_off(table: Table, until: float) -> Table:
    """Ask nothing more of a table until then: only a person can mend what is wrong with it."""
    return replace(table, read_trouble=Trouble(table.read_trouble.tries + 1, until))


def over_quota(spent: Spent, kind: Kind, now: float, retry_after: float | None = None) -> Spent:
    """Note a 429: no request of this kind until the server says, or until the window has turned."""
    made = spent.writes if kind == "write" else spent.reads
    turned = min(_recent(made, now), default=now) + MINUTE
    until = turned if retry_after is None else now + retry_after
    if kind == "write":
        return replace(spent, writes_stopped=max(until, spent.writes_stopped))
    return replace(spent, reads_stopped=max(until, spent.reads_stopped))


def made(spent: Spent, now: float) -> tuple[int, int]:
    """Return the reads and the writes of the last minute."""
    return len(_recent(spent.reads, now)), len(_recent(spent.writes, now))


@dataclass(frozen=True, slots=True)
class _Job:
    kind: Kind
    table: str
    at: float
    weight: float
    answers: bool = False
    """Whether somebody who plays may wait for it."""


def _jobs(table: Table, tables: Sequence[Table], spent: Spent, pace: Pace) -> Iterable[_Job]:
    spaced = table.asked_at + pace.spacing
    may_read = max(_room(spent.reads, pace.reads), spent.reads_stopped, spaced)
    may_read = max(may_read, table.read_trouble.not_before)
    if table.lost:
        # Looked for now and then, in case it comes back.
        yield _Job("metadata", table.id, max(table.asked_at + pace.idle, may_read), 1.0)
        return
    if table.unknown or table.want != "none":
        rarely = _stretched(tables, pace) if table.want == "console" else 1.0
        looked = NEVER if table.unknown else table.metadata_at + pace.metadata * rarely
        yield _Job("metadata", table.id, max(looked, may_read), 100.0 if table.unknown else 1.0)
    if table.unknown:
        return
    every = interval(table, tables, pace)
    if table.changed:
        may_write = max(_room(spent.writes, pace.writes), spent.writes_stopped, spaced)
        may_write = max(may_write, table.write_trouble.not_before)
        is_console = table.want == "console"
        if is_console and every is not None:
            may_write = max(may_write, table.written_at + every)
        yield _Job("write", table.id, may_write, 1.0, answers=not is_console)
    if every is not None:
        # What a read shows may have to be confirmed by another at once.
        may_read = max(may_read, _room(spent.reads, pace.reads - 1))
        wanted = table.read_at + every
        if table.limit is not None and table.read_at < table.limit:
            # A limit only takes effect after a read that began at or after it.
            wanted = min(wanted, table.limit)
        yield _Job("read", table.id, max(wanted, may_read), _WEIGHTS.get(table.want, 1))


def _room(made_at: tuple[float, ...], budget: int) -> float:
    """Return the moment from which one more request fits into the rolling minute."""
    return NEVER if len(made_at) < budget else made_at[-budget] + MINUTE


def _recent(made_at: tuple[float, ...], now: float) -> tuple[float, ...]:
    return tuple(at for at in made_at if at > now - MINUTE)


def _asked(table: Table, kind: Kind, began: float) -> Table:
    if kind == "write":
        return replace(table, written_at=began)
    if kind == "metadata":
        return replace(table, metadata_at=began)
    return replace(table, read_at=began)
