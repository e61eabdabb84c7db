"""The course of a refill step, which the decisions of a refill share.

The starting player may refill as often as wanted, then the opponent: paying (`refill`), the cards
(`selection`), dividing them (`divide`), perhaps discards by chance (`discard`), and what the
opponent takes (`take`).
"""

from collections.abc import Iterable
from typing import Any

from umpire.games.devils_deal.components import POOL, REFILL_PRICE, Cards
from umpire.games.devils_deal.state import Phase, Refill, State
from umpire.games.two_players import Side, opponent


def begin_turn(state: State, side: Side) -> State:
    """Ask a player whether to refill.

    Ruling 5: who has too few chips is not asked, who has just enough is.
    """
    if state.chips[side] >= REFILL_PRICE:
        return state.changed(phase="refill", acting=side)
    return end_turn(state, side)


def end_turn(state: State, side: Side) -> State:
    """End a player's turn; after the starting player's comes the opponent's."""
    if side == state.starter:
        return begin_turn(state, opponent(side))
    # Ruling 17: both have finished refilling, so the community card is drawn.
    return state.changed(phase="community")


def go_on(state: State, phase: Phase, settled: Refill, **besides: Any) -> State:
    """Go on to a phase with the refill in progress as far as it is settled.

    What changes `besides` goes into the same copy of the state.
    """
    current = state.playing
    refills = (*current.refills[:-1], settled)
    return state.changed(phase=phase, current=current.changed(refills=refills), **besides)


def offer(state: State, closed: Refill, pools: tuple[Cards, Cards]) -> State:
    """Let the opponent take a card. Ruling 16: after every refill, whatever is offered."""
    # Ruling 7: the time of the taker starts here.
    return go_on(state, "take", closed, acting=opponent(closed.by), pools=pools)


def must_go(state: State) -> int:
    """Return how many cards chance must draw from the buyer's pool."""
    return len(state.pools[state.acting]) - POOL


def number_of_refill(state: State) -> str:
    """Return the number of the refill in progress, as the ids of its decisions have it."""
    current = state.playing
    return f"{current.number}.{len(current.refills)}"


def turns_from(state: State, side: Side) -> tuple[Side, ...]:
    """Return whose refill turns are still to come in this round, from a player's own on."""
    return (side, opponent(side)) if side == state.starter else (side,)


def tell_not_asked(state: State, sides: Iterable[Side]) -> list[str]:
    """Return who, of those whose turns come next, is passed over (ruling 5)."""
    sentences = []
    for side in sides:
        if state.chips[side] >= REFILL_PRICE:
            break
        name = state.players[side]
        sentences.append(f"{name} has too few chips for a refill.")
    return sentences
