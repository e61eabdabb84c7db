"""Round 2: the units left in hand join the others; then the battles are fought."""

from collections.abc import Iterator, Mapping
from typing import Final

from umpire.games.base import Decision, Form, NotAllowed, RandomSource, Step
from umpire.games.eighteenth_hell.components import NOTHING, Placing, all_of
from umpire.games.eighteenth_hell.rules.bout import end_automatically, end_fought
from umpire.games.eighteenth_hell.rules.finding import random_placing, some_placings
from umpire.games.eighteenth_hell.rules.limits import Table, fault
from umpire.games.eighteenth_hell.rules.line import Line
from umpire.games.eighteenth_hell.rules.placing import EXAMPLE2, judge_owned
from umpire.games.eighteenth_hell.rules.rounds import (
    CELLS,
    Answer,
    RoundKind,
    late,
    names_of,
)
from umpire.games.eighteenth_hell.state import Own, State
from umpire.games.two_players import Side, opponent

_FEWEST: Final = 1


class Round2(RoundKind):
    """Both players place what is left in hand."""

    name = "round2"
    number = 2
    asks = "Both players, in secret: where the units left in hand go."
    notation = "battlefields from 2 to 7, each with a colon and its new units"
    examples = (EXAMPLE2,)
    limit = "round2_seconds, 90 by default; the same happens at the limit."

    def ask(self, seen: State, decision: Decision) -> str:
        """Ask for units of the hand, with an example."""
        own = seen.parts[seen.terms.side_of(decision.by)].own
        hand = " ".join(map(str, own.hand))
        return f"Round 2: place {round2_number(own)} of your units in hand {hand}, e.g. {EXAMPLE2}."

    def judge(self, state: State, side: Side, line: Line) -> Line:
        """Return a line that may be played. Raises NotAllowed."""
        placing, disguise, hells, spirit = line
        if hells or spirit is not None:
            what = "Hells are chosen" if hells else "Spirits are invoked"
            raise NotAllowed(f"{what} in Round 1 only: write just the new units, e.g. {EXAMPLE2}.")
        if disguise is not None:
            # Ruling 18: after this round the Zeros are revealed, nobody could be fooled.
            raise NotAllowed("There is no disguise in Round 2: write 0 alone.")
        own = state.parts[side].own
        units = all_of(placing)
        judge_owned(units, own.hand, "You have in hand")
        number = round2_number(own)
        if len(units) != number:
            raise NotAllowed(
                f"Round 2 takes {number} of your units in hand {' '.join(map(str, own.hand))}, "
                f"not {len(units)}."
            )
        problem = fault(own.rules, 2, placing, table_of(state, side))
        if problem is not None:
            raise NotAllowed(problem)
        return line

    def apply(self, state: State, answers: Mapping[str, Answer]) -> Step[State]:
        """Fight the bout and end it."""
        first, second = state.terms.players
        both = answers[first], answers[second]
        placings = _placing_of(both[0]), _placing_of(both[1])
        losers = late(both)
        if losers:
            return end_automatically(state, losers, "has not answered in time", placings)
        return end_fought(state, placings)

    def some_lines(self, seen: State, side: Side) -> Iterator[Line]:
        """Yield legal lines."""
        own = seen.parts[side].own
        table = table_of(seen, side)
        for placing in some_placings(own.rules, 2, own.hand, round2_number(own), table):
            yield Line(placing)

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return cells for the units."""
        own = seen.parts[seen.terms.side_of(decision.by)].own
        return dict.fromkeys(CELLS, names_of(own.hand))

    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        """Return a random legal line."""
        own = state.parts[side].own
        table = table_of(state, side)
        placing = random_placing(own.rules, 2, own.hand, round2_number(own), table, random)
        assert placing is not None, "Round 2 is asked for only where it can be played"
        return Line(placing)


ROUND2: Final = Round2()


def round2_number(own: Own) -> int:
    """Return how many of the units in hand Round 2 takes."""
    return max(_FEWEST, len(own.hand) + own.rules.rounds[1].more)


def table_of(state: State, side: Side) -> Table:
    """Return what a player sees as own and as the opponent's from Round 1."""
    return Table(state.parts[side].own.placing, state.parts[opponent(side)].shown.placing)


def _placing_of(answer: Answer) -> Placing:
    return answer.placing if isinstance(answer, Line) else NOTHING
