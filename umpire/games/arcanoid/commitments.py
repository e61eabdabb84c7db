"""The actions that are no trumps: discarding, committing, also in secret, and abdicating.

What bots think of committing stands here as well: over time every combination of every variant.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final, NamedTuple

from umpire.games.arcanoid.actions import Action, Line, Move, judge_usable, written, you
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
    describe,
    is_lone_ace,
    settle,
    spans_two,
)
from umpire.games.arcanoid.deck import complete
from umpire.games.arcanoid.fool import attempt_to_commit
from umpire.games.arcanoid.kinds import CARDS, FIELD
from umpire.games.arcanoid.state import Attempt, Commitment, State
from umpire.games.base import NotAllowed, NotUnderstood, RandomSource, Tell
from umpire.games.cards import names
from umpire.games.text import pluralize


class Discard(Action[Card]):
    """Any usable card is discarded."""

    word = "discard"
    cells = (CARDS,)

    def read(self, line: Line) -> Card:
        return read_card(line.words)

    def judge(self, state: State, actor: str, argument: Card) -> None:
        judge_usable(state, actor, (argument,))

    def make(self, state: State, actor: str, argument: Card, tell: Tell) -> State:
        """Discard it: nobody else is told which one it is, unless it lay open."""
        seat = state.seats[actor]
        is_open = seat.master is not None or argument not in seat.hand
        pieces = (argument,) if is_open else ()
        did = "discarded" if is_open else "discarded a card"
        action = f"discards {argument if is_open else 'a card'}"
        state.tell_move(actor, action, tell, pieces, did)
        return complete(state.discard_cards(actor, argument), actor)

    def values(self, view: State, actor: str) -> tuple[Cards]:
        return (in_order(view.usable(actor)),)

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        for card in in_order(view.usable(actor)):
            yield Move(self.word, card)


class Placement(NamedTuple):
    """Cards committed on one field, or on the two of a couple; `chariot`: with a Chariot's load."""

    fields: tuple[int, ...]
    cards: Cards
    chariot: bool = False


class Commit(Action[Placement]):
    """One of the combinations is laid down on a field without own commitment."""

    word = "commit"
    cells: ClassVar[tuple[str, ...]] = (FIELD, CARDS)

    def read(self, line: Line) -> Placement:
        """Understand fields and cards; the cards may tell the field."""
        fields, cards = read_commitment(line.on_field.words)
        if not cards:
            field = SUITS[fields[0]]
            raise NotUnderstood(f"Name cards. To commit nothing, write abdicate {field}.")
        return Placement(fields, cards)

    def move(self, line: Line) -> Move:
        """Return the move that a line means, the World's however it is written."""
        return committing(*self.read(line)[:2])

    def format(self, argument: Placement) -> str:
        return f"{'+'.join(map(written, argument.fields))} {names(argument.cards)}"

    def judge(self, state: State, actor: str, argument: Placement) -> None:
        judge_usable(state, actor, argument.cards, argument.fields)
        judge_placement(state, actor, argument)

    def make(self, state: State, actor: str, argument: Placement, tell: Tell) -> State:
        return commit(state, actor, argument, tell)

    def values(self, view: State, actor: str) -> tuple[list[int]]:
        return ([field for field in FIELDS if _is_open(view, actor, field)],)

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

    def read(self, line: Line) -> Placement:
        return Placement((line.field(),), (WORLD,))

    def format(self, argument: Placement) -> str:
        return SUITS[argument.fields[0]]


def committing(fields: tuple[int, ...], cards: Sequence[Card]) -> Move:
    """Return the move that commits cards, in its canonical form."""
    word = World.word if tuple(cards) == (WORLD,) and len(fields) == 1 else Commit.word
    return Move(word, Placement(fields, tuple(cards)))


def judge_placement(state: State, actor: str, placement: Placement) -> None:
    """Raise NotAllowed unless the cards, which the actor has, may be committed there."""
    fields = placement.fields
    if len(set(fields)) < len(fields):
        raise NotAllowed(f"{SUITS[fields[0]]} is named twice. Name two fields, or one.")
    for field in fields:
        _judge_field(state, actor, field, completing=len(fields) == 1)
    _commitment(state, actor, placement)


def _is_open(state: State, actor: str, field: int) -> bool:
    try:
        _judge_field(state, actor, field, completing=True)
    except NotAllowed:
        return False
    return True


