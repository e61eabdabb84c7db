"""The cards: the deck, the hands they make, how they are written; the numbers of the rules.

Ruling 36: a text that fits no notation is refused, never guessed at.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import product, zip_longest
from typing import Final, Literal, NamedTuple, NewType

from umpire.games.base import NotUnderstood
from umpire.games.cards import names
from umpire.games.text import normalize, prefix_table, quote, words

Card = NewType("Card", str)
"""A card is its text in a report, `B3`; cards are in the order of their texts."""
Cards = tuple[Card, ...]

_COLORS: Final = ("Blue", "Green", "Red")
_NUMBERS: Final = range(1, 10)
DECK: Final[Cards] = tuple(Card(f"{color[0]}{n}") for color, n in product(_COLORS, _NUMBERS))
"""A fresh deck, in the order from which fair dealing draws; each draw has a deck of its own."""
NUMBER_OF: Final = {card: int(card[1]) for card in DECK}

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
    return sum(map(NUMBER_OF.__getitem__, cards))


HandName = Literal["three of a kind", "straight flush", "straight", "flush", "pair", "high card"]
PrivateCards = tuple[Card, Card]
"""A player's private cards, the one revealed first before the other."""


class Hand(NamedTuple):
    """A hand by name, with its worth: the better of two hands is worth more."""

    name: HandName
    worth: tuple[int, ...]


def hand_name(hand: Hand) -> str:
    """Return a hand's name, of a pair with its number."""
    return f"pair of {hand.worth[1]}" if hand.name == "pair" else hand.name


def hand_with_article(hand: Hand) -> str:
    """Return a hand as a sentence names it: `a flush`, `three of a kind`."""
    name = hand_name(hand)
    return name if hand.name == "three of a kind" else f"a {name}"


def hand_of(private: PrivateCards, community: Card) -> Hand:
    """Return the best hand that two private cards make with the community card."""
    first, second = private
    low, middle, high = sorted([NUMBER_OF[first], NUMBER_OF[second], NUMBER_OF[community]])
    is_flush = first[0] == second[0] == community[0]
    is_straight = low + 1 == middle == high - 1
    if low == high:
        # Ruling 32: both players' would be of the community card's number, so nothing compares.
        return Hand("three of a kind", (5,))
    if is_straight:
        return Hand("straight flush", (4, high)) if is_flush else Hand("straight", (3, high))
    if is_flush:
        return Hand("flush", (2, high, middle, low))
    if middle in (low, high):
        return Hand("pair", (1, middle, high if middle == low else low))
    return Hand("high card", (0, high, middle, low))


NONE: Final = "none"
DISCARD: Final = "discard"
DISCARD_WORDS: Final = (DISCARD, "d")

_COLOR_BY_SPELLING: Final = prefix_table({normalize(color): color for color in _COLORS})
_CARD_BY_SPELLING: Final = {
    f"{spelling}{number}": Card(f"{color[0]}{number}")
    for spelling, color in _COLOR_BY_SPELLING.items()
    for number in _NUMBERS
}
# A token is a card, a word, or any other single character.
_WORD: Final = re.compile(r"[a-z]+|\S")
_TOKEN: Final = re.compile(
    rf"(?:{'|'.join(sorted(_COLOR_BY_SPELLING, key=len, reverse=True))}) ?[1-9]|{_WORD.pattern}"
)


def tokens_of(text: str, blanks: str = ",;") -> list[str]:
    """Return the cards, words and other characters of a text, without the blanks in them.

    Each of the characters `blanks` counts as a blank too.
    """
    return [token.replace(" ", "") for token in _TOKEN.findall(" ".join(words(text, blanks)))]


def read_cards(tokens: Sequence[str], hint: str) -> Cards:
    """Read tokens that are all cards, at least one. A refusal ends with the hint."""
    if not tokens:
        raise NotUnderstood(f"No card is named. {hint}")
    try:
        return tuple([_CARD_BY_SPELLING[token] for token in tokens])
    except KeyError:
        raise NotUnderstood(f"{_quote_first_non_card(tokens)} is not a card. {hint}") from None


def _quote_first_non_card(tokens: Sequence[str]) -> str:
    """Return in quotes the first token that is no card; of a colour with the token behind it."""
    words = (match[0] for match in _WORD.finditer(" ".join(tokens)))
    pairs = zip_longest(words, words, fillvalue="")
    word, after = next(pair for pair in pairs if "".join(pair) not in _CARD_BY_SPELLING)
    return quote(f"{word}{after}" if word in _COLOR_BY_SPELLING else word)


def cards_in(text: str) -> Cards:
    """Return the cards that a text names, whatever else is in it."""
    return tuple(
        [_CARD_BY_SPELLING[token] for token in tokens_of(text) if token in _CARD_BY_SPELLING]
    )


def read_optional_cards(tokens: Sequence[str]) -> Cards:
    """Read the tokens behind `unused` or `discard`: cards, `none` or nothing."""
    rest = tokens[1:] if tokens[:1] == [":"] else tokens
    if not rest or rest == [NONE]:
        return ()
    return read_cards(rest, "Write cards behind it, or none. Example: discard: R5 B3.")


def with_discards(text: str, separator: str, discards: Cards) -> str:
    """Return a text with the discards behind it and a separator, if there are any."""
    return f"{text}{separator}{DISCARD}: {names(discards)}" if discards else text
