"""A match at one moment, whole or as somebody may know it: standings, the bout, the bouts behind.

What only one player knows and what more people know are values of their own in it, so that to mask
a state is to put `HIDDEN` in the place of some of them (`State.seen_by`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, NamedTuple

from umpire.games.base import Outcome
from umpire.games.eighteenth_hell.hells import Hell
from umpire.games.eighteenth_hell.rules import PLAIN, Rules
from umpire.games.eighteenth_hell.units import (
    ARMY,
    EIGHTEENTH,
    FIELDS,
    NOTHING,
    PURGATORY,
    Board,
    InForce,
    Placing,
    Spirit,
    Unit,
    Units,
)
from umpire.games.reports import ByKey, Written
from umpire.games.spirits import Spirits
from umpire.games.two_players import BySide, Side, opponent, replace_side
from umpire.games.values import Value, memoize


class _Hidden:
    """What a viewer may not know: nothing can be read from it, counted or computed with it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "HIDDEN"

    def __bool__(self) -> bool:
        raise TypeError("what is hidden is neither true nor false")

    def to_json(self) -> None:
        """Return null, as a report has it."""


HIDDEN: Final[Any] = _Hidden()
"""Stands in a masked state wherever its viewer may not know what is there."""

_ONE_EACH: Final = Spirits()


@dataclass(frozen=True, slots=True)
class Standing(Value):
    """How far a player has come. The spirits left and in force are that player's own."""

    block: int = PURGATORY
    passed: frozenset[str] = frozenset()
    """The names of the hells of the own block that are passed; earlier blocks are behind."""
    points: float = 0
    uses: Spirits = _ONE_EACH
    """The spirits that may still be invoked. Ruling 21: uses, not a list of spirits."""
    active: tuple[InForce, ...] = ()
    """The spirits in force, oldest first."""

    def has_passed(self, hell: Hell) -> bool:
        """Return whether a hell is behind this player."""
        return hell.block < self.block or hell.name in self.passed

    def masked(self) -> "Standing":
        """Return what everybody knows."""
        return self.replace(uses=HIDDEN, active=HIDDEN)


class Own(NamedTuple):
    """What only the player knows of the own Round 1 while the bout runs."""

    hells: tuple[Hell, ...] = ()
    """Attempted, in the order of the options."""
    rules: Rules = PLAIN
    spirit: Spirit | None = None
    placing: Placing = NOTHING
    disguise: Unit | None = None
    """What the Zero is shown as, None if as itself."""
    hand: Units = ARMY


class Shown(NamedTuple):
    """What the update between the rounds shows of a player."""

    told: tuple[Hell, ...] = ()
    """The hells announced."""
    invoked: bool = False
    in_hand: int = len(ARMY)
    placing: tuple[Units | int, ...] = NOTHING
    """The Zero as its disguise; of battlefields to which the viewer is blind just the number."""


class Part(NamedTuple):
    """One player's part in the bout under way, as far as it is applied."""

    own: Own = Own()
    shown: Shown = Shown()

    def seen_blind(self, places: frozenset[int]) -> "Part":
        """Return what an opponent sees who is blind to some places."""
        if not places:
            return Part(HIDDEN, self.shown)
        placing = tuple(
            [
                len(self.own.placing[place]) if place in places else units
                for place, units in enumerate(self.shown.placing)
            ]
        )
        return Part(HIDDEN, self.shown._replace(placing=placing))


FRESH: Final = Part()


def whole_if_possible(points: float) -> float:
    """Return 13 for 13.0."""
    return int(points) if points == int(points) else points


class Record(NamedTuple):
    """A finished bout, as a report has it. Pairs are by seat."""

    bout: int
    private: bool
    automatic: tuple[Side, ...]
    """The players who lost it automatically."""
    hells: BySide[tuple[Hell, ...]]
    invoked: BySide[bool]
    spirit: BySide[Spirit | None]
    """Ruling 26: nobody else learns it before the match is over, nor the strength, which would
    give it away."""
    round1: BySide[Board]
    round2: BySide[Board]
    destroyed: BySide[Board]
    strength: BySide[Annotated[tuple[int, ...], ByKey(FIELDS)] | None]
    """On each battlefield; None if none was counted."""
    result: Annotated[tuple[Side | None, ...], ByKey(FIELDS)]
    """Of each battlefield the winner; None is a tie, or nobody."""
    score: BySide[int]
    gained: BySide[Annotated[float, Written(whole_if_possible)]]
    cleared: BySide[tuple[Hell, ...]]
    won: tuple[Side, ...]

    @property
    def is_known(self) -> bool:
        """Whether a viewer knows more of it than who has won."""
        return self.score is not HIDDEN

    @memoize
    def seen_by(self, side: Side | None) -> "Record":
        """Return what a player, or the public, may know. Ruling 32: of a private bout players."""
        if side is None:
            fields = self._fields[2:-1] if self.private else ("spirit", "strength")
            return self._replace(**dict.fromkeys(fields, HIDDEN))
        others = (HIDDEN, HIDDEN)
        return self._replace(
            spirit=replace_side(others, side, self.spirit[side]),
            strength=replace_side(others, side, self.strength[side]),
        )


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
    hell_meant: Mapping[str, Hell] = field(repr=False, compare=False)
    """What each key that may be typed for a hell means."""
    target: int
    seconds: tuple[float, float]
    """The time limits of the two rounds."""

    def side_of(self, player: str) -> Side:
        """Return a player's seat."""
        return 0 if self.players[0] == player else 1

    def block_after(self, block: int) -> int:
        """Return the block that a player goes on to. Ruling 2: one without hells is skipped."""
        ahead = [hell.block for hell in self.hells if hell.block > block]
        return min(ahead, default=EIGHTEENTH)

    def open_to(self, standing: Standing) -> tuple[Hell, ...]:
        """Return the hells of a player's own block that are not passed yet."""
        if not PURGATORY < standing.block < EIGHTEENTH:
            return ()
        passed = standing.passed
        return tuple([hell for hell in _block(self, standing.block) if hell.name not in passed])


@memoize
def _block(terms: Terms, block: int) -> tuple[Hell, ...]:
    return tuple([hell for hell in terms.hells if hell.block == block])


@dataclass(frozen=True, slots=True)
class State(Value):
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

    def seen_by(self, side: Side | None) -> "State":
        """Return what a player, or the public, may know; everything once the match is over."""
        if self.outcome is not None:
            return self
        past: Past | None = None
        for record in reversed(list(self.past or ())):
            past = Past(record.seen_by(side), past)
        one, two = self.standings
        return self.replace(
            standings=(
                one if side == 0 else one.masked(),
                two if side == 1 else two.masked(),
            ),
            parts=self.parts_seen_by(side),
            past=past,
        )

    def parts_seen_by(self, side: Side | None) -> tuple[Part, Part]:
        """Return what a player, or the public, may know of the bout under way."""
        if side is None:
            # Ruling 32: what is told in a private bout is told to the players only.
            one, two = [Part(HIDDEN, HIDDEN if self.private else part.shown) for part in self.parts]
            return one, two
        own, other = self.parts[side], self.parts[opponent(side)]
        return replace_side((other.seen_blind(own.own.rules.blind),) * 2, side, own)
