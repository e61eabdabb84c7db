"""How the hells attempted in one bout bend a player's rules, together.

`Bending` gathers what the effects do, one after another. How effects of the same kind combine
stands here, once.
"""

from collections.abc import Iterable

from umpire.games.eighteenth_hell.components import BATTLEFIELDS, PLACES, UNITS, Unit
from umpire.games.eighteenth_hell.rules.player_rules import (
    PLAIN,
    ROW_ORDER,
    Cap,
    Forced,
    Reach,
    Round,
    RoundRules,
    Row,
    Rules,
    Where,
)


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
