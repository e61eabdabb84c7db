"""The actions that are no trumps: discarding, committing, also in secret, and abdicating.

What bots think of committing stands here as well: over time every combination of every variant.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from umpire.games.arcanoid.actions import Action, Line, Move, judge_usable, you
from umpire.games.arcanoid.cards import (
    CHARIOT,
    COURTS,
    DECK,
    EMPEROR,
    EMPRESS,
    FIELDS,
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
    number_of,
    read_card,
    read_commitment,
    suit_of,
)
from umpire.games.arcanoid.combinations import (
    abdicate,
    combination,
    completion,
    is_lone_ace,
    laid_in_words,
    settle,
    spans_two,
)
from umpire.games.arcanoid.deck import complete
from umpire.games.arcanoid.fool import attempt_to_commit
from umpire.games.arcanoid.kinds import CARDS, FIELD
from umpire.games.arcanoid.state import Attempt, Laid, State
from umpire.games.base import Form, NotAllowed, NotUnderstood, RandomSource, Tell
from umpire.games.cards import names
from umpire.games.text import counted


class Discard(Action[Card]):
    """Any usable card is discarded."""

    word = "discard"
    cells = (CARDS,)

    def read(self, line: Line) -> Card:
        return read_card(line.words)

    def format(self, given: Card) -> str:
        return given

    def judge(self, state: State, actor: str, given: Card) -> None:
        judge_usable(state, actor, (given,))

    def make(self, state: State, actor: str, given: Card, tell: Tell) -> State:
        """Discard it: nobody else is told which one it is, unless it lay open."""
        seat = state.seats[actor]
        is_open = seat.master is not None or given not in seat.hand
        what, pieces = (given, (given,)) if is_open else ("a card", ())
        state.tell_move(actor, f"discards {what}", tell, pieces)
        return complete(state.discard_cards(actor, given), actor)

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        for card in in_order(view.usable(actor)):
            yield Move(self.word, card)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        usable = in_order(state.usable(actor))
        return Move(self.word, random.choice(usable)) if usable else None


class Commitment(NamedTuple):
    """Cards committed on one field, or on the two of a couple; `chariot`: with a Chariot's load."""

    fields: tuple[int, ...]
    cards: Cards
    chariot: bool = False


class Commit(Action[Commitment]):
    """One of the combinations is laid down on a field without own commitment."""

    word = "commit"
    cells: ClassVar[tuple[str, ...]] = (FIELD, CARDS)

    def read(self, line: Line) -> Commitment:
        """Understand fields and cards; the cards may tell the field."""
        fields, cards = read_commitment(line.on_field.words)
        if not cards:
            field = SUITS[fields[0]]
            raise NotUnderstood(f"Name cards. To commit nothing, write abdicate {field}.")
        return Commitment(fields, cards)

    def move(self, line: Line) -> Move:
        """Return the move that a line means, the World's however it is written."""
        given = self.read(line)
        return committing(given.fields, given.cards)

    def format(self, given: Commitment) -> str:
        return f"{'+'.join([SUITS[field] for field in given.fields])} {' '.join(given.cards)}"

    def judge(self, state: State, actor: str, given: Commitment) -> None:
        judge_usable(state, actor, given.cards, given.fields)
        judge_laying(state, actor, given)

    def make(self, state: State, actor: str, given: Commitment, tell: Tell) -> State:
        return commit(state, actor, given, tell)

    def offered(self, view: State, actor: str) -> Form:
        return {FIELD: tuple([SUITS[field] for field in FIELDS if _is_open(view, actor, field)])}

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        usable = in_order(view.usable(actor))
        for field in view.seats[actor].free:
            suit = [card for card in usable if suit_of(card) == field]
            numbers = [card for card in suit if number_of(card)]
            if numbers:
                yield committing((field,), numbers)
            for court in filter(is_court, suit):
                yield committing((field,), [court])
            if WORLD in usable:
                yield committing((field,), [WORLD])


class World(Commit):
    """The World alone, written shorter."""

    word = "world"
    cells = (FIELD,)

    def read(self, line: Line) -> Commitment:
        return Commitment((line.field(),), (WORLD,))

    def format(self, given: Commitment) -> str:
        return SUITS[given.fields[0]]

    def choices(self, view: State, actor: str) -> tuple[str, ...]:
        return (self.word,) if WORLD in view.usable(actor) else ()


def committing(fields: tuple[int, ...], cards: Sequence[Card]) -> Move:
    """Return the move that commits cards, in its canonical form."""
    word = World.word if tuple(cards) == (WORLD,) and len(fields) == 1 else Commit.word
    return Move(word, Commitment(fields, tuple(cards)))


def judge_laying(state: State, actor: str, given: Commitment) -> None:
    """Raise NotAllowed unless the cards, which the actor has, may be committed there."""
    if len(set(given.fields)) < len(given.fields):
        raise NotAllowed(f"{SUITS[given.fields[0]]} is named twice. Name two fields, or one.")
    for field in given.fields:
        _judge_field(state, actor, field, completing=len(given.fields) == 1)
    _laid(state, actor, given)


def _is_open(state: State, actor: str, field: int) -> bool:
    try:
        _judge_field(state, actor, field, completing=True)
    except NotAllowed:
        return False
    return True


def _judge_field(state: State, actor: str, field: int, *, completing: bool = False) -> None:
    """Raise NotAllowed unless the actor may commit on a field.

    Ruling 11: an ace that is still alone may be completed, whatever was tried before.
    """
    there = state.seats[actor].fields[field]
    may_complete = completing and state.variant.lone_ace and is_lone_ace(there)
    if there is not None and not may_complete:
        raise NotAllowed(f"{you(state, actor)} already committed or abdicated on {SUITS[field]}.")
    if _is_forbidden(state, actor, field):
        raise NotAllowed(f"Temperance forbids commitments on {SUITS[field]}.")


