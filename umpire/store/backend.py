"""The protocol of a database that can hold a store."""

from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError


class Trouble(NamedTuple):
    """Why a database cannot be used, and what to do. A temporary trouble ends by itself."""

    advice: str
    is_temporary: bool = False


class Backend(Protocol):
    """An open database, with an engine for transactions that read and one for those that write.

    `name` is its name for people, and `alternative` says how to choose another. One that
    `is_shared` has a server, for several hosts and also for other programs than umpire.
    """

    reader: Engine
    writer: Engine
    name: str
    alternative: str
    is_shared: bool

    def trouble(self, error: DBAPIError) -> Trouble | None:
        """Return what is wrong and what to do, None if that is unknown."""

    def lock_tables(self, connection: Connection) -> None:
        """Prevent all others from making tables until the transaction ends."""

    def now(self, connection: Connection, now: float) -> float:
        """Return the time for leases in seconds since 1970; `now` is the caller's time."""

    def change_stamp(self) -> object:
        """Return a value that differs after each change; None if only a query could tell."""

    def lock_making(self) -> AbstractContextManager[None]:
        """Wait until no other command makes a match in this store, then make all others wait."""
