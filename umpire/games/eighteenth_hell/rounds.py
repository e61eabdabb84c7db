"""The two rounds of a bout, in each of which both players place units in secret at the same time.

In Round 1 each places six units, names the hells that are attempted, and may invoke a spirit. When
both have answered, everybody's units and the disguise of a Zero are shown, and a player who cannot
play legally in Round 2 loses the bout at once. In Round 2 the units left in hand join the others;
then the battles are fought.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from operator import attrgetter, mul
from typing import ClassVar, Final, NamedTuple

from umpire.games.base import Decision, DecisionKind, Form, NotAllowed, RandomSource, Step
from umpire.games.cards import without
from umpire.games.eighteenth_hell.bout import (
    army_of,
    end_automatically,
    end_fought,
    fight,
    tell_of_round1,
)
from umpire.games.eighteenth_hell.hells import Hell, called, called_in_a_sentence, rules_under
from umpire.games.eighteenth_hell.lines import (
    DISGUISED,
    EXAMPLE1,
    EXAMPLE2,
    MOST_HELLS,
    Line,
    as_shown,
    hells_text,
    line_text,
    read_line,
)
from umpire.games.eighteenth_hell.rules import (
    EMPTY,
    PLAIN,
    Round,
    Rules,
    Table,
    fault,
    find,
    judge_owned,
    random_placing,
    some_placings,
)
from umpire.games.eighteenth_hell.state import FRESH, Own, Part, Shown, Standing, State, Terms
from umpire.games.eighteenth_hell.units import (
    ARMY,
    BATTLEFIELDS,
    EIGHTEENTH,
    FIELDS,
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
from umpire.games.randomness import sample
from umpire.games.text import counted, listed
from umpire.games.two_players import SIDES, Side, opponent

_UNITS: Final = 6
"""How many units Round 1 takes."""
_FEWEST: Final = 1
_MOST: Final = 8
"""The bounds of a round's number of units where a hell changes it."""
_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

_MOST_OFFERED: Final = 12
"""How many answers a drop-down offers at most."""

_CELLS: Final = tuple([f"field_{field}" for field in FIELDS])
"""The cells of the form for the units."""


class Missed(NamedTuple):
    """A round that was not answered in time."""


_Answer = Line | Missed


