"""15, the Devil: a daemon joins the round."""

from umpire.games.arcanoid.components import DEVIL, JUSTICE, Cards, without
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import abdicate
from umpire.games.arcanoid.rules.trumps.base import Plain
from umpire.games.arcanoid.state import DAEMON, Seat, State, discarded, taken, tell, with_effects


class Devil(Plain):
    """Laid down. A daemon with open cards plays for its master from now on.

    [8-15] With Justice in play its hand is the Justice cards, and Justice is discarded.
    """

    card = DEVIL
    example = "devil"

    def make(self, state: State, actor: str, given: None) -> State:
        state = taken(state, actor, [self.card])
        daemon = _name(state)
        hand: Cards = ()
        if state.justice is not None:
            hand = state.justice.cards  # sorted: in card order
            aside = without(state.effects.aside, [JUSTICE])
            state = discarded(with_effects(state, aside=aside).changed(justice=None), [JUSTICE])
        seats = {**state.seats, daemon: Seat(master=actor, hand=hand)}
        state = _seated(with_effects(state, daemon=daemon).changed(seats=seats), actor, daemon)
        state = tell(state, f"{actor} calls a daemon with open cards.")
        return complete(_driven_off(state, daemon), daemon, actor)


def _name(state: State) -> str:
    """Return the name of the new daemon. Ruling 27: a second one in a round is another actor."""
    before = sum(seat.master is not None for seat in state.seats.values())
    return f"{DAEMON}{before + 1}" if before else DAEMON


def _seated(state: State, master: str, daemon: str) -> State:
    """Seat the daemon before its master, or [9-15] where the extra move was made.

    Either way it plays when all others have had their turn.
    """
    assert state.turn is not None
    order = state.order
    if state.turn.extra:
        at = order.index(state.place) + 1
        return state.changed(order=(*order[:at], daemon, *order[at:]), place=daemon)
    at = order.index(master)
    return state.changed(order=(*order[:at], daemon, *order[at:]))


def _driven_off(state: State, daemon: str) -> State:
    """Let the daemon abdicate where the World lies (ruling 26)."""
    worlds = {
        field
        for seat in state.seats.values()
        for field, laid in enumerate(seat.fields)
        if laid is not None and laid.kind == "world"
    }
    for field in sorted(worlds):
        state = abdicate(state, daemon, field, to="the World")
    return state
