"""The cards: the deck, how they are written, and what hands they make; what the rules count.

Ruling 36: what fits no notation is refused, never guessed at.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import product, zip_longest
from typing import Final, Literal, NamedTuple, NewType

from umpire.games.base import NotUnderstood
from umpire.games.cards import names
from umpire.games.text import normalize, prefix_table, quoted, words

Card = NewType("Card", str)
"""A card is the text it is reported as, `B3`: the order of texts is the order of cards."""
Cards = tuple[Card, ...]

_COLORS: Final = ("Blue", "Green", "Red")
_NUMBERS: Final = range(1, 10)
DECK: Final[Cards] = tuple(Card(f"{color[0]}{n}") for color, n in product(_COLORS, _NUMBERS))
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


HandName = Literal["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]
Private = tuple[Card, Card]
"""A player's private cards, in the order in which they are revealed."""


class Hand(NamedTuple):
    """A hand's name and its worth: the better of two hands has the greater one."""

    name: HandName
    worth: tuple[int, ...]


def hand_name(hand: Hand) -> str:
    """Return a hand's name, of a pair with its number."""
    return f"pair of {hand.worth[1]}" if hand.name == "pair" else hand.name


def hand_of(private: Private, community: Card) -> Hand:
    """Return the best that two private cards and the community card are, in no order."""
    first, second = private
    low, middle, high = sorted([NUMBER[first], NUMBER[second], NUMBER[community]])
    flush = first[0] == second[0] == community[0]
    straight = low + 1 == middle == high - 1
    if low == high:
        # Ruling 32: both players' would be of the community card's number, so nothing compares.
        return Hand("three of a kind", (5,))
    if straight:
        return Hand("straight flush", (4, high)) if flush else Hand("straight", (3, high))
    if flush:
        return Hand("flush", (2, high, middle, low))
    if middle in (low, high):
        return Hand("pair", (1, middle, high if middle == low else low))
    return Hand("high card", (0, high, middle, low))


NONE: Final = "none"
DISCARD: Final = "discard"
D: Final = "d"
"""`discard`, shortened."""

_COLOR_SPELT: Final = prefix_table({normalize(color): color for color in _COLORS})
_CARD_SPELT: Final = {
    f"{spelling}{number}": Card(f"{color[0]}{number}")
    for spelling, color in _COLOR_SPELT.items()
    for number in _NUMBERS
}
# Everything else but blanks stands for itself.
_WORD: Final = re.compile(r"[a-z]+|\S")
_TOKEN: Final = re.compile(
    rf"(?:{'|'.join(sorted(_COLOR_SPELT, key=len, reverse=True))}) ?[1-9]|{_WORD.pattern}"
)


def tokens_of(text: str, blanks: str = ",;") -> list[str]:
    """Return the cards, words and marks of a text, in which each of `blanks` counts as a blank.

    None of them has a blank in it.
    """
    return [token.replace(" ", "") for token in _TOKEN.findall(" ".join(words(text, blanks)))]


def read_cards(tokens: Sequence[str], hint: str) -> Cards:
    """Read nothing but cards, at least one."""
    if not tokens:
        raise NotUnderstood(f"No card is named. {hint}")
    try:
        return tuple([_CARD_SPELT[token] for token in tokens])
    except KeyError:
        raise NotUnderstood(f"{_no_card(tokens)} is not a card. {hint}") from None


def _no_card(tokens: Sequence[str]) -> str:
    """Return in quotes the first of the tokens that is no card, of a colour with what follows."""
    apart = (found[0] for found in _WORD.finditer(" ".join(tokens)))
    pairs = zip_longest(apart, apart, fillvalue="")
    color, number = next(pair for pair in pairs if "".join(pair) not in _CARD_SPELT)
    return quoted(f"{color}{number}" if color in _COLOR_SPELT else color)


def read_list(tokens: Sequence[str]) -> Cards:
    """Read what follows `unused` or `discard`: cards, `none` or nothing."""
    rest = tokens[1:] if tokens[:1] == [":"] else tokens
    if not rest or rest == [NONE]:
        return ()
    return read_cards(rest, "Write cards behind it, or none. Example: discard: R5 B3.")


def with_discards(text: str, mark: str, discards: Cards) -> str:
    """Return a text with the discards behind it, if there are any."""
    return f"{text}{mark}{DISCARD}: {names(discards)}" if discards else text