def _judge_field(state: State, actor: str, field: int, *, completing: bool = False) -> None:
    """Raise NotAllowed unless the actor may commit on a field.

    Ruling 11: an ace that is still alone may be completed, whatever was tried before.

    [14-(16, 20, 21)] Temperance forbids the World like all else. Judgment and Tower do not come
    here.
    """
    variant, earlier = state.variant, state.seats[actor].fields[field]
    may_complete = completing and variant.lone_ace and is_lone_ace(earlier)
    if earlier is not None and not may_complete:
        raise NotAllowed(f"{you(state, actor)} already committed or abdicated on {SUITS[field]}.")
    temperance = state.effects.temperance
    is_exempt = variant.temperance_by_commitment and temperance == (actor, field)
    if temperance is not None and temperance.field == field and not is_exempt:
        raise NotAllowed(f"Temperance forbids commitments on {SUITS[field]}.")


def _commitment(state: State, actor: str, placement: Placement) -> Commitment:
    """Return the commitment that is to be laid down. Raises NotAllowed."""
    field = placement.fields[0]
    if state.seats[actor].fields[field] is not None:
        return completion(placement.cards, field, state.variant)
    commitment = combination(placement.cards, placement.fields, state.variant)
    if commitment.kind == "world" and field in state.closed_to_world:
        raise NotAllowed(
            f"Somebody committed or abdicated on {SUITS[field]} before. The World must come first "
            "there."
        )
    return commitment


def commit(state: State, actor: str, placement: Placement, tell: Tell) -> State:
    """Commit the cards: asked for the Fool first where they may be stolen (ruling 8)."""
    commitment, fields = _commitment(state, actor, placement), placement.fields
    on = " and ".join([SUITS[field] for field in sorted(fields)])
    action = f"commits {names(commitment.cards)} on {on}: {describe(commitment)}"
    did = f"committed on {on}: {describe(commitment)}"
    state.tell_move(actor, action, tell, commitment.cards, did)
    state = state.without_cards(actor, placement.cards)
    if placement.chariot:
        left = state.seats[actor].chariot or ()  # ruling 32: a Magician that is not committed
        state = state.with_seat(actor, chariot=None).with_discards([CHARIOT, *left])
    if len(fields) == 1:
        return attempt_to_commit(state, Attempt(actor, fields[0], commitment), tell)
    for field, also in (fields, fields[::-1]):
        couple = Attempt(actor, field, commitment._replace(also=also))
        state = settle(state, couple, actor, tell)
    return complete(state, actor)


class Secret(Action[Placement]):
    """Only how many cards they are is public until the round ends."""

    word = "secret"
    cells = (FIELD, CARDS)

    def read(self, line: Line) -> Placement:
        fields, cards = read_commitment(line.words)
        if len(fields) > 1:
            raise NotUnderstood("Name one field only for a secret commitment.")
        if not cards:
            raise NotUnderstood("Name a card, such as S4, SQ or 17.")
        return Placement(fields, cards)

    def format(self, argument: Placement) -> str:
        return f"{SUITS[argument.fields[0]]} {names(argument.cards)}"

    def judge(self, state: State, actor: str, argument: Placement) -> None:
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
        judge_usable(state, actor, argument.cards, argument.fields)
        if variant.secret == "with the Magician" and MAGICIAN not in state.usable(actor):
            raise NotAllowed("You need the Magician to commit in secret.")
        _judge_field(state, actor, argument.fields[0])
        if WORLD in argument.cards:
            raise NotAllowed("The World cannot be committed in secret.")
        combination(argument.cards, argument.fields, variant)

    def make(self, state: State, actor: str, argument: Placement, tell: Tell) -> State:
        """Commit the cards face down, after everybody was asked for the Fool."""
        (field,) = argument.fields
        commitment = combination(argument.cards, argument.fields, state.variant)
        state = state.without_cards(actor, argument.cards).with_seat(actor, secret_used=True)
        if state.variant.secret == "with the Magician":
            state = state.discard_cards(actor, MAGICIAN)
        count = pluralize(len(argument.cards), "card")
        state.tell_move(actor, f"commits {count} in secret on {SUITS[field]}", tell)
        secret = commitment._replace(secret=(state.player_of(actor),))
        return attempt_to_commit(state, Attempt(actor, field, secret), tell)

    def is_offered(self, view: State, actor: str, choice: str) -> bool:
        return view.variant.secret != "never"

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        """Return a commitment that might as well be an open one."""
        if state.variant.secret == "never":
            return None
        move = random.choice((random_numbers, random_combination))(state, actor, random)
        return move and Move(self.word, move.argument._replace(fields=move.argument.fields[:1]))


