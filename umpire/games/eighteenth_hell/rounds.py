"""The two rounds of a bout, in each of which both players place units in secret at the same time.

In Round 1 each places six units, names the hells that are attempted, and may invoke a spirit. When
both have answered, everybody's units and the disguise of a Zero are shown, and a player who cannot
play legally in Round 2 loses the bout at once. In Round 2 the units left in hand join the others;
then the battles are fought.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter, mul
from typing import ClassVar, Final

from umpire.games.base import (
    Answers,
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    RandomSource,
    Tell,
)
from umpire.games.cards import without
from umpire.games.eighteenth_hell.bout import (
    army_of,
    end_automatically,
    end_fought,
    fight,
    tell_round1,
)
from umpire.games.eighteenth_hell.hells import Hell, called, called_in_a_sentence, rules_under
from umpire.games.eighteenth_hell.lines import (
    DISGUISED,
    MOST_HELLS,
    Line,
    hells_text,
    read_line,
    read_parts,
)
from umpire.games.eighteenth_hell.page import (
    Forces,
    battlefield_fields,
    draft_placing,
    hell_fields,
    left_for_round2,
    missing_in_round1,
    missing_in_round2,
    round1_question,
    round2_question,
    say_of_round1,
    say_of_round2,
    spirit_field,
)
from umpire.games.eighteenth_hell.random_parts import random_disguise, random_spirit
from umpire.games.eighteenth_hell.rules import (
    NO_UNITS,
    PLAIN,
    Round,
    Round1Units,
    Rules,
    can_be_placed,
    check_owned,
    find_placing,
    placing_error,
    random_placing,
    some_placings,
)
from umpire.games.eighteenth_hell.state import (
    NOT_DEPLOYED,
    Deployment,
    Plan,
    Standing,
    State,
    Terms,
    Update,
)
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
    block_name,
    units_of,
)
from umpire.games.kinds import Silence, secret_group
from umpire.games.page import Draft, Field, Question
from umpire.games.randomness import sample
from umpire.games.results import verbatim
from umpire.games.text import in_words, join_words, pluralize
from umpire.games.two_players import SIDES, Side, opponent

_UNITS: Final = 6
"""How many units Round 1 takes."""
_FEWEST: Final = 1
_MOST: Final = 8
"""The bounds of a round's number of units where a hell changes it."""

_FIELD_CELLS: Final = tuple([f"field_{field}" for field in FIELDS])
_HELL_CELLS: Final = ("hell_1", "hell_2")
_SPIRIT_CELL: Final = "spirit"
"""The cells of the form."""
_SPIRITS: Final = (*[f"strength {name}" for name in NAMES if name != "-1"], "foresight")
"""The spirits that a drop-down offers."""
_MOST_OFFERED: Final = 12
"""How many answers a drop-down offers at most."""
_OFFERED_HELLS: Final = 4
"""For how many hells a drop-down offers lines at most."""
_NAMED_HELLS: Final = 8
"""How many open hells a sentence names at most."""

_EVERYWHERE: Final = (1,) * len(FIELDS)
"""A unit of the opponent's on each battlefield: with it, or without any, most is allowed."""
_TRIES: Final = 3
"""How many random placings are given up because they leave none for Round 2."""
_TWO_HELLS: Final = 0.75
"""How often a random line attempts two hells, where it can."""

NO_ANSWER: Final = Silence("no answer")
_Answer = Line | Silence


