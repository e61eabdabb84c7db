"""What players and chance can answer, once their text is understood."""

from dataclasses import dataclass
from typing import NamedTuple

from umpire.games.box_within_a_box.cards import Card, Cards
from umpire.games.box_within_a_box.components import Bets, Board, Direction, Path
from umpire.games.box_within_a_box.movement import Movement

# As it is said, legal or not


@dataclass(frozen=True, slots=True)
class Layout:
    """Tiles in reading order: the board that chance deals."""

    faces: Board


@dataclass(frozen=True, slots=True)
class Numbers:
    """Numbers of cards: a deal of chance."""

    numbers: tuple[int, ...]


class Tiles(NamedTuple):
    """A movement told by tiles: a whole path, or where its parts or the last of them end."""

    tiles: Path


class Ways(NamedTuple):
    """A movement told by the direction of each part."""

    directions: tuple[Direction, ...]


class Said(NamedTuple):
    """A card with perhaps its movement, as a line says it.

    `card` is what was said of the card. `fitting` are the cards of the match that it may mean: one,
    or where it is only the beginning of a name, all that begin so.
    """

    card: str
    fitting: Cards
    where: Tiles | Ways | None


# As it is taken


@dataclass(frozen=True, slots=True)
class Ready:
    """Enough was seen."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Eight cards, in the order of their numbers."""

    cards: Cards


@dataclass(frozen=True, slots=True)
class Stakes:
    """A player's bets of a bout."""

    bets: Bets


class Play(NamedTuple):
    """A card played with one of its movements."""

    card: Card
    movement: Movement


@dataclass(frozen=True, slots=True)
class NoPlay:
    """No card, because none can move the Box."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """Nothing came before limit and reserve were used up."""


Answer = Layout | Ready | Deal | Stakes | Play | NoPlay | TimedOut
