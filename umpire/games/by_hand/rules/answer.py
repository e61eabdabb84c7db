"""`answer`: what a player answers to the umpire's question."""

from collections.abc import Mapping

from umpire.games.base import CHOICE, Answers, Decision, DecisionKind, Form, RandomSource, Step
from umpire.games.by_hand.forms import NO_ANSWER
from umpire.games.by_hand.made_up import random_answer
from umpire.games.by_hand.questions import count_answers
from umpire.games.by_hand.state import Question, State
from umpire.games.by_hand.text import sentence


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

    def ask(self, seen: State, decision: Decision) -> str:
        question = _question(seen, decision.by)
        wanted = question.form.wanted(seen, decision.by)
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

    def apply(self, state: State, answers: Answers[str]) -> Step[State]:
        question = _question(state, next(iter(answers)))
        return count_answers(state, question, answers, answers.silent)

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return _question(seen, decision.by).form.offered(seen, decision.by)

    def form(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return {CHOICE: self.suggest(seen, decision)}

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
