"""What a placing must keep to beyond the number of its units.

Ruling 36: the whole placing of a line counts, a Zero always as a Zero, and for `cap` and `shun`
also the units of Round 1, destroyed or not.
"""

from typing import Final, NamedTuple

from umpire.games.eighteenth_hell.components import BATTLEFIELDS, NOTHING, UNITS, Placing, Units
from umpire.games.eighteenth_hell.rules.bending import Round, Rules
from umpire.games.notation import counted, listed


class Table(NamedTuple):
    """What lies on the battlefields from Round 1; nothing when Round 1 itself is placed."""

    mine: Placing = NOTHING
    theirs: tuple[Units | int, ...] = NOTHING
    """As it is shown; to who is blind there just how many."""


EMPTY: Final = Table()


def fault(rules: Rules, round_: Round, placing: Placing, table: Table = EMPTY) -> str | None:
    """Return in one sentence what a placing offends against, None if nothing."""
    if not rules.binds[round_ - 1]:
        return None
    for place, units in enumerate(placing):
        problem = fault_on(rules, round_, place, units, table) if units else None
        if problem is not None:
            return problem
    own = rules.rounds[round_ - 1]
    used = sum(map(bool, placing))
    if used < own.fewest:
        return (
            f"Under your hell you must use at least {own.fewest} battlefields in Round {round_}, "
            f"not {used}."
        )
    if used > own.widest:
        return (
            f"Under your hell you may use at most {counted(own.widest, 'battlefield')} in "
            f"Round {round_}, not {used}."
        )
    for forced in own.forced:
        if not any(forced.unit in placing[place] for place in forced.places):
            return (
                f"Under your hell you must play a {forced.unit} on battlefield "
                f"{_fields(forced.places)} in Round {round_}."
            )
    return None


def fault_on(rules: Rules, round_: Round, place: int, units: Units, table: Table) -> str | None:
    """Return what units offend against on one battlefield, whatever lies on the others."""
    field = BATTLEFIELDS[place]
    if rules.shun and (why := why_shunned(rules, round_, place, table)) is not None:
        return f"You may not play on battlefield {field} in Round 2: {why}."
    closed = rules.rounds[round_ - 1].closed[place]
    if not closed.isdisjoint(units):
        unit = next(unit for unit in units if unit in closed)
        return f"Your hell closes battlefield {field} to your {unit} in Round {round_}."
    for cap in rules.caps:
        if place in cap.places:
            count = sum([unit in cap.units for unit in (*units, *table.mine[place])])
            if count > cap.most:
                which = "" if len(cap.units) == len(UNITS) else f" ({_names(cap.units)})"
                return (
                    f"Under your hell you may have at most {counted(cap.most, 'unit')}{which} on "
                    f"battlefield {field}, not {count}."
                )
    return None


def why_shunned(rules: Rules, round_: Round, place: int, table: Table) -> str | None:
    """Return why no unit may be played on a battlefield, None if some may."""
    if round_ == 1 or not rules.shun:
        return None
    mine, theirs = table.mine[place], table.theirs[place]
    if mine and "mine" in rules.shun:
        return "you have a unit there"
    if not mine and "not-mine" in rules.shun:
        return "you have no unit there"
    if theirs and "theirs" in rules.shun:
        return "your opponent has a unit there"
    if not theirs and "not-theirs" in rules.shun:
        return "your opponent has no unit there"
    return None


def _fields(places: frozenset[int]) -> str:
    return listed([str(BATTLEFIELDS[place]) for place in sorted(places)], "or")


def _names(units: frozenset[int]) -> str:
    return listed(map(str, sorted(units)), "and")
