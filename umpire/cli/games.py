"""`umpire games`: the games that are installed, their players and options."""

from typing import Any

import click

from umpire import catalogue
from umpire.cli.scripts import put
from umpire.games.base import Game, JsonObject

_CLOCK = "true or false: whether time limits fall at all, by default true."


@click.command("games")
@click.argument("game", required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")
def command(game: str | None, as_json: bool) -> None:
    """List the games, or show the options of one GAME.

    \b
    Examples:
      umpire games
      umpire games denizens-of-tartarus
      umpire games --json
    """
    if game is None:
        shown = [_told(each) for _, each in sorted(catalogue.games().items())]
        if as_json:
            put(shown)
        else:
            click.echo("\n".join(_short(each) for each in shown), nl=False)
    else:
        told = _told(catalogue.find_game(game))
        if as_json:
            put(told)
        else:
            click.echo(_long(told), nl=False)


def _told(game: Game[Any, Any, Any]) -> JsonObject:
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "players": {"fewest": game.seats[0], "most": game.seats[-1]},
        "options": {**game.option_help, "clock": _CLOCK},
    }


def _short(game: JsonObject) -> str:
    formatter = _headed(game)
    with formatter.indentation():
        formatter.write_text(game["summary"])
        formatter.write_text(f"Options: {', '.join(game['options'])}.")
    return formatter.getvalue()


def _long(game: JsonObject) -> str:
    formatter = _headed(game)
    formatter.write_paragraph()
    formatter.write_text(game["summary"])
    with formatter.section("Options"):
        formatter.write_dl(list(game["options"].items()))
    return formatter.getvalue()


def _headed(game: JsonObject) -> click.HelpFormatter:
    fewest, most = game["players"]["fewest"], game["players"]["most"]
    seats = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    formatter = click.HelpFormatter(width=100)
    formatter.write(f"{game['id']}: {game['title']}, {seats}\n")
    return formatter
