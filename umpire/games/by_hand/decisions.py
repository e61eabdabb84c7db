"""The kinds of decisions: what the umpire directs, what players answer, what chance gives.

What a direction does is told in `directions`. Chance shuffles a pile or a hand, and rolls dice,
never anybody's own (ruling 15).
"""

from collections.abc import Mapping
from typing import NamedTuple

from umpire.games.base import (
    CHANCE,
    CHOICE,
    UMPIRE,
    Answers,
    ChanceKind,
    Decision,
    DecisionKind,
    Dice,
    Event,
    Form,
    RandomSource,
    Step,
)
from umpire.games.by_hand.bots import random_answer, random_direction
from umpire.games.by_hand.cards import Cards, places_of, read_cards, split
from umpire.games.by_hand.directions import (
    Ask,
    Count,
    Deal,
    Direction,
    Do,
    End,
    Move,
    Tell,
    read_direction,
)
from umpire.games.by_hand.directions.base import tell
from umpire.games.by_hand.directions.procedures import parameters
from umpire.games.by_hand.forms import NO_ANSWER
from umpire.games.by_hand.questions import count_answers
from umpire.games.by_hand.state import Question, Rolled, Rolling, Shuffling, State
from umpire.games.by_hand.text import sentence, whole
from umpire.games.errors import NotAllowed, NotUnderstood
from umpire.games.text import counted, words


class Directed(NamedTuple):
    """A direction, and what it does in the state in which it was judged."""

    direction: Direction
    before: State
    step: Step[State]

    def __str__(self) -> str:
        return str(self.direction)

    def done(self, state: State) -> Step[State]:
        """Carry the direction out; where it was judged that has been done."""
        return self.step if state is self.before else _carried_out(self.direction, state)


def _carried_out(direction: Direction, state: State) -> Step[State]:
    return direction.perform(state.replace(said=state.said + 1))


class DirectKind(DecisionKind[State, Directed]):
    """A direction of the umpire's; each is a step of its own (ruling 2)."""

    name = "direct"
    task = "direct the game"
    asks = "The umpire directs the game: asks, deals, tells, counts and judges."
    notation = "a direction, as the table of all directions has them"
    examples = tuple([each.examples[0] for each in (Ask, Tell, Count, Deal, Move, Do, End)])
    limit = "none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask for the next direction, also while the match is paused, but not while chance is."""
        return (Decision(f"direct {state.said + 1}", UMPIRE, self, secret=True),)

    def ask(self, view: State, decision: Decision) -> str:
        if view.todo:
            return (
                f"Direct the game, or wait: {counted(len(view.todo), 'step')} to go. Example: stop."
            )
        return "Direct the game. Example: tell all: Welcome."

    def read(self, state: State, decision: Decision, text: str) -> Directed:
        """Read a direction, and judge it by carrying it out."""
        direction = read_direction(text, state.names)
        return Directed(direction, state, _carried_out(direction, state))

    def is_open(self, answer: Directed) -> bool:
        return False

    def resolve(self, state: State, answers: dict[str, Directed]) -> Step[State]:
        (directed,) = answers.values()
        return directed.done(state)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        ready = [name for name, steps in view.procedures.items() if not parameters(steps)]
        offered = [] if view.todo else [f"do {name}" for name in ready]
        offered += ["stop"] if view.todo else []
        offered += ["withdraw all"] if view.open_questions and view.playing else []
        return tuple(offered)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Directed:
        """Return a direction with made-up words; after a while the one that ends the match."""
        return self.read(state, decision, random_direction(state, random))


class AnswerKind(DecisionKind[State, str]):
    """An answer to a question, in its form; NO_ANSWER is what a limit may leave."""

    name = "answer"
    task = "answer"
    asks = "A player answers what the umpire has asked."
    notation = "as the question says: a text, yes or no, a number, a choice, a name, cards"
    examples = ("yes", "12", "Bo", "R5 B3")
    limit = "as asked; then the question's default, or no answer"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return tuple(
            [
                self._decision(question, name)
                for question in state.questions
                for name in question.open
            ]
        )

    def _decision(self, question: Question, name: str) -> Decision:
        # Ruling 8: the answers of a group reach no state before all are in. Ruling 10: asked
        # openly each owes one alone. Ruling 12: the limit is the contract's to keep.
        hidden = question.is_hidden
        return Decision(
            id=decision_id(question, name),
            by=name,
            kind=self,
            limit=question.seconds,
            group=f"question {question.k}" if question.how == "at once" else None,
            secret=hidden,
            unknown_to_others=hidden,
        )

    def ask(self, view: State, decision: Decision) -> str:
        question = _question(view, decision.by)
        wanted = question.form.wanted(view, decision.by)
        return f"{sentence(question.prompt)} Answer {wanted}."

    def read(self, state: State, decision: Decision, text: str) -> str:
        """Read an answer by the question's form (ruling 1: that is all that is judged)."""
        return _question(state, decision.by).form.read(state, decision.by, text)

    def format(self, answer: str) -> str:
        return answer if answer != NO_ANSWER else "no answer"

    def default_answer(self, state: State, decision: Decision) -> str:
        """Return the question's default as things are now, or no answer."""
        question = _question(state, decision.by)
        if question.default is None:
            return NO_ANSWER
        return question.form.at_limit(state, decision.by, question.default)

    def resolve(self, state: State, answers: Answers[str]) -> Step[State]:
        question = _question(state, next(iter(answers)))
        return count_answers(state, question, answers, answers.silent)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return _question(view, decision.by).form.offered(view, decision.by)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return {CHOICE: self.suggest(view, decision)}

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> str:
        text = random_answer(state, _question(state, decision.by), decision.by, random)
        return self.read(state, decision, text)


