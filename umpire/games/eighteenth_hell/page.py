"""What a page says of each round: its words, what hells and spirits do, the strength so far.

Everything is made from the view of the player who is asked, and counts what is filled in.
"""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from umpire.games.eighteenth_hell.bout import army_of, fight
from umpire.games.eighteenth_hell.hells import Hell, called, called_in_a_sentence, rules_under
from umpire.games.eighteenth_hell.lines import Line
from umpire.games.eighteenth_hell.rules import Round, Round1Units, field_error
from umpire.games.eighteenth_hell.state import HIDDEN, Plan, Standing, State
from umpire.games.eighteenth_hell.units import (
    EIGHTEENTH,
    FIELDS,
    NOTHING,
    PLACES,
    PURGATORY,
    InForce,
    Placing,
    Units,
)
from umpire.games.page import Draft, DraftBlock, DraftRow, Field, Question, Sum
from umpire.games.results import mention
from umpire.games.text import in_words, join_words, pluralize
from umpire.games.two_players import Side, opponent

_OTHERWISE: Final = "or lose the bout"
_UNKNOWN: Final = "?"


def now(view: State) -> tuple[str, ...]:
    """Return the keys of the rules that hold now: the round, and those of the viewer's block."""
    if view.round is None:
        return ()
    own = [standing.block for standing in view.standings if standing.uses is not HIDDEN]
    names = {PURGATORY: "purgatory", EIGHTEENTH: "eighteenth"}
    blocks = [f"block:{names.get(block, 'hells')}" for block in own] if len(own) == 1 else []
    return (f"step:round{view.round}", *blocks)


# The questions


def round1_question(numbers: Sequence[int], *, has_hells: bool, is_final: bool) -> Question:
    """Return the question of Round 1, which takes one of these numbers of units."""
    units = in_words(numbers[0]) if len(numbers) == 1 else join_words(map(str, numbers), "or")
    hell = " and attempt a hell" if has_hells else ""
    return Question(f"Place {units} units{hell}", otherwise=_OTHERWISE, final=is_final)


def round2_question(number: int, in_hand: int, *, is_final: bool) -> Question:
    """Return the question of Round 2, which takes a number of the units in hand."""
    return Question(f"Place {_units_of_hand(number, in_hand)}", "", _OTHERWISE, is_final)


def _units_of_hand(number: int, in_hand: int) -> str:
    if number < in_hand:
        return f"{in_words(number)} of your {in_words(in_hand)} units"
    return f"your last {in_words(number)} units" if number > 1 else "your last unit"


# The fields


def battlefield_fields(cells: Sequence[str]) -> Mapping[str, Field]:
    """Return the labels of the battlefields."""
    both = zip(FIELDS, cells, strict=True)
    return {cell: Field(f"Battlefield {field}", optional=True) for field, cell in both}


def hell_fields(cells: Sequence[str], hells: Sequence[Hell]) -> Mapping[str, Field]:
    """Return what each of the hells does."""
    first, second = cells
    says = {called(hell.name): hell.text for hell in hells}
    return {
        first: Field("Attempt a hell", says),
        second: Field("and perhaps a second one", says, optional=True),
    }


def spirit_field(standing: Standing, spirits: Sequence[str]) -> Field:
    """Return what each of the spirits does, and how many are left."""
    uses = standing.uses
    left = [f"{n} {sort}" for n, sort in ((uses.normal, "normal"), (uses.attuned, "attuned")) if n]
    return Field(
        "Invoke a spirit",
        {spirit: _what_spirit_does(spirit) for spirit in spirits},
        optional=True,
        hint=f"{join_words(left)} left" if left else "none left",
    )


def _what_spirit_does(spirit: str) -> str:
    """Return what a spirit does, written as `strength 3 attuned`."""
    name, *words = spirit.split()
    until = "until you have won two bouts" if "attuned" in words else "until you have won a bout"
    if name == "strength":
        return f"1 more strength for your {words[0]}, {until}"
    return f"you may place one unit fewer in Round 1, {until}"


# The drafts


class Forces(NamedTuple):
    """What a player has on the board or in the form, and the spirits in force with it."""

    plan: Plan
    round2: Placing
    active: tuple[InForce, ...]


def missing_in_round1(placed: int, numbers: Sequence[int], *, lacks_hell: bool) -> str:
    """Return what a Round 1 lacks: units, a hell or both; empty if it has enough."""
    lacking = numbers[0] - placed
    if not placed:
        units = in_words(numbers[0]) if len(numbers) == 1 else join_words(map(str, numbers), "or")
        return f"{units.capitalize()} units{' and a hell' if lacks_hell else ''} are needed."
    more = [f"place {pluralize(lacking, 'more unit')}"] if lacking > 0 else []
    text = " and ".join([*more, *["attempt a hell"] * lacks_hell])
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def missing_in_round2(placed: int, number: int) -> str:
    """Return how many units a Round 2 lacks; empty if it has enough."""
    if not placed:
        verb = "is" if number == 1 else "are"
        return f"{in_words(number).capitalize()} unit{'s' * (number > 1)} {verb} needed."
    return f"Place {pluralize(number - placed, 'more unit')}." if placed < number else ""


