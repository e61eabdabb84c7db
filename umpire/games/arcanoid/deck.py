"""The deck: completing hands and open cards from it, and refilling it when it has run out.

A draw may be broken off at any card by the poll of all players, and goes on after it: each draw is
a step of the agenda that puts itself back until it is done. When the last card has been drawn the
players are asked one by one whether the discard pile becomes the deck; if all say yes, chance
shuffles it. The first no closes the deck.
"""

from umpire.games.arcanoid.cards import TEMPERANCE, Card, Cards, in_order
from umpire.games.arcanoid.kinds import PollKind, ShuffleKind
from umpire.games.arcanoid.state import Drawing, OpenCards, Poll, State, Todo
from umpire.games.base import Decision, NotAllowed, Tell
from umpire.games.cards import names
from umpire.games.page import Question
from umpire.games.text import pluralize


def complete(state: State, *actors: str) -> State:
    """Complete Justice [8], then for each actor in turn visible Strength [11] and the hand.

    Ruling 19: always in this order. A hand alone is completed at once if that leaves cards in the
    deck, as it mostly does; other draws are steps, which may have to wait for a poll.
    """
    if not state.deck:
        return state
    if len(actors) == 1 and state.justice is None:
        seat = state.seats[actors[0]]
        count = seat.size - len(seat.hand)
        if seat.visible_size == 0 and count < len(state.deck):
            return state if seat.finished else _draw_at_once(state, actors[0], count)
    steps: list[Todo] = [] if state.justice is None else [(draw_to_justice, ())]
    return state.do_first(*steps, *[(_complete_actor, (actor,)) for actor in actors])


def draw_to_justice(state: State, tell: Tell) -> State:
    """Draw Justice cards up to their size."""
    justice = state.justice
    if justice is None or len(justice.cards) >= justice.size or not state.deck:
        return state
    cards = state.deck[: justice.size - len(justice.cards)]
    state = state.replace(justice=OpenCards(in_order(justice.cards + cards), justice.size))
    return _drawn(state.do_first((draw_to_justice, ())), len(cards), state.acting, tell)


def _complete_actor(state: State, actor: str, tell: Tell) -> State:
    """Draw an active actor's visible Strength cards, then its hand, up to their sizes."""
    seat = state.seats[actor]
    if seat.finished or not state.deck:
        return state
    if len(seat.visible) < seat.visible_size:
        cards = state.deck[: seat.visible_size - len(seat.visible)]
        state = state.with_seat(actor, visible=in_order(seat.visible + cards))
        return _drawn(state.do_first((_complete_actor, (actor,))), len(cards), actor, tell)
    return draw_cards(state, actor, seat.size - len(seat.hand), tell)


def draw_cards(state: State, actor: str, count: int, tell: Tell, *, before: Cards = ()) -> State:
    """Draw so many cards to a hand; they come into it, its newest, once all are drawn.

    Ruling 23: until then nobody sees them, not even their player. `before` were drawn already.
    """
    deck = state.deck
    if deck and count >= len(deck):
        state = state.with_supply(drawing=Drawing(actor, before + deck))
        state = state.do_first((_draw_on, (actor, count - len(deck))))
        return _drawn(state, len(deck), actor, tell)
    return _draw_at_once(state, actor, count, before)


def _draw_at_once(state: State, actor: str, count: int, before: Cards = ()) -> State:
    count = max(count, 0)
    cards = before + state.deck[:count]
    if not cards:
        return state
    seat = state.seats[actor]
    seats = {**state.seats, actor: seat.replace(hand=seat.hand + cards)}
    return state.replace(seats=seats, deck=state.deck[count:])


def _draw_on(state: State, actor: str, count: int, tell: Tell) -> State:
    """Go on with a draw to a hand after the deck had run out."""
    drawing = state.supply.drawing
    if drawing is None:  # its actor has left play
        return state
    return draw_cards(state.with_supply(drawing=None), actor, count, tell, before=drawing.cards)


def draw_open(state: State, actor: str, tell: Tell) -> tuple[State, Card | None]:
    """Draw one card face up to an actor's visible Strength, whatever its size."""
    if not state.deck:
        return state, None
    card = state.deck[0]
    visible = in_order((*state.seats[actor].visible, card))
    return _drawn(state.with_seat(actor, visible=visible), 1, actor, tell), card


