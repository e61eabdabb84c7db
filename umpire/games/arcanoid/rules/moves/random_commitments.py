"""What bots think of committing: over time every combination of every variant."""

from collections.abc import Iterator, Sequence
from typing import Final

from umpire.games.arcanoid.components import (
    COURTS,
    DECK,
    EMPEROR,
    EMPRESS,
    FIELDS,
    LETTERS,
    LOVERS,
    MAGICIAN,
    RANKS,
    WORLD,
    Card,
    Cards,
    in_order,
    is_ace,
    is_court,
    number_of,
    suit_of,
)
from umpire.games.arcanoid.rules.combinations import is_lone_ace, spans_two
from umpire.games.arcanoid.rules.moves.base import Move
from umpire.games.arcanoid.rules.moves.commit import committing
from umpire.games.arcanoid.state import State
from umpire.games.base import RandomSource
from umpire.games.sampling import any_of

_ALCHEMY: Final = 0.7
"""How often the Magician goes with numbers, and then transmutes one where there is one."""
_TWO: Final = 0.5
"""How often a couple is laid on two fields that may be, and an ace completed by a court."""


def random_numbers(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit numbers of one suit."""
    field = any_of(random, FIELDS)
    cards = _numbers(state, actor, field, random)
    return committing((field,), cards) if cards else None


def random_combination(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit one of the combinations that are no numbers, of those that the cards make."""
    usable = in_order(state.usable(actor))
    has = set(usable).issuperset
    found = [
        (field, cards)
        for field in state.seats[actor].free
        for cards in combinations_on(usable, field)
        if has(cards)
    ]
    if not found:
        return None
    field, cards = any_of(random, found)
    others = [other for other in state.seats[actor].free if other != field]
    if others and spans_two(cards) and random.random() < _TWO:
        return committing((field, any_of(random, others)), cards)
    return committing((field,), cards)


def random_lone_ace(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit an ace alone, or complete one, where that may be done."""
    if not state.variant.lone_ace:
        return None
    usable = in_order(state.usable(actor))
    laid = state.seats[actor].fields
    alone = [field for field in FIELDS if is_lone_ace(laid[field])]
    if alone:
        field = any_of(random, alone)
        courts = [c for c in usable if suit_of(c) == field and is_court(c)]
        if courts and random.random() < _TWO:
            return committing((field,), (any_of(random, courts),))
        cards = _numbers(state, actor, field, random)
        return committing((field,), cards) if cards else None
    aces = [c for c in usable if is_ace(c)]
    if not aces:
        return None
    ace = any_of(random, aces)
    if MAGICIAN in usable:
        return committing((any_of(random, FIELDS),), (ace, MAGICIAN))
    return committing((DECK.index(ace) // len(RANKS),), (ace,))


def _numbers(state: State, actor: str, field: int, random: RandomSource) -> Cards:
    """Return some numbers of a field's suit, with the Magician and what it transmutes at times."""
    usable = in_order(state.usable(actor))
    cards = some_of([c for c in usable if suit_of(c) == field and number_of(c)], random)
    if not state.variant.transmutes or MAGICIAN not in usable or random.random() >= _ALCHEMY:
        return cards
    others = [c for c in usable if number_of(c) and suit_of(c) != field]
    if others and random.random() < _ALCHEMY:
        cards = (*cards, any_of(random, others))
    return (*cards, MAGICIAN) if cards else ()


def combinations_on(usable: Cards, field: int) -> Iterator[Cards]:
    """Yield all that may be committed on a field by some variant, numbers alone left out."""
    knave, knight, queen, king = (Card(LETTERS[field] + rank) for rank in COURTS)
    yield (WORLD,)
    yield (EMPRESS, EMPEROR)
    yield (queen, king)
    for other in (knave, knight, queen, king, EMPRESS, EMPEROR):
        yield (other, LOVERS)
    for court in (knave, knight):
        yield (court,)
        for ace in filter(is_ace, usable):
            yield (court, ace) if suit_of(ace) == field else (court, ace, MAGICIAN)


def some_of(cards: Sequence[Card], random: RandomSource) -> Cards:
    """Return some of the cards, at least one where there is one."""
    if not cards:
        return ()
    chosen = [card for card in cards if random.random() < 0.5]
    return tuple(chosen or [any_of(random, cards)])
