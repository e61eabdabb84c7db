"""What three cards are worth: the hands and how they compare."""

from typing import NamedTuple

from umpire.games.devils_deal.components import NUMBER, Card
from umpire.games.devils_deal.state import HandName, Private


class Hand(NamedTuple):
    """A hand's name and its worth: the better of two hands has the greater one."""

    name: HandName
    worth: tuple[int, ...]


def hand_name(hand: Hand) -> str:
    """Return a hand's name, of a pair with its number."""
    return f"pair of {hand.worth[1]}" if hand.name == "pair" else hand.name


def hand_of(private: Private, community: Card) -> Hand:
    """Return the best that two private cards and the community card are, in no order."""
    first, second = private
    low, middle, high = sorted([NUMBER[first], NUMBER[second], NUMBER[community]])
    flush = first[0] == second[0] == community[0]
    straight = low + 1 == middle == high - 1
    if low == high:
        # Ruling 32: both players' would be of the community card's number, so nothing compares.
        return Hand("three of a kind", (5,))
    if straight:
        return Hand("straight flush", (4, high)) if flush else Hand("straight", (3, high))
    if flush:
        return Hand("flush", (2, high, middle, low))
    if middle in (low, high):
        return Hand("pair", (1, middle, high if middle == low else low))
    return Hand("high card", (0, high, middle, low))
