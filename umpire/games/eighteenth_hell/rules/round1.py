"""Round 1: six units on the battlefields, the hells that are attempted, perhaps a spirit.

It closes when both have answered: then everybody's units and the disguise of a Zero are shown, and
who cannot play legally in Round 2 loses the bout at once.
"""

from collections.abc import Iterator, Mapping
from operator import attrgetter, mul
from typing import Final

from umpire.games.base import Decision, Form, NotAllowed, RandomSource, Step
from umpire.games.cards import without
from umpire.games.eighteenth_hell.components import (
    ARMY,
    BATTLEFIELDS,
    EIGHTEENTH,
    HELL_BLOCKS,
    NAMES,
    NOTHING,
    Placing,
    Spirit,
    Unit,
    Units,
    all_of,
    block_name,
)
from umpire.games.eighteenth_hell.hells import Hell, called, called_in_a_sentence, rules_under
from umpire.games.eighteenth_hell.rules.bout import end_automatically, tell_of_round1
from umpire.games.eighteenth_hell.rules.line import (
    DISGUISED,
    EXAMPLE1,
    MOST_HELLS,
    Line,
    hells_text,
)
from umpire.games.eighteenth_hell.rules.player_rules import (
    EMPTY,
    PLAIN,
    Rules,
    Table,
    can_be_placed,
    fault,
    find,
    judge_owned,
    random_placing,
    some_placings,
)
from umpire.games.eighteenth_hell.rules.rounds import (
    CELLS,
    Answer,
    RoundKind,
    applied,
    in_words,
    late,
    names_of,
    round2_number,
    to_blame,
    why_stuck,
)
from umpire.games.eighteenth_hell.state import Own, Standing, State, Terms
from umpire.games.notation import listed
from umpire.games.sampling import drawn
from umpire.games.two_players import SIDES, Side

_UNITS: Final = 6
_FEWEST: Final = 1
_MOST: Final = 8
"""The number of units, and its bounds where a hell changes it."""

_HELLS: Final = ("hell_1", "hell_2")
_SPIRIT: Final = "spirit"
"""The cells of the form beside those for the units."""

_OFFERED_HELLS: Final = 4
"""Of how many hells a drop-down offers lines at most."""
_NAMED_HELLS: Final = 8
"""How many open hells a sentence names at most."""
_OFFERED_SPIRITS: Final = (*[f"strength {name}" for name in NAMES if name != "-1"], "foresight")

_NUMBER: Final = attrgetter("number")
_EVERYWHERE: Final = (1,) * len(NOTHING)
"""A unit of the opponent's on each battlefield: with it, or without any, most is allowed."""

_FORESEEN: Final = 3
"""How many random placings are given up because they leave none for Round 2."""
_TWO_HELLS: Final = 0.75
_DISGUISE: Final = 0.6
_INVOCATION: Final = 0.3
"""How often a random line does this, where it can."""
_ATTUNED: Final = 0.5
_FORESIGHT: Final = 0.4
"""How often what it invokes is so."""


