"""How players leave a match, and how it ends."""

from collections.abc import Collection

from umpire.games.base import Event, Outcome, Step
from umpire.games.by_hand.questions import close_questions, withdraw
from umpire.games.by_hand.state import State
from umpire.games.notation import listed


def leave(state: State, players: Collection[str]) -> Step[State]:
    """Take players out; what they are asked is withdrawn, and their hands stay (ruling 6)."""
    out = tuple([name for name in state.players if name in players or name in state.out])
    gone = [name for name in players if name not in state.out]
    events = (Event(f"{listed(gone)} {'is' if len(gone) == 1 else 'are'} out."),) if gone else ()
    withdrawn = withdraw(state.changed(out=out), players)
    return Step(withdrawn.state, events + withdrawn.events)


def forfeit(state: State, player: str) -> Step[State]:
    """Take a player out for good; of two or more the last one left wins, out or not."""
    if player in state.forfeited:
        return Step(state)
    gone = leave(state, [player])
    after = gone.state
    forfeited = tuple([n for n in state.players if n == player or n in state.forfeited])
    after = after.changed(forfeited=forfeited)
    left = [name for name in state.players if name not in forfeited]
    events = (Event(f"{player} forfeits."), *gone.events)
    if len(state.players) < 2 or len(left) != 1:
        return Step(after, events)
    after = ended(after, Outcome(left[0], "forfeit"), tuple(left))
    return Step(after, (*events, Event(f"{left[0]} wins: nobody else is left.")))


def ended(state: State, outcome: Outcome, winners: tuple[str, ...]) -> State:
    """Return a state in which the match is over, and nothing is asked or remains to be done."""
    return close_questions(state).changed(todo=(), waiting=None, outcome=outcome, winners=winners)
