"""Order, for Ixion: the colour shown moves on at every play; a card that has it lights a light."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.base import JsonObject, NotAllowed, Screen
from umpire.games.blocks import column
from umpire.games.denizens_of_tartarus.components import COLORS, Color, ModuleName
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

_SHOWN = "▸"
"""Marks the colour that is shown."""
_NEXT = dict(zip(COLORS, (*COLORS[1:], COLORS[0]), strict=True))


class ReportedOrder(Reported):
    """Order as it is reported."""

    color: Color
    lights: dict[str, list[Color]]

    def module(self, where: str, seats: tuple[str, str]) -> "Order":
        score = self.score(where, seats, Order)
        lights = read_both(f"{where}, lights", self.lights, seats, read_lights)
        return Order(**score, color=self.color, lights=lights)


@dataclass(frozen=True, slots=True)
class Order(Module):
    """The colour shown, and the lights that each side has on."""

    name: ClassVar[ModuleName] = "Order"
    need: ClassVar[int] = 2
    reported: ClassVar[type[Reported]] = ReportedOrder

    color: Color = "Red"
    lights: tuple[frozenset[Color], frozenset[Color]] = (frozenset(), frozenset())

    def effect(self, play: Play) -> Effect:
        """Light the colour if the card has it, and move on to the next colour either way."""
        shown = _NEXT[self.color]
        if play.card.color != self.color:
            module = self.changed(color=shown)
            return Effect(module, None, f"no light, {self.color} was shown")
        mine = self.lights[play.side] | {self.color}
        note = f"{self.color} light, {len(mine)} of {LIGHTS}"
        gained = len(mine) == LIGHTS
        # Ruling 19: only the lights of who gains the point go off.
        lights = with_mine(self.lights, play.side, frozenset() if gained else mine)
        module = self.changed(color=shown, lights=lights)
        return Effect(module, play.side if gained else None, note)

    def board(self, sides: Sides) -> JsonObject:
        lit = [[color for color in COLORS if color in lights] for lights in self.lights]
        return {"color": self.color, "lights": by_name(sides, lit)}

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        shown = (f"{_SHOWN} {it[0]}" if it == self.color else it[0] for it in COLORS)
        lit = light_columns(self.lights, sides, COLORS)
        return {"shown": column(shown, len(COLORS)), **lit}

    def option(self, play: Play) -> Draw:
        """Draw the topmost card of the played card's colour."""
        for index, card in enumerate(play.deck):
            if card.color == play.card.color:
                return take(play, index)
        raise NotAllowed(
            f"The deck has no {play.card.color} card, so Order's draw option is not possible. "
            "Draw the top card."
        )