class Round1(RoundKind):
    """Both players place six units, name hells and may invoke a spirit."""

    name = "round1"
    task = "place six units"
    number = 1
    asks = (
        "Both players, in secret: where the six units of Round 1 go, which hells they attempt and "
        "whether they invoke a spirit."
    )
    notation = (
        "battlefields from 2 to 7, each with a colon and its units; in Round 1 then, each after |, "
        "hells with their names, and a spirit. A hell's name on a line of its own needs no |"
    )
    examples = (
        EXAMPLE1,
        "2: -1, 3: 0 (disguised as 2); 4: -1 5: 1 -1 6: 4 | hell of Four",
        "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four, Steam | spirit strength 3",
        "spirit: foresight attuned | hells: tong | 2:-1 3:3 4:-1 6:4 7:2",
    )
    limit = (
        "round1_seconds, 90 by default. Then what is held counts, and a player who holds nothing "
        "loses the bout automatically."
    )

    def ask(self, seen: State, decision: Decision) -> str:
        side = seen.terms.side_of(decision.by)
        standing = seen.standings[side]
        numbers = listed(map(in_words, round1_numbers(PLAIN, _has_foresight(standing))), "or")
        open_now = len(seen.terms.open_to(standing))
        hells = (
            " and attempt a hell or two"
            if open_now > 1
            else " and attempt the last hell of your block"
        )
        return f"Round 1: place {numbers} units{hells if open_now else ''}."

    def judge(self, state: State, side: Side, line: Line) -> Line:
        """Return a line that may be played, its hells in order. Raises NotAllowed."""
        standing = state.standings[side]
        hells = _judge_hells(state.terms, standing, line.hells)
        rules = rules_under(hells)
        if line.spirit is not None:
            _judge_spirit(standing, rules, line.spirit)
        units = all_of(line.placing)
        judge_owned(units, ARMY)
        numbers = round1_numbers(rules, _has_foresight(standing, line.spirit))
        if len(units) not in numbers:
            raise NotAllowed(
                f"Place {listed(map(str, numbers), 'or')} units in Round 1, not {len(units)}."
            )
        if line.disguise is not None:
            _judge_disguise(rules, units, line.disguise)
        if rules.binds[0] and (problem := fault(rules, 1, line.placing)):
            raise NotAllowed(problem)
        # It stays the line that was read, unless two hells were named in another order.
        return line if hells is line.hells else line._replace(hells=hells)

    def foresee(self, seen: State, decision: Decision, answer: Answer) -> str:
        """Return that no legal Round 2 will be left, whatever the opponent plays (ruling 7)."""
        if not isinstance(answer, Line):
            return ""
        _, part = applied(seen.standings[seen.terms.side_of(decision.by)], answer)
        tables = [Table(part.own.placing, theirs) for theirs in (NOTHING, _EVERYWHERE)]
        hells = to_blame(part.own, tables)
        if not hells:
            return ""
        under = called_in_a_sentence(hells)
        return f"This leaves you no legal Round 2 under {under}: you would lose the bout."

    def apply(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        first, second = state.terms.players
        both = answers[first], answers[second]
        standing1, part1 = applied(state.standings[0], both[0])
        standing2, part2 = applied(state.standings[1], both[1])
        laid = state.changed(standings=(standing1, standing2), parts=(part1, part2), round=2)
        losers = late(both)
        if losers:
            # Ruling 4: the bout is not fought.
            return end_automatically(laid, losers)
        # Ruling 6: who cannot play legally in Round 2 loses.
        stuck = {side: text for side in SIDES if (text := why_stuck(laid, side))}
        if stuck:
            end = end_automatically(laid, stuck)
            return Step(end.state, lambda: (*tell_of_round1(laid), *end.events))
        return Step(laid, lambda: tell_of_round1(laid))

    def some_lines(self, seen: State, side: Side) -> Iterator[Line]:
        open_now = seen.terms.open_to(seen.standings[side])
        choices: list[tuple[Hell, ...]] = [(hell,) for hell in open_now[:_OFFERED_HELLS]]
        for hells in choices or [()]:
            rules = rules_under(hells)
            number = round1_numbers(rules, foresight=False)[-1]
            for placing in some_placings(rules, 1, ARMY, number):
                yield Line(placing, None, hells)

    def promise(self, seen: State, side: Side, line: Line) -> int:
        """Return how well the strong units are on the battlefields that are worth most."""
        return sum(map(mul, BATTLEFIELDS, map(sum, line.placing)))

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        side = seen.terms.side_of(decision.by)
        standing = seen.standings[side]
        cells = dict.fromkeys(CELLS, (*names_of(seen.parts[side].own.hand), *DISGUISED))
        hells = tuple([called(hell.name) for hell in seen.terms.open_to(standing)])
        if hells:
            cells[_HELLS[0]] = hells
            first = filled.get(_HELLS[0], "").strip()
            if len(hells) > 1:
                cells[_HELLS[1]] = tuple([name for name in hells if name != first])
        spirits = _offered_spirits(standing)
        if spirits:
            cells[_SPIRIT] = spirits
        return cells

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for, a clause for each kind of cells."""
        said = self.filled_in(seen, decision, filled)
        placing = super().form_line(seen, decision, filled)
        clauses = [placing] if placing else []
        hells = [said[name] for name in _HELLS if name in said]
        if hells:
            clauses.append(hells_text(hells))
        if _SPIRIT in said:
            clauses.append(f"spirit {said[_SPIRIT]}")
        return " | ".join(clauses)

    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        standing = state.standings[side]
        open_now = state.terms.open_to(standing)
        number = 2 if random.random() < _TWO_HELLS else 1
        hells = drawn(min(number, len(open_now)), open_now, random)
        ordered = tuple([hell for hell in open_now if hell in hells])
        rules = rules_under(ordered)
        spirit = _random_spirit(standing, rules, random)
        numbers = round1_numbers(rules, _has_foresight(standing, spirit))
        placing = _random_opening(rules, random.choice(numbers), random)
        if placing is None:
            # Two hells may leave nothing together, one alone always does.
            ordered, spirit = ordered[:1], None
            rules = rules_under(ordered)
            placing = find(rules, 1, ARMY, round1_numbers(rules, foresight=False)[-1])
            assert placing is not None, "options with such a hell are refused"
        return Line(placing, _random_disguise(rules, placing, random), ordered, spirit)


ROUND1: Final = Round1()


def round1_numbers(rules: Rules, foresight: bool) -> tuple[int, ...]:
    """Return how many units Round 1 may take. Ruling 25: foresight lets one less, and need not."""
    number = min(_MOST, max(_FEWEST, _UNITS + rules.rounds[0].more))
    # Ruling 24: foresight twice is still one less.
    if foresight and rules.spirits and number > _FEWEST:
        return number - 1, number
    return (number,)


def _judge_hells(terms: Terms, standing: Standing, named: tuple[Hell, ...]) -> tuple[Hell, ...]:
    """Return the hells named, in the order of the options. Raises NotAllowed."""
    if standing.block not in HELL_BLOCKS:
        if named:
            # Ruling 8: there is nothing to choose there.
            where = block_name(standing.block)
            raise NotAllowed(f"No hell can be attempted in {where}. Leave the hell out.")
        return ()
    if not named:
        open_now = terms.open_to(standing)
        raise NotAllowed(
            f"Attempt one hell or two: {_offer(open_now)}. Example: | {called(open_now[0].name)}."
        )
    for hell in named:
        if hell.block != standing.block or hell.name in standing.passed:
            # Ruling 9: nothing is to be gained in a hell that is passed.
            why = (
                "you have passed it"
                if standing.has_passed(hell)
                else f"it is in block {hell.block}, and you are in block {standing.block}"
            )
            offer = _offer(terms.open_to(standing))
            raise NotAllowed(f"You cannot attempt the {called(hell.name)}: {why}. Name {offer}.")
    if len(named) == 1:
        return named
    in_order = tuple(sorted(named, key=_NUMBER))
    if len({hell.number for hell in named}) < len(named):
        raise NotAllowed(f"The {called(named[0].name)} is named twice. Name each hell once.")
    if len(named) > MOST_HELLS:
        raise NotAllowed(f"You may attempt at most {MOST_HELLS} hells at a time, not {len(named)}.")
    return in_order


def _offer(hells: tuple[Hell, ...]) -> str:
    return called_in_a_sentence(hells[:_NAMED_HELLS], "or")


def _judge_spirit(standing: Standing, rules: Rules, spirit: Spirit) -> None:
    """Raise NotAllowed if a spirit may not be invoked."""
    if standing.block == EIGHTEENTH:
        # Ruling 27.
        raise NotAllowed("Spirits cannot be invoked in the eighteenth hell. Leave the spirit out.")
    if not rules.spirits:
        raise NotAllowed("Your hell forbids spirits in this bout. Leave the spirit out.")
    if spirit.unit == -1:
        raise NotAllowed("Strength can be given to a unit from 0 to 4, not to -1.")
    uses = standing.uses
    if not uses.left(spirit.attuned):
        sort, other = ("attuned", "normal") if spirit.attuned else ("normal", "attuned")
        raise NotAllowed(
            f"You have no {sort} spirit left, and {uses.left(not spirit.attuned)} {other}."
        )


def _has_foresight(standing: Standing, invoked: Spirit | None = None) -> bool:
    """Return whether foresight is in force, or will be by this invocation."""
    if invoked is not None and invoked.name == "foresight":
        return True
    active = standing.active
    return bool(active) and "foresight" in [spirit.name for spirit in active]


def _judge_disguise(rules: Rules, units: Units, shown: Unit) -> None:
    if not rules.disguise:
        raise NotAllowed("Your hell forbids you to disguise the Zero. Write 0 alone.")
    # Ruling 17: one copy at least must be left for Round 2.
    if units.count(shown) == ARMY.count(shown):
        raise NotAllowed(
            f"Your Zero cannot be shown as {shown}, because you play every {shown} that you own. "
            "Show it as a unit that stays in your hand."
        )


def _offered_spirits(standing: Standing) -> tuple[str, ...]:
    """Return the spirits that a drop-down offers: those of which uses are left."""
    if standing.block == EIGHTEENTH:
        return ()
    normal = _OFFERED_SPIRITS if standing.uses.normal else ()
    attuned = (
        tuple([f"{spirit} attuned" for spirit in _OFFERED_SPIRITS]) if standing.uses.attuned else ()
    )
    return normal + attuned


def _random_opening(rules: Rules, number: int, random: RandomSource) -> Placing | None:
    """Return a placing, mostly one that leaves a legal Round 2."""
    placing = None
    for _ in range(_FORESEEN):
        placing = random_placing(rules, 1, ARMY, number, EMPTY, random)
        if placing is None or not rules.binds[1]:
            break
        left = Own(rules=rules, hand=without(ARMY, all_of(placing)))
        if can_be_placed(rules, 2, left.hand, round2_number(left), Table(mine=placing)):
            break
    return placing


def _random_disguise(rules: Rules, placing: Placing, random: RandomSource) -> Unit | None:
    units = all_of(placing)
    if 0 not in units or not rules.disguise or random.random() >= _DISGUISE:
        return None
    left = [unit for unit in (-1, 1, 2, 3, 4) if units.count(unit) < ARMY.count(unit)]
    return random.choice(left)


def _random_spirit(standing: Standing, rules: Rules, random: RandomSource) -> Spirit | None:
    """Return a spirit that may be invoked, or none."""
    attuned = random.random() < _ATTUNED
    if standing.block == EIGHTEENTH or not rules.spirits or not standing.uses.left(attuned):
        return None
    if random.random() >= _INVOCATION:
        return None
    if random.random() < _FORESIGHT:
        return Spirit("foresight", None, attuned)
    return Spirit("strength", random.choice((0, 1, 2, 3, 4)), attuned)
