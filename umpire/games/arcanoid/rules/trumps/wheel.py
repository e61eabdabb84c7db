"""10, the Wheel: cards are drawn, and as many discarded."""

from umpire.games.arcanoid.components import WHEEL, WHEEL_CARDS
from umpire.games.arcanoid.rules.drawing import draw_open, draw_to_justice
from umpire.games.arcanoid.rules.trumps.base import Plain
from umpire.games.arcanoid.rules.wheel import draw_to_discard
from umpire.games.arcanoid.state import State, do_first, to_discard, with_effects
from umpire.games.arcanoid.state import Wheel as Turning


class Wheel(Plain):
    """Discarded. Five cards are drawn and four discarded.

    [10-11] From visible Strength the first of the five is drawn face up, [8-10] from Justice it
    completes Justice; the other four are drawn to the hand then, and four discarded. [10-15] All
    see what a daemon draws.
    """

    card = WHEEL
    example = "wheel"

    def make(self, state: State, actor: str, given: None) -> State:
        place = state.place_of(actor, self.card)
        state = to_discard(state, actor, self.card, told=f"{state.called(actor)} turns the Wheel.")
        state = with_effects(state, wheel=Turning(actor, place))
        drawing = (draw_to_discard, (WHEEL_CARDS if place == "hand" else WHEEL_CARDS - 1,))
        if place == "visible":
            state, card = draw_open(do_first(state, drawing), actor)
            assert state.effects.wheel is not None
            return with_effects(state, wheel=state.effects.wheel._replace(face_up=card))
        if place == "justice":
            return do_first(state, (draw_to_justice, ()), drawing)
        return do_first(state, drawing)
