"""A player's rules in one bout, how hells bend them, and the placings that they allow.

`Bending` gathers what the effects of all hells attempted in one bout do, one after another. How
effects of the same kind combine stands there, once.
Ruling 36: the whole placing of a line counts, a Zero always as a Zero, and for `cap` and `shun`
also the units of Round 1, destroyed or not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple

from umpire.games.base import NotAllowed, RandomSource
from umpire.games.cards import without
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
from umpire.games.text import counted, listed

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


class Cap(NamedTuple):
    """At most so many units of these, counted together, on each of these places."""

    most: int
    units: frozenset[Unit]
    places: frozenset[int]


class Forced(NamedTuple):
    """At least one such unit on one of these places."""

    unit: Unit
    places: frozenset[int]


class RoundRules(NamedTuple):
    """What a placing of one round must keep to besides the caps."""

    closed: tuple[frozenset[Unit], ...] = (frozenset(),) * len(BATTLEFIELDS)
    """For each place the units that may not be played there."""
    fewest: int = 1
    widest: int = len(BATTLEFIELDS)
    """How many different battlefields are used, at least and at most."""
    forced: tuple[Forced, ...] = ()
    more: int = 0
    """So many more units are played."""


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
    caps: tuple[Cap, ...] = ()
    shun: frozenset[Where] = frozenset()
    binds: tuple[bool, bool] = (False, False)
    """For each round whether anything but the number of units limits a placing."""
    disguise: bool = True
    spirits: bool = True
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


class Bending:
    """The effects of the hells that one player attempts in one bout, being put together."""

    def __init__(self) -> None:
        self._base: dict[Unit, int] = {}
        self._ability: dict[Unit, int] = {}
        self._worth: dict[int, int] = {}
        self._add = [dict.fromkeys(ROW_ORDER, 0) for _ in PLACES]
        self._foe_add = [dict.fromkeys(ROW_ORDER, 0) for _ in PLACES]
        self._reach: Reach = "both"
        self._exposed: set[Unit] = set()
        self._thresholds: list[int | None] = []
        self._closed: dict[Round, list[set[Unit]]] = {
            1: [set() for _ in PLACES],
            2: [set() for _ in PLACES],
        }
        self._fewest: dict[Round, int] = {1: 1, 2: 1}
        self._widest: dict[Round, int] = {1: len(PLACES), 2: len(PLACES)}
        self._forced: dict[Round, list[Forced]] = {1: [], 2: []}
        self._more: dict[Round, int] = {1: 0, 2: 0}
        self._caps: list[Cap] = []
        self._shun: set[Where] = set()
        self._disguise = True
        self._spirits = True
        self._ties_lost: set[int] = set()
        self._margin = 0
        self._least = 0
        self._must_win: set[int] = set()
        self._must_not_win: set[int] = set()
        self._blind: set[int] = set()

    def base(self, unit: Unit, value: int) -> None:
        """Change a base strength; the lowest counts."""
        self._base[unit] = min(value, self._base.get(unit, value))

    def ability(self, unit: Unit, value: int) -> None:
        """Change a bonus; the lowest counts."""
        self._ability[unit] = min(value, self._ability.get(unit, value))

    def worth(self, place: int, points: int) -> None:
        """Change what a battlefield is worth; the lowest counts."""
        self._worth[place] = min(points, self._worth.get(place, points))

    def add(self, value: int, units: Iterable[Unit], places: Iterable[int]) -> None:
        """Give own units strength; it adds up."""
        self._raise(self._add, value, units, places)

    def foe_add(self, value: int, units: Iterable[Unit], places: Iterable[int]) -> None:
        """Give the opponent's units strength; it adds up."""
        self._raise(self._foe_add, value, units, places)

    def reach(self, destroys: Reach) -> None:
        """Shorten the reach of own Twos; none counts before own."""
        if self._reach != "none":
            self._reach = destroys

    def exposed(self, units: Iterable[Unit]) -> None:
        """Let Twos destroy own units of Round 1."""
        self._exposed.update(units)

    def threshold(self, threshold: int | None) -> None:
        """Change from which difference Threes work; the highest counts, None is above all."""
        self._thresholds.append(threshold)

    def closed(self, rounds: Iterable[Round], units: Iterable[Unit], places: Iterable[int]) -> None:
        """Close battlefields to units."""
        units = frozenset(units)
        places = tuple(places)
        for round_ in rounds:
            for place in places:
                self._closed[round_][place].update(units)

    def cap(self, most: int, units: Iterable[Unit], places: Iterable[int]) -> None:
        """Bound the units on a battlefield."""
        self._caps.append(Cap(most, frozenset(units), frozenset(places)))

    def width(self, round_: Round, fewest: int, widest: int) -> None:
        """Bound the number of battlefields used in a round."""
        self._fewest[round_] = max(fewest, self._fewest[round_])
        self._widest[round_] = min(widest, self._widest[round_])

    def forced(self, round_: Round, unit: Unit, places: Iterable[int]) -> None:
        """Force a unit to some battlefields in a round."""
        self._forced[round_].append(Forced(unit, frozenset(places)))

    def shun(self, where: Where) -> None:
        """Keep Round 2 away from battlefields."""
        self._shun.add(where)

    def count(self, round_: Round, more: int) -> None:
        """Change the number of units played in a round; it adds up."""
        self._more[round_] += more

    def no_disguise(self) -> None:
        """Forbid the Zero its disguise."""
        self._disguise = False

    def no_spirit(self) -> None:
        """Forbid spirits and take their effect from those in force."""
        self._spirits = False

    def ties_lost(self, places: Iterable[int]) -> None:
        """Give tied battlefields to the opponent."""
        self._ties_lost.update(places)

    def margin(self, points: int) -> None:
        """Ask for more points than the opponent; the most that is asked counts."""
        self._margin = max(points, self._margin)

    def least(self, battlefields: int) -> None:
        """Ask for battlefields won; the most that is asked counts."""
        self._least = max(battlefields, self._least)

    def need(self, places: Iterable[int], won: bool) -> None:
        """Ask for battlefields to be won, or not to be."""
        (self._must_win if won else self._must_not_win).update(places)

    def blind(self, places: Iterable[int]) -> None:
        """Hide the opponent's units of Round 1."""
        self._blind.update(places)

    def rules(self) -> Rules:
        """Return the rules that come of all this."""
        base = {unit: self._base.get(unit, unit) for unit in UNITS}
        foe_strength = tuple([_row(add) for add in self._foe_add])
        strength = [_row({unit: add[unit] + base[unit] for unit in UNITS}) for add in self._add]
        rounds = self._round(1), self._round(2)
        placed = [bool(self._caps) or one != RoundRules(more=one.more) for one in rounds]
        return Rules(
            strength=tuple(strength),
            foe_strength=PLAIN.foe_strength if foe_strength == PLAIN.foe_strength else foe_strength,
            negative_bonus=self._ability.get(-1, PLAIN.negative_bonus),
            one_bonus=self._ability.get(1, PLAIN.one_bonus),
            four_bonus=self._ability.get(4, PLAIN.four_bonus),
            reach=self._reach,
            exposed=frozenset(self._exposed),
            threshold=self._threshold(),
            rounds=rounds,
            caps=tuple(self._caps),
            shun=frozenset(self._shun),
            binds=(placed[0], placed[1] or bool(self._shun)),
            disguise=self._disguise,
            spirits=self._spirits,
            worth=tuple([self._worth.get(place, BATTLEFIELDS[place]) for place in PLACES]),
            ties_lost=frozenset(self._ties_lost),
            margin=self._margin,
            least=self._least,
            must_win=frozenset(self._must_win),
            must_not_win=frozenset(self._must_not_win),
            blind=frozenset(self._blind),
        )

    def _round(self, round_: Round) -> RoundRules:
        return RoundRules(
            closed=tuple([frozenset(units) for units in self._closed[round_]]),
            fewest=self._fewest[round_],
            widest=self._widest[round_],
            forced=tuple(dict.fromkeys(self._forced[round_])),
            more=self._more[round_],
        )

    def _threshold(self) -> int | None:
        given = [threshold for threshold in self._thresholds if threshold is not None]
        if len(given) < len(self._thresholds):
            return None
        return max(given, default=PLAIN.threshold)

    @staticmethod
    def _raise(
        table: list[dict[Unit, int]], value: int, units: Iterable[Unit], places: Iterable[int]
    ) -> None:
        units = tuple(units)
        for place in places:
            for unit in units:
                table[place][unit] += value


