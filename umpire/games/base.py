"""What a game is: the interface between the match contract and the rules of one game.

A game is a set of pure functions over an immutable state. It never sees a clock, a file, a
network or a generator: time limits are data in its decisions, chance is a player whose answers
are inputs like any other, and dice are handed in.

Everything is immutable. What is kept is a frozen dataclass; what is made at every input and handed
on is a named tuple, which takes less than half the time to make.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

CHANCE = "chance"
UMPIRE = "umpire"

JsonObject = dict[str, Any]
Screen = dict[str, tuple[tuple[str, ...], ...]]
"""Named blocks of cells: for each range name its rows of text."""


class Rejected(ValueError):
    """A submission that changes nothing; its text tells the player what would be right."""

    code: ClassVar[Literal["syntax", "illegal"]]


class NotUnderstood(Rejected):
    """The text does not parse in the notation of the pending decision."""

    code = "syntax"


class NotAllowed(Rejected):
    """The text parses, and the rules forbid it."""

    code = "illegal"


class BadOption(ValueError):
    """An option of the header is wrong.

    `field` names it, e.g. `configurations, entry 2, deck`; "" is for all of them together.
    """

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
        self.problem = problem


class Decision(NamedTuple):
    """Something one player, or chance, owes the match.

    `id` is unique within a match as its history stands (`turn 25`): while a decision of the same
    id stays pending its clock runs on and what is held stays held.
    `limit` is in seconds, None where no limit falls. `reserve` tells whether the player's reserve
    is spent past the limit. `rule` is the rule of acceptance. Members of one `group` are kept
    until all are taken. A `secret` answer is told to nobody but its author until then. A limit
    that falls with nothing held is resolved at once, alone, where it is `fatal`, though other
    members of the group have not answered.
    """

    id: str
    by: str
    kind: str
    limit: float | None = None
    reserve: bool = False
    rule: Literal["first", "last"] = "first"
    group: str | None = None
    secret: bool = False
    fatal: bool = False


class Event(NamedTuple):
    """A sentence about what happened; `only` names who may read it, None is everybody.

    `only` may be `umpire`; the umpire reads every event.
    """

    text: str
    only: str | None = None


@dataclass(frozen=True, slots=True)
class Bank:
    """A reserve of `seconds` a player for the whole match, run down second by second."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Periods:
    """A reserve of `count` periods of `seconds` a player; a begun period is spent whole."""

    count: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the winner's name, None for a draw, and the game's reason code."""

    winner: str | None
    reason: str


class Dice(Protocol):
    """The generator of fair dealing, for one chance outcome."""

    def draw(self, count: int, items: Sequence[str]) -> list[str]:
        """Return `count` of the items, in the order drawn."""


S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  (options)
A = TypeVar("A")


class Step(NamedTuple, Generic[S]):
    """What came of resolving answers: the next state and what to tell people."""

    state: S
    events: tuple[Event, ...] = ()


Form = Mapping[str, tuple[str, ...]]
"""The cells of an entry form that a decision asks to be filled, by name, and what the drop-down
of each offers now; nothing where its text is free. Other text may stand in any of them."""


class Kind(NamedTuple):
    """A kind of decision as umpires read of it: what is asked of whom, and how it is answered.

    `limit` says its time limit and what happens at it, by the names of the options.
    """

    name: str
    asks: str
    notation: str
    examples: tuple[str, ...]
    limit: str


class RandomSource(Protocol):
    """The part of `random.Random` that a bot needs; handed in, so that games stay pure."""

    def choice(self, seq: Sequence[Any]) -> Any:
        """Return one of the items."""

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1."""


