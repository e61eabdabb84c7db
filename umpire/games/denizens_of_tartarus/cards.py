"""What lies in the box, and how players type it: cards, modules, starting configurations.

What reads a text raises NotUnderstood, with a sentence for the player. What it returns may still be
against the rules.
"""

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from operator import attrgetter
from typing import Final, Literal, get_args

from umpire.games.base import NotUnderstood
from umpire.games.cards import names, repeated
from umpire.games.text import join_words, narrow, normalize, prefix_table, quote, words

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

    to_json = __str__


CARDS: Final = tuple(
    Card(color, number, f"{color[0]}{number}", rank)
    for rank, (color, number) in enumerate(product(COLORS, NUMBERS))
)
CARD_BY_NAME: Final = {card.name: card for card in CARDS}

_rank = attrgetter("rank")

Hand = tuple[Card, ...]
"""In the order of the ranks: a hand has no order of its own."""
Deck = tuple[Card, ...]
"""Top card first."""


def as_hand(cards: Iterable[Card]) -> Hand:
    """Return the cards in the order in which hands are kept and shown."""
    return tuple(sorted(cards, key=_rank))


@dataclass(frozen=True, slots=True)
class Configuration:
    """A start: Player 1's hand, Player 2's hand and the deck."""

    hands: tuple[Hand, Hand]
    deck: Deck

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of both hands and of the deck."""
        return (*self.hands[0], *self.hands[1], *self.deck)

    def fault(self) -> str | None:
        """Return why this is no legal start, as a sentence; None if it is one."""
        duplicate = repeated(self.cards)
        if duplicate is not None:
            return f"{duplicate} is named more than once. Each of the 25 cards comes once."
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


_COLOR_BY_SPELLING: Final = prefix_table({normalize(color): color for color in COLORS})


def _second_names() -> dict[str, ModuleName]:
    """Return the second names, with and without the accent and the article that one has."""
    second_names = {}
    for module, sinner in SINNERS.items():
        composed = normalize(sinner)
        decomposed = unicodedata.normalize("NFD", composed)
        without_accent = decomposed.encode("ascii", "ignore").decode()
        for name in (composed, decomposed, without_accent):
            second_names[name] = second_names[name.removeprefix("the ")] = module
    return second_names


MODULE_BY_SPELLING: Final = (
    prefix_table({normalize(name): name for name in MODULES}) | _second_names()
)
"""A spelling is one word or two."""
_CARD_BY_SPELLING: Final = {
    f"{spelling}{number}": CARD_BY_NAME[f"{color[0]}{number}"]
    for spelling, color in _COLOR_BY_SPELLING.items()
    for number in NUMBERS
}
_NUMBER_TEXTS: Final = {str(number) for number in NUMBERS}
EXAMPLE: Final = "Y5 Set"
"""A play."""


class Line:
    """The words of a text, taken one after another; a colon is a word by itself.

    `example` gives a play that is legal now, which stands for `{example}` in every hint.
    """

    def __init__(
        self, text: str, blanks: str = ",;", example: Callable[[], str] = lambda: EXAMPLE
    ) -> None:
        self._example = example
        # Behind the last word stand empty ones, so that looking ahead needs no care.
        self._words = (*words(narrow(text).replace(":", " : "), blanks), "", "", "")
        self._at = 0

    def peek(self) -> str:
        """Return the next word without taking it; an empty text at the end."""
        return self._words[self._at]

    def skip_word(self) -> None:
        """Take the next word."""
        self._at += 1

    def take_word(self, *spellings: str) -> bool:
        """Take the next word if it is one of these, and return whether it was."""
        if self._words[self._at] not in spellings:
            return False
        self._at += 1
        return True

    def expect_end(self, hint: str) -> None:
        """Raise NotUnderstood with a hint if a word is left."""
        if self._words[self._at]:
            rest = " ".join(self._words[self._at :]).rstrip()
            raise NotUnderstood(f"{quote(rest)} does not belong here. {self.with_example(hint)}")

    def with_example(self, hint: str) -> str:
        """Return a hint with the example in it, which is made only now."""
        return hint.replace("{example}", self._example())

    def take_card_if_any(self) -> Card | None:
        """Take a card if one comes next, which may be a colour and a number apart."""
        word = self._words[self._at]
        card = _CARD_BY_SPELLING.get(word)
        if card is not None:
            self._at += 1
        elif word in _COLOR_BY_SPELLING and (number := self._words[self._at + 1]) in _NUMBER_TEXTS:
            card = CARD_BY_NAME[f"{_COLOR_BY_SPELLING[word][0]}{number}"]
            self._at += 2
        return card

    def take_card(self, if_missing: str) -> Card:
        """Take the card that must come next; `if_missing` is the refusal where the text ends."""
        card = self.take_card_if_any()
        if card is not None:
            return card
        word, after = self._words[self._at : self._at + 2]
        if not word:
            raise NotUnderstood(self.with_example(if_missing))
        if word in _COLOR_BY_SPELLING:
            word = f"{word} {after}".strip()
        raise NotUnderstood(
            f"{quote(word)} is not a card. Write its colour and its number from 1 to 5. "
            f"Example: {self._example().split()[0]}."
        )

    def take_module(self) -> ModuleName:
        """Take the module that must come next, in one word or two."""
        word, after = self._words[self._at : self._at + 2]
        for spelling in (word, f"{word} {after}"):
            if module := MODULE_BY_SPELLING.get(spelling):
                self._at += len(spelling.split())
                return module
        if not word:
            raise NotUnderstood(f"Name a module too: {join_words(MODULES, 'or')}.")
        several = [name for name in MODULES if normalize(name).startswith(word)]
        if several:
            raise NotUnderstood(
                f"{quote(word)} could be {join_words(several, 'or')}. Add a letter."
            )
        raise NotUnderstood(f"{quote(word)} is not a module. Name {join_words(MODULES, 'or')}.")


def read_cards(text: str, blanks: str = ",;") -> tuple[Card, ...]:
    """Read a text of nothing but cards, perhaps none."""
    line, cards = Line(text, blanks), list[Card]()
    while line.peek():
        cards.append(line.take_card(""))
    return tuple(cards)
