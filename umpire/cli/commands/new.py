"""`umpire new`: make a match, its spreadsheets, its log and everybody's links."""

from pathlib import Path
from typing import Any

import click

from umpire.app_context import AppContext
from umpire.cli.commands.defaults import LEVELS, USUAL_LEVEL
from umpire.cli.commands.parameters import (
    credentials_option,
    hosting_options,
    json_option,
    options_option,
    players_option,
)
from umpire.cli.completion import complete_game, complete_league
from umpire.errors import UsageError


@click.command("new")
@click.argument("game", shell_complete=complete_game)
@players_option
@click.option(
    "--league",
    shell_complete=complete_league,
    metavar="NAME",
    help="Play for a league, with its options and only its players (all of them, unless --players "
    "names some).",
)
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="PLAYER[=LEVEL]",
    help="Let a bot play this player, and call it so; repeat it for each. The level is 1 (chooses "
    f"at random) to {LEVELS[-1]}, and {USUAL_LEVEL} if you give none.",
)
@options_option
@hosting_options
@click.option(
    "--board", metavar="URL", help="On Google: a spreadsheet that you made for the board."
)
@click.option(
    "--table",
    multiple=True,
    metavar="PLAYER=URL",
    help="On Google: a spreadsheet that you made for a player's table.",
)
@click.option(
    "--console", metavar="URL", help="On Google: a spreadsheet that you made for your console."
)
@credentials_option
@click.option("--anew", is_flag=True, help="Give up this match if it is half made, and start over.")
@json_option
@click.pass_obj
def command(
    app: AppContext,
    /,
    game: str,
    players: str | None,
    league: str | None,
    bots: tuple[str, ...],
    options: str,
    board: str | None,
    table: tuple[str, ...],
    console: str | None,
    credentials: Path | None,
    anew: bool,
    as_json: bool,
    **hosting: Any,
) -> None:
    """Make a match of a GAME: its spreadsheets, its log and everybody's links.

    Nothing is dealt and no clock runs before 'umpire watch'. Then each player cuts the deck by
    typing anything, and the match begins when all have. Give each player only the link with their
    name: on the local server links are secrets, on Google each opens for one account. Anybody may
    have the board's link. On Google every limit is 3 seconds longer, to allow for updating the
    board; the option 'update' changes that.

    If something goes wrong half way, run the same command again: it finishes the job and makes
    nothing twice.

    \b
    Examples:
      umpire new denizens-of-tartarus --players Ana,Bo
      umpire new denizens-of-tartarus --players Ana,Bo --options '{"decider": "Bo"}'
      umpire new eighteenth-hell --players "Ana,Bo" --options match.toml --no-clock
      umpire new denizens-of-tartarus --players Ana,Bo --template my-tartarus
      umpire new denizens-of-tartarus --players Ana,Bo --league winter
      umpire new devils-deal --players Ana,Bo --bot Bo=3
      umpire new devils-deal --players Ana,Bo --on google \\
          --share Ana=ana@example.org --share Bo=bo@example.org
    """
    if players is None and league is None:
        raise UsageError("--players is missing: name them in seat order, such as Ana,Bo.")
    from umpire.cli import new
    from umpire.cli.output import Output, progress, warn
    from umpire.hosting.accounts import connections
    from umpire.hosting.look_alikes import warn_of_look_alikes
    from umpire.hosting.match_requests import HostingOptions, make_matches
    from umpire.hosting.options_file import read_options
    from umpire.hosting.spreadsheet_addresses import read_handmade_spreadsheets
    from umpire.store import Fixture

    output, choices = Output(as_json), HostingOptions(**hosting)
    connect = connections(app.folder(), credentials, warn)
    with app.open_store() as store:
        for_league = None if league is None else store.leagues.find(league)
        header = choices.header_of_new(game, players, for_league, read_options(options), bots=bots)
        warn_of_look_alikes(header.players, warn, ": it is better to use other names")
        handmade = read_handmade_spreadsheets(header.players, board, table, console)
        fixture = None if for_league is None else Fixture(for_league.name)
        request = choices.request(header, header.players, handmade=handmade, fixture=fixture)
        with store.lock_making():
            for created in make_matches(
                store, connect, [request], progress, say=output.say, anew=anew
            ):
                new.show(created, app.folder(), output)
