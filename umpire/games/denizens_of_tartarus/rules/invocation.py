"""Invocations at the end of a turn: Blocking and Mulligan."""

from umpire.games.base import NotAllowed
from umpire.games.denizens_of_tartarus.answers import Block, Mulligan
from umpire.games.denizens_of_tartarus.components import (
    Card,
    Side,
    as_hand,
    names,
    opponent,
    with_mine,
)
from umpire.games.denizens_of_tartarus.rules.closed import closed, remaining
from umpire.games.denizens_of_tartarus.state import State
from umpire.games.values import changed

_BLOCKING = 7
_BLOCKING_ATTUNED = 6
"""The modules that must remain for Blocking."""


def invoke(state: State, side: Side, spirit: Block | Mulligan) -> tuple[State, tuple[Card, ...]]:
    """Spend an invocation of a side at the end of its turn; give the cards it drew as well.

    Ruling 7: an attuned one is spent if it is named so, and never else. Raises NotAllowed.
    """
    spirits = state.spirits[side]
    if not spirits.left(spirit.attuned):
        kind, other = ("attuned", "normal") if spirit.attuned else ("normal", "attuned")
        raise NotAllowed(
            f"You have no {kind} invocation left, only {spirits.left(not spirit.attuned)} {other}."
        )
    spent = changed(state, spirits=with_mine(state.spirits, side, spirits.spent(spirit.attuned)))
    if isinstance(spirit, Block):
        return _block(spent, side, spirit), ()
    return _mulligan(spent, side, spirit)


def _block(state: State, side: Side, spirit: Block) -> State:
    """Close a module to the opponent in their next turn. Ruling 8: not one that is so anyway."""
    name = spirit.module
    other = state.seats[opponent(side)]
    left = remaining(state.modules)
    if left < (_BLOCKING_ATTUNED if spirit.attuned else _BLOCKING):
        raise NotAllowed(
            f"Blocking needs {_BLOCKING} modules that nobody has won when the turn ends, "
            f"or {_BLOCKING_ATTUNED} if it is attuned; {left} will remain."
        )
    if state.modules[name].won is not None:
        raise NotAllowed(f"{name} is won and closed to everybody: name another module.")
    own, just_played = state.recent[opponent(side)], state.recent[side]
    if name in closed(state.modules, own, just_played, None):
        whose = "you play on it now" if name == just_played else f"{other} played on it last"
        raise NotAllowed(
            f"{name} is closed to {other} in the next turn anyway, because {whose}: "
            "name another module."
        )
    if name in state.blocks_made[side]:
        raise NotAllowed(f"You have named {name} by Blocking before: name another module.")
    blocks = with_mine(state.blocks_made, side, state.blocks_made[side] | {name})
    return changed(state, blocked=name, blocks_made=blocks)


def _mulligan(state: State, side: Side, spirit: Mulligan) -> tuple[State, tuple[Card, ...]]:
    """Discard cards in the order named, the last to the very bottom, and draw as many."""
    hand = state.hands[side]
    discarded = spirit.cards
    if len(discarded) > 1 and not spirit.attuned:
        raise NotAllowed(
            "A normal Mulligan discards one card; for two or three say attuned mulligan."
        )
    for card in discarded:
        if card not in hand:
            raise NotAllowed(f"You will not hold {card} at the end of the turn, but {names(hand)}.")
        if discarded.count(card) > 1:
            raise NotAllowed(f"You can discard {card} only once.")
    # Ruling 21: these go under the card that was played.
    deck = (*state.deck, *discarded)
    drawn, deck = deck[: len(discarded)], deck[len(discarded) :]
    kept = (card for card in hand if card not in discarded)
    hands = with_mine(state.hands, side, as_hand((*kept, *drawn)))
    return changed(state, hands=hands, deck=deck), drawn
