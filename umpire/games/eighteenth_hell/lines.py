"""How a line of either round is written: a placing, hells and a spirit, parted by | in any order.

One grammar serves both rounds: what does not belong in a round is judged there. A line may still
be against the rules.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Final, NamedTuple

from umpire.games.base import NotUnderstood
from umpire.games.eighteenth_hell.hells import (
    Hell,
    called,
    called_in_a_sentence,
    normalize,
    without_lead,
)
from umpire.games.eighteenth_hell.state import Terms
from umpire.games.eighteenth_hell.units import (
    FIELDS,
    NAMES,
    NOTHING,
    Placing,
    Spirit,
    Unit,
    Units,
    place_of,
    units_text,
)
from umpire.games.text import quote

MOST_HELLS: Final = 2
_MOST_MEANT: Final = 5
"""How many hells a sentence names at most that may be meant."""
_PART: Final = "5:1 6:4"
"""A part of a placing: a refusal shows with it how one is written, and suggests no whole one."""
DISGUISED: Final = tuple([f"0({name})" for name in NAMES if name != "0"])
"""A disguised Zero, as it is written."""

_CLAUSE: Final = re.compile(r"(hell|spirit)s?(?![^ :,;]) ?:? ?(.*)")
_DISGUISED_ZERO: Final = r"0 ?\( ?(?:(?:disguised ?)?as ?)?(?P<disguise>- ?1|[1-4]) ?\)"
_ITEM: Final = re.compile(
    r"(?P<field>[2-7]) ?: ?"
    rf"|(?P<unit>{_DISGUISED_ZERO}|-1|[0-4])(?![^ ,;])"
    r"|(?P<word>[^ ,;]+)"
)


class Line(NamedTuple):
    """A line of either round."""

    placing: Placing
    disguise: Unit | None = None
    """What the Zero is shown as, None if as itself."""
    hells: tuple[Hell, ...] = ()
    """Those attempted, as named; in the order of the options once they are judged."""
    spirit: Spirit | None = None

    def __str__(self) -> str:
        """Return the canonical text, which reads as the same line."""
        both, disguise = zip(FIELDS, self.placing, strict=True), self.disguise
        fields = [f"{at}:{units_text(units, disguise, ',')}" for at, units in both if units]
        clauses = [" ".join(fields)]
        if self.hells:
            clauses.append(hells_text(tuple([hell.name for hell in self.hells])))
        if self.spirit:
            clauses.append(f"spirit {self.spirit}")
        return " | ".join(clauses)


def read_line(text: str, terms: Terms) -> Line:
    """Read a whole line, which may still be against the rules. Raises NotUnderstood."""
    by_word: dict[str, list[str]] = {"": [], "hell": [], "spirit": []}
    for clause in _clauses(text, terms):
        word = _CLAUSE.fullmatch(clause)
        by_word[word[1] if word else ""].append(word[2] if word else clause)
    placings, hells, spirits = by_word.values()
    if not placings:
        raise NotUnderstood(f"No units are placed. Write battlefields and units. Example: {_PART}.")
    if len(placings) > 1:
        if any(":" in placing for placing in placings[1:]):
            raise NotUnderstood(
                "Units are placed in two parts. Write all of them in one part, without |."
            )
        raise NotUnderstood(
            f"{quote(placings[1])} cannot come after |. In Round 1 hells or a spirit can, in "
            "Round 2 nothing. Example: | Hell of Four | spirit strength 3."
        )
    for name, clauses in ("hells", hells), ("spirit", spirits):
        if len(clauses) > 1:  # Ruling 22: one spirit a bout.
            raise NotUnderstood(f"There are {len(clauses)} parts for {name}. Write one at most.")
    placing, disguise = _read_placing(placings[0])
    return Line(
        placing,
        disguise,
        _read_hells(hells[0], terms) if hells else (),
        _read_spirit(spirits[0]) if spirits else None,
    )


def read_parts(fields: Sequence[str], hells: Iterable[str], spirit: str, terms: Terms) -> Line:
    """Return the line of those parts that can be read by themselves: nothing is refused.

    `fields` has the units of each battlefield.
    """
    placing, disguise = list(NOTHING), None
    for place, (field, text) in enumerate(zip(FIELDS, fields, strict=True)):
        with suppress(NotUnderstood):
            alone, shown = _read_placing(f"{field}:{normalize(text)}")
            placing[place], disguise = alone[place], shown or disguise
    named: list[Hell] = []
    for text in hells:
        with suppress(NotUnderstood):
            named += _read_hells(normalize(text), terms)
    invoked = None
    with suppress(NotUnderstood):
        invoked = _read_spirit(normalize(spirit))
    return Line(tuple(placing), disguise, tuple(dict.fromkeys(named)), invoked)


def _clauses(text: str, terms: Terms) -> list[str]:
    """Return the clauses of a text, normalized; without |, a line of hells alone is one too."""
    whole = normalize(text)
    if "|" not in whole and len(lines := text.splitlines()) > 1:
        whole = " ".join(
            [
                f"| hells: {line} |" if _are_hells(line, terms) else line
                for line in filter(None, map(normalize, lines))
            ]
        )
    return [*filter(None, map(str.strip, whole.split("|")))]


# The placing


@lru_cache(maxsize=1024)  # bots read what they try again and again
def _read_placing(clause: str) -> tuple[Placing, Unit | None]:
    """Return a placing, and what the Zero in it is shown as. Raises NotUnderstood."""
    placed: dict[str, list[Unit]] = {}
    here: list[Unit] = []
    disguise: Unit | None = None
    for field, unit, shown, word in _ITEM.findall(clause):
        if unit and placed:
            here.append(0 if shown else int(unit))
            if shown:
                disguise = int(shown.replace(" ", ""))
        elif unit:
            raise NotUnderstood(
                f"{quote('0' if shown else unit)} has no battlefield before it. Example: {_PART}."
            )
        elif word:
            raise NotUnderstood(
                f"{quote(word)} is not understood. Write a battlefield from 2 to 7 with a colon, "
                f"then units from -1 to 4 with spaces between them. Example: {_PART}."
            )
        elif field in placed:
            raise NotUnderstood(f"Battlefield {field} is named twice. Name each battlefield once.")
        else:
            here = placed[field] = []
    if not any(placed.values()):
        raise NotUnderstood(f"No units are placed. Write battlefields and units. Example: {_PART}.")
    placing = list(NOTHING)
    for field, units in placed.items():
        placing[place_of(int(field))] = tuple(sorted(units))
    return tuple(placing), disguise


def describe_placing(placing: tuple[Units | int, ...], disguise: Unit | None = None) -> str:
    """Return a placing for a sentence; of units that cannot be seen it gives the number."""
    fields = [
        f"{at}: {units} hidden"
        if isinstance(units, int)
        else f"{at}: {units_text(units, disguise, ' ')}"
        for at, units in zip(FIELDS, placing, strict=True)
        if units != ()  # 0 says that none is hidden there
    ]
    return ", ".join(fields)


# Hells and the spirit


def _read_hells(clause: str, terms: Terms) -> tuple[Hell, ...]:
    """Return the hells that a clause names. Raises NotUnderstood."""
    names = _hell_names(clause)
    if not names:
        raise NotUnderstood("No hell is named. Example: | Hell of Four.")
    hells = []
    for name in names:
        key = without_lead(name)
        if hell := terms.hell_meant.get(key):
            hells.append(hell)
        elif meant := [hell for hell in terms.hells if hell.key.startswith(key)][:_MOST_MEANT]:
            several = called_in_a_sentence(meant, "or")
            raise NotUnderstood(f"{quote(name)} could be {several}. Write more of the name.")
        else:
            raise NotUnderstood(
                f"There is no hell {quote(name)}. Write its name or the beginning of it. "
                f"Example: {called(terms.hells[0].name)}."
            )
    return tuple(hells)


def _are_hells(line: str, terms: Terms) -> bool:
    """Return whether a normalized line is nothing but one or two names of hells, in full."""
    keys = [*map(without_lead, _hell_names(line))]
    return 0 < len(keys) <= MOST_HELLS and {*keys} <= {hell.key for hell in terms.hells}


def _hell_names(clause: str) -> list[str]:
    return [*filter(None, map(str.strip, clause.replace(";", ",").split(",")))]


@lru_cache(maxsize=1024)
def hells_text(names: tuple[str, ...]) -> str:
    """Return a clause of hells; a name that begins with a colon must not lose it."""
    return f"hells{':' * normalize(names[0]).startswith(':')} {', '.join(names)}"


def _read_spirit(clause: str) -> Spirit:
    """Return the spirit that a clause invokes. Raises NotUnderstood."""
    words = clause.replace(",", " ").replace(";", " ").split()
    attuned = sum("attuned".startswith(word) for word in words)
    for word, times in (("attuned", attuned), ("invocation", words.count("invocation"))):
        if times > 1:
            raise NotUnderstood(f"{quote(word)} is written more than once. Write it once.")
    match [w for w in words if w != "invocation" and not "attuned".startswith(w)]:
        case [word] if "foresight".startswith(word):
            return Spirit("foresight", None, attuned == 1)
        case [word, unit] if "strength".startswith(word) and unit in NAMES:
            return Spirit("strength", int(unit), attuned == 1)
    problem = f"{quote(clause)} is not a spirit" if clause else "No spirit is named"
    raise NotUnderstood(
        f"{problem}. Write strength and a unit, or foresight, and add attuned if it is attuned. "
        "Example: | spirit strength 3 attuned."
    )
