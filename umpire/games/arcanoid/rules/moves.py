"""A move: whether it may be made, and making it."""

from umpire.games.arcanoid.answers import (
    Abdicate,
    Commit,
    Discard,
    Move,
    Play,
    RemoveTemperance,
    Secret,
)
from umpire.games.arcanoid.components import SUITS
from umpire.games.arcanoid.rules.committing import (
    commit,
    commit_in_secret,
    judge_cards,
    judge_commit,
    judge_secret,
)
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import abdicate
from umpire.games.arcanoid.state import State, to_discard
from umpire.games.arcanoid.trumps import PLAYED
from umpire.games.arcanoid.trumps.temperance import judge_removal, remove
from umpire.games.base import NotAllowed


def judge_move(state: State, actor: str, move: Move) -> None:
    """Raise NotAllowed unless the actor may make this move."""
    match move:
        case Discard(card):
            judge_cards(state, actor, (card,))
        case Commit():
            judge_commit(state, actor, move)
        case Secret():
            judge_secret(state, actor, move)
        case Abdicate(field):
            if state.seats[actor].fields[field] is not None:
                raise NotAllowed(f"{actor} has committed on {SUITS[field]} already.")
        case Play(card, given):
            trump = PLAYED[card]
            trump.judge_held(state, actor, given)
            trump.judge(state, actor, given)
        case RemoveTemperance():
            judge_removal(state, actor, move)


def make_move(state: State, actor: str, move: Move) -> State:
    """Make a lawful move."""
    match move:
        case Discard(card):
            return _discard(state, actor, move)
        case Commit():
            return commit(state, actor, move)
        case Secret():
            return commit_in_secret(state, actor, move)
        case Abdicate(field):
            return complete(abdicate(state, actor, field), actor)
        case Play(card, given):
            return PLAYED[card].play(state, actor, given)
        case RemoveTemperance():
            return remove(state, actor, move)


def _discard(state: State, actor: str, move: Discard) -> State:
    """Discard a card face down: which one is told to nobody else, unless it lay open."""
    open_card = state.seats[actor].master is not None or move.card not in state.seats[actor].hand
    what = move.card if open_card else "a card"
    return complete(to_discard(state, actor, move.card, told=f"{actor} discards {what}."), actor)
