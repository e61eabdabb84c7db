"""`community`: chance draws the card that both hands share."""

from collections.abc import Mapping

from umpire.games.base import CHANCE, Decision, Step, told
from umpire.games.devils_deal.components import Cards
from umpire.games.devils_deal.rules.drawing import FromDeckKind
from umpire.games.devils_deal.rules.private import can_choose
from umpire.games.devils_deal.rules.rounds import lose_first, tell_end
from umpire.games.devils_deal.state import State


class CommunityKind(FromDeckKind):
    """The community card. Ruling 18: it may be any of the 27, whatever is in the pools."""

    name = "community"
    count = 1

    def pending(self, state: State) -> tuple[Decision, ...]:
        return (Decision(f"community {state.round}", CHANCE, self),)

    def ask(self, seen: State, decision: Decision) -> str:
        return "Draw the community card. Example: R5."

    def apply(self, state: State, answers: Mapping[str, Cards]) -> Step[State]:
        """Lay the card; who cannot choose private cards now loses at once (ruling 19)."""
        ((card,),) = answers.values()
        after = state.changed(phase="private", current=state.playing.changed(community=card))
        unable = not can_choose(after, 0), not can_choose(after, 1)
        if any(unable):
            after = lose_first(after, unable, "cards")
        return Step(after, told([f"The community card is {card}.", *tell_end(after)]))
