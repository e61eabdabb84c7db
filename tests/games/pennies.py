"""A game that writes no more than it must, for the tests of what games have by default.

Both players show a penny at once, three times; the first has a point for two alike, else the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from umpire.games.base import ChoiceKind, Decision, Game, NotUnderstood, Outcome, Tell
from umpire.games.options import Options
from umpire.games.text import normalize
from umpire.games.values import Value

SIDES = ("heads", "tails")
ROUNDS = 3


@dataclass(frozen=True, slots=True)
class State(Value):
    players: tuple[str, ...]
    points: Mapping[str, int]
    shown: tuple[str, ...] = ()
    round: int = 1
    outcome: Outcome | None = None


class Show(ChoiceKind[State, str]):
    name = "show"

    def pending(self, state: State) -> tuple[Decision, ...]:
        group = f"show {state.round}"
        return tuple(
            Decision(f"{group} {name}", name, self, 60, rule="last", group=group)
            for name in state.players
        )

    def ask(self, seen: State, decision: Decision) -> str:
        return "Heads or tails?"

    def read(self, state: State, decision: Decision, text: str) -> str:
        if normalize(text) not in SIDES:
            raise NotUnderstood("Write heads or tails.")
        return normalize(text)

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return SIDES

    def default_answer(self, state: State, decision: Decision) -> str:
        return "heads"

    def apply(self, state: State, answers: Mapping[str, str], tell: Tell) -> State:
        shown = tuple(answers[name] for name in state.players)
        winner = state.players[shown[0] != shown[1]]
        points = {**state.points, winner: state.points[winner] + 1}
        after = state.replace(points=points, shown=shown, round=state.round + 1)
        if state.round == ROUNDS:
            after = after.replace(outcome=Outcome(max(points, key=points.__getitem__), "points"))
        tell(f"{' and '.join(shown)}: {winner} has a point.", kind="result", pieces=shown)
        return after


class Pennies(Game[Options, State]):
    id = "pennies"
    title = "Pennies"
    summary = "Show heads or tails at once."
    seats = range(2, 3)
    kinds = (Show(),)
    private = True

    def initial_state(self, players: tuple[str, ...], options: Options) -> State:
        return State(players, dict.fromkeys(players, 0))

    def seen_by(self, state: State, viewer: str | None) -> State:
        return state


GAME = Pennies()
