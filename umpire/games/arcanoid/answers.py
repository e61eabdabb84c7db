"""What can be answered, once a text is understood.

Ruling 47: what players say or show each other besides is no answer.
"""

from typing import Any, NamedTuple

from umpire.games.arcanoid.components import Card, Cards


class Drawn(NamedTuple):
    """The cards of a deal or a reshuffle, in order."""

    cards: Cards


class Discard(NamedTuple):
    """A card discarded, as a move."""

    card: Card


class Commit(NamedTuple):
    """Cards committed on one field, or on the two of a couple; `chariot`: with a Chariot's load."""

    fields: tuple[int, ...]
    cards: Cards
    chariot: bool = False


class Secret(NamedTuple):
    """Cards committed face down."""

    field: int
    cards: Cards


class Abdicate(NamedTuple):
    """Nothing is committed on a field."""

    field: int


class Play(NamedTuple):
    """A trump played for its effect; `given` is what its line says besides."""

    trump: Card
    given: Any = None


class RemoveTemperance(NamedTuple):
    """The own Temperance is taken away."""


class CallCard(NamedTuple):
    """One more card called by a Moon or Sun; None stops."""

    card: Card | None


class Discards(NamedTuple):
    """What is discarded for a Wheel, and what is laid open for visible cards discarded."""

    cards: Cards
    shown: Cards = ()


class Opinion(NamedTuple):
    """Yes or no to a poll: the Fool, a pledge, an extra move, a refill; `word` says it."""

    yes: bool
    word: str


Move = Discard | Commit | Secret | Abdicate | Play | RemoveTemperance
Answer = Drawn | Move | CallCard | Discards | Opinion
"""Everything that a text can mean, legal or not."""
