"""Pair, for the Danaïdes: the difference of the two cards kept in hand lights a light."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.denizens_of_tartarus.components import ModuleName
from umpire.games.denizens_of_tartarus.rules.modules.base import Draw, Effect, Module, Play, take
from umpire.games.two_players import with_mine

_LIGHTS = 4
_MIDDLE = 10
"""The place of the middle card, counted from 1: nine lie over it, nine under it."""


@dataclass(frozen=True)
class Pair(Module):
    """The lights, 0 to 4, that each side has on."""

    name: ClassVar[ModuleName] = "Pair"
    need: ClassVar[int] = 2

    lights: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())

    def effect(self, play: Play) -> Effect:
        """Light the difference of the numbers of the two cards left in the hand."""
        one, two = play.hand
        difference = abs(one.number - two.number)
        mine = self.lights[play.side] | {difference}
        gained = len(mine) == _LIGHTS
        # Ruling 19: only the lights of who gains the point go off.
        lights = with_mine(self.lights, play.side, frozenset() if gained else mine)
        note = f"light {difference} is on, {len(mine)} of {_LIGHTS}"
        module = Pair(self.points, self.won, lights)
        return Effect(module, play.side if gained else None, note)

    def option(self, play: Play) -> Draw:
        """Draw the middle card of the deck."""
        return take(play, _MIDDLE - 1)
