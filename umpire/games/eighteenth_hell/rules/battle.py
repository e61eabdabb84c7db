"""What happens on the battlefields once both rounds are placed: destruction, strength, winners."""

from functools import lru_cache
from operator import add
from typing import NamedTuple

from umpire.games.eighteenth_hell.components import PLACES, InForce, Placing, Units, together
from umpire.games.eighteenth_hell.rules.player_rules import PLAIN, ROW_ORDER, Row, Rules
from umpire.games.eighteenth_hell.state import Own
from umpire.games.two_players import SIDES, Side, opponent

Winners = tuple[Side | None, ...]
"""Who has won each battlefield, None is a tie, or nobody."""

_DESTROYER = 2
_REVERSER = 3


class Fought(NamedTuple):
    """What came of the six battles. Pairs are by seat."""

    destroyed: tuple[Placing, Placing]
    strength: tuple[tuple[int, ...], tuple[int, ...]]
    winners: Winners


class Army(NamedTuple):
    """One player's side of all battles."""

    round1: Placing
    round2: Placing
    board: Placing
    """The units of both rounds."""
    rules: Rules
    strength: tuple[Row, ...]
    """For each place what each unit has there, all added up that does not hang on other units."""


def army_of(own: Own, round2: Placing, active: tuple[InForce, ...], foe: Own) -> Army:
    """Return the army that a player has placed, against an opponent's under some rules."""
    strength = own.rules.strength
    if active and own.rules.spirits:
        strength = _with_spirits(strength, active)
    if foe.rules.foe_strength is not PLAIN.foe_strength:
        strength = tuple(map(_added, strength, foe.rules.foe_strength))
    return Army(own.placing, round2, together(own.placing, round2), own.rules, strength)


@lru_cache(maxsize=1024)
def _with_spirits(strength: tuple[Row, ...], active: tuple[InForce, ...]) -> tuple[Row, ...]:
    """Return what units have under some spirits. Ruling 24: those of strength add up."""
    given = [spirit.unit for spirit in active]
    spirits = tuple([given.count(unit) for unit in ROW_ORDER])
    return tuple([_added(row, spirits) for row in strength])


def _added(one: Row, other: Row) -> Row:
    return tuple(map(add, one, other))


def fight(one: Army, two: Army) -> Fought:
    """Fight all battles."""
    fought = [_fight_on(place, one, two) for place in PLACES]
    gone1, gone2, strength1, strength2, winners = zip(*fought, strict=True)
    return Fought((gone1, gone2), (strength1, strength2), winners)


def _fight_on(place: int, one: Army, two: Army) -> tuple[Units, Units, int, int, Side | None]:
    """Return each player's destroyed units and strength on a battlefield, and who wins it."""
    left1, left2 = one.board[place], two.board[place]
    gone1: Units = ()
    gone2: Units = ()
    twos = _DESTROYER in left1, _DESTROYER in left2
    if twos[0] or twos[1]:
        if _is_reached(twos[0], one, twos[1], two):
            left1, gone1 = _destruction(place, one)
        if _is_reached(twos[1], two, twos[0], one):
            left2, gone2 = _destruction(place, two)
    strength1 = _strength(left1, left2, one.rules, one.strength[place])
    strength2 = _strength(left2, left1, two.rules, two.strength[place])
    difference = strength1 - strength2
    if difference == 0:
        winner = _tie(place in one.rules.ties_lost, place in two.rules.ties_lost)
    else:
        winner = 0 if difference > 0 else 1
        threes = _REVERSER in left1, _REVERSER in left2
        if (threes[0] and _reverses(one, difference)) or (threes[1] and _reverses(two, difference)):
            winner = opponent(winner)
    return gone1, gone2, strength1, strength2, winner


def _is_reached(own_two: bool, own: Army, foe_two: bool, foe: Army) -> bool:
    """Return whether a Two that lies there destroys a player's units.

    Ruling 14: a Two reaches its owner's units as well, of whichever round it is.
    """
    return (own_two and own.rules.reach != "none") or (foe_two and foe.rules.reach == "both")


def _destruction(place: int, reached: Army) -> tuple[Units, Units]:
    """Return a player's units that survive a Two on a battlefield, as Twos do, and the others."""
    early, late = reached.round1[place], reached.round2[place]
    exposed = reached.rules.exposed
    left = [unit for unit in early if unit not in exposed]
    gone = [unit for unit in early if unit in exposed]
    for unit in late:
        (left if unit == _DESTROYER else gone).append(unit)
    return tuple(left), tuple(sorted(gone))


def _strength(units: Units, against: Units, rules: Rules, row: Row) -> int:
    """Return a player's strength on a battlefield, of surviving units on both sides.

    Ruling 20: without a unit it is 0.
    """
    if not units:
        return 0
    strength = row[units[0]] if len(units) == 1 else sum(map(row.__getitem__, units))
    # Ruling 11: strictly more, and the bonus is given once.
    if -1 in units and units.count(-1) > against.count(-1):
        strength += rules.negative_bonus
    # Ruling 13: the opponent's surviving units, Zeros included; a Four alone of the survivors.
    if 1 in units:
        strength += rules.one_bonus * len(against)
    if units == (4,):
        strength += rules.four_bonus
    return strength


def _reverses(owner: Army, difference: int) -> bool:
    """Return whether a player's Three that lies there gives the battlefield to the weaker side.

    Ruling 15: one of either player that survives and works from this difference does, whoever
    loses, and several do it once.
    """
    threshold = owner.rules.threshold
    return threshold is not None and abs(difference) >= threshold


def _tie(lost_by_first: bool, lost_by_second: bool) -> Side | None:
    """Return who wins a tie: nobody, unless just one player gives ties away."""
    if lost_by_first == lost_by_second:
        return None
    return SIDES[lost_by_first]
