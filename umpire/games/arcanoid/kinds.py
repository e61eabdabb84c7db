"""Kinds of decisions that others build on: the player who answers for an actor, the time limit.

Ruling 47: players may say or show each other anything besides; it is no answer.
"""

from abc import abstractmethod
from typing import ClassVar, Final, TypeVar

from umpire.games.arcanoid.cards import Card, Cards, read_cards, split_words
from umpire.games.arcanoid.state import State, Terms
from umpire.games.base import CHANCE, Answers, Decision, DecisionKind, Tell
from umpire.games.kinds import DrawKind, YesNoKind
from umpire.games.text import quote, words

WHO: Final = "who"
FIELD: Final = "field"
CARDS: Final = "cards"
SHOW: Final = "show"
"""The cells of forms, beside the one of the choice."""

A = TypeVar("A")


def normalize_line(text: str) -> str:
    """Return a text as it is compared, `,` and `;` as blanks."""
    return " ".join(words(text))


class PlayersKind(DecisionKind[State, A]):
    """A kind that a player answers for an actor: for themselves, or for a daemon of theirs (5.4).

    Ruling 6: there is no limit unless the umpire gives one.
    """

    def seconds(self, terms: Terms) -> float | None:
        """Return the time limit."""
        return terms.move_seconds

    def actor(self, state: State, decision: Decision) -> str:
        """Return the actor for whom a decision is answered; of a group each answers alone."""
        actors = state.open_question.actors
        return decision.by if decision.by in actors else actors[0]

    def whose(self, view: State, decision: Decision) -> str:
        """Return ` for your daemon` where a master answers, else nothing, to stand in questions."""
        return "" if self.actor(view, decision) == decision.by else " for your daemon"

    def pending(self, state: State) -> tuple[Decision, ...]:
        question = state.open_question
        by = state.player_of(question.actors[0])
        return (Decision(f"{self.name} {question.number}", by, self, self.seconds(state.terms)),)

    def apply(self, state: State, answers: Answers[A], tell: Tell) -> State:
        """Apply the answer, and do all that follows.

        Ruling 45: it is noted that a player has answered, unless a limit has.
        """
        question = state.open_question
        (answer,) = answers.values()
        if state.supply.no_answer_yet and not answers.silent:
            state = state.with_supply(no_answer_yet=False)
        return self.answered(state, question.actors[0], answer, tell).go_on(question, tell)

    @abstractmethod
    def answered(self, state: State, actor: str, answer: A, tell: Tell) -> State:
        """Apply the answer alone."""


class PollKind(PlayersKind[bool], YesNoKind[State]):
    """A kind that is answered with yes or no, in words of its own.

    Everybody is offered the same words: they tell nothing of where the Fool is.
    """

    no: ClassVar[tuple[str, ...]] = ("pass", "no", "n")
    limit = "poll_seconds; then you pass"

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.examples = tuple(cls.spellings)
        cls.notation = " or ".join(cls.examples)

    def seconds(self, terms: Terms) -> float | None:
        return terms.poll_seconds

    def otherwise(self, decision: Decision) -> str:
        """Return what happens when the time is over, for a page; nothing without a limit."""
        return "" if decision.limit is None else "then you pass"

    def normalize_text(self, text: str) -> str:
        return normalize_line(text)

    def refusal(self, state: State, decision: Decision, text: str) -> str:
        written = quote(normalize_line(text))
        return f"{written} is not understood. Write {self.yes[0]} or {self.no[0]}."


class ShuffleKind(DrawKind[State, Card]):
    """A kind that chance answers with cards in a random order, which nobody may know."""

    shuffled: ClassVar[str]
    """The cards that are shuffled, for people."""

    @abstractmethod
    def shuffle(self, state: State, cards: Cards, tell: Tell) -> State:
        """Take the cards in their new order."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"{self.name} {state.open_question.number}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Shuffle {self.shuffled} and name them in order. Example: S1 T10 21."

    def read_cards(self, state: State, text: str) -> Cards:
        return read_cards(split_words(normalize_line(text)))

    def apply(self, state: State, answers: Answers[Cards], tell: Tell) -> State:
        (cards,) = answers.values()
        return self.shuffle(state, cards, tell).go_on(state.open_question, tell)
