"""`refill`: whether the discard pile is to become the deck, when its last card has been drawn.

The players are asked one by one; if all say yes, chance shuffles (`reshuffle`). The first no closes
the deck.
"""

from umpire.games.arcanoid.components import TEMPERANCE
from umpire.games.arcanoid.rules.asking import YesNoKind
from umpire.games.arcanoid.state import (
    Poll,
    State,
    ask,
    discarded,
    do_first,
    tell,
    with_effects,
    with_supply,
)
from umpire.games.base import Decision


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

    def ask(self, seen: State, decision: Decision) -> str:
        return "The deck is empty. Shuffle the discard pile into a new deck: yes or no?"

    def default_answer(self, state: State, decision: Decision) -> bool:
        """Return yes, unless nobody has answered anything since the last refill (ruling 45).

        So a round of players who have all left runs out of cards, and ends.
        """
        return not state.supply.unheard

    def answered(self, state: State, actor: str, answer: bool) -> State:
        """Take in an opinion. Ruling 20: the first no ends the poll."""
        poll = state.supply.poll
        assert poll is not None
        if not answer:
            state = tell(state, f"{actor} says no to refilling the deck.")
            return close_deck(with_supply(state, poll=None))
        state = tell(state, f"{actor} says yes to refilling the deck.")
        poll = Poll(poll.drawer, poll.asked[1:], (*poll.yes, actor))
        return ask_next(with_supply(state, poll=poll))


def run_out(state: State, drawer: str) -> State:
    """Hold a poll, at the instant at which the last card of the deck was drawn.

    Ruling 21: even if no more cards are needed; with nothing to refill it from nobody is asked.
    """
    return do_first(state, (_begin_poll, (drawer,))) if state.discard else close_deck(state)


def _begin_poll(state: State, drawer: str) -> State:
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


def close_deck(state: State) -> State:
    """Close the deck for the rest of the round (ruling 22); Temperance goes with it."""
    state = tell(with_supply(state, closed=True), "The deck is closed for this round.")
    if state.effects.temperance is None:
        return state
    state = tell(state, "Temperance is discarded.")
    return discarded(with_effects(state, temperance=None), [TEMPERANCE])
