"""One connection to the database, its transactions, and its troubles in plain words."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import (
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from umpire.errors import UsageError
from umpire.store import schema
from umpire.store.errors import StoreError, StoreUnavailable
from umpire.store.home import log_file

PATIENCE = 5.0
"""Seconds to wait while another program holds the database."""

_WRITES = "umpire_writes"

_PASSING = {
    "database is locked": "another program holds it: close that one, or wait, and try again",
    "readonly database": "it is read-only: make the file and its folder writable",
    "is full": "there is no room left: make some on the disk and try again",
    "disk i/o error": "the disk reports an error: check the disk, then try again",
    "unable to open": "it cannot be opened: see that the folder exists and is yours",
}
"""What is wrong with a database that is as it should be, and may be used again later."""

_LASTING = {
    "not a database": "it is no database: move it away, or give another folder with --home",
    "malformed": "it is damaged: put back a copy of the file",
    "could not decode": "it is damaged: put back a copy of the file",
    "no such table": "it is no log of umpire's: give another folder with --home",
    "no such column": "it is no log of umpire's: give another folder with --home",
}


class Database:
    """The database behind a store. Every transaction happens wholly or not at all."""

    def __init__(self, engine: Engine, name: str) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**{_WRITES: True})
        self._name = name

    @classmethod
    def open(cls, place: str | Path, patience: float = PATIENCE) -> "Database":
        """Open the log in a folder, or at a database URL; missing tables are made.

        `patience` is how many seconds to wait for a database in use. Raises StoreError where it
        cannot be used, UsageError for a URL that is none.
        """
        if isinstance(place, str) and "://" in place:
            database = cls(_engine_of(place), make_url(place).render_as_string())
        else:
            path = log_file(Path(place))
            _keep_private(path)
            database = cls(_sqlite(path, patience), str(path))
        try:
            database._prepare()
        except BaseException:
            database.close()
            raise
        return database

    def close(self) -> None:
        """Close every connection."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Return a connection that sees the database as it is at one moment. Raises StoreError."""
        with self._in_plain_words(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Return a connection in a transaction of its own, committed at the end unless it failed.

        Raises StoreError.
        """
        with self._in_plain_words(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _in_plain_words(self) -> Iterator[None]:
        try:
            yield
        except DBAPIError as error:
            told = str(error.orig)
            for kind, troubles in ((StoreUnavailable, _PASSING), (StoreError, _LASTING)):
                for sign, advice in troubles.items():
                    if sign in told.lower():
                        raise kind(f"The log {self._name} cannot be used, {advice}.") from error
            raise StoreError(
                f"The log {self._name} cannot be used ({told.strip().splitlines()[0]}): "
                "nothing was changed; see to the database and try again."
            ) from error

    def _prepare(self) -> None:
        with self.reading() as connection:
            ready = inspect(connection).has_table(schema.about.name)
        if not ready:
            self._make_tables()
        with self.reading() as connection:
            version = connection.scalar(select(schema.about.c.version))
        if version is not None and version < schema.VERSION:
            version = self._bring_up_to_date()
        if version != schema.VERSION:
            raise StoreError(
                f"The log {self._name} is of version {version} and this umpire reads version "
                f"{schema.VERSION}: install the umpire that wrote it, or give another folder "
                "with --home."
            )

    def _make_tables(self) -> None:
        with self.writing() as connection:
            found = inspect(connection).get_table_names()
            if schema.about.name in found:
                return  # another umpire was quicker
            if found and connection.dialect.name == "sqlite":
                raise StoreError(
                    f"The database {self._name} belongs to another program (it has a table "
                    f"{found[0]!r}): give another folder with --home."
                )
            schema.metadata.create_all(connection)
            connection.execute(insert(schema.about).values(version=schema.VERSION))

    def _bring_up_to_date(self) -> int:
        """Return an older log what it lacks: so far every version has only added tables."""
        with self.writing() as connection:
            schema.metadata.create_all(connection)
            older = schema.about.c.version < schema.VERSION
            connection.execute(update(schema.about).where(older).values(version=schema.VERSION))
            version = connection.scalar(select(schema.about.c.version))
        assert isinstance(version, int)
        return version


def _engine_of(url: str) -> Engine:
    try:
        return create_engine(url)
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise UsageError(
            "the address of the store cannot be used: give one such as "
            "postgresql://host/database, and install that database's driver."
        ) from error


def _keep_private(path: Path) -> None:
    """Make the file, if it is missing, readable by its owner only: it holds the secret seeds."""
    try:
        # A file that is there is not opened here: closing it again would drop every lock that
        # other connections of this process hold on it, and so lose what they write.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDONLY, 0o600))
        if path.is_dir():
            raise StoreError(f"{path} is a folder where the log should be: move it away.")
    except OSError as error:
        raise StoreError(
            f"The log {path} cannot be opened ({error.strerror}): see that the folder exists and "
            "is yours, or give another one with --home."
        ) from error
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another's file is another's to close
            path.chmod(0o600)


def _sqlite(path: Path, patience: float) -> Engine:
    engine = create_engine(
        f"sqlite:///{path}",
        # pysqlite's own habit is to begin a transaction late and without a lock: off with it
        connect_args={"timeout": patience, "isolation_level": None, "check_same_thread": False},
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    if cursor.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        cursor.execute("PRAGMA journal_mode = WAL")
    # NORMAL could lose the last commits when the power fails, although players were answered
    # already. FULL costs one flush to the disk a commit: 0.3 ms measured, far below one request.
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at the start: a transaction that reads first could not get it later."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
