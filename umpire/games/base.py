"""The interface between the match contract and the rules of a game.

A game lists its kinds of decisions. Each kind is an object with everything about them: who must
decide what and in what time, how an answer is written, which answers are illegal, what they do to
the state, what happens at the limit, the form, the random answers. The game itself defines only
how a match begins and ends, and which parts of its state a viewer may know.

A state that is a dataclass with `players` in seat order, `phase` (the name of the kind for which it
waits) and `outcome` gets `pending`, `outcome`, `report` and `screen` by default, and in a game for
two `forfeit`.

All of these are pure functions of an immutable state. They use no clock, file, network or random
generator: time limits are data of the decisions, chance is a player whose answers are inputs like
any other, and dice are arguments.

Everything is immutable. Values that last are frozen dataclasses; values that every input makes are
named tuples, which take less than half the time to make.
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
    TypeVar,
    cast,
    final,
)

from umpire.games import default_views
from umpire.games.errors import BadOption, NotAllowed, NotUnderstood, Rejected
from umpire.games.events import Event, EventKind, Recorder, Tell, tell_nobody
from umpire.games.options import Options, help_of, open_options, read_model, schema_of
from umpire.games.page import Draft, Field, Lot, Question, question_of
from umpire.games.randomness import Dice, RandomSource, Shuffler
from umpire.games.reserved import CHANCE, CUT, PUBLIC, UMPIRE, VOID
from umpire.games.results import Note, Result
from umpire.games.text import join_words
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
"""The name of the cell in a form with only one drop-down."""

Screen = dict[str, tuple[tuple[str, ...], ...]]
"""Named blocks of cells: for each range name its rows of text."""

Form = Mapping[str, tuple[str, ...]]
"""The cells of an entry form by name, each with the texts that its drop-down offers now; none
where there is no drop-down. A player may type other text into any cell."""


class Decision(NamedTuple):
    """A decision that a player, or chance, or in some games the umpire, owes the match.

    `by` owes it. `id` is unique within a match (`turn 25`): while a decision with the same id stays
    pending, its clock runs on and its held answer stays. `kind` defines everything else about it.
    `limit` is in seconds, None where no limit falls. With `reserve` the player's reserve is spent
    past the limit. `rule` is the rule of acceptance. The answers of a `group`, whose members have
    the same kind, are applied together once all are taken. Only its author may know a `secret`
    answer until the game reveals it; every answer of a group is secret. A `fatal` limit that falls
    with nothing held is applied at once, without waiting for the group. Of a decision that is
    `unknown_to_others` everything is secret, even that it is owed (see `Game.knows`); it spends no
    reserve.
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
        """Whether only its author may know an answer until the game reveals it."""
        return self.secret or self.group is not None or self.unknown_to_others

    @property
    def task(self) -> str:
        """What its owner must do, in words that follow `Ana to`."""
        return self.kind.task or f"answer ({self.kind.name})"

    def is_open(self, answer: Any) -> bool:
        """Return whether everybody may read an answer once it is taken."""
        return not self.is_secret and self.kind.is_open(answer)


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

    If several players win together, `winner` is None and `shared_by` has them in seat order. The
    reason VOID is the contract's own, and no game uses it: nobody has won, and it is no draw.
    """

    winner: str | None
    reason: str
    shared_by: tuple[str, ...] = ()

    @property
    def winners(self) -> tuple[str, ...]:
        """All winners in seat order; empty in a draw."""
        return self.shared_by if self.winner is None else (self.winner,)

    @property
    def is_void(self) -> bool:
        """Whether the match has no result."""
        return self.reason == VOID


class TurningPoint(NamedTuple):
    """The event that decided a match, for readers of its replay: a short title and a sentence.

    `told` is the beginning of a public event, by which the replay finds the place. `rule` names the
    rule behind it in a few words.
    """

    title: str
    text: str = ""
    told: str = ""
    rule: str = ""


class PendingView(NamedTuple):
    """A pending decision as a viewer may know it.

    Only its owner may know `held`, `locked` and the `answer` that is held; for all others they are
    False and None.
    """

    kind: "DecisionKind[Any, Any]"
    held: bool
    locked: bool
    answer: Any = None


class Situation(NamedTuple):
    """The parts of a match that a screen shows besides the state, as its viewer may know them."""

    players: tuple[str, ...]
    """In seat order."""
    paused: bool
    pending: Mapping[str, PendingView]
    """The pending decisions of which the viewer knows, by owner: a player, chance or the umpire."""
    reserve: Mapping[str, float | None]
    """Each player's seconds of reserve; None without reserve."""
    void: bool = False
    """Whether the umpire has ended the match without a result; the state does not show it."""

    @property
    def mark(self) -> str:
        """The mark after the title of a board whose match is paused or void; else empty."""
        return " (void)" if self.void else " (paused)" if self.paused else ""


