"""7, the Chariot: it carries cards, open to all, until they are committed together."""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from umpire.games.arcanoid.components import (
    CHARIOT,
    EMPEROR,
    EMPRESS,
    FIELDS,
    LOVERS,
    MAGICIAN,
    SUITS,
    Cards,
    in_order,
    is_trump,
    suit_of,
    title,
    without,
)
from umpire.games.arcanoid.rules.asking import CARDS, FIELD
from umpire.games.arcanoid.rules.cards import read_cards, read_commitment
from umpire.games.arcanoid.rules.drawing import complete
from umpire.games.arcanoid.rules.moves.base import Line, Move, judge_usable
from umpire.games.arcanoid.rules.moves.commit import Commitment, commit, judge_laying
from umpire.games.arcanoid.rules.moves.random_commitments import some_of
from umpire.games.arcanoid.rules.trumps.base import Trump
from umpire.games.arcanoid.state import State, discarded, taken, tell, with_seat
from umpire.games.base import NotAllowed, RandomSource
from umpire.games.cards import names, repeated

_MORE = re.compile(r"(add|commit|discard)(?: (.*))?")
_NEEDS: Final = {
    "chariot": (CARDS,),
    "chariot add": (CARDS,),
    "chariot commit": (FIELD, CARDS),
    "chariot discard": (),
}
_FITTING: Final = 0.7
"""How often cards of bots are of one suit, and how often a load is committed with more."""
_LATER: Final = ("add", "commit", "commit", "discard")
"""What bots do with a Chariot that lies there already."""
_COMMITTED: Final = {MAGICIAN, EMPRESS, EMPEROR, LOVERS}
"""[7-(1, 3, 4, 6)] The trumps that can be committed from the load."""


class Ride(NamedTuple):
    """What is done with a Chariot, and the cards and fields named for it."""

    what: Literal["lay", "add", "commit", "discard"]
    cards: Cards = ()
    fields: tuple[int, ...] = ()


class Chariot(Trump[Ride]):
    """Laid down with any number of usable cards, face up; added to, committed or discarded later.

    A load that is committed is committed whole, and the Chariot discarded. Ruling 32: it is never
    committed in secret; where the Magician transmutes nothing, one in the load is discarded too.
    """

    card = CHARIOT
    usage = "[CARDS], add CARDS, commit [FIELDS] [CARDS] or discard"
    example = "chariot C2 C3"

    def read(self, line: Line) -> Ride:
        """Understand what is to be done; `add` and the like count when written in full only."""
        more = _MORE.fullmatch(line.rest)
        if more is None:
            none = line.rest in ("", "none")
            return Ride("lay", () if none else read_cards(line.words))
        rest = line._replace(rest=more[2] or "")
        match more[1]:
            case "add":
                return Ride("add", read_cards(rest.words))
            case "commit":
                fields, cards = read_commitment(rest.on_field.words)
                return Ride("commit", cards, fields)
        rest.nothing()
        return Ride("discard")

    def format(self, given: Ride) -> str:
        what = [] if given.what == "lay" else [given.what]
        fields = ["+".join(SUITS[field] for field in given.fields)] if given.fields else []
        return " ".join([*what, *fields, *given.cards])

    def judge(self, state: State, actor: str, given: Ride) -> None:
        """Raise NotAllowed unless the Chariot is at hand, or laid down already, and for the cards.

        Some cannot be loaded, others not be committed.
        """
        if given.what == "lay":
            super().judge(state, actor, given)
        elif state.seats[actor].chariot is None:
            raise NotAllowed("There is no Chariot of yours on the table.")
        match given.what:
            case "lay" | "add":
                judge_usable(state, actor, given.cards)
                if self.card in given.cards:
                    raise NotAllowed("The Chariot cannot carry itself.")
                most = state.variant.chariot_adds
                if given.what == "add" and most is not None and len(given.cards) > most:
                    raise NotAllowed(f"Add at most {most} cards in one move.")
            case "commit":
                self._judge_commit(state, actor, given)

    def _judge_commit(self, state: State, actor: str, given: Ride) -> None:
        load = state.seats[actor].chariot or ()
        if len(set(given.cards)) < len(given.cards):
            raise NotAllowed(f"{repeated(given.cards)} is named twice.")
        # What lies in the load goes with it, named or not.
        judge_usable(state, actor, without(given.cards, load), given.fields)
        whole = _whole(state, actor, given)
        # Ruling 33
        if not whole.cards:
            raise NotAllowed("There are no cards to commit. Abdicate instead.")
        for card in load:
            if is_trump(card) and card not in _COMMITTED:
                raise NotAllowed(f"{title(card)} on the Chariot cannot be committed.")
        judge_laying(state, actor, whole)

    def make(self, state: State, actor: str, given: Ride) -> State:
        load = state.seats[actor].chariot or ()
        match given.what:
            case "lay":
                state = taken(state, actor, (self.card, *given.cards))
                return _loaded(state, actor, given.cards, "plays the Chariot")
            case "add":
                state = taken(state, actor, given.cards)
                return _loaded(state, actor, (*load, *given.cards), "adds to the Chariot")
            case "commit":
                return commit(state, actor, _whole(state, actor, given))
        state = with_seat(discarded(state, (self.card, *load)), actor, chariot=None)
        return complete(
            tell(state, f"{state.called(actor)} discards the Chariot with its cards."), actor
        )

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return _NEEDS

    def choices(self, seen: State, actor: str) -> tuple[str, ...]:
        return (self.word,) if self.card in seen.usable(actor) else ()

    def later_choices(self, seen: State, actor: str) -> tuple[str, ...]:
        if seen.seats[actor].chariot is None:
            return ()
        return tuple([choice for choice in self.needs if choice != self.word])

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        ride = _random_ride(state, actor, random)
        return None if ride is None else Move(self.word, ride)


def _whole(state: State, actor: str, given: Ride) -> Commitment:
    """Return the commitment of the whole load and the cards named besides (ruling 32)."""
    load = state.seats[actor].chariot or ()
    cards = {*load, *given.cards}
    if MAGICIAN in load and not state.variant.transmutes:
        cards.remove(MAGICIAN)
    return Commitment(given.fields, in_order(cards), chariot=True)


def _loaded(state: State, actor: str, load: Cards, told: str) -> State:
    load = in_order(load)
    told = f"{state.called(actor)} {told}: {names(load) or 'no cards'}."
    state = tell(with_seat(state, actor, chariot=load), told)
    return complete(state, actor)


def _random_ride(state: State, actor: str, random: RandomSource) -> Ride | None:
    usable = [card for card in in_order(state.usable(actor)) if card != CHARIOT]
    load = state.seats[actor].chariot
    if load is None:
        field = random.choice(FIELDS)
        fitting = [card for card in usable if suit_of(card) == field]
        return Ride("lay", some_of(fitting if random.random() < _FITTING else usable, random))
    what = random.choice(_LATER)
    if what == "discard":
        return Ride("discard")
    suits = [suit for card in load if (suit := suit_of(card)) is not None]
    field = suits[0] if suits else random.choice(FIELDS)
    fitting = [card for card in usable if suit_of(card) == field]
    cards = some_of(fitting or usable, random)
    if what == "commit":
        return Ride("commit", cards if random.random() < _FITTING else (), (field,))
    return Ride("add", cards[: state.variant.chariot_adds]) if cards else None
