"""The report's `state`. `position` reads it back."""

from typing import Final

from umpire.games.base import JsonObject
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.reports import Reporter, sides_of

_REPORTER: Final = Reporter(
    {
        State: "phase seats left configurations bans configuration turn to_move hands deck "
        "modules recent blocked blocks_made spirits closed",
    }
)


def report(state: State) -> JsonObject:
    """Return all of a state, or what is not masked."""
    return _REPORTER(state, sides_of(state.players, state.seats))
