"""What the two rounds of a bout share, and what Round 1 leaves for Round 2.

In each both players place units in secret at the same time.
"""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar, Final, NamedTuple

from umpire.games.base import Decision, DecisionKind, NotAllowed, RandomSource
from umpire.games.cards import without
from umpire.games.eighteenth_hell.components import ARMY, FIELDS, Units, all_of
from umpire.games.eighteenth_hell.hells import Hell, called_in_a_sentence, rules_under
from umpire.games.eighteenth_hell.rules.line import Line, as_shown, line_text, read_line
from umpire.games.eighteenth_hell.rules.player_rules import Round, Rules, Table, can_be_placed
from umpire.games.eighteenth_hell.state import FRESH, Own, Part, Shown, Standing, State
from umpire.games.two_players import SIDES, Side, opponent

_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

_MOST_OFFERED: Final = 12
"""How many answers a drop-down offers at most."""

CELLS: Final = tuple([f"field_{field}" for field in FIELDS])
"""The cells of the form for the units."""

_FEWEST: Final = 1
"""How many units Round 2 takes at least."""


class Missed(NamedTuple):
    """A round that was not answered in time."""


Answer = Line | Missed


class RoundKind(DecisionKind[State, Answer]):
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

    def format(self, answer: Answer) -> str:
        return line_text(answer) if isinstance(answer, Line) else "no answer"

    def default_answer(self, state: State, decision: Decision) -> Missed:
        """Return what stands for a limit that fell. Ruling 4: the bout is lost."""
        return Missed()

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        """Return legal answers for a drop-down, a few of them, the most promising first."""
        return self.offered(seen, seen.terms.side_of(decision.by))

    def offered(self, seen: State, side: Side) -> tuple[str, ...]:
        """Return some legal answers, the most promising first."""
        lines = [line for line in self.some_lines(seen, side) if self._allows(seen, side, line)]
        lines.sort(key=lambda line: self.promise(seen, side, line), reverse=True)
        return tuple(islice(dict.fromkeys(map(line_text, lines)), _MOST_OFFERED))

    @abstractmethod
    def promise(self, seen: State, side: Side, line: Line) -> int:
        """Return how good a line looks by a simple rule, and by what its player may know."""

    @abstractmethod
    def some_lines(self, seen: State, side: Side) -> Iterator[Line]:
        """Yield some lines, most of them legal."""

    def _allows(self, seen: State, side: Side, line: Line) -> bool:
        try:
            self.judge(seen, side, line)
        except NotAllowed:
            return False
        return True

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the placing that a filled-in form stands for; empty cells are left out."""
        said = self.filled_in(seen, decision, filled)
        cells = zip(FIELDS, CELLS, strict=True)
        return " ".join([f"{field}:{said[name]}" for field, name in cells if name in said])

    def filled_in(
        self, seen: State, decision: Decision, filled: Mapping[str, str]
    ) -> dict[str, str]:
        """Return what stands in those cells of the form that are not empty."""
        asked = self.form(seen, decision, filled)
        return {name: text for name in asked if (text := filled.get(name, "").strip())}

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Line:
        return self.random_line(state, state.terms.side_of(decision.by), random)

    @abstractmethod
    def random_line(self, state: State, side: Side, random: RandomSource) -> Line:
        """Return a random legal line."""


def in_words(number: int) -> str:
    """Return a number of units as a sentence says it."""
    return _WORDS[number]


def names_of(hand: Units) -> tuple[str, ...]:
    """Return the units of a hand as a drop-down offers them, each once."""
    return tuple(dict.fromkeys(map(str, hand)))


def late(answers: tuple[Answer, Answer]) -> dict[Side, str]:
    """Return who has not answered in time, each with the words for it."""
    missed = [side for side in SIDES if isinstance(answers[side], Missed)]
    return dict.fromkeys(missed, "did not answer in time")


# From Round 1 to Round 2


def applied(standing: Standing, answer: Answer) -> tuple[Standing, Part]:
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
    return standing.changed(uses=uses, active=(*standing.active, spirit.in_force())), part


def why_stuck(laid: State, side: Side) -> str:
    """Return that a player has no legal Round 2, and under which hells; empty if there is one."""
    own = laid.parts[side].own
    if not own.rules.binds[1]:
        return ""  # as under most hells
    hells = to_blame(own, [table_of(laid, side)])
    return f"has no legal Round 2 under {called_in_a_sentence(hells)}" if hells else ""


def to_blame(own: Own, tables: Sequence[Table]) -> tuple[Hell, ...]:
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


def round2_number(own: Own) -> int:
    """Return how many of the units in hand Round 2 takes."""
    return max(_FEWEST, len(own.hand) + own.rules.rounds[1].more)


def table_of(state: State, side: Side) -> Table:
    """Return what a player sees as own and as the opponent's from Round 1."""
    return Table(state.parts[side].own.placing, state.parts[opponent(side)].shown.placing)
