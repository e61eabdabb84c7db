"""What a direction is, and the line that it is read from."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple, Self, TypeVar

from umpire.games.base import UMPIRE, EventKind, Tell
from umpire.games.by_hand.names import Names, Who, is_name, new_name, read_who
from umpire.games.by_hand.state import Rolling, Shuffling, State
from umpire.games.by_hand.text import whole
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.text import counted, listed, quoted

R = TypeVar("R")

_MOST_WORDS: Final = 16
"""Of a place: a player's name has 32 letters and blanks."""


class Line(NamedTuple):
    """A direction as it was typed, taken apart."""

    direction: "type[Direction]"
    """That which its first word names."""
    words: tuple[str, ...]
    """What stands between the first word and the first `:`, full-width forms as ASCII."""
    text: str | None
    """What follows the first `:`, as typed; None without one."""
    names: Names

    @property
    def low(self) -> list[str]:
        """The words without case."""
        return [word.casefold() for word in self.words]

    def unclear(self) -> NotUnderstood:
        """Return the refusal that says how the direction is written."""
        return unclear(self.direction)

    def whole(self, word: str) -> int:
        """Return a whole number without a sign. Raises NotUnderstood."""
        number = whole(word)
        if number is None:
            raise self.unclear()
        return number

    def joined(self, start: int, end: int | None = None) -> str:
        """Return some of the words, as one text; of none nothing is said. Raises NotUnderstood."""
        text = " ".join(self.words[start:end])
        if not text:
            raise self.unclear()
        return text

    def parted_by(self, word: str, begin: int, read: Callable[[int], R]) -> R:
        """Return what is read where a word parts the line, tried from its last place on.

        Not each of them parts it: a pile may be called so, and a player's name be shortened to it.
        Before it stands a place, from its `begin` or from the first word on, which has few words:
        so a long line is not read again and again. Raises NotUnderstood, as where it was tried
        first.
        """
        low, refusal = self.low, None
        near = {*range(1, _MOST_WORDS + 1), *range(begin + 1, begin + _MOST_WORDS + 1)}
        for place in sorted(near, reverse=True):
            if place >= len(low) - 1 or low[place] != word:
                continue
            try:
                return read(place)
            except NotUnderstood as told:
                refusal = refusal or told
        raise refusal or self.unclear()


class Direction(ABC):
    """Something that the umpire directs."""

    __slots__ = ()
    word: ClassVar[str]
    """The first word."""
    usage: ClassVar[str]
    examples: ClassVar[tuple[str, ...]]
    does: ClassVar[str]
    """What it does, for the table of all directions."""
    takes_text: ClassVar[bool] = False
    """Whether a `:` and more may follow the words."""

    @classmethod
    @abstractmethod
    def read(cls, line: Line) -> Self:
        """Read what follows the first word. Raises NotUnderstood."""

    @abstractmethod
    def __str__(self) -> str:
        """Return it as it can be typed."""

    @abstractmethod
    def perform(self, state: State, tell: Tell) -> State:
        """Return the state after it is carried out. Raises NotAllowed."""


def unclear(direction: type[Direction]) -> NotUnderstood:
    """Return the refusal that says how a direction is written."""
    return NotUnderstood(f"Write {direction.usage}. Example: {direction.examples[0]}.")


@dataclass(frozen=True, slots=True)
class OfPlayers(Direction):
    """A direction of which nothing is said but whom it is for."""

    who: Who

    @classmethod
    def read(cls, line: Line) -> Self:
        return cls(read_who(line.joined(0), line.names))

    def __str__(self) -> str:
        return f"{self.word} {self.who}"


def new_thing(line: Line, word: str, what: str) -> str:
    """Return the name of a new counter or pile, its characters checked. Raises NotUnderstood."""
    name = new_name(word)
    if not is_name(name):
        raise NotUnderstood(
            f"{quoted(word)} cannot name a {what}: use 1 to 20 letters, digits, - or _, beginning "
            "with a letter."
        )
    return name


def those(
    state: State, who: Who, *, everybody: bool = False, out_too: bool = False
) -> tuple[str, ...]:
    """Return the players meant, in seat order. Raises NotAllowed if nobody is.

    `all` and `others` mean those who play, or if `everybody` is set all players. Only if `out_too`
    is set players who are out may be named (ruling 5).
    """
    gone = [name for name in who.names if name in state.out] if state.out else []
    if gone and not out_too:
        verb = "is" if len(gone) == 1 else "are"
        raise NotAllowed(f"{listed(gone)} {verb} out.")
    every = state.players if everybody else state.playing
    match who.kind:
        case "named":
            meant = [name for name in state.players if name in who.names]
        case "all":
            meant = list(every)
        case "others":
            meant = [name for name in every if name not in who.names]
    if not meant:
        raise NotAllowed("No player who is still in the game is meant.")
    return tuple(meant)


def not_of_one_out(state: State, place: str) -> None:
    """Refuse the hand of a player who is out (ruling 5). Raises NotAllowed."""
    if place in state.out:
        raise NotAllowed(f"{place} is out: only move and show reach that hand.")


def addressed(state: State, who: Who, *, out_too: bool) -> tuple[str, ...] | None:
    """Return who learns something; None is everybody, by the word `all`. Raises NotAllowed."""
    if who.kind == "all":
        return None
    return those(state, who, everybody=True, out_too=out_too)


def tell_players(
    tell: Tell,
    to: Sequence[str] | None,
    text: str,
    heading: str,
    summary: str = "",
    *,
    kind: EventKind = "note",
    pieces: tuple[str, ...] = (),
) -> None:
    """Tell these players something, or with None everybody.

    What is for some alone the umpire reads once: a heading, to whom, and a summary or the text.
    """
    if to is None:
        tell(text, kind=kind, pieces=pieces)
        return
    for name in to:
        tell(text, name, kind=kind, pieces=pieces)
    tell(f"{heading} {listed(to)}: {summary or text}", UMPIRE, kind=kind, pieces=pieces)


def ask_chance(state: State, waiting: Rolling | Shuffling) -> State:
    """Return a state that waits for chance. Raises NotAllowed in a pause (ruling 4)."""
    if state.paused:
        raise NotAllowed(
            "The match is paused, and chance answers nothing meanwhile: resume it first."
        )
    return state.replace(waiting=waiting, draws=state.draws + 1)


def in_a_range(number: int, least: int, most: int, what: str) -> None:
    """Refuse a number that is out of its range. Raises NotAllowed."""
    if not least <= number <= most:
        raise NotAllowed(f"{what}: {least} to {most}, not {number}.")


def at_least_one_card(number: int) -> None:
    """Refuse no cards at all. Raises NotAllowed."""
    if number < 1:
        raise NotAllowed(f"At least 1 card, not {counted(number, 'card')}.")
