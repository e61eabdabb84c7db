"""Publish a league's standings in a spreadsheet, and choose the server for it."""

from umpire.hosting.accounts import LOCAL_SERVER
from umpire.hosting.match_requests import server_address
from umpire.hosting.steps import Progress, server_context
from umpire.leagues.names import Aliases
from umpire.leagues.screen import screen
from umpire.leagues.spreadsheet import make_spreadsheet
from umpire.leagues.standings import league_standings, matches_of
from umpire.sheets.account import Connect
from umpire.store import GOOGLE, Hosting, League, Store


def publish_standings(
    store: Store,
    league: League,
    names: Aliases,
    server: str,
    connect: Connect,
    progress: Progress,
    *,
    is_open: bool = True,
    anew: bool = False,
) -> Hosting:
    """Make the spreadsheet with a league's standings on a server; return where it is hosted.

    The arguments are those of `make_spreadsheet`. Raises UmpireError.
    """
    standings_screen = screen(league_standings(store, league, names))
    with server_context(connect, server, progress, "making the spreadsheet") as connection:
        hosting = make_spreadsheet(
            connection.sheets,
            connection.accounts[0],
            league,
            standings_screen,
            server,
            is_open=is_open,
            anew=anew,
            attempt=connection.attempt,
        )
    store.leagues.set_hosting(league.name, hosting)
    return hosting


def server_for_standings(store: Store, league: League, host: str | None, server: str | None) -> str:
    """Return the server for the spreadsheet: that of the options, else the last match's.

    `host` is the value of `--on`. Raises UsageError if `server` is not an address.
    """
    if host == "google":
        return GOOGLE
    if server is not None:
        return server_address(server)
    ids = [row.id for row in matches_of(store, league.name)]
    hostings = store.hostings(ids)
    servers = (hostings[match_id].server for match_id in reversed(ids) if match_id in hostings)
    return next(
        (used for used in servers if used is not None and (host is None or used != GOOGLE)),
        LOCAL_SERVER,
    )
