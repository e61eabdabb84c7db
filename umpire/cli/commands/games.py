"""`umpire games`: show the installed games, their options, decisions and data formats."""

from pathlib import Path

import click

from umpire.cli.commands.parameters import json_option
from umpire.cli.completion import complete_game
from umpire.errors import UsageError


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
    help="Write an options file for the GAME to begin with: the complete game of the FILE's name, "
    "such as auction.toml, if there is one. No file is overwritten.",
)
def command(game: str | None, as_json: bool, as_schema: bool, file: Path | None) -> None:
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
    if file is not None and (game is None or as_json or as_schema):
        raise UsageError("--start goes with one game alone: umpire games GAME --start FILE.")
    if as_schema and (game is None or as_json):
        raise UsageError("--schema needs one game and no --json: umpire games GAME --schema.")
    if game is None:
        _list_games(as_json=as_json)
        return
    from umpire.catalogue import find_game
    from umpire.cli.games import full_text
    from umpire.cli.output import print_json
    from umpire.game_documents import describe_game, options_schema, write_starter

    installed_game = find_game(game)
    if file is not None:
        write_starter(installed_game, file)
        click.echo(f"{file} is written. Change what you like, then make a match of it:")
        click.echo(f"  umpire new {installed_game.id} --players Ana,Bo,Cy --options {file}")
    elif as_schema:
        print_json(options_schema(installed_game), indent=2)
    elif as_json:
        print_json(describe_game(installed_game))
    else:
        click.echo(full_text(describe_game(installed_game)), nl=False)


def _list_games(*, as_json: bool) -> None:
    """Print all games: for people their summaries, for programs everything about each."""
    from umpire import catalogue

    if as_json:
        from umpire.cli.output import print_json
        from umpire.game_documents import describe_game

        print_json([describe_game(game) for _, game in sorted(catalogue.games().items())])
    else:
        from umpire.cli.games import summary_text

        click.echo("\n".join(map(summary_text, catalogue.summaries())), nl=False)
