"""The trumps that are played for an effect; each has one place.

Star, Moon and Sun are in `calling`, the Wheel in `wheel`. The others act elsewhere: the Fool (0) in
`fool`; the Magician (1), the Empress (3), the Emperor (4), the Lovers (6) and the World (21) in
`combinations`.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Literal, NamedTuple

from umpire.games.arcanoid.actions import (
    Action,
    AtField,
    AtTarget,
    Line,
    Move,
    Plain,
    TargetAndField,
    Trump,
    judge_active,
    judge_usable,
    targets,
    you,
)
from umpire.games.arcanoid.calling import Moon, Star, Sun
from umpire.games.arcanoid.cards import (
    CHARIOT,
    DEVIL,
    EMPEROR,
    EMPRESS,
    EXTRA_MOVES,
    FIELDS,
    FOOL,
    HERMIT,
    JUDGMENT,
    JUSTICE,
    LOVERS,
    MAGICIAN,
    SUITS,
    TEMPERANCE,
    TRUMPS,
    VISIBLE,
    Card,
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
from umpire.games.arcanoid.commitments import Commitment, commit, judge_laying, some_of
from umpire.games.arcanoid.deck import close_deck, complete
from umpire.games.arcanoid.kinds import CARDS, FIELD, WHO
from umpire.games.arcanoid.rounds import move_again, turn_up
from umpire.games.arcanoid.state import DAEMON, OF_JUSTICE, USA, Reveal, Seat, State, Tempered
from umpire.games.arcanoid.state import Hermit as LaidHermit
from umpire.games.arcanoid.state import Justice as OpenJustice
from umpire.games.arcanoid.wheel import Wheel
from umpire.games.base import Form, NotAllowed, NotUnderstood, RandomSource, Tell
from umpire.games.cards import names, repeated


class Priestess(AtTarget):
    """Discarded. An active target's hand is shown to who played it; the actor moves again.

    [2-15, 2-8] To all if a daemon played it; from Justice to its master alone.
    """

    card = Card("2")
    example = "priestess Bo"

    def judge(self, state: State, actor: str, given: str) -> None:
        """Ruling 17: any active actor may be the target, oneself too."""
        super().judge(state, actor, given)
        judge_active(state, given)

    def make(self, state: State, actor: str, given: str, tell: Tell) -> State:
        """Show the hand. Ruling 18: a daemon's Priestess is seen by all, but for one of Justice."""
        daemons = state.seats[actor].master and state.place_of(actor, self.card) != "justice"
        to = None if daemons else (state.player_of(actor),)
        state.tell_move(actor, f"looks at the hand of {state.called(given)}", tell, (self.card,))
        state = state.discard_cards(actor, self.card)
        shown = Reveal(actor, self.card, given, to, ((given, state.seats[given].hand),))
        return move_again(state.reveal(shown, tell), actor)


_ASKED = (*SUITS, "trumps", "fool")
_SHOWN = {
    **dict.fromkeys(("trumps", "trump", "major arcana"), "trumps"),
    **dict.fromkeys(("fool", "the fool", "excuse", "the excuse", "0"), "fool"),
}


class Hierophant(Trump[str]):
    """Discarded. All active players show their cards of a suit, their trumps, or the Fool; again.

    A daemon's cards are open anyway; USA turns up all of its own (ruling 45).
    """

    card = Card("5")
    usage = "SUIT, trumps or fool"
    example = "hierophant coins"
    cells = (FIELD,)

    def read(self, line: Line) -> str:
        if line.rest in _SHOWN:
            return _SHOWN[line.rest]
        if not line.rest or " " in line.rest:
            raise NotUnderstood("Name what everybody shows: a suit, trumps or fool.")
        return SUITS[read_field(line.rest)]

    def format(self, given: str) -> str:
        return given

    def offered(self, view: State, actor: str) -> Form:
        return {FIELD: _ASKED}

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(_ASKED))

    def make(self, state: State, actor: str, given: str, tell: Tell) -> State:
        """Show the cards of all active players, the caller's too."""
        state = turn_up(state.discard_cards(actor, self.card))
        fits = _fitting(given)
        shown = [
            (player, tuple(filter(fits, state.seats[player].hand)))
            for player in state.active
            if player in state.terms.players
        ]
        if USA in state.active:
            shown.append((USA, state.seats[USA].hand))
        state = state.reveal(Reveal(actor, self.card, given, None, tuple(shown)), tell)
        return move_again(state, actor)


