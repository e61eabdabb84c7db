"""What a module is: points, who won it, the effect of a play on it, and its draw option."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple, Self, TypedDict

from umpire.games.base import BadOption, RandomSource, Screen
from umpire.games.blocks import Block
from umpire.games.denizens_of_tartarus.cards import Card, Deck, Hand, Line, ModuleName
from umpire.games.denizens_of_tartarus.reported import Count, as_it_is, read_both, read_side
from umpire.games.options import Options
from umpire.games.two_players import SIDES, BySide, Side
from umpire.games.values import Value


class Score(TypedDict):
    """What every module has besides what lies on it."""

    points: BySide[int]
    won: Side | None


class Reported(Options):
    """A module as it is reported: who won it, each player's points, and its board."""

    won: str | None
    points: dict[str, Count]

    def module(self, where: str, seats: tuple[str, str]) -> "Module":
        """Return the module that was reported. Raises BadOption at `where`."""
        raise NotImplementedError

    def score(self, where: str, seats: tuple[str, str], kind: type["Module"]) -> Score:
        """Return the points and who won, which must fit each other. Raises BadOption."""
        points = read_both(f"{where}, points", self.points, seats, as_it_is)
        won = None if self.won is None else read_side(f"{where}, won", self.won, seats)
        for side in SIDES:
            if side == won and points[side] != kind.need:
                raise BadOption(
                    f"{where}, points, {seats[side]}",
                    f"must be {kind.need}, with which {seats[side]} has won {kind.name}",
                )
            if side != won and points[side] >= kind.need:
                raise BadOption(
                    f"{where}, points, {seats[side]}",
                    f"must be less than {kind.need}, because {seats[side]} has not won {kind.name}",
                )
        return Score(points=points, won=won)


Pick = Card | int | None
"""What a draw option is told: a card, a place in the deck from 1, or nothing."""


class Play(NamedTuple):
    """A card on its way to a module: it has left the hand and is in no deck yet."""

    side: Side
    left: Side
    """Who is shown on the left: what is told of both sides is told as the board counts it."""
    card: Card
    hand: Hand
    """The two cards left in the hand."""
    deck: Deck
    """The 19 cards of the deck."""
    pick: Pick
    piles: str
    """The new order of Shuffle's piles."""


class Effect(NamedTuple):
    """What a play did on its module: how it lies now, whose point it was, and a few words."""

    module: "Module"
    gainer: Side | None
    note: str


class Draw(NamedTuple):
    """What a draw left: the cards drawn, the hand that holds them, and the deck."""

    drawn: tuple[Card, ...]
    hand: Hand
    deck: Deck
    discarded: tuple[Card, ...] = ()
    """What the draw option has discarded, at the bottom of the deck by now."""


@dataclass(frozen=True, slots=True)
class Module(Value, ABC):
    """One of the seven modules as it lies on the table.

    What differs from module to module is in the subclass: the effect of a play (`effect`),
    the points that win it (`need`), the draw option (`option`) and what that must be told.
    """

    name: ClassVar[ModuleName]
    need: ClassVar[int]
    reported: ClassVar[type[Reported]]
    in_any_turn: ClassVar[bool] = False
    """Whether a player can win it in the opponent's turn (ruling 10)."""

    won: Side | None = None
    points: BySide[int] = (0, 0)

    def taken_of(self, hand: Hand) -> Hand:
        """Return the cards of a hand that may be played here while the module is open."""
        return hand

    def why_refused(self, card: Card) -> str:
        """Return why this card may not be played here though the module is open."""
        raise NotImplementedError(f"{self.name} takes every card")

    @abstractmethod
    def effect(self, play: Play) -> Effect:
        """Return what the play does here. The point is not counted yet; `scored` does that."""

    @abstractmethod
    def option(self, play: Play) -> Draw:
        """Draw by this module's option. Raises NotAllowed if it cannot be had."""

    @abstractmethod
    def cells(self, sides: tuple[Side, Side]) -> Screen:
        """Return the blocks of what lies here; `sides` are who is shown left and right."""

    def read_pick(self, line: Line) -> Pick:
        """Read what the draw option must be told; mostly nothing."""
        return None

    def picks(self, card: Card | None, hand: Hand, deck: Deck) -> tuple[str, ...]:
        """Return what the draw option may be told; nothing where it needs nothing.

        `card` is the one played, None while that is not known, and `hand` holds it yet.
        """
        return ()

    def random_pick(self, play: Play, random: RandomSource) -> Pick:
        """Return something legal to tell the draw option."""
        return None

    def draw(self, play: Play) -> Draw:
        """Draw as usual: the top card. Ruling 23: that is always allowed."""
        return take(play, 0)

    def scored(self, side: Side) -> Self:
        """Return the module with one point more for a side, won if that was the last one needed."""
        first, second = self.points
        points = (first + 1, second) if side == 0 else (first, second + 1)
        return self.replace(points=points, won=side if points[side] >= self.need else self.won)


def facing(numbers: tuple[int, int], sides: tuple[Side, Side], between: str = ":") -> Block:
    """Return a row with the number of the left side, what stands between, and the right side's."""
    left, right = sides
    return ((str(numbers[left]), between, str(numbers[right])),)


def take(play: Play, index: int) -> Draw:
    """Draw the card of the deck at an index, 0 for the top card."""
    deck = play.deck
    card = deck[index]
    return Draw((card,), (*play.hand, card), deck[:index] + deck[index + 1 :])
