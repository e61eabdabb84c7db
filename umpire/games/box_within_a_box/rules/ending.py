"""How a match ends."""

from umpire.games.base import Outcome
from umpire.games.box_within_a_box.components import opponent
from umpire.games.box_within_a_box.state import State
from umpire.games.values import changed


def over(state: State, outcome: Outcome) -> State:
    """End the match; all else stays as the end found it."""
    return changed(state, phase="over", outcome=outcome)


def lose(state: State, player: str, reason: str) -> State:
    """End the match with a player's loss."""
    winner = state.players[opponent(state.seat_of(player))]
    return over(state, Outcome(winner, reason))


def decided(state: State) -> Outcome:
    """Return the winner after the last settlement: more points, then the greater best bout."""
    for reason, (first, second) in (("points", state.points), ("best-bout", state.best)):
        if first != second:
            return Outcome(state.players[0 if first > second else 1], reason)
    return Outcome(state.players[1], "opponent")
