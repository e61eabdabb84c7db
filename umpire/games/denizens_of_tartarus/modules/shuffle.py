"""Shuffle, for Ocnus: tokens for what lies at the ends of three piles, which may change places."""

from dataclasses import dataclass
from typing import ClassVar

from umpire.games.denizens_of_tartarus.answers import SAME_PILES, Turn
from umpire.games.denizens_of_tartarus.components import Deck, ModuleName, names, with_mine
from umpire.games.denizens_of_tartarus.modules.base import Draw, Effect, Module, Play, take

_PILE = 6
"""The cards of the top and of the bottom pile; the middle pile is the rest, 7 or 6."""
_ENDS = (0, 5, 6, 12, 13, 18)
"""Ruling 15: tokens are counted on piles of 6, 7 and 6."""
_TOKENS = 5


@dataclass(frozen=True)
class Shuffle(Module):
    """The tokens of each side."""

    name: ClassVar[ModuleName] = "Shuffle"
    need: ClassVar[int] = 4

    tokens: tuple[int, int] = (0, 0)

    def effect(self, play: Play) -> Effect:
        """Count the tokens. The piles are for the draw to move: the option draws before that."""
        color, number = play.card.color, play.card.number
        ends = (play.deck[index] for index in _ENDS)
        alike = [card for card in ends if card.color == color or card.number == number]
        mine = self.tokens[play.side] + len(alike)
        gained = mine >= _TOKENS
        # Rulings 14 and 19: one point however many there are; all go, the opponent's stay.
        tokens = with_mine(self.tokens, play.side, 0 if gained else mine)
        note = f"{_count(len(alike))}{' for ' if alike else ''}{names(alike)}, {mine} in all"
        module = Shuffle(self.points, self.won, tokens)
        return Effect(module, play.side if gained else None, note)

    def draw(self, turn: Turn, play: Play) -> Draw:
        """Rearrange the piles, then draw the top card (ruling 23)."""
        return take(play._replace(deck=rearranged(play.deck, turn.piles)), 0)

    def option(self, turn: Turn, play: Play) -> Draw:
        """Draw the top card first, then rearrange the 18 cards left."""
        top = take(play, 0)
        return top._replace(deck=rearranged(top.deck, turn.piles))


def rearranged(deck: Deck, piles: str) -> Deck:
    """Put the three piles together in a new order. Ruling 16: inside a pile nothing moves."""
    if piles == SAME_PILES:
        return deck
    # Ruling 15: of a deck of 18 the piles are 6, 6 and 6.
    pile = {"T": deck[:_PILE], "M": deck[_PILE:-_PILE], "B": deck[-_PILE:]}
    return tuple(card for letter in piles for card in pile[letter])


def _count(tokens: int) -> str:
    return f"{tokens or 'no'} token{'' if tokens == 1 else 's'}"