def say_of_round1(line: Line, placed: int) -> str:
    """Return what a line does that may be sent in Round 1."""
    deeds = [f"place {in_words(placed)} unit{'s' * (placed > 1)}"]
    if line.hells:
        deeds.append(f"attempt {called_in_a_sentence(line.hells)}")
    if line.spirit is not None:
        deeds.append(f"invoke {line.spirit}")
    return f"You {join_words(deeds)}."


def say_of_round2(number: int, in_hand: int) -> str:
    """Return what a line does that may be sent in Round 2."""
    return f"You place {_units_of_hand(number, in_hand)}."


def left_for_round2(number: int, in_hand: int) -> str:
    """Return how many units Round 2 will take of those that stay in hand."""
    if number < in_hand:
        return f"In Round 2 you will place {in_words(number)} of the other {in_words(in_hand)}."
    others = f"other {in_words(number)}" if number > 1 else "last one"
    return f"In Round 2 you will place the {others}."


def draft_placing(view: State, side: Side, own: Forces, say: str, more: str, missing: str) -> Draft:
    """Return a draft with the strength so far, by battlefield."""
    placing, is_round2 = (own.round2, True) if view.round == 2 else (own.plan.placing, False)
    if not any(placing):
        return Draft("Nothing is placed yet." if missing else say, more, missing)
    foe, hidden = _foe_as_known(view, side) if is_round2 else (Plan(), frozenset[int]())
    battles = fight(
        army_of(own.plan, own.round2, own.active, foe), army_of(foe, NOTHING, (), own.plan)
    )
    strengths, foe_strengths = battles.strength
    assert strengths is not None, "counted in every battle that is fought"
    assert foe_strengths is not None, "likewise"
    before = Round1Units(own.plan.placing, foe.placing) if is_round2 else Round1Units()
    round_: Round = 2 if is_round2 else 1

    def is_allowed(place: int, units: Units) -> bool | None:
        """Return False if the units break a rule of that battlefield."""
        error = field_error(own.plan.rules, round_, place, units, before)
        return None if error is None else False

    return Draft(
        say,
        more,
        missing,
        sums={
            f"field_{FIELDS[place]}": Sum(str(strengths[place]), is_allowed(place, units))
            for place, units in enumerate(placing)
            if units
        },
        blocks=(
            _strength_block(
                mention(view.terms.players[opponent(side)]),
                own,
                tuple(map(str, strengths)),
                _foe_rows(view, side, foe_strengths, battles.winners, hidden) if is_round2 else (),
            ),
        ),
    )


def _strength_block(
    other: str, own: Forces, strengths: tuple[str, ...], foe_rows: tuple[DraftRow, ...]
) -> DraftBlock:
    """Return the strengths so far, the opponent's above the own ones and the winners below."""
    spirits = [f"{spirit.name} {spirit.unit}" for spirit in own.active if spirit.name == "strength"]
    helps = [f"the {called(hell.name)}" for hell in own.plan.hells]
    helps += spirits if own.plan.rules.can_invoke else []
    has = "adds nothing" if foe_rows else "has nothing there"
    note = f"as long as {other} {has}{f', with {join_words(helps)}' if helps else ''}"
    row = DraftRow("You", columns=strengths)
    return DraftBlock("Strength so far", note, FIELDS, (*foe_rows[:1], row, *foe_rows[1:]))


def _foe_rows(
    view: State,
    side: Side,
    strengths: Sequence[int],
    winners: Sequence[Side | None],
    hidden: frozenset[int],
) -> tuple[DraftRow, ...]:
    """Return the opponent's strength as shown, and who would win each battlefield."""
    other = mention(view.terms.players[opponent(side)])
    by = {0: mention(view.terms.players[side]), 1: other, None: "tie"}
    shown = [_UNKNOWN if place in hidden else str(strengths[place]) for place in PLACES]
    won = [_UNKNOWN if place in hidden else by[winners[place]] for place in PLACES]
    return DraftRow(other, columns=tuple(shown)), DraftRow("Won by", columns=tuple(won))


def _foe_as_known(view: State, side: Side) -> tuple[Plan, frozenset[int]]:
    """Return the opponent's Round 1 as it is shown, and the places where units are hidden.

    Only hells that are announced count. Of hidden units only the number is known: they count as
    Zeros.
    """
    update = view.deployments[opponent(side)].update
    placing = tuple([(0,) * u if isinstance(u, int) else u for u in update.placing])
    hidden = [place for place, u in enumerate(update.placing) if isinstance(u, int) and u]
    plan = Plan(update.hells, rules_under(update.hells), placing=placing)
    return plan, frozenset(hidden)
