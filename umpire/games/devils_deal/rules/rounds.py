"""How rounds begin and end, and how the match does."""

from umpire.games.base import Outcome
from umpire.games.devils_deal.components import Side, opponent, with_mine
from umpire.games.devils_deal.rules import refill
from umpire.games.devils_deal.state import Round, State
from umpire.games.values import changed


def begin_round(state: State) -> State:
    """Begin the next round with its refill step."""
    assert state.starter is not None, "a round begins once its starting player is known"
    number = state.round + 1
    current = Round(number, state.starter)
    begun = changed(state, round=number, current=current, ready=(False, False))
    return refill.turn_of(begun, state.starter)


def end_round(state: State, over: Round, loser: Side | None = None) -> State:
    """Put a round that is over on record; `loser` cannot pay the penalty and loses the match."""
    # Ruling 27: after a tie the starting player stays.
    starter = over.starter if over.winner is None else over.winner
    recorded = changed(
        state,
        starter=starter,
        pot=0,
        current=None,
        history=(*state.history, over),
    )
    if loser is not None:
        return lose(recorded, loser, "penalty")
    # Ruling 24: having no chips left does not end the match.
    # Ruling 34: the break is owed by both; at 0 seconds there is none.
    return changed(recorded, phase="break") if state.limits.pause else begin_round(recorded)


def end_break(state: State, side: Side) -> State:
    """End the break of one player; when it is over for both the next round begins."""
    ready = with_mine(state.ready, side, True)
    return begin_round(state) if all(ready) else changed(state, ready=ready)


def lose(state: State, loser: Side, reason: str) -> State:
    """End the match with a player's loss; all else stays as the end found it."""
    winner = state.players[opponent(loser)]
    return changed(state, phase="over", outcome=Outcome(winner, reason))


def lose_first(state: State, failed: tuple[bool, bool], reason: str) -> State:
    """End the match for who failed; if both did, for the starting player."""
    assert any(failed), "somebody must have failed"
    if all(failed):
        return lose(state, state.playing.starter, reason)
    return lose(state, 0 if failed[0] else 1, reason)
