"""Whose turn it is: own turns in playing order, and before them pledged ones (5.1, 5.6)."""

from functools import lru_cache

from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.hermit import end_turn, extra_turn
from umpire.games.arcanoid.rules.rounds import end_round
from umpire.games.arcanoid.rules.usa import usa_moves
from umpire.games.arcanoid.state import USA, State, Turn, ask, do_first, with_effects


@lru_cache(maxsize=64)  # moments share it
def _own_turn(place: str) -> Turn:
    return Turn(place)


def play_on(state: State) -> State:
    """End an own turn, if there was one, and go on with the next place in playing order.

    This is what a round does as long as nothing else is to be done.
    """
    if state.effects.hermit is None:
        return _go_past(state, state.place)
    return end_turn(do_first(state, (_next_turn, ())))


def _next_turn(state: State) -> State:
    return _go_past(state, state.place)


def _go_past(state: State, place: str) -> State:
    """Go on to the place after this one; when all are finished the round ends."""
    order, seats = state.order, state.seats
    place = order[(order.index(place) + 1) % len(order)]
    if seats[place].finished and all(seat.finished for seat in seats.values()):
        return end_round(state)
    return come_to_place(state, place)


def come_to_place(state: State, place: str) -> State:
    """Let the turns be taken that are due at a place.

    [0-8-9] Pledged moves are due before their place. Ruling 41: whether its actor is finished or
    not; [0-8-9-15] a daemon that joins there later plays after them.
    """
    hermit = state.effects.hermit
    if hermit is not None and place in hermit.pledged:
        at = hermit.pledged.index(place)
        pledged = (*hermit.pledged[:at], *hermit.pledged[at + 1 :])
        state = with_effects(state, hermit=hermit._replace(pledged=pledged))
        return extra_turn(do_first(state, (come_to_place, (place,))))
    if state.seats[place].finished:
        return _go_past(state, place)
    if place == USA:
        return usa_moves(state.changed(place=place, turn=Turn(place)))
    return ask(state, "move", place, place=place, turn=_own_turn(place))


def ask_move(state: State) -> State:
    """Ask the actor whose turn it is for a move; who is finished by now has none (again)."""
    actor = state.acting
    return state if state.seats[actor].finished else ask(state, "move", actor)


def move_again(state: State, actor: str) -> State:
    """Let the actor move again in the same turn, after completing.

    [(2, 3, 8)-9] No extra move of the Hermit comes in between: the turn is not over.
    """
    return do_first(state, (complete, (actor,)), (ask_move, ()))
