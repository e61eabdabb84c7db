"""The kinds `examine-boards` and `examine-cards`: each player looks, and says ready.

Both look at the boards before the first bout, and at the cards of each bout before they bet. An
examination of 0 seconds does not exist.
"""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Literal

from umpire.games.base import CHOICE, ChoiceKind, Decision, Event, NotUnderstood, Step
from umpire.games.box_within_a_box.rules.bet import open_bets
from umpire.games.box_within_a_box.rules.reading import cell, plain
from umpire.games.box_within_a_box.state import State
from umpire.games.notation import not_understood
from umpire.games.two_players import with_mine

Ready = Literal["ready"]


def read_ready(text: str) -> Ready:
    """Read `ready`. Raises NotUnderstood."""
    if plain(text) != "ready":
        raise NotUnderstood(f"{not_understood(text)} Answer ready when you have seen enough.")
    return "ready"


class _Examination(ChoiceKind[State, Ready]):
    """Something to look at until both are ready, each by themselves."""

    notation = "ready"
    examples = ("ready",)
    _option: ClassVar[str]
    """The option that has its seconds."""

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask who is not ready. Ruling 1: without a clock no limit falls, and they wait."""
        seconds: float = getattr(state.terms.options, self._option)
        return tuple(
            [
                Decision(f"{self.name} {state.bout}.{side + 1}", player, self, seconds)
                for side, player in enumerate(state.players)
                if not state.ready[side]
            ]
        )

    def read(self, state: State, decision: Decision, text: str) -> Ready:
        return read_ready(text)

    def default_answer(self, state: State, decision: Decision) -> Ready:
        return "ready"

    def apply(self, state: State, answers: Mapping[str, Ready]) -> Step[State]:
        (by,) = answers
        both = with_mine(state.ready, state.side_of(by), True)
        if all(both):
            after = self._go_on(state.changed(ready=(False, False)))
        else:
            after = state.changed(ready=both)
        return Step(after, (Event(f"{by} is ready."),))

    @abstractmethod
    def _go_on(self, state: State) -> State:
        """Return the state once both are ready."""

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return ("ready",)

    def form_line(self, seen: State, decision: Decision, filled: Mapping[str, str]) -> str:
        return cell(filled, CHOICE)


class ExamineBoardsKind(_Examination):
    """The boards, before the first bout."""

    name = "examine-boards"
    task = "look at the boards"
    asks = "Before the first bout each player looks at the boards."
    limit = "seconds_examine_boards; then it counts as ready. With 0 nobody is asked"
    _option = "seconds_examine_boards"

    def ask(self, seen: State, decision: Decision) -> str:
        return "Look at the boards. Are you ready?"

    def _go_on(self, state: State) -> State:
        return state.changed(phase="deal", bout=1)


class ExamineCardsKind(_Examination):
    """The eight cards of a bout."""

    name = "examine-cards"
    task = "look at the cards"
    asks = "In each bout each player looks at the eight community cards."
    limit = "seconds_examine_cards; then it counts as ready. With 0 nobody is asked"
    _option = "seconds_examine_cards"

    def ask(self, seen: State, decision: Decision) -> str:
        return f"Bout {seen.bout}: look at the eight community cards. Are you ready?"

    def _go_on(self, state: State) -> State:
        return open_bets(state)
