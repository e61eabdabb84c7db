"""A match at one moment: everything that is decided, dealt, bet and moved."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from umpire.games.base import Outcome
from umpire.games.box_within_a_box.cards import Card, CardList, Cards
from umpire.games.box_within_a_box.components import (
    CENTRE,
    START,
    UNUSED,
    Bets,
    Board,
    HalfPoints,
    Path,
    Seat,
    Tile,
    Uses,
)

Phase = Literal["board", "examine-boards", "deal", "examine-cards", "bet", "play", "over"]


@dataclass(frozen=True, slots=True)
class Limits:
    """The seconds of each kind of decision, and each player's reserve.

    An examination of 0 seconds does not exist.
    """

    examine_boards: float = 120.0
    examine_cards: float = 120.0
    bet: float = 150.0
    play: float = 60.0
    reserve_periods: int = 16
    reserve_seconds: float = 30.0


@dataclass(frozen=True, slots=True)
class Terms:
    """What the header settles for the whole match."""

    players: tuple[str, str]
    cards: CardList
    limits: Limits


class Moved(NamedTuple):
    """What happened to one Box in a round."""

    by: Seat
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


Round = tuple[Moved, Moved]
"""What happened on board A and on board B."""


class Paid(NamedTuple):
    """What came of one bet."""

    hits: int
    payout: HalfPoints


@dataclass(frozen=True)
class Bout:
    """A bout that is settled. Pairs are by seat."""

    rounds: tuple[Round, ...]
    bets: tuple[Bets, Bets]
    paid: tuple[tuple[Paid, ...], tuple[Paid, ...]]
    """For each bet what it paid."""
    points: tuple[HalfPoints, HalfPoints]
    """After this settlement, before the next award."""

    def staked(self, seat: Seat) -> int:
        """Return the points that a player staked."""
        return sum(bet.stake for bet in self.bets[seat])

    def payout(self, seat: Seat) -> HalfPoints:
        """Return what a player's bets paid. Ruling 13: neither stakes nor awards enter."""
        return sum(paid.payout for paid in self.paid[seat])


@dataclass(frozen=True)
class State:
    """A match at one moment. Pairs are by seat, or by the board that the seat controls."""

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
        """The players by seat."""
        return self.terms.players

    @property
    def known_boards(self) -> tuple[Board, Board]:
        """The boards, once they are known."""
        assert self.boards is not None, "asked only once there are boards"
        return self.boards

    def seat_of(self, player: str) -> Seat:
        """Return a player's seat."""
        return 0 if self.terms.players[0] == player else 1

    def moves_board(self, seat: Seat) -> Seat:
        """Return the board whose Box a player moves in this round.

        The other's in rounds 1 and 3.
        """
        assert self.round is not None, "asked only in a round"
        return 1 - seat if self.round % 2 else seat
