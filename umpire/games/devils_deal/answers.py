"""What can be answered, once a text is understood."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from umpire.games.devils_deal.components import Card, Cards


class Drawn(NamedTuple):
    """The cards that chance drew, whatever for."""

    cards: Cards


class Start(NamedTuple):
    """Who is the first starting player."""

    player: str


class Buy(NamedTuple):
    """Whether a refill is bought."""

    wanted: bool


class Pile(NamedTuple):
    """A pile of a division, perhaps the one set aside."""

    cards: Cards
    aside: bool = False


class Division(NamedTuple):
    """Piles in the order written, cards said to be unused, and discards."""

    piles: tuple[Pile, ...]
    unused: Cards = ()
    discards: Cards = ()


@dataclass(frozen=True, slots=True)
class KeepNone:
    """The division that puts all cards in one pile and sets it aside."""


class Take(NamedTuple):
    """A card taken of those offered, or none, and what is discarded for it."""

    card: Card | None
    discards: Cards = ()


class Private(NamedTuple):
    """Two private cards, in the order in which they are revealed."""

    first: Card
    second: Card


@dataclass(frozen=True, slots=True)
class Failed:
    """Private cards that were not chosen within the limit."""


class Bet(NamedTuple):
    """An action of a betting phase; `chips` is what a raise adds on top of the call."""

    action: Literal["call", "raise", "fold"]
    chips: int = 0


@dataclass(frozen=True, slots=True)
class Ready:
    """The end of one's own break."""


Answer = Drawn | Start | Buy | Division | KeepNone | Take | Private | Failed | Bet | Ready
"""Everything that a text can mean, legal or not, and what stands for no text."""
