"""How a match ends other than by three modules, and what its end leaves."""

from typing import Final, Literal

from umpire.games.base import Outcome, Step, told
from umpire.games.denizens_of_tartarus.state import State

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
