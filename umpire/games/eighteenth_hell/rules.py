"""A player's rules in one bout, and the placings that they allow.

Ruling 36: the whole placing of a line counts, a Zero always as a Zero, and for `cap` and `shun`
also the units of Round 1, destroyed or not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from umpire.games.base import NotAllowed, RandomSource
from umpire.games.cards import not_among, without
from umpire.games.eighteenth_hell.units import (
    BATTLEFIELDS,
    NOTHING,
    PLACES,
    UNITS,
    Placing,
    Unit,
    Units,
)
from umpire.games.randomness import sample
from umpire.games.text import join_words, pluralize

Round = Literal[1, 2]
Reach = Literal["both", "own", "none"]
Where = Literal["theirs", "not-theirs", "mine", "not-mine"]

Row = tuple[int, ...]
"""A number for each unit. It is indexed by the unit: 0 to 4 come first, -1 is the last."""
ROW_ORDER: Final[tuple[Unit, ...]] = (0, 1, 2, 3, 4, -1)
_ZEROS: Final[Row] = (0,) * len(UNITS)

_STEPS: Final = (1, 5, 2)
"""From a unit's battlefield to that of the next one, in what is offered."""
_TRIES: Final = 8
"""How many random placings are tried before one is searched for."""


class UnitLimit(NamedTuple):
    """At most so many units of these on a battlefield, counted together."""

    most: int
    units: frozenset[Unit]
    text: str
    """As a sentence says it: `2 units (-1 and 0)`."""


class RequiredUnit(NamedTuple):
    """At least one such unit on one of these places."""

    unit: Unit
    places: frozenset[int]


class RoundRules(NamedTuple):
    """What a placing of one round must keep to besides the limits."""

    closed: tuple[frozenset[Unit], ...] = (frozenset(),) * len(BATTLEFIELDS)
    """For each place the units that may not be played there."""
    fewest: int = 1
    widest: int = len(BATTLEFIELDS)
    """How many different battlefields are used, at least and at most."""
    required: tuple[RequiredUnit, ...] = ()
    extra: int = 0
    """So many more units are played, fewer if it is below 0."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules that hold for one player in one bout."""

    strength: tuple[Row, ...] = ((*range(5), -1),) * len(BATTLEFIELDS)
    """For each place what each own unit has by itself."""
    foe_strength: tuple[Row, ...] = (_ZEROS,) * len(BATTLEFIELDS)
    """For each place what each unit of the opponent gets on top."""
    negative_bonus: int = 3
    one_bonus: int = 1
    four_bonus: int = 4
    reach: Reach = "both"
    """Whose units a Two of this player destroys."""
    exposed: frozenset[Unit] = frozenset()
    """Own units of Round 1 that a Two destroys too."""
    threshold: int | None = 3
    """The difference from which a Three works, None: never."""
    rounds: tuple[RoundRules, RoundRules] = (RoundRules(), RoundRules())
    limits: tuple[tuple[UnitLimit, ...], ...] = ((),) * len(BATTLEFIELDS)
    """For each place."""
    shun: frozenset[Where] = frozenset()
    restricts: tuple[bool, bool] = (False, False)
    """For each round whether anything but the number of units limits a placing."""
    can_disguise: bool = True
    can_invoke: bool = True
    """Whether spirits may be invoked, and those in force have an effect."""
    worth: Row = BATTLEFIELDS
    """What each place is worth to this player."""
    ties_lost: frozenset[int] = frozenset()
    margin: int = 0
    least: int = 0
    """To win the bout: points more than the opponent, battlefields won."""
    must_win: frozenset[int] = frozenset()
    must_not_win: frozenset[int] = frozenset()
    blind: frozenset[int] = frozenset()


PLAIN: Final = Rules()
"""The rules where no hell is attempted."""


# What they allow


