"""2, the Priestess: she shows a hand."""

from umpire.games.arcanoid.components import PRIESTESS
from umpire.games.arcanoid.rules.trumps.base import AtTarget, judge_active
from umpire.games.arcanoid.rules.turns import move_again
from umpire.games.arcanoid.state import Reveal, State, reveal, to_discard


class Priestess(AtTarget):
    """Discarded. An active target's hand is shown to who played it; the actor moves again.

    [2-15, 2-8] To all if a daemon played it; from Justice to its master alone.
    """

    card = PRIESTESS
    example = "priestess Bo"

    def judge(self, state: State, actor: str, given: str) -> None:
        """Ruling 17: any active actor may be the target, oneself too."""
        super().judge(state, actor, given)
        judge_active(state, given)

    def make(self, state: State, actor: str, given: str) -> State:
        """Show the hand. Ruling 18: a daemon's Priestess is seen by all, but for one of Justice."""
        daemons = state.seats[actor].master and state.place_of(actor, self.card) != "justice"
        to = None if daemons else (state.player_of(actor),)
        told = f"{state.called(actor)} looks at the hand of {state.called(given)}."
        state = to_discard(state, actor, self.card, told=told)
        shown = Reveal(actor, self.card, given, to, ((given, state.seats[given].hand),))
        return move_again(reveal(state, shown), actor)
