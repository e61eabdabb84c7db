"""Matching, for Tantalus: a point for playing the very card that is shown."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.base import NotAllowed
from umpire.games.denizens_of_tartarus.answers import Turn
from umpire.games.denizens_of_tartarus.components import Card, ModuleName, names
from umpire.games.denizens_of_tartarus.modules.base import Draw, Effect, Module, Play, take


@dataclass(frozen=True)
class Matching(Module):
    """The card shown; None before the start is chosen. Ruling 17: it stays where it is."""

    name: ClassVar[ModuleName] = "Matching"
    need: ClassVar[int] = 3

    card: Card | None = None

    def effect(self, play: Play) -> Effect:
        """Return a point for the card shown, and show the card now at the deck's bottom instead."""
        if play.card is not self.card:
            return Effect(self, None, f"{self.card} is shown")
        shown = play.deck[-1]
        module = Matching(self.points, self.won, shown)
        return Effect(module, play.side, f"it was shown, now {shown} is")

    def option(self, turn: Turn, play: Play) -> Draw:
        """Draw one of the N topmost cards, named or counted from 1 at the top."""
        number = play.card.number
        topmost = play.deck[:number]
        pick = turn.pick
        if isinstance(pick, int) and 1 <= pick <= number:
            return take(play, pick - 1)
        if isinstance(pick, Card) and pick in topmost:
            return take(play, topmost.index(pick))
        asked = f"{pick} is not among them" if isinstance(pick, Card) else f"there is no {pick}"
        raise NotAllowed(
            f"With {play.card} you may draw one of the {number} topmost cards, "
            f"which {'is' if number == 1 else 'are'} {names(topmost)}; {asked}."
        )
