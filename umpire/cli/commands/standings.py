"""`umpire standings`: show the standings of a league, or of all matches."""

from pathlib import Path

import click

from umpire.app_context import AppContext
from umpire.cli.choice import Choice
from umpire.cli.commands.defaults import STANDINGS_FORMATS
from umpire.cli.commands.parameters import output_option
from umpire.cli.completion import complete_game, complete_league
from umpire.errors import UsageError
from umpire.leagues.names_file import NAMES


@click.command("standings")
@click.option(
    "--league",
    metavar="NAME",
    shell_complete=complete_league,
    help="The league (default: all matches).",
)
@click.option(
    "--game", shell_complete=complete_game, help="Without a league: only matches of this game."
)
@click.option(
    "--names",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML file of each player's other names, with lines such as "
    f'Ana = ["ana", "Ana K."] (default: {NAMES} in the home folder, if there is one).',
)
@click.option(
    "--points",
    metavar="WIN/DRAW/LOSS[/FORFEIT]",
    help="What a match is worth (default: the league's points, else 1/0.5/0).",
)
@click.option(
    "--tie-breaks", metavar="NAMES", help="What decides between equal points, as for 'league new'."
)
@click.option(
    "--format",
    "format_name",
    type=Choice(STANDINGS_FORMATS),
    default="text",
    show_default=True,
    help="A table for the terminal, Markdown, one HTML page, CSV, or one JSON document.",
)
@output_option("The file to write")
@click.pass_obj
def command(
    app: AppContext,
    league: str | None,
    game: str | None,
    names: Path | None,
    points: str | None,
    tie_breaks: str | None,
    format_name: str,
    output: Path,
) -> None:
    """Show the standings of a league, or of all matches: points, tie-breaks and ratings.

    A match counts once it is over; until it is closed, and so final, it has a mark. Archived
    matches still count, deleted ones no longer, demos never.

    \b
    Examples:
      umpire standings --league winter
      umpire standings --game devils-deal --points 3/1/0
      umpire standings --league winter --format html -o standings.html
    """
    if league is not None and game is not None:
        raise UsageError("a league has only one game: leave out --game.")
    from umpire.cli.output import warn, write_output
    from umpire.cli.standings import FORMATS, find_standings
    from umpire.hosting.look_alikes import warn_of_look_alikes
    from umpire.leagues.names_file import read_names_file

    aliases = read_names_file(app.folder(), names)
    with app.open_store() as store:
        standings = find_standings(store, aliases, league, game, points, tie_breaks)
    players = [row.player for row in standings.table.rows]
    warn_of_look_alikes(players, warn, f": if they are the same player, say so in {NAMES}")
    write_output(output, FORMATS[format_name](standings))
