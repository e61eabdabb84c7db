"""The spreadsheets with the standings of leagues, kept up to date.

This work comes second to the matches: it uses what they leave of the budgets, in a thread of its
own, and its failures do not reach them.
"""

import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field

from umpire.errors import UmpireError
from umpire.games.base import Screen
from umpire.leagues.names import Aliases
from umpire.leagues.spreadsheet import STANDINGS, paint
from umpire.live.connection import Connection
from umpire.sheets.account import Account
from umpire.store import Hosting, League, MatchRow, Store

EVERY = 30.0
"""Seconds between two looks at whether a league's results have changed."""


@dataclass(slots=True)
class _Painted:
    """What a league's spreadsheet was last painted from, and what went wrong since."""

    state: object = None
    trouble: str | None = None
    painting: threading.Thread | None = field(default=None, repr=False)


class StandingsKeeper:
    """Keeps the spreadsheets of all leagues that have one up to date.

    `names` reads how players' names are joined, and `connection` gives the connection to a server.
    Both may raise UmpireError.
    """

    def __init__(
        self,
        store: Store,
        names: Callable[[], Aliases],
        connection: Callable[[Hosting], Connection],
    ) -> None:
        self._store = store
        self._names = names
        self._connection = connection
        self._leagues: dict[str, _Painted] = {}
        self._looked = float("-inf")

    def troubles(self) -> list[tuple[str, str]]:
        """Return each league whose spreadsheet cannot be written, and why."""
        return [
            (name, f"the standings of {name} are not up to date: {one.trouble}")
            for name, one in self._leagues.items()
            if one.trouble is not None
        ]

    def keep(self, now: float) -> None:
        """Begin to write what has changed, if it is time to look; never waits for a server."""
        if now - self._looked < EVERY:
            return
        self._looked = now
        for league in self._store.leagues.all():
            if league.hosting.server is not None:
                self._look_after(league)

    def finish(self, seconds: float) -> None:
        """Write what has changed since, and wait for it, but for no longer than that."""
        for one in self._leagues.values():
            _wait(one, seconds)
        self._looked = float("-inf")
        self.keep(0.0)
        for one in self._leagues.values():
            _wait(one, seconds)

    def _look_after(self, league: League) -> None:
        """Begin to paint a league's spreadsheet if it shows something else."""
        from umpire.leagues.screen import screen  # slow to load, and few have a league
        from umpire.leagues.standings import league_standings, matches_of

        one = self._leagues.setdefault(league.name, _Painted())
        if one.painting is not None and one.painting.is_alive():
            return
        try:
            names = self._names()
            state = (
                *(league, names, self._store.leagues.rounds(league.name)),
                _results(matches_of(self._store, league.name)),
            )
            if state == one.state:
                return
            shown = screen(league_standings(self._store, league, names))
            account = self._connection(league.hosting).lend()
        except UmpireError as error:
            one.trouble = str(error)
            return
        except Exception as error:  # never the matches' concern
            one.trouble = _unexpected(error)
            return
        if account is None:
            return  # there is no room now
        one.painting = threading.Thread(
            target=_paint, args=(one, account, league, shown, state), daemon=True
        )
        one.painting.start()


def _paint(one: _Painted, account: Account, league: League, shown: Screen, state: object) -> None:
    """Paint in a thread of its own: what fails is tried again at the next look."""
    try:
        with closing(account.open()) as sheets:
            paint(sheets, league.hosting.spreadsheets[STANDINGS], league, shown)
    except UmpireError as error:
        one.trouble = str(error)
    except Exception as error:  # never the matches' concern
        one.trouble = _unexpected(error)
    else:
        one.state, one.trouble = state, None


def _unexpected(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _results(rows: list[MatchRow]) -> list[object]:
    """Return what of the matches the standings show."""
    return [(row.id, row.players, row.status, row.outcome, row.ended, row.fixture) for row in rows]


def _wait(one: _Painted, seconds: float) -> None:
    if one.painting is not None:
        one.painting.join(seconds)