def _fitting(given: str) -> Callable[[Card], bool]:
    if given == "fool":
        return lambda card: card == FOOL
    if given == "trumps":
        return lambda card: is_trump(card) and card != FOOL
    suit = SUITS.index(given)
    return lambda card: suit_of(card) == suit


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
                state = state.without_cards(actor, (self.card, *given.cards))
                return _loaded(state, actor, given.cards, "plays the Chariot", tell)
            case "add":
                state = state.without_cards(actor, given.cards)
                return _loaded(state, actor, (*load, *given.cards), "adds to the Chariot", tell)
            case "commit":
                return commit(state, actor, _whole(state, actor, given), tell)
        state.tell_move(actor, "discards the Chariot with its cards", tell, (self.card,))
        state = state.with_discards((self.card, *load)).with_seat(actor, chariot=None)
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
    state.tell_move(actor, f"{what}: {names(load) or 'no cards'}", tell, (CHARIOT, *load))
    return complete(state.with_seat(actor, chariot=load), actor)


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


class Justice(Plain):
    """Set aside. Six cards face up, which all but USA may use; the actor moves again.

    [8-15] With an active daemon its hand becomes the Justice cards instead, for good, and the actor
    does not move again. [8-11-15] All of its hand, if Strength has made that more than six.
    [7-8-15] Its Chariot stays its own.
    """

    card = JUSTICE
    example = "justice"

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        """Open Justice; completing draws its cards (ruling 25: of a daemon's up to six too)."""
        daemon = state.effects.daemon
        what = "its open cards" if daemon is None else f"the cards of {state.called(daemon)}"
        text = f"Justice is in play: everybody may use {what}."
        tell(text, by=state.player_of(actor), kind="move", pieces=(self.card,))
        state = state.set_aside(actor, self.card)
        if daemon is None:
            return move_again(state.replace(justice=OpenJustice()), actor)
        # Ruling 24: the size is six again; surplus cards stay until used.
        cards = in_order(state.seats[daemon].hand)
        state = state.with_seat(daemon, hand=(), size=0)
        return complete(state.replace(justice=OpenJustice(cards)), actor)


class Hermit(Plain):
    """Laid down with three extra moves; `rounds` tells when they are made.

    Ruling 46: it is its actor's alone, a daemon's too.
    """

    card = HERMIT
    example = "hermit"

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        what = f"plays the Hermit and has {EXTRA_MOVES} extra moves"
        state.tell_move(actor, what, tell, (self.card,))
        laid = LaidHermit(actor, EXTRA_MOVES)
        return complete(state.without_cards(actor, [self.card]).with_effects(hermit=laid), actor)


_STRENGTHS = {"one": 1, "1": 1, "hidden": 1, "two": 2, "2": 2, "visible": 2}
_BOTH = (1, 2)


class Strength(Trump[int]):
    """Set aside. One card more in the hand, or two visible ones.

    [8-11] Played from Justice, Justice grows by one or two instead. [11-15] A daemon's hand, which
    is open in any case, grows by either. Ruling 24: it counts for the place it was played for.
    """

    card = Card("11")
    usage = "one (hidden) or two (visible)"
    example = "strength two"

    def read(self, line: Line) -> int:
        if line.rest not in _STRENGTHS:
            raise NotUnderstood(
                "Write strength one for the hand, or strength two for visible cards."
            )
        return _STRENGTHS[line.rest]

    def format(self, given: int) -> str:
        return "one" if given == 1 else "two"

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {f"{self.word} {self.format(given)}": () for given in _BOTH}

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(_BOTH))

    def make(self, state: State, actor: str, given: int, tell: Tell) -> State:
        state.tell_move(actor, f"plays Strength for {self.format(given)}", tell, (self.card,))
        place = state.place_of(actor, self.card)
        state = state.set_aside(actor, self.card)
        seat, justice = state.seats[actor], state.justice
        if place == "justice":
            assert justice is not None
            grown = justice._replace(size=justice.size + given)
            state = state.replace(justice=grown)
        elif seat.master is not None or given == 1:
            state = state.with_seat(actor, size=seat.size + given)
        else:
            state = state.with_seat(actor, visible_size=VISIBLE)
        return complete(state, actor)


class Hanged(AtTarget):
    """Discarded. An active target's hand, visible cards [11-12], Chariot and its load [7-12] go.

    [8-12] Or all the Justice cards go. They are completed then, before the actor (ruling 19).
    """

    card = Card("12")
    usage = "TARGET or justice"
    example = "hanged Bo"

    def read(self, line: Line) -> str:
        return line.target(justice=True)

    def offered(self, view: State, actor: str) -> Form:
        return {WHO: (*targets(view), *_justice(view))}

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice([*state.active, *_justice(state)]))

    def judge(self, state: State, actor: str, given: str) -> None:
        super().judge(state, actor, given)
        if given != OF_JUSTICE:
            judge_active(state, given)
        elif state.justice is None:
            raise NotAllowed("Justice is not in play.")

    def make(self, state: State, actor: str, given: str, tell: Tell) -> State:
        """Discard all that the target has."""
        state.tell_move(actor, f"hangs {state.called(given)}", tell, (self.card,))
        state = state.discard_cards(actor, self.card)
        if given == OF_JUSTICE:
            justice = state.justice
            assert justice is not None
            state = state.with_discards(justice.cards)
            return complete(state.replace(justice=OpenJustice(size=justice.size)), actor)
        seat = state.seats[given]
        load = () if seat.chariot is None else (CHARIOT, *seat.chariot)
        state = state.with_discards((*seat.hand, *seat.visible, *load))
        state = state.with_seat(given, hand=(), visible=(), up=(), chariot=None)
        return complete(state, given, actor)


