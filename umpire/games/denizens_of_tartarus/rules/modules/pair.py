"""Pair, for the Danaïdes: the difference of the two cards kept in hand lights a light."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import Field

from umpire.games.base import JsonObject, Screen
from umpire.games.denizens_of_tartarus.components import NUMBERS, ModuleName
from umpire.games.denizens_of_tartarus.reported import Sides, by_name, read_both
from umpire.games.denizens_of_tartarus.rules.modules.base import (
    Draw,
    Effect,
    Module,
    Play,
    Reported,
    take,
)
from umpire.games.denizens_of_tartarus.rules.modules.lights import (
    LIGHTS,
    light_columns,
    read_lights,
)
from umpire.games.two_players import Side, with_mine

_Difference = Annotated[int, Field(ge=0, le=len(NUMBERS) - 1)]
_MIDDLE = 10
"""The place of the middle card, counted from 1: nine lie over it, nine under it."""


class ReportedPair(Reported):
    """Pair as it is reported."""

    lights: dict[str, list[_Difference]]

    def module(self, where: str, seats: tuple[str, str]) -> "Pair":
        score = self.score(where, seats, Pair)
        lights = read_both(f"{where}, lights", self.lights, seats, read_lights)
        return Pair(**score, lights=lights)


@dataclass(frozen=True, slots=True)
class Pair(Module):
    """The lights, 0 to 4, that each side has on."""

    name: ClassVar[ModuleName] = "Pair"
    need: ClassVar[int] = 2
    reported: ClassVar[type[Reported]] = ReportedPair

    lights: tuple[frozenset[int], frozenset[int]] = (frozenset(), frozenset())

    def effect(self, play: Play) -> Effect:
        """Light the difference of the numbers of the two cards left in the hand."""
        one, two = play.hand
        difference = abs(one.number - two.number)
        mine = self.lights[play.side] | {difference}
        gained = len(mine) == LIGHTS
        # Ruling 19: only the lights of who gains the point go off.
        lights = with_mine(self.lights, play.side, frozenset() if gained else mine)
        note = f"light {difference}, {len(mine)} of {LIGHTS}"
        module = self.changed(lights=lights)
        return Effect(module, play.side if gained else None, note)

    def board(self, sides: Sides) -> JsonObject:
        return {"lights": by_name(sides, [sorted(lights) for lights in self.lights])}

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return light_columns(self.lights, sides, range(len(NUMBERS)))

    def option(self, play: Play) -> Draw:
        """Draw the middle card of the deck."""
        return take(play, _MIDDLE - 1)
