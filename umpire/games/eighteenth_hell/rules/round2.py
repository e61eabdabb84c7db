"""Round 2: the units left in hand join the others; then the battles are fought."""

from collections.abc import Iterator, Mapping
from typing import Final

from umpire.games.base import Decision, Form, NotAllowed, RandomSource, Step
from umpire.games.cards import without
from umpire.games.eighteenth_hell.components import NOTHING, Placing, all_of
from umpire.games.eighteenth_hell.rules.battle import army_of, fight
from umpire.games.eighteenth_hell.rules.bout import end_automatically, end_fought
from umpire.games.eighteenth_hell.rules.line import EXAMPLE2, Line
from umpire.games.eighteenth_hell.rules.player_rules import (
    fault,
    judge_owned,
    random_placing,
    some_placings,
)
from umpire.games.eighteenth_hell.rules.rounds import (
    CELLS,
    Answer,
    RoundKind,
    in_words,
    late,
    names_of,
    round2_number,
    table_of,
)
from umpire.games.eighteenth_hell.state import Own, State
from umpire.games.notation import counted
from umpire.games.two_players import Side, opponent


class Round2(RoundKind):
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

    def ask(self, seen: State, decision: Decision) -> str:
        own = seen.parts[seen.terms.side_of(decision.by)].own
        number = round2_number(own)
        if number < len(own.hand):
            return f"Round 2: place {in_words(number)} of your {in_words(len(own.hand))} units."
        last = f"last {in_words(number)} units" if number > 1 else "last unit"
        return f"Round 2: place your {last}."

    def judge(self, state: State, side: Side, line: Line) -> Line:
        own = state.parts[side].own
        number = round2_number(own)
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
        if own.rules.binds[1] and (problem := fault(own.rules, 2, placing, table_of(state, side))):
            raise NotAllowed(problem)
        return line

    def apply(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        first, second = state.terms.players
        both = answers[first], answers[second]
        placings = _placing_of(both[0]), _placing_of(both[1])
        losers = late(both)
        if losers:
            return end_automatically(state, losers, placings)
        return end_fought(state, placings)

    def some_lines(self, seen: State, side: Side) -> Iterator[Line]:
        own = seen.parts[side].own
        table = table_of(seen, side)
        for placing in some_placings(own.rules, 2, own.hand, round2_number(own), table):
            yield Line(placing)

    def promise(self, seen: State, side: Side, line: Line) -> int:
        """Return by how much the bout is won if the opponent adds nothing to what is shown."""
        own, foe = seen.parts[side].own, seen.parts[opponent(side)].shown
        # Of units that cannot be seen nothing is known but their number.
        theirs = tuple([(0,) * units if isinstance(units, int) else units for units in foe.placing])
        against = Own(placing=theirs)
        fought = fight(
            army_of(own, line.placing, seen.standings[side].active, against),
            army_of(against, NOTHING, (), own),
        )
        results = zip(own.rules.worth, fought.winners, strict=True)
        return sum(worth * (1, -1)[winner] for worth, winner in results if winner is not None)

    def _example(self, state: State, side: Side) -> str:
        """Return what a player may write, picked by what they may know: the best tells of it."""
        return self.offered(state.changed(parts=state.parts_seen_by(side)), side)[0]

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        own = seen.parts[seen.terms.side_of(decision.by)].own
        return dict.fromkeys(CELLS, names_of(own.hand))

    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        own = state.parts[side].own
        table = table_of(state, side)
        placing = random_placing(own.rules, 2, own.hand, round2_number(own), table, random)
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


def _placing_of(answer: Answer) -> Placing:
    return answer.placing if isinstance(answer, Line) else NOTHING
