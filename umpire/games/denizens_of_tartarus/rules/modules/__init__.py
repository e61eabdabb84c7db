"""The seven modules, a file each: how it lies, what a play does there, its draw option.

What has to be said besides card and module is read there too: Shuffle's piles, and what the draw
options of Matching and Stones are told.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from umpire.games.denizens_of_tartarus.components import MODULES, ModuleName
from umpire.games.denizens_of_tartarus.rules.modules.balance import Balance
from umpire.games.denizens_of_tartarus.rules.modules.base import Draw, Effect, Module, Pick, Play
from umpire.games.denizens_of_tartarus.rules.modules.matching import Matching
from umpire.games.denizens_of_tartarus.rules.modules.order import Order
from umpire.games.denizens_of_tartarus.rules.modules.pair import Pair
from umpire.games.denizens_of_tartarus.rules.modules.set import Set
from umpire.games.denizens_of_tartarus.rules.modules.shuffle import Shuffle
from umpire.games.denizens_of_tartarus.rules.modules.stones import Stones
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
    "Set",
    "Shuffle",
    "Stones",
    "Table",
    "modules_won",
    "remaining",
]
