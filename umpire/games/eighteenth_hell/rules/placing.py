"""The placing of a line: battlefields with their units, as it is typed, written and shown."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from umpire.games.base import NotAllowed, NotUnderstood, RandomSource
from umpire.games.eighteenth_hell.components import (
    BATTLEFIELDS,
    NAMES,
    PLACES,
    UNITS,
    Placing,
    Unit,
    Units,
)
from umpire.games.notation import quoted
from umpire.games.sampling import any_of, drawn

_T = TypeVar("_T")

EXAMPLE1: Final = "2:-1 3:0(2) 4:-1 5:1,-1 6:4"
EXAMPLE2: Final = "4:-1 5:2 7:3"

_SHOWN: Final = r"\( ?(?:(?:disguised ?)?as ?)?(- ?1|[1-4]) ?\)"
_MARKS = re.compile(r"(?<![^ ,;])(?:[2-7] ?: ?)+")
_DISGUISED = re.compile(rf"(?<![^ ,;])((?:[2-7]:)*0) ?{_SHOWN}(?![^ ,;])")
_FIELDS: Final = tuple(map(str, BATTLEFIELDS))
_UNIT_OF: Final[dict[str, Unit]] = dict(zip(NAMES, UNITS, strict=True))
_DISGUISE_OF: Final = {f"0({name})": unit for name, unit in _UNIT_OF.items() if unit}
DISGUISED: Final = tuple(_DISGUISE_OF)
"""A disguised Zero, as it is written."""

_EMPTY_FIELDS: Final = 0.2
"""How often empty battlefields are typed."""


def read_placing(clause: str) -> tuple[Placing, Unit | None]:
    """Return a placing, and what the Zero in it is shown as. Raises NotUnderstood."""
    if "(" in clause or " :" in clause:
        clause = _MARKS.sub(lambda marks: marks[0].replace(" ", ""), clause)
        clause = _DISGUISED.sub(lambda zero: f"{zero[1]}({zero[2].replace(' ', '')})", clause)
    placed: dict[str, list[Unit]] = {}
    here: list[Unit] | None = None
    disguise: Unit | None = None
    for word in clause.replace(",", " ").replace(";", " ").split():
        left = word
        while left[1:2] == ":" and left[0] in _FIELDS:
            if left[0] in placed:
                raise NotUnderstood(f"Battlefield {left[0]} is there twice: name each only once.")
            here = placed[left[0]] = []
            left = left[2:]
        if not left:
            continue
        unit = _UNIT_OF.get(left)
        if unit is None:
            disguise = _DISGUISE_OF.get(left)
            if disguise is None:
                raise _not_understood(left)
            unit = 0
        if here is None:
            raise NotUnderstood(
                f"{quoted(str(unit))} stands before any battlefield: write {EXAMPLE1} and such."
            )
        here.append(unit)
    if not any(placed.values()):
        raise NotUnderstood(f"No unit is placed: write battlefields and units, e.g. {EXAMPLE1}.")
    units = [tuple(sorted(placed[field])) if field in placed else () for field in _FIELDS]
    return tuple(units), disguise


def _not_understood(word: str) -> NotUnderstood:
    return NotUnderstood(
        f"{quoted(word)} is not understood: write a battlefield from 2 to 7 with a colon, "
        f"then units from -1 to 4 with blanks between them, e.g. {EXAMPLE1}."
    )


def judge_owned(units: Units, owned: Units, owning: str) -> None:
    """Raise NotAllowed if one of the units is placed more often than it is owned."""
    unit = _overdrawn(units, owned)
    if unit is not None:
        have = owned.count(unit) or "no"
        raise NotAllowed(f"{owning} {have} unit {unit}, not {units.count(unit)}.")


@lru_cache(maxsize=4096)  # Of nine units there are few different parts, and all are sorted.
def _overdrawn(units: Units, owned: Units) -> Unit | None:
    return next((unit for unit in UNITS if units.count(unit) > owned.count(unit)), None)


def units_texts(placing: Placing, disguise: Unit | None = None) -> list[tuple[str, ...]]:
    """Return the units on each battlefield as they are written, a disguised Zero as `0(2)`."""
    return [_texts(units, disguise) if units else () for units in placing]


@lru_cache(maxsize=1024)  # The nine units of a player lie together in no more than 160 ways.
def _texts(units: Units, disguise: Unit | None) -> tuple[str, ...]:
    zero = "0" if disguise is None else f"0({disguise})"
    return tuple([str(unit) if unit else zero for unit in units])


def placing_text(placing: Placing, disguise: Unit | None) -> str:
    """Return the canonical text of a placing."""
    texts = zip(BATTLEFIELDS, units_texts(placing, disguise), strict=True)
    return " ".join([f"{field}:{','.join(units)}" for field, units in texts if units])


def placing_told(placing: tuple[Units | int, ...], disguise: Unit | None = None) -> str:
    """Return a placing as a sentence tells it, where it is not known the number of units."""
    told = []
    for field, units in zip(BATTLEFIELDS, placing, strict=True):
        if isinstance(units, int):
            told.append(f"{field}: {units} hidden")
        elif units:
            told.append(f"{field}: {' '.join(_texts(units, disguise))}")
    return ", ".join(told)


def as_shown(placing: Placing, disguise: Unit | None) -> Placing:
    """Return a placing as others see it. Ruling 16: only what is shown differs."""
    if disguise is None:
        return placing
    return tuple([_shown(units, disguise) for units in placing])


def _shown(units: Units, disguise: Unit) -> Units:
    return tuple(sorted(unit or disguise for unit in units)) if 0 in units else units


def placing_spelt(placing: Placing, disguise: Unit | None, random: RandomSource) -> str:
    """Return a placing as somebody may type it."""
    between = any_of(random, (",", " ", ", ", "; "))
    colon = any_of(random, (":", ": ", " : "))
    with_empty = random.random() < _EMPTY_FIELDS
    fields = [
        f"{field}{colon}{between.join(_shuffled(units, random))}"
        for field, units in zip(BATTLEFIELDS, units_texts(placing), strict=True)
        if units or with_empty
    ]
    text = any_of(random, (" ", "; ", ", ", "\n")).join(_shuffled(fields, random))
    if disguise is None:
        return text
    shown = any_of(random, ("0({})", "0 ({})", "0( {} )", "0(as {})", "0 (disguised as {})"))
    place = next(place for place in PLACES if 0 in placing[place])
    label = f"{BATTLEFIELDS[place]}{colon}"
    before, here = text.split(label, 1)
    return before + label + here.replace("0", shown.format(disguise), 1)


def _shuffled(items: Sequence[_T], random: RandomSource) -> list[_T]:
    return [items[index] for index in drawn(len(items), range(len(items)), random)]
