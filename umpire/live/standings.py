"""The spreadsheets with the standings of leagues, kept up to date."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from umpire.games.base import Screen
from umpire.leagues.names import Aliases
from umpire.leagues.spreadsheet import STANDINGS, write_standings
from umpire.live.server_connection import ServerConnection
from umpire.live.side_task import SideTask
from umpire.sheets.client import SheetsClient
from umpire.store import Hosting, League, MatchRow, Store

EVERY = 30.0
"""Seconds between two looks at whether a league's results have changed."""


@dataclass(slots=True)
class _League(SideTask):
    """The spreadsheet of a league, and what it was last painted from."""

    painted_from: object = None


class StandingsKeeper:
    """Keeps the spreadsheets of all leagues that have one up to date.

    `names` reads how players' names are joined, and `connection` gives the connection to a server.
    Both may raise UmpireError.
    """

    def __init__(
        self,
        store: Store,
        names: Callable[[], Aliases],
        connection: Callable[[Hosting], ServerConnection],
    ) -> None:
        self._store = store
        self._names = names
        self._connection = connection
        self._leagues: dict[str, _League] = {}
        self._looked_at = float("-inf")

    def troubles(self) -> list[tuple[str, str]]:
        """Return each league whose spreadsheet cannot be written, and why."""
        return [
            (name, f"the standings of {name} are not up to date: {task.trouble}")
            for name, task in self._leagues.items()
            if task.trouble is not None
        ]

    def update(self, now: float) -> None:
        """Begin to write what has changed, if it is time to look; never waits for a server."""
        if now - self._looked_at < EVERY:
            return
        self._looked_at = now
        for league in self._store.leagues.all():
            if league.hosting.server is not None:
                self._look_after(league)

    def finish(self, seconds: float) -> None:
        """Write what has changed since, and wait for it, but for no longer than that."""
        for task in self._leagues.values():
            task.wait(seconds)
        self._looked_at = float("-inf")
        self.update(0.0)
        for task in self._leagues.values():
            task.wait(seconds)

    def _look_after(self, league: League) -> None:
        """Begin to paint a league's spreadsheet if it shows something else and there is room."""
        from umpire.leagues.screen import screen  # slow to load, and few have a league
        from umpire.leagues.standings import league_standings, matches_of

        task = self._leagues.setdefault(league.name, _League())
        if task.is_running:
            return
        with task.guarded():
            names = self._names()
            state = (
                league,
                names,
                self._store.leagues.rounds(league.name),
                _results(matches_of(self._store, league.name)),
            )
            if state == task.painted_from:
                return
            shown = screen(league_standings(self._store, league, names))
            account = self._connection(league.hosting).borrow_account()
            if account is not None:
                task.start(account, partial(_paint, task, league, shown, state))


def _paint(
    task: _League, league: League, shown: Screen, state: object, sheets: SheetsClient
) -> None:
    write_standings(sheets, league.hosting.spreadsheets[STANDINGS], league, shown)
    task.painted_from = state


def _results(rows: list[MatchRow]) -> list[object]:
    """Return what of the matches the standings show."""
    return [(row.id, row.players, row.status, row.outcome, row.ended, row.fixture) for row in rows]
