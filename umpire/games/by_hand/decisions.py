"""The kinds of decisions: what the umpire directs, what players answer, what chance gives.

The effect of each direction is in `directions`. Chance shuffles a pile or a hand, and rolls dice,
never anybody's own (ruling 15).
"""

from collections.abc import Mapping
from typing import Final

from umpire.games import kinds
from umpire.games.base import (
    CHANCE,
    CHOICE,
    UMPIRE,
    Answers,
    ChanceKind,
    ChoiceKind,
    Decision,
    DecisionKind,
    Dice,
    RandomSource,
    Tell,
    tell_nobody,
)
from umpire.games.by_hand import page
from umpire.games.by_hand.bots import random_answer, random_direction
from umpire.games.by_hand.cards import Cards, find_cards, positions_of, read_cards, split, take
from umpire.games.by_hand.directions import DIRECTIONS, read_direction
from umpire.games.by_hand.directions.asking import Ask
from umpire.games.by_hand.directions.base import Direction, tell_moved, tell_players
from umpire.games.by_hand.directions.procedures import parameters
from umpire.games.by_hand.forms import NO_ANSWER, OwnCards
from umpire.games.by_hand.names import own_place
from umpire.games.by_hand.state import DiceMessage, Question, Rolling, Shuffling, State
from umpire.games.by_hand.text import sentence, whole
from umpire.games.errors import NotUnderstood, Rejected
from umpire.games.page import Draft, Field
from umpire.games.page import Question as PageQuestion
from umpire.games.results import verbatim
from umpire.games.text import pluralize, words

_SHOWN: Final = ("ask", "tell", "count", "deal", "move", "do", "end")
"""Directions with an example among those of the kind."""


class DirectKind(DecisionKind[State, Direction]):
    """A direction of the umpire's; each is a step of its own (ruling 2)."""

    name = "direct"
    task = "direct the game"
    asks = "The umpire directs the game: asks, deals, tells, counts and judges."
    notation = "a direction, as the table of all directions has them"
    examples = tuple([each.examples[0] for each in DIRECTIONS if each.word in _SHOWN])
    limit = "none"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask for the next direction, also while the match is paused, but not while chance is."""
        return (Decision(f"direct {state.said + 1}", UMPIRE, self, secret=True),)

    def ask(self, view: State, decision: Decision) -> str:
        if view.todo:
            steps = pluralize(len(view.todo), "step")
            return f"Direct the game, or wait: {steps} to go. Example: stop."
        return "Direct the game. Example: tell all: Welcome."

    def read(self, state: State, decision: Decision, text: str) -> Direction:
        """Read a direction, and judge it by carrying it out."""
        direction = read_direction(text, state.names)
        direction.perform(state, tell_nobody)
        return direction

    def is_open(self, answer: Direction) -> bool:
        return False

    def apply(self, state: State, answers: Answers[Direction], tell: Tell) -> State:
        (direction,) = answers.values()
        return direction.perform(state.replace(said=state.said + 1), tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        ready = [name for name, steps in view.procedures.items() if not parameters(steps)]
        offered = [] if view.todo else [f"do {name}" for name in ready]
        offered += ["stop"] if view.todo else []
        offered += ["withdraw all"] if view.open_questions and view.playing else []
        return tuple(offered)

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Direction:
        """Return a direction with made-up words; after a while the one that ends the match."""
        return self.read(state, decision, random_direction(state, random))


def first_direction(options: State) -> str:
    """Return the first procedure that asks something and takes no words, or else a question."""
    for name, steps in options.procedures.items():
        asks = any(step.split(None, 1)[0].casefold() == Ask.word for step in steps)
        if asks and name != options.begin and not parameters(steps):
            return f"do {name}"
    return "ask all: Are you ready? = yes or no"


class AnswerKind(ChoiceKind[State, str | kinds.Silence]):
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
        wanted = question.form.instruction(view, decision.by)
        return f"{sentence(question.prompt)} Answer {wanted}."

    def question(self, view: State, decision: Decision) -> PageQuestion:
        return page.question(view, _question(view, decision.by))

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        form = _question(view, decision.by).form
        return {CHOICE: page.field(view, decision.by, form)}

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft | None:
        asked = _question(view, decision.by)
        return page.draft(view, decision.by, asked, filled.get(CHOICE, ""))

    def read(self, state: State, decision: Decision, text: str) -> str:
        """Read an answer by the question's form (ruling 1: that is all that is judged)."""
        return _question(state, decision.by).form.read(state, decision.by, text)

    def default_answer(self, state: State, decision: Decision) -> str | kinds.Silence:
        """Return the question's default as things are now, or no answer."""
        question = _question(state, decision.by)
        if question.default is None:
            return NO_ANSWER
        return question.form.at_limit(state, decision.by, question.default)

    def apply(self, state: State, answers: Answers[str | kinds.Silence], tell: Tell) -> State:
        """Let the answers count, and move the cards that they name, players in seat order."""
        question = _question(state, next(iter(answers)))
        order = [name for name in question.to if name in answers]
        taken = {name: text for name in order if isinstance(text := answers[name], str)}
        silent = {*question.silent, *answers.silent}
        for name in order:
            only = name if question.is_hidden else None
            if name not in taken:
                tell(f"{name} gave no answer.", only, by=name, did="gave no answer")
                continue
            how = " (by default)" if name in answers.silent else ""
            did = page.answered(question.form, taken[name])
            cards = tuple(taken[name].split()) if isinstance(question.form, OwnCards) else ()
            tell(
                f"{name} answered{how}: {sentence(taken[name])}",
                only,
                by=name,
                kind="move",
                pieces=cards,
                did=did and f"{did}{how}",
            )
        after = question.replace(
            answers={**question.answers, **taken},
            open=tuple([name for name in question.open if name not in answers]),
            silent=tuple([name for name in question.to if name in silent]),
            revealed=question.revealed or question.how != "in secret",
        )
        state = state.with_question(question, after)
        if isinstance(question.form, OwnCards) and question.form.pile is not None:
            for name, answer in taken.items():
                state = _play(state, name, answer.split(), question.form.pile, tell)
        return state

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        return _question(view, decision.by).form.suggestions(view, decision.by)

    def random_choice(
        self, state: State, decision: Decision, random: RandomSource
    ) -> str | kinds.Silence:
        """Return an answer in the question's form; no answer where none fits."""
        text = random_answer(state, _question(state, decision.by), decision.by, random)
        try:
            return self.read(state, decision, text)
        except Rejected:
            return NO_ANSWER  # as from 0 to a count that is below 0


