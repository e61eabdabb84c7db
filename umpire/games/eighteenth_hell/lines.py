"""How a line of either round is written: a placing, hells and a spirit, parted by | in any order.

One grammar serves both rounds: what does not belong into a round is judged there. A line may still
be against the rules.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from operator import getitem
from typing import Final, NamedTuple, NoReturn

from umpire.games.base import NotUnderstood
from umpire.games.eighteenth_hell.hells import (
    Hell,
    called,
    called_in_a_sentence,
    normalize,
    without_lead,
)
from umpire.games.eighteenth_hell.state import Terms
from umpire.games.eighteenth_hell.units import FIELDS, NAMES, UNITS, Placing, Spirit, Unit, Units
from umpire.games.text import quoted

EXAMPLE1: Final = "2:-1 3:0(2) 4:-1 5:1,-1 6:4"
_PART: Final = "5:1 6:4"
"""A part of a placing: a refusal tells with it how one is written, and suggests no whole one."""
EXAMPLE2: Final = "4:-1 5:2 7:3"

_CLAUSE = re.compile(r"(hell|spirit)s?(?![^ :,;]) ?:? ?(.*)")
_PARTED = re.compile("[ ,;]+")
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

MOST_HELLS: Final = 2
_PERHAPS: Final = 5
"""How many hells a sentence names at most that may be meant."""


class Line(NamedTuple):
    """A line of either round."""

    placing: Placing
    disguise: Unit | None = None
    """What the Zero is shown as, None if as itself."""
    hells: tuple[Hell, ...] = ()
    """Those attempted, as named; in the order of the options once they are judged."""
    spirit: Spirit | None = None


def read_line(text: str, terms: Terms) -> Line:
    """Read a whole line, which may still be against the rules. Raises NotUnderstood."""
    placings: list[str] = []
    named: list[str] = []
    spirits: list[str] = []
    for clause in _clauses(text, terms):
        word = _CLAUSE.fullmatch(clause) if clause[0] in "hs" else None
        if word is None:
            placings.append(clause)
        else:
            (named if word[1] == "hell" else spirits).append(word[2])
    if len(placings) != 1:
        _no_one_placing(placings)
    # Ruling 22: one spirit a bout.
    if len(named) > 1 or len(spirits) > 1:
        clauses, what = (named, "hells") if len(named) > 1 else (spirits, "spirit")
        raise NotUnderstood(f"There are {len(clauses)} parts for {what}. Write one at most.")
    placing, disguise = _read_placing(placings[0])
    return Line(
        placing,
        disguise,
        _read_hells(named[0], terms) if named else (),
        _read_spirit(spirits[0]) if spirits else None,
    )


def _clauses(text: str, terms: Terms) -> list[str]:
    """Return the clauses of a text, made plain; without a bar, a line of hells alone is one too."""
    whole = normalize(text)
    if "|" not in whole:
        lines = text.splitlines()
        if len(lines) < 2:
            return [whole] if whole else []
        whole = " ".join(
            [
                f"| hells: {line} |" if _are_hells(line, terms) else line
                for line in filter(None, map(normalize, lines))
            ]
        )
    return [*filter(None, map(str.strip, whole.split("|")))]


def _no_one_placing(placings: Sequence[str]) -> NoReturn:
    if not placings:
        raise NotUnderstood(f"No units are placed. Write battlefields and units. Example: {_PART}.")
    if any(":" in placing for placing in placings[1:]):
        raise NotUnderstood(
            "Units are placed in two parts. Write all of them in one part, without |."
        )
    raise NotUnderstood(
        f"{quoted(placings[1])} cannot come after |. In Round 1 hells or a spirit can, in Round 2 "
        "nothing. Example: | Hell of Four | spirit strength 3."
    )


def line_text(line: Line) -> str:
    """Return the canonical text of a line, which reads as the same line."""
    text = " ".join(filter(None, map(getitem, _WRITTEN, line.placing)))
    if line.disguise is not None:
        text = _disguised(text, line.disguise)
    if line.hells:
        text += f" | {hells_text([hell.name for hell in line.hells])}"
    if line.spirit is not None:
        text += f" | spirit {line.spirit}"
    return text


# The placing


def _read_placing(clause: str) -> tuple[Placing, Unit | None]:
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
                f"then units from -1 to 4 with spaces between them. Example: {_PART}."
            )
        if field in named:
            return NotUnderstood(f"Battlefield {field} is named twice. Name each battlefield once.")
        if unit and not named:
            return NotUnderstood(
                f"{quoted(unit if unit == '-1' else unit[0])} has no battlefield before it. "
                f"Example: {_PART}."
            )
        if field:
            named.add(field)
    return NotUnderstood(f"No units are placed. Write battlefields and units. Example: {_PART}.")


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


# Hells and the spirit


def _read_hells(clause: str, terms: Terms) -> tuple[Hell, ...]:
    """Return the hells that a clause names. Raises NotUnderstood."""
    names = _hell_names(clause)
    if not names:
        raise NotUnderstood("No hell is named. Example: | Hell of Four.")
    meant = terms.hell_meant
    try:
        return tuple([meant[without_lead(name)] for name in names])
    except KeyError as unknown:
        raise _no_one_hell(names, terms) from unknown


def _are_hells(line: str, terms: Terms) -> bool:
    """Return whether a plain line is nothing but one or two names of hells, in full."""
    names = _hell_names(line)
    return 0 < len(names) <= MOST_HELLS and all(_is_whole_name(name, terms) for name in names)


def _hell_names(clause: str) -> list[str]:
    return [*filter(None, map(str.strip, clause.replace(";", ",").split(",")))]


def _is_whole_name(name: str, terms: Terms) -> bool:
    key = without_lead(name)
    hell = terms.hell_meant.get(key)
    return hell is not None and hell.key == key


def _no_one_hell(names: Sequence[str], terms: Terms) -> NotUnderstood:
    """Return that the first of some plain names that means no one hell means none or several."""
    name = next(name for name in names if without_lead(name) not in terms.hell_meant)
    key = without_lead(name)
    begun = [hell for hell in terms.hells if hell.key.startswith(key)]
    if begun:
        several = called_in_a_sentence(begun[:_PERHAPS], "or")
        return NotUnderstood(f"{quoted(name)} could be {several}. Write more of the name.")
    return NotUnderstood(
        f"There is no hell {quoted(name)}. Write its name or the beginning of it. "
        f"Example: {called(terms.hells[0].name)}."
    )


def hells_text(names: Sequence[str]) -> str:
    """Return a clause of hells; a name that begins with a colon must not lose it."""
    return f"hells{_mark_before(names[0])} {', '.join(names)}"


@lru_cache(maxsize=1024)
def _mark_before(name: str) -> str:
    return ":" if normalize(name).startswith(":") else ""


def _read_spirit(clause: str) -> Spirit:
    """Return the spirit that a clause invokes. Raises NotUnderstood."""
    words = [word for word in _PARTED.split(clause) if word]
    attuned = sum("attuned".startswith(word) for word in words)
    for word, times in (("attuned", attuned), ("invocation", words.count("invocation"))):
        if times > 1:
            raise NotUnderstood(f"{quoted(word)} is written more than once. Write it once.")
    match [w for w in words if w != "invocation" and not "attuned".startswith(w)]:
        case [word] if "foresight".startswith(word):
            return Spirit("foresight", None, attuned == 1)
        case [word, unit] if "strength".startswith(word) and unit in NAMES:
            return Spirit("strength", int(unit), attuned == 1)
    said = f"{quoted(clause)} is not a spirit" if clause else "No spirit is named"
    raise NotUnderstood(
        f"{said}. Write strength and a unit, or foresight, and add attuned if it is attuned. "
        "Example: | spirit strength 3 attuned."
    )
