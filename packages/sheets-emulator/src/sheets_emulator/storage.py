"""Where the spreadsheets and the accounts are kept: one SQLite file.

A spreadsheet is one row, and so is each client, token and session of the accounts. What Drive knows
of a spreadsheet's file is kept in a table of its own, and which accounts have a part in it in
another, so that files are counted and listed without reading any spreadsheet.

Every change is on disk, whole, before it is answered. The file belongs to one server at a time;
the lock dies with its process.
"""

import json
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self, TypeAlias

from sheets_emulator.codec import Written, decode, decode_file, encode, encode_file
from sheets_emulator.errors import ApiError, ServerError, SheetsInUse
from sheets_emulator.model import Document, File, JsonObject

Progress: TypeAlias = Callable[[int, int], None]

_FORMAT = 4  # kept in the file's user_version; 1 had no accounts and no apps, 3 no index
_MOST_KEPT = 400  # spreadsheets in use whose last text is remembered
_A_CELL = 100  # characters that a cell takes about
_LOCK_SECONDS = 1.0  # for the server before this one to end


class Storage:
    """The spreadsheets on disk."""

    def __init__(self, path: Path | None, progress: Progress = lambda _done, _all: None) -> None:
        """Open or make the file; None keeps everything in memory.

        A file of an older server is taken over once; `progress` is told how many of how many
        spreadsheets are. Raises ServerError if another server has the file, or if it is not such
        a file.
        """
        self._path = path
        self._lock = threading.Lock()
        self._tabs: OrderedDict[str, dict[int, Written]] = OrderedDict()
        name = ":memory:" if path is None else str(path)
        try:
            if path is not None:
                path.touch(mode=0o600, exist_ok=True)
            self._database = sqlite3.connect(
                name, timeout=_LOCK_SECONDS, isolation_level=None, check_same_thread=False
            )
        except (sqlite3.Error, OSError) as error:
            raise ServerError(
                f"{name} cannot be opened ({error}): make sure that the folder is yours, or name "
                "another one."
            ) from None
        try:
            self._prepare(progress)
        except BaseException:
            self._database.close()
            raise

    def _prepare(self, progress: Progress) -> None:
        run = self._database.execute
        try:
            run("PRAGMA locking_mode = EXCLUSIVE")
            run("PRAGMA journal_mode = WAL")
            run("PRAGMA synchronous = FULL")
            run("BEGIN EXCLUSIVE")
            kept = run("PRAGMA user_version").fetchone()[0]
            run("CREATE TABLE IF NOT EXISTS spreadsheet (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
            run(
                "CREATE TABLE IF NOT EXISTS record (kind TEXT, key TEXT, body TEXT NOT NULL, "
                "PRIMARY KEY (kind, key))"
            )
            run(
                "CREATE TABLE IF NOT EXISTS file (id TEXT PRIMARY KEY, owner TEXT NOT NULL, "
                "size INTEGER NOT NULL, body TEXT NOT NULL)"
            )
            run(
                "CREATE TABLE IF NOT EXISTS part (account TEXT, id TEXT, "
                "PRIMARY KEY (account, id)) WITHOUT ROWID"
            )
            if kept < _FORMAT:
                self._take_over(progress)
                run(f"PRAGMA user_version = {_FORMAT}")
            run("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise SheetsInUse(
                    f"another server is using the sheets in {self._path}: stop it, or name another "
                    "folder."
                ) from None
            raise self._damaged(error) from None
        except (sqlite3.DatabaseError, KeyError, TypeError, ValueError) as error:
            raise self._damaged(error) from None
        if kept > _FORMAT:
            raise ServerError(
                f"{self._path} was written by a newer version of the server: upgrade, or name "
                "another folder."
            )

    def _damaged(self, error: Exception) -> ServerError:
        return ServerError(
            f"{self._path} cannot be read as a database of sheets ({error}): restore a backup, or "
            "move it away to start over."
        )

    def _take_over(self, progress: Progress) -> None:
        """Add what a file of an older server lacks, in the transaction that is open."""
        run = self._database.execute
        ids = [spreadsheet_id for (spreadsheet_id,) in run("SELECT id FROM spreadsheet")]
        for number, spreadsheet_id in enumerate(ids, 1):
            (body,) = run("SELECT body FROM spreadsheet WHERE id = ?", (spreadsheet_id,)).fetchone()
            self._index(decode_file(body), len(body))
            progress(number, len(ids))

    @property
    def is_on_disk(self) -> bool:
        """Whether a spreadsheet that was saved can be loaded again."""
        return self._path is not None

    def index(self) -> Iterator[tuple[str, str, int]]:
        """Yield the id and owner of each spreadsheet, and how many characters it takes."""
        yield from self._read("SELECT id, owner, size FROM file")

    def load(self, spreadsheet_id: str) -> Document:
        """Return a spreadsheet that is kept."""
        with self._readable():
            ((body,),) = self._read("SELECT body FROM spreadsheet WHERE id = ?", spreadsheet_id)
            return decode(body)

    def files_of(self, account: str) -> list[File]:
        """Return what Drive knows of the files that an account owns or was granted by name."""
        with self._readable():
            rows = self._read(
                "SELECT body FROM part JOIN file USING (id) WHERE account = ?", account
            )
            return [decode_file(body) for (body,) in rows]

    def save(self, document: Document, check: Callable[[int], None] = lambda _size: None) -> None:
        """Keep a spreadsheet; it is on disk when this returns.

        `check` sees before how many characters it takes, and may refuse them. In memory, whence
        nobody loads it again, nothing is written, and they are only estimated.
        """
        if self._path is None:
            cells = 1 + sum(len(sheet.cells) for sheet in document.sheets)
            check(_A_CELL * cells + len(document.page or ""))
            return
        tabs = self._tabs.pop(document.spreadsheet_id, {})
        body = encode(document, tabs)
        self._tabs[document.spreadsheet_id] = tabs
        if len(self._tabs) > _MOST_KEPT:
            self._tabs.popitem(last=False)  # in one step: others are saved meanwhile
        check(len(body))
        with self._transaction():
            self._database.execute(
                "INSERT INTO spreadsheet (id, body) VALUES (?, ?) "
                "ON CONFLICT (id) DO UPDATE SET body = excluded.body",
                (document.spreadsheet_id, body),
            )
            self._index(document, len(body))

    def let_go(self, spreadsheet_id: str) -> None:
        """Remember no text of a spreadsheet that nobody uses any more."""
        self._tabs.pop(spreadsheet_id, None)

    def delete(self, spreadsheet_id: str) -> None:
        """Forget a spreadsheet."""
        self._tabs.pop(spreadsheet_id, None)
        with self._transaction():
            for table in ("spreadsheet", "file", "part"):
                self._database.execute(f"DELETE FROM {table} WHERE id = ?", (spreadsheet_id,))

    def _index(self, file: File, size: int) -> None:
        """Write down what is to be known of a spreadsheet without reading it."""
        spreadsheet_id, run = file.spreadsheet_id, self._database.execute
        run(
            "INSERT OR REPLACE INTO file (id, owner, size, body) VALUES (?, ?, ?, ?)",
            (spreadsheet_id, file.owner, size, encode_file(file)),
        )
        run("DELETE FROM part WHERE id = ?", (spreadsheet_id,))
        accounts = {grant.address for grant in file.grants}
        self._database.executemany(
            "INSERT INTO part (account, id) VALUES (?, ?)",
            [(account, spreadsheet_id) for account in accounts],
        )

    def records(self, kind: str) -> Iterator[tuple[str, JsonObject]]:
        """Every record of this kind: its key and its body."""
        with self._readable():
            for key, body in self._read("SELECT key, body FROM record WHERE kind = ?", kind):
                yield key, json.loads(body)

    def put_record(self, kind: str, key: str, body: JsonObject) -> None:
        """Keep a record; it is on disk when this returns."""
        self._write(
            "INSERT INTO record (kind, key, body) VALUES (?, ?, ?) "
            "ON CONFLICT (kind, key) DO UPDATE SET body = excluded.body",
            (kind, key, json.dumps(body)),
        )

    def drop_record(self, kind: str, key: str) -> None:
        """Forget a record."""
        self._write("DELETE FROM record WHERE kind = ? AND key = ?", (kind, key))

    def _write(self, statement: str, values: tuple[str, ...]) -> None:
        with self._transaction():
            self._database.execute(statement, values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Write all that is written meanwhile, or none of it."""
        try:
            with self._lock, self._database:
                self._database.execute("BEGIN")
                yield
        except sqlite3.Error:
            raise ApiError(500, "Internal error encountered.") from None

    def _read(self, query: str, *values: str) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._database.execute(query, values).fetchall()

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Raise ServerError for what is kept and cannot be read."""
        try:
            yield
        except (sqlite3.DatabaseError, KeyError, TypeError, ValueError) as error:
            raise self._damaged(error) from None

    def close(self) -> None:
        """Give the file up."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()
