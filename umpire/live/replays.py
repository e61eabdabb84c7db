"""The replays of closed matches: each is made once, and kept beside the match's own sheets.

It is for local servers alone: Google would not show such a file.
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
"""Seconds until it is tried again after a failure."""


@dataclass(slots=True)
class _Replay(SideTask):
    """The replay of a match: its file once it is kept, and whether that was told."""

    file: str | None = None
    is_told: bool = False
    tried: float = float("-inf")


class ReplayKeeper:
    """Makes the replays of closed matches and keeps them at the matches' server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._replays: dict[str, _Replay] = {}

    def update(self, row: MatchRow, connection: ServerConnection, now: float) -> str | None:
        """Return the file with the replay of a closed match; None while there is none.

        In that case begin to make it, unless that failed lately. This never waits for a server.
        """
        replay = self._replays.setdefault(row.id, _Replay())
        if replay.file is None and not replay.is_running and now - replay.tried >= AGAIN:
            account = connection.borrow_account()
            if account is not None:
                replay.tried = now
                replay.start(account, partial(self._make, replay, row))
        replay.is_told = replay.file is not None
        return replay.file

    def is_due(self, match_id: str) -> bool:
        """Return whether it is still to be told where a replay is, and that has not failed."""
        replay = self._replays.get(match_id)
        return replay is None or not (replay.is_told or replay.trouble)

    def troubles(self) -> list[tuple[str, str]]:
        """Return each match whose replay could not be kept, and why."""
        return [
            (match_id, f"the replay of {match_id} is not beside its sheets: {replay.trouble}")
            for match_id, replay in self._replays.items()
            if replay.trouble is not None
        ]

    def _make(self, replay: _Replay, row: MatchRow, sheets: SheetsClient) -> None:
        replay.file = save_replay(sheets, row, lambda: _page(self._store, row))


def _page(store: Store, row: MatchRow) -> str:
    from umpire.export.replay.page import replay_page
    from umpire.export.transcript import read_transcript  # slow to load, and needed once a match

    return replay_page(read_transcript(store, row, find_game(row.game)).public_part())
