"""Completing hands and open cards from the deck, and the poll when its last card is drawn.

A draw may be broken off at any card by the poll of all players, and goes on after it: each draw is
a step of the agenda that puts itself back until it is done.
"""

from umpire.games.arcanoid.components import Card, in_order
from umpire.games.arcanoid.rules.refill import run_out
from umpire.games.arcanoid.state import (
    Drawing,
    Justice,
    State,
    Todo,
    do_first,
    with_seat,
    with_supply,
)


def complete(state: State, *actors: str) -> State:
    """Complete Justice [8], then for each actor in turn visible Strength [11] and the hand.

    Ruling 19: always in this order.
    """
    if not state.deck:
        return state
    justice = needed = _missing_in_justice(state)
    missing = []
    for actor in dict.fromkeys(actors):
        visible, hand = _missing(state, actor)
        if visible or hand:
            missing.append((actor, visible, hand))
            needed += visible + hand
    if needed < len(state.deck):
        return _complete_at_once(state, justice, missing) if needed else state
    steps: list[Todo] = [(draw_to_justice, ())]
    for actor in actors:
        steps += [(draw_to_visible, (actor,)), (draw_to_hand, (actor,))]
    return do_first(state, *steps)


def _missing_in_justice(state: State) -> int:
    justice = state.justice
    return 0 if justice is None else max(0, justice.size - len(justice.cards))


def _missing(state: State, actor: str) -> tuple[int, int]:
    """Return how many visible cards and how many in the hand an active actor lacks."""
    seat = state.seats[actor]
    if seat.finished:
        return 0, 0
    visible, hand = seat.visible_size - len(seat.visible), seat.size - len(seat.hand)
    return (visible if visible > 0 else 0), (hand if hand > 0 else 0)


def _complete_at_once(state: State, justice: int, missing: list[tuple[str, int, int]]) -> State:
    """Draw all that is missing from a deck that has more: nobody is asked anything meanwhile."""
    deck, seats = state.deck, dict(state.seats)
    opened = state.justice
    if opened is not None and justice:
        opened = Justice(in_order((*opened.cards, *deck[:justice])), opened.size)
    drawn = justice
    for actor, visible, hand in missing:
        seat, middle, end = seats[actor], drawn + visible, drawn + visible + hand
        open_cards = in_order((*seat.visible, *deck[drawn:middle])) if visible else seat.visible
        seats[actor] = seat.changed(visible=open_cards, hand=(*seat.hand, *deck[middle:end]))
        drawn = end
    return state.changed(deck=deck[drawn:], seats=seats, justice=opened)


def draw_to_justice(state: State) -> State:
    """Draw Justice cards up to their size."""
    justice = state.justice
    if justice is None or len(justice.cards) >= justice.size or not state.deck:
        return state
    card = state.deck[0]
    state = state.changed(justice=Justice(in_order((*justice.cards, card)), justice.size))
    return _drawn(do_first(state, (draw_to_justice, ())), state.acting)


def draw_to_visible(state: State, actor: str) -> State:
    """Draw an active actor's visible Strength cards up to their size."""
    seat = state.seats[actor]
    if seat.finished or len(seat.visible) >= seat.visible_size or not state.deck:
        return state
    state = with_seat(state, actor, visible=in_order((*seat.visible, state.deck[0])))
    return _drawn(do_first(state, (draw_to_visible, (actor,))), actor)


def draw_to_hand(state: State, actor: str) -> State:
    """Draw an active actor's hand up to its size."""
    seat = state.seats[actor]
    return draw_cards(state, actor, 0 if seat.finished else seat.size - len(seat.hand))


def draw_cards(state: State, actor: str, count: int) -> State:
    """Draw so many cards to a hand; they come into it, its newest, once all are drawn.

    Ruling 23: until then nobody sees them, not even their player.
    """
    if count <= 0 or not state.deck:
        return state
    state = with_supply(state, drawing=Drawing(actor))
    return do_first(state, (_draw_on, (actor, count)))


def _draw_on(state: State, actor: str, count: int) -> State:
    if state.supply.drawing is None:  # its actor has left play
        return state
    if count == 0 or not state.deck:
        hand = (*state.seats[actor].hand, *state.supply.drawing.cards)
        return with_seat(with_supply(state, drawing=None), actor, hand=hand)
    drawing = Drawing(actor, (*state.supply.drawing.cards, state.deck[0]))
    state = do_first(with_supply(state, drawing=drawing), (_draw_on, (actor, count - 1)))
    return _drawn(state, actor)


def draw_open(state: State, actor: str) -> tuple[State, Card | None]:
    """Draw one card face up to an actor's visible Strength, whatever its size."""
    if not state.deck:
        return state, None
    card = state.deck[0]
    visible = in_order((*state.seats[actor].visible, card))
    return _drawn(with_seat(state, actor, visible=visible), actor), card


def _drawn(state: State, drawer: str) -> State:
    """Take the top card, which has its place already, off the deck; it may have been the last."""
    state = state.changed(deck=state.deck[1:])
    return state if state.deck else run_out(state, drawer)
