"""What a view of the daemon shows: plain values, taken from the matches at one moment."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple

from umpire.games.base import CHANCE, UMPIRE
from umpire.games.notation import plain
from umpire.live.connection import Connection
from umpire.live.hosted import HostedMatch
from umpire.match import Clock, PendingDecision
from umpire.showing.record import Record
from umpire.showing.sentences import umpires_headline
from umpire.store import MatchRow

EVENTS = 40
"""How many of the last events are kept; the log has the others."""

Standing = Literal[
    "not begun", "running", "stopped by itself", "paused by the umpire", "over", "closed"
]


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a player is to do, since when, and its clock, None if no limit falls."""

    player: str
    kind: str
    since: float
    clock: Clock | None


class ToldEvent(NamedTuple):
    """An event that everybody was told: the how manieth of all, when (RFC 3339), and what."""

    number: int
    at: str
    text: str


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """One match.

    `now` is the match clock. `waits` are the seconds for which whoever has waited longest has been
    waiting, None where nobody is: on the match clock, and while the match has stopped by itself.
    `events` are the last that everybody was told, and `troubles` what the umpire should mend.
    """

    match: str
    game: str
    players: tuple[str, ...]
    headline: str
    standing: Standing
    now: float
    waits: float | None
    awaited: tuple[Awaited, ...]
    events: tuple[ToldEvent, ...]
    troubles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AccountStatus:
    """The requests of an account in the last minute, and how many it may make."""

    name: str
    reads: int
    writes: int
    most_reads: int
    most_writes: int


@dataclass(frozen=True, slots=True)
class DaemonStatus:
    """All matches of a daemon, what it refused to watch and why, and its requests.

    `at` is the time in the world, in seconds since 1970, and `trouble` what keeps all matches from
    going on, None if nothing does.
    """

    at: float
    matches: tuple[MatchStatus, ...]
    refusals: tuple[tuple[str, str], ...]
    accounts: tuple[AccountStatus, ...]
    trouble: str | None = None


def daemon_status(
    connections: Sequence[Connection],
    refusals: Iterable[tuple[str, str]],
    at: float,
    trouble: str | None = None,
) -> DaemonStatus:
    """Take the status at a time in the world; `trouble` is that of all matches."""
    return DaemonStatus(
        at,
        tuple(_hosted(hosted, at) for connection in connections for hosted in connection),
        tuple(refusals),
        tuple(account for connection in connections for account in _accounts(connection)),
        trouble,
    )


def _accounts(connection: Connection) -> tuple[AccountStatus, ...]:
    rate = connection.rate
    return tuple(
        AccountStatus(name, reads, writes, rate.reads, rate.writes)
        for name, reads, writes in connection.requests_made()
    )


def _hosted(hosted: HostedMatch, at: float) -> MatchStatus:
    live = hosted.live
    troubles = (*hosted.troubles, *hosted.findings)
    return match_status(live.row, live.record, live.now(), at, troubles)


def match_status(
    row: MatchRow, record: Record, now: float, at: float, troubles: tuple[str, ...] = ()
) -> MatchStatus:
    """Return how a match stands at `now` on its clock, which is `at` in the world."""
    match = record.match
    awaited = tuple(
        Awaited(owed.by, owed.decision.task, _asked_at(record, owed), owed.clock)
        for owed in match.pending
        if owed.by != CHANCE
    )
    standing = _standing(record)
    return MatchStatus(
        match=row.id,
        game=match.game.title,
        players=match.header.players,
        headline=umpires_headline(record),
        standing=standing,
        now=now,
        waits=_waits(record, standing, awaited, now, at),
        awaited=awaited,
        events=_last_events(record, row.started),
        troubles=troubles,
    )


def _standing(record: Record) -> Standing:
    if record.match.outcome is not None:
        return "closed" if record.match.closed else "over"
    if not record.stands:
        return "running"
    if record.paused_by_umpire:
        return "paused by the umpire"
    return "not begun" if record.has_to_begin else "stopped by itself"


def _waits(
    record: Record, standing: Standing, awaited: Sequence[Awaited], now: float, at: float
) -> float | None:
    if not awaited or standing in ("not begun", "paused by the umpire", "over", "closed"):
        return None
    waits = now - min(owed.since for owed in awaited)
    return waits + _stopped_for(record, at) if standing == "stopped by itself" else waits


def _stopped_for(record: Record, at: float) -> float:
    """Return how many seconds ago a match was paused that is."""
    pauses = (
        one.line
        for one in reversed(record.judged)
        if one.line.ok and one.line.by == UMPIRE and plain(one.line.say or "") == "pause"
    )
    return max(0.0, at - datetime.fromisoformat(next(pauses).at).timestamp())


def _asked_at(record: Record, owed: PendingDecision) -> float:
    """Return when on the match clock a decision was asked for."""
    if owed.clock is not None:
        return owed.clock.since
    asked, by = owed.decision.id, owed.by
    for judged in reversed(record.judged):
        if judged.open_before.get(by) != asked:
            return judged.line.t or 0.0
    return 0.0


def _last_events(record: Record, started: str) -> tuple[ToldEvent, ...]:
    """Return the last events that everybody was told."""
    told, last = record.told, list[ToldEvent]()
    for number in range(len(told) - 1, -1, -1):
        if told[number].only is None:
            at = record.told_at[number] or started
            last.append(ToldEvent(number, at, told[number].text))
            if len(last) == EVENTS:
                break
    return tuple(reversed(last))
