"""A made-up game that its umpire directs, for the tests of what the contract has for such games.

The umpire says one errand after another:

- `ask NAME...` asks each openly, `together NAME...` asks them as a group, `secretly NAME` so that
  nobody else knows of it; all may end with `in SECONDS`. The answer is a number from 1 to 6.
- `reveal N` makes the Nth secret question public, `withdraw NAME...` takes questions away.
- `roll` lets chance roll a die for all to see, `roll NAME` for one.
- `tell NAME TEXT` tells somebody in secret, `shout TEXT` everybody.
- `do ERRAND; ERRAND` lets errands follow one after another, none while chance is asked or the match
  is paused. One that is refused is dropped with all that follow.
- `win NAME` ends the match.

The option `begin` is a list of errands that run by themselves once the first decisions open. Who
says nothing in time has answered SILENCE. Who forfeits is out, and whoever is left alone wins.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, NamedTuple

from pydantic import Field

from umpire.games.base import (
    CHANCE,
    UMPIRE,
    Answers,
    ChanceKind,
    Decision,
    DecisionKind,
    Dice,
    Game,
    JsonObject,
    NotAllowed,
    NotUnderstood,
    Outcome,
    RandomSource,
    Tell,
)
from umpire.games.options import Options
from umpire.games.text import normalize

SIX: Final = [str(number) for number in range(1, 7)]
SILENCE: Final = "silence"
"""An answer that no number is."""

_DONE_RUNNING = 30
"""How many directions a bot gives before it ends the match."""


class Given(Options):
    title: Annotated[str, Field(description="What the game is called.")] = "Errands"
    begin: Annotated[list[str], Field(description="Errands that run at the start.")] = []


@dataclass(frozen=True, slots=True)
class Question:
    """A question to one player, or of a group to several; `k` counts those of its sort."""

    k: int
    to: tuple[str, ...]
    how: str
    seconds: float | None
    open: tuple[str, ...]
    answers: tuple[tuple[str, str], ...] = ()
    revealed: bool = False

    @property
    def is_hidden(self) -> bool:
        return self.how == "secretly" and not self.revealed


@dataclass(frozen=True, slots=True)
class State:
    players: tuple[str, ...]
    questions: tuple[Question, ...] = ()
    told: tuple[tuple[str | None, str], ...] = ()
    """To whom, None for everybody, and what."""
    chance_for: str | None = None
    """For whom chance rolls, "" for everybody; None where it does not."""
    todo: tuple[str, ...] | None = ()
    """The errands that remain; None for a viewer."""
    said: int | None = 0
    """How many errands the umpire has said; None for a viewer."""
    paused: bool = False
    out: tuple[str, ...] = ()
    outcome: Outcome | None = None


class Errand(NamedTuple):
    """What the umpire said, read."""

    text: str


class Direct(DecisionKind[State, Errand]):
    name = "direct"
    task = "give an errand"
    asks = "The umpire for the next errand."
    notation = "an errand"
    examples = ("ask Ana", "roll", "win Ana")

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"direct {state.said}", UMPIRE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return "What is next? Example: ask Ana."

    def read(self, state: State, decision: Decision, text: str) -> Errand:
        _checked(state, text)
        return Errand(" ".join(text.split()))

    def format(self, answer: Errand) -> str:
        return answer.text

    def is_open(self, answer: Errand) -> bool:
        return False

    def apply(self, state: State, answers: Answers[Errand], tell: Tell) -> State:
        assert state.said is not None
        after = _run(replace(state, said=state.said + 1), answers[UMPIRE].text, tell)
        return _go_on(after, tell)

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return tuple(text for text in _ideas(seen) if _is_legal(seen, text))

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Errand:
        if (state.said or 0) >= _DONE_RUNNING:
            winner = random.choice([name for name in state.players if name not in state.out])
            return Errand(f"win {winner}")
        return super().random_choice(state, decision, random)


class Answer(DecisionKind[State, str]):
    name = "answer"
    task = "answer"
    asks = "Whoever the umpire names."
    notation = "1 to 6"
    examples = ("3",)
    limit = "as the umpire says"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return tuple(
            Decision(
                id=f"{question.how} {question.k} {name}",
                by=name,
                kind=self,
                limit=question.seconds,
                group=f"together {question.k}" if question.how == "together" else None,
                unknown_to_others=question.is_hidden,
            )
            for question in state.questions
            for name in question.open
        )

    def ask(self, seen: State, decision: Decision) -> str:
        return "Say a number from 1 to 6. Example: 3."

    def read(self, state: State, decision: Decision, text: str) -> str:
        if normalize(text) not in SIX:
            raise NotUnderstood("Say a number from 1 to 6, such as 3.")
        return normalize(text)

    def default_answer(self, state: State, decision: Decision) -> str:
        return SILENCE

    def apply(self, state: State, answers: Answers[str], tell: Tell) -> State:
        questions = [*state.questions]
        for name, answer in answers.items():
            ((place, question),) = [one for one in enumerate(questions) if name in one[1].open]
            given = (*question.answers, (name, answer))
            left = tuple(other for other in question.open if other != name)
            questions[place] = replace(question, answers=given, open=left)
            only = name if question.is_hidden else None
            tell(f"{name}: {answer}.", only, by=name, kind="move", pieces=(answer,))
        return _go_on(replace(state, questions=tuple(questions)), tell)

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return tuple(SIX)


class Roll(ChanceKind[State, str]):
    name = "roll"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return () if state.chance_for is None else (Decision(f"roll {state.said}", CHANCE, self),)

    def read(self, state: State, decision: Decision, text: str) -> str:
        if normalize(text) not in SIX:
            raise NotUnderstood("A die shows a number from 1 to 6.")
        return normalize(text)

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return dice.draw(1, SIX)[0]

    def apply(self, state: State, answers: Answers[str], tell: Tell) -> State:
        to = state.chance_for or None
        rolled = f"The die shows {answers[CHANCE]}."
        after = replace(state, chance_for=None, told=(*state.told, (to, rolled)))
        tell(rolled, to, kind="deal", pieces=(answers[CHANCE],))
        return _go_on(after, tell)


class Errands(Game[Given, State]):
    id = "errands"
    title = "Errands"
    summary = "The umpire sends players on errands."
    seats = range(2, 5)
    options = Given
    private = True
    is_directed = True
    direct, answer, roll = Direct(), Answer(), Roll()

    @property
    def kinds(self) -> tuple[DecisionKind[Any, Any], ...]:  # type: ignore[override]
        return self.direct, self.answer, self.roll

    def title_of(self, given: Mapping[str, Any]) -> str:
        return str(given.get("title", self.title))

    def initial_state(self, players: tuple[str, ...], options: Given) -> State:
        return State(players, todo=tuple(options.begin))

    def check_player(self, name: str) -> str:
        return "a semicolon parts errands" if ";" in name else ""

    def start(self, state: State, tell: Tell) -> State:
        return _go_on(state, tell)

    def set_clock(self, state: State, *, running: bool, tell: Tell) -> State:
        if state.paused is not running:
            return state
        return _go_on(replace(state, paused=not running), tell)

    def pending(self, state: State) -> tuple[Decision, ...]:
        if state.outcome is not None:
            return ()
        # Given in the wrong order on purpose: the contract has its own.
        asked = self.answer.pending(state)[::-1]
        if state.chance_for is not None:
            return (*asked, *self.roll.pending(state))
        return (*asked, *self.direct.pending(state))

    def knows(self, state: State, viewer: str | None, decision: Decision) -> bool:
        if not decision.unknown_to_others or viewer == decision.by:
            return True
        ids = {f"secretly {one.k} {one.to[0]}" for one in state.questions if one.revealed}
        return decision.id in ids

    def forfeit(self, state: State, player: str, tell: Tell) -> State:
        if player in state.out:
            return state
        after = replace(_without(state, (player,)), out=(*state.out, player))
        tell(f"{player} is out.", by=player)
        left = [name for name in state.players if name not in after.out]
        if len(left) == 1:
            return _ended(after, left[0], "forfeit")
        return _go_on(after, tell)

    def seen_by(self, state: State, viewer: str | None) -> State:
        questions = tuple(one for one in state.questions if not one.is_hidden or viewer in one.to)
        return replace(
            state,
            questions=tuple(
                replace(one, k=0) if one.how == "secretly" else one for one in questions
            ),
            told=tuple(one for one in state.told if one[0] in (None, viewer)),
            chance_for=None if state.chance_for is None else "",
            todo=None,
            said=None,
        )

    def report(self, state: State) -> JsonObject:
        return {
            "phase": "over" if state.outcome else "play" if state.chance_for is None else "chance",
            "questions": [
                {
                    "to": list(one.to),
                    "how": one.how,
                    "seconds": one.seconds,
                    "answers": {name: dict(one.answers).get(name) for name in one.to},
                    "open": list(one.open),
                    "revealed": one.revealed,
                }
                for one in state.questions
            ],
            "told": [{"to": to, "text": text} for to, text in state.told],
            "todo": None if state.todo is None else list(state.todo),
            "out": list(state.out),
        }


def _go_on(state: State, tell: Tell) -> State:
    """Run the errands that remain for as long as nothing holds them up."""
    while state.todo and not state.paused and state.chance_for is None and state.outcome is None:
        errand, *rest = state.todo
        state = replace(state, todo=tuple(rest))
        try:
            _checked(state, errand)
        except (NotUnderstood, NotAllowed) as refused:
            tell(f"{errand}: {refused} The rest is dropped.", UMPIRE)
            state = replace(state, todo=())
        else:
            state = _run(state, errand, tell)
    return state


def _checked(state: State, text: str) -> tuple[str, list[str]]:
    """Return the first word of an errand and the rest, judged."""
    word, *rest = text.split() or [""]
    word = normalize(word)
    if word == "do":
        for errand in " ".join(rest).split(";"):
            first = normalize((errand.split() or [""])[0])
            if first not in _RUN or first == "do":
                raise NotUnderstood(f"{errand!r} is no errand to do, such as ask Ana.")
        if state.todo:
            raise NotAllowed("There are errands left to do.")
        return word, rest
    if word not in _RUN:
        raise NotUnderstood(f"{text!r} is no errand, such as ask Ana.")
    if word in ("ask", "together", "secretly"):
        names, _ = _timed(rest)
        owing = [name for one in state.questions for name in one.open]
        if not names or not {*names} <= {*state.players} or (word == "secretly" and len(names) > 1):
            raise NotUnderstood("Say whom to ask, such as ask Ana.")
        if {*names} & {*state.out} or {*names} & {*owing} or len({*names}) < len(names):
            raise NotAllowed("Somebody of these is asked already, or out.")
    if word == "withdraw" and not any({*one.open} & {*rest} for one in state.questions):
        raise NotAllowed("Nobody of these is asked anything.")
    if word == "roll":
        if rest and rest[0] not in state.players:
            raise NotUnderstood("Say for whom to roll, such as roll Ana.")
        if state.paused:
            raise NotAllowed("No die is rolled while the match is paused.")
    if word == "reveal":
        if not rest or not rest[0].isdecimal():
            raise NotUnderstood("Say which question to reveal, such as reveal 1.")
        if not any(one.is_hidden and one.k == int(rest[0]) for one in state.questions):
            raise NotAllowed("There is no such question to reveal.")
    if word in ("tell", "win") and (not rest or rest[0] not in state.players):
        raise NotUnderstood("Say whom, such as tell Ana hello.")
    return word, rest


def _run(state: State, text: str, tell: Tell) -> State:
    word, rest = _checked(state, text)
    return _RUN[word](state, word, rest, tell)


def _timed(words: list[str]) -> tuple[list[str], float | None]:
    if len(words) > 2 and words[-2] == "in" and words[-1].isdecimal():
        return words[:-2], float(words[-1])
    return words, None


def _ask(state: State, how: str, rest: list[str], tell: Tell) -> State:
    names, seconds = _timed(rest)
    seated = tuple(name for name in state.players if name in names)
    alike = sum((one.how == "secretly") == (how == "secretly") for one in state.questions)
    groups = [seated] if how == "together" else [(name,) for name in seated]
    new = tuple(
        Question(alike + number, to, how, seconds, to) for number, to in enumerate(groups, 1)
    )
    for name in seated:
        tell(f"The umpire asks {name}.", name if how == "secretly" else None)
    return replace(state, questions=(*state.questions, *new))


def _reveal(state: State, _: str, rest: list[str], tell: Tell) -> State:
    questions = list[Question]()
    for one in state.questions:
        if one.is_hidden and one.k == int(rest[0]):
            one = replace(one, revealed=True)
            tell(f"{one.to[0]} was asked, and said {dict(one.answers)}.")
        questions.append(one)
    return replace(state, questions=tuple(questions))


def _withdraw(state: State, _: str, rest: list[str], tell: Tell) -> State:
    return _without(state, rest)


def _without(state: State, names: Iterable[str]) -> State:
    gone = {*names}
    questions = tuple(
        replace(one, open=tuple(name for name in one.open if name not in gone))
        for one in state.questions
    )
    return replace(state, questions=questions)


def _roll(state: State, _: str, rest: list[str], tell: Tell) -> State:
    return replace(state, chance_for=rest[0] if rest else "")


def _tell(state: State, word: str, rest: list[str], tell: Tell) -> State:
    to, text = (rest[0], " ".join(rest[1:])) if word == "tell" else (None, " ".join(rest))
    tell(f"The umpire says: {text}.", to)
    return replace(state, told=(*state.told, (to, text)))


def _do(state: State, _: str, rest: list[str], tell: Tell) -> State:
    return replace(state, todo=tuple(one.strip() for one in " ".join(rest).split(";")))


def _win(state: State, _: str, rest: list[str], tell: Tell) -> State:
    tell(f"{rest[0]} wins.", by=rest[0], kind="result")
    return _ended(state, rest[0], "umpire")


def _ended(state: State, winner: str, reason: str) -> State:
    after = _without(state, state.players)
    return replace(after, todo=(), chance_for=None, outcome=Outcome(winner, reason))


_RUN: Final = {
    **dict.fromkeys(("ask", "together", "secretly"), _ask),
    **dict.fromkeys(("tell", "shout"), _tell),
    "reveal": _reveal,
    "withdraw": _withdraw,
    "roll": _roll,
    "do": _do,
    "win": _win,
}


def _ideas(state: State) -> Iterable[str]:
    """Yield errands of every kind, legal or not."""
    yield from ("roll", "shout hello", f"together {' '.join(state.players)} in 40")
    yield "do shout one; roll; shout two"
    yield f"reveal {max((one.k for one in state.questions if one.is_hidden), default=0)}"
    for name in state.players:
        yield from (
            f"ask {name}",
            f"ask {name} in 30",
            f"secretly {name}",
            f"secretly {name} in 20",
        )
        yield from (f"withdraw {name}", f"roll {name}", f"tell {name} hush")


def _is_legal(state: State, text: str) -> bool:
    try:
        _checked(state, text)
    except (NotUnderstood, NotAllowed):
        return False
    return True


GAME = Errands()
