"""A game's state as tables for people, whatever the game.

Nothing here knows a game: a state is JSON, and its shape says how it reads. What each player has
goes side by side, things of one kind (such as modules) become a table of their own, and all else
is a list of names and values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.games.base import JsonObject

_NOTHING = "–"
_SHORT = 3


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table of plain text; every row is as long as the head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(state: JsonObject, players: Sequence[str]) -> list[Table]:
    """Give the tables in which a report's or view's `state` is laid out."""
    sides: list[tuple[str, ...]] = []
    singles: list[tuple[str, ...]] = []
    things: list[Table] = []
    lists: list[Table] = []
    for key, value in state.items():
        if _by_player(value, players):
            sides.append((_label(key), *(_cell(value[name], players) for name in players)))
        elif isinstance(value, Mapping) and _all_objects(value.values()):
            things.append(_table(key, list(value), list(value.values()), players))
        elif isinstance(value, list) and _all_objects(value):
            places = [str(place) for place in range(1, len(value) + 1)]
            lists.append(_table(key, places, value, players))
        else:
            singles.append((_label(key), _cell(value, players)))
    if sides:
        things.append(Table("Players", ("", *players), tuple(sides)))
    if singles:
        things.append(Table("State", ("", ""), tuple(singles)))
    return things + lists


def _table(
    key: str, names: Sequence[str], things: Sequence[Mapping[str, Any]], players: Sequence[str]
) -> Table:
    """Lay things out one a row: a column for each key that all have, the rest in a last one."""
    shared = [name for name in things[0] if all(name in thing for thing in things)]
    rest = any(name not in shared for thing in things for name in thing)
    split = {name for name in shared if all(_by_player(thing[name], players) for thing in things)}
    head = [""]
    for name in shared:
        columns = [f"{_label(name)}: {player}" for player in players]
        head += columns if name in split else [_label(name)]
    rows = []
    for name, thing in zip(names, things, strict=True):
        row = [name]
        for column in shared:
            value = thing[column]
            if column in split:
                row += [_cell(value[player], players) for player in players]
            else:
                row.append(_cell(value, players))
        if rest:
            others = [column for column in thing if column not in shared]
            row.append("; ".join(f"{_words(c)}: {_cell(thing[c], players)}" for c in others))
        rows.append(tuple(row))
    return Table(_label(key), (*head, "Board") if rest else tuple(head), tuple(rows))


def _cell(value: Any, players: Sequence[str]) -> str:
    match value:
        case None:
            return _NOTHING
        case bool():
            return "yes" if value else "no"
        case float() if value.is_integer():
            return str(int(value))
        case Mapping() if _by_player(value, players):
            return " · ".join(f"{name} {_cell(held, players)}" for name, held in value.items())
        case {"by": _}:  # whose it is, then what it is
            return " ".join(_cell(held, players) for held in value.values())
        case Mapping():
            return _joined(f"{_words(key)} {_cell(held, players)}" for key, held in value.items())
        case list() if any(isinstance(item, list) for item in value):
            return " / ".join(_cell(item, players) for item in value)
        case list() if value and all(item in players for item in value):
            return ", ".join(value)
        case list():
            return _joined(_cell(item, players) for item in value)
        case _:
            return str(value)


def _joined(items: Iterable[str]) -> str:
    """Join what is short, such as cards, with blanks, and what is longer with commas."""
    found = list(items)
    if not found:
        return _NOTHING
    return (" " if all(len(item) <= _SHORT for item in found) else ", ").join(found)


def _by_player(value: Any, players: Sequence[str]) -> bool:
    return isinstance(value, Mapping) and bool(value) and set(value) == set(players)


def _all_objects(values: Iterable[Any]) -> bool:
    found = list(values)
    return bool(found) and all(isinstance(value, Mapping) for value in found)


def _words(key: str) -> str:
    return key.replace("_", " ")


def _label(key: str) -> str:
    words = _words(key)
    return words[:1].upper() + words[1:]
