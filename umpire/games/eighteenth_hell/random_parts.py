"""The disguise and the spirit of a random line of Round 1."""

from typing import Final

from umpire.games.base import RandomSource
from umpire.games.eighteenth_hell.rules import Rules
from umpire.games.eighteenth_hell.state import Standing
from umpire.games.eighteenth_hell.units import ARMY, EIGHTEENTH, Placing, Spirit, Unit, units_of

_DISGUISE: Final = 0.6
_INVOCATION: Final = 0.3
"""How often a random line does this, where it can."""
_ATTUNED: Final = 0.5
_FORESIGHT: Final = 0.4
"""How often the spirit that it invokes is attuned, or foresight."""


def random_disguise(rules: Rules, placing: Placing, random: RandomSource) -> Unit | None:
    """Return what a Zero that is placed is shown as; None if it is shown as itself."""
    units = units_of(placing)
    if 0 not in units or not rules.can_disguise or random.random() >= _DISGUISE:
        return None
    left = [unit for unit in (-1, 1, 2, 3, 4) if units.count(unit) < ARMY.count(unit)]
    return random.choice(left)


def random_spirit(standing: Standing, rules: Rules, random: RandomSource) -> Spirit | None:
    """Return a spirit that may be invoked, or none."""
    attuned = random.random() < _ATTUNED
    if standing.block == EIGHTEENTH or not rules.can_invoke or not standing.uses.left(attuned):
        return None
    if random.random() >= _INVOCATION:
        return None
    if random.random() < _FORESIGHT:
        return Spirit("foresight", None, attuned)
    return Spirit("strength", random.choice((0, 1, 2, 3, 4)), attuned)
