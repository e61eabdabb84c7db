"""Where the spreadsheets and the accounts are kept: one SQLite file.

A spreadsheet is one row, and so is each client, token and session of the accounts.

Every change is on disk, whole, before it is answered. The file belongs to one server at a time;
the lock dies with its process.
"""

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

from sheets_emulator.codec import Written, decode, encode
from sheets_emulator.errors import ApiError, ServerError, SheetsInUse
from sheets_emulator.model import Document, JsonObject

_FORMAT = 3  # kept in the file's user_version; 1 had no accounts and no apps
_MOST_KEPT = 100  # spreadsheets whose last text is remembered
_A_CELL = 100  # characters that a cell takes about
_LOCK_SECONDS = 1.0  # for the server before this one to end


class Storage:
    """The spreadsheets on disk."""

    def __init__(self, path: Path | None) -> None:
        """Open or make the file; None keeps everything in memory.

        Raises ServerError if another server has the file, or if it is not such a file.
        """
        self._path = path
        self._writing = threading.Lock()
        self._tabs: dict[str, dict[int, Written]] = {}
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
            self._prepare()
        except BaseException:
            self._database.close()
            raise

    def _prepare(self) -> None:
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
            if kept < _FORMAT:
                run(f"PRAGMA user_version = {_FORMAT}")
            run("COMMIT")
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                raise SheetsInUse(
                    f"another server is using the sheets in {self._path}: stop it, or name another "
                    "folder."
                ) from None
            raise self._damaged(error) from None
        except sqlite3.DatabaseError as error:
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

    def load(self) -> dict[str, Document]:
        """Every spreadsheet, by its id."""
        try:
            rows = self._database.execute("SELECT id, body FROM spreadsheet").fetchall()
            return {spreadsheet_id: decode(body) for spreadsheet_id, body in rows}
        except (sqlite3.DatabaseError, KeyError, TypeError, ValueError) as error:
            raise self._damaged(error) from None

    def sizes(self) -> dict[str, int]:
        """How many characters each spreadsheet takes, by its id."""
        rows = self._database.execute("SELECT id, length(body) FROM spreadsheet").fetchall()
        return dict(rows)

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
            self._tabs.pop(next(iter(self._tabs)), None)
        check(len(body))
        self._write(
            "INSERT INTO spreadsheet (id, body) VALUES (?, ?) "
            "ON CONFLICT (id) DO UPDATE SET body = excluded.body",
            (document.spreadsheet_id, body),
        )

    def delete(self, spreadsheet_id: str) -> None:
        """Forget a spreadsheet."""
        self._tabs.pop(spreadsheet_id, None)
        self._write("DELETE FROM spreadsheet WHERE id = ?", (spreadsheet_id,))

    def records(self, kind: str) -> Iterator[tuple[str, JsonObject]]:
        """Every record of this kind: its key and its body."""
        try:
            rows = self._database.execute("SELECT key, body FROM record WHERE kind = ?", (kind,))
            for key, body in rows.fetchall():
                yield key, json.loads(body)
        except (sqlite3.DatabaseError, ValueError) as error:
            raise self._damaged(error) from None

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
        try:
            with self._writing:
                self._database.execute(statement, values)
        except sqlite3.Error:
            raise ApiError(500, "Internal error encountered.") from None

    def close(self) -> None:
        """Give the file up."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()
