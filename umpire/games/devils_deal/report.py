"""The report's `state`: of a masked state, what its viewer may know."""

from typing import Final

from umpire.games.base import JsonObject
from umpire.games.devils_deal.state import Refill, Round, State
from umpire.games.reports import Reporter, sides_of

_REPORTER: Final = Reporter(
    {
        State: "phase round starter chips pot removed start_pools pools current history",
        Round: "round=number starter refills community private revealed betting bets to_call= "
        "actions hands result winner penalty",
        Refill: "by selection piles aside=if_divided.aside unused=if_divided.unused "
        "discarded=if_divided.discarded random taken taken_discard",
    }
)


def report(state: State) -> JsonObject:
    """Return a state, masked or not."""
    reported = _REPORTER(state, sides_of(state.players, state.players))
    if state.phase == "bet":
        reported["current"] = reported["current"] | {"to_call": state.to_call}
    return reported
