"""What lies on the table: units, battlefields, blocks, spirits, and how units are placed."""

from functools import lru_cache
from typing import Final, Literal, NamedTuple

Unit = int
"""A unit by its number, from -1 to 4, which is its base strength as printed."""
UNITS: Final[tuple[Unit, ...]] = (-1, 0, 1, 2, 3, 4)
UnitName = Literal["-1", "0", "1", "2", "3", "4"]
NAMES: Final[tuple[UnitName, ...]] = ("-1", "0", "1", "2", "3", "4")
"""The units as they are written, in the order of `UNITS`."""

Units = tuple[Unit, ...]
"""Sorted by number: what lies together has no order of its own."""
ARMY: Final[Units] = (-1, -1, -1, -1, 0, 1, 2, 3, 4)
"""The nine units of each player."""

BATTLEFIELDS: Final = (2, 3, 4, 5, 6, 7)
"""Each by its name, which is what it is worth."""
FIELDS: Final = ("2", "3", "4", "5", "6", "7")
"""The battlefields as they are written."""
PLACES: Final = (0, 1, 2, 3, 4, 5)
"""The battlefields by their place in a `Placing`."""

Placing = tuple[Units, ...]
"""For each of the six battlefields the units on it."""
NOTHING: Final[Placing] = ((),) * len(BATTLEFIELDS)

PURGATORY: Final = 0
HELL_BLOCKS: Final = (1, 2, 3, 4)
PRIVATE_BLOCK: Final = 3
EIGHTEENTH: Final = 5
"""The blocks: Purgatory, those of the hells, the eighteenth hell."""

SpiritName = Literal["strength", "foresight"]


class Spirit(NamedTuple):
    """A spirit as it is invoked."""

    name: SpiritName
    unit: Unit | None = None
    """What unit strength is given to; None for foresight."""
    attuned: bool = False

    def __str__(self) -> str:
        unit = "" if self.unit is None else f" {self.unit}"
        return f"{self.name}{unit}{' attuned' if self.attuned else ''}"

    def to_json(self) -> str:
        """Return it as it is written."""
        return str(self)

    def in_force(self) -> "InForce":
        """Return it in force. Ruling 23: the bout it is invoked in is the first that may end it."""
        return InForce(self.name, self.unit, 2 if self.attuned else 1)


class InForce(NamedTuple):
    """A spirit in force: it ends when so many more bouts are won."""

    name: SpiritName
    unit: Unit | None
    wins: int


@lru_cache(maxsize=1024)  # the nine units of a player lie together in no more than 160 ways
def units_texts(units: Units, disguise: Unit | None = None) -> tuple[str, ...]:
    """Return the units of a battlefield as texts, a disguised Zero as `0(2)`."""
    zero = "0" if disguise is None else f"0({disguise})"
    return tuple([str(unit) if unit else zero for unit in units])


@lru_cache(maxsize=4096)
def units_text(units: Units, disguise: Unit | None, separator: str) -> str:
    """Return the units of a battlefield as one text."""
    return separator.join(units_texts(units, disguise))


class Board(NamedTuple):
    """A player's units on the battlefields, and what a Zero among them is shown as."""

    placing: Placing
    disguise: Unit | None = None

    def texts(self, place: int) -> tuple[str, ...]:
        """Return the units of a battlefield as texts."""
        return units_texts(self.placing[place], self.disguise)

    def to_json(self) -> dict[str, list[str]]:
        """Return the units by battlefield, as a report has them."""
        both = zip(FIELDS, self.placing, strict=True)
        return {field: [*units_texts(units, self.disguise)] for field, units in both}


def place_of(battlefield: int) -> int:
    """Return the place of a battlefield in a `Placing`."""
    return battlefield - BATTLEFIELDS[0]


def combine(round1: Placing, round2: Placing) -> Placing:
    """Return two placings as one."""
    both = zip(round1, round2, strict=True)
    return tuple([tuple(sorted(a + b)) if a and b else a or b for a, b in both])


def units_of(placing: Placing) -> Units:
    """Return all units of a placing."""
    a, b, c, d, e, f = placing
    return tuple(sorted([*a, *b, *c, *d, *e, *f]))


def block_name(block: int) -> str:
    """Return a block as people call it."""
    if block == PURGATORY:
        return "Purgatory"
    return "the eighteenth hell" if block == EIGHTEENTH else f"block {block}"
