"""8, Justice: open cards for everybody."""

from umpire.games.arcanoid.components import JUSTICE, in_order
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.trumps.base import Plain
from umpire.games.arcanoid.rules.turns import move_again
from umpire.games.arcanoid.state import Justice as Open
from umpire.games.arcanoid.state import State, set_aside, tell, with_seat


class Justice(Plain):
    """Set aside. Six cards face up, which all but USA may use; the actor moves again.

    [8-15] With an active daemon its hand becomes the Justice cards instead, for good, and the actor
    does not move again. [8-11-15] All of its hand, if Strength has made that more than six.
    [7-8-15] Its Chariot stays its own.
    """

    card = JUSTICE
    example = "justice"

    def make(self, state: State, actor: str, given: None) -> State:
        """Open Justice; completing draws its cards (ruling 25: of a daemon's up to six too)."""
        state = set_aside(state, actor, self.card)
        daemon = state.effects.daemon
        if daemon is None:
            state = tell(
                state.changed(justice=Open()),
                "Justice is in play: everybody may use its open cards.",
            )
            return move_again(state, actor)
        # Ruling 24: the size is six again; surplus cards stay until used.
        cards = in_order(state.seats[daemon].hand)
        state = with_seat(state, daemon, hand=(), size=0)
        state = tell(
            state, f"Justice is in play: everybody may use the cards of {state.called(daemon)}."
        )
        return complete(state.changed(justice=Open(cards)), actor)
