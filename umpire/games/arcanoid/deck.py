"""The deck: completing hands and open cards from it, and what happens when it has run out.

A draw may be broken off at any card by the poll of all players, and goes on after it: each draw is
a step of the agenda that puts itself back until it is done. When the last card has been drawn the
players are asked one by one whether the discard pile becomes the deck; if all say yes, chance
shuffles it. The first no closes the deck.
"""

from umpire.games.arcanoid.cards import TEMPERANCE, Card, Cards, in_order
from umpire.games.arcanoid.kinds import ShuffleKind, YesNoKind
from umpire.games.arcanoid.state import (
    Drawing,
    Justice,
    Poll,
    State,
    Todo,
    ask,
    discarded,
    do_first,
    with_effects,
    with_seat,
    with_supply,
)
from umpire.games.base import Decision, NotAllowed, Tell
from umpire.games.cards import names
from umpire.games.text import counted


def complete(state: State, *actors: str) -> State:
    """Complete Justice [8], then for each actor in turn visible Strength [11] and the hand.

    Ruling 19: always in this order.
    """
    if not state.deck:
        return state
    opened = state.justice
    justice = needed = 0 if opened is None else max(0, opened.size - len(opened.cards))
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
        steps += [(_draw_to_visible, (actor,)), (_draw_to_hand, (actor,))]
    return do_first(state, *steps)


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
        seats[actor] = seat.replace(visible=open_cards, hand=(*seat.hand, *deck[middle:end]))
        drawn = end
    return state.replace(deck=deck[drawn:], seats=seats, justice=opened)


def draw_to_justice(state: State, tell: Tell) -> State:
    """Draw Justice cards up to their size."""
    justice = state.justice
    if justice is None or len(justice.cards) >= justice.size or not state.deck:
        return state
    card = state.deck[0]
    state = state.replace(justice=Justice(in_order((*justice.cards, card)), justice.size))
    return _drawn(do_first(state, (draw_to_justice, ())), state.acting, tell)


def _draw_to_visible(state: State, actor: str, tell: Tell) -> State:
    """Draw an active actor's visible Strength cards up to their size."""
    seat = state.seats[actor]
    if seat.finished or len(seat.visible) >= seat.visible_size or not state.deck:
        return state
    state = with_seat(state, actor, visible=in_order((*seat.visible, state.deck[0])))
    return _drawn(do_first(state, (_draw_to_visible, (actor,))), actor, tell)


def _draw_to_hand(state: State, actor: str, tell: Tell) -> State:
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


def _draw_on(state: State, actor: str, count: int, tell: Tell) -> State:
    if state.supply.drawing is None:  # its actor has left play
        return state
    if count == 0 or not state.deck:
        hand = (*state.seats[actor].hand, *state.supply.drawing.cards)
        return with_seat(with_supply(state, drawing=None), actor, hand=hand)
    drawing = Drawing(actor, (*state.supply.drawing.cards, state.deck[0]))
    state = do_first(with_supply(state, drawing=drawing), (_draw_on, (actor, count - 1)))
    return _drawn(state, actor, tell)


def draw_open(state: State, actor: str, tell: Tell) -> tuple[State, Card | None]:
    """Draw one card face up to an actor's visible Strength, whatever its size."""
    if not state.deck:
        return state, None
    card = state.deck[0]
    visible = in_order((*state.seats[actor].visible, card))
    return _drawn(with_seat(state, actor, visible=visible), actor, tell), card


def _drawn(state: State, drawer: str, tell: Tell) -> State:
    """Take the top card, which has its place already, off the deck; it may have been the last."""
    state = state.replace(deck=state.deck[1:])
    return state if state.deck else _run_out(state, drawer, tell)


class RefillKind(YesNoKind):
    """The opinion of one player; ruling 20: those given before are public."""

    name = "refill"
    task = "agree to a reshuffle or not"
    asks = "Whether the discard pile becomes the deck. The players are asked one by one."
    notation = "yes or no"
    examples = ("yes", "no")
    limit = "poll_seconds; then yes, or no if nobody has answered anything since the last refill"
    yes = ("yes", "y")
    no = ("no", "n")
    likely = 0.85  # low enough that matches end

    def ask(self, view: State, decision: Decision) -> str:
        return "The deck is empty. Shuffle the discard pile into a new deck: yes or no?"

    def default_answer(self, state: State, decision: Decision) -> bool:
        """Return yes, unless nobody has answered anything since the last refill (ruling 45).

        So a round of players who have all left runs out of cards, and ends.
        """
        return not state.supply.no_answer_yet

    def answered(self, state: State, actor: str, answer: bool, tell: Tell) -> State:
        """Take in an opinion. Ruling 20: the first no ends the poll."""
        poll = state.supply.poll
        assert poll is not None
        said = self.format(answer)
        tell(f"{actor} says {said} to refilling the deck.", by=actor, kind="move")
        if not answer:
            return close_deck(with_supply(state, poll=None), tell)
        poll = Poll(poll.drawer, poll.asked[1:], (*poll.yes, actor))
        return ask_next(with_supply(state, poll=poll))


def _run_out(state: State, drawer: str, tell: Tell) -> State:
    """Hold a poll, at the instant at which the last card of the deck was drawn.

    Ruling 21: even if no more cards are needed; with nothing to refill it from nobody is asked.
    """
    return do_first(state, (_begin_poll, (drawer,))) if state.discard else close_deck(state, tell)


def _begin_poll(state: State, drawer: str, tell: Tell) -> State:
    """Poll in playing order from the drawer: the players not out, finished ones too (ruling 43).

    [15] A daemon has no opinion.
    """
    asked = [actor for actor in state.from_place(drawer) if actor in state.playing]
    return ask_next(with_supply(state, poll=Poll(drawer, tuple(asked))))


def ask_next(state: State) -> State:
    """Ask the next player whether the deck is to be refilled; if all have said yes, refill it."""
    assert state.supply.poll is not None
    if state.supply.poll.asked:
        return ask(state, "refill", state.supply.poll.asked[0])
    return ask(with_supply(state, poll=None), "reshuffle")


def close_deck(state: State, tell: Tell) -> State:
    """Close the deck for the rest of the round (ruling 22); Temperance goes with it."""
    tell("The deck is closed for this round.")
    state = with_supply(state, closed=True)
    if state.effects.temperance is None:
        return state
    tell("Temperance is discarded.", pieces=(TEMPERANCE,))
    return discarded(with_effects(state, temperance=None), [TEMPERANCE])


class ReshuffleKind(ShuffleKind):
    """All cards of the discard pile, the new deck from the top."""

    name = "reshuffle"
    shuffled = "all cards of the discard pile"

    def cards(self, state: State) -> Cards:
        return in_order(state.discard)

    def judge(self, state: State, cards: Cards) -> None:
        if sorted(cards) != sorted(state.discard):
            pile = names(in_order(state.discard))
            raise NotAllowed(f"The cards of the discard pile are {pile}.")

    def shuffle(self, state: State, cards: Cards, tell: Tell) -> State:
        count = counted(len(cards), "card")
        tell(f"The discard pile is shuffled and becomes the deck: {count}.", kind="deal")
        supply = state.supply.replace(fool_played=False, no_answer_yet=True)
        return state.replace(deck=cards, discard=(), supply=supply)
