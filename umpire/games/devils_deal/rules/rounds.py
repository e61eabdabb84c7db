"""How rounds begin and end, and how the match does; and what is told of it."""

from typing import Final

from umpire.games.base import Outcome
from umpire.games.devils_deal.rules.refills import begin_turn, tell_not_asked, turns_from
from umpire.games.devils_deal.state import Round, State
from umpire.games.two_players import Side, opponent

LOSSES: Final = {
    "cards": "cannot choose two cards",
    "time": "did not choose cards in time",
    "ante": "cannot pay the ante",
    "penalty": "cannot pay the penalty",
    "forfeit": "forfeits",
}
"""What a loser does or has not done, by the reason of the match's end."""


def begin_round(state: State) -> State:
    """Begin the next round with its refill step."""
    assert state.starter is not None, "a round begins once its starting player is known"
    number = state.round + 1
    current = Round(number, state.starter)
    begun = state.changed(round=number, current=current, ready=(False, False))
    return begin_turn(begun, state.starter)


def end_round(state: State, over: Round, loser: Side | None = None) -> State:
    """Put a round that is over on record; `loser` cannot pay the penalty and loses the match."""
    # Ruling 27: after a tie the starting player stays.
    starter = over.starter if over.winner is None else over.winner
    recorded = state.changed(
        starter=starter,
        pot=0,
        current=None,
        history=(*state.history, over),
    )
    if loser is not None:
        return lose(recorded, loser, "penalty")
    # Ruling 24: having no chips left does not end the match.
    # Ruling 34: the break is owed by both; at 0 seconds there is none.
    if state.limits.break_seconds:
        return recorded.changed(phase="break")
    return begin_round(recorded)


def lose(state: State, loser: Side, reason: str) -> State:
    """End the match with a player's loss; all else stays as the end found it."""
    winner = state.players[opponent(loser)]
    return state.changed(phase="over", outcome=Outcome(winner, reason))


def lose_first(state: State, failed: tuple[bool, bool], reason: str) -> State:
    """End the match for who failed; if both did, for the starting player."""
    assert any(failed), "somebody must have failed"
    if all(failed):
        return lose(state, state.playing.starter, reason)
    return lose(state, 0 if failed[0] else 1, reason)


def tell_next(before: State, after: State) -> list[str]:
    """Return the sentences on the next round, or the end of the match, if that came of a step."""
    if after.outcome is not None:
        return tell_end(after)
    if after.round == before.round:
        return []
    starter = after.playing.starter
    begins = f"Round {after.round}. {after.players[starter]} starts."
    return [begins, *tell_not_asked(after, turns_from(after, starter))]


def tell_end(after: State) -> list[str]:
    """Return the sentence on the end of the match, if it has ended."""
    if after.outcome is None:
        return []
    winner = after.outcome.winner
    loser = next(name for name in after.players if name != winner)
    return [f"{loser} {LOSSES[after.outcome.reason]}. {winner} wins the match."]
