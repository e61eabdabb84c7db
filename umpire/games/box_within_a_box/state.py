"""A match at one moment: everything that is decided, dealt, bet and moved."""

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from umpire.games.base import Outcome
from umpire.games.box_within_a_box.board import (
    CENTRE,
    FACES,
    START,
    TILE_NAMES,
    Board,
    HalfPoints,
    Path,
    Tile,
)
from umpire.games.box_within_a_box.cards import Card, CardList, Cards
from umpire.games.box_within_a_box.conditions import UNUSED, Bets, Uses
from umpire.games.box_within_a_box.options import Options
from umpire.games.two_players import Side, opponent
from umpire.games.values import Value

Phase = Literal["board", "examine-boards", "deal", "examine-cards", "bet", "play", "over"]


@dataclass(frozen=True, slots=True)
class Terms:
    """What the header settles for the whole match."""

    players: tuple[str, str]
    cards: CardList
    options: Options


_LANDED: Final = [[f"{tile} {face}" for face in FACES] for tile in TILE_NAMES]
"""A landing by its tile and the face that this shows, as it is written."""


class Moved(NamedTuple):
    """What happened to one Box in a round."""

    by: Side
    card: Card | None
    """None if no card was played."""
    start: Tile
    path: Path
    tiles: Path
    """The tiles landed on, as often as each counts."""
    faces: bytes
    """What each of them showed when it was landed on."""
    end: Tile
    """Where the Box stands afterwards."""

    @property
    def landed(self) -> list[str]:
        """The landings as they are written: `D7 b4`."""
        return [_LANDED[tile][face] for tile, face in zip(self.tiles, self.faces, strict=True)]


Round = tuple[Moved, Moved]
"""What happened on board A and on board B."""


class Paid(NamedTuple):
    """What came of one bet."""

    hits: int
    payout: HalfPoints


@dataclass(frozen=True, slots=True)
class Bout(Value):
    """A bout that is settled. Pairs are by side."""

    rounds: tuple[Round, ...]
    bets: tuple[Bets, Bets]
    paid: tuple[tuple[Paid, ...], tuple[Paid, ...]]
    """For each bet what it paid."""
    staked: tuple[int, int]
    payout: tuple[HalfPoints, HalfPoints]
    """What the bets paid together. Ruling 13: neither stakes nor awards enter."""
    points: tuple[HalfPoints, HalfPoints]
    """After this settlement, before the next award."""


@dataclass(frozen=True, slots=True)
class State(Value):
    """A match at one moment. Pairs are by side, or by the board that the side controls.

    A viewer's state knows no bets of the running bout but the viewer's own.
    """

    terms: Terms
    phase: Phase
    undealt: Cards
    bout: int = 0
    round: int | None = None
    """The round that is to be played, None outside the rounds."""
    boards: tuple[Board, Board] | None = None
    boxes: tuple[Tile, Tile] = (CENTRE, CENTRE)
    points: tuple[HalfPoints, HalfPoints] = (START, START)
    pool: Cards = ()
    ready: tuple[bool, bool] = (False, False)
    """Who has seen enough in the examination that is pending."""
    rounds: tuple[Round, ...] = ()
    bets: tuple[Bets | None, Bets | None] = (None, None)
    used: tuple[Uses, Uses] = (UNUSED, UNUSED)
    """How often each trait was used in the bets of settled bouts."""
    bouts: tuple[Bout, ...] = ()
    best: tuple[HalfPoints, HalfPoints] = (0, 0)
    outcome: Outcome | None = None

    @property
    def players(self) -> tuple[str, str]:
        """The players by side."""
        return self.terms.players

    @property
    def known_bets(self) -> tuple[Bets, Bets]:
        """The bets of the running bout, once all are taken; asked of no viewer's state."""
        first, second = self.bets
        assert first is not None, "asked only once there are bets, and of a state with all of them"
        assert second is not None, "asked only once there are bets, and of a state with all of them"
        return first, second

    def side_of(self, player: str) -> Side:
        """Return a player's side."""
        return 0 if self.terms.players[0] == player else 1

    def moves_board(self, side: Side) -> Side:
        """Return the board whose Box a player moves in this round.

        The other's in rounds 1 and 3.
        """
        assert self.round is not None, "asked only in a round"
        return opponent(side) if self.round % 2 else side
