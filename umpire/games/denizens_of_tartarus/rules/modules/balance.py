"""Balance, for Sisyphus: plays weigh, and points made elsewhere go to the heavier side."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.denizens_of_tartarus.components import ModuleName
from umpire.games.denizens_of_tartarus.rules.modules.base import Draw, Effect, Module, Play, take
from umpire.games.two_players import Side, with_mine


@dataclass(frozen=True)
class Balance(Module):
    """The weight of each side."""

    name: ClassVar[ModuleName] = "Balance"
    need: ClassVar[int] = 5

    weight: tuple[int, int] = (0, 0)

    def effect(self, play: Play) -> Effect:
        """Add the card's number to the weight; being played on gives no point."""
        mine = self.weight[play.side] + play.card.number
        module = Balance(self.points, self.won, with_mine(self.weight, play.side, mine))
        return Effect(module, None, f"weight {mine}")

    def heavier(self) -> Side | None:
        """Return whose weight is more, None if they are equal."""
        first, second = self.weight
        if first == second:
            return None
        return 0 if first > second else 1

    def tipped(self) -> "Balance":
        """Return the module after a point elsewhere: a point to the heavier side, weights at 0."""
        heavier = self.heavier()
        scored = self if heavier is None else self.scored(heavier)
        # Ruling 12: the weights go at a tie too.
        return Balance(scored.points, scored.won)

    def option(self, play: Play) -> Draw:
        """Draw the Nth card from the top."""
        return take(play, play.card.number - 1)
