"""A game's state as tables for people, whatever the game.

Nothing here knows a game: a state is JSON, and its shape says how it reads. What each player has
goes side by side, things of one kind (such as modules) become a table of their own, and all else
is a list of names and values.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from umpire.json_types import JsonObject

_NOTHING = "–"
_SHORT = 3
_IN_A_CELL = 4
"""The most entries of an object that are written into one cell if they hold more."""


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table of plain text; every row is as long as the head."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(state: JsonObject, players: Sequence[str]) -> list[Table]:
    """Return the tables in which a report's or view's `state` is laid out."""
    return _tables("", state, players)


def settings(options: JsonObject, players: Sequence[str]) -> list[Table]:
    """Return a table for each of the options that is more than a single value."""
    return [_setting(_label(key), value, players) for key, value in options.items() if many(value)]


def many(value: Any) -> bool:
    """Return whether a value of JSON holds others."""
    return isinstance(value, Mapping | list)


def _setting(title: str, value: Any, players: Sequence[str]) -> Table:
    parts = value if isinstance(value, Mapping) else dict(enumerate(value, 1))
    # the rows of a board have other numbers, or none
    names = ["" if _rows_of_text({title: value}) else str(name) for name in parts]
    if _all_objects(parts.values()):
        return _table(title, names, list(parts.values()), players, rest="Besides")
    rows = ((name, _cell(part, players)) for name, part in zip(names, parts.values(), strict=True))
    return Table(title, ("", ""), tuple(rows))


def _tables(title: str, thing: Mapping[str, Any], players: Sequence[str]) -> list[Table]:
    """Lay one object out; what is too large for a cell gets tables of its own under its title."""
    sides: list[tuple[str, ...]] = []
    singles: list[tuple[str, ...]] = []
    things: list[Table] = []
    lists: list[Table] = []
    for key, value in thing.items():
        under = f"{title}, {_words(key)}" if title else _label(key)
        if _by_player(value, players):
            sides += _sides(key, value, players)
        elif _rows_of_text(value):
            things.append(_side_by_side(under, value))
        elif isinstance(value, Mapping) and _all_objects(value.values()):
            things.append(_table(under, list(value), list(value.values()), players))
        elif isinstance(value, Mapping) and len(value) > _IN_A_CELL and _holds_more(value):
            things += _tables(under, value, players)
        elif isinstance(value, list) and _all_objects(value):
            lists += _listed(under, value, players)
        else:
            singles.append((_label(key), _cell(value, players)))
    if sides:
        things.append(Table(f"{title}, players" if title else "Players", ("", *players), (*sides,)))
    if singles:
        own = Table(title or "State", ("", ""), (*singles,))
        # of the state what is singular comes after what the players have, of a part of it before
        things = [own, *things] if title else [*things, own]
    return things + lists


def _sides(key: str, value: Mapping[str, Any], players: Sequence[str]) -> Iterable[tuple[str, ...]]:
    """Return the rows of what each player has; of objects that hold more a row for each key."""
    held = [value[name] for name in players]
    if not all(isinstance(each, Mapping) and _holds_more(each) for each in held):
        return [(_label(key), *(_cell(each, players) for each in held))]
    return [
        (_label(inner), *(_cell(each.get(inner), players) for each in held)) for inner in held[0]
    ]


def _listed(title: str, value: list[JsonObject], players: Sequence[str]) -> list[Table]:
    """Lay a list of objects out: one a row, or one a table where they hold objects themselves."""
    places = [str(place) for place in range(1, len(value) + 1)]
    if not any(_holds_objects(item) for item in value):
        return [_table(title, places, value, players)]
    if rows := _rows_of_parts(places, value, players):
        return [Table(title, *rows)]
    return [
        table
        for place, item in zip(places, value, strict=True)
        for table in _tables(f"{title} {place}", item, players)
    ]


def _rows_of_parts(
    places: Sequence[str], value: list[JsonObject], players: Sequence[str]
) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]] | None:
    """Return head and rows where each thing is parts of one shape.

    Such as a round on two boards.
    """
    parts = [
        (place, name, part)
        for place, item in zip(places, value, strict=True)
        for name, part in item.items()
        if isinstance(part, Mapping)
    ]
    if not parts:
        return None
    keys = [*parts[0][2]]
    if any([*part] != keys or _holds_objects(part) for _, _, part in parts):
        return None
    if any(isinstance(inner, list) for item in value for inner in item.values()):
        return None
    rows = [
        (place, name, *(_cell(inner, players) for inner in part.values()))
        for place, name, part in parts
    ]
    return ("", "", *map(_label, keys)), tuple(rows)


def _side_by_side(title: str, value: Mapping[str, list[str]]) -> Table:
    return Table(
        title, ("", *value), tuple(("", *row) for row in zip(*value.values(), strict=True))
    )


def _rows_of_text(value: Any) -> bool:
    """Return whether a value is boards: named lists of as many texts each, each a row of cells."""
    return (
        isinstance(value, Mapping)
        and bool(value)
        and all(isinstance(rows, list) and rows for rows in value.values())
        and len({len(rows) for rows in value.values()}) == 1
        and all(isinstance(row, str) and " " in row for rows in value.values() for row in rows)
    )


def _holds_more(value: Mapping[str, Any]) -> bool:
    return any(isinstance(inner, Mapping | list) for inner in value.values())


def _holds_objects(value: Mapping[str, Any]) -> bool:
    return any(
        isinstance(inner, Mapping) or (isinstance(inner, list) and _all_objects(inner))
        for inner in value.values()
    )


def _table(
    title: str,
    names: Sequence[str],
    things: Sequence[Mapping[str, Any]],
    players: Sequence[str],
    rest: str = "Board",
) -> Table:
    """Lay things out one a row: a column for each key that all have, the rest in a last one."""
    shared = [name for name in things[0] if all(name in thing for thing in things)]
    has_rest = any(name not in shared for thing in things for name in thing)
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
        if has_rest:
            others = [column for column in thing if column not in shared]
            row.append("; ".join(f"{_words(c)}: {_cell(thing[c], players)}" for c in others))
        rows.append(tuple(row))
    return Table(title, (*head, rest) if has_rest else tuple(head), tuple(rows))


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
        case Mapping() if value and all(key.isdecimal() for key in value):
            filled = [f"{key}: {_cell(held, players)}" for key, held in value.items() if held != []]
            return " · ".join(filled) or _NOTHING
        case Mapping():
            return _joined(f"{_words(key)} {_cell(held, players)}" for key, held in value.items())
        case list() if any(isinstance(item, list) for item in value):
            return " / ".join(_cell(item, players) for item in value)
        case list() if value and all(item in players for item in value):
            return ", ".join(value)
        case list() if _all_objects(value) and "by" not in value[0]:
            return "; ".join(_cell(item, players) for item in value)
        case list():
            return _joined(_cell(item, players) for item in value)
        case _:
            return str(value)


def _joined(items: Iterable[str]) -> str:
    """Join signs, such as cards, with blanks, and words with commas."""
    found = list(items)
    if not found:
        return _NOTHING
    return (" " if all(map(_is_sign, found)) else ", ").join(found)


def _is_sign(text: str) -> bool:
    return len(text) <= _SHORT or (" " not in text and text == text.upper())


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
