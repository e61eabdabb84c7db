"""The seven modules, a file each: how it lies, what a play does there, its draw option."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from umpire.games.denizens_of_tartarus.components import ModuleName
from umpire.games.denizens_of_tartarus.modules.balance import Balance
from umpire.games.denizens_of_tartarus.modules.base import Draw, Effect, Module, Play
from umpire.games.denizens_of_tartarus.modules.matching import Matching
from umpire.games.denizens_of_tartarus.modules.order import Order
from umpire.games.denizens_of_tartarus.modules.pair import Pair
from umpire.games.denizens_of_tartarus.modules.set import Set
from umpire.games.denizens_of_tartarus.modules.shuffle import Shuffle
from umpire.games.denizens_of_tartarus.modules.stones import Stones

Table = Mapping[ModuleName, Module]
"""The modules as they lie, in their order."""

UNTOUCHED: Final[Table] = MappingProxyType(
    {
        module.name: module
        for module in (Balance(), Order(), Matching(), Set(), Stones(), Pair(), Shuffle())
    }
)
"""The modules in their first state."""

__all__ = [
    "UNTOUCHED",
    "Balance",
    "Draw",
    "Effect",
    "Matching",
    "Module",
    "Order",
    "Pair",
    "Play",
    "Set",
    "Shuffle",
    "Stones",
    "Table",
]
