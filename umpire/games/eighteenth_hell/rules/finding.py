"""Legal placings: one that a search finds, a few to offer, random ones."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from umpire.games.base import RandomSource
from umpire.games.cards import without
from umpire.games.eighteenth_hell.components import NOTHING, PLACES, Placing, Unit, Units
from umpire.games.eighteenth_hell.rules.bending import Forced, Round, Rules
from umpire.games.eighteenth_hell.rules.limits import EMPTY, Table, fault, fault_on, why_shunned
from umpire.games.sampling import drawn

_STEPS: Final = (1, 5, 2)
"""From a unit's battlefield to that of the next one, in what is offered."""
_TRIES: Final = 8
"""How many random placings are tried before one is searched for."""


def find(
    rules: Rules, round_: Round, hand: Units, number: int, table: Table = EMPTY
) -> Placing | None:
    """Return a legal placing of just so many units of a hand, None if there is none.

    The search is exact. Closed battlefields and caps bind each battlefield by itself, so that it
    goes from one to the next and remembers what cannot be completed.
    """
    search = _Search(rules, round_, table, spare=len(hand) - number)
    return search.complete(0, hand, 0, rules.rounds[round_ - 1].forced)


def can_be_placed(rules: Rules, round_: Round, hand: Units, number: int, table: Table) -> bool:
    """Return whether there is a legal placing of just so many units of a hand.

    It rarely takes a search: mostly it is legal to stack them.
    """
    stacked = _stacked(rules, round_, hand[-number:], table)
    if stacked is not None and fault(rules, round_, stacked, table) is None:
        return True
    return find(rules, round_, hand, number, table) is not None


def _stacked(rules: Rules, round_: Round, units: Units, table: Table) -> Placing | None:
    """Return each of the units on the first battlefield, from that of the one before, that is open.

    None if there is one for which none is.
    """
    stacks = list(NOTHING)
    place = 0
    for unit in units:
        while fault_on(rules, round_, place, (*stacks[place], unit), table) is not None:
            place += 1
            if place == len(PLACES):
                return None
        stacks[place] = (*stacks[place], unit)
    return tuple(stacks)


class _Search:
    def __init__(self, rules: Rules, round_: Round, table: Table, spare: int) -> None:
        self._rules = rules
        self._round: Round = round_
        self._own = rules.rounds[round_ - 1]
        self._table = table
        self._spare = spare
        self._shunned = [why_shunned(rules, round_, place, table) is not None for place in PLACES]
        self._allowed: dict[tuple[int, Units], bool] = {}
        self._hopeless: set[tuple[int, Units, int, tuple[Forced, ...]]] = set()

    def complete(
        self, place: int, left: Units, used: int, unmet: tuple[Forced, ...]
    ) -> Placing | None:
        """Place what is left on this battlefield and those after it."""
        still = len(left) - self._spare
        if not still and used >= self._own.fewest and not unmet:
            return NOTHING[place:]
        if place == len(PLACES) or not still or not self._hopeful(place, left, used, unmet):
            return None
        if self._shunned[place]:
            found = self.complete(place + 1, left, used, unmet)
            return None if found is None else ((), *found)
        moment = place, left, used, unmet
        if moment in self._hopeless:
            return None
        for units, rest in _shares(left):
            if len(units) > still or (units and not self._allows(place, units)):
                continue
            now_unmet = unmet and tuple(
                [f for f in unmet if place not in f.places or f.unit not in units]
            )
            found = self.complete(place + 1, rest, used + bool(units), now_unmet)
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
            problem = fault_on(self._rules, self._round, place, units, self._table)
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


def some_placings(
    rules: Rules, round_: Round, hand: Units, number: int, table: Table = EMPTY
) -> Iterator[Placing]:
    """Yield some legal placings: units spread in several ways, and one that the search finds."""
    best_first = hand[::-1]
    for step in _STEPS:
        for start in PLACES:
            units: list[list[Unit]] = [[] for _ in PLACES]
            for index, unit in enumerate(best_first[:number]):
                units[(start + index * step) % len(PLACES)].append(unit)
            placing = _sorted(units)
            if fault(rules, round_, placing, table) is None:
                yield placing
    found = find(rules, round_, hand, number, table)
    if found is not None:
        yield found


def random_placing(
    rules: Rules, round_: Round, hand: Units, number: int, table: Table, random: RandomSource
) -> Placing | None:
    """Return a legal placing, by trying and then by searching; None if there is none."""
    own = rules.rounds[round_ - 1]
    most = min(own.widest, number)
    fewest = min(own.fewest, most)
    for _ in range(_TRIES):
        places = drawn(random.choice(range(fewest, most + 1)), PLACES, random)
        units: list[list[Unit]] = [[] for _ in PLACES]
        for index, picked in enumerate(drawn(number, range(len(hand)), random)):
            here = places[index] if index < len(places) else random.choice(places)
            units[here].append(hand[picked])
        placing = _sorted(units)
        if fault(rules, round_, placing, table) is None:
            return placing
    return find(rules, round_, hand, number, table)


def _sorted(units: Sequence[Sequence[Unit]]) -> Placing:
    return tuple([tuple(sorted(here) if len(here) > 1 else here) for here in units])
