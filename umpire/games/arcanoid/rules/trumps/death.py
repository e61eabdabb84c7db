"""13, Death: the deck is closed."""

from umpire.games.arcanoid.components import DEATH
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.refill import close_deck
from umpire.games.arcanoid.rules.trumps.base import Plain
from umpire.games.arcanoid.state import State, discarded, to_discard


class Death(Plain):
    """Discarded, and all cards of the deck with it; the deck is closed. Ruling 15."""

    card = DEATH
    example = "death"

    def make(self, state: State, actor: str, given: None) -> State:
        """Close the deck, unless it is closed already."""
        state = to_discard(state, actor, self.card, told=f"{state.called(actor)} plays Death.")
        if not state.supply.closed:
            state = close_deck(discarded(state, state.deck).changed(deck=()))
        return complete(state, actor)
