"""Questions that are withdrawn, players who leave, and how a match ends."""

from collections.abc import Collection

from umpire.games.base import UMPIRE, Outcome, Tell, tell_nobody
from umpire.games.by_hand.state import Question, State
from umpire.games.by_hand.text import with_verb
from umpire.games.text import join_words


def withdraw(state: State, players: Collection[str], tell: Tell) -> State:
    """Take the open questions of these players away, all at the same moment.

    Of those who are asked together the others remain.
    """
    for question in state.questions:
        gone = [name for name in question.open if name in players]
        if gone and question.is_hidden:
            tell("The question to you is withdrawn.", gone[0])
            tell(f"The secret question to {gone[0]} is withdrawn.", UMPIRE)
        elif gone:
            tell(f"The question to {join_words(gone)} is withdrawn.")
        if gone:
            state = state.with_question(question, _without(question, gone))
    return state


def _without(question: Question, gone: Collection[str]) -> Question:
    withdrawn = {*question.withdrawn, *gone}
    return question.replace(
        open=tuple([name for name in question.open if name not in gone]),
        withdrawn=tuple([name for name in question.to if name in withdrawn]),
    )


def eliminate(state: State, players: Collection[str], tell: Tell) -> State:
    """Take players out; what they are asked is withdrawn, and their hands stay (ruling 6)."""
    gone = [name for name in players if name not in state.out]
    if gone:
        tell(f"{with_verb(gone, 'is', 'are')} out.")
    out = tuple([name for name in state.players if name in players or name in state.out])
    return withdraw(state.replace(out=out), players, tell)


def forfeit(state: State, player: str, tell: Tell) -> State:
    """Take a player out for good; of two or more the last one left wins, out or not."""
    if player in state.forfeited:
        return state
    tell(f"{player} forfeits.", by=player)
    forfeited = tuple([n for n in state.players if n == player or n in state.forfeited])
    state = eliminate(state, [player], tell).replace(forfeited=forfeited)
    left = [name for name in state.players if name not in forfeited]
    if len(state.players) < 2 or len(left) != 1:
        return state
    tell(f"{left[0]} wins: nobody else is left.", kind="result")
    return end_match(state, Outcome(left[0], "forfeit"))


def end_match(state: State, outcome: Outcome) -> State:
    """Return a state in which the match is over, and nothing is asked or remains to be done.

    Open questions are withdrawn, and what was kept with those of others counts no more.
    """
    return withdraw(state, state.players, tell_nobody).replace(
        todo=(), waiting=None, outcome=outcome
    )
