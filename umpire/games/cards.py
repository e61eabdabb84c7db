"""What games of cards share: cards, units or tiles as multisets, in tuples of any values."""

from collections.abc import Iterable, Sequence, Sized
from typing import Any, Final, TypeVar

from umpire.games.values import memoize

C = TypeVar("C")


class HiddenCard(str):
    """What stands for a card in a masked state; null in a report."""

    __slots__ = ()

    def __reduce__(self) -> str:
        return "HIDDEN"  # the one there is


HIDDEN: Final[Any] = HiddenCard("?")
"""The one hidden card: no card, so that nothing can be computed with it."""


class HiddenCards(tuple[Any, ...]):
    """Cards of which only the number may be known; each is `HIDDEN`.

    A type of their own, for none at all may be hidden too.
    """

    __slots__ = ()

    def __new__(cls, cards: Sized) -> "HiddenCards":
        """Hide these cards."""
        return tuple.__new__(cls, (HIDDEN,) * len(cards))


@memoize
def reported(cards: Sequence[C]) -> list[C] | int:
    """Return cards as a report lists them, of hidden ones their number."""
    return len(cards) if isinstance(cards, HiddenCards) else list(cards)


def without(cards: Iterable[C], gone: Iterable[C]) -> tuple[C, ...]:
    """Return what is left of the cards, one copy taken away for each that goes.

    Raises ValueError if one that goes is not there.
    """
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def not_among(cards: Sequence[C], wanted: Sequence[C]) -> C | None:
    """Return a wanted card that is not there, or not as often as wanted; None if all are."""
    return next((card for card in wanted if wanted.count(card) > cards.count(card)), None)


def repeated(cards: Sequence[C]) -> C | None:
    """Return a card that is there more than once, None if all are different."""
    if len(set(cards)) == len(cards):
        return None
    return next(card for card in cards if cards.count(card) > 1)


def names(cards: Iterable[object]) -> str:
    """Return cards as a sentence shows them: `B3 G9`."""
    return " ".join(map(str, cards))
