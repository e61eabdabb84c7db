"""`reshuffle`: the discard pile is shuffled and becomes the deck, as all players wanted."""

from umpire.games.arcanoid.components import Cards, in_order
from umpire.games.arcanoid.rules.asking import ShuffleKind
from umpire.games.arcanoid.state import State, tell
from umpire.games.base import NotAllowed
from umpire.games.cards import names
from umpire.games.notation import counted


class ReshuffleKind(ShuffleKind):
    """All cards of the discard pile, the new deck from the top."""

    name = "reshuffle"
    shuffled = "all cards of the discard pile"

    def cards(self, state: State) -> Cards:
        return in_order(state.discard)

    def judge(self, state: State, cards: Cards) -> None:
        if sorted(cards) != sorted(state.discard):
            pile = names(in_order(state.discard))
            raise NotAllowed(f"The cards of the discard pile are {pile}.")

    def shuffle(self, state: State, cards: Cards) -> State:
        state = tell(
            state,
            f"The discard pile is shuffled and becomes the deck: {counted(len(cards), 'card')}.",
        )
        supply = state.supply.changed(fool_played=False, unheard=True)
        return state.changed(deck=cards, discard=(), supply=supply)
