"""Balance, for Sisyphus: plays weigh, and points made elsewhere go to the heavier side."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.base import BadOption, Screen
from umpire.games.denizens_of_tartarus.cards import ModuleName
from umpire.games.denizens_of_tartarus.modules.base import (
    Draw,
    Effect,
    Module,
    Play,
    Reported,
    facing,
    take,
)
from umpire.games.denizens_of_tartarus.reported import Count, as_it_is, read_both
from umpire.games.two_players import BySide, Side, replace_side


class ReportedBalance(Reported):
    """Balance as it is reported."""

    weight: dict[str, Count]

    def module(self, where: str, seats: tuple[str, str]) -> "Balance":
        score = self.score(where, seats, Balance)
        weight = read_both(f"{where}, weight", self.weight, seats, as_it_is)
        if score["won"] is not None and weight != (0, 0):
            raise BadOption(f"{where}, weight", "must be 0 for both, because Balance is won")
        return Balance(**score, weight=weight)


@dataclass(frozen=True, slots=True)
class Balance(Module):
    """The weight of each side."""

    name: ClassVar[ModuleName] = "Balance"
    need: ClassVar[int] = 5
    reported: ClassVar[type[Reported]] = ReportedBalance
    in_any_turn: ClassVar[bool] = True

    weight: BySide[int] = (0, 0)

    def effect(self, play: Play) -> Effect:
        """Add the card's number to the weight; being played on gives no point."""
        mine = self.weight[play.side] + play.card.number
        module = self.replace(weight=replace_side(self.weight, play.side, mine))
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
        return scored.replace(weight=(0, 0))

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"weights": facing(self.weight, sides)}

    def option(self, play: Play) -> Draw:
        """Draw the Nth card from the top."""
        return take(play, play.card.number - 1)
