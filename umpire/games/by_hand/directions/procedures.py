"""Running procedures, and dropping what is left of one (6)."""

from dataclasses import dataclass

from umpire.games.base import UMPIRE, Event, Step
from umpire.games.by_hand.directions.base import Direction, Line
from umpire.games.by_hand.names import Known
from umpire.games.by_hand.procedures import parameters, quoted_word, read_words, steps_of
from umpire.games.by_hand.state import State
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.notation import counted, narrow, quoted


@dataclass(frozen=True, slots=True)
class Do(Direction):
    """A procedure to run, and the words for its parameters."""

    word = "do"
    usage = "do NAME [WORDS]"
    examples = ("do vote", 'do sold "Finn Lee" 12')
    does = "Run a procedure, with words for its parameters"

    name: str
    given: tuple[str, ...]

    @classmethod
    def read(cls, line: Line) -> "Do":
        """Refuse: its words are no names, and `read_do` reads them as typed."""
        raise line.unclear()

    def __str__(self) -> str:
        return " ".join(["do", self.name, *map(quoted_word, self.given)])

    def perform(self, state: State) -> Step[State]:
        if state.todo:
            steps = counted(len(state.todo), "step")
            raise NotAllowed(f"{steps} of a procedure remain: let them end, or say stop.")
        return Step(state.changed(todo=steps_of(state.procedures[self.name], self.given)))


def read_do(text: str, names: Known) -> Do:
    """Read what follows the word `do`. Raises NotUnderstood."""
    named, *rest = text.split(None, 1)
    name = names.procedure(narrow(named))
    given = tuple(read_words(rest[0] if rest else ""))
    wanted = parameters(names.procedures[name])
    if len(given) != wanted:
        raise NotUnderstood(
            f"{quoted(name)} takes {counted(wanted, 'word')}, not {len(given)}. A word with spaces "
            "stands in quotes."
        )
    return Do(name, given)


@dataclass(frozen=True, slots=True)
class Stop(Direction):
    """The rest of a procedure, dropped."""

    word = "stop"
    usage = "stop"
    examples = ("stop",)
    does = "Drop the steps of a procedure that remain"

    @classmethod
    def read(cls, line: Line) -> "Stop":
        if line.words:
            raise line.unclear()
        return cls()

    def __str__(self) -> str:
        return "stop"

    def perform(self, state: State) -> Step[State]:
        """Drop them; questions that are open stay so."""
        if not state.todo:
            raise NotAllowed("No steps remain.")
        dropped = counted(len(state.todo), "step")
        return Step(state.changed(todo=()), (Event(f"{dropped} dropped.", UMPIRE),))
