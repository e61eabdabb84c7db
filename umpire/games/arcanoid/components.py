"""What lies on the table: the 78 cards, the four fields, and the numbers that the rules fix.

Ruling 52: one deck, and none of the source's jests.
"""

from collections.abc import Container, Iterable
from typing import Final, NewType

Card = NewType("Card", str)
"""A card is the text it is reported as: `S4`, `SQ`, or a trump's number, `21`."""
Cards = tuple[Card, ...]

SUITS: Final = ("swords", "staves", "cups", "coins")
"""The suits are the fields too, always in this order."""
LETTERS: Final = "STCO"  # Ruling 4
SUIT_OF: Final = dict(zip(LETTERS, SUITS, strict=True))
NUMERIC: Final = tuple(str(number) for number in range(1, 11))
COURTS: Final = {"J": "knave", "N": "knight", "Q": "queen", "K": "king"}
RANKS: Final = (*NUMERIC, *COURTS)
TRUMPS: Final = (
    "fool",
    "magician",
    "priestess",
    "empress",
    "emperor",
    "hierophant",
    "lovers",
    "chariot",
    "justice",
    "hermit",
    "wheel",
    "strength",
    "hanged",
    "death",
    "temperance",
    "devil",
    "tower",
    "star",
    "moon",
    "sun",
    "judgment",
    "world",
)
"""The names of the trumps by their numbers (ruling 3)."""

DECK: Final[Cards] = (
    *(Card(letter + rank) for letter in LETTERS for rank in RANKS),
    *(Card(str(number)) for number in range(len(TRUMPS))),
)
"""The full deck, in card order."""
MINORS: Final[Cards] = tuple([card for card in DECK if card[0] in LETTERS])
"""All that are no trumps, in card order."""
PLACE: Final = {card: place for place, card in enumerate(DECK)}
_place: Final = PLACE.__getitem__

FOOL: Final = Card("0")
MAGICIAN: Final = Card("1")
PRIESTESS: Final = Card("2")
EMPRESS: Final = Card("3")
EMPEROR: Final = Card("4")
HIEROPHANT: Final = Card("5")
LOVERS: Final = Card("6")
CHARIOT: Final = Card("7")
JUSTICE: Final = Card("8")
HERMIT: Final = Card("9")
WHEEL: Final = Card("10")
STRENGTH: Final = Card("11")
HANGED: Final = Card("12")
DEATH: Final = Card("13")
TEMPERANCE: Final = Card("14")
DEVIL: Final = Card("15")
TOWER: Final = Card("16")
STAR: Final = Card("17")
MOON: Final = Card("18")
SUN: Final = Card("19")
JUDGMENT: Final = Card("20")
WORLD: Final = Card("21")

HAND: Final = 6
VISIBLE: Final = 2
EXTRA_MOVES: Final = 3
WHEEL_CARDS: Final = 5

FIELDS: Final = range(len(SUITS))
"""Fields as the program counts them, swords 0 to coins 3."""
_SUIT: Final = {card: LETTERS.index(card[0]) if card[0] in LETTERS else None for card in DECK}
_NUMBER: Final = {
    card: int(card[1:]) if card[0] in LETTERS and card[1:] in NUMERIC else None for card in DECK
}
# No hidden card is in these tables: what computes with one fails.


def suit_of(card: Card) -> int | None:
    """Return the field of a minor card's suit, None for a trump."""
    return _SUIT[card]


def number_of(card: Card) -> int | None:
    """Return the number of a numeric card, 1 to 10; None for courts and trumps."""
    return _NUMBER[card]


def is_trump(card: Card) -> bool:
    """Return whether a card is a trump, the Fool among them."""
    return _SUIT[card] is None


def is_ace(card: Card) -> bool:
    """Return whether a card is one of the four aces."""
    return _NUMBER[card] == 1


def is_court(card: Card) -> bool:
    """Return whether a card is a knave, knight, queen or king."""
    return _SUIT[card] is not None and _NUMBER[card] is None


def rank_of(card: Card) -> str:
    """Return what follows the letter of a minor card: `1` to `10`, `J`, `N`, `Q`, `K`."""
    return card[1:]


def in_order(cards: Iterable[Card]) -> Cards:
    """Return the cards in card order."""
    return tuple(sorted(cards, key=_place))


def without(cards: Iterable[Card], gone: Container[Card]) -> Cards:
    """Return what is left of the cards, in their order; every card is there once."""
    return tuple([card for card in cards if card not in gone])


def title(card: Card) -> str:
    """Return a card as a sentence names it: a trump with its name."""
    return f"{card} ({TRUMPS[int(card)]})" if is_trump(card) else card
