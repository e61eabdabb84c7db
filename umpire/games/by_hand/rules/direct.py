"""`direct`: what the umpire directs, one direction after another."""

from typing import NamedTuple

from umpire.games.base import UMPIRE, Decision, DecisionKind, RandomSource, Step
from umpire.games.by_hand.directions import (
    Ask,
    Count,
    Deal,
    Direction,
    Do,
    End,
    Move,
    Tell,
    read_direction,
)
from umpire.games.by_hand.made_up import random_direction
from umpire.games.by_hand.procedures import parameters
from umpire.games.by_hand.state import State
from umpire.games.notation import counted


class Directed(NamedTuple):
    """A direction, and what it does in the state in which it was judged."""

    direction: Direction
    before: State
    step: Step[State]

    def __str__(self) -> str:
        return str(self.direction)

    def done(self, state: State) -> Step[State]:
        """Carry the direction out; where it was judged that has been done."""
        return self.step if state is self.before else _carried_out(self.direction, state)


def _carried_out(direction: Direction, state: State) -> Step[State]:
    return direction.perform(state.changed(said=state.said + 1))


class DirectKind(DecisionKind[State, Directed]):
    """A direction of the umpire's; each is a step of its own (ruling 2)."""

    name = "direct"
    task = "direct the game"
    asks = "The umpire directs the game: asks, deals, tells, counts and judges."
    notation = "a direction, as the table of all directions has them"
    examples = tuple([each.examples[0] for each in (Ask, Tell, Count, Deal, Move, Do, End)])
    limit = "none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask for the next direction, also while the match is paused, but not while chance is."""
        return (Decision(f"direct {state.said + 1}", UMPIRE, self, secret=True),)

    def ask(self, seen: State, decision: Decision) -> str:
        if seen.todo:
            return (
                f"Direct the game, or wait: {counted(len(seen.todo), 'step')} to go. Example: stop."
            )
        return "Direct the game. Example: tell all: Welcome."

    def read(self, state: State, decision: Decision, text: str) -> Directed:
        """Read a direction, and judge it by carrying it out."""
        direction = read_direction(text, state.names)
        return Directed(direction, state, _carried_out(direction, state))

    def is_open(self, answer: Directed) -> bool:
        return False

    def apply(self, state: State, answers: dict[str, Directed]) -> Step[State]:
        (directed,) = answers.values()
        return directed.done(state)

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        ready = [name for name, steps in seen.procedures.items() if not parameters(steps)]
        offered = [] if seen.todo else [f"do {name}" for name in ready]
        offered += ["stop"] if seen.todo else []
        offered += ["withdraw all"] if seen.open_questions and seen.playing else []
        return tuple(offered)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Directed:
        """Return a direction with made-up words; after a while the one that ends the match."""
        return self.read(state, decision, random_direction(state, random))
