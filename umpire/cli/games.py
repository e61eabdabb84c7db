"""`umpire games`: the games as text."""

from textwrap import fill

import click

from umpire.json_types import JsonObject

_WIDTH = 80
_INDENT = "  "


def summary_text(game: JsonObject) -> str:
    """Return a game's summary with the names of its options."""
    formatter = _formatter_with_heading(game)
    with formatter.indentation():
        formatter.write_text(game["summary"])
        formatter.write_text(f"Options: {', '.join(game['options'])}.")
    return formatter.getvalue()


def full_text(game: JsonObject) -> str:
    """Return everything about a game; `game` is from `describe_game`."""
    formatter = _formatter_with_heading(game)
    formatter.write_paragraph()
    formatter.write_text(game["summary"])
    with formatter.section("Options"):
        formatter.write_dl(list(game["options"].items()))
    if game["kinds"]:
        with formatter.section("What players are asked"):
            for kind in game["kinds"]:
                _write_kind(formatter, kind)
    if game["complete_games"]:
        with formatter.section("Complete games"):
            command = f"umpire games {game['id']} --start FILE"
            formatter.write_text(f"{command} writes the one of the FILE's name.")
            formatter.write_paragraph()
            formatter.write_dl(list(game["complete_games"].items()))
    for title, text in game["formats"].items():
        formatter.write_paragraph()
        formatter.write_heading(title)
        formatter.write("".join(f"{_wrap_line(line)}\n" for line in text.splitlines()))
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


def _wrap_line(line: str) -> str:
    """Indent a line of a format's description; wrap a long line with a deeper indent."""
    if len(line) + len(_INDENT) <= _WIDTH:
        return f"{_INDENT}{line}".rstrip()
    further_in = _INDENT + " " * (len(line) - len(line.lstrip())) + _INDENT
    return fill(line, _WIDTH, initial_indent=_INDENT, subsequent_indent=further_in)


def _formatter_with_heading(game: JsonObject) -> click.HelpFormatter:
    fewest, most = game["players"]["fewest"], game["players"]["most"]
    seats = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
    # click's lists of definitions do not count the indentation around them
    formatter = click.HelpFormatter(width=_WIDTH - len(_INDENT))
    formatter.write(f"{game['id']}: {game['title']}, {seats}\n")
    return formatter
