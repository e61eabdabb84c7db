"""Put matches away, or delete them with their spreadsheets."""

import time
from collections.abc import Sequence
from functools import partial

from umpire.errors import UmpireError
from umpire.hosting.replays import replay_of
from umpire.hosting.steps import Progress, steps_at
from umpire.sheets.account import Connect
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Forbidden, Gone
from umpire.store import MatchRow, Store

_AGAIN = "run the same command again, or add --keep-sheets"


def archive(store: Store, matches: Sequence[str], *, undo: bool) -> list[MatchRow]:
    """Put matches into the archive, or with `undo` out of it; return them.

    Raises UmpireError for one that is watched, before any is put away.
    """
    rows = [store.find(match) for match in matches]
    for row in rows:
        if not undo and not row.is_over:
            _check_unwatched(store, row)
    for row in rows:
        store.shelve(row.id, None if undo else "archive")
    return rows


def check_deletable(store: Store, row: MatchRow, *, force: bool) -> None:
    """Raise UmpireError if a match is not over and is watched, or has begun (unless `force`)."""
    if row.is_over:
        return
    _check_unwatched(store, row)
    if not force and store.lines(row.id):
        raise UmpireError(
            f"{row.id} is not over: put it away with 'umpire archive {row.id}', or add --force to "
            "delete it."
        )


def delete_spreadsheets(store: Store, row: MatchRow, connect: Connect, progress: Progress) -> None:
    """Delete a match's spreadsheets and its replay; ignore what is gone already."""
    hosting = store.hosting(row.id)
    assert hosting.server is not None
    with steps_at(connect, hosting.server, progress, again=_AGAIN) as at:
        for role, spreadsheet_id in hosting.spreadsheets.items():
            at.tell(f"deleting {role}")
            at.attempt(partial(_delete, at.sheets, spreadsheet_id))
        if not hosting.is_on_google and (replay := at.attempt(partial(replay_of, at.sheets, row))):
            at.attempt(partial(_delete, at.sheets, replay))


def _check_unwatched(store: Store, row: MatchRow) -> None:
    lease = store.leases.current(row.id, time.time())
    if lease is not None:
        raise UmpireError(
            f"{row.id} is not over, and {lease.holder_text} watches it: stop that 'umpire watch' "
            "first."
        )


def _delete(sheets: SheetsClient, spreadsheet_id: str) -> None:
    try:
        sheets.trash(spreadsheet_id)
    except Gone:
        pass
    except Forbidden as error:
        raise UmpireError(
            f"{str(error).removesuffix('.')}; add --keep-sheets to keep it."
        ) from error
