"""SQLite behind a store: one file in the umpire's folder, for programs on one computer."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError

from umpire.store.backend import Trouble
from umpire.store.errors import StoreError
from umpire.store.home import log_file, making_file

FLUSHES = "FULL"
"""When SQLite waits for the disk: at each commit.

NORMAL could lose the last commits when the power fails, although players were answered already.
FULL costs one flush to the disk a commit: 0.3 ms measured, far below one request.
"""
_POLL_SECONDS = 0.2
_WRITES = "umpire_writes"

_TROUBLES = {
    "database is locked": Trouble(
        "another program is using it: close that program, or wait, then try again",
        is_temporary=True,
    ),
    "readonly database": Trouble(
        "it is read-only: make the file and its folder writable", is_temporary=True
    ),
    "is full": Trouble("the disk is full: make room and try again", is_temporary=True),
    "disk i/o error": Trouble(
        "the disk reports an error: check the disk, then try again", is_temporary=True
    ),
    "unable to open": Trouble(
        "it cannot be opened: make sure that the folder exists and is yours", is_temporary=True
    ),
    "not a database": Trouble(
        "it is not a database: move it away, or name another folder with --home"
    ),
    "malformed": Trouble("it is damaged: restore a backup of the file"),
    "could not decode": Trouble("it is damaged: restore a backup of the file"),
    "no such table": Trouble("it is not a log of umpire's: name another folder with --home"),
    "no such column": Trouble("it is not a log of umpire's: name another folder with --home"),
}


class Sqlite:
    """The log in a folder. `patience` is how many seconds to wait for a file in use."""

    alternative = "name another folder with --home"
    is_shared = False

    def __init__(self, folder: Path, patience: float) -> None:
        path = log_file(folder)
        _keep_private(path)
        self.name = str(path)
        self._making = making_file(folder)
        self._log_of_writes = path.with_name(f"{path.name}-wal")
        self.reader: Engine = create_engine(
            f"sqlite:///{path}",
            # pysqlite's own habit is to begin a transaction late and without a lock: off with it
            connect_args={"timeout": patience, "isolation_level": None, "check_same_thread": False},
        )
        event.listen(self.reader, "connect", _set_up)
        event.listen(self.reader, "begin", _begin)
        self.writer: Engine = self.reader.execution_options(**{_WRITES: True})

    def trouble(self, error: DBAPIError) -> Trouble | None:
        """Return what is wrong and what to do, None if that is unknown."""
        message = str(error.orig).lower()
        return next((trouble for sign, trouble in _TROUBLES.items() if sign in message), None)

    def lock_tables(self, connection: Connection) -> None:
        """Do nothing, since only one connection can write at a time."""

    def now(self, _connection: Connection, now: float) -> float:
        """Return the caller's time: programs that share a file share a clock."""
        return now

    def change_stamp(self) -> object:
        """Return the time and the size of the log's last change, from the file system."""
        try:
            file = self._log_of_writes.stat()
        except OSError:
            return None
        return file.st_mtime_ns, file.st_size

    @contextmanager
    def lock_making(self) -> Iterator[None]:
        """Wait until no other command makes a match here, then make all others wait.

        The lock ends with the process.
        """
        try:
            lock = sqlite3.connect(self._making, _POLL_SECONDS, isolation_level=None)
        except sqlite3.Error as error:
            raise self._making_error(error) from error
        with closing(lock):
            while not self._try_lock(lock):
                continue
            yield

    def _try_lock(self, lock: sqlite3.Connection) -> bool:
        """Try to take the lock for a moment; return whether it is taken."""
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise self._making_error(error) from error
            return False
        return True

    def _making_error(self, error: sqlite3.Error) -> StoreError:
        return StoreError(
            f"the file {self._making} cannot be used ({error}): delete it, or make sure that it is "
            "yours."
        )


def _keep_private(path: Path) -> None:
    """Make a missing file that only its owner can read, since it holds the secret seeds."""
    try:
        # An existing file must not be opened here. Closing it again would drop every lock that
        # other connections of this process have on it, and so lose their writes.
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDONLY, 0o600))
        if path.is_dir():
            raise StoreError(f"{path} is a folder where the log should be: move it away.")
    except OSError as error:
        raise StoreError(
            f"The log {path} cannot be opened ({error.strerror}): make sure that the folder exists "
            "and is yours, or name another one with --home."
        ) from error
    if path.stat().st_mode & 0o077:
        with suppress(PermissionError):  # another user owns the file
            path.chmod(0o600)


def _set_up(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    if cursor.execute("PRAGMA journal_mode").fetchone() != ("wal",):
        cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute(f"PRAGMA synchronous = {FLUSHES}")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take the write lock at the start, since a transaction that has read may not get it."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
