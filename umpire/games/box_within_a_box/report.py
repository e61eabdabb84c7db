"""The report's `state`, of the whole state or of what a viewer may know of it."""

from typing import Final

from umpire.games.base import JsonObject
from umpire.games.box_within_a_box.conditions import Bet
from umpire.games.box_within_a_box.state import BoxMove, PaidBet, State
from umpire.games.reports import Reporter, sides_of

_REPORTER: Final = Reporter(
    {
        State: "phase bout round boards boxes points pool undealt rounds bets used bouts best",
        PaidBet: "condition=bet.condition stake=bet.stake hits payout",
        BoxMove: "by card from=start path landed=landing_texts to=end",
        Bet: "condition stake",
    }
)


def report(state: State) -> JsonObject:
    """Return a state as the report has it; what a viewer may not know is None in it."""
    return _REPORTER(state, sides_of(state.players, state.players))
