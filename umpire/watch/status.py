"""What a view of the daemon shows: plain values, taken from the matches at one moment."""

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.base import CHANCE
from umpire.watch.connection import Connection
from umpire.watch.hosted import HostedMatch
from umpire.watch.sentences import headline

_EVENTS = 5


@dataclass(frozen=True, slots=True)
class Clock:
    """A pending decision: `left` is the seconds until its limit, negative in reserve.

    `reserve` is what its player has left of it, None where there is none.
    """

    player: str
    kind: str
    left: float | None
    reserve: float | None


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """One match.

    `events` are the last of all that everybody was told, `told` is their number, and `troubles`
    what the umpire should mend.
    """

    match: str
    players: tuple[str, ...]
    headline: str
    clocks: tuple[Clock, ...]
    events: tuple[str, ...]
    told: int
    troubles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DaemonStatus:
    """All matches of a daemon, what it refused to watch, and its requests of the last minute.

    `most_reads` and `most_writes` are how many of these its connections may make.
    """

    matches: tuple[MatchStatus, ...]
    refusals: tuple[str, ...]
    reads: int
    writes: int
    most_reads: int
    most_writes: int


def daemon_status(connections: Sequence[Connection], refusals: tuple[str, ...]) -> DaemonStatus:
    """Take the status."""
    made = [connection.requests_made() for connection in connections]
    return DaemonStatus(
        tuple(_match_status(hosted) for connection in connections for hosted in connection),
        refusals,
        sum(reads for reads, _ in made),
        sum(writes for _, writes in made),
        sum(connection.rate.reads for connection in connections),
        sum(connection.rate.writes for connection in connections),
    )


def _match_status(hosted: HostedMatch) -> MatchStatus:
    live = hosted.live
    match = live.record.match
    now = live.now()
    left = match.reserve_left()
    told = live.record.told_to(None)
    return MatchStatus(
        match=live.row.id,
        players=match.header.players,
        headline=headline(live.record),
        clocks=tuple(
            Clock(
                owed.by,
                owed.decision.kind.name,
                None if owed.deadline is None else owed.deadline - now,
                left[owed.by] if owed.decision.reserve else None,
            )
            for owed in match.pending
            if owed.by != CHANCE
        ),
        events=tuple(told[-_EVENTS:]),
        told=len(told),
        troubles=(*hosted.troubles, *hosted.findings),
    )
