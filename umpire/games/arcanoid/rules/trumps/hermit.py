"""9, the Hermit: three extra moves."""

from umpire.games.arcanoid.components import EXTRA_MOVES, HERMIT
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.trumps.base import Plain
from umpire.games.arcanoid.state import Hermit as Laid
from umpire.games.arcanoid.state import State, taken, tell, with_effects


class Hermit(Plain):
    """Laid down with three extra moves; `rules.turns` tells when they are made.

    Ruling 46: it is its actor's alone, a daemon's too.
    """

    card = HERMIT
    example = "hermit"

    def make(self, state: State, actor: str, given: None) -> State:
        state = with_effects(taken(state, actor, [self.card]), hermit=Laid(actor, EXTRA_MOVES))
        return complete(
            tell(
                state, f"{state.called(actor)} plays the Hermit and has {EXTRA_MOVES} extra moves."
            ),
            actor,
        )
