"""A PostgreSQL of the tests' own: a server in a folder of its own, reached by a socket there."""

import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import psycopg

from umpire.store import Store
from umpire.store.schema import about, metadata

_PLACES = "/usr/lib/postgresql/*/bin"
_PATIENCE = 20.0
_UNPRIVILEGED = ("postgres", "nobody")
_SETTINGS = (
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=16MB",
    "max_connections=60",
    "autovacuum=off",
    "log_min_messages=panic",
)
_LET_IN = "local all guarded scram-sha-256\nlocal all all trust\n"


def find_binaries() -> Path | None:
    """Return the folder of PostgreSQL's own programs, None if it is not installed."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    places = sorted(Path("/").glob(_PLACES.lstrip("/")), key=lambda place: place.parent.name)
    return next((place for place in reversed(places) if (place / "initdb").exists()), None)


def execute(url: str, statement: str) -> list[tuple[object, ...]]:
    """Execute a statement in the database of this URL."""
    with psycopg.connect(url, autocommit=True) as connection:
        done = connection.execute(statement.encode())
        return done.fetchall() if done.description else []


def behind_its_back(place: Path | str, statement: str) -> list[tuple[object, ...]]:
    """Execute a statement in the database of a store, in a folder or at a URL."""
    if isinstance(place, str):
        return execute(place, statement)
    with closing(sqlite3.connect(place / "umpire.db")) as connection:
        rows = connection.execute(statement).fetchall()
        connection.commit()
    return rows


@contextmanager
def transaction(url: str, statement: str) -> Iterator[None]:
    """Execute a statement in a transaction that stays open meanwhile, and then undo it."""
    with psycopg.connect(url) as connection:
        connection.execute(statement.encode())
        yield
        connection.rollback()


@dataclass
class Server:
    """A server that can be stopped and started, and gives each test a database of its own."""

    binaries: Path
    folder: Path
    _process: "subprocess.Popen[bytes] | None" = None
    _kept: str | None = None
    _numbers: Iterator[int] = field(default_factory=lambda: count(1))

    def url(self, name: str = "postgres", user: str = "umpire") -> str:
        return f"postgresql://{user}@/{name}?host={self.folder}"

    def new_database(self, more: str = "") -> str:
        """Make an empty database and return its URL."""
        name = f"league_{next(self._numbers)}"
        execute(self.url(), f"CREATE DATABASE {name} {more}")
        return self.url(name)

    def emptied(self) -> str:
        """Return the URL of a database whose tables are there already, and empty: that is quick."""
        if self._kept is None:
            self._kept = self.new_database()
            Store.open(self._kept).close()
        tables = (table.name for table in reversed(metadata.sorted_tables) if table is not about)
        execute(self._kept, "; ".join(f"DELETE FROM {name}" for name in tables))
        return self._kept

    def start(self) -> None:
        settings = [part for setting in _SETTINGS for part in ("-c", setting)]
        command = [self.binaries / "postgres", "-D", self.folder / "data", "-k", self.folder]
        self._process = subprocess.Popen([*command, *settings], **_as_nobody_special())
        until = time.monotonic() + _PATIENCE
        while not self._is_ready():
            assert time.monotonic() < until, "PostgreSQL does not start"
            time.sleep(0.05)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """End the server: SIGINT ends every connection, SIGQUIT all without a word."""
        assert self._process is not None
        self._process.send_signal(how)
        self._process.wait(_PATIENCE)

    def _is_ready(self) -> bool:
        try:
            psycopg.connect(self.url()).close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def server() -> Iterator[Server]:
    """Run a server in a folder of its own."""
    binaries = find_binaries()
    assert binaries is not None
    # not pytest's own folder: whoever runs the server may not enter it, and its path is too long
    folder = Path(tempfile.mkdtemp(prefix="umpire-pg-"))
    try:
        _make_cluster(binaries, folder)
        running = Server(binaries, folder)
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder)


def _make_cluster(binaries: Path, folder: Path) -> None:
    account = _account()
    if account is not None:
        os.chown(folder, *account)
    data = folder / "data"
    command = [binaries / "initdb", "--no-sync", "--no-instructions", "-A", "trust", "-U", "umpire"]
    more = ["-E", "UTF8", "--locale", "C.UTF-8", "-D", data]
    subprocess.run([*command, *more], check=True, stdout=subprocess.DEVNULL, **_as_nobody_special())
    (data / "pg_hba.conf").write_text(_LET_IN)


def _account() -> tuple[int, int] | None:
    """Return the ids of whom the server runs as if not as ourselves: it refuses to run as root."""
    if os.geteuid() != 0:
        return None
    import pwd  # only where there is root is there such a file

    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    account = next(names[name] for name in _UNPRIVILEGED if name in names)
    return account.pw_uid, account.pw_gid


def _as_nobody_special() -> dict[str, object]:
    account = _account()
    if account is None:
        return {"cwd": "/"}
    user, group = account
    return {"cwd": "/", "user": user, "group": group, "extra_groups": []}
