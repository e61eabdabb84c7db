"""`commit [FIELDS] CARDS`: cards are committed on a field for good; `world FIELD` is one way to.

It is also the way on which a Chariot's load is committed, and a lone ace completed.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from umpire.games.arcanoid.components import (
    CHARIOT,
    FIELDS,
    SUITS,
    WORLD,
    Card,
    Cards,
    in_order,
    is_court,
    number_of,
    suit_of,
)
from umpire.games.arcanoid.rules.asking import CARDS, FIELD
from umpire.games.arcanoid.rules.cards import read_commitment
from umpire.games.arcanoid.rules.combinations import (
    combination,
    completion,
    is_lone_ace,
    laid_in_words,
)
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.laying import settle
from umpire.games.arcanoid.rules.moves.base import Action, Line, Move, judge_usable, you
from umpire.games.arcanoid.rules.steal import attempt_to_commit
from umpire.games.arcanoid.state import Attempt, Laid, State, discarded, taken, telling, with_seat
from umpire.games.base import Form, NotAllowed, NotUnderstood
from umpire.games.cards import names


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

    def make(self, state: State, actor: str, given: Commitment) -> State:
        return commit(state, actor, given)

    def offered(self, seen: State, actor: str) -> Form:
        return {FIELD: tuple([SUITS[field] for field in FIELDS if _is_open(seen, actor, field)])}

    def suggest(self, seen: State, actor: str) -> Iterator[Move]:
        usable = in_order(seen.usable(actor))
        for field in seen.seats[actor].free:
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

    def choices(self, seen: State, actor: str) -> tuple[str, ...]:
        return (self.word,) if WORLD in seen.usable(actor) else ()


def committing(fields: tuple[int, ...], cards: Sequence[Card]) -> Move:
    """Return the move that commits cards, in its canonical form."""
    word = World.word if tuple(cards) == (WORLD,) and len(fields) == 1 else Commit.word
    return Move(word, Commitment(fields, tuple(cards)))


def judge_laying(state: State, actor: str, given: Commitment) -> None:
    """Raise NotAllowed unless the cards, which the actor has, may be committed there."""
    if len(set(given.fields)) < len(given.fields):
        raise NotAllowed(f"{SUITS[given.fields[0]]} is named twice. Name two fields, or one.")
    for field in given.fields:
        judge_field(state, actor, field, completing=len(given.fields) == 1)
    _laid(state, actor, given)


def _is_open(state: State, actor: str, field: int) -> bool:
    try:
        judge_field(state, actor, field, completing=True)
    except NotAllowed:
        return False
    return True


def judge_field(state: State, actor: str, field: int, *, completing: bool = False) -> None:
    """Raise NotAllowed unless the actor may commit on a field.

    Ruling 11: an ace that is still alone may be completed, whatever was tried before.
    """
    there = state.seats[actor].fields[field]
    may_complete = completing and state.variant.lone_ace and is_lone_ace(there)
    if there is not None and not may_complete:
        raise NotAllowed(f"{you(state, actor)} already committed or abdicated on {SUITS[field]}.")
    if is_forbidden(state, actor, field):
        raise NotAllowed(f"Temperance forbids commitments on {SUITS[field]}.")


def is_forbidden(state: State, actor: str, field: int) -> bool:
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


def commit(state: State, actor: str, given: Commitment) -> State:
    """Commit the cards: asked for the Fool first where they may be stolen (ruling 8)."""
    laid = _laid(state, actor, given)
    joins = state.seats[actor].fields[given.fields[0]] is not None
    told = None  # no words are sought where nobody listens
    if state.told is not None:
        told = telling(state, _told(state.called(actor), given, laid))
    state = taken(state, actor, given.cards, told=told)
    if given.chariot:
        left = state.seats[actor].chariot or ()  # ruling 32: a Magician that is not committed
        state = discarded(with_seat(state, actor, chariot=None), [CHARIOT, *left])
    if len(given.fields) == 1:
        return attempt_to_commit(state, Attempt(actor, given.fields[0], laid, joins))
    first, second = given.fields
    for field, also in ((first, second), (second, first)):
        state = settle(state, Attempt(actor, field, laid._replace(also=also)), actor)
    return complete(state, actor)


def _told(actor: str, given: Commitment, laid: Laid) -> str:
    fields = " and ".join([SUITS[field] for field in sorted(given.fields)])
    return f"{actor} commits {names(laid.cards)} on {fields}: {laid_in_words(laid)}."
