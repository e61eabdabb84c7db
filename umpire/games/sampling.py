"""What bots share: how people choose and type, taken from a generator that is handed in."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeVar

from umpire.games.base import RandomSource

_T = TypeVar("_T")

_CAPITALS: Final = 0.15
_FULL_WIDTH: Final = 0.03
"""How often a text is typed in capitals, and in full-width letters."""


def any_of(random: RandomSource, items: Sequence[_T]) -> _T:
    """Return one of the items."""
    chosen: _T = random.choice(items)
    return chosen


def spelt(name: str, spellings: Mapping[str, str], random: RandomSource) -> str:
    """Return one of the spellings that mean a name (see `notation.spellings`)."""
    return any_of(random, [spelling for spelling, meant in spellings.items() if meant == name])


def typed(text: str, random: RandomSource) -> str:
    """Return the text as somebody may type it: in capitals, in full-width letters."""
    if random.random() < _CAPITALS:
        text = text.upper()
    if random.random() < _FULL_WIDTH:
        text = "".join([chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text])
    return text


class Shuffler:
    """Dice that take their luck from a bot's choices."""

    def __init__(self, random: RandomSource) -> None:
        self._random = random

    def draw(self, count: int, items: Sequence[str]) -> list[str]:
        """Return `count` of the items, in the order drawn."""
        left = list(items)
        drawn = []
        for _ in range(count):
            drawn.append(any_of(self._random, left))
            left.remove(drawn[-1])
        return drawn
