"""What chance draws: cards one after another, most often from a fresh deck."""

from typing import ClassVar

from umpire.games.base import ChanceKind, Decision, Dice, NotAllowed, NotUnderstood
from umpire.games.cards import names, repeated
from umpire.games.devils_deal.cards import DECK, Cards, read_cards, tokens_of
from umpire.games.devils_deal.state import State


def read_drawn(text: str) -> Cards:
    """Read the cards that chance drew, at least one."""
    return read_cards(tokens_of(text), "Write the cards one after another. Example: R5 B3.")


class DrawingKind(ChanceKind[State, Cards]):
    """Cards that chance draws."""

    def format(self, answer: Cards) -> str:
        return names(answer)

    def is_open(self, answer: Cards) -> bool:
        """Return True: cards are drawn in front of everybody."""
        return True


class FromDeckKind(DrawingKind):
    """A fixed number of cards that chance draws from a fresh deck."""

    count: ClassVar[int]

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        cards = read_drawn(text)
        if len(cards) != self.count:
            raise NotUnderstood(
                f"Draw {self.count}, not {len(cards)}. "
                "Write them one after another. Example: R5 B3."
            )
        twice = repeated(cards)
        if twice is not None:
            raise NotAllowed(f"{twice} is drawn twice. All these cards must be different.")
        return cards

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        """Draw from the deck in deck order."""
        return names(dice.draw(self.count, DECK))