def decision_id(question: Question, name: str) -> str:
    """Return the id of what a player owes to a question that is not masked.

    What was asked belongs to it: of a question that was taken back the number comes again.
    """
    return f"{question.k}, {name}: {question.prompt} = {question.form}"


def _question(state: State, player: str) -> Question:
    question = state.question_to(player)
    assert question is not None, "only asked of who owes an answer"
    return question


def _play(state: State, player: str, named: list[str], target: str, tell: Tell) -> State:
    """Move cards from a hand to the top of a pile, the first one lowest (ruling 7).

    How many lie in the hand is public, so that everybody is told (ruling 16).
    """
    hand, pile = state.hands[player], target if target in state.piles else own_place(target, player)
    positions = [position for position in find_cards(named, hand) if position is not None]
    if not positions:
        return state
    cards, left = take(hand, positions)
    if state.is_counted(pile):
        visible = cards if state.is_open(pile) else ()
        description = " ".join(visible) or pluralize(len(cards), "card")
        tell(
            f"{player} puts {description} onto {pile}.",
            by=player,
            kind="move",
            pieces=visible,
            did=verbatim(f"put {pluralize(len(cards), 'card')} onto {pile}"),
        )
    else:
        tell_moved(tell, state, player, pile, cards, cards)
    return state.with_cards({player: left, pile: cards[::-1] + state.cards_at(pile)})


class ShuffleKind(ChanceKind[State, Cards]):
    """The new order from the top; of an open pile it is public.

    What is not for everybody is asked in secret, so that all else is open.
    """

    name = "shuffle"
    is_open = DecisionKind.is_open

    def pending(self, state: State) -> tuple[Decision, ...]:
        secret = not state.is_open(_place(state))
        return (Decision(f"chance {state.draws}", CHANCE, self, secret=secret),)

    def ask(self, view: State, decision: Decision) -> str:
        if not isinstance(view.waiting, Shuffling) or view.waiting.place is None:
            return "Chance shuffles."
        return f"Name all cards of {view.waiting.place} in their new order, the top first."

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        place = _place(state)
        lying, named = state.cards_at(place), split(text)
        if len(named) != len(lying):
            raise NotUnderstood(f"{place} has {pluralize(len(lying), 'card')}, not {len(named)}.")
        order, _ = take(lying, positions_of(read_cards(named), lying, place))
        return order

    def format(self, answer: Cards) -> str:
        return " ".join(answer)

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        lying = state.cards_at(_place(state))
        return " ".join(dice.draw(len(lying), lying))

    def apply(self, state: State, answers: Answers[Cards], tell: Tell) -> State:
        (cards,) = answers.values()
        place = _place(state)
        # that a hand was shuffled its player sees by the new order, and only by that
        only = None if state.is_open(place) else UMPIRE
        tell(f"{place} is shuffled: {' '.join(cards)}.", only, kind="deal", pieces=cards)
        return state.with_cards({place: cards}).replace(waiting=None)


def _place(state: State) -> str:
    assert isinstance(state.waiting, Shuffling), "only asked while a place is shuffled"
    assert state.waiting.place is not None, "only asked of the whole state"
    return state.waiting.place


class RollKind(kinds.RollKind[State]):
    """The dice in order, for whom the roll is."""

    name = "roll"
    is_open = DecisionKind.is_open

    def pending(self, state: State) -> tuple[Decision, ...]:
        secret = _rolling(state).to is not None
        return (Decision(f"chance {state.draws}", CHANCE, self, secret=secret),)

    def ask(self, view: State, decision: Decision) -> str:
        if not isinstance(view.waiting, Rolling) or not view.waiting.number:
            return "Chance rolls dice."
        dice = pluralize(view.waiting.number, "number")
        return f"Roll {view.waiting.dice}: {dice} from 1 to {view.waiting.sides}."

    def count(self, state: State) -> int:
        return _rolling(state).number

    def sides(self, state: State) -> int:
        return _rolling(state).sides

    def read(self, state: State, decision: Decision, text: str) -> tuple[int, ...]:
        """Read a number for each die; what has too many digits is none (3)."""
        are_numbers = all(whole(word) is not None for word in words(text))
        return super().read(state, decision, text if are_numbers else "")

    def apply(self, state: State, answers: Answers[tuple[int, ...]], tell: Tell) -> State:
        (result,) = answers.values()
        rolling = _rolling(state)
        text = f"{rolling.dice} rolled: {self.format(result)}."
        tell_players(tell, rolling.to, text, "For", kind="deal")
        rolled = DiceMessage(str(rolling.dice), rolling.to, result)
        return state.replace(waiting=None).with_message(rolled)


def _rolling(state: State) -> Rolling:
    assert isinstance(state.waiting, Rolling), "only asked while dice are rolled"
    return state.waiting
