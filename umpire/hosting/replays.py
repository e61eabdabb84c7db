"""The replay of a closed match beside its sheets: made once, for everybody who has a link."""

from collections.abc import Callable

from umpire.hosting.sharing import Guest, set_guests
from umpire.sheets.client import SheetsClient
from umpire.store import MatchRow

REPLAY = "replay"
"""The role of its file."""


def replay_of(sheets: SheetsClient, row: MatchRow) -> str | None:
    """Return the file that was kept for a match; None if there is none."""
    return sheets.find(_tag(row))


def save_replay(sheets: SheetsClient, row: MatchRow, make: Callable[[], str]) -> str:
    """Keep the page that is made as a file, let everybody with its link read it, return its id.

    May be repeated: one that was kept before is found again, and none is made.
    """
    title = f"{row.id}: {REPLAY}"
    file_id = replay_of(sheets, row) or sheets.upload_page(title, _tag(row), make())
    set_guests(sheets, file_id, (Guest(None, "reader"),))
    return file_id


def _tag(row: MatchRow) -> str:
    """Return what the file is known by."""
    return f"{row.commitment[:32]}/{REPLAY}"
