"""What a game is: the interface between the match contract and the rules of one game.

A game names its kinds of decisions, and each kind is one object that knows all about it: who is
asked what and in what time, how an answer is written, what is illegal, what happens at the limit
and to the state, its form, its random answers. Beside them a game defines only what no kind can
know: how a match begins and ends, and what of a state whom concerns.

What most games do alike they need not write: a state that is a dataclass has its players, in seat
order, under `players`, the kind that it waits for under `phase`, and how the match has ended under
`outcome`; then a game has `pending`, `outcome`, `report` and `screen` by default, and a game for
two `forfeit`.

All are pure functions over an immutable state. They never see a clock, a file, a network or a
generator: time limits are data in the decisions, chance is a player whose answers are inputs like
any other, and dice are handed in.

Everything is immutable. What is kept is a frozen dataclass; what is made at every input and handed
on is a named tuple, which takes less than half the time to make.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    cast,
    final,
)

from umpire.games import default_views
from umpire.games.errors import BadOption, NotAllowed, NotUnderstood, Rejected
from umpire.games.options import Options, help_of, open_options, read_model, schema_of
from umpire.games.randomness import Dice, RandomSource, Shuffler
from umpire.games.reserved import CHANCE, CUT, PUBLIC, UMPIRE, VOID
from umpire.games.text import listed
from umpire.json_types import JsonObject

__all__ = [
    "CHANCE",
    "CHOICE",
    "CUT",
    "PUBLIC",
    "UMPIRE",
    "VOID",
    "Answers",
    "AnyGame",
    "AnyKind",
    "BadOption",
    "Bank",
    "ChanceKind",
    "ChoiceKind",
    "Decision",
    "DecisionKind",
    "Dice",
    "Event",
    "EventKind",
    "Form",
    "Game",
    "JsonObject",
    "NotAllowed",
    "NotUnderstood",
    "Outcome",
    "PendingView",
    "Periods",
    "RandomSource",
    "Recorder",
    "Rejected",
    "Screen",
    "Situation",
    "Tell",
    "TurningPoint",
    "tell_nobody",
]

CHOICE: Final = "choice"
"""The cell of a form that is but one drop-down."""

Screen = dict[str, tuple[tuple[str, ...], ...]]
"""Named blocks of cells: for each range name its rows of text."""

Form = Mapping[str, tuple[str, ...]]
"""The cells of an entry form that a decision asks to be filled, by name, and what the drop-down
of each offers now; nothing where its text is free. Other text may stand in any of them."""


class Decision(NamedTuple):
    """Something one player, or chance, or in some games the umpire, owes the match.

    `id` is unique within a match as its history stands (`turn 25`): while a decision of the same
    id stays pending its clock runs on and what is held stays held. `kind` knows all else of it.
    `limit` is in seconds, None where no limit falls. `reserve` tells whether the player's reserve
    is spent past the limit. `rule` is the rule of acceptance. Members of one `group`, all of one
    kind, are kept until all are taken. A `secret` answer is told to nobody but its author until
    the game shows it; every answer of a group is secret. A limit that falls with nothing held is
    resolved at once, alone, where it is `fatal`, though other members of the group have not
    answered. Of one that is `unknown_to_others` all is secret: that it is owed, its clock and its
    limit too (see `Game.knows`). It spends no reserve.
    """

    id: str
    by: str
    kind: "DecisionKind[Any, Any]"
    limit: float | None = None
    reserve: bool = False
    rule: Literal["first", "last"] = "first"
    group: str | None = None
    secret: bool = False
    fatal: bool = False
    unknown_to_others: bool = False

    @property
    def is_secret(self) -> bool:
        """Whether an answer is nobody's but its author's until the game shows it."""
        return self.secret or self.group is not None or self.unknown_to_others

    @property
    def task(self) -> str:
        """What who owes it is to do, to follow `Ana to`."""
        return self.kind.task or f"answer ({self.kind.name})"

    def is_open(self, answer: Any) -> bool:
        """Whether everybody may read an answer that was taken."""
        return not self.is_secret and self.kind.is_open(answer)


EventKind = Literal["move", "deal", "result", "note"]
"""Somebody's move, what chance has dealt, how something came out, or anything else."""


