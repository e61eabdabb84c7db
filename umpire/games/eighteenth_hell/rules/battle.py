"""What happens on the battlefields once both rounds are placed: destruction, strength, winners."""

from typing import NamedTuple

from umpire.games.eighteenth_hell.components import NOTHING, PLACES, InForce, Placing, Units
from umpire.games.eighteenth_hell.rules.bending import Row, Rules
from umpire.games.eighteenth_hell.state import Own
from umpire.games.two_players import SIDES, Side, opponent

Winners = tuple[Side | None, ...]
"""Who has won each battlefield, None is a tie, or nobody."""

_DESTROYER = 2
_REVERSER = 3
_NO_SPIRITS: Row = (0,) * 6


class Fought(NamedTuple):
    """What came of the six battles. Pairs are by seat."""

    destroyed: tuple[Placing, Placing]
    strength: tuple[tuple[int, ...], tuple[int, ...]]
    winners: Winners


class Army(NamedTuple):
    """One player's side of all battles."""

    round1: Placing
    round2: Placing
    rules: Rules
    spirits: Row
    """What the spirits in force give to each unit, indexed as the rows of `Rules`."""


def army_of(own: Own, round2: Placing, active: tuple[InForce, ...]) -> Army:
    """Return the army that a player has placed. Ruling 24: strength spirits add up."""
    row = _NO_SPIRITS
    if active and own.rules.spirits:
        row = tuple([sum(spirit.unit == unit for spirit in active) for unit in (*range(5), -1)])
    return Army(own.placing, round2, own.rules, row)


def fight(one: Army, two: Army) -> Fought:
    """Fight all battles."""
    gone: tuple[list[Units], list[Units]] = ([], [])
    strengths: tuple[list[int], list[int]] = ([], [])
    winners = []
    for place in PLACES:
        left1, gone1 = _destruction(place, one, two)
        left2, gone2 = _destruction(place, two, one)
        strength1 = _strength(place, left1, left2, one, two)
        strength2 = _strength(place, left2, left1, two, one)
        reversing = (
            (_REVERSER in left1 and one.rules.threshold) or 0,
            (_REVERSER in left2 and two.rules.threshold) or 0,
        )
        winner = _winner(strength1 - strength2, reversing)
        if winner is None:
            winner = _tie(place in one.rules.ties_lost, place in two.rules.ties_lost)
        winners.append(winner)
        gone[0].append(gone1)
        gone[1].append(gone2)
        strengths[0].append(strength1)
        strengths[1].append(strength2)
    return Fought(
        (_as_placing(gone[0]), _as_placing(gone[1])),
        (tuple(strengths[0]), tuple(strengths[1])),
        tuple(winners),
    )


def _as_placing(units: list[Units]) -> Placing:
    return tuple(units) if any(units) else NOTHING


def _destruction(place: int, own: Army, foe: Army) -> tuple[Units, Units]:
    """Return a player's units that survive on a battlefield and those destroyed.

    Ruling 14: a Two reaches its owner's units as well, of whichever round it is; Twos survive.
    """
    early, late = own.round1[place], own.round2[place]
    reached = (own.rules.reach != "none" and (_DESTROYER in early or _DESTROYER in late)) or (
        foe.rules.reach == "both"
        and (_DESTROYER in foe.round1[place] or _DESTROYER in foe.round2[place])
    )
    if not reached:
        return early + late, ()
    exposed = own.rules.exposed
    left = [unit for unit in early if unit not in exposed]
    gone = [unit for unit in early if unit in exposed]
    for unit in late:
        (left if unit == _DESTROYER else gone).append(unit)
    return tuple(left), tuple(sorted(gone))


def _strength(place: int, units: Units, against: Units, own: Army, foe: Army) -> int:
    """Return a player's strength on a battlefield, of surviving units on both sides.

    Ruling 20: without a unit it is 0.
    """
    if not units:
        return 0
    rules = own.rules
    row, foe_row, spirits = rules.strength[place], foe.rules.foe_strength[place], own.spirits
    strength = sum([row[unit] + foe_row[unit] + spirits[unit] for unit in units])
    # Ruling 11: strictly more, and the bonus is given once.
    if -1 in units and units.count(-1) > against.count(-1):
        strength += rules.negative_bonus
    # Ruling 13: the opponent's surviving units, Zeros included; a Four alone of the survivors.
    if 1 in units:
        strength += rules.one_bonus * len(against)
    if units == (4,):
        strength += rules.four_bonus
    return strength


def _winner(difference: int, reversing: tuple[int, int]) -> Side | None:
    """Return who wins by strength, None if it is equal.

    Ruling 15: a Three of either player that survives and works from this difference gives the
    battlefield to the weaker side, and several do this once. 0 stands for none.
    """
    if difference == 0:
        return None
    stronger: Side = 0 if difference > 0 else 1
    one, two = reversing
    if 0 < one <= abs(difference) or 0 < two <= abs(difference):
        return opponent(stronger)
    return stronger


def _tie(lost_by_first: bool, lost_by_second: bool) -> Side | None:
    """Return who wins a tie: nobody, unless just one player gives ties away."""
    if lost_by_first == lost_by_second:
        return None
    return SIDES[lost_by_first]
