"""What a view of the daemon shows: plain values, taken from the matches at one moment."""

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.base import CHANCE
from umpire.match import Clock
from umpire.watch.connection import Connection
from umpire.watch.hosted import HostedMatch
from umpire.watch.sentences import headline

_EVENTS = 5


@dataclass(frozen=True, slots=True)
class Awaited:
    """A kind of decision that a player owes, and its clock, None if no limit falls."""

    player: str
    kind: str
    clock: Clock | None


@dataclass(frozen=True, slots=True)
class MatchStatus:
    """One match.

    `now` is the match clock. `events` are the last of all that everybody was told, `told` is their
    number, and `troubles` what the umpire should mend.
    """

    match: str
    players: tuple[str, ...]
    headline: str
    now: float
    awaited: tuple[Awaited, ...]
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
    told = live.record.told_to(None)
    return MatchStatus(
        match=live.row.id,
        players=match.header.players,
        headline=headline(live.record),
        now=live.now(),
        awaited=tuple(
            Awaited(owed.by, owed.decision.kind.name, owed.clock)
            for owed in match.pending
            if owed.by != CHANCE
        ),
        events=tuple(told[-_EVENTS:]),
        told=len(told),
        troubles=(*hosted.troubles, *hosted.findings),
    )
