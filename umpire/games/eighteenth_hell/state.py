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
from umpire.games.two_players import SIDES, BySide, Side, opponent, replace_side
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
"""Is in the place of whatever the viewer of a masked state may not know."""


@dataclass(frozen=True, slots=True)
class Standing(Value):
    """How far a player has come. Only that player knows the spirits left and in force."""

    block: int = PURGATORY
    passed: frozenset[str] = frozenset()
    """The names of the hells of the player's block that are passed; earlier blocks are behind."""
    points: float = 0
    uses: Spirits = field(default=Spirits())
    """The spirits that may still be invoked. Ruling 21: uses, not a list of spirits."""
    active: tuple[InForce, ...] = ()
    """The spirits in force, oldest first."""

    def has_passed(self, hell: Hell) -> bool:
        """Return whether a hell is behind this player."""
        return hell.block < self.block or hell.name in self.passed


class Plan(NamedTuple):
    """A player's Round 1 as only that player knows it while the bout runs."""

    hells: tuple[Hell, ...] = ()
    """Attempted, in the order of the options."""
    rules: Rules = PLAIN
    spirit: Spirit | None = None
    placing: Placing = NOTHING
    disguise: Unit | None = None
    """What the Zero is shown as, None if as itself."""
    hand: Units = ARMY


class Update(NamedTuple):
    """What the update between the rounds shows of a player's Round 1."""

    hells: tuple[Hell, ...] = ()
    """Those of which the names are announced."""
    has_invoked: bool = False
    in_hand: int = len(ARMY)
    placing: tuple[Units | int, ...] = NOTHING
    """The Zero as its disguise; of battlefields to which the viewer is blind just the number."""


class Deployment(NamedTuple):
    """A player's Round 1, once both have answered."""

    plan: Plan = Plan()
    update: Update = Update()


NOT_DEPLOYED = Deployment()


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
    """The winner of each battlefield; None is a tie, or nobody."""
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
        return self is other or (isinstance(other, Past) and [*self] == [*other])

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
        return min([hell.block for hell in self.hells if hell.block > block], default=EIGHTEENTH)

    @memoize
    def open_to(self, standing: Standing) -> tuple[Hell, ...]:
        """Return the hells of a player's own block that are not passed yet."""
        block, passed = standing.block, standing.passed
        return tuple([h for h in self.hells if h.block == block and h.name not in passed])


@dataclass(frozen=True, slots=True)
class State(Value):
    """A match at one moment. Pairs are by seat."""

    terms: Terms
    standings: tuple[Standing, Standing]
    bout: int
    round: Literal[1, 2] | None
    """The round that is pending, None when the match is over."""
    private: bool
    deployments: tuple[Deployment, Deployment] = (NOT_DEPLOYED, NOT_DEPLOYED)
    past: Past | None = None
    outcome: Outcome | None = None

    def seen_by(self, side: Side | None) -> "State":
        """Return what a player, or the public, may know; everything once the match is over."""
        if self.outcome is not None:
            return self
        past: Past | None = None
        for record in reversed(list(self.past or ())):
            past = Past(record.seen_by(side), past)
        standings = self.standings
        for other in SIDES:
            if other != side:
                masked = standings[other].replace(uses=HIDDEN, active=HIDDEN)
                standings = replace_side(standings, other, masked)
        return self.replace(
            standings=standings, deployments=self.deployments_seen_by(side), past=past
        )

    def deployments_seen_by(self, side: Side | None) -> tuple[Deployment, Deployment]:
        """Return what a player, or the public, may know of the bout under way."""
        if side is None:
            # Ruling 32: what is told in a private bout is told to the players only.
            (_, update1), (_, update2) = self.deployments
            if self.private:
                update1 = update2 = HIDDEN
            return Deployment(HIDDEN, update1), Deployment(HIDDEN, update2)
        own, other = self.deployments[side], self.deployments[opponent(side)]
        update = other.update
        if blind := own.plan.rules.blind:
            placing = [
                len(units) if place in blind and not isinstance(units, int) else units
                for place, units in enumerate(update.placing)
            ]
            update = update._replace(placing=tuple(placing))
        return replace_side((Deployment(HIDDEN, update),) * 2, side, own)
