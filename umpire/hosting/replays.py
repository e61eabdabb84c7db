"""The page that replays a closed match, kept beside its sheets for everybody with its link."""

from collections.abc import Callable

from umpire.hosting.sharing import Guest, set_guests
from umpire.sheets.client import SheetsClient
from umpire.store import MatchRow

REPLAY = "replay"
"""The role of the page's file."""


def replay_of(sheets: SheetsClient, row: MatchRow) -> str | None:
    """Return the id of a match's replay; None if there is none."""
    return sheets.find(_tag(row))


def save_replay(sheets: SheetsClient, row: MatchRow, make: Callable[[], str]) -> str:
    """Save a page as a file that everybody with its link can read; return its id.

    May be repeated: if there is a file already, `make` is not called.
    """
    title = f"{row.id}: {REPLAY}"
    file_id = replay_of(sheets, row) or sheets.upload_page(title, _tag(row), make())
    set_guests(sheets, file_id, (Guest(None, "reader"),))
    return file_id


def _tag(row: MatchRow) -> str:
    """Return the tag by which the file is found."""
    return f"{row.commitment[:32]}/{REPLAY}"
