"""Before the first round: the pools are dealt and the starting player is chosen."""

from umpire.games.base import NotAllowed
from umpire.games.devils_deal.answers import Drawn, Start
from umpire.games.devils_deal.components import START_POOL, in_order, repeated
from umpire.games.devils_deal.rules.rounds import begin_round
from umpire.games.devils_deal.state import State
from umpire.games.values import changed


def judge_different(drawn: Drawn) -> None:
    """Make sure that all cards drawn are different. Raises NotAllowed."""
    twice = repeated(drawn.cards)
    if twice is not None:
        raise NotAllowed(f"{twice} is drawn twice; all these cards must be different.")


def deal(state: State, drawn: Drawn) -> State:
    """Deal the pools that the players start with; they stay on record (ruling 35)."""
    cards = drawn.cards
    pools = in_order(cards[:START_POOL]), in_order(cards[START_POOL:])
    # Ruling 2: now that both pools are public the starting player is chosen.
    # Ruling 1: by the player who sits first, whose advantage that is.
    return changed(state, phase="start", acting=0, pools=pools, start_pools=pools)


def start(state: State, answer: Start) -> State:
    """Begin round 1 with the starting player chosen."""
    return begin_round(changed(state, starter=state.side_of(answer.player)))
