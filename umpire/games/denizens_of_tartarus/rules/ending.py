"""What the end of a match is remembered by: how it was won, and its closest module."""

from typing import Final

from umpire.games.base import Decisive
from umpire.games.denizens_of_tartarus.rules.modules import modules_won
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.two_players import Side, opponent

HOW_WON: Final = {"modules": "with three modules", "time": "on time", "forfeit": "by forfeit"}
"""How a match was won, by the reason that the report gives, in a player's words."""


def decisive(state: State) -> Decisive | None:
    """Return the module that the winner of a match won by the least; None if none was won."""
    outcome = state.outcome
    if outcome is None or outcome.winner is None:
        return None
    side: Side = 0 if state.seats[0] == outcome.winner else 1
    points = {name: state.modules[name].points for name in modules_won(state.modules, side)}
    if not points:
        return None
    closest = min(points, key=lambda name: points[name][side] - points[name][opponent(side)])
    own, other = points[closest][side], points[closest][opponent(side)]
    return Decisive(
        f"{closest}: {outcome.winner} wins it {own} to {other}",
        "The closest of the modules that won the match.",
        f"{outcome.winner} wins {closest}.",
        "when a module is won",
    )