class Round1Units(NamedTuple):
    """The units of Round 1 on the battlefields; none while Round 1 itself is placed."""

    mine: Placing = NOTHING
    theirs: tuple[Units | int, ...] = NOTHING
    """As they are shown: where the player is blind, their number."""


NO_UNITS: Final = Round1Units()


def placing_error(
    rules: Rules, round_: Round, placing: Placing, before: Round1Units = NO_UNITS
) -> str | None:
    """Return in one sentence which rule a placing breaks, None if it is legal."""
    if not rules.restricts[round_ - 1]:
        return None
    for place, units in enumerate(placing):
        if units and (error := field_error(rules, round_, place, units, before)):
            return error
    own = rules.rounds[round_ - 1]
    used = sum(map(bool, placing))
    if used < own.fewest:
        return (
            f"Under your hell you must use at least {own.fewest} battlefields in Round {round_}, "
            f"not {used}."
        )
    if used > own.widest:
        return (
            f"Under your hell you may use at most {pluralize(own.widest, 'battlefield')} in "
            f"Round {round_}, not {used}."
        )
    for required in own.required:
        if not any(required.unit in placing[place] for place in required.places):
            fields = [str(BATTLEFIELDS[place]) for place in sorted(required.places)]
            return (
                f"Under your hell you must play a {required.unit} on battlefield "
                f"{join_words(fields, 'or')} in Round {round_}."
            )
    return None


def field_error(
    rules: Rules, round_: Round, place: int, units: Units, before: Round1Units
) -> str | None:
    """Return which rule units break on one battlefield, whatever is on the others."""
    if round_ == 2 and rules.shun and (why := _why_shunned(rules.shun, place, before)):
        return f"You may not play on battlefield {BATTLEFIELDS[place]} in Round 2: {why}."
    closed = rules.rounds[round_ - 1].closed[place]
    if closed and not closed.isdisjoint(units):
        unit = next(unit for unit in units if unit in closed)
        battlefield = BATTLEFIELDS[place]
        return f"Your hell closes battlefield {battlefield} to your {unit} in Round {round_}."
    for limit in rules.limits[place]:
        count = sum([unit in limit.units for unit in (*units, *before.mine[place])])
        if count > limit.most:
            return (
                f"Under your hell you may have at most {limit.text} on battlefield "
                f"{BATTLEFIELDS[place]}, not {count}."
            )
    return None


def _why_shunned(shun: frozenset[Where], place: int, before: Round1Units) -> str:
    """Return why no unit may be played on a battlefield, empty if units may."""
    mine, theirs = before.mine[place], before.theirs[place]
    if ("mine" if mine else "not-mine") in shun:
        return f"you have {'a' if mine else 'no'} unit there"
    if ("theirs" if theirs else "not-theirs") in shun:
        return f"your opponent has {'a' if theirs else 'no'} unit there"
    return ""


@lru_cache(maxsize=4096)  # nine units can be divided in few ways
def check_owned(units: Units, owned: Units, where: str = "") -> None:
    """Raise NotAllowed if one of the units is placed more often than it is owned."""
    unit = not_among(owned, units)
    if unit is not None:
        count = owned.count(unit)
        if not count:
            raise NotAllowed(f"You have no {unit}{where}.")
        raise NotAllowed(f"You have only {count} of unit {unit}{where}, not {units.count(unit)}.")


# Legal placings


