"""Put matches away, or delete them with their spreadsheets."""

import time
from collections.abc import Sequence
from functools import partial

from umpire.errors import UmpireError
from umpire.hosting.replays import replay_of
from umpire.hosting.steps import Progress, server_context
from umpire.sheets.account import Connect
from umpire.sheets.client import SheetsClient
from umpire.sheets.errors import Forbidden, Gone
from umpire.store import MatchRow, Store

_AGAIN = "run the same command again, or add --keep-sheets"


def archive(store: Store, matches: Sequence[str], *, undo: bool) -> list[MatchRow]:
    """Put matches into the archive, or with `undo` take them out; return them.

    Raises UmpireError if a match is watched, before any match is put away.
    """
    rows = [store.find(match) for match in matches]
    for row in rows:
        if not undo and not row.is_over:
            _check_unwatched(store, row)
    for row in rows:
        store.shelve(row.id, None if undo else "archive")
    return rows


def check_deletable(store: Store, row: MatchRow, *, force: bool) -> None:
    """Raise UmpireError if a match that is not over is watched, or has begun (unless `force`)."""
    if row.is_over:
        return
    _check_unwatched(store, row)
    if not force and store.lines(row.id):
        raise UmpireError(
            f"{row.id} is not over: put it away with 'umpire archive {row.id}', or add --force to "
            "delete it."
        )


def delete_spreadsheets(store: Store, row: MatchRow, connect: Connect, progress: Progress) -> None:
    """Delete a match's spreadsheets and its replay; ignore those that do not exist any more."""
    hosting = store.hosting(row.id)
    assert hosting.server is not None
    with server_context(connect, hosting.server, progress, advice=_AGAIN) as connection:
        for role, spreadsheet_id in hosting.spreadsheets.items():
            connection.show_step(f"deleting {role}")
            connection.attempt(partial(_delete, connection.sheets, spreadsheet_id))
        if not hosting.is_on_google and (
            replay := connection.attempt(partial(replay_of, connection.sheets, row))
        ):
            connection.attempt(partial(_delete, connection.sheets, replay))


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
