"""Cards: how one is written, lists of them, and which ones a text means where some lie."""

import re
from collections.abc import Collection, Iterable
from itertools import product
from typing import Final, NamedTuple

from umpire.games.by_hand.names import HAND
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.names import comparison_keys
from umpire.games.text import narrow, normalize, quote

Cards = tuple[str, ...]
"""Cards where they lie, the top first."""

MOST_CARDS: Final = 600
"""So many cards there may be in a match."""
_LONGEST: Final = 12
_DIGITS: Final = "0123456789"
_NO_CARD_HOLDS: Final = frozenset(",;:*=$|")
_NO_CARDS: Final = frozenset({"all", "from", "of", "standard", "to", "top"})
_STANDARD: Final = "standard"
_RANKS: Final = ("A", *map(str, range(2, 11)), "J", "Q", "K")
STANDARD: Final[Cards] = tuple(f"{suit}{rank}" for suit, rank in product("SHDC", _RANKS))
"""The 52 cards of a standard deck, suit by suit."""
_NUMBERED: Final = re.compile(r"(.*?)([0-9]+)", re.DOTALL)
_TIMES: Final = re.compile(r"(.+)\*([0-9]{1,10})", re.DOTALL)
_MOST_TIMES: Final = 99


def is_card(text: str) -> bool:
    """Return whether a text, without full-width forms, can be a card."""
    return (
        1 <= len(text) <= _LONGEST
        and text.isprintable()
        and " " not in text
        and _NO_CARD_HOLDS.isdisjoint(text)
        and text.strip(_DIGITS) != ""
        and normalize(text) not in _NO_CARDS
    )


def split(text: str) -> list[str]:
    """Return the items of a list of cards, as typed but for full-width forms."""
    return narrow(text).replace(",", " ").replace(";", " ").split()


def read_cards(words: Iterable[str]) -> Cards:
    """Return cards named one by one. Raises NotUnderstood for what is no card."""
    cards = tuple(words)
    for card in cards:
        if not is_card(card):
            raise NotUnderstood(f"{quote(card)} is not a card.")
    return cards


class _Item(NamedTuple):
    """One item of a list of cards: cards, or a range of cards, some times."""

    text: str
    times: int
    once: Cards = ()
    stem: str = ""
    numbers: range = range(0)
    """Those of a range."""
    width: int = 0

    @property
    def amount(self) -> int:
        """How many cards it is."""
        return self.times * (len(self.numbers) or len(self.once))

    def cards(self) -> Cards:
        """Return the cards."""
        cards = self.once or tuple([f"{self.stem}{n:0{self.width}}" for n in self.numbers])
        return cards * self.times


class CardList(NamedTuple):
    """A list of cards as it was typed, known to be one: it may be far longer than its text."""

    items: tuple[_Item, ...]

    def __str__(self) -> str:
        return " ".join([item.text for item in self.items])

    @property
    def amount(self) -> int:
        """How many cards it is."""
        return sum([item.amount for item in self.items])

    def cards(self) -> Cards:
        """Return the cards, in order; so many must be bearable."""
        return tuple([card for item in self.items for card in item.cards()])


def read_list(text: str) -> CardList:
    """Read a list of cards: `R1-R9*2 joker standard`. Raises NotUnderstood."""
    return CardList(tuple([_item(item) for item in split(text)]))


def _item(text: str) -> _Item:
    said, times = text, 1
    if repeated := _TIMES.fullmatch(text):
        said, times = repeated[1], int(repeated[2])
        if not 1 <= times <= _MOST_TIMES:
            raise NotUnderstood(
                f"{quote(text)} is not possible: a pile takes 1 to {_MOST_TIMES} of the same card."
            )
    if normalize(said) == _STANDARD:
        return _Item(text, times, STANDARD)
    if (ends := _range(said)) is not None:
        stem, first, last = ends
        if int(first) > int(last):
            raise NotUnderstood(f"{quote(said)} runs backwards: write the lower number first.")
        return _Item(text, times, (), stem, range(int(first), int(last) + 1), len(first))
    if not is_card(said):
        raise NotUnderstood(f"{quote(text)} is not a card.")
    return _Item(text, times, (said,))


def _range(text: str) -> tuple[str, str, str] | None:
    """Return the stem of a range and the numbers at its ends; None if the text is none."""
    if len(text) > 2 * _LONGEST + 1:
        return None
    for place, letter in enumerate(text):
        if letter != "-":
            continue
        first, last = text[:place], text[place + 1 :]
        if not (is_card(first) and is_card(last)):
            continue
        start, end = _NUMBERED.fullmatch(first), _NUMBERED.fullmatch(last)
        if start and end and normalize(start[1]) == normalize(end[1]):
            return start[1], start[2], end[2]
    return None


def find_cards(wanted: Iterable[str], cards: Cards) -> list[int | None]:
    """Return the position of each wanted card: the topmost of its like, named again the next one.

    None stands for a card that is not there, or not so often.
    """
    positions: dict[str, list[int]] = {}
    for position in range(len(cards) - 1, -1, -1):
        positions.setdefault(comparison_keys(cards[position])[0], []).append(position)
    return [alike.pop() if (alike := positions.get(normalize(card))) else None for card in wanted]


def positions_of(wanted: Iterable[str], cards: Cards, place: str) -> list[int]:
    """Return the position of each wanted card in a place. Raises NotAllowed if one is not there."""
    wanted = tuple(wanted)
    positions = find_cards(wanted, cards)
    if None in positions:
        missing = wanted[positions.index(None)]
        if normalize(missing) == HAND:
            raise NotAllowed(f"For the hand, write only the name: {place}.")
        raise NotAllowed(f"{place} does not have {missing}, or not that many times.")
    return [position for position in positions if position is not None]


def take(cards: Cards, positions: Collection[int]) -> tuple[Cards, Cards]:
    """Return the cards at these positions, in that order, and the cards that are left."""
    gone = {*positions}
    left = tuple([card for position, card in enumerate(cards) if position not in gone])
    return tuple([cards[position] for position in positions]), left
