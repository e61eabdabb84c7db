"""The trumps about fields: the Chariot (7), Temperance (14), the Tower (16), Judgment (20)."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, Literal, NamedTuple

from umpire.games.arcanoid.cards import (
    CHARIOT,
    EMPEROR,
    EMPRESS,
    FIELDS,
    JUDGMENT,
    LOVERS,
    MAGICIAN,
    SUITS,
    TEMPERANCE,
    TOWER,
    TRUMPS,
    Cards,
    in_order,
    is_trump,
    read_cards,
    read_commitment,
    read_field,
    suit_of,
    title,
    without,
)
from umpire.games.arcanoid.combinations import abdicate
from umpire.games.arcanoid.deck import complete
from umpire.games.arcanoid.kinds import CARDS, FIELD
from umpire.games.arcanoid.moves import (
    Action,
    Commitment,
    Line,
    Move,
    commit,
    judge_laying,
    judge_usable,
    some_of,
    you,
)
from umpire.games.arcanoid.state import (
    State,
    Tempered,
    discarded,
    taken,
    to_discard,
    with_effects,
    with_seat,
)
from umpire.games.arcanoid.trumps.base import AtField, TargetAndField, Trump, judge_active
from umpire.games.base import NotAllowed, NotUnderstood, RandomSource, Tell
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

    def make(self, state: State, actor: str, given: Ride, tell: Tell) -> State:
        load = state.seats[actor].chariot or ()
        match given.what:
            case "lay":
                state = taken(state, actor, (self.card, *given.cards))
                return _loaded(state, actor, given.cards, "plays the Chariot", tell)
            case "add":
                state = taken(state, actor, given.cards)
                return _loaded(state, actor, (*load, *given.cards), "adds to the Chariot", tell)
            case "commit":
                return commit(state, actor, _whole(state, actor, given), tell)
        self.tell_played(state, actor, "discards the Chariot with its cards", tell)
        state = with_seat(discarded(state, (self.card, *load)), actor, chariot=None)
        return complete(state, actor)

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return _NEEDS

    def choices(self, view: State, actor: str) -> tuple[str, ...]:
        return (self.word,) if self.card in view.usable(actor) else ()

    def later_choices(self, view: State, actor: str) -> tuple[str, ...]:
        if view.seats[actor].chariot is None:
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


def _loaded(state: State, actor: str, load: Cards, what: str, tell: Tell) -> State:
    load = in_order(load)
    text = f"{state.called(actor)} {what}: {names(load) or 'no cards'}."
    tell(text, by=state.player_of(actor), kind="move", pieces=(CHARIOT, *load))
    return complete(with_seat(state, actor, chariot=load), actor)


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


_NAME: Final = TRUMPS[int(TEMPERANCE)]
_REMOVE: Final = f"remove {_NAME}"


class Temperance(Trump[int]):
    """Laid down on a field: commitments there are forbidden, but no abdication.

    `moves.commit` says to whom, by variant. It goes when the deck closes, when its owner is
    finished, and by the owner's own doing: committing there, or a move that removes it.
    """

    card = TEMPERANCE
    usage = "FIELD"
    cells = (FIELD,)
    example = "temperance cups"

    def read(self, line: Line) -> int:
        if not line.rest:
            raise NotUnderstood("Name the field. Example: temperance cups.")
        return read_field(line.rest)

    def format(self, given: int) -> str:
        return SUITS[given]

    def judge(self, state: State, actor: str, given: int) -> None:
        """Raise NotAllowed for an empty deck, or where the actor has committed other cards."""
        super().judge(state, actor, given)
        if not state.deck:
            raise NotAllowed("The deck is empty: Temperance cannot be laid down.")
        there = state.seats[actor].fields[given]
        if there is not None and there.kind != "abdication":
            raise NotAllowed(f"{you(state, actor)} already committed on {SUITS[given]}.")

    def make(self, state: State, actor: str, given: int, tell: Tell) -> State:
        self.tell_played(state, actor, f"tempers {SUITS[given]}", tell)
        state = with_effects(taken(state, actor, [self.card]), temperance=Tempered(actor, given))
        return complete(state, actor)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(FIELDS))


class Remove(Action[None]):
    """`remove temperance`: its owner takes it away, in all variants but DRESDEN.

    Ruling 38: a full move, though no card leaves the hand.
    """

    word = "remove"

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {_REMOVE: ()}

    def read(self, line: Line) -> None:
        if line.rest not in ("", _NAME, f"the {_NAME}"):
            raise NotUnderstood("Write remove temperance.")

    def format(self, given: None) -> str:
        return _NAME

    def judge(self, state: State, actor: str, given: None) -> None:
        if state.variant.temperance_by_commitment:
            raise NotAllowed(
                f"In {state.variant.name} Temperance is not removed. Commit on its field to end it."
            )
        if not _is_of(state, actor):
            raise NotAllowed("There is no Temperance of yours to remove.")

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        text = f"{state.called(actor)} removes Temperance."
        tell(text, by=state.player_of(actor), kind="move", pieces=(TEMPERANCE,))
        return complete(discarded(with_effects(state, temperance=None), [TEMPERANCE]), actor)

    def choices(self, view: State, actor: str) -> tuple[str, ...]:
        return ()

    def later_choices(self, view: State, actor: str) -> tuple[str, ...]:
        return (_REMOVE,) if _is_of(view, actor) else ()

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        yield Move(self.word)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word)


def _is_of(state: State, actor: str) -> bool:
    return state.effects.temperance is not None and state.effects.temperance.by == actor


class Tower(AtField):
    """Discarded. What an active target has committed on a field is discarded; the field is free.

    Neither an abdication nor the World falls. Ruling 37: of a couple on two fields one is freed,
    and the couple stays on the other.
    """

    card = TOWER
    example = "tower Bo swords"

    def judge(self, state: State, actor: str, given: TargetAndField) -> None:
        """Raise NotAllowed unless there is something that can fall (ruling 16)."""
        super().judge(state, actor, given)
        target, field = given
        judge_active(state, target)
        laid = state.seats[target].fields[field]
        if laid is None or laid.kind in ("abdication", "world"):
            raise NotAllowed(
                f"{state.called(target)} has nothing on {SUITS[field]} that the Tower can destroy."
            )

    def make(self, state: State, actor: str, given: TargetAndField, tell: Tell) -> State:
        target, field = given
        whose, theirs = state.called(actor), state.called(target)
        text = f"{whose}'s Tower destroys what {theirs} committed on {SUITS[field]}."
        tell(text, by=state.player_of(actor), kind="move", pieces=(self.card,))
        state = to_discard(state, actor, self.card)
        fields = list(state.seats[target].fields)
        laid, fields[field] = fields[field], None
        assert laid is not None
        if laid.also is None:
            state = discarded(state, laid.cards)
        else:
            fields[laid.also] = laid._replace(also=None)
        return complete(with_seat(state, target, fields=tuple(fields)), actor)


class Judgment(AtField):
    """An active target abdicates on a field where it has not committed; the card lies there."""

    card = JUDGMENT
    example = "judgment Bo cups"

    def judge(self, state: State, actor: str, given: TargetAndField) -> None:
        """Raise NotAllowed unless the target is active and the field free (ruling 16)."""
        super().judge(state, actor, given)
        target, field = given
        judge_active(state, target)
        if state.seats[target].fields[field] is not None:
            raise NotAllowed(f"{state.called(target)} already has something on {SUITS[field]}.")

    def make(self, state: State, actor: str, given: TargetAndField, tell: Tell) -> State:
        target, field = given
        state = abdicate(
            taken(state, actor, [self.card]),
            target,
            field,
            tell,
            to=f"{state.called(actor)}'s Judgment",
            by=state.player_of(actor),
            under=(self.card,),
        )
        return complete(state, actor)
