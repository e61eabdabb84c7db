"""What cards and commitments are worth to an actor, by a simple rule: only for suggestions."""

from typing import Final

from umpire.games.arcanoid.components import Card, number_of, suit_of
from umpire.games.arcanoid.state import Laid, State

_TRUMP: Final = 20.0
_COURT: Final = 11.0
WORLD: Final = 110.0
GOOD: Final = 12.0
"""From what a commitment is worth that is made at once, and not only for want of a better one."""


def use_of(seen: State, actor: str, card: Card) -> float:
    """Return how useful a card is: none on a field that is taken, else by its number; trumps most.

    Only the actor's own cards and fields count, which its player knows.
    """
    suit = suit_of(card)
    if suit is None:
        return _TRUMP
    if seen.seats[actor].fields[suit] is not None:
        return 0.0
    return float(number_of(card) or _COURT)


def value_of(laid: Laid) -> float:
    """Return what a commitment is worth, the World most."""
    return WORLD if laid.kind == "world" else laid.value or 0.0
