"""What a placing must keep to beyond the number of its units, and whether there is such a one.

Ruling 36: the whole placing of a line counts, a Zero always as a Zero, and for `cap` and `shun`
also the units of Round 1, destroyed or not.
"""

from functools import cache
from typing import Final, NamedTuple

from umpire.games.eighteenth_hell.bending import Forced, Round, Rules
from umpire.games.eighteenth_hell.components import (
    BATTLEFIELDS,
    NOTHING,
    PLACES,
    UNITS,
    Placing,
    Units,
    without,
)
from umpire.games.notation import listed


class Table(NamedTuple):
    """What lies on the battlefields from Round 1; nothing when Round 1 itself is placed."""

    mine: Placing = NOTHING
    theirs: Placing = NOTHING


EMPTY: Final = Table()


def fault(rules: Rules, round_: Round, placing: Placing, table: Table = EMPTY) -> str | None:
    """Tell in one sentence what a placing offends against, None if nothing."""
    if not rules.binds[round_ - 1]:
        return None
    for place, units in enumerate(placing):
        problem = _fault_on(rules, round_, place, units, table) if units else None
        if problem is not None:
            return problem
    own = rules.rounds[round_ - 1]
    used = sum(map(bool, placing))
    if used < own.fewest:
        return (
            f"Your hell asks for at least {own.fewest} different battlefields in Round {round_}, "
            f"not {used}."
        )
    if used > own.widest:
        return (
            f"Your hell allows at most {own.widest} different battlefields in Round {round_}, "
            f"not {used}."
        )
    for forced in own.forced:
        if not any(forced.unit in placing[place] for place in forced.places):
            return (
                f"Your hell asks for a {forced.unit} on battlefield "
                f"{_fields(forced.places)} in Round {round_}."
            )
    return None


def _fault_on(rules: Rules, round_: Round, place: int, units: Units, table: Table) -> str | None:
    field = BATTLEFIELDS[place]
    why = _why_shunned(rules, round_, place, table)
    if why is not None:
        return f"You may not play on battlefield {field} in Round 2, because {why}."
    closed = rules.rounds[round_ - 1].closed[place]
    if not closed.isdisjoint(units):
        unit = next(unit for unit in units if unit in closed)
        return f"Your hell closes battlefield {field} to your {unit} in Round {round_}."
    for cap in rules.caps:
        if place in cap.places:
            count = sum(unit in cap.units for unit in (*units, *table.mine[place]))
            if count > cap.most:
                which = "" if len(cap.units) == len(UNITS) else f" of {_names(cap.units)}"
                return (
                    f"Your hell allows at most {cap.most} units{which} on battlefield {field}, "
                    f"not {count}."
                )
    return None


def _why_shunned(rules: Rules, round_: Round, place: int, table: Table) -> str | None:
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


def find(
    rules: Rules, round_: Round, hand: Units, number: int, table: Table = EMPTY
) -> Placing | None:
    """Return a legal placing of just so many units of a hand, None if there is none.

    The search is exact. Closed battlefields and caps bind each battlefield by itself, so that it
    goes from one to the next and remembers what cannot be completed.
    """
    return _Search(rules, round_, table, spare=len(hand) - number).complete(0, hand)


class _Search:
    def __init__(self, rules: Rules, round_: Round, table: Table, spare: int) -> None:
        self._rules = rules
        self._round: Round = round_
        self._own = rules.rounds[round_ - 1]
        self._table = table
        self._spare = spare
        self._allowed: dict[tuple[int, Units], bool] = {}
        self._hopeless: set[tuple[int, Units, int, tuple[Forced, ...]]] = set()

    def complete(self, place: int, left: Units) -> Placing | None:
        return self._complete(place, left, 0, self._own.forced)

    def _complete(
        self, place: int, left: Units, used: int, unmet: tuple[Forced, ...]
    ) -> Placing | None:
        """Place what is left on this battlefield and those after it."""
        still = len(left) - self._spare
        if not still and used >= self._own.fewest and not unmet:
            return NOTHING[place:]
        if place == len(PLACES) or not still or not self._hopeful(place, left, used, unmet):
            return None
        moment = place, left, used, unmet
        if moment in self._hopeless:
            return None
        for units, rest in _shares(left):
            if len(units) > still or (units and not self._allows(place, units)):
                continue
            now_unmet = unmet and tuple(
                [f for f in unmet if place not in f.places or f.unit not in units]
            )
            found = self._complete(place + 1, rest, used + bool(units), now_unmet)
            if found is not None:
                return (units, *found)
        self._hopeless.add(moment)
        return None

    def _hopeful(self, place: int, left: Units, used: int, unmet: tuple[Forced, ...]) -> bool:
        ahead = len(PLACES) - place
        return (
            used < self._own.widest
            and used + ahead >= self._own.fewest
            and all(one.unit in left and max(one.places) >= place for one in unmet)
        )

    def _allows(self, place: int, units: Units) -> bool:
        key = place, units
        allowed = self._allowed.get(key)
        if allowed is None:
            problem = _fault_on(self._rules, self._round, place, units, self._table)
            allowed = self._allowed[key] = problem is None
        return allowed


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
