"""The cards: what one is, and a list of the 38 kinds with the names that players may shorten."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import Final, Literal

from umpire.games.box_within_a_box.figures import DIRECTED, Figure, Special
from umpire.games.notation import listed

Type = Literal["A", "A+", "B", "C"]

KINDS: Final = 38
PAIRS: Final = 18
"""The kinds numbered up to this exist twice, the others once."""
POOL: Final = 8

_BY_PATH_ALONE: Final = "KNIGHTWISE"


@dataclass(frozen=True, eq=False)
class Card:
    """One of the 38 kinds. Each exists once in a list, so that a card equals only itself."""

    number: int
    name: str
    """In capitals."""
    type: Type
    numbers: tuple[int, ...]
    figures: tuple[Figure, ...]
    """A displacement figure for each number."""
    special: Special

    def __str__(self) -> str:
        return self.text

    @cached_property
    def text(self) -> str:
        """The card as it is reported: `3 LUNGE`."""
        return f"{self.number} {self.name}"

    @cached_property
    def directed(self) -> bool:
        """Whether each part starts in a direction, so that a movement can be told by them."""
        return not self.by_path and all(figure.sort in DIRECTED for figure in self.figures)

    @cached_property
    def by_path(self) -> bool:
        """Whether a movement must be told as its whole path."""
        return self.name == _BY_PATH_ALONE or any(f.sort == "knight" for f in self.figures)

    @cached_property
    def searches(self) -> bool:
        """Whether its movements depend on what the tiles show."""
        return any(figure.sort == "search" for figure in self.figures)

    @cached_property
    def most_ways(self) -> int:
        """How many ways to move there are to choose from at most."""
        return prod(len(figure.choices(0)) for figure in self.figures)

    @property
    def copies(self) -> int:
        """How many there are of it."""
        return 2 if self.number <= PAIRS else 1


Cards = tuple[Card, ...]
"""Cards in the order of their numbers, each copy for itself."""


class CardList:
    """The 38 kinds of a match."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards: Final[Cards] = tuple(sorted(cards, key=lambda card: card.number))
        self.all_copies: Final[Cards] = tuple(
            card for card in self.cards for _ in range(card.copies)
        )
        self._meant: dict[str, Cards] = {}
        for card in self.cards:
            for end in range(1, len(card.name)):
                prefix = card.name[:end].lower()
                self._meant[prefix] = (*self._meant.get(prefix, ()), card)
        for card in self.cards:  # a whole name goes before one that it begins
            names = card.name.lower(), str(card.number), f"#{card.number}"
            self._meant |= dict.fromkeys(names, (card,))

    def numbered(self, number: int) -> Card:
        """Return the card with a number from 1 to 38."""
        return self.cards[number - 1]

    def meant_by(self, word: str) -> Cards:
        """Return the cards that a word in lower case may mean: by number, name or its beginning.

        One, unless it only begins their names; none where it means no card.
        """
        return self._meant.get(word, ())


def listed_cards(cards: Cards) -> str:
    """Return cards as a sentence lists them, two copies of one as such."""
    return listed(
        [f"{card.text}{' twice' if cards.count(card) > 1 else ''}" for card in kinds(cards)]
    )


def kinds(cards: Cards) -> Cards:
    """Return each kind among the cards once."""
    return tuple(dict.fromkeys(cards))
