"""The spreadsheets with the standings of leagues: made once, then kept up to date.

Everything is written whole and to absolute places, so that it may be written again. This work comes
second to the matches: it uses what they leave of the budgets, in a thread of its own, and its
failures do not reach them.
"""

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from umpire.catalogue import find_game
from umpire.errors import UmpireError
from umpire.games.base import Screen
from umpire.hosting.retry import Attempt, once
from umpire.hosting.sharing import Guest, bring
from umpire.live.connection import Connection
from umpire.sheets.account import Account
from umpire.sheets.addresses import local_account
from umpire.sheets.client import Sheets
from umpire.sheets.context import Context
from umpire.sheets.diff import diff_screen
from umpire.sheets.observed import METADATA_FIELDS, REPAIR_FIELDS, Observed
from umpire.sheets.reconcile import Reconciled, Wanted, made
from umpire.sheets.template import find_template
from umpire.standings.names import Aliases
from umpire.store import GOOGLE, Hosting, League, Link, MatchRow, Store
from umpire.store.records import READER_LINK, UMPIRE_LINK

STANDINGS = "standings"
"""The role of a league's spreadsheet, and the folder of its template."""

EVERY = 30.0
"""Seconds between two looks at whether a league's results have changed."""

_SECRET_BYTES = 24


def make_sheet(
    sheets: Sheets,
    account: str,
    league: League,
    shown: Screen,
    server: str,
    *,
    is_open: bool = True,
    anew: bool = False,
    attempt: Attempt = once,
) -> Hosting:
    """Make the spreadsheet of a league's standings, or finish it, and let everybody read it.

    `account` is who `sheets` works as. On Google it is open to anyone with its link only if it
    `is_open`. May be repeated; with `anew` another one is made each time.
    """
    tag = f"{STANDINGS}/{league.name}/{league.started}"
    found = None if anew else attempt(lambda: sheets.find(tag))
    spreadsheet = found or attempt(lambda: sheets.create(league.title, tag))
    attempt(lambda: paint(sheets, spreadsheet, league, shown, account))
    links = tuple(_links(server, is_open=is_open))
    attempt(lambda: bring(sheets, spreadsheet, tuple(_guests(account, links))))
    return Hosting(server, {STANDINGS: spreadsheet}, links)


def paint(
    sheets: Sheets, spreadsheet: str, league: League, shown: Screen, account: str | None = None
) -> None:
    """Write every block where its name lies now; lay the spreadsheet out first for an `account`."""
    template = find_template(STANDINGS)
    keepers = (account,) if account is not None else ()
    context = Context(league.name, find_game(league.game).title, league.players, keepers)
    wanted = Wanted.of(template, context, {}, account)
    if account is not None:
        due = made(wanted, Observed.found_in(sheets.metadata(spreadsheet, REPAIR_FIELDS)))
    else:
        observed = Observed.found_in(sheets.metadata(spreadsheet, METADATA_FIELDS))
        due = Reconciled(places=observed.counting(wanted.pages))
    update = diff_screen({}, shown, due.places)
    sheets.write(spreadsheet, [*due.requests, *update.requests])


def _links(server: str, *, is_open: bool) -> Iterator[Link]:
    if server != GOOGLE:
        for owner in (UMPIRE_LINK, READER_LINK):
            yield Link(owner, STANDINGS, secrets.token_urlsafe(_SECRET_BYTES))
        return
    yield Link(UMPIRE_LINK, STANDINGS)
    if is_open:
        yield Link(READER_LINK, STANDINGS)


def _guests(account: str, links: tuple[Link, ...]) -> Iterator[Guest]:
    yield Guest(account, "writer")
    for link in links:
        if link.secret:
            is_umpires = link.owner == UMPIRE_LINK
            yield Guest(local_account(link.secret), "writer" if is_umpires else "reader")
        elif link.owner == READER_LINK:
            yield Guest(None, "reader")


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
        from umpire.export.standings.reading import league_standings, matches_of
        from umpire.export.standings.screen import screen  # slow to load, and few have a league

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
