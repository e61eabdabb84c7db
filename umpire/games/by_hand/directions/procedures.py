"""Procedures: their steps and parameters, running one, and dropping what is left of it (6)."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from umpire.games.base import UMPIRE, Tell
from umpire.games.by_hand.directions.base import Direction, Line
from umpire.games.by_hand.names import MatchNames
from umpire.games.by_hand.state import State
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.text import narrow, pluralize, quote

WAIT: Final = "wait"
"""The step that is done when no question is open."""
_PARAMETER: Final = re.compile(r"\$(\$|[1-9])")
_DOLLAR: Final = "$"
_WORD: Final = re.compile(r'(?:["＂]([^"＂]*)["＂]|([^"＂\s]\S*))(?:\s+|$)')


def parameters(steps: Iterable[str]) -> int:
    """Return how many words a procedure takes: as many as its highest parameter says."""
    used = [found for step in steps for found in _PARAMETER.findall(step)]
    return max([int(found) for found in used if found != _DOLLAR], default=0)


def filled_in(step: str, given: Sequence[str]) -> str:
    """Return a step with words in the places of `$1` to `$9`, and a `$` for each `$$`."""
    return _PARAMETER.sub(
        lambda found: _DOLLAR if found[1] == _DOLLAR else given[int(found[1]) - 1], step
    )


def steps_of(procedure: Iterable[str], given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the steps of a procedure, all filled in."""
    return tuple([filled_in(step, given) for step in procedure])


def _read_words(text: str) -> list[str]:
    """Return words parted by blanks, as typed; one in quotes may hold blanks.

    Raises NotUnderstood.
    """
    text = text.strip()
    words = [*_WORD.finditer(text)]
    if "".join([word[0] for word in words]) != text:
        raise NotUnderstood("Close each quotation mark, and write a space after it.")
    return [word[1] if word[2] is None else word[2] for word in words]


def quoted_word(word: str) -> str:
    """Return a word as it can be typed."""
    return word if word and not any(map(str.isspace, word)) else f'"{word}"'


class Do(Direction):
    """A procedure to run, and the words for its parameters."""

    usage = "do NAME [WORDS]"
    examples = ("do vote", 'do sold "Finn Lee" 12')
    does = "Run a procedure, with words for its parameters"
    colon = "optional"

    name: str
    words: tuple[str, ...]

    @classmethod
    def read(cls, line: Line) -> "Do":
        """Read the words as typed; a `:` parts nothing here."""
        first, *rest = line.source.split(None, 2)
        if narrow(first).casefold() != cls.word or not rest:
            raise line.usage_error()
        assert isinstance(line.names, MatchNames), "no step of a procedure"
        name = line.names.procedure(narrow(rest[0]))
        words = tuple(_read_words(rest[1] if len(rest) > 1 else ""))
        number = parameters(line.names.procedures[name])
        if len(words) != number:
            raise NotUnderstood(
                f"{quote(name)} takes {pluralize(number, 'word')}, not {len(words)}. A word with "
                "spaces stands in quotes."
            )
        return cls(name, words)

    def __str__(self) -> str:
        return " ".join(["do", self.name, *map(quoted_word, self.words)])

    def perform(self, state: State, tell: Tell) -> State:
        if state.todo:
            steps = pluralize(len(state.todo), "step")
            raise NotAllowed(f"{steps} of a procedure remain: let them end, or say stop.")
        return state.replace(todo=steps_of(state.procedures[self.name], self.words))


class Stop(Direction):
    """The rest of a procedure, dropped."""

    usage = "stop"
    examples = ("stop",)
    pattern = "stop"
    does = "Drop the steps of a procedure that remain"

    @classmethod
    def read(cls, line: Line) -> "Stop":
        if line.words:
            raise line.usage_error()
        return cls()

    def perform(self, state: State, tell: Tell) -> State:
        """Drop them; questions that are open stay so."""
        if not state.todo:
            raise NotAllowed("No steps remain.")
        tell(f"{pluralize(len(state.todo), 'step')} dropped.", UMPIRE)
        return state.replace(todo=())
