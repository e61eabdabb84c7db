"""A glance at the log in a folder, for commands that often have nothing to show.

The store takes longer to load than they may take. So this asks SQLite itself, and only whether
there is anything at all: in every doubt there may be, and the store says what, or what is wrong.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from umpire.store.home import log_file
from umpire.store.version import VERSION

_ANY = "SELECT 1 FROM matches UNION ALL SELECT 1 FROM unfinished LIMIT 1"
_LEAGUE = "SELECT 1 FROM leagues LIMIT 1"
_LISTED_AND_NOT_OVER = (
    "SELECT 1 FROM matches WHERE shelf IS NULL AND status NOT IN ('over', 'closed') LIMIT 1"
)


def has_no_match(folder: Path) -> bool:
    """Return whether a folder's log certainly holds no match, not even a half-made one."""
    return _finds_nothing(folder, _ANY)


def has_no_running_match(folder: Path) -> bool:
    """Return whether each match in a folder's log is certainly over or on a shelf."""
    return _finds_nothing(folder, _LISTED_AND_NOT_OVER)


def has_no_league(folder: Path) -> bool:
    """Return whether a folder's log certainly holds no league."""
    return _finds_nothing(folder, _LEAGUE)


def _finds_nothing(folder: Path, query: str) -> bool:
    file = log_file(folder)
    if not file.exists():
        return True
    try:
        # neither made nor changed: without `mode` SQLite would make a file that is missing by now
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as log:
            versions = log.execute("SELECT version FROM umpire_schema").fetchall()
            return versions == [(VERSION,)] and log.execute(query).fetchone() is None
    except sqlite3.Error:
        return False