_ABDICATES: Final = 0.2
"""How often a bot that thinks of it abdicates."""


class Abdicate(Action[int]):
    """A free field is given up; the first actor to do so there has the best abdication."""

    word = "abdicate"
    cells = (FIELD,)

    def read(self, line: Line) -> int:
        return line.on_field.field()

    def judge(self, state: State, actor: str, argument: int) -> None:
        if state.seats[actor].fields[argument] is not None:
            raise NotAllowed(
                f"{you(state, actor)} already committed or abdicated on {SUITS[argument]}."
            )

    def make(self, state: State, actor: str, argument: int, tell: Tell) -> State:
        return complete(abdicate(state, actor, argument, tell), actor)

    def values(self, view: State, actor: str) -> tuple[list[int]]:
        return (view.seats[actor].free,)

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        for field in view.seats[actor].free:
            yield Move(self.word, field)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return super().random_move(state, actor, random) if random.random() < _ABDICATES else None


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


COMBINATIONS: Final = [tuple(_combinations_on(field)) for field in FIELDS]
"""For each field all that may be committed on it by some variant, numbers alone left out."""
_ALCHEMY: Final = 0.7
"""How often the Magician goes with numbers, and then transmutes one where there is one."""
_TWO: Final = 0.5
"""How often a couple is laid on two fields that may be, and an ace completed by a court."""


def random_numbers(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit numbers of one suit."""
    field = random.choice(FIELDS)
    return _numbers_on(state, actor, field, random)


def random_combination(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit one of the combinations that are no numbers, of those that the cards make."""
    usable, free = set(state.usable(actor)), state.seats[actor].free
    at_hand = [
        (field, cards)
        for field in free
        for cards in COMBINATIONS[field]
        if usable.issuperset(cards)
    ]
    if not at_hand:
        return None
    field, cards = random.choice(at_hand)
    others = [other for other in free if other != field]
    if others and spans_two(cards) and random.random() < _TWO:
        return committing((field, random.choice(others)), cards)
    return committing((field,), cards)


def random_lone_ace(state: State, actor: str, random: RandomSource) -> Move | None:
    """Commit an ace alone, or complete one, where that may be done."""
    if not state.variant.lone_ace:
        return None
    usable, fields = in_order(state.usable(actor)), state.seats[actor].fields
    alone = [field for field in FIELDS if is_lone_ace(fields[field])]
    if alone:
        field = random.choice(alone)
        courts = [card for card in usable if suit_of(card) == field and is_court(card)]
        if courts and random.random() < _TWO:
            return committing((field,), (random.choice(courts),))
        return _numbers_on(state, actor, field, random)
    aces = [*filter(is_ace, usable)]
    if not aces:
        return None
    ace = random.choice(aces)
    if MAGICIAN in usable:
        return committing((random.choice(FIELDS),), (ace, MAGICIAN))
    return committing((LETTERS.index(ace[0]),), (ace,))


def _numbers_on(state: State, actor: str, field: int, random: RandomSource) -> Move | None:
    """Commit some numbers of a field's suit, at times with the Magician and one that it transmutes.

    None if there are none.
    """
    usable = in_order(state.usable(actor))
    numbers = [*filter(number_of, usable)]
    cards = some_of([card for card in numbers if suit_of(card) == field], random)
    if state.variant.transmutes and MAGICIAN in usable and random.random() < _ALCHEMY:
        others = [card for card in numbers if suit_of(card) != field]
        if others and random.random() < _ALCHEMY:
            cards = (*cards, random.choice(others))
        cards = (*cards, MAGICIAN) if cards else ()
    return committing((field,), cards) if cards else None


def some_of(cards: Sequence[Card], random: RandomSource) -> Cards:
    """Return some of the cards, at least one where there is one."""
    if not cards:
        return ()
    chosen = [card for card in cards if random.random() < 0.5]
    return tuple(chosen or [random.choice(cards)])
