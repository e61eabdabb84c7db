"""Round 1: six units on the battlefields, the hells that are attempted, perhaps a spirit.

It closes when both have answered: then everybody's units and the disguise of a Zero are shown, and
who cannot play legally in Round 2 loses the bout at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from operator import mul
from typing import Final

from umpire.games.base import (
    Decision,
    Event,
    Form,
    NotAllowed,
    RandomSource,
    Step,
    new_event,
    new_step,
)
from umpire.games.cards import without
from umpire.games.eighteenth_hell.components import (
    ARMY,
    BATTLEFIELDS,
    NOTHING,
    InForce,
    Placing,
    Unit,
    Units,
    all_of,
)
from umpire.games.eighteenth_hell.hells import Hell, called, called_in_a_sentence, rules_under
from umpire.games.eighteenth_hell.rules.attempt import hells_text, judge_hells
from umpire.games.eighteenth_hell.rules.bending import PLAIN, Rules
from umpire.games.eighteenth_hell.rules.bout import end_automatically
from umpire.games.eighteenth_hell.rules.finding import (
    can_be_placed,
    find,
    random_placing,
    some_placings,
)
from umpire.games.eighteenth_hell.rules.invocation import (
    has_foresight,
    judge_spirit,
    offered_spirits,
    random_spirit,
)
from umpire.games.eighteenth_hell.rules.limits import EMPTY, Table, fault
from umpire.games.eighteenth_hell.rules.line import Line
from umpire.games.eighteenth_hell.rules.placing import (
    DISGUISED,
    EXAMPLE1,
    as_shown,
    judge_owned,
    placing_told,
)
from umpire.games.eighteenth_hell.rules.round2 import round2_number, table_of
from umpire.games.eighteenth_hell.rules.rounds import (
    CELLS,
    Answer,
    RoundKind,
    in_words,
    late,
    names_of,
)
from umpire.games.eighteenth_hell.state import (
    FRESH,
    Own,
    Part,
    Standing,
    State,
    new_own,
    new_part,
    new_shown,
)
from umpire.games.notation import listed
from umpire.games.sampling import drawn
from umpire.games.two_players import SIDES, Side

_UNITS: Final = 6
_FEWEST: Final = 1
_MOST: Final = 8
"""The number of units, and its bounds where a hell changes it."""

_OFFERED_HELLS: Final = 4
"""Of how many hells a drop-down offers lines at most."""

_HELLS: Final = ("hell_1", "hell_2")
_SPIRIT: Final = "spirit"
"""The cells of the form beside those for the units."""

_EVERYWHERE: Final = (1,) * len(NOTHING)
"""A unit of the opponent's on each battlefield: with it, or without any, most is allowed."""

_FORESEEN: Final = 3
"""How many random placings are given up because they leave none for Round 2."""
_TWO_HELLS: Final = 0.75
_DISGUISE: Final = 0.6
"""How often a random line does this, where it can."""


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
        numbers = listed(map(in_words, round1_numbers(PLAIN, has_foresight(standing))), "or")
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
        hells = judge_hells(state.terms, standing, line.hells)
        rules = rules_under(hells)
        if line.spirit is not None:
            judge_spirit(standing, rules, line.spirit)
        units = all_of(line.placing)
        judge_owned(units, ARMY)
        numbers = round1_numbers(rules, has_foresight(standing, line.spirit))
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
        hells = _to_blame(part.own, tables)
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
            return new_step(end.state, lambda: (*_update(laid), *end.events))
        return new_step(laid, lambda: _update(laid))

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
        spirits = offered_spirits(standing)
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
        spirit = random_spirit(standing, rules, random)
        numbers = round1_numbers(rules, has_foresight(standing, spirit))
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


def _judge_disguise(rules: Rules, units: Units, shown: Unit) -> None:
    if not rules.disguise:
        raise NotAllowed("Your hell forbids you to disguise the Zero. Write 0 alone.")
    # Ruling 17: one copy at least must be left for Round 2.
    if units.count(shown) == ARMY.count(shown):
        raise NotAllowed(
            f"Your Zero cannot be shown as {shown}, because you play every {shown} that you own. "
            "Show it as a unit that stays in your hand."
        )


def applied(standing: Standing, answer: Answer) -> tuple[Standing, Part]:
    """Return a player's standing and part after an answer: units laid, the spirit used up."""
    if not isinstance(answer, Line):
        return standing, FRESH
    placing, disguise, hells, spirit = answer
    hand = without(ARMY, all_of(placing))
    part = new_part(
        new_own(hells, rules_under(hells), spirit, placing, disguise, hand),
        new_shown(
            tuple([hell for hell in hells if hell.told]) if hells else (),
            spirit is not None,
            len(hand),
            as_shown(placing, disguise),
        ),
    )
    if spirit is None:
        return standing, part
    # Ruling 23: this bout is the first that may end it.
    in_force = InForce(spirit.name, spirit.unit, 2 if spirit.attuned else 1)
    uses = standing.uses.spent(spirit.attuned)
    return standing.changed(uses=uses, active=(*standing.active, in_force)), part


def why_stuck(laid: State, side: Side) -> str:
    """Return that a player has no legal Round 2, and under which hells; empty if there is one."""
    own = laid.parts[side].own
    if not own.rules.binds[1]:
        return ""  # as under most hells
    hells = _to_blame(own, [table_of(laid, side)])
    return f"has no legal Round 2 under {called_in_a_sentence(hells)}" if hells else ""


def _to_blame(own: Own, tables: Sequence[Table]) -> tuple[Hell, ...]:
    """Return the hells that leave no legal Round 2 on any of the tables; none if one is left.

    That is each that leaves none by itself; where none does, all of them together.
    """
    if _goes_on(own.rules, own, tables):
        return ()
    alone = [hell for hell in own.hells if not _goes_on(rules_under((hell,)), own, tables)]
    return tuple(alone) or own.hells


def _goes_on(rules: Rules, own: Own, tables: Sequence[Table]) -> bool:
    number = round2_number(own)
    return not rules.binds[1] or any(
        can_be_placed(rules, 2, own.hand, number, table) for table in tables
    )


def _update(laid: State) -> tuple[Event, ...]:
    """Return the update between the rounds. Ruling 32: of a private bout to each player alone."""
    players = laid.terms.players
    if not laid.private:
        return tuple([new_event(text) for text in _shown(players, laid.parts)])
    return tuple(
        [
            new_event(text, players[side])
            for side in SIDES
            for text in _shown(players, laid.parts_seen_by(side))
        ]
    )


def _shown(players: tuple[str, str], parts: tuple[Part, Part]) -> Iterator[str]:
    """Yield what each player shows, the hells announced (ruling 33), whether a spirit was invoked.

    Ruling 26: of a spirit no more than that.
    """
    for player, part in zip(players, parts, strict=True):
        shown = part.shown
        yield f"{player} shows {placing_told(shown.placing)}."
        if shown.invoked:
            yield f"{player} invoked a spirit."
        if shown.told:
            yield f"{player} attempts {called_in_a_sentence(shown.told)}."


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
