"""Luck that is handed in: the dice of chance, and how bots choose."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol, TypeVar

_T = TypeVar("_T")


class RandomSource(Protocol):
    """The part of `random.Random` that a bot needs; handed in, so that games stay pure."""

    def choice(self, seq: Sequence[_T]) -> _T:
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


def sample(count: int, items: Sequence[_T], random: RandomSource) -> list[_T]:
    """Return `count` of the items, in the order drawn."""
    left, choice = list(items), random.choice
    drawn = []
    for _ in range(count):
        item = choice(left)
        left.remove(item)
        drawn.append(item)
    return drawn


class Shuffler(Dice):
    """Dice that take their luck from a bot's choices."""

    def __init__(self, random: RandomSource) -> None:
        self._random = random

    def draw(self, count: int, items: Sequence[str]) -> list[str]:
        """Return `count` of the items, in the order drawn."""
        return sample(count, items, self._random)
