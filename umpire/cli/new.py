"""`umpire new`: make a match, its spreadsheets, its log and everybody's links."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import click

from umpire import catalogue
from umpire.cli.greeting import how_to_play
from umpire.cli.guests import accounts, guests_told
from umpire.cli.links import links_as_json, links_told
from umpire.cli.live import google_base
from umpire.cli.look_alikes import warn_of_look_alikes
from umpire.cli.making import HostingOptions, make_matches
from umpire.cli.options import read_options
from umpire.cli.places import places
from umpire.cli.players import split_names, whole_name, with_bots
from umpire.cli.scripts import put
from umpire.errors import UsageError
from umpire.games.names import did_you_mean
from umpire.games.text import listed, printable, quoted
from umpire.hosting.creation import CreatedMatch
from umpire.json_types import JsonObject
from umpire.showing.links import list_links
from umpire.showing.spreadsheets import BOARD, CONSOLE, table_role
from umpire.store import Fixture, League
from umpire.store.records import GOOGLE_DOCS, Addresses

_ID = re.compile(r"[\w-]{20,}", re.ASCII)
_ID_IN_PATH = re.compile(r"/d/([\w-]{20,})(?:/|$)", re.ASCII)
_TABLE = re.compile(r"(?P<player>.+?)=(?P<spreadsheet>https?://.*|[\w-]+)", re.ASCII | re.DOTALL)


def run(
    ctx: click.Context,
    game: str,
    players: str | None,
    league: str | None,
    bots: tuple[str, ...],
    options: str,
    board: str | None,
    table: tuple[str, ...],
    console: str | None,
    hosting: HostingOptions,
    credentials: Path | None,
    anew: bool,
    as_json: bool,
) -> None:
    """Make a match, and print its links."""
    of_league = None if league is None else _league(ctx, league, game)
    header = hosting.header(
        game,
        with_bots(_players(players, of_league), bots),
        {**(of_league.options if of_league else {}), **read_options(options)},
    )
    warn_of_look_alikes(header.players, ": it is better to use other names")
    request = hosting.request(
        header,
        header.players,
        given=_given_spreadsheets(header.players, board, table, console),
        fixture=None if of_league is None else Fixture(of_league.name),
    )
    kept = places(ctx)
    with kept.open_store() as store, store.alone():
        for made, links in make_matches(
            *(store, kept.folder(), [request], credentials), quiet=as_json, anew=anew
        ):
            if as_json:
                put(_as_json(made, links))
            else:
                click.echo("\n".join(_lines(made, links)))


def _league(ctx: click.Context, name: str, game: str) -> League:
    """Return the league of a new match. Raises UsageError if it plays another game."""
    with places(ctx).open_store() as store:
        league = store.leagues.find(name)
    if catalogue.find_game(game).id != league.game:
        raise UsageError(
            f"the league {league.name} plays {league.game}: make a match of that game."
        )
    return league


def _players(given: str | None, league: League | None) -> list[str]:
    """Return the players of a new match in seat order. Raises UsageError."""
    if given is None:
        assert league is not None, "a command has either of the two"
        return list(league.active)
    names = split_names(given)
    for name in names:
        if league is not None and name not in league.active:
            raise UsageError(
                f"{quoted(name)} does not play in the league {league.name}: write the name as "
                f"'umpire league' lists it.{did_you_mean(name, league.active)}"
            )
    return names


def _as_json(made: CreatedMatch, links: Addresses) -> JsonObject:
    row, warnings = made.row, list(made.warnings)
    told: JsonObject = {
        "id": row.id,
        "commitment": row.commitment,
        **links_as_json(links, row.players),
    }
    if made.hosting.on_google:
        told |= {"accounts": accounts(made.hosting, row.players), "warnings": warnings}
    return told


def _lines(made: CreatedMatch, links: Addresses) -> Iterator[str]:
    match_id, players = made.row.id, made.row.players
    people = {seat: name for seat, name in enumerate(players) if name in made.row.people}
    bots = [name for seat, name in enumerate(players) if seat not in people]
    yield f"{match_id} is made. To begin, run 'umpire watch {match_id}'."
    own = {seat: link for seat, link in links.players.items() if seat in people}
    yield from links_told(list_links(replace(links, players=own), players))
    if bots:
        yield f"{listed(bots)} {'plays by itself' if len(bots) == 1 else 'play by themselves'}."
    hosting = made.hosting
    told = how_to_play(made.row.game, hosting.template, on_google=hosting.on_google)
    yield f"Send each player their link, and tell them:\n{told}"
    if made.row.options.get("cut"):
        yield "Whatever you write first cuts the deck. It can be anything."
    if made.hosting.on_google:
        yield from guests_told(match_id, people, made.hosting)
    yield from map(printable, made.warnings)


def _given_spreadsheets(
    players: Sequence[str], board: str | None, tables: Sequence[str], console: str | None
) -> dict[str, str]:
    """Return the spreadsheets made by hand, by role. Raises UsageError."""
    given: dict[str, str] = {}
    if board is not None:
        given[BOARD] = _spreadsheet(board)
    for text in tables:
        found = _TABLE.fullmatch(text)
        if found is None:
            raise UsageError(
                f"{quoted(text)} is not a table: write it like {players[0]}={GOOGLE_DOCS}/..."
            )
        player = whole_name(found["player"], players)
        role = table_role(players.index(player))
        if role in given:
            raise UsageError(f"{player} has two tables: give only one.")
        given[role] = _spreadsheet(found["spreadsheet"])
    if console is not None:
        given[CONSOLE] = _spreadsheet(console)
    return given


def _spreadsheet(text: str) -> str:
    """Read a spreadsheet's id or address. Raises UsageError if it is neither."""
    found = _spreadsheet_id(text)
    if found is None:
        raise UsageError(
            f"{quoted(text)} is not a spreadsheet on Google: give its address, such as "
            f"{GOOGLE_DOCS}/spreadsheets/d/.../edit."
        )
    return found


def _spreadsheet_id(text: str) -> str | None:
    """Return the id in a spreadsheet's address on Google, or an id as it is; None if neither."""
    if _ID.fullmatch(text):
        return text
    try:
        address = urlsplit(text)
    except ValueError:
        return None
    hosts = {"docs.google.com", "drive.google.com", urlsplit(google_base() or "").netloc}
    if address.scheme not in ("http", "https") or address.netloc not in hosts:
        return None
    found = _ID_IN_PATH.search(address.path)
    named = [found[1]] if found else parse_qs(address.query).get("id", [])
    return next(filter(_ID.fullmatch, named), None)