def decision_id(question: Question, name: str) -> str:
    """Return the id of what a player owes to a question that is not masked.

    What was asked belongs to it: of a question that was taken back the number comes again.
    """
    return f"{question.k}, {name}: {question.prompt} = {question.form}"


def _question(state: State, player: str) -> Question:
    question = state.question_to(player)
    assert question is not None, "only asked of who owes an answer"
    return question


class ShuffleKind(ChanceKind[State, Cards]):
    """The new order from the top; of an open pile it is public."""

    name = "shuffle"

    def pending(self, state: State) -> tuple[Decision, ...]:
        place = _place(state)
        is_open = place in state.piles and state.piles[place].open
        return (Decision(f"chance {state.draws}", CHANCE, self, secret=not is_open),)

    def ask(self, view: State, decision: Decision) -> str:
        if not isinstance(view.waiting, Shuffling) or view.waiting.place is None:
            return "Chance shuffles."
        return f"Name all cards of {view.waiting.place} in their new order, the top first."

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        place = _place(state)
        lying, named = state.cards_at(place), split(text)
        if len(named) != len(lying):
            raise NotUnderstood(f"{place} has {counted(len(lying), 'card')}, not {len(named)}.")
        read_cards(named)
        order: list[str] = []
        for card, where in zip(named, places_of(lying, named), strict=True):
            if where is None:
                raise NotAllowed(f"{place} does not have {card}, or not that many times.")
            order.append(lying[where])
        return tuple(order)

    def format(self, answer: Cards) -> str:
        return " ".join(answer)

    def is_open(self, answer: Cards) -> bool:
        """Return True: what is not for everybody is asked in secret."""
        return True

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        lying = state.cards_at(_place(state))
        return " ".join(dice.draw(len(lying), lying))

    def resolve(self, state: State, answers: dict[str, Cards]) -> Step[State]:
        (cards,) = answers.values()
        place = _place(state)
        after = state.with_cards({place: cards}).replace(waiting=None)
        # that a hand was shuffled its player sees by the new order, and only by that
        is_open = place in state.piles and state.piles[place].open
        only = None if is_open else UMPIRE
        return Step(after, (Event(f"{place} is shuffled: {' '.join(cards)}.", only),))


def _place(state: State) -> str:
    assert isinstance(state.waiting, Shuffling), "only asked while a place is shuffled"
    assert state.waiting.place is not None, "only asked of the whole state"
    return state.waiting.place


class RollKind(ChanceKind[State, tuple[int, ...]]):
    """The dice in order, for whom the roll is."""

    name = "roll"

    def pending(self, state: State) -> tuple[Decision, ...]:
        secret = _rolling(state).to is not None
        return (Decision(f"chance {state.draws}", CHANCE, self, secret=secret),)

    def ask(self, view: State, decision: Decision) -> str:
        if not isinstance(view.waiting, Rolling) or not view.waiting.number:
            return "Chance rolls dice."
        dice = counted(view.waiting.number, "number")
        return f"Roll {view.waiting.dice}: {dice} from 1 to {view.waiting.sides}."

    def read(self, state: State, decision: Decision, text: str) -> tuple[int, ...]:
        rolling = _rolling(state)
        numbers = [whole(word) for word in words(text)]
        result = tuple([number for number in numbers if number is not None])
        if len(result) != len(numbers) or len(result) != rolling.number:
            raise NotUnderstood(f"Give {counted(rolling.number, 'number')}, in the dice's order.")
        for number in result:
            if not 1 <= number <= rolling.sides:
                raise NotAllowed(f"A die of {rolling.sides} sides cannot show {number}.")
        return result

    def format(self, answer: tuple[int, ...]) -> str:
        return " ".join(map(str, answer))

    def is_open(self, answer: tuple[int, ...]) -> bool:
        """Return True: what is not for everybody is asked in secret."""
        return True

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        rolling = _rolling(state)
        faces = [str(number) for number in range(1, rolling.sides + 1)]
        return " ".join(dice.roll(rolling.number, faces))

    def resolve(self, state: State, answers: dict[str, tuple[int, ...]]) -> Step[State]:
        (result,) = answers.values()
        rolling = _rolling(state)
        rolled = Rolled(str(rolling.dice), rolling.to, result)
        after = state.replace(waiting=None, messages=(*state.messages, rolled))
        text = f"{rolling.dice} rolled: {' '.join(map(str, result))}."
        return Step(after, tell(rolling.to, text, "For"))


def _rolling(state: State) -> Rolling:
    assert isinstance(state.waiting, Rolling), "only asked while dice are rolled"
    return state.waiting
