"""What kinds of decisions share: who answers for an actor, in what time, and in what words.

Ruling 47: what players say or show each other besides is no answer.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Final, TypeVar

from umpire.games.arcanoid.cards import Cards, parted, read_cards
from umpire.games.arcanoid.state import State, Terms, go_on, with_supply
from umpire.games.base import (
    CHANCE,
    Answers,
    ChanceKind,
    ChoiceKind,
    Decision,
    DecisionKind,
    Dice,
    NotUnderstood,
    RandomSource,
    Tell,
)
from umpire.games.randomness import sample
from umpire.games.text import quoted, words

WHO: Final = "who"
FIELD: Final = "field"
CARDS: Final = "cards"
SHOW: Final = "show"
"""The cells of forms, beside the one of the choice."""

A = TypeVar("A")


def said(text: str) -> str:
    """Return a text as it is compared, `,` and `;` as blanks."""
    return " ".join(words(text))


def _heard(state: State, answers: Answers[Any]) -> State:
    """Note that a player has answered, unless a limit has (ruling 45).

    Who answers in a group comes after a commitment, and so after somebody was heard.
    """
    if answers.silent or not state.supply.no_answer_yet:
        return state
    return with_supply(state, no_answer_yet=False)


class PlayersKind(DecisionKind[State, A]):
    """A kind that a player answers for an actor: for themselves, or for a daemon of theirs (5.4).

    Ruling 6: there is no limit unless the umpire gives one.
    """

    def seconds(self, terms: Terms) -> float | None:
        """Return the time limit."""
        return terms.move_seconds

    def actor(self, state: State, decision: Decision) -> str:
        """Return the actor for whom a decision is answered."""
        return state.question.actors[0]

    def whose(self, view: State, decision: Decision) -> str:
        """Return ` for your daemon` where a master answers, else nothing, to stand in questions."""
        return "" if self.actor(view, decision) == decision.by else " for your daemon"

    def pending(self, state: State) -> tuple[Decision, ...]:
        asked = state.question
        by = state.player_of(asked.actors[0])
        return (Decision(f"{self.name} {asked.number}", by, self, self.seconds(state.terms)),)

    def apply(self, state: State, answers: Answers[A], tell: Tell) -> State:
        asked = state.question
        (answer,) = answers.values()
        after = self.answered(_heard(state, answers), asked.actors[0], answer, tell)
        return go_on(after, asked, tell)

    @abstractmethod
    def answered(self, state: State, actor: str, answer: A, tell: Tell) -> State:
        """Apply the answer alone."""


class YesNoKind(PlayersKind[bool], ChoiceKind[State, bool]):
    """A kind that is answered with yes or no, in words of its own.

    What is offered is the same for everybody asked: it tells nothing of who has the Fool.
    """

    yes: ClassVar[tuple[str, ...]]
    no: ClassVar[tuple[str, ...]] = ("pass", "no", "n")
    """What may be said, the canonical word first."""
    likely: ClassVar[float]
    """How often bots say yes."""

    def seconds(self, terms: Terms) -> float | None:
        return terms.poll_seconds

    def read(self, state: State, decision: Decision, text: str) -> bool:
        word = said(text)
        if word in self.yes or word in self.no:
            return word in self.yes
        raise NotUnderstood(
            f"{quoted(word)} is not understood. Write {self.yes[0]} or {self.no[0]}."
        )

    def format(self, answer: bool) -> str:
        return self.yes[0] if answer else self.no[0]

    def default_answer(self, state: State, decision: Decision) -> bool:
        """Return no: nothing is done for a player who does not answer."""
        return False

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return (self.yes[0], self.no[0])

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> bool:
        return random.random() < self.likely


class ShuffleKind(ChanceKind[State, Cards]):
    """A kind that chance answers with cards in a random order, which nobody may know."""

    shuffled: ClassVar[str]
    """What is shuffled, for people."""

    @abstractmethod
    def cards(self, state: State) -> Cards:
        """Return the cards to shuffle, in card order."""

    @abstractmethod
    def judge(self, state: State, cards: Cards) -> None:
        """Raise NotUnderstood, or NotAllowed, unless these are the cards."""

    @abstractmethod
    def shuffle(self, state: State, cards: Cards, tell: Tell) -> State:
        """Take the cards in their new order."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"{self.name} {state.question.number}", CHANCE, self),)

    def ask(self, view: State, decision: Decision) -> str:
        return f"Shuffle {self.shuffled} and name them in order. Example: S1 T10 21."

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        cards = read_cards(parted(said(text)))
        self.judge(state, cards)
        return cards

    def format(self, answer: Cards) -> str:
        return " ".join(answer)

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        cards = self.cards(state)
        return " ".join(dice.draw(len(cards), cards))

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Cards:
        cards = self.cards(state)
        return tuple(sample(len(cards), cards, random))

    def apply(self, state: State, answers: Mapping[str, Cards], tell: Tell) -> State:
        (cards,) = answers.values()
        return go_on(self.shuffle(state, cards, tell), state.question, tell)
