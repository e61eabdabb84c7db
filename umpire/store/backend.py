"""What a database must do to keep a store."""

from contextlib import AbstractContextManager
from typing import NamedTuple, Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError


class Trouble(NamedTuple):
    """Why a database cannot be used and what to do; if it `is_temporary` it ends by itself."""

    advice: str
    is_temporary: bool = False


class Backend(Protocol):
    """An open database; the transactions of one engine only read, those of the other write.

    `name` tells people which it is, and `alternative` how to name another. One that `is_shared` has
    a server, which several hosts may use, and other programs beside umpire.
    """

    reader: Engine
    writer: Engine
    name: str
    alternative: str
    is_shared: bool

    def trouble(self, error: DBAPIError) -> Trouble | None:
        """Return what is wrong and what to do, or None if that is unknown."""

    def lock_tables(self, connection: Connection) -> None:
        """Keep everybody else from making tables until the transaction ends."""

    def now(self, connection: Connection, now: float) -> float:
        """Return the time that leases go by, in seconds since 1970; `now` is the caller's."""

    def change_stamp(self) -> object:
        """Return what is another value after each change; None if only a look would tell."""

    def lock_making(self) -> AbstractContextManager[None]:
        """Wait until no other command makes anything in this store, and keep others waiting."""
