"""A division of cards into piles: what `divide` is answered with, and how that is written."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, NoReturn

from umpire.games.base import NotUnderstood, RandomSource
from umpire.games.cards import names
from umpire.games.devils_deal.components import NUMBER, POOL, Card, Cards
from umpire.games.devils_deal.rules.cards import (
    DISCARD,
    NONE,
    D,
    read_cards,
    read_list,
    spelt_cards,
    spelt_list,
    tokens_of,
    with_discards,
)
from umpire.games.sampling import any_of, drawn


class Pile(NamedTuple):
    """A pile of a division, perhaps the one set aside."""

    cards: Cards
    aside: bool = False


class Division(NamedTuple):
    """Piles in the order written, cards said to be unused, and discards."""

    piles: tuple[Pile, ...]
    unused: Cards = ()
    discards: Cards = ()

    @property
    def kept(self) -> Cards:
        """The cards of all piles but the one set aside."""
        return tuple([card for pile in self.piles if not pile.aside for card in pile.cards])

    def excess(self, pool: Cards) -> int:
        """Return how many cards must go so that the pool is no larger than it may be."""
        return max(0, len(pool) + len(self.kept) - POOL)


@dataclass(frozen=True, slots=True)
class KeepNone:
    """The division that puts all cards in one pile and sets it aside."""


MARKS: Final = ("*", "aside", "set aside", "(aside)", "(set aside)")
"""What marks the pile set aside, before its cards or behind them."""

_UNUSED: Final = "unused"
_BEGIN_A_PART: Final = (_UNUSED, DISCARD)
_SEPARATORS: Final = ("|", "/")
_MARKS: Final = tuple(sorted((tokens_of(mark) for mark in MARKS), key=len, reverse=True))
# Most piles have no mark, which a glance at their first and last words tells.
_FIRST_OF_MARK: Final = {mark[0] for mark in _MARKS}
_LAST_OF_MARK: Final = {mark[-1] for mark in _MARKS}
_SUMS: Final = tuple(range(3, 20))
"""The sums of piles that a random division tries."""
_OFTEN_NONE: Final = 0.1
_OFTEN_TOO_FEW_DISCARDS: Final = 0.3
_OFTEN_UNUSED_NAMED: Final = 0.3
"""How often a random division has this and that."""
_EXAMPLE: Final = "R2 B3 | G5 | B5 * | discard: R2"


def parse(text: str) -> Division | KeepNone:
    """Read a division, whatever is dealt: parts on lines of their own or with `|` or `/` between.

    Each part is a pile, one of them marked, or begins with `unused` or `discard`.
    """
    parts = _parts(text)
    if parts == [[NONE]]:
        return KeepNone()
    if not parts:
        _refuse("Nothing is said.")
    piles: list[Pile] = []
    lists: dict[str, Cards] = {}
    for part in parts:
        name = DISCARD if part[0] == D else part[0]
        if name not in _BEGIN_A_PART:
            piles.append(_pile(part))
        elif name in lists:
            _refuse(f"Only one part may say {name}.")
        else:
            lists[name] = read_list(part[1:])
    return Division(tuple(piles), lists.get(_UNUSED, ()), lists.get(DISCARD, ()))


def _parts(text: str) -> list[list[str]]:
    """Return the words of each part that is not empty.

    `unused` and `discard` begin one anywhere.
    """
    parts: list[list[str]] = [[]]
    for token in tokens_of("|".join(text.splitlines())):
        if token in _SEPARATORS:
            parts.append([])
        elif token in _BEGIN_A_PART:
            parts.append([token])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _pile(part: list[str]) -> Pile:
    before, behind = 0, 0
    if part[0] in _FIRST_OF_MARK:
        before = next((len(mark) for mark in _MARKS if part[: len(mark)] == mark), 0)
    rest = part[before:]
    if before and rest[:1] == [":"]:
        del rest[0]
    if rest and rest[-1] in _LAST_OF_MARK:
        behind = next((len(mark) for mark in _MARKS if rest[-len(mark) :] == mark), 0)
    if before and behind:
        _refuse("A pile is marked twice as set aside.")
    cards = rest[: len(rest) - behind]
    # Ruling 11: a pile has at least one card.
    if not cards:
        _refuse("The pile set aside has no cards.")
    hint = f"Write each pile as its cards, one of them marked, e.g. {_EXAMPLE}."
    return Pile(read_cards(cards, hint), aside=bool(before or behind))


def _refuse(problem: str) -> NoReturn:
    raise NotUnderstood(
        f"{problem} Write each pile on a line or between |, and * behind the one set aside, "
        f"e.g. {_EXAMPLE}; or none."
    )


def format_division(division: Division | KeepNone) -> str:
    """Return the canonical text of a division."""
    if isinstance(division, KeepNone):
        return NONE
    parts = [names(pile.cards) + (" *" if pile.aside else "") for pile in division.piles]
    if division.unused:
        parts.append(f"{_UNUSED}: {names(division.unused)}")
    return with_discards(" | ".join(parts), " | ", division.discards)


def spelt_division(division: Division | KeepNone, random: RandomSource) -> str:
    """Return a division in one of the many ways it may be written."""
    if isinstance(division, KeepNone):
        return any_of(random, (NONE, f" | {NONE} /"))
    mark = any_of(random, (" | ", "\n", " / ", "|", "\r\n", " |\n"))
    text = mark.join(_spelt_pile(pile, random) for pile in division.piles)
    if division.unused or random.random() < 0.1:
        text += any_of(random, (mark, " ")) + spelt_list(_UNUSED, division.unused, random)
    if division.discards or random.random() < 0.1:
        word, before = any_of(random, ((DISCARD, mark), (DISCARD, " "), (D, mark)))
        text += before + spelt_list(word, division.discards, random)
    return text


def _spelt_pile(pile: Pile, random: RandomSource) -> str:
    cards = spelt_cards(pile.cards, random)
    if not pile.aside:
        return cards
    mark = any_of(random, MARKS)
    ways = f"{cards} {mark}", f"{cards}{mark}", f"{mark} {cards}", f"{mark}: {cards}"
    return any_of(random, ways)


def random_division(selection: Cards, pool: Cards, random: RandomSource) -> Division | KeepNone:
    """Return a random division of a selection, with all the discards that are due or too few."""
    if random.random() < _OFTEN_NONE:
        return KeepNone()
    left = drawn(len(selection), selection, random)
    wanted = any_of(random, _SUMS)
    found: list[Cards] = []
    while (pile := _pile_of(wanted, left)) is not None:
        found.append(pile)
        left = [card for card in left if card not in pile]
    if not found:
        found, left = [tuple(left[:1])], left[1:]
    aside = any_of(random, found)
    piles = tuple([Pile(pile, aside=pile is aside) for pile in found])
    unused: Cards = ()
    if left and random.random() < _OFTEN_UNUSED_NAMED:
        unused = tuple(drawn(any_of(random, range(1, len(left) + 1)), left, random))
    division = Division(piles, unused)
    must = division.excess(pool)
    if must and random.random() < _OFTEN_TOO_FEW_DISCARDS:
        must = any_of(random, range(must))
    return division._replace(discards=tuple(drawn(must, (*pool, *division.kept), random)))


def _pile_of(wanted: int, cards: Sequence[Card]) -> Cards | None:
    """Return cards of that sum, the first found.

    With 12 cards there is not much to look through.
    """
    for place, card in enumerate(cards):
        rest = wanted - NUMBER[card]
        if rest == 0:
            return (card,)
        if rest > 0:
            others = _pile_of(rest, cards[place + 1 :])
            if others is not None:
                return (card, *others)
    return None
