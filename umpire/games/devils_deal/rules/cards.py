"""How cards are written: what players and chance may type.

Ruling 36: what fits no notation is refused, never guessed at.
"""

import re
from collections.abc import Sequence
from itertools import zip_longest
from typing import Final

from umpire.games.base import NotUnderstood
from umpire.games.cards import names
from umpire.games.devils_deal.components import COLORS, NUMBERS, Card, Cards
from umpire.games.notation import quoted, spellings, words

NONE: Final = "none"
DISCARD: Final = "discard"
D: Final = "d"
"""`discard`, shortened."""

_COLOR_SPELT: Final = spellings(COLORS)
_CARD_SPELT: Final = {
    f"{spelling}{blank}{number}": Card(f"{color[0]}{number}")
    for spelling, color in _COLOR_SPELT.items()
    for blank in ("", " ")
    for number in NUMBERS
}
_CARDS_AND_STAR: Final = frozenset((*_CARD_SPELT, "*"))
# Everything else but blanks stands for itself.
_WORD: Final = re.compile(r"[a-z]+|\S")
_TOKEN: Final = re.compile(
    rf"(?:{'|'.join(sorted(_COLOR_SPELT, key=len, reverse=True))}) ?[1-9]|{_WORD.pattern}"
)


def tokens_of(text: str, blanks: str = ",;") -> list[str]:
    """Return the cards, words and marks of a text, in which each of `blanks` counts as a blank."""
    return tokens_in(words(text, blanks))


def tokens_in(said: list[str]) -> list[str]:
    """Return the cards, words and marks of what is said between blanks."""
    if _CARDS_AND_STAR.issuperset(said):
        return said  # as in most texts
    return _TOKEN.findall(" ".join(said))


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


def number_of(cards: int) -> str:
    """Return a number of cards, as a sentence begins with it."""
    return "One card" if cards == 1 else f"{cards} cards"


def with_discards(text: str, mark: str, discards: Cards) -> str:
    """Return a text with the discards behind it, if there are any."""
    return f"{text}{mark}{DISCARD}: {names(discards)}" if discards else text
