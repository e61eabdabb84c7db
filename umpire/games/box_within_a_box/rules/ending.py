"""How a match ends: after the last settlement, on time, or by forfeit."""

from typing import Final

from umpire.games.base import Event, Outcome, Step
from umpire.games.box_within_a_box.state import State
from umpire.games.two_players import opponent

_HOW: Final = {
    "points": "with more points",
    "best-bout": "with the best single bout",
    "opponent": "as the Death Match Opponent, since all else is equal",
    "time": "on time",
    "forfeit": "by forfeit",
}


def how_won(reason: str) -> str:
    """Return how a match was won, to follow `Ana has won`."""
    return _HOW[reason]


def lose_on_time(state: State, player: str) -> Step[State]:
    """End the match for a player who has used up limit and reserve (ruling 2)."""
    other = _other(state, player)
    told = Event(f"{player} has run out of time. {other} wins the match.")
    return Step(over(state, Outcome(other, "time")), (told,))


def forfeit(state: State, player: str) -> Step[State]:
    """End the match as the umpire says."""
    other = _other(state, player)
    told = Event(f"{player} forfeits. {other} wins the match.")
    return Step(over(state, Outcome(other, "forfeit")), (told,))


def over(state: State, outcome: Outcome) -> State:
    """End the match; all else stays as the end found it."""
    return state.changed(phase="over", outcome=outcome)


def decided(state: State) -> Outcome:
    """Return the winner after the last settlement: more points, then the greater best bout."""
    for reason, (first, second) in (("points", state.points), ("best-bout", state.best)):
        if first != second:
            return Outcome(state.players[0 if first > second else 1], reason)
    return Outcome(state.players[1], "opponent")


def _other(state: State, player: str) -> str:
    return state.players[opponent(state.side_of(player))]
