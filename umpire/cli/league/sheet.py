"""`umpire league sheet`: show a league's standings in a spreadsheet."""

from pathlib import Path

import click

from umpire.cli.commands.defaults import DEFAULT_SERVER
from umpire.cli.names_file import read_names_of
from umpire.cli.output import progress, put, warn
from umpire.cli.places import places
from umpire.games.base import UMPIRE
from umpire.hosting.accounts import connections
from umpire.hosting.links import link_lines, links_of
from umpire.hosting.making import server_address
from umpire.hosting.steps import steps_at
from umpire.leagues.screen import screen
from umpire.leagues.spreadsheet import make_sheet
from umpire.leagues.standings import league_standings, matches_of
from umpire.projections.links import LinkLine
from umpire.store import GOOGLE, Hosting, League, Store
from umpire.store.records import READER_LINK, UMPIRE_LINK


def sheet(
    ctx: click.Context,
    name: str,
    host: str | None,
    server: str | None,
    private: bool,
    anew: bool,
    credentials: Path | None,
    as_json: bool,
) -> None:
    """Make the spreadsheet with a league's standings, and print its links."""
    folder = places(ctx).folder()
    with places(ctx).open_store() as store, store.lock_making():
        league = store.leagues.find(name)
        address = _address(store, league, host, server)
        hosting = league.hosting
        if anew or hosting.server is None:
            shown = screen(league_standings(store, league, read_names_of(folder)))
            connect = connections(folder, credentials, warn)
            with steps_at(connect, address, progress, "making the spreadsheet") as at:
                hosting = make_sheet(
                    at.sheets,
                    at.accounts[0],
                    league,
                    shown,
                    address,
                    is_open=not private,
                    anew=anew,
                    attempt=at.attempt,
                )
            store.leagues.set_hosting(league.name, hosting)
    links = {line.label: line.address for line in _links(hosting, folder)}
    if as_json:
        put({"league": league.name, "links": links})
        return
    click.echo(f"The standings of {league.name}, kept up to date by 'umpire watch':")
    click.echo("\n".join(link_lines(_links(hosting, folder))))


def _address(store: Store, league: League, host: str | None, server: str | None) -> str:
    """Return the server given, else that of the league's last match."""
    if host == "google":
        return GOOGLE
    if server is not None:
        return server_address(server)
    used = [store.hosting(row.id).server for row in matches_of(store, league.name)]
    fitting = [one for one in used if one is not None and (host is None or one != GOOGLE)]
    return fitting[-1] if fitting else DEFAULT_SERVER


def _links(hosting: Hosting, folder: Path) -> list[LinkLine]:
    """Return the links with the label of those whom each is for, none of whom is a player."""
    found = links_of(hosting, folder)
    readers = [] if found.board is None else [LinkLine(READER_LINK, "readers", found.board)]
    umpires = (LinkLine(UMPIRE_LINK, UMPIRE, address) for address in found.umpire.values())
    return [*umpires, *readers]
