"""The state as a viewer may know it: what is hidden from them is masked, whatever it is for.

Hidden are the deck, the discard pile, what is being drawn, hands of others, commitments made in
secret until the round ends, and what a trump has shown to somebody else.
"""

from umpire.games.arcanoid.state import Laid, Reveal, Seat, State
from umpire.games.cards import HiddenCards


def seen_by(state: State, viewer: str | None) -> State:
    """Return the state with all masked that a viewer may not know; None is the public."""
    attempt, drawing, wheel = state.attempt, state.supply.drawing, state.effects.wheel
    if attempt is not None:
        attempt = attempt._replace(laid=_laid(attempt.laid, viewer))
    if drawing is not None:
        drawing = drawing._replace(cards=HiddenCards(drawing.cards))
    if wheel is not None and not _sees_hand(state, wheel.actor, viewer):
        wheel = wheel._replace(drawn=HiddenCards(wheel.drawn))
    return state.changed(
        seats={
            actor: _seat(seat, viewer, hand=_sees_hand(state, actor, viewer))
            for actor, seat in state.seats.items()
        },
        deck=HiddenCards(state.deck),
        discard=HiddenCards(state.discard),
        attempt=attempt,
        supply=state.supply.changed(drawing=drawing),
        effects=state.effects.changed(
            wheel=wheel,
            reveals=tuple(_reveal(shown, viewer) for shown in state.effects.reveals),
        ),
    )


def _sees_hand(state: State, actor: str, viewer: str | None) -> bool:
    """Return whether a viewer knows an actor's hand: one's own, and [15] a daemon's.

    USA's nobody knows: it is no player.
    """
    return actor == viewer or state.seats[actor].master is not None


def _seat(seat: Seat, viewer: str | None, *, hand: bool) -> Seat:
    fields = tuple([None if laid is None else _laid(laid, viewer) for laid in seat.fields])
    return seat.changed(hand=seat.hand if hand else HiddenCards(seat.hand), fields=fields)


def _laid(laid: Laid, viewer: str | None) -> Laid:
    if laid.secret is None or viewer in laid.secret:
        return laid
    cards = HiddenCards(laid.cards)
    return laid._replace(kind=None, cards=cards, value=None, transmuted=None)


def _reveal(shown: Reveal, viewer: str | None) -> Reveal:
    if shown.to is None or viewer in shown.to:
        return shown
    hidden = tuple([(actor, HiddenCards(cards)) for actor, cards in shown.cards])
    return shown._replace(cards=hidden)
