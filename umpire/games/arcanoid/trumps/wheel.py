"""10, the Wheel: cards are drawn, and as many discarded."""

from umpire.games.arcanoid.answers import Discards
from umpire.games.arcanoid.components import WHEEL, WHEEL_CARDS, in_order, names, without
from umpire.games.arcanoid.rules.drawing import complete, draw_cards, draw_open, draw_to_justice
from umpire.games.arcanoid.state import (
    State,
    ask,
    discarded,
    do_first,
    taken,
    tell,
    to_discard,
    with_seat,
)
from umpire.games.arcanoid.state import Wheel as Turning
from umpire.games.arcanoid.trumps.base import Plain
from umpire.games.base import NotAllowed
from umpire.games.values import changed


class Wheel(Plain):
    """Discarded. Five cards are drawn and four discarded.

    [10-11] From visible Strength the first of the five is drawn face up, [8-10] from Justice it
    completes Justice; the other four are drawn to the hand then, and four discarded. [10-15] All
    see what a daemon draws.
    """

    card = WHEEL
    example = "wheel"

    def play(self, state: State, actor: str, given: None) -> State:
        """Draw, then ask what is discarded."""
        place = state.place_of(actor, self.card)
        state = to_discard(state, actor, self.card, told=f"{actor} turns the Wheel.")
        state = changed(state, wheel=Turning(actor, place))
        drawing = (_draw, (WHEEL_CARDS if place == "hand" else WHEEL_CARDS - 1,))
        if place == "visible":
            state, card = draw_open(do_first(state, drawing), actor)
            assert state.wheel is not None
            return changed(state, wheel=state.wheel._replace(face_up=card))
        if place == "justice":
            return do_first(state, (draw_to_justice, ()), drawing)
        return do_first(state, drawing)


def _draw(state: State, count: int) -> State:
    if state.wheel is None:  # its actor has left play
        return state
    actor = state.wheel.actor
    held = len(state.seats[actor].hand)
    return draw_cards(do_first(state, (_ask_for_discards, (held,))), actor, count)


def _ask_for_discards(state: State, held: int) -> State:
    wheel = state.wheel
    if wheel is None:
        return state
    drawn = state.seats[wheel.actor].hand[held:]
    count = len(drawn) - (wheel.place == "hand")
    if count <= 0:
        return complete(changed(state, wheel=None), wheel.actor)
    state = changed(state, wheel=wheel._replace(owed=count, drawn=drawn))
    return ask(state, "wheel", wheel.actor)


def judge_discards(state: State, given: Discards) -> None:
    """Raise NotAllowed unless these cards may be discarded, and shown, for the Wheel.

    [10-11] For visible cards that go as many of the drawn ones are shown.
    """
    wheel = state.wheel
    assert wheel is not None
    seat = state.seats[wheel.actor]
    named = (*given.cards, *given.shown)
    if len(set(named)) < len(named):
        raise NotAllowed(f"A card is named twice in {names(named)}.")
    if len(given.cards) != wheel.owed:
        raise NotAllowed(f"{wheel.owed} cards are to be discarded, not {len(given.cards)}.")
    for card in given.cards:
        if card not in seat.hand and card not in seat.visible:
            raise NotAllowed(f"{card} is neither in the hand nor visible there.")
    visible = [card for card in given.cards if card in seat.visible]
    if len(given.shown) != len(visible):
        raise NotAllowed(
            f"{len(visible)} visible cards are discarded, so {len(visible)} are to be shown: add "
            "show and cards that this Wheel has drawn to the hand."
        )
    for card in given.shown:
        if card not in wheel.drawn:
            raise NotAllowed(f"{card} was not drawn to the hand by this Wheel.")
    if wheel.place == "visible" and visible and wheel.face_up not in visible:
        raise NotAllowed("The other visible card goes only with the one that was drawn face up.")


def discard_for_wheel(state: State, given: Discards) -> State:
    """Discard, and lay open what is shown for visible cards."""
    wheel = state.wheel
    assert wheel is not None
    actor = wheel.actor
    opened = [card for card in given.cards if card in state.seats[actor].visible]
    state = discarded(taken(state, actor, given.cards), given.cards)
    state = tell(state, f"{actor} discards {len(given.cards)} cards for the Wheel.")
    if opened:
        seat = state.seats[actor]
        state = with_seat(
            state,
            actor,
            hand=without(seat.hand, given.shown),
            visible=in_order((*seat.visible, *given.shown)),
        )
        state = tell(state, f"{names(opened)} went; {names(given.shown)} is visible instead.")
    return complete(changed(state, wheel=None), actor)