def _justice(state: State) -> list[str]:
    return [] if state.justice is None else [OF_JUSTICE]


class Death(Plain):
    """Discarded, and all cards of the deck with it; the deck is closed. Ruling 15."""

    card = Card("13")
    example = "death"

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        """Close the deck, unless it is closed already."""
        state.tell_move(actor, "plays Death", tell, (self.card,))
        state = state.discard_cards(actor, self.card)
        if not state.supply.closed:
            state = close_deck(state.with_discards(state.deck).replace(deck=()), tell)
        return complete(state, actor)


_NAME: Final = TRUMPS[int(TEMPERANCE)]
_REMOVE: Final = f"remove {_NAME}"


class Temperance(Trump[int]):
    """Laid down on a field: commitments there are forbidden, but no abdication.

    `commitments` says to whom, by variant. It goes when the deck closes, when its owner is
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
        state.tell_move(actor, f"tempers {SUITS[given]}", tell, (self.card,))
        state = state.without_cards(actor, [self.card]).with_effects(
            temperance=Tempered(actor, given)
        )
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
        state.tell_move(actor, "removes Temperance", tell, (TEMPERANCE,))
        return complete(state.with_effects(temperance=None).with_discards([TEMPERANCE]), actor)

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


class Devil(Plain):
    """Laid down. A daemon with open cards plays for its master from now on.

    [8-15] With Justice in play its hand is the Justice cards, and Justice is discarded.
    """

    card = DEVIL
    example = "devil"

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        text = f"{actor} calls a daemon with open cards."
        tell(text, by=state.player_of(actor), kind="move", pieces=(self.card,))
        state = state.without_cards(actor, [self.card])
        daemon = _name_of_daemon(state)
        hand: Cards = ()
        if state.justice is not None:
            hand = state.justice.cards  # sorted: in card order
            aside = without(state.effects.aside, [JUSTICE])
            state = state.with_effects(aside=aside).replace(justice=None).with_discards([JUSTICE])
        seats = {**state.seats, daemon: Seat(master=actor, hand=hand)}
        state = _with_daemon(state.with_effects(daemon=daemon).replace(seats=seats), actor, daemon)
        return complete(_driven_off(state, daemon, tell), daemon, actor)


def _name_of_daemon(state: State) -> str:
    """Return the name of the new daemon. Ruling 27: a second one in a round is another actor."""
    before = sum(seat.master is not None for seat in state.seats.values())
    return f"{DAEMON}{before + 1}" if before else DAEMON


def _with_daemon(state: State, master: str, daemon: str) -> State:
    """Seat the daemon before its master, or [9-15] where the extra move was made.

    Either way it plays when all others have had their turn.
    """
    assert state.turn is not None
    order = state.order
    if state.turn.extra:
        at = order.index(state.place) + 1
        return state.replace(order=(*order[:at], daemon, *order[at:]), place=daemon)
    at = order.index(master)
    return state.replace(order=(*order[:at], daemon, *order[at:]))


def _driven_off(state: State, daemon: str, tell: Tell) -> State:
    """Let the daemon abdicate where the World lies (ruling 26)."""
    worlds = {
        field
        for seat in state.seats.values()
        for field, laid in enumerate(seat.fields)
        if laid is not None and laid.kind == "world"
    }
    for field in sorted(worlds):
        state = abdicate(state, daemon, field, tell, to="the World")
    return state


class Tower(AtField):
    """Discarded. What an active target has committed on a field is discarded; the field is free.

    Neither an abdication nor the World falls. Ruling 37: of a couple on two fields one is freed,
    and the couple stays on the other.
    """

    card = Card("16")
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
        state = state.discard_cards(actor, self.card)
        fields = list(state.seats[target].fields)
        laid, fields[field] = fields[field], None
        assert laid is not None
        if laid.also is None:
            state = state.with_discards(laid.cards)
        else:
            fields[laid.also] = laid._replace(also=None)
        return complete(state.with_seat(target, fields=tuple(fields)), actor)


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
            state.without_cards(actor, [self.card]),
            target,
            field,
            tell,
            to=f"{state.called(actor)}'s Judgment",
            by=state.player_of(actor),
            under=(self.card,),
        )
        return complete(state, actor)


PLAYED: Final[dict[Card, Trump[Any]]] = {
    trump.card: trump
    for trump in (
        Priestess(),
        Hierophant(),
        Chariot(),
        Justice(),
        Hermit(),
        Wheel(),
        Strength(),
        Hanged(),
        Death(),
        Temperance(),
        Devil(),
        Tower(),
        Star(),
        Moon(),
        Sun(),
        Judgment(),
    )
}
