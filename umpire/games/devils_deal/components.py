"""What lies on the table: cards, pools of cards, and the numbers that the rules fix."""

from collections.abc import Iterable
from itertools import product
from typing import Final, Literal, NewType, TypeVar

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
PENALTY: Final = 2

Side = Literal[0, 1]
"""0 is the first player of the header, 1 the second."""
SIDES: Final[tuple[Side, Side]] = (0, 1)

T = TypeVar("T")


def opponent(side: Side) -> Side:
    """Return the other side."""
    return 0 if side == 1 else 1


def with_mine(both: tuple[T, T], side: Side, mine: T) -> tuple[T, T]:
    """Return a pair, one of each side, with a side's own put in place of what it had."""
    return (mine, both[1]) if side == 0 else (both[0], mine)


def in_order(cards: Iterable[Card]) -> Cards:
    """Return the cards in card order, copies side by side."""
    return tuple(sorted(cards))


def not_among(cards: Cards, wanted: Cards) -> Card | None:
    """Return a wanted card that is not there, or not as often as wanted; None if all are."""
    return next((card for card in wanted if wanted.count(card) > cards.count(card)), None)


def without(cards: Iterable[Card], gone: Iterable[Card]) -> Cards:
    """Return what is left of the cards, one copy taken away for each that goes."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def repeated(cards: Cards) -> Card | None:
    """Return a card that is there more than once, None if all are different."""
    if len(set(cards)) == len(cards):
        return None
    return next(card for card in cards if cards.count(card) > 1)


def total(cards: Iterable[Card]) -> int:
    """Return the sum of the numbers on the cards."""
    return sum([NUMBER[card] for card in cards])


def names(cards: Iterable[Card]) -> str:
    """Return the cards as a sentence shows them: `B3 G9`."""
    return " ".join(cards)