def _drawn(state: State, count: int, drawer: str, tell: Tell) -> State:
    """Take cards, which have their places already, off the deck.

    At the instant at which the last card is drawn a poll is held. Ruling 21: even if no more cards
    are needed; with nothing to refill the deck from nobody is asked.
    """
    state = state.replace(deck=state.deck[count:])
    if state.deck:
        return state
    return state.do_first((_begin_poll, (drawer,))) if state.discard else close_deck(state, tell)


class RefillKind(PollKind):
    """The opinion of one player; ruling 20: those given before are public."""

    name = "refill"
    task = "agree to a reshuffle or not"
    asks = "Whether the discard pile becomes the deck. The players are asked one by one."
    limit = "poll_seconds; then yes, or no if nobody has answered anything since the last refill"
    yes = ("yes", "y")
    no = ("no", "n")
    likely = 0.85  # low enough that matches end

    def ask(self, view: State, decision: Decision) -> str:
        return "The deck is empty. Shuffle the discard pile into a new deck: yes or no?"

    def question(self, view: State, decision: Decision) -> Question:
        silence = "then yes" if self.default_answer(view, decision) else "then no"
        return Question(
            "Shuffle the discards into a new deck?",
            condition="The deck is empty.",
            otherwise="" if decision.limit is None else silence,
        )

    def default_answer(self, state: State, decision: Decision) -> bool:
        """Return yes, unless nobody has answered anything since the last refill (ruling 45).

        So a round of players who have all left runs out of cards, and ends.
        """
        return not state.supply.no_answer_yet

    def answered(self, state: State, actor: str, answer: bool, tell: Tell) -> State:
        """Take in an opinion. Ruling 20: the first no ends the poll."""
        poll = state.supply.poll
        state.tell_move(actor, f"says {self.format(answer)} to refilling the deck", tell)
        if not answer or poll is None:
            return close_deck(state.with_supply(poll=None), tell)
        poll = poll._replace(left=poll.left[1:], yes=(*poll.yes, actor))
        return ask_next(state.with_supply(poll=poll))


def _begin_poll(state: State, drawer: str, tell: Tell) -> State:
    """Poll in playing order from the drawer: the players not out, finished ones too (ruling 43).

    [15] A daemon has no opinion.
    """
    left = [actor for actor in state.from_place(drawer) if actor in state.playing]
    return ask_next(state.with_supply(poll=Poll(drawer, tuple(left))))


def ask_next(state: State) -> State:
    """Ask the next player whether the deck is to be refilled; if all have said yes, refill it."""
    poll = state.supply.poll
    if poll is not None and poll.left:
        return state.ask("refill", poll.left[0])
    return state.with_supply(poll=None).ask("reshuffle")


def close_deck(state: State, tell: Tell) -> State:
    """Close the deck for the rest of the round (ruling 22); Temperance goes with it."""
    tell("The deck is closed for this round.")
    state = state.with_supply(closed=True)
    if state.effects.temperance is None:
        return state
    tell("Temperance is discarded.", pieces=(TEMPERANCE,))
    return state.with_effects(temperance=None).with_discards([TEMPERANCE])


class ReshuffleKind(ShuffleKind):
    """All cards of the discard pile, the new deck from the top."""

    name = "reshuffle"
    shuffled = "all cards of the discard pile"

    def deck(self, state: State) -> Cards:
        return in_order(state.discard)

    def wrong_count(self, state: State, number: int) -> NotAllowed:
        return self.not_there(state, ())

    def not_there(self, state: State, cards: Cards) -> NotAllowed:
        return NotAllowed(f"The cards of the discard pile are {names(in_order(state.discard))}.")

    def shuffle(self, state: State, cards: Cards, tell: Tell) -> State:
        count = pluralize(len(cards), "card")
        tell(f"The discard pile is shuffled and becomes the deck: {count}.", kind="deal")
        supply = state.supply.replace(fool_played=False, no_answer_yet=True)
        return state.replace(deck=cards, discard=(), supply=supply)
