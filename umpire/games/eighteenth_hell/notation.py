"""Texts to answers and back: one grammar serves both rounds.

`read_line` raises NotUnderstood with a sentence for the player; what it gives may still be against
the rules. `write` gives the canonical text of an answer, which reads as the same answer.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NoReturn

from umpire.games.base import NotUnderstood
from umpire.games.eighteenth_hell.answers import Answer, Line, Missed
from umpire.games.eighteenth_hell.components import BATTLEFIELDS, NAMES, Placing, Unit, Units
from umpire.games.eighteenth_hell.hells import Hell, key_of, plain
from umpire.games.eighteenth_hell.state import Spirit
from umpire.games.notation import listed, quoted

EXAMPLE1: Final = "2:-1 3:0(2) 4:-1 5:1,-1 6:4"
EXAMPLE2: Final = "4:-1 5:2 7:3"

_CLAUSE = re.compile(r"(hell|spirit)s?(?![^ :,;]) ?:? ?(.*)")
_FIELD = r"([2-7]) ?: ?"
_SHOWN = r"\( ?(?:(?:disguised ?)?as ?)?(- ?1|[1-4]) ?\)"
_UNIT = rf"(?:(0) ?{_SHOWN}|(-1|[0-4]))(?![^ ,;])"
# What is neither takes the rest of the line, so that nothing is left out between two items.
_ITEM = re.compile(rf"[ ,;]*(?:{_FIELD}|{_UNIT}|([^ ,;].*))")
_PARTED = re.compile("[ ,;]+")

_HELLS_SHOWN = 5
"""How many names of hells a sentence offers at most."""


def read_line(text: str, hells: Sequence[Hell]) -> Line:
    """Read a whole line in a match with these hells."""
    placings: list[str] = []
    named: list[str] = []
    spirits: list[str] = []
    for part in plain(text).split("|"):
        clause = part.strip(" ")
        if not clause:
            continue
        word = _CLAUSE.fullmatch(clause)
        if word is None:
            placings.append(clause)
        else:
            (named if word[1] == "hell" else spirits).append(word[2])
    if len(placings) != 1:
        _no_one_placing(placings)
    # Ruling 22: one spirit a bout.
    for clauses, what in ((named, "hells"), (spirits, "spirit")):
        if len(clauses) > 1:
            raise NotUnderstood(f"There are {len(clauses)} clauses of {what}: write one at most.")
    placing, disguise = _read_placing(placings[0])
    return Line(
        placing,
        disguise,
        _read_hells(named[0], hells) if named else (),
        _read_spirit(spirits[0]) if spirits else None,
    )


def _no_one_placing(placings: Sequence[str]) -> NoReturn:
    if not placings:
        raise NotUnderstood(f"No placing is given: write battlefields and units, e.g. {EXAMPLE1}.")
    if any(":" in placing for placing in placings[1:]):
        raise NotUnderstood("There are two placings: put all units into one, without | in it.")
    raise NotUnderstood(
        f"{quoted(placings[1])} is no clause: after | comes hells with their names, or spirit, "
        "e.g. | hells Four | spirit strength 3."
    )


def _read_placing(clause: str) -> tuple[Placing, Unit | None]:
    units: dict[int, list[Unit]] = {}
    here: list[Unit] | None = None
    disguise: Unit | None = None
    for field, zero, shown, unit, rest in _ITEM.findall(clause.rstrip(" ,;")):
        if rest:
            _not_understood(rest)
        elif field:
            if int(field) in units:
                raise NotUnderstood(f"Battlefield {field} is there twice: name each only once.")
            here = units[int(field)] = []
        elif here is None:
            raise NotUnderstood(
                f"{quoted(unit or zero)} stands before any battlefield: write {EXAMPLE1} and such."
            )
        elif zero:
            here.append(0)
            disguise = int(shown.replace(" ", ""))
        else:
            here.append(int(unit))
    if not any(units.values()):
        raise NotUnderstood(f"No unit is placed: write battlefields and units, e.g. {EXAMPLE1}.")
    placed = [tuple(sorted(units[field])) if field in units else () for field in BATTLEFIELDS]
    return tuple(placed), disguise


def _not_understood(rest: str) -> NoReturn:
    word = _PARTED.split(rest, maxsplit=1)[0]
    raise NotUnderstood(
        f"{quoted(word)} is not understood: write a battlefield from 2 to 7 with a colon, "
        f"then units from -1 to 4 with blanks between them, e.g. {EXAMPLE1}."
    )


def _read_hells(clause: str, hells: Sequence[Hell]) -> tuple[Hell, ...]:
    names = [name for item in re.split("[,;]", clause) if (name := item.strip(" "))]
    if not names:
        raise NotUnderstood("No hell is named: write e.g. | hells Four, Steam.")
    return tuple([read_hell(name, hells) for name in names])


def read_hell(name: str, hells: Sequence[Hell]) -> Hell:
    """Return the hell that a name, or its beginning, means. Raises NotUnderstood."""
    key = key_of(name)
    begun = []
    for hell in hells:
        if hell.key == key:
            return hell
        if hell.key.startswith(key):
            begun.append(hell)
    if len(begun) == 1:
        return begun[0]
    if begun:
        several = listed([hell.name for hell in begun[:_HELLS_SHOWN]], "or")
        raise NotUnderstood(f"{quoted(name)} may be {several}: write more of the name.")
    raise NotUnderstood(
        f"There is no hell {quoted(name)}: write its name, or the beginning of it, "
        f"e.g. {hells[0].name}."
    )


def _read_spirit(clause: str) -> Spirit:
    words = [word for word in _PARTED.split(clause) if word]
    kinds = [word for word in words if not "attuned".startswith(word)]
    attuned = len(words) - len(kinds)
    if attuned > 1:
        raise NotUnderstood("Attuned is there more than once: write it once.")
    match kinds:
        case [word] if "foresight".startswith(word):
            return Spirit("foresight", None, attuned == 1)
        case [word, unit] if "strength".startswith(word) and unit in NAMES:
            return Spirit("strength", int(unit), attuned == 1)
    said = f"{quoted(clause)} is no spirit" if clause else "No spirit is named"
    raise NotUnderstood(
        f"{said}: write strength and a unit, or foresight, and attuned if it is, "
        "e.g. | spirit strength 3 attuned."
    )


def write(answer: Answer) -> str:
    """Return the canonical text of an answer."""
    if isinstance(answer, Missed):
        return "no answer"
    rows = zip(BATTLEFIELDS, texts(answer.placing, answer.disguise), strict=True)
    clauses = [" ".join([f"{field}:{','.join(units)}" for field, units in rows if units])]
    if answer.hells:
        clauses.append(write_hells([hell.name for hell in answer.hells]))
    if answer.spirit is not None:
        clauses.append(f"spirit {answer.spirit}")
    return " | ".join(clauses)


def write_hells(names: Sequence[str]) -> str:
    """Return a clause of hells; a name that begins with a colon must not lose it."""
    mark = ":" if plain(names[0]).startswith(":") else ""
    return f"hells{mark} {', '.join(names)}"


def texts(placing: Placing, disguise: Unit | None = None) -> list[tuple[str, ...]]:
    """Return the units on each battlefield as they are written, a disguised Zero as `0(2)`."""
    return [_written(units, disguise) if units else () for units in placing]


@lru_cache(maxsize=1024)  # The nine units of a player lie together in no more than 160 ways.
def _written(units: Units, disguise: Unit | None) -> tuple[str, ...]:
    zero = "0" if disguise is None else f"0({disguise})"
    return tuple([str(unit) if unit else zero for unit in units])


def as_shown(placing: Placing, disguise: Unit | None) -> Placing:
    """Return a placing as others see it. Ruling 16: only what is shown differs."""
    if disguise is None:
        return placing
    return tuple([_shown(units, disguise) for units in placing])


def _shown(units: Units, disguise: Unit) -> Units:
    return tuple(sorted(unit or disguise for unit in units)) if 0 in units else units
