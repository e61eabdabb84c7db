"""Taking stones: the one thing that a player of Nim decides."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple

from nim.state import State
from umpire.games.base import (
    Decision,
    DecisionKind,
    Event,
    Form,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Step,
)
from umpire.games.notation import normalize, quoted

_TAKE: Final = re.compile(r"(?:take )?(?P<stones>[0-9]{1,3}) from (?:heap )?(?P<heap>[0-9]{1,3})")


class Take(NamedTuple):
    """So many stones from a heap; heaps are counted from 1."""

    stones: int
    heap: int


class Taking(DecisionKind[State, Take]):
    """A player takes stones from one heap."""

    name = "take"
    task = "take stones"
    asks = "The player whose turn it is: how many stones from which heap."
    notation = "NUMBER from HEAP, perhaps with the words take and heap"
    examples = ("2 from 3", "take 1 from heap 2")
    limit = "seconds; then one stone goes from the first heap that has any"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask who is to move."""
        mover = state.players[state.mover]
        return (Decision(f"take {state.turn}", mover, self, state.options.seconds),)

    def ask(self, view: State, decision: Decision) -> str:
        """Ask for a move."""
        return f"Take stones from one heap, e.g. {self.format(_least(view))}."

    def read(self, state: State, decision: Decision, text: str) -> Take:
        """Read `2 from 3`."""
        said = _TAKE.fullmatch(normalize(text))
        if said is None:
            raise NotUnderstood(
                f"{quoted(text)} is no move: say how many from which heap, e.g. 2 from 3."
            )
        take = Take(int(said["stones"]), int(said["heap"]))
        if not 1 <= take.heap <= len(state.heaps):
            raise NotAllowed(
                f"There is no heap {take.heap}: they are numbered 1 to {len(state.heaps)}."
            )
        there = state.heaps[take.heap - 1]
        if not 1 <= take.stones <= there:
            raise NotAllowed(
                f"Heap {take.heap} has {there} stones: take 1 to {there} of them, or "
                "take from another heap."
            )
        return take

    def format(self, answer: Take) -> str:
        """Write `2 from 3`."""
        return f"{answer.stones} from {answer.heap}"

    def default_answer(self, state: State, decision: Decision) -> Take:
        """Take one stone from the first heap that has any."""
        return _least(state)

    def resolve(self, state: State, answers: Mapping[str, Take]) -> Step[State]:
        """Take the stones away; who takes the last has won."""
        ((by, take),) = answers.items()
        heaps = list(state.heaps)
        heaps[take.heap - 1] -= take.stones
        told = f"{by} takes {take.stones} from heap {take.heap}."
        after = state.replace(heaps=tuple(heaps), turn=state.turn + 1, last=told)
        if any(heaps):
            return Step(after, (Event(told),))
        won = after.replace(outcome=Outcome(by, "last stone"))
        return Step(won, (Event(told), Event(f"{by} has taken the last stone and wins.")))

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        """Offer to take one stone, or all, of each heap."""
        takes = [Take(n, heap) for heap, n in _left(view)] + [
            Take(1, heap) for heap, _ in _left(view)
        ]
        return tuple(dict.fromkeys(map(self.format, takes)))

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Offer the heaps, and as many stones as the one chosen has."""
        heaps = {str(heap): stones for heap, stones in _left(view)}
        most = heaps.get(filled.get("heap", "").strip(), max(heaps.values()))
        return {"heap": tuple(heaps), "stones": tuple(map(str, range(1, most + 1)))}

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        """Join what is filled in."""
        stones, heap = filled.get("stones", "").strip(), filled.get("heap", "").strip()
        return f"{stones} from {heap}".strip() if stones or heap else ""

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Take:
        """Take any number from any heap."""
        heap, stones = random.choice(_left(state))
        return Take(random.choice(range(1, stones + 1)), heap)


TAKING: Final = Taking()


def _left(state: State) -> list[tuple[int, int]]:
    """Return the number and the stones of each heap that has any."""
    return [(heap, stones) for heap, stones in enumerate(state.heaps, 1) if stones]


def _least(state: State) -> Take:
    heap, _ = _left(state)[0]
    return Take(1, heap)
