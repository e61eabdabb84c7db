"""Asking players, taking questions back, and showing what was asked in secret (5.1)."""

import re
from typing import Final, Literal

from umpire.games.base import Tell
from umpire.games.by_hand.directions.base import (
    Direction,
    Line,
    OfPlayers,
    check_range,
    players_of,
    tell_players,
)
from umpire.games.by_hand.elimination import withdraw
from umpire.games.by_hand.forms import Form, FreeText, read_form
from umpire.games.by_hand.names import EVERYBODY, Who
from umpire.games.by_hand.state import How, Question, State
from umpire.games.by_hand.text import free_text, sentence, with_verb
from umpire.games.errors import NotAllowed, NotUnderstood, Rejected

_MOST_SECONDS: Final = 999_999
_MOST_WORDS_OF_HOW: Final = 4
"""Such as `at once in 60`."""
_ELSE: Final = re.compile(r"(?<![^\s,;，；])[eｅ][lｌ][sｓ][eｅ](?![^\s,;，；])", re.IGNORECASE)
_NUMBER: Final = re.compile(r"s([0-9]{1,10})")


class Ask(Direction):
    """A question to some players; with a limit, perhaps a phase of talk (ruling 17)."""

    usage = "ask WHO [at once | in secret] [in SECONDS]: PROMPT [= FORM [else DEFAULT]]"
    examples = (
        "ask all at once in 60: Your bid? = number 0 to 10 else 0",
        "ask Ana: Which card do you play? = 1 card",
        "ask Bo in secret: Whom do you name? = name",
    )
    does = "Ask players, openly, all at once or in secret"
    colon = "required"

    who: Who
    how: How
    seconds: int | None
    prompt: str
    form: Form
    default: str | None

    @classmethod
    def read(cls, line: Line) -> "Ask":
        who, how, seconds = _who_and_how(line)
        prompt, form, default = _question(line)
        return cls(who, how, seconds, prompt, form, default)

    def __str__(self) -> str:
        how = "" if self.how == "openly" else f" {self.how}"
        limit = "" if self.seconds is None else f" in {self.seconds}"
        default = "" if self.default is None else f" else {self.default}"
        return f"ask {self.who}{how}{limit}: {self.prompt} = {self.form}{default}"

    def perform(self, state: State, tell: Tell) -> State:
        """Open the question, or one for each who is asked in secret."""
        to = players_of(state, self.who)
        if busy := [name for name in to if state.question_to(name) is not None]:
            raise NotAllowed(
                f"{with_verb(busy, 'still owes', 'still owe')} an answer: withdraw that question "
                "first."
            )
        if self.seconds is not None:
            check_range(self.seconds, 1, _MOST_SECONDS, "Seconds to answer in")
        if problem := self.form.problem() or _unseen_counter(state, self.form):
            raise NotAllowed(problem)
        default = self.default and _read_default(state, self.form, self.default)
        # one player at once is asked openly
        how: How = "openly" if self.how == "at once" and len(to) == 1 else self.how
        is_secret, questions = how == "in secret", list(state.questions)
        earlier = [each for each in questions if (each.how == "in secret") == is_secret]
        groups = [(name,) for name in to] if is_secret else [to]
        first = len(earlier) + 1
        for number, group in enumerate(groups, first):
            k, ask = (f"s{number}", f"s{first}") if is_secret else (number, first)
            asked = self.prompt, self.form, self.seconds, default
            question = Question(k, group, how, *asked, {}, group, ask=ask)
            _tell_asked(question, tell)
            questions.append(question)
        return state.replace(questions=tuple(questions))


def _who_and_how(line: Line) -> tuple[Who, How, int | None]:
    """Read who is asked and how: the longest end of the line that says how is not part of a name.

    A player's name may be shortened to `at` or `in`.
    """
    folded = line.folded
    for place in range(max(1, len(folded) - _MOST_WORDS_OF_HOW), len(folded)):
        try:
            how, seconds = _how(line, folded[place:])
        except NotUnderstood:
            continue
        return line.who(0, place), how, seconds
    try:
        return line.who(), "openly", None
    except NotUnderstood as refusal:
        raise (refusal if {"at", "in"}.isdisjoint(folded[1:]) else line.usage_error()) from None


def _how(line: Line, words: list[str]) -> tuple[How, int | None]:
    """Read `at once`, `in secret` and `in SECONDS`, each at most once."""
    how: How | None = None
    seconds: int | None = None
    while words:
        match words:
            case ["at", "once", *rest] if how is None:
                how = "at once"
            case ["in", "secret", *rest] if how is None:
                how = "in secret"
            case ["in", number, *rest] if seconds is None:
                seconds = line.whole(number)
            case _:
                raise line.usage_error()
        words = rest
    return how or "openly", seconds


