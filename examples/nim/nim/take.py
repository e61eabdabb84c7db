"""Taking stones: the one thing that a player of Nim decides."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from nim.state import State
from umpire.games.base import (
    Decision,
    DecisionKind,
    Form,
    NotAllowed,
    NotUnderstood,
    Outcome,
    Tell,
)
from umpire.games.text import normalize, quote

_TAKE: Final = re.compile(r"(?:take )?(?P<stones>[0-9]{1,3}) from (?:heap )?(?P<heap>[0-9]{1,3})")


class Take(NamedTuple):
    """So many stones from a heap; heaps are counted from 1."""

    stones: int
    heap: int

    def __str__(self) -> str:
        return f"{self.stones} from {self.heap}"


class Taking(DecisionKind[State, Take]):
    """A player takes stones from one heap."""

    name = "take"
    task = "take stones"
    asks = "The player whose turn it is: how many stones from which heap."
    notation = "NUMBER from HEAP, perhaps with the words take and heap"
    examples = ("2 from 3", "take 1 from heap 2")
    limit = "seconds; then one stone goes from the first heap that has any"

    def pending(self, state: State) -> tuple[Decision, ...]:
        mover = state.players[state.mover]
        return (Decision(f"take {state.turn}", mover, self, state.options.seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Take stones from one heap, e.g. {self.default_answer(view, decision)}."

    def read(self, state: State, decision: Decision, text: str) -> Take:
        parts = _TAKE.fullmatch(normalize(text))
        if parts is None:
            raise NotUnderstood(f"{quote(text)} is no move. Write it like this: 2 from 3.")
        take, heaps = Take(int(parts["stones"]), int(parts["heap"])), len(state.heaps)
        if not 1 <= take.heap <= heaps:
            raise NotAllowed(f"There is no heap {take.heap}: they are numbered 1 to {heaps}.")
        stones = state.heaps[take.heap - 1]
        if not 1 <= take.stones <= stones:
            raise NotAllowed(f"Heap {take.heap} has {stones} stones: take 1 to {stones} of them.")
        return take

    def default_answer(self, state: State, decision: Decision) -> Take:
        return Take(1, min(state.left))

    def apply(self, state: State, answers: Mapping[str, Take], tell: Tell) -> State:
        """Take the stones away; who takes the last has won."""
        ((by, take),) = answers.items()
        heaps = list(state.heaps)
        heaps[take.heap - 1] -= take.stones
        move = f"{by} takes {take.stones} from heap {take.heap}."
        tell(move, by=by, kind="move", pieces=("●" * take.stones,))
        after = state.replace(heaps=tuple(heaps), turn=state.turn + 1, last=move)
        if any(heaps):
            return after
        tell(f"{by} has taken the last stone and wins.", by=by, kind="result")
        return after.replace(outcome=Outcome(by, "last stone"))

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Return how to take all stones of each heap, or one."""
        takes = [Take(number, heap) for heap, stones in view.left.items() for number in (stones, 1)]
        return tuple(dict.fromkeys(map(str, takes)))

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the heaps, and as many stones as the one chosen has."""
        heaps = {str(heap): stones for heap, stones in view.left.items()}
        most = heaps.get(filled.get("heap", "").strip(), max(heaps.values()))
        return {"heap": tuple(heaps), "stones": tuple(map(str, range(1, most + 1)))}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        stones, heap = filled.get("stones", "").strip(), filled.get("heap", "").strip()
        return f"{stones} from {heap}".strip() if stones or heap else ""
