"""The seven modules: how each lies, what a play does there, its draw option.

What has to be said besides card and module is read there too: Shuffle's piles, and what the draw
options of Matching and Stones are told.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from umpire.games.denizens_of_tartarus.cards import MODULES, ModuleName
from umpire.games.denizens_of_tartarus.modules.balance import Balance, ReportedBalance
from umpire.games.denizens_of_tartarus.modules.base import (
    Draw,
    Effect,
    Module,
    Pick,
    Play,
    Reported,
)
from umpire.games.denizens_of_tartarus.modules.lights import (
    Order,
    Pair,
    ReportedOrder,
    ReportedPair,
)
from umpire.games.denizens_of_tartarus.modules.matching import Matching, ReportedMatching
from umpire.games.denizens_of_tartarus.modules.set import ReportedSet, Set
from umpire.games.denizens_of_tartarus.modules.shuffle import ReportedShuffle, Shuffle
from umpire.games.denizens_of_tartarus.modules.stones import ReportedStones, Stones
from umpire.games.options import Options
from umpire.games.two_players import Side

Table = Mapping[ModuleName, Module]
"""The modules as they lie, in their order."""

UNTOUCHED: Final[Table] = MappingProxyType(
    {
        module.name: module
        for module in (Balance(), Order(), Matching(), Set(), Stones(), Pair(), Shuffle())
    }
)
"""The modules in their first state."""


class ReportedTable(Options):
    """The modules as they are reported."""

    Balance: ReportedBalance
    Order: ReportedOrder
    Matching: ReportedMatching
    Set: ReportedSet
    Stones: ReportedStones
    Pair: ReportedPair
    Shuffle: ReportedShuffle


def read_table(where: str, given: ReportedTable, seats: tuple[str, str]) -> Table:
    """Return the modules that were reported. Raises BadOption at `where`."""
    table: dict[ModuleName, Module] = {}
    for name in MODULES:
        reported: Reported = getattr(given, name)
        table[name] = reported.module(f"{where}, {name}", seats)
    return table


def remaining(table: Table) -> int:
    """Count the modules that nobody has won."""
    return [module.won for module in table.values()].count(None)


def modules_won(table: Table, side: Side) -> tuple[ModuleName, ...]:
    """Return the modules that a side has won."""
    return tuple([name for name in MODULES if table[name].won == side])


__all__ = [
    "UNTOUCHED",
    "Balance",
    "Draw",
    "Effect",
    "Matching",
    "Module",
    "Order",
    "Pair",
    "Pick",
    "Play",
    "ReportedTable",
    "Set",
    "Shuffle",
    "Stones",
    "Table",
    "modules_won",
    "read_table",
    "remaining",
]
