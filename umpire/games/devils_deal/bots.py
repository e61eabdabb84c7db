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
from umpire.games.sampling import drawn
from umpire.games.two_players import SIDES, Side, with_mine

_TRIES: Final = 50
"""How often cards are guessed anew of which a player could choose none."""


def guess(seen: State, random: RandomSource) -> State:
    """Return a whole state that may be the real one."""
    for side in SIDES:
        if isinstance(seen.pools[side], HiddenCards):
            seen = _guessed(seen, side, random)
    return seen


def _guessed(seen: State, side: Side, random: RandomSource) -> State:
    """Return the state with one player's hidden cards guessed.

    Who is to choose private cards has two to choose from: else the match would be over.
    """
    if seen.start_pools is None:
        return seen.changed(pools=with_mine(seen.pools, side, ()))
    if seen.phase != "private":
        return _with_cards_of(seen, side, random, ())
    for _ in range(_TRIES):
        guessed = _with_cards_of(seen, side, random, ())
        if len(choosable(guessed, side)) >= 2:
            return guessed
    choices = sorted({*_rest(seen, side)} - {seen.playing.community})
    return _with_cards_of(seen, side, random, drawn(2, choices, random))


def _rest(seen: State, side: Side) -> "Counter[Card]":
    """Return what a player's pool and hidden cards are made of."""
    assert seen.start_pools is not None, "asked only once the pools are dealt"
    rest = Counter(seen.start_pools[side])
    for one in _rounds(seen):
        rest.update(_joined(one, side))
        rest.subtract([*_discarded(one, side), *_revealed(one, side)])
    return +rest


def _with_cards_of(seen: State, side: Side, random: RandomSource, kept: Sequence[Card]) -> State:
    """Return the state with one player's hidden cards guessed, the earliest first.

    Those that are `kept` are in the pool.
    """
    assert seen.start_pools is not None, "asked only once the pools are dealt"
    held = Counter(seen.start_pools[side])
    rest = _rest(seen, side)
    rest.subtract(kept)
    rounds = _rounds(seen)
    guessed = []
    for one in rounds:
        held.update(_joined(one, side))
        held.subtract(_discarded(one, side))
        if one.private is not None:
            shown = one.private[side]
            mine = _filled(shown, held, rest, one.community, random)
            held.subtract(mine)
            one = one.changed(private=with_mine(one.private, side, mine))
        guessed.append(one)
    pools = with_mine(seen.pools, side, in_order([*rest.elements(), *kept]))
    return _with_rounds(seen, guessed).changed(pools=pools)


def _rounds(seen: State) -> tuple[Round, ...]:
    return seen.history if seen.current is None else (*seen.history, seen.current)


def _with_rounds(seen: State, rounds: list[Round]) -> State:
    if seen.current is None:
        return seen.changed(history=tuple(rounds))
    return seen.changed(history=tuple(rounds[:-1]), current=rounds[-1])


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
