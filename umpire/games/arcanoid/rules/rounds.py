"""How a round begins and ends, and what comes after it (5.1)."""

from umpire.games.arcanoid.rules.battles import outcome, score_round
from umpire.games.arcanoid.state import State, ask, tell


def begin_round(state: State, number: int) -> State:
    """Ask for the deal of a round; nothing is left of the round before."""
    course = state.course.changed(round=number, starter=_starter(state, number))
    fresh = State(state.terms, course, questions=state.questions, told=state.told)
    return ask(fresh, "deal")


def _starter(state: State, number: int) -> str:
    """Return who begins a round (ruling 1): each time the next seat, unless its player is out."""
    players = state.terms.players
    first = (number - 1) % len(players)
    return next(p for p in (*players[first:], *players[:first]) if p not in state.course.out)


def end_round(state: State) -> State:
    """Decide the battles, then begin the next round or end the match."""
    state = score_round(state)
    if state.course.round < state.terms.rounds:
        return begin_round(state, state.course.round + 1)
    ended = outcome(state)
    told = f"{ended.winner} wins the match." if ended.winner else "Nobody wins the match."
    return tell(state.changed(turn=None, asked=None, outcome=ended), told)
