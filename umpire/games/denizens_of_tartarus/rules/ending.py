"""How a match ends other than by three modules, and what its end leaves."""

from typing import Final, Literal

from umpire.games.base import Decisive, Outcome, Step, told
from umpire.games.denizens_of_tartarus.rules.modules import modules_won
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.two_players import Side, opponent

HOW_WON: Final = {"modules": "with three modules", "time": "on time", "forfeit": "by forfeit"}
"""How a match was won, by the reason that the report gives, in a player's words."""

_LOST: Final = {"time": "has run out of time", "forfeit": "forfeits"}


def lose(state: State, player: str, reason: Literal["time", "forfeit"]) -> Step[State]:
    """End the match with a player's loss."""
    winner = state.opponent_of(player)
    sentence = f"{player} {_LOST[reason]}. {winner} wins the match."
    return Step(over(state, Outcome(winner, reason)), told([sentence]))


def over(state: State, outcome: Outcome) -> State:
    """End the match; all else stays as the end found it."""
    return state.changed(phase="over", blocked=None, outcome=outcome)


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
