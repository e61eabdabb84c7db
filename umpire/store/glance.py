"""A glance at the log in a folder, for quick commands that often have nothing to show.

The store takes longer to load than they may take. So this only asks SQLite whether there is
anything at all. If it is not certain that there is nothing, the command must open the store.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from umpire.store.home import log_file
from umpire.store.version import VERSION

_MATCHES = "SELECT (SELECT count(*) FROM matches) + (SELECT count(*) FROM unfinished)"
_ON_SHELVES = """
    SELECT CASE WHEN
        EXISTS (SELECT 1 FROM matches WHERE shelf IS NULL) OR EXISTS (SELECT 1 FROM unfinished)
    THEN NULL ELSE (SELECT count(*) FROM matches) END
"""
_RUNNING = """
    SELECT count(*) FROM matches WHERE shelf IS NULL AND status NOT IN ('over', 'closed')
"""
_LEAGUES = "SELECT count(*) FROM leagues"


def has_no_match(folder: Path) -> bool:
    """Return whether a folder's log certainly holds no match, not even a half-made one."""
    return _ask(folder, _MATCHES) == 0


def all_on_shelves(folder: Path) -> int | None:
    """Return how many matches there are if all are on shelves; None if others may be listed."""
    return _ask(folder, _ON_SHELVES)


def has_no_running_match(folder: Path) -> bool:
    """Return whether each match in a folder's log is certainly over or on a shelf."""
    return _ask(folder, _RUNNING) == 0


def has_no_league(folder: Path) -> bool:
    """Return whether a folder's log certainly holds no league."""
    return _ask(folder, _LEAGUES) == 0


def _ask(folder: Path, query: str) -> int | None:
    """Return the number that a query gives, 0 if there is no log; None in doubt."""
    file = log_file(folder)
    try:
        if not file.exists():
            return 0
        # without `mode` SQLite would make the file, if it is gone by now
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as log:
            if log.execute("SELECT version FROM umpire_schema").fetchall() != [(VERSION,)]:
                return None
            number: int | None = log.execute(query).fetchone()[0]
            return number
    except (OSError, sqlite3.Error):
        return None
