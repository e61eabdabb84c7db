"""Declare: Player 2 closes a module to Player 1 for turn 1, or none."""

from collections.abc import Mapping
from dataclasses import dataclass

from umpire.games.base import ChoiceKind, Decision, NotUnderstood, Step, told
from umpire.games.denizens_of_tartarus.components import MODULES, ModuleName
from umpire.games.denizens_of_tartarus.rules.line import Line
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.notation import not_understood


@dataclass(frozen=True, slots=True)
class Declare:
    """The module that Player 1 may not use in turn 1, or none."""

    module: ModuleName | None


class DeclareKind(ChoiceKind[State, Declare]):
    """Player 2 names a module, of which each is legal."""

    name = "declare"
    task = "close a module for turn 1"
    asks = "Player 2: which module, if any, is closed to Player 1 in turn 1."
    notation = "MODULE, with or without block or declare before it; none or pass"
    examples = ("set", "block Sh", "none")
    limit = "declare_seconds; then none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("declare", state.seats[1], self, state.terms.limits.declare),)

    def ask(self, seen: State, decision: Decision) -> str:
        return f"Which module do you close to {seen.seats[0]} for turn 1, or none?"

    def read(self, state: State, decision: Decision, text: str) -> Declare:
        return read_declare(text)

    def format(self, answer: Declare) -> str:
        return answer.module or "none"

    def default_answer(self, state: State, decision: Decision) -> Declare:
        """Return none (ruling 3)."""
        return Declare(None)

    def apply(self, state: State, answers: Mapping[str, Declare]) -> Step[State]:
        """Begin turn 1. Ruling 5: the module is closed in that alone, at no invocation."""
        ((by, answer),) = answers.items()
        after = state.changed(phase="turn", turn=1, blocked=answer.module)
        if answer.module is None:
            sentence = f"{by} closes no module."
        else:
            sentence = f"{by} closes {answer.module} to {after.seats[0]} for turn 1."
        return Step(after, told([sentence]))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return (*MODULES, "none")


def read_declare(text: str) -> Declare:
    """Read `[declare or block]` and a module, `none` or `pass`."""
    line = Line(text)
    line.take(("declare", "block"))
    hint = "Name one module, or none. Example: set."
    if not line.next():
        raise NotUnderstood(f"{not_understood(text)} {hint}")
    module = None if line.take(("none", "pass")) else line.module()
    line.end(hint)
    return Declare(module)
