"""The refill step: paying for cards, dividing them, and what the opponent takes."""

from umpire.games.base import NotAllowed
from umpire.games.devils_deal.answers import Buy, Division, Drawn, KeepNone, Pile, Take
from umpire.games.devils_deal.components import (
    POOL,
    REFILL_PRICE,
    Cards,
    Side,
    in_order,
    names,
    not_among,
    opponent,
    repeated,
    total,
    with_mine,
    without,
)
from umpire.games.devils_deal.state import Phase, Refill, State
from umpire.games.values import changed


def turn_of(state: State, side: Side) -> State:
    """Ask a player whether to refill.

    Ruling 5: who has too few chips is not asked, who has just enough is.
    """
    if state.chips[side] >= REFILL_PRICE:
        return changed(state, phase="refill", acting=side)
    return _turn_over(state, side)


def _turn_over(state: State, side: Side) -> State:
    if side == state.playing.starter:
        return turn_of(state, opponent(side))
    # Ruling 17: both have finished refilling, so the community card is drawn.
    return changed(state, phase="community")


def buy(state: State, answer: Buy) -> State:
    """Pay for a refill, or end the turn."""
    side = state.acting
    if not answer.wanted:
        # Ruling 6: that is for the rest of the round.
        return _turn_over(state, side)
    current = state.playing
    return changed(
        state,
        phase="selection",
        chips=with_mine(state.chips, side, state.chips[side] - REFILL_PRICE),
        removed=state.removed + REFILL_PRICE,  # Ruling 4: nobody receives them.
        current=changed(current, refills=(*current.refills, Refill(side))),
    )


def select(state: State, drawn: Drawn) -> State:
    """Show the buyer the cards drawn. Ruling 7: the time of the division starts with them."""
    return _go_on(state, "divide", changed(state.refilling, selection=drawn.cards))


def selection(state: State) -> Cards:
    """Return the cards that are to be divided."""
    cards = state.refilling.selection
    assert cards is not None, "only asked once the selection is dealt"
    return cards


def judge_division(state: State, division: Division) -> None:
    """Make sure that a division is valid. Raises NotAllowed."""
    _judge_cards(selection(state), division)
    piles = division.piles
    # Ruling 10: one pile, set aside, will do; no pile will not.
    if [pile.aside for pile in piles].count(True) != 1:
        raise NotAllowed("Just one of the piles must be set aside: mark it, e.g. B5 R7 *.")
    sums = [total(pile.cards) for pile in piles]
    if len(set(sums)) > 1:
        told = ", ".join(
            f"{names(pile.cards)} is {sum_}" for pile, sum_ in zip(piles, sums, strict=True)
        )
        raise NotAllowed(f"All piles must have the same sum, the one set aside too: {told}.")
    _judge_discards(state, division)


def _judge_cards(offered: Cards, division: Division) -> None:
    named = (*[card for pile in division.piles for card in pile.cards], *division.unused)
    if not set(offered).issuperset(named):
        stranger = next(card for card in named if card not in offered)
        raise NotAllowed(f"{stranger} is not among the cards to divide: {names(offered)}.")
    # Ruling 12: a card that is unused is in no pile, not in the one set aside either.
    twice = repeated(named)
    if twice is not None:
        raise NotAllowed(f"{twice} is named twice: each card is in one pile or unused.")


def _judge_discards(state: State, division: Division) -> None:
    # Ruling 13: cards just kept may go as well, but never more than must.
    discards = division.discards
    must = _excess(state, division)
    if len(discards) > must:
        raise NotAllowed(f"You must discard {must} of your cards, not {len(discards)}.")
    pool = state.pools[state.acting] + _kept(division)
    missing = not_among(pool, discards)
    if missing is not None:
        raise NotAllowed(
            f"{missing} cannot be discarded so often: you will have {names(in_order(pool))}."
        )


def _kept(division: Division) -> Cards:
    return tuple([card for pile in division.piles if not pile.aside for card in pile.cards])


def _excess(state: State, division: Division) -> int:
    """Return how many cards must go so that the pool is no larger than it may be."""
    return max(0, len(state.pools[state.acting]) + len(_kept(division)) - POOL)


