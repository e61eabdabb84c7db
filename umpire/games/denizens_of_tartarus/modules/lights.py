"""The modules with lights: the fourth that is on gives a point, and all go off.

Order, for Ixion: the colour shown moves on at every play; a card that has it lights a light.
Pair, for the Danaïdes: the difference of the two cards kept in hand lights a light.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, TypeVar

from pydantic import Field

from umpire.games.base import BadOption, NotAllowed, Screen
from umpire.games.blocks import column
from umpire.games.denizens_of_tartarus.cards import COLORS, NUMBERS, Color, ModuleName
from umpire.games.denizens_of_tartarus.modules.base import (
    Draw,
    Effect,
    Module,
    Play,
    Reported,
    take,
)
from umpire.games.denizens_of_tartarus.reported import read_both, read_set
from umpire.games.two_players import BySide, Side, replace_side

_LIGHTS: Final = 4
_ON = "●"

_T = TypeVar("_T")


def _light_columns(
    lit: tuple[Collection[_T], Collection[_T]], sides: tuple[Side, Side], lights: Collection[_T]
) -> Screen:
    """Return a column of each side with a mark for each light that is on."""
    left, right = (
        column((_ON if light in lit[side] else "" for light in lights), len(lights))
        for side in sides
    )
    return {"left": left, "right": right}


def _read_lights(where: str, given: Sequence[_T]) -> frozenset[_T]:
    """Return the lights that one side has on, as reported. Raises BadOption at `where`."""
    lights = read_set(where, given)
    if len(lights) >= _LIGHTS:
        raise BadOption(where, f"may have at most {_LIGHTS - 1} lights on, not {len(lights)}")
    return lights


_SHOWN = "▸"
"""Marks the colour that is shown."""
_NEXT = dict(zip(COLORS, (*COLORS[1:], COLORS[0]), strict=True))


class ReportedOrder(Reported):
    """Order as it is reported."""

    color: Color
    lights: dict[str, list[Color]]

    def module(self, where: str, seats: tuple[str, str]) -> "Order":
        score = self.score(where, seats, Order)
        lights = read_both(f"{where}, lights", self.lights, seats, _read_lights)
        return Order(**score, color=self.color, lights=lights)


@dataclass(frozen=True, slots=True)
class Order(Module):
    """The colour shown, and the lights that each side has on."""

    name: ClassVar[ModuleName] = "Order"
    need: ClassVar[int] = 2
    reported: ClassVar[type[Reported]] = ReportedOrder

    color: Color = "Red"
    lights: BySide[frozenset[Color]] = (frozenset(), frozenset())

    def effect(self, play: Play) -> Effect:
        """Light the colour if the card has it, and move on to the next colour either way."""
        shown = _NEXT[self.color]
        if play.card.color != self.color:
            module = self.replace(color=shown)
            return Effect(module, None, f"no light, {self.color} was shown")
        mine = self.lights[play.side] | {self.color}
        note = f"{self.color} light, {len(mine)} of {_LIGHTS}"
        gained = len(mine) == _LIGHTS
        # Ruling 19: only the lights of who gains the point go off.
        lights = replace_side(self.lights, play.side, frozenset() if gained else mine)
        module = self.replace(color=shown, lights=lights)
        return Effect(module, play.side if gained else None, note)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        shown = (f"{_SHOWN} {it[0]}" if it == self.color else it[0] for it in COLORS)
        lit = _light_columns(self.lights, sides, COLORS)
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


_Difference = Annotated[int, Field(ge=0, le=len(NUMBERS) - 1)]
_MIDDLE = 10
"""The place of the middle card, counted from 1: nine lie over it, nine under it."""


class ReportedPair(Reported):
    """Pair as it is reported."""

    lights: dict[str, list[_Difference]]

    def module(self, where: str, seats: tuple[str, str]) -> "Pair":
        score = self.score(where, seats, Pair)
        lights = read_both(f"{where}, lights", self.lights, seats, _read_lights)
        return Pair(**score, lights=lights)


@dataclass(frozen=True, slots=True)
class Pair(Module):
    """The lights, 0 to 4, that each side has on."""

    name: ClassVar[ModuleName] = "Pair"
    need: ClassVar[int] = 2
    reported: ClassVar[type[Reported]] = ReportedPair

    lights: BySide[frozenset[int]] = (frozenset(), frozenset())

    def effect(self, play: Play) -> Effect:
        """Light the difference of the numbers of the two cards left in the hand."""
        one, two = play.hand
        difference = abs(one.number - two.number)
        mine = self.lights[play.side] | {difference}
        gained = len(mine) == _LIGHTS
        # Ruling 19: only the lights of who gains the point go off.
        lights = replace_side(self.lights, play.side, frozenset() if gained else mine)
        note = f"light {difference}, {len(mine)} of {_LIGHTS}"
        module = self.replace(lights=lights)
        return Effect(module, play.side if gained else None, note)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return _light_columns(self.lights, sides, range(len(NUMBERS)))

    def option(self, play: Play) -> Draw:
        """Draw the middle card of the deck."""
        return take(play, _MIDDLE - 1)
