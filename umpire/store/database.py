"""The database behind a store: its transactions, its tables, and its errors in plain words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, insert, inspect, select, text, update
from sqlalchemy.exc import DBAPIError

from umpire.store import schema
from umpire.store.backend import Backend
from umpire.store.errors import StoreError, StoreUnavailable
from umpire.store.version import VERSION

PATIENCE = 5.0
"""Seconds to wait while another program holds the database."""


class Database:
    """The database behind a store. Every transaction happens completely or not at all."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    @classmethod
    def open(cls, place: str | Path, patience: float = PATIENCE) -> "Database":
        """Open the log in a folder or at a database's address, and make missing tables.

        `patience` is how many seconds to wait for a database in use. Raises StoreError if it cannot
        be used, UsageError if the address is wrong.
        """
        database = cls(_backend(place, patience))
        try:
            database._prepare()
        except BaseException:
            database.close()
            raise
        return database

    @property
    def name(self) -> str:
        """The name of the database for people: its file or address, without a password."""
        return self._backend.name

    @property
    def is_shared(self) -> bool:
        """Whether programs of several hosts may use it."""
        return self._backend.is_shared

    def close(self) -> None:
        """Close every connection."""
        self._backend.writer.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a transaction that sees the database at one moment. Raises StoreError."""
        with self._plain_errors(), self._backend.reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open a transaction that is committed at the end of the block, unless that fails.

        Raises StoreError.
        """
        with self._plain_errors(), self._backend.writer.begin() as connection:
            yield connection

    def now(self, connection: Connection, now: float) -> float:
        """Return the time for leases in seconds since 1970; `now` is the caller's time."""
        return self._backend.now(connection, now)

    def change_stamp(self) -> object:
        """Return a value that differs after each change; None if only a query could tell."""
        return self._backend.change_stamp()

    @contextmanager
    def lock_making(self) -> Iterator[None]:
        """Wait until no other command makes a match in this store, then make all others wait."""
        with self._plain_errors(), self._backend.lock_making():
            yield

    @contextmanager
    def _plain_errors(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            trouble = self._backend.trouble(error)
            if trouble is None:
                reason = str(error.orig).strip().splitlines()[0]
                raise StoreError(
                    f"The log {self.name} cannot be used ({reason}), so nothing was changed: "
                    "repair the database and try again."
                ) from error
            kind = StoreUnavailable if trouble.is_temporary else StoreError
            raise kind(f"The log {self.name} cannot be used, {trouble.advice}.") from error

    def _prepare(self) -> None:
        with self.reading() as connection:
            ready = inspect(connection).has_table(schema.about.name)
        if not ready:
            self._make_tables()
        with self.reading() as connection:
            version = connection.scalar(select(schema.about.c.version))
        while version in schema.MIGRATIONS:
            self._migrate(version)
            version += 1
        if version != VERSION:
            raise StoreError(
                f"The log {self.name} has version {version}, but this umpire reads version "
                f"{VERSION}: install the umpire that wrote it, or {self._backend.alternative}."
            )

    def _migrate(self, version: int) -> None:
        """Update the tables to the next version, unless another umpire was quicker."""
        about = schema.about
        with self.writing() as connection:
            self._backend.lock_tables(connection)
            step = update(about).where(about.c.version == version).values(version=version + 1)
            if connection.execute(step).rowcount:
                for change in schema.MIGRATIONS[version]:
                    connection.execute(text(change))
                schema.metadata.create_all(connection)

    def _make_tables(self) -> None:
        with self.writing() as connection:
            self._backend.lock_tables(connection)
            tables = inspect(connection).get_table_names()
            if schema.about.name in tables:
                return  # another umpire was quicker
            if self._backend.is_shared:
                tables = [name for name in tables if name in schema.metadata.tables]
            if tables:
                raise StoreError(
                    f"The database {self.name} belongs to another program (it has a "
                    f"table {tables[0]!r}): {self._backend.alternative}."
                )
            schema.metadata.create_all(connection)
            connection.execute(insert(schema.about).values(version=VERSION))


def _backend(place: str | Path, patience: float) -> Backend:
    if isinstance(place, str) and "://" in place:
        from umpire.store.postgresql import Postgresql

        return Postgresql(place, patience)
    from umpire.store.sqlite import Sqlite

    return Sqlite(Path(place), patience)
