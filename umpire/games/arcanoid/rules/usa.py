"""USA, the mechanical player of GAZA (5.9): it discards, and abdicates when it has nothing left."""

from umpire.games.arcanoid.components import in_order
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import abdicate
from umpire.games.arcanoid.state import USA, State, to_discard, with_seat


def usa_moves(state: State) -> State:
    """Make USA's move."""
    seat = state.seats[USA]
    if not seat.hand:
        return complete(abdicate(state, USA, seat.free[0]), USA)
    state = to_discard(state, USA, seat.hand[0], told=f"{USA} discards a card.")
    return complete(state, USA)


def turn_up(state: State) -> State:
    """Turn up all cards that USA has in its hand now; they stay so."""
    if USA not in state.seats or not state.seats[USA].hand:
        return state
    return with_seat(state, USA, up=in_order(state.seats[USA].hand))