class _RoundKind(DecisionKind[State, _Answer]):
    """A round. Ruling 3: answers may be changed until it closes."""

    number: ClassVar[Round]

    @abstractmethod
    def judge(self, state: State, side: Side, line: Line) -> Line:
        """Return a line that the round allows, its hells in order. Raises NotAllowed."""

    @abstractmethod
    def offer(self, view: State, side: Side) -> tuple[str, ...]:
        """Return some legal answers, the most promising first."""

    @abstractmethod
    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        """Return a random legal line."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        group = f"bout {state.bout} round {self.number}"
        limit = state.terms.seconds[self.number - 1]
        return secret_group(self, group, state.terms.players, limit, rule="last")

    def read(self, state: State, decision: Decision, text: str) -> Line:
        """Parse and judge a text: the whole of it must parse before anything is judged."""
        line = read_line(text, state.terms)
        return self.judge(state, state.terms.side_of(decision.by), line)

    def allows(self, state: State, side: Side, line: Line) -> bool:
        """Return whether a line is legal."""
        try:
            self.judge(state, side, line)
        except NotAllowed:
            return False
        return True

    def default_answer(self, state: State, decision: Decision) -> Silence:
        """Return that a limit fell. Ruling 4: the bout is lost."""
        return NO_ANSWER

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return self.offer(view, view.terms.side_of(decision.by))

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for; empty cells are left out."""
        cells = self.form(view, decision, filled)
        texts = {name: text for name in cells if (text := filled.get(name, "").strip())}
        fields = zip(FIELDS, _FIELD_CELLS, strict=True)
        hells = tuple([texts[name] for name in _HELL_CELLS if name in texts])
        clauses = [
            " ".join([f"{field}:{texts[name]}" for field, name in fields if name in texts]),
            hells_text(hells) if hells else "",
            f"spirit {texts[_SPIRIT_CELL]}" if _SPIRIT_CELL in texts else "",
        ]
        return " | ".join(filter(None, clauses))

    def line_in_form(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> tuple[Line, str]:
        """Return the line in a form, and why it is not understood; then it has what can be read."""
        try:
            return read_line(self.form_line(view, decision, filled), view.terms), ""
        except NotUnderstood as error:
            is_begun = any(filled.get(cell, "").strip() for cell in _FIELD_CELLS)
            return _parts_in_form(filled, view.terms), verbatim(str(error)) if is_begun else ""

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Line:
        return self.random_line(state, state.terms.side_of(decision.by), random)


def _parts_in_form(filled: Mapping[str, str], terms: Terms) -> Line:
    """Return a line of the cells in a form that can be read by themselves."""
    fields = [filled.get(cell, "") for cell in _FIELD_CELLS]
    hells = [filled.get(cell, "") for cell in _HELL_CELLS]
    return read_parts(fields, hells, filled.get(_SPIRIT_CELL, ""), terms)


def _ownership_fault(units: Units, owned: Units, where: str = "") -> str:
    """Return that some unit is placed more often than it is owned; empty if none is."""
    try:
        check_owned(units, owned, where)
    except NotAllowed as error:
        return str(error)
    return ""


def _best(lines: Iterable[Line], estimate: Callable[[Line], int]) -> tuple[str, ...]:
    """Return the lines that look best by a simple rule, the best first."""
    ordered = sorted(lines, key=estimate, reverse=True)
    return tuple(dict.fromkeys(map(str, ordered)))[:_MOST_OFFERED]


def _names_of(hand: Units) -> tuple[str, ...]:
    """Return the units of a hand as a drop-down offers them, each once."""
    return tuple(dict.fromkeys(map(str, hand)))


def _losers_by_silence(state: State, answers: Mapping[str, _Answer]) -> dict[Side, str]:
    """Return the players who have not answered in time, each with the words for it."""
    silent = [side for side in SIDES if isinstance(answers[state.terms.players[side]], Silence)]
    return dict.fromkeys(silent, "did not answer in time")


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
        "2:-1 3:0(2) 4:-1 5:1,-1 6:4",
        "2: -1, 3: 0 (disguised as 2); 4: -1 5: 1 -1 6: 4 | hell of Four",
        "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four, Steam | spirit strength 3",
        "spirit: foresight attuned | hells: tong | 2:-1 3:3 4:-1 6:4 7:2",
    )
    limit = (
        "round1_seconds, 90 by default. Then what is held counts, and a player who holds nothing "
        "loses the bout automatically."
    )

    def ask(self, view: State, decision: Decision) -> str:
        standing = view.standings[view.terms.side_of(decision.by)]
        number = join_words(map(in_words, round1_numbers(PLAIN, _has_foresight(standing))), "or")
        hells = ("", " and attempt the last hell of your block", " and attempt a hell or two")
        open_hells = len(view.terms.open_to(standing))
        return f"Round 1: place {number} units{hells[min(2, open_hells)]}."

    def judge(self, state: State, side: Side, line: Line) -> Line:
        standing = state.standings[side]
        hells = _judge_hells(state.terms, standing, line.hells)
        rules = rules_under(hells)
        if line.spirit is not None:
            _judge_spirit(standing, rules, line.spirit)
        units = units_of(line.placing)
        check_owned(units, ARMY)
        numbers = round1_numbers(rules, _has_foresight(standing, line.spirit))
        if len(units) not in numbers:
            raise NotAllowed(
                f"Place {join_words(map(str, numbers), 'or')} units in Round 1, not {len(units)}."
            )
        if line.disguise is not None:
            _judge_disguise(rules, units, line.disguise)
        if error := placing_error(rules, 1, line.placing):
            raise NotAllowed(error)
        return line if hells == line.hells else line._replace(hells=hells)

    def preview(self, view: State, decision: Decision, answer: _Answer) -> str:
        """Return that no legal Round 2 will be left, whatever the opponent plays (ruling 7)."""
        if not isinstance(answer, Line):
            return ""
        _, (plan, _) = deploy(view.standings[view.terms.side_of(decision.by)], answer)
        hells = _hells_to_blame(
            plan, [Round1Units(plan.placing, theirs) for theirs in (NOTHING, _EVERYWHERE)]
        )
        if not hells:
            return ""
        under = called_in_a_sentence(hells)
        return f"This leaves you no legal Round 2 under {under}: you would lose the bout."

    def apply(self, state: State, answers: Answers[_Answer], tell: Tell) -> State:
        (standing1, deployment1), (standing2, deployment2) = [
            deploy(standing, answers[player])
            for standing, player in zip(state.standings, state.terms.players, strict=True)
        ]
        state = state.replace(
            standings=(standing1, standing2), deployments=(deployment1, deployment2), round=2
        )
        if silent := _losers_by_silence(state, answers):
            return end_automatically(state, silent, tell)  # Ruling 4: the bout is not fought.
        tell_round1(state, tell)
        # Ruling 6: a player who cannot play legally in Round 2 loses.
        stuck = {side: reason for side in SIDES if (reason := why_stuck(state, side))}
        return end_automatically(state, stuck, tell) if stuck else state

    def offer(self, view: State, side: Side) -> tuple[str, ...]:
        open_hells = view.terms.open_to(view.standings[side])[:_OFFERED_HELLS]
        choices: list[tuple[Hell, ...]] = [(hell,) for hell in open_hells]
        lines = []
        for hells in choices or [()]:
            rules = rules_under(hells)
            number = round1_numbers(rules, foresight=False)[-1]
            lines += [Line(p, None, hells) for p in some_placings(rules, 1, ARMY, number)]
        # Strong units should be on the battlefields that are worth most.
        return _best(lines, lambda line: sum(map(mul, BATTLEFIELDS, map(sum, line.placing))))

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return cells for the battlefields, the hells, and a spirit if the hells allow one."""
        side = view.terms.side_of(decision.by)
        standing = view.standings[side]
        hand = view.deployments[side].plan.hand
        rules = rules_under(_parts_in_form(filled, view.terms).hells)
        disguised = DISGUISED if rules.can_disguise else ()
        cells = dict.fromkeys(_FIELD_CELLS, (*_names_of(hand), *disguised))
        if hells := tuple([called(hell.name) for hell in view.terms.open_to(standing)]):
            first, second = _HELL_CELLS
            in_first, in_second = (filled.get(cell, "").strip() for cell in _HELL_CELLS)
            cells[first] = tuple([name for name in hells if name != in_second])
            if len(hells) > 1:
                cells[second] = tuple([name for name in hells if name != in_first])
        if standing.block != EIGHTEENTH and rules.can_invoke:
            normal = _SPIRITS if standing.uses.normal else ()
            attuned = [f"{spirit} attuned" for spirit in _SPIRITS if standing.uses.attuned]
            if spirits := (*normal, *attuned):
                cells[_SPIRIT_CELL] = spirits
        return cells

    def question(self, view: State, decision: Decision) -> Question:
        standing = view.standings[view.terms.side_of(decision.by)]
        return round1_question(
            round1_numbers(PLAIN, _has_foresight(standing)),
            has_hells=bool(view.terms.open_to(standing)),
            is_final=decision.rule == "first",
        )

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        standing = view.standings[view.terms.side_of(decision.by)]
        spirits = self.form(view, decision, filled).get(_SPIRIT_CELL, ())
        return {
            **battlefield_fields(_FIELD_CELLS),
            **hell_fields(_HELL_CELLS, view.terms.open_to(standing)),
            _SPIRIT_CELL: spirit_field(standing, spirits),
        }

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft:
        """Return the strength of what is placed, and what the line does or lacks."""
        side = view.terms.side_of(decision.by)
        line, fault = self.line_in_form(view, decision, filled)
        units = units_of(line.placing)
        if fault_of_units := _ownership_fault(units, ARMY):
            return Draft(missing=fault or fault_of_units)
        standing, (plan, _) = deploy(view.standings[side], line)
        placed = len(units)
        numbers = round1_numbers(plan.rules, _has_foresight(standing, line.spirit))
        lacks_hell = standing.block in HELL_BLOCKS and not line.hells
        say = more = ""
        missing = fault or missing_in_round1(placed, numbers, lacks_hell=lacks_hell)
        if not missing:
            try:
                line = self.judge(view, side, line)
            except NotAllowed as error:
                missing = str(error)
            else:
                say = say_of_round1(line, placed)
                left = left_for_round2(_round2_number(plan), len(plan.hand))
                more = self.preview(view, decision, line) or left
        own = Forces(plan, NOTHING, standing.active)
        return draft_placing(view, side, own, say, more, missing)

    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        standing = state.standings[side]
        open_hells = state.terms.open_to(standing)
        number = 2 if random.random() < _TWO_HELLS else 1
        drawn = sample(min(number, len(open_hells)), open_hells, random)
        hells = tuple([hell for hell in open_hells if hell in drawn])
        rules = rules_under(hells)
        spirit = random_spirit(standing, rules, random)
        numbers = round1_numbers(rules, _has_foresight(standing, spirit))
        placing = _random_opening(rules, random.choice(numbers), random)
        if placing is None:
            # Two hells may leave nothing together, one alone always does.
            hells, spirit = hells[:1], None
            rules = rules_under(hells)
            placing = find_placing(rules, 1, ARMY, round1_numbers(rules, foresight=False)[-1])
            assert placing is not None, "options with such a hell are refused"
        return Line(placing, random_disguise(rules, placing, random), hells, spirit)


ROUND1: Final = Round1()


def round1_numbers(rules: Rules, foresight: bool) -> tuple[int, ...]:
    """Return how many units Round 1 may take. Ruling 25: foresight lets one less, and need not."""
    number = min(_MOST, max(_FEWEST, _UNITS + rules.rounds[0].extra))
    # Ruling 24: foresight twice is still one less.
    if foresight and rules.can_invoke and number > _FEWEST:
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
    open_hells = terms.open_to(standing)
    if not named:
        offer = called_in_a_sentence(open_hells[:_NAMED_HELLS], "or")
        example = called(open_hells[0].name)
        raise NotAllowed(f"Attempt one hell or two: {offer}. Example: | {example}.")
    for hell in named:
        if hell not in open_hells:
            # Ruling 9: nothing is to be gained in a hell that is passed.
            why = (
                "you have passed it"
                if standing.has_passed(hell)
                else f"it is in block {hell.block}, and you are in block {standing.block}"
            )
            offer = called_in_a_sentence(open_hells[:_NAMED_HELLS], "or")
            raise NotAllowed(f"You cannot attempt the {called(hell.name)}: {why}. Name {offer}.")
    if len(named) == 1:
        return named
    if len({*named}) < len(named):
        raise NotAllowed(f"The {called(named[0].name)} is named twice. Name each hell once.")
    if len(named) > MOST_HELLS:
        raise NotAllowed(f"You may attempt at most {MOST_HELLS} hells at a time, not {len(named)}.")
    return tuple(sorted(named, key=attrgetter("number")))


def _judge_spirit(standing: Standing, rules: Rules, spirit: Spirit) -> None:
    if standing.block == EIGHTEENTH:  # Ruling 27.
        raise NotAllowed("Spirits cannot be invoked in the eighteenth hell. Leave the spirit out.")
    if not rules.can_invoke:
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
    return "foresight" in [spirit.name for spirit in standing.active]


def _judge_disguise(rules: Rules, units: Units, shown: Unit) -> None:
    if not rules.can_disguise:
        raise NotAllowed("Your hell forbids you to disguise the Zero. Write 0 alone.")
    # Ruling 17: one copy at least must be left for Round 2.
    if units.count(shown) == ARMY.count(shown):
        raise NotAllowed(
            f"Your Zero cannot be shown as {shown}, because you play every {shown} that you own. "
            "Show it as a unit that stays in your hand."
        )


def _random_opening(rules: Rules, number: int, random: RandomSource) -> Placing | None:
    """Return a placing, mostly one that leaves a legal Round 2."""
    placing = None
    for _ in range(_TRIES):
        placing = random_placing(rules, 1, ARMY, number, NO_UNITS, random)
        if placing is None or not rules.restricts[1]:
            break
        rest = Plan(rules=rules, hand=without(ARMY, units_of(placing)))
        if can_be_placed(rules, 2, rest.hand, _round2_number(rest), Round1Units(mine=placing)):
            break
    return placing


# From Round 1 to Round 2


def deploy(standing: Standing, answer: _Answer) -> tuple[Standing, Deployment]:
    """Return a player's standing and deployment after an answer to Round 1."""
    if not isinstance(answer, Line):
        return standing, NOT_DEPLOYED
    placing, disguise, hells, spirit = answer
    hand = without(ARMY, units_of(placing))
    # Ruling 16: only what is shown differs.
    shown = placing
    if disguise is not None:
        shown = tuple([tuple(sorted([unit or disguise for unit in units])) for units in placing])
    deployment = Deployment(
        Plan(hells, rules_under(hells), spirit, placing, disguise, hand),
        Update(
            tuple([hell for hell in hells if hell.is_announced]),
            spirit is not None,
            len(hand),
            shown,
        ),
    )
    if spirit is None:
        return standing, deployment
    uses = standing.uses.spent(spirit.attuned)
    return standing.replace(uses=uses, active=(*standing.active, spirit.in_force())), deployment


