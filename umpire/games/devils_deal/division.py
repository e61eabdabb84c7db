"""A division of cards into piles: what `divide` is answered with, and how that is written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple, NoReturn

from umpire.games.base import NotUnderstood, RandomSource
from umpire.games.cards import names
from umpire.games.devils_deal.cards import (
    DISCARD,
    NONE,
    NUMBER,
    POOL,
    Card,
    Cards,
    D,
    read_cards,
    read_list,
    tokens_in,
    tokens_of,
    total,
    with_discards,
)
from umpire.games.randomness import sample
from umpire.games.text import narrow, normalize
from umpire.games.values import Value


class Pile(NamedTuple):
    """A pile of a division, perhaps the one set aside."""

    cards: Cards
    aside: bool = False


@dataclass(frozen=True, slots=True)
class Division(Value):
    """Piles in the order written, cards said to be unused, and discards."""

    piles: tuple[Pile, ...]
    unused: Cards = ()
    discards: Cards = ()
    wrong: str = field(default="", compare=False)
    """Why the discards that were written do not count; they are none of `discards` then."""

    @property
    def kept(self) -> Cards:
        """The cards of all piles but the one set aside."""
        return tuple([card for pile in self.piles if not pile.aside for card in pile.cards])

    def excess(self, pool: Cards) -> int:
        """Return how many cards must go so that the pool is no larger than it may be."""
        kept = sum([len(pile.cards) for pile in self.piles if not pile.aside])
        return max(0, len(pool) + kept - POOL)


@dataclass(frozen=True, slots=True)
class KeepNone:
    """The division that puts all cards in one pile and sets it aside."""


class Discards(NamedTuple):
    """Discards alone, for the division that is held."""

    cards: Cards


_SET_ASIDE: Final = ("*", "aside", "set aside", "(aside)", "(set aside)")
"""What marks the pile set aside, before its cards or behind them."""

_UNUSED: Final = "unused"
_IN_PARENTHESES: Final = ["(", _UNUSED, ")"]
_BRACKETED: Final = "(unused)"
"""It marks the pile set aside, and nothing else (ruling 12)."""
_BEGIN_A_PART: Final = frozenset({_UNUSED, _BRACKETED, DISCARD})
_BULLET: Final = re.compile(r"^[\s,;]*(?:•|-(?=[\s,;]))")
_MARKS: Final = tuple(sorted((tokens_of(mark) for mark in _SET_ASIDE), key=len, reverse=True))
# Most piles have no mark, which a glance at their first and last words tells.
_BEFORE: Final = {mark[0]: [one for one in _MARKS if one[0] == mark[0]] for mark in _MARKS}
_BEHIND: Final = {mark[-1]: [one for one in _MARKS if one[-1] == mark[-1]] for mark in _MARKS}
"""By its first or last word each mark that there may be, the longest first."""
_SUMS: Final = tuple(range(3, 20))
"""The sums of piles that a random division tries."""
_OFTEN_NONE: Final = 0.1
_OFTEN_TOO_FEW_DISCARDS: Final = 0.3
_OFTEN_TOO_MANY_DISCARDS: Final = 0.05
_OFTEN_UNUSED_NAMED: Final = 0.3
"""How often a random division has this and that."""
_EXAMPLE: Final = "R2 B3 | G5 | B5 * | discard: R2"
_HINT: Final = (
    f"Write the cards of each pile, with a star after the one set aside. Example: {_EXAMPLE}."
)


class _Part(NamedTuple):
    """A part of the text: a pile, or what is `unused` or `discard` by name."""

    name: str
    words: list[str]
    mark: str = ""
    """`unused` or `(unused)`, before its cards or behind them."""


_NONE_SAID: Final = [_Part("", [NONE])]


def parse_division(text: str) -> Division | KeepNone | Discards:
    """Read a division, whatever is dealt: parts on lines of their own or with `|` or `/` between.

    Each part is a pile, one of them marked, or begins with `unused` or `discard`.
    """
    parts = _parts(text)
    if parts == _NONE_SAID:
        return KeepNone()
    if not parts:
        _refuse("There is no pile here.")
    marks = [part.mark for part in parts if part.mark]
    discards = [read_list(part.words) for part in parts if part.name == DISCARD]
    for name, said in (_UNUSED, marks), (DISCARD, discards):
        if len(said) > 1:
            _refuse(f"Say {name} only once.")
    if discards and len(parts) == 1:
        return Discards(discards[0])
    read = [(part, _pile(part)) for part in parts if part.name != DISCARD]
    return _divided(read, discards[0] if discards else ())


def _divided(read: Sequence[tuple[_Part, Pile]], discards: Cards) -> Division:
    """Return the division of piles, and perhaps a list of unused cards, as they were read."""
    piles = tuple([pile for part, pile in read if not part.name])
    named = [listed.cards for part, listed in read if part.name]
    unused = named[0] if named else ()
    if True in [pile.aside for pile in piles]:
        if _BRACKETED in [part.mark for part, _ in read]:
            _refuse("A pile is set aside already, so none can be (unused).")
        return Division(piles, unused, discards)
    # Ruling 12: where none is, the one pile marked unused is, if it has the sum of the others.
    marked = tuple([Pile(pile.cards, bool(part.mark)) for part, pile in read if pile.cards])
    sums = {total(pile.cards) for pile in marked}
    if len(marked) > 1 and len(sums) == 1 and any(pile.aside for pile in marked):
        return Division(marked, (), discards)
    return Division(piles, unused, discards)


def _parts(text: str) -> list[_Part]:
    """Return the parts that are not empty; `unused` and `discard` begin one anywhere."""
    parts: list[_Part] = []
    for words in _sections(text):
        if _BEGIN_A_PART.isdisjoint(words[1:]):
            parts.append(_part(words))
            continue
        begin = [at for at, word in enumerate(words) if at and word in _BEGIN_A_PART]
        pieces = [words[start:end] for start, end in pairwise([0, *begin, len(words)])]
        if _is_mark(pieces[-1]) and not (pile := _part(pieces[-2])).name:
            (mark, *_) = pieces.pop()
            pieces.pop()
            parts += [*map(_part, pieces), pile._replace(mark=mark)]
        else:
            parts += map(_part, pieces)
    return parts


def _part(words: list[str]) -> _Part:
    first = words[0]
    if first in (_UNUSED, _BRACKETED):
        return _Part(_UNUSED, words[1:], first)
    return _Part(DISCARD, words[1:]) if first in (DISCARD, D) else _Part("", words)


def _is_mark(words: list[str]) -> bool:
    """Return whether that is nothing but `unused` or `(unused)`, which may mark a pile behind."""
    first, *rest = words
    return first in (_UNUSED, _BRACKETED) and rest in ([], [":"])


def _sections(text: str) -> list[list[str]]:
    """Return the words between separators, where there are any; bullets are skipped.

    Two marks count as blanks, and the second separator as the first.
    """
    text = narrow(text)
    lines = text.splitlines()
    if "-" in text or "•" in text:
        lines = [_BULLET.sub("", line) for line in lines]
    parted = normalize("|".join(lines).replace("/", "|").replace(",", " ").replace(";", " "))
    sections = [tokens_in(section.split()) for section in parted.split("|")]
    return [_with_brackets(words) if ")" in words else words for words in sections if words]


def _with_brackets(words: list[str]) -> list[str]:
    """Return the words with `(unused)` as one word."""
    joined: list[str] = []
    for word in words:
        joined.append(word)
        if word == ")" and joined[-3:] == _IN_PARENTHESES:
            joined[-3:] = [_BRACKETED]
    return joined


def _pile(part: _Part) -> Pile:
    """Read a pile, perhaps marked; what is unused by name may have no cards."""
    name, words, mark = part
    if name and mark == _BRACKETED:
        return Pile(read_cards(words[1:] if words[:1] == [":"] else words, _HINT))
    if name:
        return Pile(read_list(words))
    if words[0] not in _BEFORE and words[-1] not in _BEHIND:
        return Pile(read_cards(words, _HINT))
    return _marked(words)


def _marked(words: list[str]) -> Pile:
    """Read a pile that begins or ends as one does that is marked."""
    before = behind = 0
    if marks := _BEFORE.get(words[0]):
        before = next((len(mark) for mark in marks if words[: len(mark)] == mark), 0)
    rest = words[before:]
    if before and rest[:1] == [":"]:
        del rest[0]
    if rest and (marks := _BEHIND.get(rest[-1])):
        behind = next((len(mark) for mark in marks if rest[-len(mark) :] == mark), 0)
    if before and behind:
        _refuse("A pile is marked twice as set aside.")
    cards = rest[: len(rest) - behind]
    # Ruling 11: a pile has at least one card.
    if not cards:
        _refuse("The pile set aside has no cards.")
    return Pile(read_cards(cards, _HINT), aside=bool(before or behind))


def _refuse(problem: str) -> NoReturn:
    raise NotUnderstood(
        f"{problem} Write none, or the piles with | between them and * behind the one set aside. "
        f"Example: {_EXAMPLE}."
    )


def format_division(division: Division | KeepNone) -> str:
    """Return the canonical text of a division."""
    if isinstance(division, KeepNone):
        return NONE
    parts = [names(pile.cards) + (" *" if pile.aside else "") for pile in division.piles]
    if division.unused:
        parts.append(f"{_UNUSED}: {names(division.unused)}")
    return with_discards(" | ".join(parts), " | ", division.discards)


def random_division(selection: Cards, pool: Cards, random: RandomSource) -> Division | KeepNone:
    """Return a random division, with the discards that are due, too few or too many."""
    if random.random() < _OFTEN_NONE:
        return KeepNone()
    left = sample(len(selection), selection, random)
    found, left = _piles(random.choice(_SUMS), left)
    if not found:
        found, left = [tuple(left[:1])], left[1:]
    aside = random.choice(found)
    piles = tuple([Pile(pile, aside=pile is aside) for pile in found])
    unused: Cards = ()
    if left and random.random() < _OFTEN_UNUSED_NAMED:
        unused = tuple(sample(random.choice(range(1, len(left) + 1)), left, random))
    division = Division(piles, unused)
    must, cards = division.excess(pool), (*pool, *division.kept)
    if cards and random.random() < _OFTEN_TOO_MANY_DISCARDS:
        must += 1
    elif must and random.random() < _OFTEN_TOO_FEW_DISCARDS:
        must = random.choice(range(must))
    return division.replace(discards=tuple(sample(must, cards, random)))


def promising_divisions(selection: Cards, pool: Cards) -> Iterator[Division]:
    """Yield divisions for bots to think about, those first that keep most cards.

    For each sum as many piles are made as there are to be found, high cards first. Either the
    largest or the smallest of them is set aside, and the lowest cards are discarded.
    """
    highest = sorted(selection, key=NUMBER.__getitem__, reverse=True)
    tried = [_piles(wanted, highest)[0] for wanted in _SUMS]
    for found in sorted(tried, key=lambda piles: -sum(map(len, piles))):
        if len(found) > 1:
            found.sort(key=len)
            for aside in (found[0], found[-1]):
                piles = tuple([Pile(pile, aside=pile is aside) for pile in found])
                division = Division(piles)
                lowest = sorted((*pool, *division.kept), key=NUMBER.__getitem__)
                yield division.replace(discards=tuple(lowest[: division.excess(pool)]))


def _piles(wanted: int, cards: Sequence[Card]) -> tuple[list[Cards], list[Card]]:
    """Return piles of that sum, each the first found, and the cards that are left."""
    left, found = list(cards), []
    while (pile := _pile_of(wanted, left)) is not None:
        found.append(pile)
        left = [card for card in left if card not in pile]
    return found, left


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