class _RoundKind(DecisionKind[State, _Answer]):
    """A round. Ruling 3: answers may be changed until it closes."""

    number: ClassVar[Round]

    def pending(self, state: State) -> tuple[Decision, ...]:
        group = f"bout {state.bout} round {self.number}"
        limit = state.terms.seconds[self.number - 1]
        one, two = [
            Decision(f"{group} {by}", by, self, limit, rule="last", group=group, secret=True)
            for by in state.terms.players
        ]
        return one, two

    def read(self, state: State, decision: Decision, text: str) -> Line:
        """Parse and judge a text: the whole of it must parse before anything is judged."""
        line = read_line(text, state.terms)
        return self.judge(state, state.terms.side_of(decision.by), line)

    @abstractmethod
    def judge(self, state: State, side: Side, line: Line) -> Line:
        """Return a line that the round allows, its hells in order. Raises NotAllowed."""

    def format(self, answer: _Answer) -> str:
        return line_text(answer) if isinstance(answer, Line) else "no answer"

    def default_answer(self, state: State, decision: Decision) -> Missed:
        """Return what stands for a limit that fell. Ruling 4: the bout is lost."""
        return Missed()

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return legal answers for a drop-down, a few of them, the most promising first."""
        return self.offered(view, view.terms.side_of(decision.by))

    def offered(self, view: State, side: Side) -> tuple[str, ...]:
        """Return some legal answers, the most promising first."""
        lines = [line for line in self.some_lines(view, side) if self._allows(view, side, line)]
        lines.sort(key=lambda line: self.promise(view, side, line), reverse=True)
        return tuple(islice(dict.fromkeys(map(line_text, lines)), _MOST_OFFERED))

    @abstractmethod
    def promise(self, view: State, side: Side, line: Line) -> int:
        """Return how good a line looks by a simple rule, and by what its player may know."""

    @abstractmethod
    def some_lines(self, view: State, side: Side) -> Iterator[Line]:
        """Yield some lines, most of them legal."""

    def _allows(self, view: State, side: Side, line: Line) -> bool:
        try:
            self.judge(view, side, line)
        except NotAllowed:
            return False
        return True

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the placing that a filled-in form stands for; empty cells are left out."""
        said = self.filled_in(view, decision, filled)
        cells = zip(FIELDS, _CELLS, strict=True)
        return " ".join([f"{field}:{said[name]}" for field, name in cells if name in said])

    def filled_in(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> dict[str, str]:
        """Return what stands in those cells of the form that are not empty."""
        asked = self.form(view, decision, filled)
        return {name: text for name in asked if (text := filled.get(name, "").strip())}

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Line:
        return self.random_line(state, state.terms.side_of(decision.by), random)

    @abstractmethod
    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        """Return a random legal line."""


def _names_of(hand: Units) -> tuple[str, ...]:
    """Return the units of a hand as a drop-down offers them, each once."""
    return tuple(dict.fromkeys(map(str, hand)))


def _late(answers: tuple[_Answer, _Answer]) -> dict[Side, str]:
    """Return who has not answered in time, each with the words for it."""
    missed = [side for side in SIDES if isinstance(answers[side], Missed)]
    return dict.fromkeys(missed, "did not answer in time")


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


class Round1(_RoundKind):
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

    def ask(self, view: State, decision: Decision) -> str:
        side = view.terms.side_of(decision.by)
        standing = view.standings[side]
        numbers = round1_numbers(PLAIN, _has_foresight(standing))
        said = listed([_WORDS[number] for number in numbers], "or")
        open_now = len(view.terms.open_to(standing))
        hells = (
            " and attempt a hell or two"
            if open_now > 1
            else " and attempt the last hell of your block"
        )
        return f"Round 1: place {said} units{hells if open_now else ''}."

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

    def preview(self, view: State, decision: Decision, answer: _Answer) -> str:
        """Return that no legal Round 2 will be left, whatever the opponent plays (ruling 7)."""
        if not isinstance(answer, Line):
            return ""
        _, part = applied(view.standings[view.terms.side_of(decision.by)], answer)
        tables = [Table(part.own.placing, theirs) for theirs in (NOTHING, _EVERYWHERE)]
        hells = _to_blame(part.own, tables)
        if not hells:
            return ""
        under = called_in_a_sentence(hells)
        return f"This leaves you no legal Round 2 under {under}: you would lose the bout."

    def resolve(self, state: State, answers: Mapping[str, _Answer]) -> Step[State]:
        first, second = state.terms.players
        both = answers[first], answers[second]
        standing1, part1 = applied(state.standings[0], both[0])
        standing2, part2 = applied(state.standings[1], both[1])
        laid = state.replace(standings=(standing1, standing2), parts=(part1, part2), round=2)
        losers = _late(both)
        if losers:
            # Ruling 4: the bout is not fought.
            return end_automatically(laid, losers)
        # Ruling 6: who cannot play legally in Round 2 loses.
        stuck = {side: text for side in SIDES if (text := why_stuck(laid, side))}
        if stuck:
            end = end_automatically(laid, stuck)
            return Step(end.state, lambda: (*tell_of_round1(laid), *end.events))
        return Step(laid, lambda: tell_of_round1(laid))

    def some_lines(self, view: State, side: Side) -> Iterator[Line]:
        open_now = view.terms.open_to(view.standings[side])
        choices: list[tuple[Hell, ...]] = [(hell,) for hell in open_now[:_OFFERED_HELLS]]
        for hells in choices or [()]:
            rules = rules_under(hells)
            number = round1_numbers(rules, foresight=False)[-1]
            for placing in some_placings(rules, 1, ARMY, number):
                yield Line(placing, None, hells)

    def promise(self, view: State, side: Side, line: Line) -> int:
        """Return how well the strong units are on the battlefields that are worth most."""
        return sum(map(mul, BATTLEFIELDS, map(sum, line.placing)))

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        side = view.terms.side_of(decision.by)
        standing = view.standings[side]
        cells = dict.fromkeys(_CELLS, (*_names_of(view.parts[side].own.hand), *DISGUISED))
        hells = tuple([called(hell.name) for hell in view.terms.open_to(standing)])
        if hells:
            cells[_HELLS[0]] = hells
            first = filled.get(_HELLS[0], "").strip()
            if len(hells) > 1:
                cells[_HELLS[1]] = tuple([name for name in hells if name != first])
        spirits = _offered_spirits(standing)
        if spirits:
            cells[_SPIRIT] = spirits
        return cells

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for, a clause for each kind of cells."""
        said = self.filled_in(view, decision, filled)
        placing = super().form_line(view, decision, filled)
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
        hells = sample(min(number, len(open_now)), open_now, random)
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
        if find(rules, 2, left.hand, _round2_number(left), Table(mine=placing)):
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


# From Round 1 to Round 2


def applied(standing: Standing, answer: _Answer) -> tuple[Standing, Part]:
    """Return a player's standing and part after an answer: units laid, the spirit used up."""
    if not isinstance(answer, Line):
        return standing, FRESH
    placing, disguise, hells, spirit = answer
    hand = without(ARMY, all_of(placing))
    part = Part(
        Own(hells, rules_under(hells), spirit, placing, disguise, hand),
        Shown(
            tuple([hell for hell in hells if hell.told]) if hells else (),
            spirit is not None,
            len(hand),
            as_shown(placing, disguise),
        ),
    )
    if spirit is None:
        return standing, part
    uses = standing.uses.spent(spirit.attuned)
    return standing.replace(uses=uses, active=(*standing.active, spirit.in_force())), part


def why_stuck(laid: State, side: Side) -> str:
    """Return that a player has no legal Round 2, and under which hells; empty if there is one."""
    own = laid.parts[side].own
    if not own.rules.binds[1]:
        return ""  # as under most hells
    hells = _to_blame(own, [_table_of(laid, side)])
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
    number = _round2_number(own)
    return not rules.binds[1] or any(find(rules, 2, own.hand, number, table) for table in tables)


def _round2_number(own: Own) -> int:
    """Return how many of the units in hand Round 2 takes."""
    return max(_FEWEST, len(own.hand) + own.rules.rounds[1].more)


def _table_of(state: State, side: Side) -> Table:
    """Return what a player sees as own and as the opponent's from Round 1."""
    return Table(state.parts[side].own.placing, state.parts[opponent(side)].shown.placing)


class Round2(_RoundKind):
    """Both players place what is left in hand."""

    name = "round2"
    task = "place the units left"
    number = 2
    asks = "Both players, in secret: where the units left in their hands go."
    notation = (
        "battlefields from 2 to 7, each with a colon and its new units; or all the units there, "
        "with those of Round 1"
    )
    examples = (EXAMPLE2,)
    limit = "round2_seconds, 90 by default. Then the same happens as in Round 1."

    def ask(self, view: State, decision: Decision) -> str:
        own = view.parts[view.terms.side_of(decision.by)].own
        number = _round2_number(own)
        if number < len(own.hand):
            return f"Round 2: place {_WORDS[number]} of your {_WORDS[len(own.hand)]} units."
        last = f"last {_WORDS[number]} units" if number > 1 else "last unit"
        return f"Round 2: place your {last}."

    def judge(self, state: State, side: Side, line: Line) -> Line:
        own = state.parts[side].own
        number = _round2_number(own)
        line = _new_units(own, number, line)
        placing, disguise, hells, spirit = line
        if hells or spirit is not None:
            what = "Hells are attempted" if hells else "Spirits are invoked"
            raise NotAllowed(
                f"{what} in Round 1 only. Write just the new units. "
                f"Example: {self._example(state, side)}."
            )
        units = all_of(placing)
        if len(units) > number:
            raise NotAllowed(
                f"Place {number} of the units in your hand ({_hand(own)}), not {len(units)}. "
                f"Write only the {counted(number, 'new unit')}. "
                f"Example: {self._example(state, side)}."
            )
        if disguise is not None:
            # Ruling 18: after this round the Zeros are revealed, nobody could be fooled.
            raise NotAllowed("The Zero cannot be disguised in Round 2. Write 0 alone.")
        judge_owned(units, own.hand, " in your hand")
        if len(units) < number:
            raise NotAllowed(
                f"Place {number} of the units in your hand ({_hand(own)}), not {len(units)}."
            )
        if own.rules.binds[1] and (problem := fault(own.rules, 2, placing, _table_of(state, side))):
            raise NotAllowed(problem)
        return line

    def resolve(self, state: State, answers: Mapping[str, _Answer]) -> Step[State]:
        first, second = state.terms.players
        both = answers[first], answers[second]
        placings = _placing_of(both[0]), _placing_of(both[1])
        losers = _late(both)
        if losers:
            return end_automatically(state, losers, placings)
        return end_fought(state, placings)

    def some_lines(self, view: State, side: Side) -> Iterator[Line]:
        own = view.parts[side].own
        table = _table_of(view, side)
        for placing in some_placings(own.rules, 2, own.hand, _round2_number(own), table):
            yield Line(placing)

    def promise(self, view: State, side: Side, line: Line) -> int:
        """Return by how much the bout is won if the opponent adds nothing to what is shown."""
        own, foe = view.parts[side].own, view.parts[opponent(side)].shown
        # Of units that cannot be seen nothing is known but their number.
        theirs = tuple([(0,) * units if isinstance(units, int) else units for units in foe.placing])
        against = Own(placing=theirs)
        fought = fight(
            army_of(own, line.placing, view.standings[side].active, against),
            army_of(against, NOTHING, (), own),
        )
        results = zip(own.rules.worth, fought.winners, strict=True)
        return sum(worth * (1, -1)[winner] for worth, winner in results if winner is not None)

    def _example(self, state: State, side: Side) -> str:
        """Return what a player may write, picked by what they may know: the best tells of it."""
        return self.offered(state.replace(parts=state.parts_seen_by(side)), side)[0]

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        own = view.parts[view.terms.side_of(decision.by)].own
        return dict.fromkeys(_CELLS, _names_of(own.hand))

    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        own = state.parts[side].own
        table = _table_of(state, side)
        placing = random_placing(own.rules, 2, own.hand, _round2_number(own), table, random)
        assert placing is not None, "Round 2 is asked for only where it can be played"
        return Line(placing)


ROUND2: Final = Round2()


def _new_units(own: Own, number: int, line: Line) -> Line:
    """Return a completed board as what is new on it; any other line stays as it is.

    Ruling 19: it has another `number` of units than Round 2 asks for, and on every battlefield the
    units of Round 1, a disguised Zero with its disguise or without.
    """
    placing, disguise, _, _ = line
    if sum(map(len, placing)) == number:
        return line
    try:
        both = zip(placing, own.placing, strict=True)
        new = tuple([without(units, old) if old else units for units, old in both])
    except ValueError:
        return line
    if disguise is None or 0 in all_of(new):
        return line._replace(placing=new)
    return line._replace(placing=new, disguise=None) if disguise == own.disguise else line


def _hand(own: Own) -> str:
    return " ".join(map(str, own.hand))


def _placing_of(answer: _Answer) -> Placing:
    return answer.placing if isinstance(answer, Line) else NOTHING
