"""A guess at the hidden cards of a match, from all that a viewer knows.

All that joins and leaves a pool is public, except the private cards that nobody has revealed. So
each of those is drawn from what the pool held when it was chosen, and the rest is the pool.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from umpire.games.base import RandomSource
from umpire.games.cards import HIDDEN, HiddenCards
from umpire.games.devils_deal.cards import Card, Cards, PrivateCards, in_order
from umpire.games.devils_deal.rounds import choosable_cards
from umpire.games.devils_deal.state import Round, State
from umpire.games.randomness import sample
from umpire.games.two_players import SIDES, Side, replace_side

_TRIES: Final = 50
"""How often a pool is guessed again of which its player could choose no private cards."""


def determinize(view: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    for side in SIDES:
        if isinstance(view.pools[side], HiddenCards):
            view = _guess_cards_of(side, view, random)
    return view


def _guess_cards_of(side: Side, view: State, random: RandomSource) -> State:
    """Return the state with one player's hidden cards guessed.

    A player who is to choose private cards has two to choose from: else the match would be over.
    """
    if view.start_pools is None:
        return view.replace(pools=replace_side(view.pools, side, ()))
    start_pool = view.start_pools[side]
    if view.phase != "private":
        return _guess_once(side, view, start_pool, random)
    for _ in range(_TRIES):
        guess = _guess_once(side, view, start_pool, random)
        if len(choosable_cards(guess, side)) >= 2:
            return guess
    unknown = _unknown_cards(side, view, start_pool)
    choices = sorted({*unknown} - {view.current_round.community})
    return _guess_once(side, view, start_pool, random, in_pool=sample(2, choices, random))


def _unknown_cards(side: Side, view: State, start_pool: Cards) -> "Counter[Card]":
    """Return the cards of a player's pool together with the hidden private cards."""
    unknown = Counter(start_pool)
    for round_ in view.rounds:
        revealed = [card for card in (round_.private or ((), ()))[side] if card is not HIDDEN]
        unknown.update(_cards_gained(round_, side))
        unknown.subtract([*round_.discards(side), *revealed])
    return +unknown


def _guess_once(
    side: Side,
    view: State,
    start_pool: Cards,
    random: RandomSource,
    in_pool: Sequence[Card] = (),
) -> State:
    """Return the state with one player's hidden cards guessed, those of the first round first.

    The cards `in_pool` are in the pool, not among the private cards.
    """
    pool_then = Counter(start_pool)
    unknown = _unknown_cards(side, view, start_pool)
    unknown.subtract(in_pool)
    rounds = []
    for round_ in view.rounds:
        pool_then.update(_cards_gained(round_, side))
        pool_then.subtract(list(round_.discards(side)))
        if round_.private is not None:
            private = _guess_private(
                round_.private[side], pool_then, unknown, round_.community, random
            )
            pool_then.subtract(private)
            round_ = round_.replace(private=replace_side(round_.private, side, private))
        rounds.append(round_)
    pools = replace_side(view.pools, side, in_order([*unknown.elements(), *in_pool]))
    if view.current is None:
        return view.replace(history=tuple(rounds), pools=pools)
    return view.replace(history=tuple(rounds[:-1]), current=rounds[-1], pools=pools)


def _guess_private(
    masked: PrivateCards,
    pool_then: "Counter[Card]",
    unknown: "Counter[Card]",
    community: Card | None,
    random: RandomSource,
) -> PrivateCards:
    """Return private cards with the hidden ones drawn from the unknown cards, which lose them.

    They are different, none is the community card, and all were in the pool then; unless earlier
    guesses have left no such card.
    """
    cards = list(masked)
    for place, card in enumerate(masked):
        if card is not HIDDEN:
            continue
        rest = sorted(unknown.elements())
        choices = [card for card in rest if pool_then[card] > 0 and card not in (community, *cards)]
        cards[place] = random.choice(choices or rest)
        unknown[cards[place]] -= 1
    first, second = cards
    return first, second


def _cards_gained(round_: Round, side: Side) -> Iterator[Card]:
    """Yield the cards that joined a player's pool in a round."""
    for refill in round_.refills:
        if refill.by == side:
            yield from chain.from_iterable(refill.piles or ())
        elif refill.taken is not None and refill.taken != "pass":
            yield refill.taken
