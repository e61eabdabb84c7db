"""How cards are written: what players and chance may type.

Ruling 36: what fits no notation is refused, never guessed at.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from umpire.games.base import NotUnderstood
from umpire.games.cards import names
from umpire.games.devils_deal.components import COLORS, NUMBERS, Card, Cards
from umpire.games.notation import narrow, quoted, spellings

NONE: Final = "none"
DISCARD: Final = "discard"
D: Final = "d"
"""`discard`, shortened."""

_COLOR_SPELT: Final = spellings(COLORS)
_CARD_SPELT: Final = {
    (spelling, str(number)): Card(f"{color[0]}{number}")
    for spelling, color in _COLOR_SPELT.items()
    for number in NUMBERS
}
# A word is a whole run of letters; everything else but blanks stands for itself.
TOKEN: Final = re.compile(r"[a-z]+|\S")
_BLANKS: Final = str.maketrans(",;", "  ")


def tokens_of(text: str, blanks: Mapping[int, int] = _BLANKS) -> list[str]:
    """Return the words and marks of a text, in which what is mapped to a blank counts as one."""
    return TOKEN.findall(narrow(text).casefold().translate(blanks))


def read_cards(tokens: Sequence[str], hint: str) -> Cards:
    """Read nothing but cards, at least one: of each a colour and a number."""
    if not tokens:
        raise NotUnderstood(f"No card is named. {hint}")
    one_by_one = iter(tokens)
    try:
        return tuple([_CARD_SPELT[pair] for pair in zip(one_by_one, one_by_one, strict=True)])
    except (KeyError, ValueError):  # no card, or a word too many
        pairs = zip(tokens[::2], [*tokens[1::2], ""], strict=False)
        wrong = next(pair for pair in pairs if pair not in _CARD_SPELT)
        raise NotUnderstood(_no_card(wrong, hint)) from None


def _no_card(pair: tuple[str, str], hint: str) -> str:
    color, number = pair
    known = color in _COLOR_SPELT
    return f"{quoted(f'{color}{number}' if known else color)} is not a card. {hint}"


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
