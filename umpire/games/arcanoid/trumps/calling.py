"""17 Star, 18 Moon and 19 Sun: cards are called from wherever they are held."""

from typing import ClassVar

from umpire.games.arcanoid.answers import CallCard
from umpire.games.arcanoid.cards_typed import read_card
from umpire.games.arcanoid.components import (
    FOOL,
    JUDGMENT,
    MOON,
    STAR,
    SUN,
    WORLD,
    Card,
    in_order,
    is_trump,
    title,
)
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.usa import turn_up
from umpire.games.arcanoid.state import (
    OF_JUSTICE,
    Calls,
    Justice,
    Place,
    Reveal,
    State,
    ask,
    reveal,
    taken,
    tell,
    to_discard,
    with_seat,
)
from umpire.games.arcanoid.trumps.base import Line, Trump
from umpire.games.base import NotAllowed
from umpire.games.values import changed

_NEVER_CALLED = (FOOL, JUDGMENT, WORLD)


class _Calling(Trump[Card]):
    """Discarded. A card is called: whoever holds it gives it to the place of the calling card.

    [17, 18, 19] The caller too may hold it, and shows it.
    """

    usage = "CARD"
    calls: ClassVar[int]
    """How many cards may be called until one is found."""

    def read(self, line: Line) -> Card:
        """Understand the card."""
        return read_card(line.words)

    def write(self, given: Card) -> str:
        """Return the card."""
        return given

    def judge(self, state: State, actor: str, given: Card) -> None:
        """Raise NotAllowed for a card that this trump cannot call."""
        judge_minor(given)

    def play(self, state: State, actor: str, given: Card) -> State:
        """Call the first card. USA's cards are turned up before."""
        place = state.place_of(actor, self.card)
        state = turn_up(to_discard(state, actor, self.card))
        state = tell(state, f"{actor} plays the {self.word.capitalize()} for {title(given)}.")
        calls = 1 if is_trump(given) else self.calls
        return _call(changed(state, calls=Calls(actor, self.card, place, calls)), given)


class Star(_Calling):
    """One call of a minor card."""

    card = STAR
    calls = 1
    example = "star S5"


class Moon(_Calling):
    """After a miss one more call."""

    card = MOON
    calls = 2
    example = "moon S5"


class Sun(_Calling):
    """After a miss a second, and a third call; or a trump is called, once."""

    card = SUN
    calls = 3
    example = "sun magician"

    def judge(self, state: State, actor: str, given: Card) -> None:
        """Raise NotAllowed for the trumps that are never called."""
        if given in _NEVER_CALLED:
            raise NotAllowed(f"{title(given)} cannot be called.")


def judge_minor(card: Card) -> None:
    """Raise NotAllowed for a trump."""
    if is_trump(card):
        raise NotAllowed(f"{title(card)} cannot be called here, only cards of the suits.")


def judge_call(state: State, given: CallCard) -> None:
    """Raise NotAllowed unless the card may be called after a miss (ruling 31)."""
    assert state.calls is not None
    if given.card is None:
        return
    judge_minor(given.card)
    if given.card in state.calls.missed:
        raise NotAllowed(f"{given.card} was called in vain already: name another, or stop.")


def call_again(state: State, given: CallCard) -> State:
    """Call one more card, or stop."""
    assert state.calls is not None
    if given.card is None:
        return complete(changed(state, calls=None), state.calls.actor)
    return _call(tell(state, f"{state.calls.actor} calls {given.card}."), given.card)


def _call(state: State, card: Card) -> State:
    calls = state.calls
    assert calls is not None
    holder = _holder(state, card)
    found = () if holder is None else ((holder, (card,)),)
    state = reveal(state, Reveal(calls.actor, calls.trump, card, None, found))
    if holder is None:
        missed = (*calls.missed, card)
        if calls.left > 1:
            state = changed(state, calls=calls._replace(left=calls.left - 1, missed=missed))
            return ask(state, "call", calls.actor)
        return complete(changed(state, calls=None), calls.actor)
    # A card of Justice is taken away from any actor's reach by taking it from the caller.
    state = taken(state, calls.actor if holder == OF_JUSTICE else holder, [card])
    state = _given(changed(state, calls=None), calls.actor, card, calls.place)
    completed = [calls.actor] if holder == OF_JUSTICE else [holder, calls.actor]
    return complete(state, *completed)


def _holder(state: State, card: Card) -> str | None:
    """Return the actor who holds a card in any way, `justice` if it lies there (ruling 29).

    [7-(17, 18, 19)] In a Chariot too.
    """
    if state.justice is not None and card in state.justice.cards:
        return OF_JUSTICE
    for actor, seat in state.seats.items():
        if card in (*seat.hand, *seat.visible, *(seat.chariot or ())):
            return actor
    return None


def _given(state: State, actor: str, card: Card, place: Place) -> State:
    """Put a found card where the calling card came from: [8-(17, 18, 19)] Justice, or ruling 30."""
    seat = state.seats[actor]
    if place == "visible":
        return with_seat(state, actor, visible=in_order((*seat.visible, card)))
    if place == "justice":
        assert state.justice is not None
        cards = in_order((*state.justice.cards, card))
        return changed(state, justice=Justice(cards, state.justice.size))
    return with_seat(state, actor, hand=(*seat.hand, card))
