"""The poker step before the bets: the community card, the private cards, the ante."""

from collections.abc import Mapping

from umpire.games.base import NotAllowed
from umpire.games.devils_deal.answers import Drawn, Failed, Private
from umpire.games.devils_deal.components import (
    ANTE,
    ANTE_REMOVED,
    SIDES,
    Cards,
    Side,
    names,
    without,
)
from umpire.games.devils_deal.rules.betting import begin_phase
from umpire.games.devils_deal.rules.rounds import lose_first
from umpire.games.devils_deal.state import Hidden, State
from umpire.games.values import changed


def community(state: State, drawn: Drawn) -> State:
    """Lay the community card. Ruling 18: it may be any of the 27, whatever is in the pools."""
    shown = changed(
        state,
        phase="private",
        current=changed(state.playing, community=drawn.cards[0]),
    )
    # Ruling 19: who cannot choose is judged at once.
    unable = len(choosable(shown, 0)) < 2, len(choosable(shown, 1)) < 2
    return lose_first(shown, unable, "cards") if any(unable) else shown


def choosable(state: State, side: Side) -> Cards:
    """Return the different cards of a pool that may become private: not the community card."""
    community = state.playing.community
    return tuple(sorted({card for card in state.pools[side] if card != community}))


def judge_private(state: State, side: Side, answer: Private) -> None:
    """Make sure that a player may choose these two cards. Raises NotAllowed."""
    pool, community = state.pools[side], state.playing.community
    for card in answer:
        if card == community:
            raise NotAllowed(f"{card} is the community card; choose two others.")
        if card not in pool:
            raise NotAllowed(f"{card} is not in your pool: {names(pool)}.")
    if answer.first == answer.second:
        raise NotAllowed(f"{answer.first} cannot be chosen twice: a hand has no card twice.")


def choose(state: State, answers: Mapping[Side, Private | Failed]) -> State:
    """Take both players' private cards at once, then the antes.

    Ruling 21: it is judged only here, when both have answered or failed, who failed.
    """
    first, second = answers[0], answers[1]
    if isinstance(first, Failed) or isinstance(second, Failed):
        failed = isinstance(first, Failed), isinstance(second, Failed)
        return lose_first(state, failed, "time")
    private: tuple[Hidden, Hidden] = first, second
    # Ruling 22: only now do the cards leave the pools.
    chosen = changed(
        state,
        pools=(without(state.pools[0], first), without(state.pools[1], second)),
        current=changed(state.playing, private=private),
    )
    return _ante(chosen)


def _ante(state: State) -> State:
    """Let both pay the ante. Ruling 23: who cannot is judged only now, and then nobody pays."""
    chips = state.chips
    unable = chips[0] < ANTE, chips[1] < ANTE
    if any(unable):
        return lose_first(state, unable, "ante")
    paid = changed(
        state,
        chips=(chips[0] - ANTE, chips[1] - ANTE),
        pot=len(SIDES) * ANTE - ANTE_REMOVED,
        removed=state.removed + ANTE_REMOVED,
    )
    return begin_phase(paid)