def discards_missing(state: State, division: Division) -> int:
    """Return how many discards chance would draw, because the division does not name them."""
    return _excess(state, division) - len(division.discards)


def close(state: State, answer: Division | KeepNone) -> State:
    """Close a valid division: what is kept joins the pool, the rest lies open to the opponent."""
    selected = selection(state)
    if isinstance(answer, KeepNone):
        answer = Division((Pile(selected, aside=True),))
    piled = {card for pile in answer.piles for card in pile.cards}
    pool = in_order(without(state.pools[state.acting] + _kept(answer), answer.discards))
    complete = len(pool) <= POOL
    closed = changed(
        state.refilling,
        piles=tuple(sorted([in_order(pile.cards) for pile in answer.piles if not pile.aside])),
        aside=next(in_order(pile.cards) for pile in answer.piles if pile.aside),
        unused=in_order([card for card in selected if card not in piled]),
        discarded=in_order(answer.discards),
        random=() if complete else None,
    )
    pooled = changed(state, pools=with_mine(state.pools, state.acting, pool))
    # Ruling 14: a division with too few discards holds, and chance draws the missing ones.
    return _offer(pooled, closed) if complete else _go_on(pooled, "discard", closed)


def must_go(state: State) -> int:
    """Return how many cards chance must draw from the pool."""
    return len(state.pools[state.acting]) - POOL


def judge_discard(state: State, drawn: Drawn) -> None:
    """Make sure that chance discards what must go. Raises NotAllowed."""
    must = must_go(state)
    if len(drawn.cards) != must:
        raise NotAllowed(f"{must} must be drawn from the pool, not {len(drawn.cards)}.")
    missing = not_among(state.pools[state.acting], drawn.cards)
    if missing is not None:
        raise NotAllowed(f"{missing} is not in the pool, or not so often.")


def discard(state: State, drawn: Drawn) -> State:
    """Discard the cards that chance drew from the buyer's pool."""
    side, settled = state.acting, state.refilling
    pool = without(state.pools[side], drawn.cards)
    return _offer(
        changed(state, pools=with_mine(state.pools, side, pool)),
        changed(
            settled,
            discarded=in_order(settled.discarded + drawn.cards),
            random=in_order(drawn.cards),
        ),
    )


def _offer(state: State, closed: Refill) -> State:
    """Let the opponent take a card. Ruling 16: after every refill, whatever is offered."""
    # Ruling 7: the time of the taker starts here.
    return _go_on(changed(state, acting=opponent(closed.by)), "take", closed)


def judge_take(state: State, answer: Take) -> None:
    """Make sure that the card may be taken and the discard fits. Raises NotAllowed."""
    card, discards = answer
    if card is None:
        return
    offered = state.refilling.offered
    if card not in offered:
        raise NotAllowed(f"{card} is not offered: take one of {names(in_order(offered))}, or pass.")
    pool = state.pools[state.acting]
    if len(pool) < POOL:
        if discards:
            raise NotAllowed(f"You hold {len(pool)} cards, so nothing is to be discarded.")
        return
    # Ruling 15: the discard comes with the card, and may be the card itself.
    if len(discards) != 1:
        raise NotAllowed(
            f"You hold {POOL} cards and must discard just one, e.g. {card} discard: {pool[0]}."
        )
    if discards[0] != card and discards[0] not in pool:
        raise NotAllowed(f"You cannot discard {discards[0]}: you hold {names(pool)}.")


def take(state: State, answer: Take) -> State:
    """Settle what the opponent takes; then the buyer may refill again."""
    side, settled = state.acting, state.refilling
    card, discards = answer
    if card is None:
        settled = changed(settled, taken="pass")
    else:
        pool = in_order(without((*state.pools[side], card), discards))
        state = changed(state, pools=with_mine(state.pools, side, pool))
        discarded = discards[0] if discards else None
        settled = changed(settled, taken=card, taken_discard=discarded)
    return turn_of(_go_on(state, state.phase, settled), settled.by)


def _go_on(state: State, phase: Phase, settled: Refill) -> State:
    """Go on to a phase with the refill in progress as far as it is settled."""
    current = state.playing
    refills = (*current.refills[:-1], settled)
    return changed(state, phase=phase, current=changed(current, refills=refills))
