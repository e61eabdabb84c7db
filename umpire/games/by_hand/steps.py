"""Procedures as they run: one step after another, as if the umpire had said it.

There are no conditions (ruling 13): `wait` is all that a step may depend on.
"""

from umpire.games.base import UMPIRE, Event, Step
from umpire.games.by_hand.directions import read_step
from umpire.games.by_hand.procedures import WAIT
from umpire.games.by_hand.state import State
from umpire.games.errors import Rejected
from umpire.games.notation import plain, quoted


def next_step(state: State) -> Step[State] | None:
    """Carry out the next step that remains; None if none can run now.

    While chance is asked or the match is paused none can.
    """
    if not state.todo or state.waiting is not None or state.paused:
        return None
    text, *rest = state.todo
    after = state.changed(todo=tuple(rest))
    if plain(text) == WAIT:
        return None if state.open_questions else Step(after)
    try:
        return read_step(text, state.names).perform(after)
    except Rejected as refusal:
        told = f"The step {quoted(text)} is refused, and the rest is dropped. {refusal}"
        return Step(state.changed(todo=()), (Event(told, UMPIRE),))
