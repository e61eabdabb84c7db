"""What players can answer, once their text is understood."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from umpire.games.denizens_of_tartarus.components import Card, Configuration, ModuleName

SAME_PILES: Final = "TMB"
"""Top, middle, bottom: the piles of Shuffle as they lie."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Whether the decider is Player 1, and is shown on the left."""

    first: bool
    left: bool


@dataclass(frozen=True, slots=True)
class Deal:
    """The starting configuration that chance dealt."""

    configuration: Configuration


@dataclass(frozen=True, slots=True)
class Ban:
    """The letter of a starting configuration that is not to be played."""

    letter: str


@dataclass(frozen=True, slots=True)
class Declare:
    """The module that Player 1 may not use in turn 1, or none."""

    module: ModuleName | None


@dataclass(frozen=True, slots=True)
class Block:
    """Blocking: the module is closed to the opponent in their next turn."""

    module: ModuleName
    attuned: bool


@dataclass(frozen=True, slots=True)
class Mulligan:
    """Mulligan: these cards are discarded, in this order, for as many from the top."""

    cards: tuple[Card, ...]
    attuned: bool


class Turn(NamedTuple):
    """A whole turn, as one line says it."""

    card: Card
    module: ModuleName
    option: bool = False
    """Whether the draw option of the module is used in place of the top card."""
    pick: Card | int | None = None
    """What the option needs: Matching's card or its place from 1, the card Stones discards."""
    piles: str = SAME_PILES
    """Shuffle's piles in their new order from the top; as they lie on every other module."""
    spirit: Block | Mulligan | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """A wish to play nothing, which is never granted."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A turn that did not come before the bank was used up."""


Said = Seats | Deal | Ban | Declare | Turn | Pass | TimedOut
"""Everything that a text can mean, legal or not, and what stands for no text."""
