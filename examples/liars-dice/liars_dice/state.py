"""A match of Liar's Dice at one moment, and the options that it is begun with."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, NamedTuple

from pydantic import Field

from umpire.games.base import Outcome
from umpire.games.options import Open, Options
from umpire.games.values import Value


class LiarsOptions(Options):
    """What the header may say."""

    dice: Open[Annotated[int, Field(ge=1, le=5, description="Each player's dice, 1 to 5 (5).")]] = 5
    seconds: Open[Annotated[float, Field(gt=0, description="The time for a bid (60).")]] = 60


class Bid(NamedTuple):
    """At least so many dice show a face. The higher bid is the greater tuple."""

    dice: int
    face: int

    def __str__(self) -> str:
        return f"{self.dice} x {self.face}"


@dataclass(frozen=True, slots=True)
class State(Value):
    """Who has which dice, and what is bid on them."""

    options: LiarsOptions
    order: tuple[str, ...]  # who has dice; the first is to bid, the last has made the last bid
    left: Mapping[str, int]  # how many dice each player has, by seat; 0 for one who is out
    dice: Mapping[str, tuple[int, ...]]  # under each player's cup, their secret
    last_round: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # these all have seen
    phase: str = "roll"
    round: int = 1
    bid: Bid | None = None
    outcome: Outcome | None = None

    def without(self, dice: int, player: str, reason: str) -> "State":
        """Take dice from a player, who begins the next round; the last one with dice has won."""
        left, seat = {**self.left, player: self.left[player] - dice}, self.order.index(player)
        order = tuple(name for name in self.order[seat:] + self.order[:seat] if left[name])
        won = Outcome(order[0], reason) if len(order) == 1 else None
        new = self.replace(left=left, order=order, outcome=won, dice={})
        return new.replace(phase="roll", round=self.round + 1, bid=None)
