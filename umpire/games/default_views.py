"""What is told and shown of a game that has no report or no screen of its own.

The report is the state, field by field. The screen is that report in the blocks of the plain
template (`sheet_templates/plain/`): a table of what there is of each player, a list of all else.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from umpire.games.blocks import Block, column, grid
from umpire.games.reports import NO_SIDES, HiddenNumber, Reporter, sides_of
from umpire.games.two_players import SIDES
from umpire.json_types import JsonObject

_PLAYERS, _FIELDS, _FACTS = 12, 4, 12
"""How many players, what of each, and how many other values the plain template has room for."""

_reporter: Final = Reporter()


def report(state: Any) -> JsonObject:
    """Return the fields of a state in order, but `players`, `options` and `outcome`."""
    players: Any = getattr(state, "players", ())
    return _reporter(state, sides_of(players, players) if len(players) == len(SIDES) else NO_SIDES)


def screen(state: JsonObject, players: Sequence[str], asked: Mapping[str, str]) -> dict[str, Block]:
    """Return the blocks of the plain template: `standing`, `to_do`, `fact_names` and `facts`.

    `state` is as the report has it; what it has by player is a column of the table, if there is
    room for it. `asked` tells what kind of decision each player owes.
    """
    by_player: JsonObject = {}
    facts: JsonObject = {}
    for name, value in state.items():
        is_column = isinstance(value, dict) and value.keys() <= {*players}
        room = len(by_player) < _FIELDS
        (by_player if is_column and room else facts)[name.replace("_", " ")] = value
    rows = [[name, *(_text(of.get(name)) for of in by_player.values())] for name in players]
    return {
        "standing": grid([["", *by_player], *rows], 1 + _PLAYERS, 1 + _FIELDS),
        "to_do": column((asked.get(name, "") for name in players), _PLAYERS),
        "fact_names": column(facts, _FACTS),
        "facts": column(map(_text, facts.values()), _FACTS),
    }


def _text(value: Any) -> str:
    """Return a value of a report as a cell shows it."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case HiddenNumber():
            return " ".join("?" * value)
        case list():
            between = "; " if any(isinstance(inner, dict) for inner in value) else " "
            return between.join(map(_text, value))
        case dict():
            return ", ".join(f"{name} {_text(inner)}" for name, inner in value.items())
    return str(value)