def _is_forbidden(state: State, actor: str, field: int) -> bool:
    """Return whether Temperance forbids an actor to commit on a field.

    [14-(16, 20, 21)] The World like all else; but neither Judgment nor the Tower, who never ask.
    """
    temperance = state.effects.temperance
    if temperance is None or temperance.field != field:
        return False
    return not (state.variant.temperance_by_commitment and temperance.by == actor)


def _laid(state: State, actor: str, given: Commitment) -> Laid:
    """Return what is to be laid down. Raises NotAllowed."""
    ace = state.seats[actor].fields[given.fields[0]]
    if ace is not None:
        return completion(given.cards, given.fields[0], state.variant)
    laid = combination(given.cards, given.fields, state.variant)
    if laid.kind == "world" and given.fields[0] in state.closed_to_world:
        raise NotAllowed(
            f"Somebody committed or abdicated on {SUITS[given.fields[0]]} before. The World "
            "must come first there."
        )
    return laid


def commit(state: State, actor: str, given: Commitment, tell: Tell) -> State:
    """Commit the cards: asked for the Fool first where they may be stolen (ruling 8)."""
    laid = _laid(state, actor, given)
    joins = state.seats[actor].fields[given.fields[0]] is not None
    on = " and ".join([SUITS[field] for field in sorted(given.fields)])
    what = f"commits {names(laid.cards)} on {on}: {laid_in_words(laid)}"
    state.tell_move(actor, what, tell, laid.cards)
    state = state.without_cards(actor, given.cards)
    if given.chariot:
        left = state.seats[actor].chariot or ()  # ruling 32: a Magician that is not committed
        state = state.with_seat(actor, chariot=None).with_discards([CHARIOT, *left])
    if len(given.fields) == 1:
        return attempt_to_commit(state, Attempt(actor, given.fields[0], laid, joins), tell)
    first, second = given.fields
    for field, also in ((first, second), (second, first)):
        state = settle(state, Attempt(actor, field, laid._replace(also=also)), actor, tell)
    return complete(state, actor)


class Secret(Action[Commitment]):
    """Only how many cards they are is public until the round ends."""

    word = "secret"
    cells = (FIELD, CARDS)

    def read(self, line: Line) -> Commitment:
        fields, cards = read_commitment(line.words)
        if len(fields) > 1:
            raise NotUnderstood("Name one field only for a secret commitment.")
        if not cards:
            raise NotUnderstood("Name a card, such as S4, SQ or 17.")
        return Commitment(fields, cards)

    def format(self, given: Commitment) -> str:
        return f"{SUITS[given.fields[0]]} {' '.join(given.cards)}"

    def judge(self, state: State, actor: str, given: Commitment) -> None:
        """Raise NotAllowed unless the actor may commit these cards face down there.

        Ruling 34: they are checked now. Ruling 35: a daemon's cards and open ones may be among
        them.
        """
        variant, seat = state.variant, state.seats[actor]
        if variant.secret == "never":
            raise NotAllowed(f"In {variant.name} nothing is committed in secret. Write commit.")
        # Ruling 36: the right is used up by trying.
        if variant.secret == "once a round" and seat.secret_used:
            raise NotAllowed("You may try only one secret commitment in a round.")
        judge_usable(state, actor, given.cards, given.fields)
        if variant.secret == "with the Magician" and MAGICIAN not in state.usable(actor):
            raise NotAllowed("You need the Magician to commit in secret.")
        _judge_field(state, actor, given.fields[0])
        if WORLD in given.cards:
            raise NotAllowed("The World cannot be committed in secret.")
        combination(given.cards, given.fields, variant)

    def make(self, state: State, actor: str, given: Commitment, tell: Tell) -> State:
        """Commit the cards face down, after all who may have the Fool were asked for it."""
        (field,) = given.fields
        laid = combination(given.cards, given.fields, state.variant)
        state = state.without_cards(actor, given.cards).with_seat(actor, secret_used=True)
        if state.variant.secret == "with the Magician":
            state = state.discard_cards(actor, MAGICIAN)
        count = counted(len(given.cards), "card")
        state.tell_move(actor, f"commits {count} in secret on {SUITS[field]}", tell)
        secret = laid._replace(secret=(state.player_of(actor),))
        return attempt_to_commit(state, Attempt(actor, field, secret), tell)

    def choices(self, view: State, actor: str) -> tuple[str, ...]:
        return () if view.variant.secret == "never" else (self.word,)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        """Return what might as well be committed openly."""
        if state.variant.secret == "never":
            return None
        move = random.choice((random_numbers, random_combination))(state, actor, random)
        return move and Move(self.word, move.given._replace(fields=move.given.fields[:1]))


_ABDICATES: Final = 0.2
"""How often an actor abdicates who thinks of it."""


class Abdicate(Action[int]):
    """A free field is given up; of several who do so there the first is the best."""

    word = "abdicate"
    cells = (FIELD,)

    def read(self, line: Line) -> int:
        return line.on_field.field()

    def format(self, given: int) -> str:
        return SUITS[given]

    def judge(self, state: State, actor: str, given: int) -> None:
        if state.seats[actor].fields[given] is not None:
            raise NotAllowed(
                f"{you(state, actor)} already committed or abdicated on {SUITS[given]}."
            )

    def make(self, state: State, actor: str, given: int, tell: Tell) -> State:
        return complete(abdicate(state, actor, given, tell), actor)

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        for field in view.seats[actor].free:
            yield Move(self.word, field)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        if random.random() >= _ABDICATES:
            return None
        return Move(self.word, random.choice(state.seats[actor].free))


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
