"""What is told and shown of a game that has no report or no screen of its own.

The report is the state, field by field. The screen is that report in the blocks of the plain
template (`sheet_templates/plain/`): a table of what there is of each player, a list of all else.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, Final

from umpire.games.blocks import Block, column, grid
from umpire.games.cards import HiddenCards
from umpire.json_types import JsonObject

_TOLD_ANYWAY: Final = ("players", "options", "outcome")
"""Fields of a state that are no part of it in a report: the report or its header has them."""

_PLAYERS, _FIELDS, _FACTS = 12, 4, 12
"""How many players, what of each, and how many other values the plain template has room for."""


class HiddenNumber(int):
    """How many cards are hidden: a number in a report, as many question marks on a screen."""


def report(state: Any) -> JsonObject:
    """Return the fields of a dataclass in order, but `players`, `options` and `outcome`.

    A tuple becomes a list, a NamedTuple or a dataclass an object, `HiddenCards` their number.
    Raises TypeError for what JSON has no word for, such as a set.
    """
    return _fields(state, _TOLD_ANYWAY)


def _fields(value: Any, without: Collection[str] = ()) -> JsonObject:
    names = [field.name for field in fields(value) if field.name not in without]
    return {name: _told(getattr(value, name)) for name in names}


def _told(value: Any) -> Any:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, HiddenCards):
        return HiddenNumber(len(value))
    if isinstance(value, Mapping):
        return {key: _told(inner) for key, inner in value.items()}
    if isinstance(value, tuple | list):
        named: tuple[str, ...] | None = getattr(value, "_fields", None)
        told = [_told(inner) for inner in value]
        return told if named is None else dict(zip(named, told, strict=True))
    if is_dataclass(value):
        return _fields(value)
    raise TypeError(f"JSON has no word for {value!r}: the game needs a `report` of its own")


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
