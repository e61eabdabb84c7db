"""The replays of closed matches: each is made once, and put beside the match's sheets.

Only local servers have them, because Google would not show such a file.
"""

from dataclasses import dataclass
from functools import partial

from umpire.catalogue import find_game
from umpire.hosting.replays import save_replay
from umpire.live.server_connection import ServerConnection
from umpire.live.side_task import SideTask
from umpire.sheets.client import SheetsClient
from umpire.store import MatchRow, Store

AGAIN = 30.0
"""Seconds until a replay is made again after a failure."""


@dataclass(slots=True)
class _ReplayTask(SideTask):
    """The task that makes the replay of a match.

    `file` is the replay's once it is made, and `is_linked` says that the sheets have its link.
    """

    file: str | None = None
    is_linked: bool = False
    tried_at: float = float("-inf")


class ReplayKeeper:
    """The maker of the replays of closed matches, which puts them on the matches' server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._tasks: dict[str, _ReplayTask] = {}

    def update(self, row: MatchRow, connection: ServerConnection, now: float) -> str | None:
        """Return the file with the replay of a closed match; None while there is none.

        In that case begin to make it, unless that failed lately. This never waits for a server.
        """
        task = self._tasks.setdefault(row.id, _ReplayTask())
        if task.file is None and not task.is_running and now - task.tried_at >= AGAIN:
            account = connection.borrow_account()
            if account is not None:
                task.tried_at = now
                task.start(account, partial(self._make, task, row))
        task.is_linked = task.file is not None
        return task.file

    def is_due(self, match_id: str) -> bool:
        """Return whether a replay has yet to be linked on the sheets, and has not failed."""
        task = self._tasks.get(match_id)
        return task is None or not (task.is_linked or task.trouble)

    def troubles(self) -> list[tuple[str, str]]:
        """Return each match whose replay could not be made, and why."""
        return [
            (match_id, f"the replay of {match_id} is not beside its sheets: {task.trouble}")
            for match_id, task in self._tasks.items()
            if task.trouble is not None
        ]

    def _make(self, task: _ReplayTask, row: MatchRow, client: SheetsClient) -> None:
        task.file = save_replay(client, row, lambda: _page(self._store, row))


def _page(store: Store, row: MatchRow) -> str:
    from umpire.export.replay.page import replay_page
    from umpire.export.transcript import read_transcript  # slow to load, and needed once a match

    return replay_page(read_transcript(store, row, find_game(row.game)).public_part())
