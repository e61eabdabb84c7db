"""The replays of closed matches: each is made once, and kept beside the match's own sheets.

This work is done in a thread of its own and uses what the matches leave of the budgets; its
failures do not reach them. It is for local servers alone: Google would not show such a file.
"""

import threading
from contextlib import closing
from dataclasses import dataclass, field

from umpire.catalogue import find_game
from umpire.errors import UmpireError
from umpire.hosting.replays import put_replay
from umpire.live.connection import Connection
from umpire.sheets.account import Account
from umpire.store import MatchRow, Store

AGAIN = 30.0
"""Seconds until it is tried again after a failure."""


@dataclass(slots=True)
class _Replay:
    """The replay of a match: its file once it is kept and whether that was told, or what failed."""

    file: str | None = None
    is_told: bool = False
    trouble: str | None = None
    tried: float = float("-inf")
    making: threading.Thread | None = field(default=None, repr=False)


class ReplayKeeper:
    """Makes the replays of closed matches and keeps them at the matches' server."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._replays: dict[str, _Replay] = {}

    def keep(self, row: MatchRow, connection: Connection, now: float) -> str | None:
        """Return the file with the replay of a closed match; None while there is none.

        Then it is begun, unless it failed a moment ago. This never waits for a server.
        """
        one = self._replays.setdefault(row.id, _Replay())
        is_making = one.making is not None and one.making.is_alive()
        if one.file is None and not is_making and now - one.tried >= AGAIN:
            account = connection.lend()
            if account is not None:
                one.tried = now
                one.making = threading.Thread(
                    target=_make, args=(one, account, self._store, row), daemon=True
                )
                one.making.start()
        one.is_told = one.file is not None
        return one.file

    def is_due(self, match_id: str) -> bool:
        """Return whether it is still to be told where a replay is, and that has not failed."""
        one = self._replays.get(match_id)
        return one is None or not (one.is_told or one.trouble)

    def troubles(self) -> list[tuple[str, str]]:
        """Return each match whose replay could not be kept, and why."""
        return [
            (match_id, f"the replay of {match_id} is not beside its sheets: {one.trouble}")
            for match_id, one in self._replays.items()
            if one.file is None and one.trouble is not None
        ]


def _make(one: _Replay, account: Account, store: Store, row: MatchRow) -> None:
    try:
        with closing(account.open()) as sheets:
            one.file = put_replay(sheets, row, lambda: _page(store, row))
    except UmpireError as error:
        one.trouble = str(error)
    except Exception as error:  # never the matches' concern
        one.trouble = f"{type(error).__name__}: {error}"


def _page(store: Store, row: MatchRow) -> str:
    from umpire.export.history import read_history  # slow to load, and needed once a match
    from umpire.export.replay.page import page

    return page(read_history(store, row, find_game(row.game)).published())
