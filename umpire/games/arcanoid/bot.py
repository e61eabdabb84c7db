"""Answers by the umpire: some to offer in a drop-down, and random ones for bots and tests."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final

from umpire.games.arcanoid.answers import (
    Abdicate,
    Commit,
    Discard,
    Discards,
    Move,
    Play,
    RemoveTemperance,
    Secret,
)
from umpire.games.arcanoid.combinations import is_lone_ace, spans_two
from umpire.games.arcanoid.components import (
    COURTS,
    DECK,
    EMPEROR,
    EMPRESS,
    FIELDS,
    FOOL,
    LETTERS,
    LOVERS,
    MAGICIAN,
    RANKS,
    SUITS,
    WORLD,
    Card,
    Cards,
    in_order,
    is_ace,
    is_court,
    is_trump,
    number_of,
    suit_of,
)
from umpire.games.arcanoid.notation import opinion, write
from umpire.games.arcanoid.rules.moves import judge_move
from umpire.games.arcanoid.state import OF_JUSTICE, Asked, State
from umpire.games.arcanoid.trumps import PLAYED
from umpire.games.arcanoid.trumps.chariot import Chariot, Ride
from umpire.games.base import NotAllowed, RandomSource
from umpire.games.sampling import Shuffler, any_of, typed

_OFFERED: Final = 40
"""How many moves a drop-down offers at most."""
_TRIES: Final = 12
"""How many random moves are tried before a card is discarded."""
_STEALS: Final = 0.5
"""How often the Fool is played by who has it, and an extra move pledged for it."""
_EXTRA: Final = 0.4
"""How often an extra move is made; seldom, so that there are some left to pledge."""
_REFILLS: Final = 0.85
"""How often a player wants the deck refilled: low enough that matches end."""
_STOPS: Final = 0.1
"""How often a caller stops who might call again."""
_FITTING: Final = 0.7
"""How often cards for the Chariot are of one suit, and how often a load is committed with more."""
_ABDICATES: Final = 0.2
"""How often an actor abdicates who thinks of it."""
_ALCHEMY: Final = 0.7
"""How often the Magician goes with numbers, and then transmutes one where there is one."""
_TWO: Final = 0.5
"""How often a couple is laid on two fields that may be."""
_SHOWS: Final = 0.7
"""How often a visible card goes for a Wheel where one may; in half of these both."""
_LATER: Final = ("add", "commit", "commit", "discard")
"""What is done with a Chariot that lies there already."""


def suggest(state: State, asked: Asked, actor: str) -> tuple[str, ...]:
    """Return legal answers for a drop-down, a few of them, for the eyes of who owes the answer.

    Of a poll both are given to everybody alike: what is offered tells nothing of who has the Fool.
    """
    match asked.kind:
        case "move":
            lawful = (move for move in _plain_moves(state, actor) if is_lawful(state, actor, move))
            return tuple(write(move) for move in islice(lawful, _OFFERED))
        case "call":
            return ("stop",)
        case "wheel":
            assert state.wheel is not None
            return (write(Discards(state.seats[actor].hand[: state.wheel.owed])),)
        case "deal" | "reshuffle":
            return ()
        case kind:
            return (opinion(kind, yes=True).word, opinion(kind, yes=False).word)


def _plain_moves(state: State, actor: str) -> Iterator[Move]:
    """Yield moves of which most are lawful: commitments, trumps that need no more, discards."""
    usable = in_order(state.usable(actor))
    for field in state.seats[actor].free:
        numbers = [card for card in usable if suit_of(card) == field and number_of(card)]
        if numbers:
            yield Commit((field,), tuple(numbers))
        for court in usable:
            if suit_of(court) == field and is_court(court):
                yield Commit((field,), (court,))
        if WORLD in usable:
            yield Commit((field,), (WORLD,))
    for card in usable:
        if card in PLAYED and card not in _GIVEN:
            yield Play(card)
    yield from (Discard(card) for card in usable)
    yield RemoveTemperance()
    yield from (Abdicate(field) for field in state.seats[actor].free)


def is_lawful(state: State, actor: str, move: Move) -> bool:
    """Return whether an actor may make a move."""
    try:
        judge_move(state, actor, move)
    except NotAllowed:
        return False
    return True


def random_move(state: State, actor: str, random: RandomSource) -> Move:
    """Return a random lawful move; over time every kind of it."""
    for _ in range(_TRIES):
        move = any_of(random, _KINDS)(state, actor, random)
        if move is not None and is_lawful(state, actor, move):
            return move
    usable = in_order(state.usable(actor))
    if usable:
        return Discard(any_of(random, usable))
    return Abdicate(any_of(random, state.seats[actor].free))


def _some(cards: Sequence[Card], random: RandomSource) -> Cards:
    """Return some of the cards, at least one where there is one."""
    if not cards:
        return ()
    chosen = [card for card in cards if random.random() < 0.5]
    return tuple(chosen or [any_of(random, cards)])


def _discard(state: State, actor: str, random: RandomSource) -> Move | None:
    usable = in_order(state.usable(actor))
    return Discard(any_of(random, usable)) if usable else None


def _abdicate(state: State, actor: str, random: RandomSource) -> Move | None:
    return (
        Abdicate(any_of(random, state.seats[actor].free)) if random.random() < _ABDICATES else None
    )


def _numeric(state: State, actor: str, random: RandomSource) -> Move | None:
    field = any_of(random, FIELDS)
    cards = _numbers(state, actor, field, random)
    return Commit((field,), cards) if cards else None


def _numbers(state: State, actor: str, field: int, random: RandomSource) -> Cards:
    """Return some numbers of a field's suit, with the Magician and what it transmutes at times."""
    usable = in_order(state.usable(actor))
    cards = _some([c for c in usable if suit_of(c) == field and number_of(c)], random)
    if not state.variant.transmutes or MAGICIAN not in usable or random.random() >= _ALCHEMY:
        return cards
    others = [c for c in usable if number_of(c) and suit_of(c) != field]
    if others and random.random() < _ALCHEMY:
        cards = (*cards, any_of(random, others))
    return (*cards, MAGICIAN) if cards else ()