class Event(NamedTuple):
    """Something that happened: a sentence about it, and what it is about.

    `only` names the one player who may read it, or `umpire`; None is everybody. The umpire reads
    every event. `by` is the player whose doing it is, None where it is nobody's. `pieces` are the
    cards, chips or tiles it is about, each as the board writes it. A page can draw an event from
    these; the sentence says all.
    """

    text: str
    only: str | None = None
    by: str | None = None
    kind: EventKind = "note"
    pieces: tuple[str, ...] = ()

    def is_told_to(self, viewer: str | None) -> bool:
        """Return whether a viewer, None for the public, is told of it."""
        return self.only is None or self.only == viewer


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
    """How a match ended: the winner's name, None for a draw, and the game's reason code.

    Where several players win together `winner` is None, and `shared_by` names them in seat order.
    No game gives the reason VOID, which is the contract's own: nobody has won, and it is no draw.
    """

    winner: str | None
    reason: str
    shared_by: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """Everybody who has won, in seat order; nobody in a draw."""
        return self.shared_by if self.winner is None else (self.winner,)

    @property
    def is_void(self) -> bool:
        """Whether the match has no result."""
        return self.reason == VOID


class TurningPoint(NamedTuple):
    """What decided a match, for those who look back: a title of a few words and a sentence.

    `told` is how an event begins that everybody read there: it finds the place in a replay.
    `rule` says in a few words which rule lies behind it.
    """

    title: str
    text: str = ""
    told: str = ""
    rule: str = ""


class PendingView(NamedTuple):
    """What somebody owes; whether an answer is held or locked its author alone is told.

    `answer` is what is held, None for everybody else.
    """

    kind: "DecisionKind[Any, Any]"
    held: bool
    locked: bool
    answer: Any = None


class Situation(NamedTuple):
    """What a screen is told of a match besides its state, as the screen's viewer may know it."""

    players: tuple[str, ...]
    """In seat order."""
    paused: bool
    pending: Mapping[str, PendingView]
    """What each who is asked owes, chance and the umpire too, as far as the viewer knows of it."""
    reserve: Mapping[str, float | None]
    """Each player's seconds of reserve; None where there is none."""
    void: bool = False
    """Whether the umpire has ended the match without a result, whatever its state waits for."""

    @property
    def mark(self) -> str:
        """What follows the title of a board whose match does not go on as its state says."""
        return " (void)" if self.void else " (paused)" if self.paused else ""


S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  (options)
A = TypeVar("A")


class Tell(Protocol):
    """What a rule calls to tell people what happens, in order."""

    def __call__(
        self,
        text: str,
        only: str | None = None,
        *,
        by: str | None = None,
        kind: EventKind = "note",
        pieces: tuple[str, ...] = (),
    ) -> None:
        """Tell everybody, or `only` one; see `Event`."""


class Recorder:
    """A `Tell` that keeps the events it is told."""

    __slots__ = ("events",)

    def __init__(self) -> None:
        self.events: list[Event] = []

    def __call__(
        self,
        text: str,
        only: str | None = None,
        *,
        by: str | None = None,
        kind: EventKind = "note",
        pieces: tuple[str, ...] = (),
    ) -> None:
        """Keep an event."""
        self.events.append(Event(text, only, by, kind, pieces))


def tell_nobody(*_: object, **__: object) -> None:
    """Tell nobody, as where a bot tries out an answer."""


class Answers(dict[str, A]):
    """The answers of one decision, or of all members of one group, by player.

    `silent` are those for whom a limit has answered; nobody, unless it is set.
    """

    silent: Collection[str] = ()


