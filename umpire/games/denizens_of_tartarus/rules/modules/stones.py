"""Stones, for Tityos: cards take stones of their colour; a colour's last stone scores."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.base import NotAllowed, RandomSource
from umpire.games.denizens_of_tartarus.components import COLORS, Card, Deck, Hand, ModuleName
from umpire.games.denizens_of_tartarus.rules.line import Line
from umpire.games.denizens_of_tartarus.rules.modules.base import Draw, Effect, Module, Pick, Play
from umpire.games.sampling import any_of

STONES = 6
"""Of each colour, at the start."""


@dataclass(frozen=True)
class Stones(Module):
    """The stones left of each colour, in the order of the colours."""

    name: ClassVar[ModuleName] = "Stones"
    need: ClassVar[int] = 3

    stones: tuple[int, ...] = (STONES,) * len(COLORS)

    def effect(self, play: Play) -> Effect:
        """Take as many stones of the card's colour as its number says, or all that are left."""
        color = COLORS.index(play.card.color)
        before = self.stones[color]
        gone = min(play.card.number, before)
        left = before - gone
        module = Stones(
            self.points, self.won, (*self.stones[:color], left, *self.stones[color + 1 :])
        )
        # Ruling 18: where none is left nothing goes, and nobody gains a point.
        gainer = play.side if gone and not left else None
        kind = f"{play.card.color} {'stone' if gone == 1 else 'stones'}"
        return Effect(module, gainer, f"{gone or 'no'} {kind} gone, {left or 'none'} left")

    def option(self, play: Play) -> Draw:
        """Discard one of the two cards left in the hand, then draw the two topmost."""
        extra = next((card for card in play.hand if card is play.pick), None)
        if extra is None:
            raise NotAllowed(
                f"Stones' draw option discards a card that is left in your hand, "
                f"{' or '.join(map(str, play.hand))}; {play.pick} is not."
            )
        drawn = play.deck[:2]
        kept = tuple(card for card in play.hand if card is not extra)
        # Ruling 21: the extra card goes under the deck before the card that was played.
        return Draw(drawn, (*kept, *drawn), (*play.deck[2:], extra))

    def read_pick(self, line: Line) -> Pick:
        """Read the card to discard."""
        return line.card("Say which card Stones' option discards, e.g. draw module R2.")

    def picks(self, card: Card | None, hand: Hand, deck: Deck) -> tuple[str, ...]:
        """Return the cards that will be left in the hand."""
        return tuple([str(held) for held in hand if held is not card])

    def random_pick(self, play: Play, random: RandomSource) -> Pick:
        """Return one of the two cards left in the hand."""
        return any_of(random, play.hand)
