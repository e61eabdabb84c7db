"""`selection`: chance draws the 12 cards that the buyer of a refill is to divide."""

from collections.abc import Mapping

from umpire.games.base import CHANCE, Decision, Step, told
from umpire.games.cards import names
from umpire.games.devils_deal.components import SELECTION, Cards
from umpire.games.devils_deal.rules.drawing import FromDeckKind
from umpire.games.devils_deal.rules.refills import go_on, number_of_refill
from umpire.games.devils_deal.state import State


class SelectionKind(FromDeckKind):
    """The cards of a refill, in the order shown."""

    name = "selection"
    count = SELECTION

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"selection {number_of_refill(state)}", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return (
            f"Draw {self.count} different cards for {seen.actor}. "
            "Example: R1 R2 R3 R4 R5 R6 B1 B2 B3 B4 B5 B6."
        )

    def apply(self, state: State, answers: Mapping[str, Cards]) -> Step[State]:
        """Show the buyer the cards. Ruling 7: the time of the division starts with them."""
        (cards,) = answers.values()
        after = go_on(state, "divide", state.refilling.changed(selection=cards))
        return Step(after, told([f"{state.actor}'s twelve cards: {names(cards)}."]))