class Game(ABC, Generic[O, S, A]):
    """The rules of one game over options `O`, states `S` and parsed answers `A`."""

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    seats: ClassVar[range]
    """The numbers of players the game takes."""
    option_help: ClassVar[Mapping[str, str]] = {}
    """For each option of the header a sentence for umpires: what it is, its type, its default."""
    kinds: ClassVar[tuple[Kind, ...]] = ()
    """The kinds of decisions that players answer, in the order in which a match meets them."""
    formats: ClassVar[Mapping[str, str]] = {}
    """By title, how larger data in the options (such as a list of cards) are written, in plain
    words and lines of their own."""
    private: ClassVar[bool] = False
    """Whether each player has a spreadsheet of their own beside the public board, because some
    of what a screen shows is not for everybody."""

    @abstractmethod
    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> O:
        """Validate the header's options, `clock` excepted. Raises BadOption."""

    @abstractmethod
    def reserve(self, options: O) -> Bank | Periods | None:
        """Return the reserve that each player starts with."""

    @abstractmethod
    def begin(self, players: tuple[str, ...], options: O) -> S:
        """Return the state before the first decision. A state carries all it needs."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions owed in this state, at most one a player; none when it is over."""

    @abstractmethod
    def ask(self, state: S, decision: Decision) -> str:
        """Tell its owner in one sentence what is wanted, with an example."""

    @abstractmethod
    def read(self, state: S, decision: Decision, text: str) -> A:
        """Parse and judge a text; the answer is never None.

        Raises NotUnderstood before NotAllowed.
        """

    @abstractmethod
    def write(self, answer: A) -> str:
        """Return the canonical text of an answer: what was understood."""

    def warn(self, state: S, decision: Decision, answer: A) -> str:
        """Tell its author in a sentence what a held answer lacks; empty if it lacks nothing."""
        return ""

    @abstractmethod
    def missed(self, state: S, decision: Decision) -> A:
        """Return the answer that stands for a limit that fell with nothing held."""

    @abstractmethod
    def resolve(self, state: S, answers: Mapping[str, A]) -> Step[S]:
        """Apply the answer of one decision, or of all members of one group, by player."""

    @abstractmethod
    def forfeit(self, state: S, player: str) -> Step[S]:
        """Apply the umpire's `forfeit`."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, None while it is running."""

    @abstractmethod
    def deal(self, state: S, decision: Decision, dice: Dice) -> str:
        """Answer a decision of chance from the dice, in the game's notation."""

    @abstractmethod
    def report(self, state: S) -> JsonObject:
        """Return `state` of the report: all that the umpire knows."""

    @abstractmethod
    def view(self, state: S, viewer: str | None) -> JsonObject:
        """Return `state` as `viewer` may know it; None is the public."""

    def handout(self, state: S) -> JsonObject:
        """Return what lies open to everybody all match long and is no part of the report.

        Such as the list of the cards: a screen finds it in its view under `handout`.
        """
        return {}

    @abstractmethod
    def screen(self, view: JsonObject, viewer: str | None) -> Screen:
        """Lay a viewer's whole view, and the `handout` in it, out in named blocks.

        It sees nothing else, so what the view hides can reach no cell. `umpire.match.screen` calls
        it.
        """

    @abstractmethod
    def suggest(self, state: S, decision: Decision) -> tuple[str, ...]:
        """Return legal answers to offer in a drop-down, for this player's eyes; not all of them.

        Members of a secret group are offered the same, even what is not legal for some.
        """

    def schema(self) -> JsonObject:
        """Return the JSON schema of the header's options, `clock` excepted."""
        described = {name: {"description": text} for name, text in self.option_help.items()}
        return {"type": "object", "properties": described, "additionalProperties": False}

    def form(self, state: S, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the entry form of a decision, for its owner's eyes; empty if it has none.

        `filled` is what stands in the form's cells now, since one choice may depend on another.
        """
        return {}

    def join(self, state: S, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for.

        What is wrong in it `read` will tell.
        """
        return " ".join(text for text in filled.values() if text)

    @abstractmethod
    def sample(self, state: S, decision: Decision, random: RandomSource) -> str:
        """Return a random legal answer, over time using every rule of the game."""
