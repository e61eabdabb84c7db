"""What a view of the daemon shows: plain values, taken from the matches at one moment."""

from collections.abc import Sequence
from dataclasses import dataclass

from umpire.games.base import CHANCE
from umpire.watch.desk import Desk, Watched
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
class Sight:
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
class Scene:
    """All matches of a daemon, what it refused to watch, and its requests of the last minute.

    `most_reads` and `most_writes` are how many of these its connections may make.
    """

    matches: tuple[Sight, ...]
    refusals: tuple[str, ...]
    reads: int
    writes: int
    most_reads: int
    most_writes: int


def scene(desks: Sequence[Desk], refusals: tuple[str, ...]) -> Scene:
    """Take the scene."""
    made = [desk.requests_made() for desk in desks]
    return Scene(
        tuple(_sight(watched) for desk in desks for watched in desk),
        refusals,
        sum(reads for reads, _ in made),
        sum(writes for _, writes in made),
        sum(desk.pace.reads for desk in desks),
        sum(desk.pace.writes for desk in desks),
    )


def _sight(watched: Watched) -> Sight:
    session = watched.hosted.session
    match = session.record.match
    now = session.now()
    left = match.reserve_left()
    told = session.record.told_to(None)
    return Sight(
        match=session.row.id,
        players=match.header.players,
        headline=headline(session.record),
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
        troubles=(*watched.troubles, *watched.hosted.findings),
    )
