"""The placing of a line: battlefields with their units, as it is typed, written and shown."""

import re
from functools import lru_cache
from operator import getitem
from typing import Final

from umpire.games.base import NotAllowed, NotUnderstood
from umpire.games.eighteenth_hell.components import FIELDS, NAMES, UNITS, Placing, Unit, Units
from umpire.games.notation import quoted

EXAMPLE1: Final = "2:-1 3:0(2) 4:-1 5:1,-1 6:4"
PART: Final = "5:1 6:4"
"""A part of a placing: a refusal tells with it how one is written, and suggests no whole one."""
EXAMPLE2: Final = "4:-1 5:2 7:3"

_DISGUISED = re.compile(r"0 ?\( ?(?:(?:disguised ?)?as ?)?(- ?1|[1-4]) ?\)")
_UNIT = rf"(?P<unit>{_DISGUISED.pattern}|-1|[0-4])(?![^ ,;])"
_ITEM = re.compile(rf"(?P<field>[2-7]) ?: ?|{_UNIT}|(?P<word>[^ ,;]+)")
_PLACE_OF: Final = {field: place for place, field in enumerate(FIELDS)}
_BLANKS: Final = ("", " ", ",", ";")
"""What stands before the name of a battlefield."""
_UNIT_OF: Final[dict[str, Unit]] = dict(zip(NAMES, UNITS, strict=True))
_DISGUISE_OF: Final = {f"0({name})": unit for name, unit in _UNIT_OF.items() if unit}
DISGUISED: Final = tuple(_DISGUISE_OF)
"""A disguised Zero, as it is written."""

_MOST_READ: Final = 8192
"""Of how many texts at most what was read of them is remembered."""


def read_placing(clause: str) -> tuple[Placing, Unit | None]:
    """Return a placing, and what the Zero in it is shown as. Raises NotUnderstood."""
    parted = clause.replace(" :", ":")
    if "(" not in parted:
        parted = parted.replace(",", " ").replace(";", " ")
    # Each part ends with the battlefield of the next, the last with one that nothing follows.
    first, *parts = f"{parted} 2".split(":")
    placed: list[Units | None] = [None] * len(FIELDS)
    disguise: Unit | None = None
    read = _READ[first]
    if read is None or read[0]:
        raise _fault_in(clause)
    place = read[2]
    for part in parts:
        read = _READ[part]
        if read is None or placed[place] is not None:
            raise _fault_in(clause)
        placed[place], shown, place = read
        if shown is not None:
            disguise = shown
    if not any(placed):
        raise _fault_in(clause)
    return tuple([units or () for units in placed]), disguise


_Part = tuple[Units, Unit | None, int]
"""Units, sorted, what a Zero among them is shown as, and the place of the next battlefield."""


class _Read(dict[str, _Part | None]):
    """What was read of the parts of placings by their text, None if they are none.

    There are few such texts, and matches share what was read of them.
    """

    def __missing__(self, text: str) -> _Part | None:
        if len(self) >= _MOST_READ:
            self.clear()
        part = self[text] = _read_part(text)
        return part


_READ: Final = _Read()


def _read_part(text: str) -> _Part | None:
    place = _PLACE_OF.get(text[-1:])
    if place is None or text[-2:-1] not in _BLANKS:
        return None
    text = text[:-1]
    if "(" in text:
        text = _DISGUISED.sub(_briefly, text)
    units: list[Unit] = []
    disguise: Unit | None = None
    for word in text.replace(",", " ").replace(";", " ").split():
        unit = _UNIT_OF.get(word)
        if unit is None:
            disguise = _DISGUISE_OF.get(word)
            if disguise is None:
                return None
            unit = 0
        units.append(unit)
    return tuple(sorted(units)), disguise, place


def _briefly(disguised: re.Match[str]) -> str:
    return f"0({disguised[1].replace(' ', '')})"  # a template would take four times as long


def _fault_in(clause: str) -> NotUnderstood:
    """Return what is wrong first in a clause that is no placing."""
    named: set[str] = set()
    for item in _ITEM.finditer(clause):
        field, unit, word = item.group("field", "unit", "word")
        if word:
            return NotUnderstood(
                f"{quoted(word)} is not understood. Write a battlefield from 2 to 7 with a colon, "
                f"then units from -1 to 4 with spaces between them. Example: {PART}."
            )
        if field in named:
            return NotUnderstood(f"Battlefield {field} is named twice. Name each battlefield once.")
        if unit and not named:
            return NotUnderstood(
                f"{quoted(unit if unit == '-1' else unit[0])} has no battlefield before it. "
                f"Example: {PART}."
            )
        if field:
            named.add(field)
    return NotUnderstood(f"No units are placed. Write battlefields and units. Example: {PART}.")


def judge_owned(units: Units, owned: Units, where: str = "") -> None:
    """Raise NotAllowed if one of the units is placed more often than it is owned."""
    unit = _overdrawn(units, owned)
    if unit is not None:
        have = owned.count(unit)
        if not have:
            raise NotAllowed(f"You have no {unit}{where}.")
        raise NotAllowed(f"You have only {have} of unit {unit}{where}, not {units.count(unit)}.")


@lru_cache(maxsize=4096)  # Of nine units there are few different parts, and all are sorted.
def _overdrawn(units: Units, owned: Units) -> Unit | None:
    return next((unit for unit in UNITS if units.count(unit) > owned.count(unit)), None)


@lru_cache(maxsize=1024)  # The nine units of a player lie together in no more than 160 ways.
def units_texts(units: Units, disguise: Unit | None = None) -> tuple[str, ...]:
    """Return the units of a battlefield as they are written, a disguised Zero as `0(2)`."""
    zero = "0" if disguise is None else f"0({disguise})"
    return tuple([str(unit) if unit else zero for unit in units])


class _Texts(dict[Units | int, str]):
    """What is written of one battlefield by the units there, made when it is first asked for.

    Of one without units that is nothing.
    """

    def __init__(self, mark: str, between: str) -> None:
        super().__init__({(): ""})
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
    text = " ".join(filter(None, map(getitem, _WRITTEN, placing)))
    return text if disguise is None else _disguised(text, disguise)


def placing_told(placing: tuple[Units | int, ...], disguise: Unit | None = None) -> str:
    """Return a placing as a sentence tells it, where it is not known the number of units."""
    text = ", ".join(filter(None, map(getitem, _TOLD, placing)))
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
