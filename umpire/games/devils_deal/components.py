"""What lies on the table: cards, pools of cards, and the numbers that the rules fix."""

from collections.abc import Iterable
from itertools import product
from typing import Final, NewType

Card = NewType("Card", str)
"""A card is the text it is reported as, `B3`: the order of texts is the order of cards."""
Cards = tuple[Card, ...]

COLORS: Final = ("Blue", "Green", "Red")
NUMBERS: Final = range(1, 10)
DECK: Final[Cards] = tuple(Card(f"{color[0]}{n}") for color, n in product(COLORS, NUMBERS))
"""A fresh deck, in the order from which fair dealing draws. There are as many decks as needed."""
NUMBER: Final = {card: int(card[1]) for card in DECK}

START_POOL: Final = 5
POOL: Final = 10
"""The most cards that a pool may hold once a refill, or a card taken, is settled."""
SELECTION: Final = 12

# Ruling 3: these are the later, faster stakes.
START_CHIPS: Final = 30
REFILL_PRICE: Final = 5
ANTE: Final = 2
ANTE_REMOVED: Final = 1
ANTE_POT: Final = 2 * ANTE - ANTE_REMOVED
PENALTY: Final = 2


def in_order(cards: Iterable[Card]) -> Cards:
    """Return the cards in card order, copies side by side."""
    return tuple(sorted(cards))


def total(cards: Iterable[Card]) -> int:
    """Return the sum of the numbers on the cards."""
    return sum(map(NUMBER.__getitem__, cards))
