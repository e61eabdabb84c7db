"""Whose turn it is: own turns in playing order, extra ones by the Hermit (5.1, 5.6)."""

from umpire.games.arcanoid.components import HERMIT
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.usa import usa_moves
from umpire.games.arcanoid.state import (
    USA,
    State,
    Todo,
    Turn,
    ask,
    discarded,
    do_first,
    tell,
)
from umpire.games.values import changed


def next_turn(state: State) -> State:
    """Go on to the next place in playing order; when all are finished the round ends."""
    return _go_past(state, state.place)


def _go_past(state: State, place: str) -> State:
    order, seats = state.order, state.seats
    place = order[(order.index(place) + 1) % len(order)]
    if seats[place].finished and all(seat.finished for seat in seats.values()):
        return state  # what ends the round is next on the agenda
    return come_to_place(state, place)


def come_to_place(state: State, place: str) -> State:
    """Let the turns be taken that are due at a place.

    [0-8-9] Pledged moves are due before their place. Ruling 41: whether its actor is finished or
    not; [0-8-9-15] a daemon that joins there later plays after them.
    """
    hermit = state.hermit
    if hermit is not None and place in hermit.pledged:
        at = hermit.pledged.index(place)
        pledged = (*hermit.pledged[:at], *hermit.pledged[at + 1 :])
        state = changed(state, hermit=hermit._replace(pledged=pledged))
        return _extra_turn(do_first(state, (come_to_place, (place,))))
    if state.seats[place].finished:
        return _go_past(state, place)
    agenda: tuple[Todo, ...] = ((_end_own_turn, ()), *state.agenda)
    if place == USA:
        return usa_moves(changed(state, place=place, turn=Turn(place), agenda=agenda))
    return ask(state, "move", place, place=place, turn=Turn(place), agenda=agenda)


def _end_own_turn(state: State) -> State:
    """End a turn that was not an extra one; play goes on with the next place."""
    if state.hermit is None:
        return next_turn(state)
    return end_turn(do_first(state, (next_turn, ())))


def _extra_turn(state: State) -> State:
    """Let the Hermit's owner have an extra turn, which counts from its start."""
    hermit = state.hermit
    assert hermit is not None
    state = tell(state, f"{hermit.by} makes an extra move.")
    state = changed(
        state,
        hermit=hermit._replace(left=hermit.left - 1),
        turn=Turn(hermit.by, extra=True),
        agenda=((end_turn, ()), *state.agenda),
    )
    return ask_move(state)


def ask_move(state: State) -> State:
    """Ask the actor whose turn it is for a move; who is finished by now has none (again)."""
    actor = state.acting
    return state if state.seats[actor].finished else ask(state, "move", actor)


def move_again(state: State, actor: str) -> State:
    """Let the actor move again in the same turn, after completing.

    [(2, 3, 8)-9] No extra move of the Hermit comes in between: the turn is not over.
    """
    return do_first(state, (complete, (actor,)), (ask_move, ()))


def end_turn(state: State) -> State:
    """End a turn: the Hermit may be used up, else its owner is asked for an extra move.

    Ruling 39: after every turn, for it is public who has them. Ruling 40: a Hermit is discarded
    when its third extra turn is wholly over.
    """
    hermit = state.hermit
    if hermit is None:
        return state
    if hermit.left == 0:
        state = tell(changed(state, hermit=None), "The Hermit is discarded.")
        return discarded(state, [HERMIT])
    return ask(state, "hermit", hermit.by) if hermit.unpledged else state


def answer_hermit(state: State, yes: bool) -> State:
    """Take in whether the Hermit's owner moves now; after that turn they are asked again."""
    return _extra_turn(state) if yes else state