def why_stuck(state: State, side: Side) -> str:
    """Return that a player has no legal Round 2, and under which hells; empty if there is one."""
    hells = _hells_to_blame(state.deployments[side].plan, [_round1_units(state, side)])
    return f"has no legal Round 2 under {called_in_a_sentence(hells)}" if hells else ""


def _hells_to_blame(plan: Plan, boards: Sequence[Round1Units]) -> tuple[Hell, ...]:
    """Return the hells that leave no legal Round 2 on any of the boards; none if one is left.

    That is each that leaves none by itself; where none does, all of them together.
    """
    number = _round2_number(plan)

    def leaves_some(rules: Rules) -> bool:
        return any(can_be_placed(rules, 2, plan.hand, number, board) for board in boards)

    if not plan.rules.restricts[1] or leaves_some(plan.rules):
        return ()
    guilty = [hell for hell in plan.hells if not leaves_some(rules_under((hell,)))]
    return tuple(guilty) or plan.hells


def _round2_number(plan: Plan) -> int:
    """Return how many of the units in hand Round 2 takes."""
    return max(_FEWEST, len(plan.hand) + plan.rules.rounds[1].extra)


def _round1_units(state: State, side: Side) -> Round1Units:
    """Return what a player sees as own and as the opponent's from Round 1."""
    foe = state.deployments[opponent(side)].update
    return Round1Units(state.deployments[side].plan.placing, foe.placing)


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
    examples = ("4:-1 5:2 7:3",)
    limit = "round2_seconds, 90 by default. Then the same happens as in Round 1."

    def ask(self, view: State, decision: Decision) -> str:
        plan = view.deployments[view.terms.side_of(decision.by)].plan
        number = _round2_number(plan)
        if number < len(plan.hand):
            return f"Round 2: place {in_words(number)} of your {in_words(len(plan.hand))} units."
        last = f"last {in_words(number)} units" if number > 1 else "last unit"
        return f"Round 2: place your {last}."

    def judge(self, state: State, side: Side, line: Line) -> Line:
        plan = state.deployments[side].plan
        number = _round2_number(plan)
        line = _new_units(plan, number, line)
        units = units_of(line.placing)
        if line.hells or line.spirit is not None:
            subject = "Hells are attempted" if line.hells else "Spirits are invoked"
            raise NotAllowed(
                f"{subject} in Round 1 only. Write just the new units. "
                f"Example: {self._example(state, side)}."
            )
        if len(units) > number:
            raise NotAllowed(
                f"{_wrong_number(plan, number, units)} Write only the "
                f"{pluralize(number, 'new unit')}. Example: {self._example(state, side)}."
            )
        if line.disguise is not None:
            # Ruling 18: after this round the Zeros are revealed, nobody could be fooled.
            raise NotAllowed("The Zero cannot be disguised in Round 2. Write 0 alone.")
        check_owned(units, plan.hand, " in your hand")
        if len(units) < number:
            raise NotAllowed(_wrong_number(plan, number, units))
        if error := placing_error(plan.rules, 2, line.placing, _round1_units(state, side)):
            raise NotAllowed(error)
        return line

    def apply(self, state: State, answers: Answers[_Answer], tell: Tell) -> State:
        placing1, placing2 = [
            answer.placing if isinstance(answer := answers[player], Line) else NOTHING
            for player in state.terms.players
        ]
        if silent := _losers_by_silence(state, answers):
            return end_automatically(state, silent, tell, (placing1, placing2))
        return end_fought(state, (placing1, placing2), tell)

    def offer(self, view: State, side: Side) -> tuple[str, ...]:
        plan, before = view.deployments[side].plan, _round1_units(view, side)
        # Of units that cannot be seen nothing is known but their number.
        foe = Plan(placing=tuple([(0,) * u if isinstance(u, int) else u for u in before.theirs]))
        foe_army = army_of(foe, NOTHING, (), plan)

        def estimate(line: Line) -> int:
            """Return by how much the bout is won if the opponent adds nothing to what is shown."""
            army = army_of(plan, line.placing, view.standings[side].active, foe)
            results = zip(plan.rules.worth, fight(army, foe_army).winners, strict=True)
            return sum(worth * (1, -1)[winner] for worth, winner in results if winner is not None)

        placings = some_placings(plan.rules, 2, plan.hand, _round2_number(plan), before)
        return _best(map(Line, placings), estimate)

    def _example(self, state: State, side: Side) -> str:
        """Return the best line that a player may write, as far as that player knows."""
        view = state.replace(deployments=state.deployments_seen_by(side))
        return self.offer(view, side)[0]

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        plan = view.deployments[view.terms.side_of(decision.by)].plan
        return dict.fromkeys(_FIELD_CELLS, _names_of(plan.hand))

    def question(self, view: State, decision: Decision) -> Question:
        plan = view.deployments[view.terms.side_of(decision.by)].plan
        is_final = decision.rule == "first"
        return round2_question(_round2_number(plan), len(plan.hand), is_final=is_final)

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return battlefield_fields(_FIELD_CELLS)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft:
        """Return the strength with what is placed, against what is shown, and what is missing."""
        side = view.terms.side_of(decision.by)
        plan, standing = view.deployments[side].plan, view.standings[side]
        number = _round2_number(plan)
        line, fault = self.line_in_form(view, decision, filled)
        line = _new_units(plan, number, line)
        units = units_of(line.placing)
        fault = fault or _ownership_fault(units, plan.hand, " in your hand")
        say, missing = "", fault or missing_in_round2(len(units), number)
        if not missing:
            try:
                line = self.judge(view, side, line)
                say = say_of_round2(number, len(plan.hand))
            except NotAllowed as error:
                missing = str(error)
        own = Forces(plan, line.placing, standing.active)
        return draft_placing(view, side, own, say, "", missing)

    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        plan, before = state.deployments[side].plan, _round1_units(state, side)
        number = _round2_number(plan)
        placing = random_placing(plan.rules, 2, plan.hand, number, before, random)
        assert placing is not None, "Round 2 is asked for only where it can be played"
        return Line(placing)


ROUND2: Final = Round2()


def _wrong_number(plan: Plan, number: int, units: Units) -> str:
    hand = " ".join(map(str, plan.hand))
    return f"Place {number} of the units in your hand ({hand}), not {len(units)}."


def _new_units(plan: Plan, number: int, line: Line) -> Line:
    """Return a completed board as what is new on it; any other line stays as it is.

    Ruling 19: it has another `number` of units than Round 2 asks for, and on every battlefield the
    units of Round 1, a disguised Zero with its disguise or without.
    """
    if sum(map(len, line.placing)) == number:
        return line
    try:
        new = tuple(map(without, line.placing, plan.placing))
    except ValueError:
        return line
    if line.disguise is None or 0 in units_of(new):
        return line._replace(placing=new)
    return line._replace(placing=new, disguise=None) if line.disguise == plan.disguise else line
