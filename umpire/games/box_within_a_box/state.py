"""A match at one moment: everything that is decided, dealt, bet and moved."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple

from umpire.games.base import Outcome
from umpire.games.box_within_a_box.board import (
    BOARDS,
    CENTRE,
    FACES,
    START,
    TILE_NAMES,
    Board,
    HalfPoints,
    Path,
    Tile,
    names_of,
    rows_of,
)
from umpire.games.box_within_a_box.cards import Card, CardList, Cards
from umpire.games.box_within_a_box.conditions import TRAITS, UNUSED, Bet, Bets, Uses
from umpire.games.box_within_a_box.options import Options
from umpire.games.reports import ByKey, Numbered, Written
from umpire.games.two_players import BySide, Side, opponent
from umpire.games.values import Value

Phase = Literal["board", "examine-boards", "deal", "examine-cards", "bet", "play", "over"]


@dataclass(frozen=True, slots=True)
class Terms:
    """The players, cards and options of a match, which never change."""

    players: tuple[str, str]
    cards: CardList
    options: Options


_NamedTile = Annotated[Tile, Written(TILE_NAMES.__getitem__)]
_BoardRows = Annotated[Board, Written(rows_of)]

_LANDING_TEXTS: Final = [[f"{tile} {face}" for face in FACES] for tile in TILE_NAMES]
"""The text of a landing, by its tile and the face of the tile."""


class BoxMove(NamedTuple):
    """How one Box moved in a round."""

    by: Side
    card: Card | None
    """None if no card was played."""
    start: _NamedTile
    path: Annotated[Path, Written(names_of)]
    tiles: Path
    """The tiles landed on, each as often as it counts."""
    faces: bytes
    """The face of each of these tiles at the landing."""
    end: _NamedTile
    """Where the Box stands afterwards."""

    @property
    def landing_texts(self) -> list[str]:
        """The landings as they are written: `D7 b4`."""
        return [
            _LANDING_TEXTS[tile][face] for tile, face in zip(self.tiles, self.faces, strict=True)
        ]


Round = Annotated[tuple[BoxMove, BoxMove], ByKey(BOARDS)]
"""The movements of a round, on board A and on board B."""
_Rounds = Annotated[tuple[Round, ...], Numbered("round")]


class PaidBet(NamedTuple):
    """A bet of a bout that is settled."""

    bet: Bet
    hits: int
    payout: HalfPoints


@dataclass(frozen=True, slots=True)
class Bout:
    """A bout that is settled. Pairs are by side."""

    rounds: _Rounds
    bets: BySide[tuple[PaidBet, ...]]
    staked: BySide[int]
    payout: BySide[HalfPoints]
    """What the bets paid together. Ruling 13: neither stakes nor awards enter."""
    points: BySide[HalfPoints]
    """After this settlement, before the next award."""

    def gain(self, side: Side) -> HalfPoints:
        """Return how much more a player was paid than staked, below 0 if less."""
        return self.payout[side] - 2 * self.staked[side]

    def lead(self, side: Side) -> HalfPoints:
        """Return how much more a player gained than the other, below 0 if less."""
        return self.gain(side) - self.gain(opponent(side))


@dataclass(frozen=True, slots=True)
class State(Value):
    """A match at one moment. Pairs are by side, or by the board that the side controls.

    In a masked state the running bout's bets are the viewer's own only.
    """

    terms: Terms
    phase: Phase
    undealt: Cards
    bout: int = 0
    round: int | None = None
    """The round that is to be played, None outside the rounds."""
    boards: Annotated[tuple[_BoardRows, _BoardRows], ByKey(BOARDS)] | None = None
    boxes: Annotated[tuple[_NamedTile, _NamedTile], ByKey(BOARDS)] = (CENTRE, CENTRE)
    points: BySide[HalfPoints] = (START, START)
    pool: Cards = ()
    ready: tuple[bool, bool] = (False, False)
    """Which players have ended the examination that is pending."""
    rounds: _Rounds = ()
    bets: BySide[Bets | None] = (None, None)
    used: BySide[Annotated[Uses, ByKey(TRAITS)]] = (UNUSED, UNUSED)
    """How often each trait was used in the bets of settled bouts."""
    bouts: Annotated[tuple[Bout, ...], Numbered("bout")] = ()
    best: BySide[HalfPoints] = (0, 0)
    outcome: Outcome | None = None

    @property
    def players(self) -> tuple[str, str]:
        """The players by side."""
        return self.terms.players

    def side_of(self, player: str) -> Side:
        """Return a player's side."""
        return 0 if self.terms.players[0] == player else 1

    def seat_of(self, player: str) -> str:
        """Return the end of the ids of a player's decisions."""
        return f"of seat {self.side_of(player) + 1}"

    def board_to_move(self, side: Side) -> Side:
        """Return the board whose Box a player moves in this round: in 1 and 3 the opponent's."""
        assert self.round is not None, "asked only in a round"
        return opponent(side) if self.round % 2 else side
