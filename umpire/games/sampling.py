"""Luck that is handed in: the dice of chance, and what bots share, how people choose and type."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

_T = TypeVar("_T")

_CAPITALS: Final = 0.15
_FULL_WIDTH: Final = 0.03
"""How often a text is typed in capitals, and in full-width letters."""


class RandomSource(Protocol):
    """The part of `random.Random` that a bot needs; handed in, so that games stay pure."""

    def choice(self, seq: Sequence[Any]) -> Any:
        """Return one of the items."""

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1."""


class Dice(ABC):
    """The generator of one chance outcome, as the contract's fair dealing has it."""

    @abstractmethod
    def draw(self, count: int, items: Sequence[str]) -> list[str]:
        """Return `count` of the items, in the order drawn, none of them twice: as from a deck."""

    def roll(self, count: int, items: Sequence[str]) -> list[str]:
        """Return `count` items, each of them any of all: as with so many dice of these faces."""
        return [self.draw(1, items)[0] for _ in range(count)]


def any_of(random: RandomSource, items: Sequence[_T]) -> _T:
    """Return one of the items."""
    chosen: _T = random.choice(items)
    return chosen


def drawn(count: int, items: Sequence[_T], random: RandomSource) -> list[_T]:
    """Return `count` of the items, in the order drawn."""
    left = list(items)
    taken = []
    for _ in range(count):
        taken.append(any_of(random, left))
        left.remove(taken[-1])
    return taken


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


class Shuffler(Dice):
    """Dice that take their luck from a bot's choices."""

    def __init__(self, random: RandomSource) -> None:
        self._random = random

    def draw(self, count: int, items: Sequence[str]) -> list[str]:
        """Return `count` of the items, in the order drawn."""
        return drawn(count, items, self._random)
