"""What the hidden cards of a match may be, as far as somebody knows.

All that joins and leaves a pool is public, except the private cards that nobody has revealed. So
each of those is drawn from what the pool held when it was chosen, and the rest is the pool.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from umpire.games.base import RandomSource
from umpire.games.cards import HIDDEN, HiddenCards
from umpire.games.devils_deal.cards import Card, Private, in_order
from umpire.games.devils_deal.rounds import choosable
from umpire.games.devils_deal.state import Round, State
from umpire.games.randomness import sample
from umpire.games.two_players import SIDES, Side, replace_side

_TRIES: Final = 50
"""How often cards are guessed anew of which a player could choose none."""


def determinize(view: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    for side in SIDES:
        if isinstance(view.pools[side], HiddenCards):
            view = _guessed(view, side, random)
    return view


def _guessed(view: State, side: Side, random: RandomSource) -> State:
    """Return the state with one player's hidden cards guessed.

    Who is to choose private cards has two to choose from: else the match would be over.
    """
    if view.start_pools is None:
        return view.replace(pools=replace_side(view.pools, side, ()))
    if view.phase != "private":
        return _with_cards_of(view, side, random, ())
    for _ in range(_TRIES):
        guessed = _with_cards_of(view, side, random, ())
        if len(choosable(guessed, side)) >= 2:
            return guessed
    choices = sorted({*_rest(view, side)} - {view.playing.community})
    return _with_cards_of(view, side, random, sample(2, choices, random))


def _rest(view: State, side: Side) -> "Counter[Card]":
    """Return what a player's pool and hidden cards are made of."""
    assert view.start_pools is not None, "asked only once the pools are dealt"
    rest = Counter(view.start_pools[side])
    for one in _rounds(view):
        rest.update(_joined(one, side))
        rest.subtract([*_discarded(one, side), *_revealed(one, side)])
    return +rest


def _with_cards_of(view: State, side: Side, random: RandomSource, kept: Sequence[Card]) -> State:
    """Return the state with one player's hidden cards guessed, the earliest first.

    Those that are `kept` are in the pool.
    """
    assert view.start_pools is not None, "asked only once the pools are dealt"
    held = Counter(view.start_pools[side])
    rest = _rest(view, side)
    rest.subtract(kept)
    rounds = _rounds(view)
    guessed = []
    for one in rounds:
        held.update(_joined(one, side))
        held.subtract(_discarded(one, side))
        if one.private is not None:
            shown = one.private[side]
            mine = _filled(shown, held, rest, one.community, random)
            held.subtract(mine)
            one = one.replace(private=replace_side(one.private, side, mine))
        guessed.append(one)
    pools = replace_side(view.pools, side, in_order([*rest.elements(), *kept]))
    return _with_rounds(view, guessed).replace(pools=pools)


def _rounds(view: State) -> tuple[Round, ...]:
    return view.history if view.current is None else (*view.history, view.current)


def _with_rounds(view: State, rounds: list[Round]) -> State:
    if view.current is None:
        return view.replace(history=tuple(rounds))
    return view.replace(history=tuple(rounds[:-1]), current=rounds[-1])


def _filled(
    shown: Private,
    held: "Counter[Card]",
    rest: "Counter[Card]",
    community: Card | None,
    random: RandomSource,
) -> Private:
    """Return private cards with those that are hidden taken from the rest.

    They are different, none is the community card, and the player held them then; unless earlier
    guesses have left none such.
    """
    cards = list(shown)
    for place, card in enumerate(shown):
        if card is not HIDDEN:
            continue
        left = sorted(rest.elements())
        may_be = [one for one in left if held[one] > 0 and one not in (community, *cards)]
        cards[place] = random.choice(may_be or left)
        rest[cards[place]] -= 1
    first, second = cards
    return first, second


def _joined(played: Round, side: Side) -> Iterator[Card]:
    """Yield the cards that joined a player's pool in a round."""
    for refill in played.refills:
        if refill.by == side:
            yield from chain.from_iterable(refill.piles or ())
        elif refill.taken is not None and refill.taken != "pass":
            yield refill.taken


def _discarded(played: Round, side: Side) -> Iterator[Card]:
    """Yield the cards that a player discarded in a round."""
    for refill in played.refills:
        if refill.by == side:
            yield from refill.discarded
        elif refill.taken_discard is not None:
            yield refill.taken_discard


def _revealed(played: Round, side: Side) -> Iterator[Card]:
    """Yield a player's private cards of a round that are known."""
    if played.private is not None:
        yield from (card for card in played.private[side] if card is not HIDDEN)
