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
"""Seconds between two checks of whether a league's results have changed."""


@dataclass(slots=True)
class _LeagueTask(SideTask):
    """The task that writes a league's spreadsheet, and the results that it has written last."""

    results: object = None


class StandingsKeeper:
    """The writer of the spreadsheets of all leagues that have one.

    `names` returns the players' other names, and `connection` the connection to a server. Both may
    raise UmpireError.
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
        self._tasks: dict[str, _LeagueTask] = {}
        self._checked_at = float("-inf")

    def troubles(self) -> list[tuple[str, str]]:
        """Return each league whose spreadsheet cannot be written, and why."""
        return [
            (name, f"the standings of {name} are not up to date: {task.trouble}")
            for name, task in self._tasks.items()
            if task.trouble is not None
        ]

    def update(self, now: float) -> None:
        """Begin to write what has changed, if it is time to check; never wait for a server."""
        if now - self._checked_at < EVERY:
            return
        self._checked_at = now
        for league in self._store.leagues.all():
            if league.hosting.server is not None:
                self._update_league(league)

    def finish(self, seconds: float) -> None:
        """Write what has changed since, and wait for each task for so many seconds at most."""
        for task in self._tasks.values():
            task.wait(seconds)
        self._checked_at = float("-inf")
        self.update(0.0)
        for task in self._tasks.values():
            task.wait(seconds)

    def _update_league(self, league: League) -> None:
        """Begin to write a league's spreadsheet if its results are new and the budget allows it."""
        from umpire.leagues.screen import screen  # slow to load, and few have a league
        from umpire.leagues.standings import league_standings, matches_of

        task = self._tasks.setdefault(league.name, _LeagueTask())
        if task.is_running:
            return
        with task.recording_trouble():
            names, rounds = self._names(), self._store.leagues.rounds(league.name)
            rows = matches_of(self._store, league.name)
            results = league, names, rounds, [_result(row) for row in rows]
            if results == task.results:
                return
            standings = screen(league_standings(self._store, league, names))
            account = self._connection(league.hosting).borrow_account()
            if account is not None:
                task.start(account, partial(_write, task, league, standings, results))


def _write(
    task: _LeagueTask, league: League, standings: Screen, results: object, client: SheetsClient
) -> None:
    write_standings(client, league.hosting.spreadsheets[STANDINGS], league, standings)
    task.results = results


def _result(row: MatchRow) -> object:
    """Return the part of a match that the standings depend on."""
    return row.id, row.players, row.status, row.outcome, row.ended, row.fixture