def _row(by_unit: dict[Unit, int]) -> Row:
    return tuple([by_unit[unit] for unit in ROW_ORDER])


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
        problem = _fault_on(rules, round_, place, units, table) if units else None
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


def _fault_on(rules: Rules, round_: Round, place: int, units: Units, table: Table) -> str | None:
    """Return what units offend against on one battlefield, whatever lies on the others."""
    field = BATTLEFIELDS[place]
    if rules.shun and (why := _why_shunned(rules, round_, place, table)) is not None:
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


def _why_shunned(rules: Rules, round_: Round, place: int, table: Table) -> str | None:
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


def judge_owned(units: Units, owned: Units, where: str = "") -> None:
    """Raise NotAllowed if one of the units is placed more often than it is owned."""
    unit = _overdrawn(units, owned)
    if unit is not None:
        have = owned.count(unit)
        if not have:
            raise NotAllowed(f"You have no {unit}{where}.")
        raise NotAllowed(f"You have only {have} of unit {unit}{where}, not {units.count(unit)}.")


@lru_cache(maxsize=4096)  # Of nine units there are few different parts, and all are sorted.
def _overdrawn(units: Units, owned: Units) -> Unit | None:
    return next((unit for unit in UNITS if units.count(unit) > owned.count(unit)), None)


# Legal placings


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
        while _fault_on(rules, round_, place, (*stacks[place], unit), table) is not None:
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
        self._shunned = [_why_shunned(rules, round_, place, table) is not None for place in PLACES]
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
        places = sample(random.choice(range(fewest, most + 1)), PLACES, random)
        units: list[list[Unit]] = [[] for _ in PLACES]
        for index, picked in enumerate(sample(number, range(len(hand)), random)):
            here = places[index] if index < len(places) else random.choice(places)
            units[here].append(hand[picked])
        placing = _sorted(units)
        if fault(rules, round_, placing, table) is None:
            return placing
    return find(rules, round_, hand, number, table)


def _sorted(units: Sequence[Sequence[Unit]]) -> Placing:
    return tuple([tuple(sorted(here) if len(here) > 1 else here) for here in units])
