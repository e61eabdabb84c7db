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

_ALCHEMY: Final = 0.7
"""How often the Magician goes with numbers, and then transmutes one where there is one."""
_NUMBERS: Final = [
    frozenset([card for card in DECK if number_of(card) and suit_of(card) == field])
    for field in FIELDS
]
"""The numeric cards of each suit."""
_TWO: Final = 0.5
"""How often a couple is laid on two fields that may be, and an ace completed by a court."""


def random_numbers(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit numbers of one suit."""
    field = random.choice(FIELDS)
    cards = _numbers(state, actor, field, random)
    return committing((field,), cards) if cards else None


def random_combination(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit one of the combinations that are no numbers, of those that the cards make."""
    usable, free = set(state.usable(actor)), state.seats[actor].free
    found = [
        (place, field, cards)
        for card in usable
        for place, field, cards in _BEGUN_WITH[card]
        if field in free and usable.issuperset(cards)
    ]
    if not found:
        return None
    _, field, cards = random.choice(sorted(found))
    others = [other for other in free if other != field]
    if others and spans_two(cards) and random.random() < _TWO:
        return committing((field, random.choice(others)), cards)
    return committing((field,), cards)


def random_lone_ace(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit an ace alone, or complete one, where that may be done."""
    if not state.variant.lone_ace:
        return None
    usable = in_order(state.usable(actor))
    laid = state.seats[actor].fields
    alone = [field for field in FIELDS if is_lone_ace(laid[field])]
    if alone:
        field = random.choice(alone)
        courts = [c for c in usable if suit_of(c) == field and is_court(c)]
        if courts and random.random() < _TWO:
            return committing((field,), (random.choice(courts),))
        cards = _numbers(state, actor, field, random)
        return committing((field,), cards) if cards else None
    aces = [c for c in usable if is_ace(c)]
    if not aces:
        return None
    ace = random.choice(aces)
    if MAGICIAN in usable:
        return committing((random.choice(FIELDS),), (ace, MAGICIAN))
    return committing((DECK.index(ace) // len(RANKS),), (ace,))


def _numbers(state: State, actor: str, field: int, random: RandomSource) -> Cards:
    """Return some numbers of a field's suit, with the Magician and what it transmutes at times."""
    usable = state.usable(actor)
    cards = some_of(in_order(_NUMBERS[field].intersection(usable)), random)
    can_transmute = state.variant.transmutes and MAGICIAN in usable
    if not can_transmute or random.random() >= _ALCHEMY:
        return cards
    others = in_order([c for c in usable if number_of(c) and suit_of(c) != field])
    if others and random.random() < _ALCHEMY:
        cards = (*cards, random.choice(others))
    return (*cards, MAGICIAN) if cards else ()


def _combinations_on(field: int) -> Iterator[Cards]:
    knave, knight, queen, king = (Card(LETTERS[field] + rank) for rank in COURTS)
    yield (WORLD,)
    yield (EMPRESS, EMPEROR)
    yield (queen, king)
    for other in (knave, knight, queen, king, EMPRESS, EMPEROR):
        yield (other, LOVERS)
    for court in (knave, knight):
        yield (court,)
        for ace in filter(is_ace, DECK):
            yield (court, ace) if suit_of(ace) == field else (court, ace, MAGICIAN)


COMBINATIONS: Final = tuple([tuple(_combinations_on(field)) for field in FIELDS])
"""For each field all that may be committed on it by some variant, numbers alone left out."""
_EVERY: Final = tuple(
    enumerate([(field, cards) for field in FIELDS for cards in COMBINATIONS[field]])
)
_BEGUN_WITH: Final = {
    card: [(place, field, cards) for place, (field, cards) in _EVERY if cards[0] == card]
    for card in DECK
}
"""By its first card each of them, with its place among all and its field."""


def some_of(cards: Sequence[Card], random: RandomSource) -> Cards:
    """Return some of the cards, at least one where there is one."""
    if not cards:
        return ()
    chosen = [card for card in cards if random.random() < 0.5]
    return tuple(chosen or [random.choice(cards)])
