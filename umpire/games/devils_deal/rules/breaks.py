"""`break`: the time between two rounds, which each player may end for oneself."""

from collections.abc import Mapping

from umpire.games.base import ChoiceKind, Decision, NotUnderstood, Step, told
from umpire.games.devils_deal.rules.rounds import begin_round, tell_next
from umpire.games.devils_deal.state import State
from umpire.games.notation import not_understood, plain
from umpire.games.two_players import SIDES, with_mine


class BreakKind(ChoiceKind[State, str]):
    """When a player's own break ends: the answer is `ready`."""

    name = "break"
    task = "end the break"
    asks = "When a player's own break after a round may end."
    notation = "ready"
    examples = ("ready",)
    limit = "break_seconds; then ready"

    def pending(self, state: State) -> tuple[Decision, ...]:
        """Ask both, each for oneself (ruling 34)."""
        owing = [state.players[side] for side in SIDES if not state.ready[side]]
        limit = state.limits.break_seconds
        return tuple([Decision(f"break {state.round} {who}", who, self, limit) for who in owing])

    def ask(self, seen: State, decision: Decision) -> str:
        return "Ready for the next round?"

    def read(self, state: State, decision: Decision, text: str) -> str:
        if plain(text) != "ready":
            raise NotUnderstood(f"{not_understood(text)} Write ready to end your break.")
        return "ready"

    def default_answer(self, state: State, decision: Decision) -> str:
        return "ready"

    def apply(self, state: State, answers: Mapping[str, str]) -> Step[State]:
        (player,) = answers
        ready = with_mine(state.ready, state.side_of(player), True)
        after = begin_round(state) if all(ready) else state.changed(ready=ready)
        return Step(after, lambda: told([f"{player} is ready.", *tell_next(state, after)]))

    def suggest(self, seen: State, decision: Decision) -> tuple[str, ...]:
        return ("ready",)
