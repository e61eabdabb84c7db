"""The budgets of requests, and the time at which the next request fits into them.

Reads and writes have budgets over a rolling minute, each account's own and the project's. The
requests of a budget are spread evenly over the minute. Nothing here has a clock: `now` is any clock
that only grows, in seconds.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["read", "write"]

MINUTE = 60.0
NEVER = float("-inf")

_SLACK = 2  # requests of a minute that are never planned, so that no full minute stops them all
_CATCH_UP = 1.0  # seconds by which a request may come early to make up for late ones


@dataclass(frozen=True, slots=True)
class RateLimit:
    """The limits of the requests to a server: numbers for each rolling minute, times in seconds.

    `reads` and `writes` are an account's, `project_reads` and `project_writes` those of all
    accounts together. A server that `refuses` requests above them never gets more in any rolling
    minute; any other gets more only if somebody waits for them. Then `ahead` requests may be made
    before their turn comes.

    `spacing` lies between the starts of two requests to one spreadsheet, unless the second is an
    answer to what the first has read; `floor` is the shortest interval between two reads of it
    that nobody waits for, `idle` the interval where nothing is pending, `console` that of a
    console, `near` how long before a limit a spreadsheet counts as near it, `full` the interval of
    full reads, and `back_off` the longest wait after a failure. A write that nobody waits for
    waits for `gives_way` seconds at most until one has ended that answers an entry: together both
    would be slower on a server that does all its work by itself.
    """

    reads: int = 54
    writes: int = 54
    project_reads: int = 270
    project_writes: int = 270
    spacing: float = 1.0
    floor: float = 1.0
    idle: float = 30.0
    console: float = 8.0
    near: float = 20.0
    full: float = 120.0
    back_off: float = 32.0
    ahead: int = 3
    refuses: bool = True
    gives_way: float = 0.0


GOOGLE = RateLimit()
"""Google's 60 reads and 60 writes a minute and account, 300 and 300 a project, less a tenth that is
kept for other commands."""

LOCAL = RateLimit(
    reads=3000,
    writes=3000,
    project_reads=120_000,
    project_writes=120_000,
    spacing=0.0,
    floor=0.5,
    idle=2.0,
    console=1.0,
    full=60.0,
    back_off=4.0,
    ahead=500,
    refuses=False,
    gives_way=0.5,
)
"""The local server has no quota. It gets few requests that nobody waits for. It gets all others at
once, as many as its whole budget allows in ten seconds."""


@dataclass(frozen=True, slots=True)
class Usage:
    """The times of an account's requests in the last minute, and until when a kind is stopped."""

    reads: tuple[float, ...] = ()
    writes: tuple[float, ...] = ()
    reads_stopped: float = NEVER
    writes_stopped: float = NEVER


def count(usage: Usage, kind: Kind, began_at: float) -> Usage:
    """Count a request when it begins, forgetting those more than a minute old."""
    if kind == "write":
        return replace(usage, writes=(*_recent(usage.writes, began_at), began_at))
    return replace(usage, reads=(*_recent(usage.reads, began_at), began_at))


def note_over_quota(
    usage: Usage, kind: Kind, now: float, retry_after: float | None = None
) -> Usage:
    """Record a 429, after which requests of this kind are stopped.

    They are stopped for `retry_after` seconds, or until the oldest is a minute old.
    """
    made_at = usage.writes if kind == "write" else usage.reads
    expires = min(_recent(made_at, now), default=now) + MINUTE
    until = expires if retry_after is None else now + retry_after
    if kind == "write":
        return replace(usage, writes_stopped=max(until, usage.writes_stopped))
    return replace(usage, reads_stopped=max(until, usage.reads_stopped))


def requests_made(usage: Usage, now: float) -> tuple[int, int]:
    """Return the reads and the writes of the last minute."""
    return len(_recent(usage.reads, now)), len(_recent(usage.writes, now))


def has_room(usage: Usage, usages: Iterable[Usage], rate: RateLimit, now: float) -> bool:
    """Return whether an account may make one read and one write more at this moment."""
    if not rate.refuses:
        return True
    of_all = [requests_made(each, now) for each in usages]
    reads, writes = requests_made(usage, now)
    return (
        max(usage.reads_stopped, usage.writes_stopped) <= now
        and reads < rate.reads
        and writes < rate.writes
        and sum(reads for reads, _ in of_all) < rate.project_reads
        and sum(writes for _, writes in of_all) < rate.project_writes
    )


def reads_a_minute(rate: RateLimit, accounts: int) -> float:
    """Return how many reads all accounts may make in a minute together."""
    return min(accounts * rate.reads, rate.project_reads)


class Start(NamedTuple):
    """The time from which a request may be made, and the account that makes it."""

    at: float
    account: int


class Pace(NamedTuple):
    """The time from which a request of a kind may be made.

    `ahead` is for urgent requests, which somebody waits for, and `turn` for all others.
    """

    turn: Start
    ahead: Start


class Paces(NamedTuple):
    """The paces of reads and of writes."""

    read: Pace
    write: Pace


def account_paces(usages: Sequence[Usage], rate: RateLimit) -> list[Paces]:
    """Return the paces of the reads and writes of each account."""
    reads = [(usage.reads, usage.reads_stopped) for usage in usages]
    writes = [(usage.writes, usage.writes_stopped) for usage in usages]
    return list(
        map(
            Paces,
            _paces_of_kind(reads, rate.reads, rate.project_reads, rate),
            _paces_of_kind(writes, rate.writes, rate.project_writes, rate),
        )
    )


def _paces_of_kind(
    usages: Sequence[tuple[tuple[float, ...], float]], budget: int, project: int, rate: RateLimit
) -> Iterator[Pace]:
    """Yield the pace of each account, given when it made requests and until when it is stopped.

    The requests of an account's budget, or of its part of the project's, are spread over a minute.
    """
    room = NEVER
    if rate.refuses and sum(len(made_at) for made_at, _ in usages) >= project:
        room = _room(sorted(at for made_at, _ in usages for at in made_at), project)
    step = MINUTE / max(1, min(budget, project // max(1, len(usages))) - _SLACK)
    for account, (made_at, stopped) in enumerate(usages):
        allowed = max(room, stopped, _room(made_at, budget) if rate.refuses else NEVER)
        turn = _turn(made_at, step) - _CATCH_UP
        ahead = turn - rate.ahead * step
        yield Pace(Start(max(allowed, turn), account), Start(max(allowed, ahead), account))


def shared_paces(accounts: tuple[int, ...], budgets: Sequence[Paces]) -> Paces:
    """Return the paces of several accounts together: each of the account that may begin first."""
    return Paces(
        _earliest([budgets[account].read for account in accounts]),
        _earliest([budgets[account].write for account in accounts]),
    )


def _earliest(paces: Sequence[Pace]) -> Pace:
    return Pace(min(pace.turn for pace in paces), min(pace.ahead for pace in paces))


@lru_cache(maxsize=64)  # the last minute may have many requests, and they rarely change
def _turn(made_at: tuple[float, ...], step: float) -> float:
    """Return the time of the next request if all of them are spread evenly."""
    turn = NEVER
    for at in made_at:
        turn = (at if at > turn else turn) + step
    return turn


def _room(made_at: Sequence[float], budget: int) -> float:
    """Return the moment from which one more request fits into the rolling minute."""
    return NEVER if len(made_at) < budget else made_at[-budget] + MINUTE


def _recent(made_at: tuple[float, ...], now: float) -> tuple[float, ...]:
    return made_at[bisect_right(made_at, now - MINUTE) :]
