"""`discard`: chance draws the discards that a division owes and does not name (ruling 14)."""

from collections.abc import Mapping

from umpire.games.base import CHANCE, Decision, Dice, NotAllowed, Step, told
from umpire.games.cards import names, not_among, without
from umpire.games.devils_deal.components import Cards, in_order
from umpire.games.devils_deal.rules.drawing import DrawingKind, read_drawn
from umpire.games.devils_deal.rules.refills import must_go, number_of_refill, offer
from umpire.games.devils_deal.state import State
from umpire.games.two_players import with_mine


class DiscardKind(DrawingKind):
    """The cards that the buyer's pool, which is too large, loses by chance."""

    name = "discard"

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"discard {number_of_refill(state)}", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        """Ask for cards; none is named as an example, for the pool is a secret."""
        return f"Draw {must_go(seen)} to discard from {seen.actor}'s pool."

    def read(self, state: State, decision: Decision, text: str) -> Cards:
        cards = read_drawn(text)
        must = must_go(state)
        if len(cards) != must:
            raise NotAllowed(f"Draw {must} cards from the pool, not {len(cards)}.")
        missing = not_among(state.pools[state.acting], cards)
        if missing is not None:
            raise NotAllowed(f"{missing} is not in the pool, or not that many times.")
        return cards

    def draw(self, state: State, decision: Decision, dice: Dice) -> str:
        return names(dice.draw(must_go(state), state.pools[state.acting]))

    def apply(self, state: State, answers: Mapping[str, Cards]) -> Step[State]:
        """Discard the cards; then the opponent may take one."""
        (cards,) = answers.values()
        side, settled = state.acting, state.refilling
        drawn = in_order(cards)
        pool = without(state.pools[side], drawn)
        discarded = in_order(settled.discarded + drawn)
        closed = settled.changed(discarded=discarded, random=drawn)
        after = offer(state, closed, with_mine(state.pools, side, pool))
        return Step(after, told([f"Chance discards {names(drawn)} from {state.actor}'s pool."]))