def find_placing(
    rules: Rules, round_: Round, hand: Units, number: int, before: Round1Units = NO_UNITS
) -> Placing | None:
    """Return a legal placing of exactly so many units of a hand, None if there is none.

    The search is exact. All that restricts a battlefield by itself is asked of it alone, so that
    the search goes from one to the next and remembers what cannot be completed.
    """
    own = rules.rounds[round_ - 1]
    spare = len(hand) - number

    @cache
    def allows(place: int, units: Units) -> bool:
        return field_error(rules, round_, place, units, before) is None

    @cache
    def complete(
        place: int, left: Units, used: int, unmet: tuple[RequiredUnit, ...]
    ) -> Placing | None:
        """Place what is left on this battlefield and those after it, `used` being used before."""
        still = len(left) - spare
        if not still and used >= own.fewest and not unmet:
            return NOTHING[place:]
        if not still or place == len(PLACES) or used == own.widest:
            return None
        if used + len(PLACES) - place < own.fewest:
            return None
        if unmet and any(r.unit not in left or max(r.places) < place for r in unmet):
            return None
        for units, rest in _shares(left):
            if len(units) <= still and (not units or allows(place, units)):
                now_unmet = unmet and tuple(
                    [r for r in unmet if place not in r.places or r.unit not in units]
                )
                after = complete(place + 1, rest, used + bool(units), now_unmet)
                if after is not None:
                    return (units, *after)
        return None

    return complete(0, hand, 0, own.required)


def can_be_placed(
    rules: Rules, round_: Round, hand: Units, number: int, before: Round1Units
) -> bool:
    """Return whether there is a legal placing of exactly so many units of a hand.

    It rarely takes a search: mostly it is legal to stack them.
    """
    if not rules.restricts[round_ - 1]:
        return True
    stacks = _stack(rules, round_, hand[-number:], before)
    if stacks is not None and placing_error(rules, round_, stacks, before) is None:
        return True
    return find_placing(rules, round_, hand, number, before) is not None


def _stack(rules: Rules, round_: Round, units: Units, before: Round1Units) -> Placing | None:
    """Return each unit on the first battlefield open to it, from that of the unit before.

    None if none is open to one of them.
    """
    stacks = list(NOTHING)
    place = 0
    for unit in units:
        while field_error(rules, round_, place, (*stacks[place], unit), before) is not None:
            place += 1
            if place == len(PLACES):
                return None
        stacks[place] = (*stacks[place], unit)
    return tuple(stacks)


@cache
def _shares(left: Units) -> tuple[tuple[Units, Units], ...]:
    """Return every different part of some units, with the rest.

    One unit first, then none, two ...
    """
    parts: set[Units] = {()}
    for unit in left:
        parts |= {(*part, unit) for part in parts}
    ordered = sorted(parts, key=lambda part: (len(part) != 1, len(part), part))
    return tuple([(part, without(left, part)) for part in ordered])


def some_placings(
    rules: Rules, round_: Round, hand: Units, number: int, before: Round1Units = NO_UNITS
) -> Iterator[Placing]:
    """Yield some legal placings: units spread in several ways, and one that the search finds."""
    best_first = hand[::-1]
    for step in _STEPS:
        for start in PLACES:
            units: list[list[Unit]] = [[] for _ in PLACES]
            for index, unit in enumerate(best_first[:number]):
                units[(start + index * step) % len(PLACES)].append(unit)
            placing = _sorted(units)
            if placing_error(rules, round_, placing, before) is None:
                yield placing
    searched = find_placing(rules, round_, hand, number, before)
    if searched is not None:
        yield searched


def random_placing(
    rules: Rules,
    round_: Round,
    hand: Units,
    number: int,
    before: Round1Units,
    random: RandomSource,
) -> Placing | None:
    """Return a legal placing, by trying and then by searching; None if there is none."""
    own = rules.rounds[round_ - 1]
    most = min(own.widest, number)
    fewest = min(own.fewest, most)
    for _ in range(_TRIES):
        places = sample(random.choice(range(fewest, most + 1)), PLACES, random)
        units: list[list[Unit]] = [[] for _ in PLACES]
        for index, position in enumerate(sample(number, range(len(hand)), random)):
            place = places[index] if index < len(places) else random.choice(places)
            units[place].append(hand[position])
        placing = _sorted(units)
        if placing_error(rules, round_, placing, before) is None:
            return placing
    return find_placing(rules, round_, hand, number, before)


def _sorted(fields: Sequence[Sequence[Unit]]) -> Placing:
    return tuple([tuple(sorted(units) if len(units) > 1 else units) for units in fields])