def _combination(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit one of the combinations that are no numbers, of those that the cards make."""
    usable = in_order(state.usable(actor))
    found = [
        (field, cards)
        for field in state.seats[actor].free
        for cards in _combinations(usable, field)
        if set(cards) <= set(usable)
    ]
    if not found:
        return None
    field, cards = any_of(random, found)
    others = [other for other in state.seats[actor].free if other != field]
    if others and spans_two(cards) and random.random() < _TWO:
        return Commit((field, any_of(random, others)), cards)
    return Commit((field,), cards)


def _combinations(usable: Cards, field: int) -> Iterator[Cards]:
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


def _lone_ace(state: State, actor: str, random: RandomSource) -> Move | None:
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
            return Commit((field,), (any_of(random, courts),))
        cards = _numbers(state, actor, field, random)
        return Commit((field,), cards) if cards else None
    aces = [c for c in usable if is_ace(c)]
    if not aces:
        return None
    ace = any_of(random, aces)
    if MAGICIAN in usable:
        return Commit((any_of(random, FIELDS),), (ace, MAGICIAN))
    return Commit((DECK.index(ace) // len(RANKS),), (ace,))


def _secret(state: State, actor: str, random: RandomSource) -> Move | None:
    if state.variant.secret == "never":
        return None
    kind = any_of(random, (_numeric, _combination))
    move = kind(state, actor, random)
    return Secret(move.fields[0], move.cards) if isinstance(move, Commit) else None


def _remove(state: State, actor: str, random: RandomSource) -> Move | None:
    return RemoveTemperance()


def _trump(state: State, actor: str, random: RandomSource) -> Move | None:
    usable = [card for card in in_order(state.usable(actor)) if card in PLAYED]
    if state.seats[actor].chariot is not None:
        usable.append(Chariot.card)
    if not usable:
        return None
    card = any_of(random, usable)
    if card not in _GIVEN:
        return Play(card)
    given = _GIVEN[card](state, actor, random)
    return None if given is None else Play(card, given)


def _target(state: State, actor: str, random: RandomSource) -> str:
    return any_of(random, state.active)


def _target_or_justice(state: State, actor: str, random: RandomSource) -> str:
    return any_of(random, [*state.active, *([OF_JUSTICE] if state.justice else [])])


def _target_and_field(state: State, actor: str, random: RandomSource) -> tuple[str, int]:
    return any_of(random, state.active), any_of(random, FIELDS)


def _shown(state: State, actor: str, random: RandomSource) -> str:
    return any_of(random, (*SUITS, "trumps", "fool"))


def _ride(state: State, actor: str, random: RandomSource) -> Ride | None:
    usable = [card for card in in_order(state.usable(actor)) if card != Chariot.card]
    load = state.seats[actor].chariot
    if load is None:
        field = any_of(random, FIELDS)
        fitting = [card for card in usable if suit_of(card) == field]
        return Ride("lay", _some(fitting if random.random() < _FITTING else usable, random))
    what = any_of(random, _LATER)
    if what == "discard":
        return Ride("discard")
    suits = [suit for card in load if (suit := suit_of(card)) is not None]
    field = suits[0] if suits else any_of(random, FIELDS)
    fitting = [card for card in usable if suit_of(card) == field]
    cards = _some(fitting or usable, random)
    if what == "commit":
        return Ride("commit", cards if random.random() < _FITTING else (), (field,))
    return Ride("add", cards[: state.variant.chariot_adds]) if cards else None


def _minor(state: State, actor: str, random: RandomSource) -> Card:
    return any_of(random, [card for card in DECK if not is_trump(card)])


def _any_card(state: State, actor: str, random: RandomSource) -> Card:
    return any_of(random, DECK)


_GIVEN: Final[dict[Card, Callable[[State, str, RandomSource], object]]] = {
    Card("2"): _target,
    Card("5"): _shown,
    Card("7"): _ride,
    Card("11"): lambda state, actor, random: any_of(random, (1, 2)),
    Card("12"): _target_or_justice,
    Card("14"): lambda state, actor, random: any_of(random, FIELDS),
    Card("16"): _target_and_field,
    Card("17"): _minor,
    Card("18"): _minor,
    Card("19"): _any_card,
    Card("20"): _target_and_field,
}
_KINDS: Final = (
    _discard,
    _abdicate,
    _numeric,
    _numeric,
    _combination,
    _combination,
    _lone_ace,
    _secret,
    _trump,
    _trump,
    _trump,
    _trump,
    _remove,
)
"""What is thought of; what stands here more than once more often."""


def sample(state: State, asked: Asked, actor: str, random: RandomSource) -> str:
    """Return a random legal answer, in a random spelling."""
    match asked.kind:
        case "deal":
            return " ".join(Shuffler(random).draw(len(DECK), DECK))
        case "reshuffle":
            cards = in_order(state.discard)
            return " ".join(Shuffler(random).draw(len(cards), cards))
        case "move":
            return typed(write(random_move(state, actor, random)), random)
        case "call":
            assert state.calls is not None
            left = [c for c in DECK if not is_trump(c) and c not in state.calls.missed]
            return "stop" if random.random() < _STOPS else any_of(random, left)
        case "wheel":
            return typed(_sample_wheel(state, actor, random), random)
        case kind:
            chance = {"refill": _REFILLS, "hermit": _EXTRA, "pledge": _STEALS, "steal": _STEALS}
            may = kind != "steal" or FOOL in state.usable(actor)
            yes = may and random.random() < chance[kind]
            return typed(opinion(kind, yes=yes).word, random)


def _sample_wheel(state: State, actor: str, random: RandomSource) -> str:
    wheel = state.wheel
    assert wheel is not None
    seat = state.seats[actor]
    cards = Shuffler(random).draw(wheel.owed, seat.hand)
    if not seat.visible or random.random() >= _SHOWS:
        return f"discard {' '.join(cards)}"
    # the card drawn face up goes first, the others only with it
    first = [wheel.face_up] if wheel.face_up is not None else []
    going = [*first, *(card for card in seat.visible if card not in first)]
    going = going[: min(any_of(random, (1, 2)), wheel.owed)]
    gone = [*going, *cards[len(going) :]]
    left = [card for card in wheel.drawn if card not in gone]
    shown = Shuffler(random).draw(min(len(going), len(left)), left)
    if len(shown) < len(going):
        return f"discard {' '.join(cards)}"
    return f"discard {' '.join(gone)} show {' '.join(shown)}"
