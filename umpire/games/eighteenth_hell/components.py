"""What lies on the table: units, battlefields, blocks, and how units are placed."""

from collections.abc import Iterable
from typing import Final, Literal

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

ROUND1_UNITS: Final = 6

Side = Literal[0, 1]
"""A player's seat."""
SIDES: Final[tuple[Side, Side]] = (0, 1)


def opponent(side: Side) -> Side:
    """Return the other seat."""
    return 0 if side == 1 else 1


def place_of(battlefield: int) -> int:
    """Return the place of a battlefield in a `Placing`."""
    return battlefield - BATTLEFIELDS[0]


def without(units: Units, taken: Iterable[Unit]) -> Units:
    """Return what is left of units that include those taken."""
    left = list(units)
    for unit in taken:
        left.remove(unit)
    return tuple(left)


def together(one: Placing, other: Placing) -> Placing:
    """Return two placings as one."""
    return tuple([tuple(sorted(a + b)) for a, b in zip(one, other, strict=True)])


def all_of(placing: Placing) -> Units:
    """Return all units of a placing."""
    a, b, c, d, e, f = placing
    return tuple(sorted(a + b + c + d + e + f))


def block_name(block: int) -> str:
    """Return a block as people call it."""
    if block == PURGATORY:
        return "Purgatory"
    return "the eighteenth hell" if block == EIGHTEENTH else f"block {block}"
