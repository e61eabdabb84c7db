"""What lies in the box: colours, cards, the names of the modules, starting configurations."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import Final, Literal, get_args

from umpire.games.cards import repeated

Color = Literal["Red", "Yellow", "Green", "Blue", "Purple"]
COLORS: Final[tuple[Color, ...]] = ("Red", "Yellow", "Green", "Blue", "Purple")
NUMBERS: Final = (1, 2, 3, 4, 5)

ModuleName = Literal["Balance", "Order", "Matching", "Set", "Stones", "Pair", "Shuffle"]
MODULES: Final[tuple[ModuleName, ...]] = get_args(ModuleName)

SINNERS: Final[dict[ModuleName, str]] = {
    "Balance": "Sisyphus",
    "Order": "Ixion",
    "Matching": "Tantalus",
    "Set": "Phlegyas",
    "Stones": "Tityos",
    "Pair": "the Danaïdes",
    "Shuffle": "Ocnus",
}
"""Who suffers at each module: its second name."""

HAND: Final = 3
DECK: Final = 19
"""The cards of a hand and of the deck at the start of every turn."""

LETTERS: Final = ("A", "B", "C", "D")
"""The four starting configurations."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One of the 25 cards. Each exists once, so that a card equals only itself."""

    color: Color
    number: int
    name: str
    """As it is reported: `Y5`."""
    rank: int
    """Its place by colour, then number: 0 is R1, 24 is P5."""

    def __str__(self) -> str:
        return self.name


CARDS: Final = tuple(
    Card(color, number, f"{color[0]}{number}", rank)
    for rank, (color, number) in enumerate(product(COLORS, NUMBERS))
)
CARD_NAMED: Final = {card.name: card for card in CARDS}

_rank = attrgetter("rank")
_name = attrgetter("name")

Hand = tuple[Card, ...]
"""In the order of the ranks: a hand has no order of its own."""
Deck = tuple[Card, ...]
"""Top card first."""


def as_hand(cards: Iterable[Card]) -> Hand:
    """Return the cards in the order in which hands are kept and shown."""
    return tuple(sorted(cards, key=_rank))


def names(cards: Iterable[Card]) -> str:
    """Return the cards as a sentence shows them: `R1 Y5 B3`."""
    return " ".join(map(_name, cards))


@dataclass(frozen=True, slots=True)
class Configuration:
    """A start: Player 1's hand, Player 2's hand and the deck."""

    hands: tuple[Hand, Hand]
    deck: Deck

    def fault(self) -> str | None:
        """Tell in one sentence why this is no legal start, None if it is one."""
        cards = [*self.hands[0], *self.hands[1], *self.deck]
        doubled = repeated(cards)
        if doubled is not None:
            return f"{doubled} is named more than once. Each of the 25 cards comes once."
        sizes = (len(self.hands[0]), len(self.hands[1]), len(self.deck))
        if sizes != (HAND, HAND, DECK):
            return (
                f"Give two hands of {HAND} cards and a deck of {DECK}, "
                f"not {sizes[0]}, {sizes[1]} and {sizes[2]} cards."
            )
        for number, hand in enumerate(self.hands, 1):
            # Ruling 2: the colours differ within each hand, not over both.
            if {card.number for card in hand} != {1, 2, 3} or len({c.color for c in hand}) != HAND:
                return (
                    f"Player {number}'s hand {names(hand)} must have the numbers 1, 2 and 3 "
                    "in three different colours."
                )
        return None