class DecisionKind(ABC, Generic[S, A]):
    """A kind of decision over states `S` and answers `A`, whole.

    What is called `view` is the state as the decision's owner may know it (`Game.seen_by`): all
    that reaches a cell is made from that, so no secret of somebody else can.
    """

    name: ClassVar[str]
    """As the report names it: `bet`."""
    task: ClassVar[str] = ""
    """What who owes it is to do, in the words of a player, to follow `Ana to`: `place six units`.
    "" for a kind that chance answers."""
    asks: ClassVar[str] = ""
    """What is asked of whom, for umpires who look up the game; "" where they need not know it."""
    notation: ClassVar[str] = ""
    """How it is answered, in a few words."""
    examples: ClassVar[tuple[str, ...]] = ()
    limit: ClassVar[str] = ""
    """Its time limit and what happens at it, by the names of the options."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions of this kind that are owed in a state which waits for it."""

    @abstractmethod
    def ask(self, view: S, decision: Decision) -> str:
        """Return one sentence that says what is wanted, with an example."""

    @abstractmethod
    def read(self, state: S, decision: Decision, text: str) -> A:
        """Parse and judge a text; the answer is never None.

        Raises NotUnderstood before NotAllowed.
        """

    def format(self, answer: A) -> str:
        """Return the canonical text of an answer, which `read` takes for the same answer.

        By default that is `str(answer)`.
        """
        return str(answer)

    def revise(self, state: S, decision: Decision, held: A, text: str) -> A:
        """Parse and judge a text said while an answer is held; as it stands, as if none were.

        So a text may change a part of what is held.
        """
        return self.read(state, decision, text)

    def incomplete(self, view: S, decision: Decision, answer: A) -> str:
        """Return in a sentence what an answer lacks to be final; empty if it lacks nothing.

        An incomplete answer can be held, and counts at its limit, but is neither locked nor taken
        at once.
        """
        return ""

    def warn(self, view: S, decision: Decision, answer: A) -> str:
        """Return what the author of a valid answer should know of it; empty if nothing."""
        return self.incomplete(view, decision, answer)

    def preview(self, view: S, decision: Decision, answer: A) -> str:
        """Return what will come of a valid answer if its author should know; empty if nothing.

        It may be slow: it is asked for only where the author reads it, in the form's preview and in
        the answer to the row, and is no event as what `warn` says of a held answer.
        """
        return ""

    def is_open(self, answer: A) -> bool:
        """Return whether everybody may read an answer that was taken; a secret one nobody may.

        By default everybody may read what a player answers, and nobody what chance does. Where
        this returns False, exports and the umpire's `undo` leave the words of the answer out.
        """
        return True

    def default_answer(self, state: S, decision: Decision) -> A:
        """Return the answer that stands for a limit that fell with nothing held."""
        raise NotImplementedError(f"{self.name!r} needs `default_answer`: its limit has run out")

    @abstractmethod
    def apply(self, state: S, answers: Answers[A], tell: Tell) -> S:
        """Return the state after the answer of one decision, or of all members of one group.

        `answers` are by player. What happens is told to `tell`, in order.
        """

    def suggest(self, view: S, decision: Decision) -> tuple[str, ...]:
        """Return legal answers to offer in a drop-down; not all of them.

        Members of a secret group are offered the same, even what is not legal for some.
        """
        return ()

    def form(self, view: S, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the cells of the entry form; empty if it has none.

        `filled` is what stands in the form's cells now, since one choice may depend on another.
        """
        return {}

    def form_line(self, view: S, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form stands for; what is wrong in it `read` will say."""
        asked = self.form(view, decision, filled)
        return " ".join(text for name in asked if (text := filled.get(name, "").strip()))

    def random_choice(self, state: S, decision: Decision, random: RandomSource) -> A:
        """Return a random legal answer, over time using every rule of the game.

        It is the same that `read` makes of its text. By default it is one of those suggested.
        """
        offered = self.suggest(state, decision)
        if not offered:
            raise NotImplementedError(f"{self.name!r} needs `random_choice`: nothing is suggested")
        return self.read(state, decision, random.choice(offered))

    def random_answer(self, state: S, decision: Decision, random: RandomSource) -> str:
        """Return the text of a random legal answer."""
        return self.format(self.random_choice(state, decision, random))


class ChoiceKind(DecisionKind[S, A]):
    """A kind of decision with few answers: its form is one cell that offers what is suggested."""

    def form(self, view: S, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the one cell."""
        return {CHOICE: self.suggest(view, decision)}


class ChanceKind(DecisionKind[S, A]):
    """A kind of decision that chance answers.

    What chance answers is nobody's to read unless `is_open` says otherwise.
    """

    def ask(self, view: S, decision: Decision) -> str:
        """Return a sentence for whoever deals by hand; by default it names the kind."""
        return f"Chance answers: {self.name}."

    def is_open(self, answer: A) -> bool:
        """Return False: what chance deals is hidden by default."""
        return False

    @abstractmethod
    def draw(self, state: S, decision: Decision, dice: Dice) -> str:
        """Return the answer that the dice give, in the game's notation."""

    def random_choice(self, state: S, decision: Decision, random: RandomSource) -> A:
        """Return what dice of a bot's luck give."""
        return self.read(state, decision, self.draw(state, decision, Shuffler(random)))


class Game(ABC, Generic[O, S]):
    """A game over options `O` and states `S`: its decisions, and what no decision can know."""

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    seats: ClassVar[range]
    """The numbers of players the game takes."""
    options: ClassVar[type[Options]] = Options
    """What the header's options must be, `clock` excepted: a model of pydantic's, each field with
    a description for umpires. What is not marked as open is hidden from viewers until the match is
    closed. As it stands there are none."""
    formats: ClassVar[Mapping[str, str]] = {}
    """By title, how larger data in the options (such as a list of cards) are written, in plain
    words and lines of their own."""
    starter: ClassVar[str] = ""
    """An options file for umpires to begin with, TOML with remarks; "" if there is none."""
    kinds: ClassVar[tuple[DecisionKind[Any, Any], ...]]
    """The kinds of decisions, chance's too, in the order in which a match meets them."""
    greeting: ClassVar[tuple[str, ...]] = ()
    """The game in four lines for people who have never seen it: the aim, what to do first, where to
    type. They stand on every page with room for them until all may know of an answer."""
    private: ClassVar[bool] = False
    """Whether each player has a spreadsheet of their own beside the public board, because some
    of what a screen shows is not for everybody."""
    is_directed: ClassVar[bool] = False
    """Whether the umpire owes decisions too: then what the umpire says, if it is no command that
    every game takes, answers the one that is pending."""

    def __init_subclass__(cls, **given: Any) -> None:
        """Refuse a game that says of itself what cannot be. Raises TypeError."""
        super().__init_subclass__(**given)
        if not isinstance(getattr(cls, "seats", range(1)), range):
            raise TypeError(f"{cls.__name__}: `seats` must be a range: range(2, 6) for two to five")
        kinds = getattr(cls, "kinds", ())
        kinds = kinds if isinstance(kinds, tuple) else ()  # each object may have its own
        names = [getattr(kind, "name", None) for kind in kinds]
        if None in names:
            kind = type(kinds[names.index(None)])
            raise TypeError(f"{cls.__name__}: its kind {kind.__name__} needs a `name`")
        if twice := [name for name in names if names.count(name) > 1]:
            raise TypeError(f"{cls.__name__}: two of its `kinds` have the name {twice[0]!r}")
        if cls.private and cls.seen_by is Game.seen_by:
            raise TypeError(f"{cls.__name__} needs `seen_by`: it is `private`")

    @abstractmethod
    def initial_state(self, players: tuple[str, ...], options: O) -> S:
        """Return the state before the first decision. A state carries all it needs."""

    def start(self, state: S, tell: Tell) -> S:
        """Return the state after what happens by itself when the first decisions open.

        That is once all have cut. By default nothing happens. No `undo` reaches it.
        """
        return state

    def set_clock(self, state: S, *, running: bool, tell: Tell) -> S:
        """Return the state after the umpire has stopped the match clock, or lets it run again.

        After an `undo` too the game is told which of the two holds. By default nothing follows.
        """
        return state

    def advance(self, state: S, tell: Tell) -> S | None:
        """Return the state after what happens next by itself in a game that is directed.

        It is None if nothing does. It is asked for again and again while the clock runs, each time
        once all answers that are complete have been applied, and so after the answers of a group
        of which the last member that had not answered is asked no more.
        """
        return None

    @cached_property
    def kind_named(self) -> "Mapping[str, AnyKind]":
        """The kinds of decisions by their names."""
        return {kind.name: kind for kind in self.kinds}

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions owed in this state, at most one a player; none when it is over.

        By default they are those of the kind that `state.phase` names, or of the only kind.
        """
        if self.outcome(state) is not None:
            return ()
        if len(self.kinds) == 1:
            return self.kinds[0].pending(state)
        waiting: Any = state
        kind = self.kind_named.get(waiting.phase)
        if kind is None:
            raise NotImplementedError(
                f"{self.title} is in the phase {waiting.phase!r}, but none of its `kinds` has that "
                f"name: {', '.join(self.kind_named)}"
            )
        return kind.pending(state)

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, None while it is running; by default `state.outcome`."""
        ended: Any = state
        outcome: Outcome | None = ended.outcome
        return outcome

    def forfeit(self, state: S, player: str, tell: Tell) -> S:
        """Return the state after the umpire's `forfeit`.

        By default the other one of two `state.players` wins.
        """
        others = [name for name in cast(Any, state).players if name != player]
        if len(others) != 1:
            raise NotImplementedError(f"{self.title} needs `forfeit`: more than two players play")
        (winner,) = others
        tell(f"{player} forfeits: {winner} wins.", by=player, kind="result")
        after: S = replace(cast(Any, state), outcome=Outcome(winner, "forfeit"))
        return after

    def knows(self, state: S, viewer: str | None, decision: Decision) -> bool:
        """Return whether a viewer, None for the public, may know that a decision is or was owed.

        `state` is the whole state as it is now. By default everybody knows of every
        decision, but of one that is `unknown_to_others` its owner alone.
        """
        return not decision.unknown_to_others or viewer == decision.by

    def seen_by(self, state: S, viewer: str | None) -> S:
        """Return the state with all masked that `viewer` may not know; None is the public.

        View, screen, chart, question, drop-down and form of a viewer are made from it alone. What
        is masked keeps no trace of what it was; how many cards lie hidden may still be counted. By
        default nothing is masked; a game that is `private` must say what is.
        """
        if self.private:
            raise NotImplementedError(f"{self.title} needs `seen_by`: it is private")
        return state

    def known_options(self, view: S, options: JsonObject) -> JsonObject:
        """Return a match's options as those may know them who see `view`.

        By default they are those whose fields say so (see `Open` and `OpenOnce` in
        `umpire.games.options`), beside those of every game. Until a match is closed no others leave
        the program.
        """
        return open_options(self.options, options, view)

    def determinize(self, view: S, random: RandomSource) -> S:
        """Return a whole state that may be the real one, as far as who sees `view` knows.

        `view` is what `seen_by` gives some viewer, and `seen_by` gives that viewer the same of what
        is returned. Where it is simple to say, a guess is as likely as what it stands for. By
        default nothing is hidden; a game that is `private` must guess what is, or it cannot be
        imagined (see `umpire.sample_world`).
        """
        if self.private:
            raise NotImplementedError(f"{self.title} needs `determinize`: it is private")
        return view

    def bot_moves(self, view: S, decision: Decision) -> tuple[str, ...]:
        """Return the answers that a bot tries first, the most promising at the beginning.

        By default those that are suggested. A game that must not, or cannot, suggest what is good
        can give more: bots alone see it.
        """
        return decision.kind.suggest(view, decision)

    def report(self, state: S) -> JsonObject:
        """Return `state` of the report: all that the umpire knows, or of a masked state a view's.

        What is masked is None, and of a list of hidden cards its length. By default that is every
        field of a dataclass (see `default_views.report`).
        """
        return default_views.report(state)

    def screen(self, view: S, match: Situation, viewer: str | None) -> Screen:
        """Lay out in named blocks what a viewer may know of a state, and of the match around it.

        What is owed may be the players' CUT, the state being that of the beginning. By default the
        whole report of the state is laid out for the plain template (see `default_views.screen`).
        """
        asked = {who: pending.kind.name for who, pending in match.pending.items()}
        return default_views.screen(self.report(view), match.players, asked)

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> O:
        """Return the header's options, checked, `clock` excepted. Raises BadOption."""
        return cast(O, read_model(self.options, given))

    def check_player(self, name: str) -> str:
        """Return what is wrong with a player's name in this game; empty if nothing is."""
        return ""

    def title_of(self, given: Mapping[str, Any]) -> str:
        """Return how the game is called in a match with these options; by default by its title.

        Everybody reads it at once: it may come of no option that is hidden.
        """
        return self.title

    @property
    def option_help(self) -> Mapping[str, str]:
        """A sentence for umpires on each option: what it is, its type, its default."""
        return help_of(self.options)

    def schema(self) -> JsonObject:
        """Return the JSON schema of the header's options, `clock` excepted."""
        return schema_of(self.options)

    def reserve(self, options: O) -> Bank | Periods | None:
        """Return the reserve that each player starts with; as it stands there is none."""
        return None

    @final
    def result(self, outcome: Outcome) -> str:
        """Return how a match ended, in the words of a player; of a void one that it is."""
        return "The match is void: it has no result" if outcome.is_void else self.ended(outcome)

    def ended(self, outcome: Outcome) -> str:
        """Return how a match ended, in the words of a player: `Ana has won with three modules`.

        A match that is void has no result: then `result`, which takes any outcome, says so instead.
        """
        result = f"{outcome.winner} has won" if outcome.winner else "A draw"
        if outcome.shared_by:
            result = f"{listed(outcome.shared_by)} have won together"
        return f"{result} ({outcome.reason})"

    def turning_point(self, view: S) -> TurningPoint | None:
        """Return what decided a match that is over, as the reader of `view` may know it.

        By default that is nothing: then the answer that ended the match is named.
        """
        return None

    def scores(self, view: S) -> Mapping[str, Mapping[str, float]]:
        """Return by title what a reader follows in a chart, of each player: chips, points.

        `view` is the state as the chart's reader may know it; what is hidden in it is left out. By
        default there is nothing.
        """
        return {}

    def evaluate(self, state: S) -> Mapping[str, Mapping[str, float]]:
        """Return what bots compare where a match is not over; by default what `scores` counts.

        A game whose points come late can count here what is likely to bring them.
        """
        return self.scores(state)


AnyGame = Game[Any, Any]
"""Some game, of whatever options and states."""
AnyKind = DecisionKind[Any, Any]
"""Some kind of decision of some game."""
