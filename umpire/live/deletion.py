"""The deletion of a match that no daemon watches."""

import time

from umpire.hosting.removal import delete_spreadsheets
from umpire.hosting.steps import Progress
from umpire.live.match_log import TTL, new_token
from umpire.sheets.account import Connect
from umpire.store import MatchRow, Store


def delete_match(
    store: Store, row: MatchRow, connect: Connect, progress: Progress, *, with_sheets: bool
) -> None:
    """Delete a match's log and links, and with `with_sheets` its spreadsheets.

    A daemon that still watches a finished match loses it. Raises LeaseHeld if the match is not
    over, perhaps because of an undo, and is watched; UmpireError if spreadsheets cannot be deleted.
    """
    is_over = store.find(row.id).is_over
    store.leases.take(row.id, new_token(), TTL, time.time(), by_force=is_over)
    if with_sheets:
        delete_spreadsheets(store, row, connect, progress)
    store.delete(row.id)
