"""A match at one moment: the standings, the bout under way, the bouts behind."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from umpire.games.base import Outcome
from umpire.games.eighteenth_hell.bending import PLAIN, Rules
from umpire.games.eighteenth_hell.components import (
    ARMY,
    EIGHTEENTH,
    NOTHING,
    PURGATORY,
    Placing,
    Side,
    Unit,
    Units,
)
from umpire.games.eighteenth_hell.hells import Hell

SpiritName = Literal["strength", "foresight"]


class Spirit(NamedTuple):
    """A spirit as it is invoked."""

    name: SpiritName
    unit: Unit | None = None
    """What unit strength is given to; None for foresight."""
    attuned: bool = False

    def __str__(self) -> str:
        unit = "" if self.unit is None else f" {self.unit}"
        return f"{self.name}{unit}{' attuned' if self.attuned else ''}"


class InForce(NamedTuple):
    """A spirit in force: it ends when so many more bouts are won."""

    name: SpiritName
    unit: Unit | None
    wins: int


class Uses(NamedTuple):
    """How many spirits a player may still invoke. Ruling 21: uses, not a list of spirits."""

    normal: int = 1
    attuned: int = 1

    def left(self, attuned: bool) -> int:
        """Return how many of one sort are left."""
        return self.attuned if attuned else self.normal

    def spent(self, attuned: bool) -> "Uses":
        """Return what is left after one use of a sort."""
        if attuned:
            return Uses(self.normal, self.attuned - 1)
        return Uses(self.normal - 1, self.attuned)


_ONE_EACH: Final = Uses()


@dataclass(frozen=True)
class Standing:
    """How far a player has come."""

    block: int = PURGATORY
    passed: frozenset[str] = frozenset()
    """The names of the hells of the own block that are passed; earlier blocks are behind."""
    points: float = 0
    uses: Uses = _ONE_EACH
    active: tuple[InForce, ...] = ()
    """The spirits in force, oldest first."""

    def has_passed(self, hell: Hell) -> bool:
        """Return whether a hell is behind this player."""
        return hell.block < self.block or hell.name in self.passed


class Laid(NamedTuple):
    """The units of Round 1, and what the Zero among them is shown as."""

    placing: Placing = NOTHING
    disguise: Unit | None = None


_NOT_LAID: Final = Laid()


@dataclass(frozen=True)
class Part:
    """One player's part in the bout under way, as far as it is applied."""

    hells: tuple[Hell, ...] = ()
    """Attempted, in the order of the options."""
    rules: Rules = PLAIN
    spirit: Spirit | None = None
    round1: Laid = _NOT_LAID
    round2: Placing = NOTHING
    hand: Units = ARMY


FRESH: Final = Part()


class Record(NamedTuple):
    """A finished bout. Pairs are by seat."""

    bout: int
    private: bool
    automatic: tuple[Side, ...]
    """Who lost it automatically."""
    parts: tuple[Part, Part]
    destroyed: tuple[Placing, Placing]
    strength: tuple[tuple[int, ...], tuple[int, ...]] | None
    """On each battlefield; None where none was counted."""
    winners: tuple[Side | None, ...]
    """Of each battlefield; None is a tie, or nobody."""
    score: tuple[int, int]
    gained: tuple[float, float]
    cleared: tuple[tuple[Hell, ...], tuple[Hell, ...]]
    won: tuple[Side, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """The finished bouts, the last one first in hand.

    A chain and no tuple: nothing bounds the number of bouts (ruling 37), each state keeps its own
    past, and chains share what they have in common.
    """

    last: Record
    before: "Past | None" = field(repr=False)

    def __iter__(self) -> Iterator[Record]:
        past: Past | None = self
        while past is not None:
            yield past.last
            past = past.before

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Past):
            return NotImplemented
        one: Past | None = self
        two: Past | None = other
        while one is not two:
            if one is None or two is None or one.last != two.last:
                return False
            one, two = one.before, two.before
        return True

    def __hash__(self) -> int:
        return hash(self.last.bout)


@dataclass(frozen=True, slots=True)
class Terms:
    """What the header settles for the whole match."""

    players: tuple[str, str]
    hells: tuple[Hell, ...]
    target: int = 44
    round1_seconds: float = 90.0
    round2_seconds: float = 90.0

    def side_of(self, player: str) -> Side:
        """Return a player's seat."""
        return 0 if self.players[0] == player else 1

    def open_to(self, standing: Standing) -> tuple[Hell, ...]:
        """Return the hells of a player's own block that are not passed yet."""
        if not PURGATORY < standing.block < EIGHTEENTH:
            return ()
        return tuple(
            [
                hell
                for hell in self.hells
                if hell.block == standing.block and hell.name not in standing.passed
            ]
        )


@dataclass(frozen=True)
class State:
    """A match at one moment. Pairs are by seat."""

    terms: Terms
    standings: tuple[Standing, Standing]
    bout: int
    round: Literal[1, 2] | None
    """The round that is pending, None when the match is over."""
    private: bool
    parts: tuple[Part, Part] = (FRESH, FRESH)
    past: Past | None = None
    outcome: Outcome | None = None
