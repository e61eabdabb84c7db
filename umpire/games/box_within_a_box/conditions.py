"""Conditions of bets: the traits in them, the landings that fulfil them, their rate of payment."""

from collections.abc import Iterable
from functools import cache, lru_cache
from operator import sub
from typing import Final, Literal, NamedTuple

from umpire.games.box_within_a_box.board import FACES, WHITE

# Traits and conditions

Trait = int
"""A place in `TRAITS`: 0 is black, 1 white, 2 the number 0."""
TRAITS: Final = ("black", "white", *map(str, range(10)))
BLACK_OR_WHITE: Final[tuple[Trait, Trait]] = (0, 1)

Joint = Literal["", "and", "or"]
RATES: Final[dict[Joint, int]] = {"": 4, "and": 8, "or": 3}
"""The half-points that one hit pays for each point staked."""


class Condition(NamedTuple):
    """What a landing must show: one trait, or two joined by `and` or `or`, the lower one first."""

    traits: tuple[Trait, ...]
    joint: Joint
    text: str
    matching_faces: bytes
    """The faces that fulfil it."""
    rate: int
    """The half-points that one hit pays for each point staked."""

    def __str__(self) -> str:
        return self.text

    def to_json(self) -> str:
        """Return it as it is reported."""
        return self.text

    def hits(self, faces: bytes) -> int:
        """Return how many landings fulfil it; `landed` has the face of each."""
        return len(faces) - len(faces.translate(None, self.matching_faces))


@cache
def condition_on(first: Trait, second: Trait | None = None, joint: Joint = "") -> Condition:
    """Return a condition on one trait or two. Ruling 7: their order makes no difference."""
    traits = (first,) if second is None else (min(first, second), max(first, second))
    faces = [{face for face in range(len(FACES)) if _has(face, trait)} for trait in traits]
    fitting = set.union(*faces) if joint == "or" else set.intersection(*faces)
    # Ruling 3: 200% includes the stake, which is paid whether or not the bet wins.
    text = f" {joint} ".join(TRAITS[trait] for trait in traits)
    return Condition(traits, joint, text, bytes(fitting), RATES[joint])


def _has(face: int, trait: Trait) -> bool:
    color, number = divmod(face, WHITE)
    return trait in (color, number + 2)


class Bet(NamedTuple):
    """Points staked on a condition."""

    stake: int
    condition: Condition

    def __str__(self) -> str:
        return f"{self.stake} on {self.condition.text}"


Bets = tuple[Bet, ...]


# Uses of traits

Uses = tuple[int, ...]
"""Of each trait how often a player has used it."""
USES: Final[Uses] = (2, 2, *(3,) * 10)
"""How often each trait may be used in a player's conditions of the whole match."""
_USE_LEFT, _USE_SPENT = "●", "○"
UNUSED: Final[Uses] = (0,) * len(TRAITS)

BETS: Final = 3
"""The bets of a bout, if a player's traits allow so many."""


def uses_left(used: Uses) -> Uses:
    """Return of each trait how often a player may use it yet."""
    return tuple(map(sub, USES, used))


def uses_text(left: Uses) -> list[str]:
    """Return the uses of each trait as dots: those left, then those spent."""
    bounded = [max(0, times) for times in left]
    return [
        _USE_LEFT * now + _USE_SPENT * (most - now) for now, most in zip(bounded, USES, strict=True)
    ]


def add_uses(used: Uses, bets: Iterable[Bet]) -> Uses:
    """Return the uses of each trait, those in some bets added. Ruling 6: also of bets never hit."""
    times = list(used)
    for bet in bets:
        for trait in bet.condition.traits:
            times[trait] += 1
    return tuple(times)


def traits_left(used: Uses) -> tuple[Trait, ...]:
    """Return the traits that a player may use yet."""
    return tuple([trait for trait, times in enumerate(uses_left(used)) if times])


@lru_cache(maxsize=1024)
def bets_due(used: Uses) -> int:
    """Return how many bets a player must make.

    Ruling 5: three, if the traits left allow as many different conditions; else as many as they
    allow. Two traits allow the third, `and` of both, if each may be used twice.
    """
    uses = [times for times in uses_left(used) if times]
    return BETS if len(uses) == 2 and min(uses) > 1 else min(len(uses), BETS)


def possible_conditions(used: Uses) -> tuple[Condition, ...]:
    """Return as many different conditions as a player must bet on, all possible with these uses."""
    traits = traits_left(used)
    single = [condition_on(trait) for trait in traits]
    if len(traits) == 2 and bets_due(used) == BETS:
        single.append(condition_on(*traits, "and"))
    return tuple(single[:BETS])
