"""`umpire games`: show the installed games, their options, decisions and data formats."""

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import click

from umpire import catalogue
from umpire.cli.scripts import put
from umpire.errors import UsageError
from umpire.json_types import JsonObject

if TYPE_CHECKING:
    from umpire.games.base import AnyGame, AnyKind

_WIDTH = 80
_INDENT = "  "


def run(game: str | None, as_json: bool, as_schema: bool, file: Path | None) -> None:
    """Print the games, or one game's description, schema or starting file."""
    if file is not None:
        if game is None or as_json or as_schema:
            raise UsageError("--start goes with one game alone: umpire games GAME --start FILE.")
        _begin(catalogue.find_game(game), file)
        return
    if as_schema and (game is None or as_json):
        raise UsageError("--schema needs one game and no --json: umpire games GAME --schema.")
    if game is None:
        if as_json:
            put([_as_json(each) for _, each in sorted(catalogue.games().items())])
        else:
            click.echo("\n".join(map(_short, catalogue.summaries())), nl=False)
        return
    found = catalogue.find_game(game)
    if as_schema:
        put(schema(found), indent=2)
    elif as_json:
        put(_as_json(found))
    else:
        click.echo(_long(_as_json(found)), nl=False)


def _begin(game: "AnyGame", file: Path) -> None:
    """Write a new options file for a game. Raises UsageError."""
    if not game.starter:
        raise UsageError(
            f"{game.title} has no options file to begin with. Its options: umpire games {game.id}."
        )
    try:
        with file.open("x", encoding="utf-8") as new:
            new.write(game.starter)
    except FileExistsError:
        raise UsageError(f"{file} is there already: give another name.") from None
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}.") from None
    click.echo(f"{file} is written. Change what you like, then make a match of it:")
    click.echo(f"  umpire new {game.id} --players Ana,Bo,Cy --options {file}")


def schema(game: "AnyGame") -> JsonObject:
    """Return the JSON schema of a game's options, including those that every game has."""
    from umpire.games.options import ContractOptions, schema_of

    own = game.schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **own,
        "title": f"The options of {game.title}",
        "properties": {**own["properties"], **schema_of(ContractOptions)["properties"]},
    }


def _as_json(game: "AnyGame") -> JsonObject:
    from umpire.games.options import ContractOptions, help_of

    return {
        **catalogue.summary_of(game),
        "options": {**game.option_help, **help_of(ContractOptions)},
        "kinds": [_kind(kind) for kind in game.kinds if kind.asks],
        "formats": dict(game.formats),
    }


def _kind(kind: "AnyKind") -> JsonObject:
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
    """Return a line of a format as it is; wrap a long one with a deeper indent."""
    if len(line) + len(_INDENT) <= _WIDTH:
        return f"{_INDENT}{line}".rstrip()
    further_in = _INDENT + " " * (len(line) - len(line.lstrip())) + _INDENT
    return fill(line, _WIDTH, initial_indent=_INDENT, subsequent_indent=further_in)


def _headed(game: JsonObject) -> click.HelpFormatter:
    fewest, most = game["players"]["fewest"], game["players"]["most"]
    seats = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    # click's lists of definitions do not count the indentation around them
    formatter = click.HelpFormatter(width=_WIDTH - len(_INDENT))
    formatter.write(f"{game['id']}: {game['title']}, {seats}\n")
    return formatter
