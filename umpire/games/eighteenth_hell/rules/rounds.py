"""What the two rounds of a bout share: both players place units in secret at the same time."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import ClassVar, Final, NamedTuple

from umpire.games.base import Decision, DecisionKind, NotAllowed, RandomSource, new_decision
from umpire.games.eighteenth_hell.components import FIELDS, Units
from umpire.games.eighteenth_hell.rules.bending import Round
from umpire.games.eighteenth_hell.rules.line import Line, line_text, read_line
from umpire.games.eighteenth_hell.state import State
from umpire.games.two_players import SIDES, Side

_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

MOST_OFFERED: Final = 12
"""How many answers a drop-down offers at most."""

CELLS: Final = tuple([f"field_{field}" for field in FIELDS])
"""The cells of the form for the units."""


class Missed(NamedTuple):
    """A round that was not answered in time."""


Answer = Line | Missed


class RoundKind(DecisionKind[State, Answer]):
    """A round. Ruling 3: answers may be changed until it closes."""

    number: ClassVar[Round]

    def pending(self, state: State) -> tuple[Decision, ...]:
        group = f"bout {state.bout} round {self.number}"
        limit = state.terms.seconds[self.number - 1]
        one, two = state.terms.players
        # By place: id, by, kind, limit, reserve, rule, group, secret.
        return (
            new_decision(f"{group} {one}", one, self, limit, False, "last", group, True),
            new_decision(f"{group} {two}", two, self, limit, False, "last", group, True),
        )

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
        return tuple(islice(dict.fromkeys(map(line_text, lines)), MOST_OFFERED))

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