S = TypeVar("S")
O = TypeVar("O")  # noqa: E741  (options)
A = TypeVar("A")


class Answers(dict[str, A]):
    """The answers to a decision, or to all decisions of a group, by player.

    `silent` are the players for whom a limit has answered.
    """

    silent: Collection[str] = ()


class DecisionKind(ABC, Generic[S, A]):
    """A kind of decision over states `S` and answers `A`.

    A `view` is the state as the decision's owner may know it (`Game.seen_by`). All text in cells is
    made from views, so that no secret of somebody else can reach them.
    """

    name: ClassVar[str]
    """Its name in reports: `bet`."""
    task: ClassVar[str] = ""
    """What its owner must do, in words that follow `Ana to`: `place six units`. "" for a kind that
    chance answers."""
    asks: ClassVar[str] = ""
    """Who must decide what, for umpires who look up the game; "" if they need not know it."""
    notation: ClassVar[str] = ""
    """The notation of its answers, in a few words."""
    examples: ClassVar[tuple[str, ...]] = ()
    limit: ClassVar[str] = ""
    """Its time limit and what happens then, with the names of the options."""

    @abstractmethod
    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions that are owed in a state which waits for this kind."""

    @abstractmethod
    def ask(self, view: S, decision: Decision) -> str:
        """Return the question as a sentence, with an example."""

    @abstractmethod
    def read(self, state: S, decision: Decision, text: str) -> A:
        """Return the answer that a text means, never None.

        Raises NotUnderstood if it means none, else NotAllowed if the rules forbid it.
        """

    def format(self, answer: A) -> str:
        """Return the canonical text of an answer, for which `read` returns the same answer.

        By default it is `str(answer)`.
        """
        return str(answer)

    def revise(self, state: S, decision: Decision, held: A, text: str) -> A:
        """Return the answer that a text means while another is held, which it may change in part.

        By default the held answer makes no difference. Raises as `read` does.
        """
        return self.read(state, decision, text)

    def incomplete(self, view: S, decision: Decision, answer: A) -> str:
        """Return as a sentence what an answer lacks to be final; empty if it is complete.

        An incomplete answer can be held, and counts at its limit, but cannot be locked or taken at
        once.
        """
        return ""

    def warn(self, view: S, decision: Decision, answer: A) -> str:
        """Return a warning for the author of a valid answer; empty if there is none."""
        return self.incomplete(view, decision, answer)

    def preview(self, view: S, decision: Decision, answer: A) -> str:
        """Return what a valid answer will lead to, if its author should know; else empty.

        It may be slow: it is called only for the form's preview and for the reply to a row. Unlike
        a warning about a held answer it is no event.
        """
        return ""

    def is_open(self, answer: A) -> bool:
        """Return whether everybody may read an answer once it is taken, if it is no secret.

        By default everybody may read the answers of players, and nobody those of chance. Where this
        returns False, exports and events about an `undo` leave the answer's text out.
        """
        return True

    def default_answer(self, state: S, decision: Decision) -> A:
        """Return the answer that counts if the limit falls with nothing held."""
        raise NotImplementedError(f"{self.name!r} needs `default_answer`: its limit has run out")

    @abstractmethod
    def apply(self, state: S, answers: Answers[A], tell: Tell) -> S:
        """Return the state after the answer to a decision, or after all answers of a group.

        It calls `tell` for everything that happens, in order.
        """

    def suggest(self, view: S, decision: Decision) -> tuple[str, ...]:
        """Return some of the legal answers, to offer in a drop-down.

        All members of a secret group are offered the same, even if it is illegal for some.
        """
        return ()

    def form(self, view: S, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the cells of the entry form; empty if there is no form.

        `filled` has the text in the cells now, since a choice may depend on another.
        """
        return {}

    def form_line(self, view: S, decision: Decision, filled: Mapping[str, str]) -> str:
        """Return the line that a filled-in form means, right or wrong: `read` will judge it."""
        cells = self.form(view, decision, filled)
        return " ".join(text for name in cells if (text := filled.get(name, "").strip()))

    def question(self, view: S, decision: Decision) -> Question:
        """Return the question for a page, which has no room for an example.

        By default it is `ask` without the example.
        """
        return question_of(self.ask(view, decision), is_final=decision.rule == "first")

    def fields(self, view: S, decision: Decision, filled: Mapping[str, str]) -> Mapping[str, Field]:
        """Return what a page says at cells of the form, by cell; by default nothing.

        `filled` is as in `form`. Cells that the form has not got now may be left out.
        """
        return {}

    def draft(self, view: S, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        """Return what a filled-in form would do, complete or not and right or wrong.

        It is asked for after each click, so it must be quick, and `filled` may have any text. It
        counts what was filled in and never advises. By default it is None: a page says what
        `preview` and the refusals say.
        """
        return None

    def random_choice(self, state: S, decision: Decision, random: RandomSource) -> A:
        """Return a random legal answer; in the long run they use every rule of the game.

        For its text `read` returns the same answer. By default it is a suggested one.
        """
        suggestions = self.suggest(state, decision)
        if not suggestions:
            raise NotImplementedError(f"{self.name!r} needs `random_choice`: nothing is suggested")
        return self.read(state, decision, random.choice(suggestions))

    def random_answer(self, state: S, decision: Decision, random: RandomSource) -> str:
        """Return the text of a random legal answer."""
        return self.format(self.random_choice(state, decision, random))


class ChoiceKind(DecisionKind[S, A]):
    """A kind of decision with few answers: its form is a single drop-down of the suggestions."""

    def form(self, view: S, decision: Decision, filled: Mapping[str, str]) -> Form:
        """Return the cell with the drop-down."""
        return {CHOICE: self.suggest(view, decision)}


class ChanceKind(DecisionKind[S, A]):
    """A kind of decision that chance answers; by default nobody may read the answers."""

    def ask(self, view: S, decision: Decision) -> str:
        """Return a sentence for a person who deals by hand; by default it names the kind."""
        return f"Chance answers: {self.name}."

    def is_open(self, answer: A) -> bool:
        """Return False: what chance deals is hidden by default."""
        return False

    @abstractmethod
    def draw(self, state: S, decision: Decision, dice: Dice) -> str:
        """Return a random answer in the game's notation, drawn with these dice."""

    def random_choice(self, state: S, decision: Decision, random: RandomSource) -> A:
        """Return the answer that dice with this generator give."""
        return self.read(state, decision, self.draw(state, decision, Shuffler(random)))


class Game(ABC, Generic[O, S]):
    """A game over options `O` and states `S`: its kinds of decisions, and all that they share."""

    id: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    seats: ClassVar[range]
    """The possible numbers of players."""
    options: ClassVar[type[Options]] = Options
    """The pydantic model of the game's own options in the header, each field with a description for
    umpires. Fields not marked as open are hidden from viewers until the match is closed. By default
    there are no options."""
    formats: ClassVar[Mapping[str, str]] = {}
    """The formats of larger data in the options, such as a list of cards: by title, an explanation
    in plain words."""
    starter: ClassVar[str] = ""
    """A TOML file of options with comments, for umpires to start from; "" if there is none."""
    kinds: ClassVar[tuple[DecisionKind[Any, Any], ...]]
    """The kinds of decisions, those of chance too, in the order in which they first occur."""
    greeting: ClassVar[tuple[str, ...]] = ()
    """The game in four lines for newcomers: the aim, what to do first, where to type. Pages with
    room for them show them until there is an answer of which everybody may know."""
    private: ClassVar[bool] = False
    """Whether each player has a spreadsheet of their own beside the public board, because parts of
    the screens are secret."""
    is_directed: ClassVar[bool] = False
    """Whether the umpire owes decisions too: a line of the umpire's that is no command then answers
    the pending one."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Check the attributes of a game. Raises TypeError if they are contradictory."""
        super().__init_subclass__(**arguments)
        if not isinstance(getattr(cls, "seats", range(1)), range):
            raise TypeError(f"{cls.__name__}: `seats` must be a range: range(2, 6) for two to five")
        kinds = getattr(cls, "kinds", ())
        kinds = kinds if isinstance(kinds, tuple) else ()  # each object may have its own
        names = [getattr(kind, "name", None) for kind in kinds]
        if None in names:
            kind = type(kinds[names.index(None)])
            raise TypeError(f"{cls.__name__}: its kind {kind.__name__} needs a `name`")
        if repeated := [name for name in names if names.count(name) > 1]:
            raise TypeError(f"{cls.__name__}: two of its `kinds` have the name {repeated[0]!r}")
        if cls.private and cls.seen_by is Game.seen_by:
            raise TypeError(f"{cls.__name__} needs `seen_by`: it is `private`")

    @abstractmethod
    def initial_state(self, players: tuple[str, ...], options: O) -> S:
        """Return the state before the first decision, with everything that the rules need later."""

    def start(self, state: S, tell: Tell) -> S:
        """Return the state after the events that precede the first decisions.

        They happen once all have cut, and `undo` does not reach them. By default there are none.
        """
        return state

    def set_clock(self, state: S, *, running: bool, tell: Tell) -> S:
        """Return the state after the umpire has stopped or restarted the match clock.

        It is called after an `undo` too. By default nothing happens.
        """
        return state

    def advance(self, state: S, tell: Tell) -> S | None:
        """Return the next state of a directed game if something happens by itself; else None.

        While the clock runs it is called again and again, each time after all complete answers were
        applied. These include a group whose last open decision is no longer owed.
        """
        return None

    @cached_property
    def kind_named(self) -> "Mapping[str, AnyKind]":
        """The kinds of decisions by name."""
        return {kind.name: kind for kind in self.kinds}

    def pending(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions owed in a state, at most one a player; none when the match is over.

        By default they are those of the only kind, or of the kind with the name `state.phase`.
        """
        if self.outcome(state) is not None:
            return ()
        if len(self.kinds) == 1:
            return self.kinds[0].pending(state)
        phase = cast(Any, state).phase
        kind = self.kind_named.get(phase)
        if kind is None:
            raise NotImplementedError(
                f"{self.title} is in the phase {phase!r}, but none of its `kinds` has that "
                f"name: {', '.join(self.kind_named)}"
            )
        return kind.pending(state)

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, None while it is running; by default `state.outcome`."""
        outcome: Outcome | None = cast(Any, state).outcome
        return outcome

    def forfeit(self, state: S, player: str, tell: Tell) -> S:
        """Return the state after the umpire's `forfeit`.

        By default, the other of two `state.players` wins.
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

        `state` is the whole present state. By default everybody knows of every decision, except
        that only its owner knows of one that is `unknown_to_others`.
        """
        return not decision.unknown_to_others or viewer == decision.by

    def seen_by(self, state: S, viewer: str | None) -> S:
        """Return the state with everything masked that `viewer` may not know; None is the public.

        A viewer's view, screen, chart, questions, drop-downs and forms are made from it alone. A
        masked value keeps no trace of the real one, except perhaps the number of hidden cards. By
        default nothing is masked; a game that is `private` must define it.
        """
        if self.private:
            raise NotImplementedError(f"{self.title} needs `seen_by`: it is private")
        return state

    def known_options(self, view: S, options: JsonObject) -> JsonObject:
        """Return the options of a match that the viewer who sees `view` may know.

        By default they are the open ones (see `Open` and `OpenOnce` in `umpire.games.options`) and
        those of every game. Until a match is closed, no others leave the program.
        """
        return open_options(self.options, options, view)

    def determinize(self, view: S, random: RandomSource) -> S:
        """Return a complete state that may be the real one as far as the viewer of `view` knows.

        `view` comes from `seen_by`, and for the same viewer `seen_by` must return an equal view of
        the result. If possible, each possible state is as likely as in play. By default nothing is
        hidden; a game that is `private` must define it for `umpire.sample_world` to work.
        """
        if self.private:
            raise NotImplementedError(f"{self.title} needs `determinize`: it is private")
        return view

    def bot_moves(self, view: S, decision: Decision) -> tuple[str, ...]:
        """Return the answers that a bot tries first, beginning with the most promising.

        By default they are the suggestions. Only bots see them, so they may be better than those.
        """
        return decision.kind.suggest(view, decision)

    def report(self, state: S) -> JsonObject:
        """Return a state, whole or masked, as the `state` of a report or view.

        A masked value is None, and hidden cards are their number. By default it has every field of
        a dataclass (see `default_views.report`).
        """
        return default_views.report(state)

    def screen(self, view: S, match: Situation, viewer: str | None) -> Screen:
        """Return the named blocks of cells that show a state and the match to a viewer.

        The pending decisions may be the players' CUT, before the first decision of the game. By
        default the blocks are those of the plain template (see `default_views.screen`).
        """
        kinds = {owner: pending.kind.name for owner, pending in match.pending.items()}
        return default_views.screen(self.report(view), match.players, kinds)

    def read_options(self, players: tuple[str, ...], options: Mapping[str, Any]) -> O:
        """Return the checked options of a header, without those of every game. Raises BadOption."""
        return cast(O, read_model(self.options, options))

    def check_new_options(self, options: Mapping[str, Any]) -> None:
        """Raise BadOption for options that only a match of an older version may have."""

    def check_player(self, name: str) -> str:
        """Return why this game does not allow the name of a player; empty if it does."""
        return ""

    def title_of(self, options: Mapping[str, Any]) -> str:
        """Return the title of the game in a match with these options.

        Everybody reads it from the start, so it must not depend on hidden options. By default it is
        `title`.
        """
        return self.title

    def first_direction(self, options: O) -> str:
        """Return what an umpire may type first in a game that is directed; "" if it does not say.

        The command `demo` shows it.
        """
        return ""

    @property
    def option_help(self) -> Mapping[str, str]:
        """A sentence for umpires about each option: its meaning, type and default."""
        return help_of(self.options)

    def schema(self) -> JsonObject:
        """Return the JSON schema of the game's own options."""
        return schema_of(self.options)

    def reserve(self, options: O) -> Bank | Periods | None:
        """Return the reserve with which each player begins; by default there is none."""
        return None

    @final
    def result(self, outcome: Outcome) -> str:
        """Return how a match ended, in the words of a player; a match may also be void."""
        return "The match is void: it has no result" if outcome.is_void else self.ended(outcome)

    def ended(self, outcome: Outcome) -> str:
        """Return how a match ended, in the words of a player: `Ana has won with three modules`.

        Only `result` calls it, and never for a match that is void: `outcome.reason` is one of the
        game's own.
        """
        text = f"{outcome.winner} has won" if outcome.winner else "A draw"
        if outcome.shared_by:
            text = f"{join_words(outcome.shared_by)} have won together"
        return f"{text} ({outcome.reason})"

    def reason(self, view: S) -> str:
        """Return why a match that is over ended as it did: `{Bo} could not pay the ante`.

        Players are mentioned as in a `Result`, a verb about one is in the past tense, and there is
        no full stop. It is empty, by default, if the result says everything.
        """
        return ""

    def turning_point(self, view: S) -> TurningPoint | None:
        """Return the turning point of a match that is over, as the reader of `view` may know it.

        By default there is none, and replays name the answer that ended the match.
        """
        return None

    def scores(self, view: S) -> Mapping[str, Mapping[str, float]]:
        """Return the series of a chart by title: each player's chips, points and so on.

        `view` is the state as the chart's reader may know it; hidden numbers are left out. By
        default there are no series.
        """
        return {}

    def results(self, view: S) -> tuple[Result, ...]:
        """Return the results of the rounds that are over, the newest last; by default none."""
        return ()

    def notes(self, view: S) -> tuple[Note, ...]:
        """Return what pieces do. It is the same for all viewers and at all times of a match."""
        return ()

    def now(self, view: S) -> tuple[str, ...]:
        """Return the keys of the rules that hold now: `step:bets`, `hand:flush`; by default none.

        In the file of the rules tab the table `now` of `[play]` has the rows of these keys.
        """
        return ()

    def lot(self, view: S) -> Lot | None:
        """Return the piece that a page draws large on the table; by default there is none."""
        return None

    def evaluate(self, state: S) -> Mapping[str, Mapping[str, float]]:
        """Return the numbers that bots compare while a match is not over; by default `scores`.

        A game with late points can count here the things that are likely to bring them.
        """
        return self.scores(state)


AnyGame = Game[Any, Any]
"""A game with any options and states."""
AnyKind = DecisionKind[Any, Any]
"""A kind of decision of any game."""
