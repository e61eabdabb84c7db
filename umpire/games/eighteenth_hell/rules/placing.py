"""The placing of a line: battlefields with their units, as it is typed, written and shown."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeVar

from umpire.games.base import NotAllowed, NotUnderstood, RandomSource
from umpire.games.eighteenth_hell.components import (
    FIELDS,
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
PART: Final = "5:1 6:4"
"""A part of a placing: a refusal tells with it how one is written, and suggests no whole one."""
EXAMPLE2: Final = "4:-1 5:2 7:3"

_DISGUISED = re.compile(r"0 ?\( ?(?:(?:disguised ?)?as ?)?(- ?1|[1-4]) ?\)")
_UNIT = rf"(?P<unit>{_DISGUISED.pattern}|-1|[0-4])(?![^ ,;])"
_ITEM = re.compile(rf"(?P<field>[2-7]) ?: ?|{_UNIT}|(?P<word>[^ ,;]+)")
_MARKED: Final = {f"{field}:": place for place, field in enumerate(FIELDS)}
"""The place of each battlefield by its mark."""
_UNIT_OF: Final[dict[str, Unit]] = dict(zip(NAMES, UNITS, strict=True))
_DISGUISE_OF: Final = {f"0({name})": unit for name, unit in _UNIT_OF.items() if unit}
DISGUISED: Final = tuple(_DISGUISE_OF)
"""A disguised Zero, as it is written."""

_EMPTY_FIELDS: Final = 0.2
"""How often empty battlefields are typed."""


def read_placing(clause: str) -> tuple[Placing, Unit | None]:
    """Return a placing, and what the Zero in it is shown as. Raises NotUnderstood."""
    # Written so that its words are the marks of battlefields and the units.
    parted = _DISGUISED.sub(_briefly, clause) if "(" in clause else clause
    parted = parted.replace(" :", ":").replace(":", ": ").replace(",", " ").replace(";", " ")
    placed: list[list[Unit] | None] = [None] * len(FIELDS)
    here: list[Unit] | None = None
    disguise: Unit | None = None
    for word in parted.split():
        unit = _UNIT_OF.get(word)
        if unit is None:
            place = _MARKED.get(word)
            if place is not None and placed[place] is None:
                here = placed[place] = []
                continue
            disguise = _DISGUISE_OF.get(word)
            if disguise is None:
                raise _fault_in(clause)
            unit = 0
        if here is None:
            raise _fault_in(clause)
        here.append(unit)
    if not any(placed):
        raise _fault_in(clause)
    return tuple([tuple(sorted(units)) if units else () for units in placed]), disguise


def _briefly(disguised: re.Match[str]) -> str:
    return f"0({disguised[1].replace(' ', '')})"  # a template would take four times as long


def _fault_in(clause: str) -> NotUnderstood:
    """Return what is wrong first in a clause that is no placing."""
    named: set[str] = set()
    for item in _ITEM.finditer(clause):
        field, unit, word = item.group("field", "unit", "word")
        if word:
            return NotUnderstood(
                f"{quoted(word)} is not understood: write a battlefield from 2 to 7 with a colon, "
                f"then units from -1 to 4 with blanks between them, e.g. {PART}."
            )
        if field in named:
            return NotUnderstood(f"Battlefield {field} is there twice: name each only once.")
        if unit and not named:
            return NotUnderstood(
                f"{quoted(unit if unit == '-1' else unit[0])} stands before any battlefield: "
                f"write {PART} and such."
            )
        if field:
            named.add(field)
    return NotUnderstood(f"No unit is placed: write battlefields and units, e.g. {PART}.")


def judge_owned(units: Units, owned: Units, owning: str) -> None:
    """Raise NotAllowed if one of the units is placed more often than it is owned."""
    unit = _overdrawn(units, owned)
    if unit is not None:
        have = owned.count(unit) or "no"
        raise NotAllowed(f"{owning} {have} unit {unit}, not {units.count(unit)}.")


@lru_cache(maxsize=4096)  # Of nine units there are few different parts, and all are sorted.
def _overdrawn(units: Units, owned: Units) -> Unit | None:
    return next((unit for unit in UNITS if units.count(unit) > owned.count(unit)), None)


@lru_cache(maxsize=1024)  # The nine units of a player lie together in no more than 160 ways.
def units_texts(units: Units, disguise: Unit | None = None) -> tuple[str, ...]:
    """Return the units of a battlefield as they are written, a disguised Zero as `0(2)`."""
    zero = "0" if disguise is None else f"0({disguise})"
    return tuple([str(unit) if unit else zero for unit in units])


class _Texts(dict[Units | int, str]):
    """What is written of one battlefield by the units there, made when it is first asked for."""

    def __init__(self, mark: str, between: str) -> None:
        self._mark = mark
        self._between = between

    def __missing__(self, units: Units | int) -> str:
        known = (
            f"{units} hidden" if isinstance(units, int) else self._between.join(units_texts(units))
        )
        text = self[units] = f"{self._mark}{known}"
        return text


_WRITTEN: Final = tuple([_Texts(f"{field}:", ",") for field in FIELDS])
_TOLD: Final = tuple([_Texts(f"{field}: ", " ") for field in FIELDS])


def placing_text(placing: Placing, disguise: Unit | None) -> str:
    """Return the canonical text of a placing."""
    written = zip(_WRITTEN, placing, strict=True)
    text = " ".join([texts[units] for texts, units in written if units])
    return text if disguise is None else _disguised(text, disguise)


def placing_told(placing: tuple[Units | int, ...], disguise: Unit | None = None) -> str:
    """Return a placing as a sentence tells it, where it is not known the number of units."""
    told = zip(_TOLD, placing, strict=True)
    text = ", ".join([texts[units] for texts, units in told if units != ()])
    return text if disguise is None else _disguised(text, disguise)


def _disguised(text: str, disguise: Unit) -> str:
    """Return the text of a placing with what the Zero, the only 0 in it, is shown as."""
    return text.replace("0", f"0({disguise})")


def as_shown(placing: Placing, disguise: Unit | None) -> Placing:
    """Return a placing as others see it. Ruling 16: only what is shown differs."""
    if disguise is None:
        return placing
    return tuple(
        [
            tuple(sorted([unit or disguise for unit in units])) if 0 in units else units
            for units in placing
        ]
    )


def placing_spelt(placing: Placing, disguise: Unit | None, random: RandomSource) -> str:
    """Return a placing as somebody may type it."""
    between = any_of(random, (",", " ", ", ", "; "))
    colon = any_of(random, (":", ": ", " : "))
    with_empty = random.random() < _EMPTY_FIELDS
    fields = [
        f"{field}{colon}{between.join(_shuffled(units_texts(units), random))}"
        for field, units in zip(FIELDS, placing, strict=True)
        if units or with_empty
    ]
    text = any_of(random, (" ", "; ", ", ", "\n")).join(_shuffled(fields, random))
    if disguise is None:
        return text
    shown = any_of(random, ("0({})", "0 ({})", "0( {} )", "0(as {})", "0 (disguised as {})"))
    place = next(place for place in PLACES if 0 in placing[place])
    label = f"{FIELDS[place]}{colon}"
    before, here = text.split(label, 1)
    return before + label + here.replace("0", shown.format(disguise), 1)


def _shuffled(items: Sequence[_T], random: RandomSource) -> list[_T]:
    return [items[index] for index in drawn(len(items), range(len(items)), random)]
