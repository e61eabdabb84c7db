"""`deal`: chance deals each player a pool of 5 cards; both are public and stay on record."""

from collections.abc import Mapping

from umpire.games.base import CHANCE, Decision, Step, told
from umpire.games.cards import names
from umpire.games.devils_deal.components import START_POOL, Cards, in_order
from umpire.games.devils_deal.rules.drawing import FromDeckKind
from umpire.games.devils_deal.state import State


class DealKind(FromDeckKind):
    """The pools that the players start with, the first player's before the second's."""

    name = "deal"
    count = 2 * START_POOL

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision("deal 0", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return (
            f"Draw {self.count} different cards, the first player's pool of {START_POOL} "
            "before the second's. Example: R1 R2 R3 R4 R5 B1 B2 B3 B4 B5."
        )

    def apply(self, state: State, answers: Mapping[str, Cards]) -> Step[State]:
        """Deal the pools; they stay on record (ruling 35)."""
        (cards,) = answers.values()
        pools = in_order(cards[:START_POOL]), in_order(cards[START_POOL:])
        # Ruling 2: now that both pools are public the starting player is chosen.
        # Ruling 1: by the player who sits first and has the DM Advantage.
        after = state.changed(phase="start", acting=0, pools=pools, start_pools=pools)
        both = zip(state.players, pools, strict=True)
        sentences = [f"{name}'s pool is {names(pool)}." for name, pool in both]
        sentences.append(f"{state.players[0]} has the DM Advantage and says who starts.")
        return Step(after, told(sentences))
