"""The status of the daemon at one moment, as plain values for a view."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from umpire.live.match_session import MatchSession
from umpire.live.server_connection import ServerConnection
from umpire.projections.status import MatchStatus, match_status


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
    """The matches and the requests of a daemon.

    `refusals` are the ids of what it cannot do, each with the reason. `at` is the time in the
    world, in seconds since 1970. `trouble` is what keeps all matches from going on, None if nothing
    does.
    """

    at: float
    matches: tuple[MatchStatus, ...]
    refusals: tuple[tuple[str, str], ...]
    accounts: tuple[AccountStatus, ...]
    trouble: str | None = None


def daemon_status(
    connections: Sequence[ServerConnection],
    refusals: Iterable[tuple[str, str]],
    at: float,
    trouble: str | None = None,
) -> DaemonStatus:
    """Return the status at a time in the world; `trouble` is that of all matches."""
    return DaemonStatus(
        at,
        tuple(_session_status(session, at) for connection in connections for session in connection),
        tuple(refusals),
        tuple(account for connection in connections for account in _accounts(connection)),
        trouble,
    )


def _accounts(connection: ServerConnection) -> tuple[AccountStatus, ...]:
    rate = connection.rate
    return tuple(
        AccountStatus(name, reads, writes, rate.reads, rate.writes)
        for name, reads, writes in connection.requests_made()
    )


def _session_status(session: MatchSession, at: float) -> MatchStatus:
    log = session.log
    return match_status(log.row, log.history, log.now(), at, session.troubles)
