"""Leases, which let only one daemon umpire a match."""

import hashlib
import os
import socket
import uuid
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from sqlalchemy import Connection, bindparam, insert, select, update

from umpire.store import schema
from umpire.store.database import Database
from umpire.store.errors import LeaseHeld, LeaseLost
from umpire.store.records import Lease


class Leases:
    """The part of a store with the leases. Times are in seconds since 1970.

    `now` is the caller's time. If several hosts share the database, its own clock replaces it,
    because theirs may differ.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(
        self,
        match_id: str,
        token: str,
        ttl: float,
        now: float,
        *,
        holder: str | None = None,
        by_force: bool = False,
    ) -> Lease | None:
        """Take the lease for `ttl` seconds and return the previous one, None if there was none.

        The match clock of the last heartbeat stays until the first `renew`. A lease is free if it
        has run out, was released, or its holder's process on this machine has ended; with
        `by_force` every lease is free. Raises LeaseHeld.
        """
        holder = holder or this_process()
        table = schema.leases
        with self._database.writing() as connection:
            lock_match(connection, match_id)
            before = _lease(connection, match_id)
            now = self._database.now(connection, now)
            values = {"token": token, "holder": holder, "expires": now + ttl}
            if before is None:
                connection.execute(insert(table).values(match_id=match_id, t=0.0, **values))
            else:
                if not by_force:
                    _refuse_if_held(before, token, now)
                connection.execute(
                    update(table).where(table.c.match_id == match_id).values(**values)
                )
        return before

    def check_free(self, match_id: str, token: str, now: float) -> None:
        """Check that the lease is free, which is cheaper than to take it. Raises LeaseHeld."""
        with self._database.reading() as connection:
            lease = _lease(connection, match_id)
            now = self._database.now(connection, now)
        if lease is not None:
            _refuse_if_held(lease, token, now)

    def renew(self, match_id: str, token: str, ttl: float, now: float, t: float) -> None:
        """Renew the lease, with the match clock at `t`. Raises LeaseLost."""
        table = schema.leases
        with self._database.writing() as connection:
            check_lease(connection, match_id, token)
            now = self._database.now(connection, now)
            connection.execute(
                update(table).where(table.c.match_id == match_id).values(expires=now + ttl, t=t)
            )

    def renew_all(
        self, clocks: Mapping[str, float], token: str, ttl: float, now: float
    ) -> set[str]:
        """Renew several leases at once; return the matches whose lease is lost.

        `clocks` has each match's clock.
        """
        table = schema.leases
        with self._database.writing() as connection:
            now = self._database.now(connection, now)
            ours = {*connection.scalars(select(table.c.match_id).where(table.c.token == token))}
            renewed = sorted(
                ours & clocks.keys()
            )  # in one order, so that no two hold each other up
            if renewed:
                connection.execute(
                    update(table)
                    .where(table.c.match_id == bindparam("match"), table.c.token == token)
                    .values(expires=now + ttl, t=bindparam("clock")),
                    [{"match": match_id, "clock": clocks[match_id]} for match_id in renewed],
                )
        return clocks.keys() - ours

    def release(self, match_id: str, token: str) -> None:
        """Release the lease; do nothing if another has it by now."""
        table = schema.leases
        with self._database.writing() as connection:
            connection.execute(
                update(table)
                .where(table.c.match_id == match_id, table.c.token == token)
                .values(token=None)
            )

    def current(self, match_id: str, now: float) -> Lease | None:
        """Return the lease if somebody holds it now, else None."""
        with self._database.reading() as connection:
            lease = _lease(connection, match_id)
            now = self._database.now(connection, now)
        return None if lease is None or _is_free(lease, None, now) else lease


def lock_match(connection: Connection, match_id: str) -> None:
    """Prevent all others from changing a match's log and lease until the transaction ends."""
    # what only refers to the match, such as a command to it, may be written meanwhile
    connection.execute(
        select(schema.matches.c.id)
        .where(schema.matches.c.id == match_id)
        .with_for_update(key_share=True)
    )


def check_lease(connection: Connection, match_id: str, token: str) -> None:
    """Check, in the current transaction, that this token still has the lease.

    A lease that has run out counts until another daemon takes it. Raises LeaseLost.
    """
    table = schema.leases
    # a write takes the row's lock, so that the answer holds until the transaction's end
    result = connection.execute(
        update(table)
        .where(table.c.match_id == match_id, table.c.token == token)
        .values(token=token)
    )
    if not result.rowcount:
        raise LeaseLost(
            f"Another umpire has taken over {match_id}. This one stops; nothing was written."
        )


def this_process() -> str:
    """Return the name of this process as a lease's holder: host, id, machine and start."""
    process = os.getpid()
    return f"{socket.gethostname()}/{process}/{_machine()}.{_start_of(process)}"


def has_ended(holder: str) -> bool:
    """Return whether a holder was a process of this machine and has certainly ended.

    So a killed daemon can be started again at once, without waiting for its lease to run out.
    """
    host_and_id, _, start = holder.rpartition("/")
    process, (machine, _, began) = host_and_id.rpartition("/")[2], start.partition(".")
    if machine != _machine() or not process.isdecimal() or os.name != "posix":
        return False
    if began != _start_of(int(process)):
        return True  # its number is another process's by now
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


@cache
def _machine() -> str:
    """Return a name for the scope of process ids: a boot of a host, or a container."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii")
        here = boot + str(Path("/proc/self/ns/pid").readlink())
    except OSError:
        here = f"{socket.gethostname()} {uuid.getnode()}"
    return hashlib.sha256(here.encode()).hexdigest()[:12]


def _start_of(process: int) -> str:
    """Return the start of a process in ticks of this machine, "" if it is unknown."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return ""
    state, *rest = text.rpartition(")")[2].split()
    return "" if state == "Z" else rest[18]  # a zombie has ended


def _lease(connection: Connection, match_id: str) -> Lease | None:
    table = schema.leases
    row = connection.execute(select(table).where(table.c.match_id == match_id)).first()
    return None if row is None else Lease(**row._mapping)


def _refuse_if_held(lease: Lease, token: str, now: float) -> None:
    if not _is_free(lease, token, now):
        raise LeaseHeld(
            f"Another umpire ({lease.holder_text}) is watching {lease.match_id}: stop it, or wait "
            f"{max(1, round(lease.expires - now))} s until it is gone.",
            lease.holder,
            lease.expires,
        )


def _is_free(lease: Lease, token: str | None, now: float) -> bool:
    return (
        lease.token is None
        or lease.token == token
        or lease.expires <= now
        or has_ended(lease.holder)
    )
