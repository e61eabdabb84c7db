"""`umpire games`: show the installed games, their options, decisions and data formats."""

from pathlib import Path
from typing import Any

import click

from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_game


@click.command("games")
@click.argument("game", required=False, shell_complete=complete_game)
@json_option
@click.option(
    "--schema",
    "as_schema",
    is_flag=True,
    help="Print the JSON schema of the GAME's options, against which an editor can check a file.",
)
@click.option(
    "--start",
    "file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write an options file for the GAME to begin with. No file is overwritten.",
)
def command(**given: Any) -> None:
    """List the games, or show everything about one GAME.

    For one GAME it shows the options, what players are asked, how they answer and by when, and how
    to write the larger options.

    \b
    Examples:
      umpire games
      umpire games denizens-of-tartarus
      umpire games --json
      umpire games eighteenth-hell --schema
      umpire games by-hand --start my-game.toml
    """
    from umpire.cli.games import run

    run(**given)
