"""`umpire new`: make a match, its sheets, its log and everybody's links."""

import json
import re
import time
from pathlib import Path

import click

from umpire import catalogue
from umpire.cli.live import DEFAULT_SERVER, connections, json_option
from umpire.cli.options import options_option, read_options
from umpire.cli.scripts import put
from umpire.errors import UsageError
from umpire.match import BadHeader, Header, read_header
from umpire.store import Store
from umpire.store.home import home
from umpire.watch.opening import open_match


@click.command("new")
@click.argument("game")
@click.option(
    "--players", required=True, help="The players' names in seat order, with commas between them."
)
@options_option
@click.option("--no-clock", is_flag=True, help="Play with no time limits at all.")
@click.option(
    "--server", default=DEFAULT_SERVER, show_default=True, help="The local sheets server."
)
@click.option(
    "--template",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with a template of your own, instead of the game's.",
)
@json_option
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    players: str,
    options: str,
    no_clock: bool,
    server: str,
    template: Path | None,
    as_json: bool,
) -> None:
    """Make a match of a GAME: its spreadsheets, its log and everybody's links.

    Nothing runs before 'umpire watch'. Give each player the link that bears their name and nobody
    else's: links are secrets. The reader's opens the board and may be given to anybody.

    \b
    Examples:
      umpire new denizens-of-tartarus --players Ana,Bo
      umpire new denizens-of-tartarus --players Ana,Bo --options '{"decider": "Bo"}'
      umpire new eighteenth-hell --players "Ana,Bo" --options match.toml --no-clock
      umpire new denizens-of-tartarus --players Ana,Bo --template my-tartarus
    """
    header = new_header(game, players, options, clock=not no_clock)
    folder = home(ctx.obj)
    address = _address(server)
    with Store.open(folder) as store:
        sheets, owner = connections(folder)(address)
        row = open_match(store, sheets, owner, address, header, time.time(), template)
        links = store.hosting(row.id).addresses()
    if as_json:
        put({"id": row.id, "commitment": row.commitment, "links": links})
        return
    click.echo(f"{row.id} is made; run 'umpire watch {row.id}' to begin.")
    widest = max(map(len, links))
    for who, link in links.items():
        click.echo(f"  {who:<{widest}}  {link}")


def _address(server: str) -> str:
    """Give a server's address without a path. Raises UsageError if it is none."""
    address = server.rstrip("/")
    if re.fullmatch(r"https?://[\w.-]+(:\d{1,5})?", address, re.ASCII) is None:
        raise UsageError(f"--server {server!r} is no address: write it like {DEFAULT_SERVER}.")
    return address


def new_header(game: str, players: str, options: str, *, clock: bool) -> Header:
    """Give the header of a new match. Raises UsageError naming what is wrong."""
    names = [name.strip() for name in players.split(",")]
    given = read_options(options)
    if not clock:
        given = {**given, "clock": False}
    line = {"umpire": 1, "game": catalogue.find_game(game).id, "players": names, "options": given}
    try:
        return read_header(json.dumps(line), catalogue.games())
    except BadHeader as error:
        raise UsageError(f"the match cannot be made: {str(error).removesuffix('.')}.") from error
