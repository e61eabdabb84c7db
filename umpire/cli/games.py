"""`umpire games`: the games that are installed: players, options, decisions, data formats."""

from textwrap import fill

import click

from umpire import catalogue
from umpire.cli.scripts import json_option, put
from umpire.errors import UsageError
from umpire.games.base import AnyGame, AnyKind
from umpire.games.options import ContractOptions, help_of, schema_of
from umpire.json_types import JsonObject

_WIDTH = 80
_INDENT = "  "


@click.command("games")
@click.argument("game", required=False)
@json_option
@click.option(
    "--schema",
    "as_schema",
    is_flag=True,
    help="Print the JSON schema of the GAME's options, for an editor to check a file against.",
)
def command(game: str | None, as_json: bool, as_schema: bool) -> None:
    """List the games, or show all about one GAME.

    Of one game it shows the options, what players are asked, how they answer and in what time, and
    how larger options are written.

    \b
    Examples:
      umpire games
      umpire games denizens-of-tartarus
      umpire games --json
      umpire games eighteenth-hell --schema
    """
    if as_schema and (game is None or as_json):
        raise UsageError("--schema is of one game and needs no --json: umpire games GAME --schema.")
    if game is None:
        shown = [_as_json(each) for _, each in sorted(catalogue.games().items())]
        if as_json:
            put(shown)
        else:
            click.echo("\n".join(_short(each) for each in shown), nl=False)
        return
    found = catalogue.find_game(game)
    if as_schema:
        put(schema(found), indent=2)
    elif as_json:
        put(_as_json(found))
    else:
        click.echo(_long(_as_json(found)), nl=False)


def schema(game: AnyGame) -> JsonObject:
    """Return the JSON schema of a game's options, with those that every game takes."""
    own = game.schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **own,
        "title": f"The options of {game.title}",
        "properties": {**own["properties"], **schema_of(ContractOptions)["properties"]},
    }


def _as_json(game: AnyGame) -> JsonObject:
    return {
        "id": game.id,
        "title": game.title,
        "summary": game.summary,
        "players": {"fewest": game.seats[0], "most": game.seats[-1]},
        "options": {**game.option_help, **help_of(ContractOptions)},
        "kinds": [_kind(kind) for kind in game.kinds if kind.asks],
        "formats": dict(game.formats),
    }


def _kind(kind: AnyKind) -> JsonObject:
    return {
        "name": kind.name,
        "asks": kind.asks,
        "notation": kind.notation,
        "examples": kind.examples,
        "limit": kind.limit,
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
    if game["kinds"]:
        with formatter.section("What players are asked"):
            for kind in game["kinds"]:
                _write_kind(formatter, kind)
    for title, text in game["formats"].items():
        formatter.write_paragraph()
        formatter.write_heading(title)
        formatter.write("".join(f"{_within_width(line)}\n" for line in text.splitlines()))
    return formatter.getvalue()


def _write_kind(formatter: click.HelpFormatter, kind: JsonObject) -> None:
    formatter.write_text(kind["name"])
    examples = [("" if at else "such as", example) for at, example in enumerate(kind["examples"])]
    with formatter.indentation():
        formatter.write_dl(
            [
                ("asks", kind["asks"]),
                ("answer", kind["notation"]),
                *examples,
                ("limit", kind["limit"]),
            ]
        )


def _within_width(line: str) -> str:
    """Return a line of a format as it stands, but what is too long goes on below, further in."""
    if len(line) + len(_INDENT) <= _WIDTH:
        return f"{_INDENT}{line}".rstrip()
    further_in = _INDENT + " " * (len(line) - len(line.lstrip())) + _INDENT
    return fill(line, _WIDTH, initial_indent=_INDENT, subsequent_indent=further_in)


def _headed(game: JsonObject) -> click.HelpFormatter:
    fewest, most = game["players"]["fewest"], game["players"]["most"]
    seats = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    # its lists of definitions do not count the indentation around them
    formatter = click.HelpFormatter(width=_WIDTH - len(_INDENT))
    formatter.write(f"{game['id']}: {game['title']}, {seats}\n")
    return formatter