def _question(line: Line) -> tuple[str, Form, str | None]:
    """Read the prompt, the form after the last `=`, and the default after the last `else` of that.

    So a prompt may hold both words (ruling 11).
    """
    text = line.text
    equals = max(text.rfind("="), text.rfind("＝"))
    if equals < 0:
        return free_text(text), FreeText(), None
    prompt, form = free_text(text[:equals]), text[equals + 1 :]
    separators = [*_ELSE.finditer(form)]
    if not separators:
        return prompt, read_form(form, line.names), None
    start, end = separators[-1].span()
    default = form[end:].strip()
    if not default:
        raise NotUnderstood("Write a default after else, or leave else out.")
    return prompt, read_form(form[:start], line.names), default


def _unseen_counter(state: State, form: Form) -> str:
    """Return why a form names a counter whose counts players do not see; empty if it names none."""
    for counter in form.counters:
        if state.seen[counter] == "umpire":
            return f"Only you see {counter}, so no player can be asked by it."
    return ""


def _read_default(state: State, form: Form, default: str) -> str:
    try:
        return form.read_default(state, default)
    except Rejected as refusal:
        raise NotAllowed(f"The default does not fit. {refusal}") from None


def _tell_asked(question: Question, tell: Tell) -> None:
    prompt = sentence(question.prompt)
    if question.how == "in secret":
        text = f"You are asked in secret: {prompt}"
        tell_players(tell, question.to, text, "In secret to", prompt)
    else:
        together = " at once" if question.how == "at once" else ""
        tell(f"{with_verb(question.to, 'is', 'are')} asked{together}: {prompt}")


class Withdraw(OfPlayers):
    """The open questions of some players, taken away."""

    usage = "withdraw WHO"
    examples = ("withdraw Ana", "withdraw all")
    does = "Take open questions back, answered or not"

    def perform(self, state: State, tell: Tell) -> State:
        to = players_of(state, self.who)
        players = tuple([name for name in to if state.question_to(name) is not None])
        if not players:
            raise NotAllowed("None of these players is asked anything.")
        if self.who.kind == "named" and len(players) < len(to):
            idle = [name for name in to if name not in players]
            raise NotAllowed(f"{with_verb(idle, 'is', 'are')} not asked anything.")
        return withdraw(state, players, tell)


class Reveal(Direction):
    """A question that was asked in secret, made public."""

    usage = "reveal [s1, s2, ... or all]"
    examples = ("reveal", "reveal s2", "reveal all")
    does = "Make a question asked in secret public, or all of them, with the answers"

    which: int | Literal["last", "all"]

    @classmethod
    def read(cls, line: Line) -> "Reveal":
        """Read which, the last one asked in secret if nothing is said."""
        text = " ".join(line.folded)
        if not text:
            return cls("last")
        if text == EVERYBODY:
            return cls("all")
        number = _NUMBER.fullmatch(text)
        if number is None:
            raise line.usage_error()
        return cls(int(number[1]))

    def __str__(self) -> str:
        match self.which:
            case "last":
                return "reveal"
            case "all":
                return "reveal all"
        return f"reveal s{self.which}"

    def perform(self, state: State, tell: Tell) -> State:
        """Make it public, and what is still to come of it too."""
        secret = state.secret_questions
        if not secret:
            raise NotAllowed("Nothing was asked in secret yet.")
        for question in self._questions(secret):
            (name,) = question.to
            tell(f"{name} was asked in secret: {sentence(question.prompt)}")
            if name in question.answers:
                tell(f"{name} answered: {sentence(question.answers[name])}")
            elif name in question.silent:
                tell(f"{name} gave no answer.")
            state = state.with_question(question, question.replace(revealed=True))
        return state

    def _questions(self, secret: list[Question]) -> list[Question]:
        """Return those that are meant. Raises NotAllowed if one is revealed, or all are."""
        if self.which == "all":
            hidden = [question for question in secret if not question.revealed]
            if not hidden:
                raise NotAllowed("All questions in secret are revealed already.")
            return hidden
        number = len(secret) if self.which == "last" else self.which
        if not 1 <= number <= len(secret):
            raise NotAllowed(f"There is no question s{number}: the last one is s{len(secret)}.")
        if secret[number - 1].revealed:
            raise NotAllowed(f"Question s{number} is revealed already.")
        return [secret[number - 1]]
