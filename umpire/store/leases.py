"""Leases: who may umpire a match, so that two never do."""

import os
import socket
from pathlib import Path

from sqlalchemy import Connection, insert, select, update

from umpire.store import schema
from umpire.store.database import Database
from umpire.store.errors import LeaseHeld, LeaseLost
from umpire.store.records import Lease


class Leases:
    """The part of a store that keeps the leases. Times are seconds since 1970, the caller's."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(
        self, match_id: str, token: str, ttl: float, now: float, *, holder: str | None = None
    ) -> Lease | None:
        """Take the lease for `ttl` seconds and give the one before it, None if there was none.

        The match clock of the last heartbeat stays until the first `renew`. A lease that has run
        out, was given back, or whose holder's process has ended on this machine is free.
        Raises LeaseHeld.
        """
        holder = holder or this_process()
        table = schema.leases
        with self._database.writing() as connection:
            before = _lease(connection, match_id)
            if before is None:
                connection.execute(
                    insert(table).values(
                        match_id=match_id, token=token, holder=holder, expires=now + ttl, t=0.0
                    )
                )
            elif _is_free(before, token, now):
                connection.execute(
                    update(table)
                    .where(table.c.match_id == match_id)
                    .values(token=token, holder=holder, expires=now + ttl)
                )
            else:
                raise LeaseHeld(
                    f"Another umpire ({before.holder}) is watching {match_id}: stop that one, or "
                    f"wait {max(1, round(before.expires - now))} s until it has gone.",
                    before.holder,
                    before.expires,
                )
        return before

    def renew(self, match_id: str, token: str, ttl: float, now: float, t: float) -> None:
        """Go on holding the lease, the match clock being at `t`. Raises LeaseLost."""
        table = schema.leases
        with self._database.writing() as connection:
            check_lease(connection, match_id, token)
            connection.execute(
                update(table).where(table.c.match_id == match_id).values(expires=now + ttl, t=t)
            )

    def release(self, match_id: str, token: str) -> None:
        """Release the lease; nothing happens if it is another's by now."""
        table = schema.leases
        with self._database.writing() as connection:
            connection.execute(
                update(table)
                .where(table.c.match_id == match_id, table.c.token == token)
                .values(token=None)
            )

    def held(self, match_id: str, now: float) -> Lease | None:
        """Return the lease that somebody holds now, None if nobody does."""
        with self._database.reading() as connection:
            lease = _lease(connection, match_id)
        return None if lease is None or _is_free(lease, None, now) else lease


def check_lease(connection: Connection, match_id: str, token: str) -> None:
    """See, in the transaction under way, that the lease is still this token's.

    One that has run out is kept while nobody else has taken it. Raises LeaseLost.
    """
    table = schema.leases
    # a write takes the row's lock, so that the answer holds until the transaction's end
    kept = connection.execute(
        update(table)
        .where(table.c.match_id == match_id, table.c.token == token)
        .values(token=token)
    )
    if not kept.rowcount:
        raise LeaseLost(
            f"Another umpire has taken over {match_id}: this one stops, and nothing was written."
        )


def this_process() -> str:
    """Name this process as the holder of a lease: its machine, its id and when it began."""
    return f"{socket.gethostname()}/{os.getpid()}/{_began(os.getpid())}"


def has_ended(holder: str) -> bool:
    """Return whether a holder is known to have ended: a process of this machine that is no more.

    So a daemon that was killed can be started again at once, without waiting for its lease to
    run out. Where nothing is known, it has not.
    """
    machine, _, process = holder.rpartition("/")[0].rpartition("/")
    if machine != socket.gethostname() or not process.isdecimal() or os.name != "posix":
        return False
    if holder.rpartition("/")[2] != _began(int(process)):
        return True  # its number is another process's by now
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _began(process: int) -> str:
    """Return when a process began, in ticks of this machine; "" where it cannot be told."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    state, *rest = text.rpartition(")")[2].split()
    return "" if state == "Z" else rest[18]  # a zombie has ended, only nobody has looked


def _lease(connection: Connection, match_id: str) -> Lease | None:
    table = schema.leases
    row = connection.execute(select(table).where(table.c.match_id == match_id)).first()
    return None if row is None else Lease(**row._mapping)


def _is_free(lease: Lease, token: str | None, now: float) -> bool:
    return (
        lease.token is None
        or lease.token == token
        or lease.expires <= now
        or has_ended(lease.holder)
    )
