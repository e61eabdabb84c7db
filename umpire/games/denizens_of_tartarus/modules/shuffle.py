"""Shuffle, for Ocnus: tokens for what lies at the ends of three piles, which may change places."""

from dataclasses import dataclass
from operator import itemgetter
from typing import Annotated, ClassVar, Final

from pydantic import Field

from umpire.games.base import NotUnderstood, Screen
from umpire.games.cards import names
from umpire.games.denizens_of_tartarus.cards import Deck, Line, ModuleName
from umpire.games.denizens_of_tartarus.modules.base import (
    Draw,
    Effect,
    Module,
    Play,
    Reported,
    facing,
    take,
)
from umpire.games.denizens_of_tartarus.reported import as_it_is, read_both
from umpire.games.text import normalize, prefix_table
from umpire.games.two_players import BySide, Side, replace_side

PILE_ORDERS: Final = ("TMB", "TBM", "MTB", "MBT", "BTM", "BMT")
"""Top, middle and bottom pile in their new order from the top."""
SAME_PILES: Final = PILE_ORDERS[0]
_PILES: Final = {"T": "top", "M": "middle", "B": "bottom"}
_PILE_SPELT: Final = prefix_table({name: name for name in _PILES.values()})
_ORDER_SPELT: Final = {normalize(piles): piles for piles in PILE_ORDERS}

_PILE = 6
"""The cards of the top and of the bottom pile; the middle pile is the rest, 7 or 6."""
_ends_of = itemgetter(0, 5, 6, 12, 13, 18)
"""Ruling 15: tokens are counted on piles of 6, 7 and 6."""
_TOKENS = 5


class ReportedShuffle(Reported):
    """Shuffle as it is reported."""

    tokens: dict[str, Annotated[int, Field(ge=0, lt=_TOKENS)]]

    def module(self, where: str, seats: tuple[str, str]) -> "Shuffle":
        score = self.score(where, seats, Shuffle)
        tokens = read_both(f"{where}, tokens", self.tokens, seats, as_it_is)
        return Shuffle(**score, tokens=tokens)


@dataclass(frozen=True, slots=True)
class Shuffle(Module):
    """The tokens of each side."""

    name: ClassVar[ModuleName] = "Shuffle"
    need: ClassVar[int] = 4
    reported: ClassVar[type[Reported]] = ReportedShuffle

    tokens: BySide[int] = (0, 0)

    def effect(self, play: Play) -> Effect:
        """Count the tokens. The piles are for the draw to move: the option draws before that."""
        color, number = play.card.color, play.card.number
        alike = [
            card for card in _ends_of(play.deck) if card.color == color or card.number == number
        ]
        mine = self.tokens[play.side] + len(alike)
        gained = mine >= _TOKENS
        # Rulings 14 and 19: one point however many there are; all go, the opponent's stay.
        tokens = replace_side(self.tokens, play.side, 0 if gained else mine)
        ends = f" ({names(alike)})" if alike else ""
        note = f"{_count(len(alike))}{ends}, {mine} in all"
        module = self.replace(tokens=tokens)
        return Effect(module, play.side if gained else None, note)

    def draw(self, play: Play) -> Draw:
        """Rearrange the piles, then draw the top card (ruling 23)."""
        return take(play._replace(deck=rearranged(play.deck, play.piles)), 0)

    def cells(self, sides: tuple[Side, Side]) -> Screen:
        return {"tokens": facing(self.tokens, sides)}

    def option(self, play: Play) -> Draw:
        """Draw the top card first, then rearrange the 18 cards left."""
        top = take(play, 0)
        return top._replace(deck=rearranged(top.deck, play.piles))


def rearranged(deck: Deck, piles: str) -> Deck:
    """Put the three piles together in a new order. Ruling 16: inside a pile nothing moves."""
    if piles == SAME_PILES:
        return deck
    # Ruling 15: of a deck of 18 the piles are 6, 6 and 6.
    pile = {"T": deck[:_PILE], "M": deck[_PILE:-_PILE], "B": deck[-_PILE:]}
    first, second, third = [pile[letter] for letter in piles]
    return first + second + third


def read_piles(line: Line) -> str | None:
    """Read the new order of the piles in one word or in three, None if none is said."""
    together = _ORDER_SPELT.get(line.next())
    if together is not None:
        line.skip()
        return together
    piles = ""
    while len(piles) < len(_PILES) and line.next() in _PILE_SPELT:
        piles += _PILE_SPELT[line.next()][0].upper()
        line.skip()
    if piles and piles not in PILE_ORDERS:
        raise NotUnderstood("Name each pile once, the new top pile first. Example: BTM.")
    return piles or None


def _count(tokens: int) -> str:
    return f"{tokens or 'no'} token{'' if tokens == 1 else 's'}"
