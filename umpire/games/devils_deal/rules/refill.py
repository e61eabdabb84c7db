"""`refill`: whether to pay 5 chips for new cards, as often as wanted; no ends the turn."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import ChoiceKind, Decision, NotUnderstood, RandomSource, Step, told
from umpire.games.devils_deal.components import REFILL_PRICE
from umpire.games.devils_deal.rules.refills import end_turn, tell_not_asked, turns_from
from umpire.games.devils_deal.state import Refill, State
from umpire.games.notation import counted, not_understood, plain
from umpire.games.two_players import with_mine

_FEW: Final = 4
_WITH_FEW: Final = 0.75
_OTHERWISE: Final = 0.3
"""How often a random player refills, with few cards left and otherwise."""


class RefillKind(ChoiceKind[State, bool]):
    """Whether the player on turn buys a refill."""

    name = "refill"
    task = "decide on a refill"
    asks = f"Whether to pay {REFILL_PRICE} chips for a refill, as often as wanted."
    notation = "yes (y) or no (n)"
    examples = ("yes", "n")
    limit = "simple_seconds; then no"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask the player on turn; the number counts both players' questions of the round."""
        current = state.playing
        number = len(current.refills) + (state.acting != current.starter) + 1
        turn = f"refill {current.number}.{number}"
        return (Decision(turn, state.actor, self, state.limits.simple_seconds),)

    def ask(self, seen: State, decision: Decision) -> str:
        return (
            f"Buy a refill for {REFILL_PRICE} of your {seen.chips[seen.acting]} chips: yes or no?"
        )

    def read(self, state: State, decision: Decision, text: str) -> bool:
        match plain(text):
            case "yes" | "y":
                return True
            case "no" | "n":
                return False
        raise NotUnderstood(f"{not_understood(text)} Buy a refill: yes or no?")

    def format(self, answer: bool) -> str:
        return "yes" if answer else "no"

    def default_answer(self, state: State, decision: Decision) -> bool:
        return False

    def apply(self, state: State, answers: Mapping[str, bool]) -> Step[State]:
        (wanted,) = answers.values()
        if wanted:
            pays = f"{state.actor} pays {counted(REFILL_PRICE, 'chip')} for a refill."
            return Step(_bought(state), told([pays]))
        # Ruling 6: that is for the rest of the round.
        after = end_turn(state, state.acting)
        passed_over = tell_not_asked(after, turns_from(state, state.acting)[1:])
        return Step(after, told([f"{state.actor} buys no refill.", *passed_over]))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return ("yes", "no")

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> bool:
        """Return yes more often with few cards left."""
        few = len(state.pools[state.acting]) < _FEW
        return random.random() < (_WITH_FEW if few else _OTHERWISE)


def _bought(state: State) -> State:
    side, current = state.acting, state.playing
    return state.changed(
        phase="selection",
        chips=with_mine(state.chips, side, state.chips[side] - REFILL_PRICE),
        removed=state.removed + REFILL_PRICE,  # Ruling 4: nobody receives them.
        current=current.changed(refills=(*current.refills, Refill(side))),
    )
