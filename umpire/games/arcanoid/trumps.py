"""The trumps that are played for an effect; each has one place.

Star, Moon and Sun are in `calling`, the Wheel in `wheel`. The others act elsewhere: the Fool (0) in
`fool`; the Magician (1), the Empress (3), the Emperor (4), the Lovers (6) and the World (21) in
`combinations`.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, Final, Literal, NamedTuple

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
    written,
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
    SUIT_OF,
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
    suits_of,
    title,
    without,
)
from umpire.games.arcanoid.combinations import abdicate
from umpire.games.arcanoid.commitments import Placement, commit, judge_placement, some_of
from umpire.games.arcanoid.deck import close_deck, complete
from umpire.games.arcanoid.kinds import CARDS, FIELD
from umpire.games.arcanoid.rounds import move_again, turn_up
from umpire.games.arcanoid.state import (
    DAEMON,
    OF_JUSTICE,
    USA,
    ExtraMoves,
    OpenCards,
    Reveal,
    Seat,
    State,
    TemperedField,
    past,
)
from umpire.games.arcanoid.wheel import Wheel
from umpire.games.base import NotAllowed, NotUnderstood, RandomSource, Tell
from umpire.games.cards import names, repeated


class Priestess(AtTarget):
    """Discarded. An active target's hand is shown to her player; the actor moves again.

    [2-15, 2-8] To all if a daemon played it; from Justice to its master alone.
    """

    card = Card("2")
    example = "priestess Bo"

    def judge(self, state: State, actor: str, argument: str) -> None:
        """Ruling 17: any active actor may be the target, oneself too."""
        super().judge(state, actor, argument)
        judge_active(state, argument)

    def make(self, state: State, actor: str, argument: str, tell: Tell) -> State:
        """Show the hand. Ruling 18: a daemon's Priestess is seen by all, but for one of Justice."""
        is_for_all = state.seats[actor].master and state.place_of(actor, self.card) != "justice"
        to = None if is_for_all else (state.player_of(actor),)
        action = f"looks at the hand of {state.name_of(argument)}"
        whose = state.mentioned(argument)
        state.tell_move(actor, action, tell, (self.card,), f"looked at the hand of {whose}")
        state = state.discard_cards(actor, self.card)
        reveal = Reveal(actor, self.card, argument, to, ((argument, state.seats[argument].hand),))
        return move_again(state.reveal(reveal, tell), actor)


_CALLS: Final = (*SUITS, "trumps", "fool")
_CALL_WORDS: Final = {
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
        if line.rest in _CALL_WORDS:
            return _CALL_WORDS[line.rest]
        if not line.rest or " " in line.rest:
            raise NotUnderstood("Name what everybody shows: a suit, trumps or fool.")
        return SUITS[read_field(line.rest)]

    def values(self, view: State, actor: str) -> tuple[Sequence[str]]:
        return (_CALLS,)

    def make(self, state: State, actor: str, argument: str, tell: Tell) -> State:
        """Show the cards of all active players, the caller's too."""
        state = turn_up(state.discard_cards(actor, self.card))
        cards = {
            player: tuple([card for card in state.seats[player].hand if _is_of(card, argument)])
            for player in state.active
            if player in state.terms.players
        }
        if USA in state.active:
            cards[USA] = state.seats[USA].hand
        reveal = Reveal(actor, self.card, argument, None, tuple(cards.items()))
        return move_again(state.reveal(reveal, tell), actor)


def _is_of(card: Card, call: str) -> bool:
    """Return whether a card is shown to the call of a Hierophant."""
    if card == FOOL:
        return call == "fool"
    return call == "trumps" if is_trump(card) else SUIT_OF[card[0]] == call


_LATER = re.compile(r"(add|commit|discard)(?: (.*))?")
_FITTING: Final = 0.7
"""How often cards of bots are of one suit, and how often a load is committed with more."""
_LATER_RIDES: Final = ("add", "commit", "commit", "discard")
"""The rides that bots choose from for a Chariot that lies there already."""
_COMMITTED: Final = {MAGICIAN, EMPRESS, EMPEROR, LOVERS}
"""[7-(1, 3, 4, 6)] The trumps that can be committed from the load."""


class Ride(NamedTuple):
    """An action with a Chariot, and the cards and fields named for it."""

    action: Literal["lay", "add", "commit", "discard"]
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
    cells = (CARDS,)
    later_choices: ClassVar = {
        "chariot add": (CARDS,),
        "chariot commit": (FIELD, CARDS),
        "chariot discard": (),
    }

    def read(self, line: Line) -> Ride:
        """Parse a ride; `add` and the like count when written in full only."""
        later = _LATER.fullmatch(line.rest)
        if later is None:
            is_empty = line.rest in ("", "none")
            return Ride("lay", () if is_empty else read_cards(line.words))
        rest = line._replace(rest=later[2] or "")
        match later[1]:
            case "add":
                return Ride("add", read_cards(rest.words))
            case "commit":
                fields, cards = read_commitment(rest.on_field.words)
                return Ride("commit", cards, fields)
        rest.nothing()
        return Ride("discard")

    def format(self, argument: Ride) -> str:
        action = "" if argument.action == "lay" else argument.action
        fields = "+".join(map(written, argument.fields))
        return " ".join(filter(None, (action, fields, *argument.cards)))

    def judge(self, state: State, actor: str, argument: Ride) -> None:
        """Raise NotAllowed unless the Chariot is at hand, or laid down already, and for the cards.

        Some cannot be loaded, others not be committed.
        """
        action, cards, _ = argument
        if action == "lay":
            super().judge(state, actor, argument)
        elif state.seats[actor].chariot is None:
            raise NotAllowed("There is no Chariot of yours on the table.")
        if action == "commit":
            self._judge_commit(state, actor, argument)
        elif action != "discard":
            judge_usable(state, actor, cards)
            if self.card in cards:
                raise NotAllowed("The Chariot cannot carry itself.")
            most = state.variant.chariot_adds
            if action == "add" and most is not None and len(cards) > most:
                raise NotAllowed(f"Add at most {most} cards in one move.")

    def _judge_commit(self, state: State, actor: str, ride: Ride) -> None:
        load = state.seats[actor].chariot or ()
        if len(set(ride.cards)) < len(ride.cards):
            raise NotAllowed(f"{repeated(ride.cards)} is named twice.")
        # What lies in the load goes with it, named or not.
        judge_usable(state, actor, without(ride.cards, load), ride.fields)
        placement = _whole_load(state, actor, ride)
        # Ruling 33
        if not placement.cards:
            raise NotAllowed("There are no cards to commit. Abdicate instead.")
        for card in load:
            if is_trump(card) and card not in _COMMITTED:
                raise NotAllowed(f"{title(card)} on the Chariot cannot be committed.")
        judge_placement(state, actor, placement)

    def make(self, state: State, actor: str, argument: Ride, tell: Tell) -> State:
        load = state.seats[actor].chariot or ()
        match argument.action:
            case "lay":
                state = state.without_cards(actor, (self.card, *argument.cards))
                return _loaded(state, actor, argument.cards, "plays the Chariot", tell)
            case "add":
                state = state.without_cards(actor, argument.cards)
                load = (*load, *argument.cards)
                return _loaded(state, actor, load, "adds to the Chariot", tell)
            case "commit":
                return commit(state, actor, _whole_load(state, actor, argument), tell)
        state.tell_move(actor, "discards the Chariot with its cards", tell, (self.card,))
        state = state.with_discards((self.card, *load)).with_seat(actor, chariot=None)
        return complete(state, actor)

    def is_offered(self, view: State, actor: str, choice: str) -> bool:
        if choice in self.later_choices:
            return view.seats[actor].chariot is not None
        return super().is_offered(view, actor, choice)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        ride = _random_ride(state, actor, random)
        return None if ride is None else Move(self.word, ride)


def _whole_load(state: State, actor: str, ride: Ride) -> Placement:
    """Return the placement of the whole load and the cards named besides (ruling 32)."""
    load = state.seats[actor].chariot or ()
    cards = {*load, *ride.cards}
    if MAGICIAN in load and not state.variant.transmutes:
        cards.remove(MAGICIAN)
    return Placement(ride.fields, in_order(cards), chariot=True)


def _loaded(state: State, actor: str, load: Cards, action: str, tell: Tell) -> State:
    load = in_order(load)
    text = f"{action}: {names(load) or 'no cards'}"
    state.tell_move(actor, text, tell, (CHARIOT, *load), past(action))
    return complete(state.with_seat(actor, chariot=load), actor)


def _random_ride(state: State, actor: str, random: RandomSource) -> Ride | None:
    usable = without(in_order(state.usable(actor)), [CHARIOT])
    load = state.seats[actor].chariot
    action = "lay" if load is None else random.choice(_LATER_RIDES)
    if action == "discard":
        return Ride("discard")
    suits = suits_of(load or ())
    field = suits[0] if suits else random.choice(FIELDS)
    fitting = [card for card in usable if suit_of(card) == field]
    if action == "lay":
        return Ride("lay", some_of(fitting if random.random() < _FITTING else usable, random))
    cards = some_of(fitting or usable, random)
    if action == "commit":
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

    def make(self, state: State, actor: str, argument: None, tell: Tell) -> State:
        """Open Justice; completing draws its cards (ruling 25: of a daemon's up to six too)."""
        daemon = state.effects.daemon
        cards = "its open cards" if daemon is None else f"the cards of {state.name_of(daemon)}"
        text = f"Justice is in play: everybody may use {cards}."
        did = f"played Justice: everybody may use {cards}"
        by = state.player_of(actor)
        did, end = state.done_by(actor, did), state.by_daemon(actor)
        tell(text, by=by, kind="move", pieces=(self.card,), did=did, end=end)
        state = state.set_aside(actor, self.card)
        if daemon is None:
            return move_again(state.replace(justice=OpenCards()), actor)
        # Ruling 24: the size is six again; surplus cards stay until used.
        justice = OpenCards(in_order(state.seats[daemon].hand))
        return complete(state.with_seat(daemon, hand=(), size=0).replace(justice=justice), actor)


class Hermit(Plain):
    """Laid down with three extra moves; `rounds` tells when they are made.

    Ruling 46: it is its actor's alone, a daemon's too.
    """

    card = HERMIT
    example = "hermit"

    def make(self, state: State, actor: str, argument: None, tell: Tell) -> State:
        action = f"plays the Hermit and has {EXTRA_MOVES} extra moves"
        did = f"played the Hermit for {EXTRA_MOVES} extra moves"
        state.tell_move(actor, action, tell, (self.card,), did)
        extra = ExtraMoves(actor, EXTRA_MOVES)
        return complete(state.without_cards(actor, [self.card]).with_effects(hermit=extra), actor)


_STRENGTHS: Final = {"one": 1, "1": 1, "hidden": 1, "two": 2, "2": 2, "visible": 2}


class Strength(Trump[int]):
    """Set aside. One card more in the hand, or two visible ones.

    [8-11] Played from Justice, Justice grows by one or two instead. [11-15] A daemon's hand, which
    is open in any case, grows by either. Ruling 24: it counts for the place it was played for.
    """

    card = Card("11")
    usage = "one (hidden) or two (visible)"
    example = "strength two"
    choices: ClassVar = {"strength one": (), "strength two": ()}

    def read(self, line: Line) -> int:
        if line.rest not in _STRENGTHS:
            raise NotUnderstood(
                "Write strength one for the hand, or strength two for visible cards."
            )
        return _STRENGTHS[line.rest]

    def format(self, argument: int) -> str:
        return "one" if argument == 1 else "two"

    def values(self, view: State, actor: str) -> tuple[Sequence[int]]:
        return ((1, 2),)

    def make(self, state: State, actor: str, argument: int, tell: Tell) -> State:
        state.tell_move(actor, f"plays Strength for {self.format(argument)}", tell, (self.card,))
        place = state.place_of(actor, self.card)
        state = state.set_aside(actor, self.card)
        seat, justice = state.seats[actor], state.justice
        if place == "justice" and justice is not None:
            state = state.replace(justice=justice._replace(size=justice.size + argument))
        elif seat.master is not None or argument == 1:
            state = state.with_seat(actor, size=seat.size + argument)
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

    def values(self, view: State, actor: str) -> tuple[Sequence[str]]:
        return ([*view.active, *([] if view.justice is None else [OF_JUSTICE])],)

    def judge(self, state: State, actor: str, argument: str) -> None:
        super().judge(state, actor, argument)
        if argument != OF_JUSTICE:
            judge_active(state, argument)
        elif state.justice is None:
            raise NotAllowed("Justice is not in play.")

    def make(self, state: State, actor: str, argument: str, tell: Tell) -> State:
        """Discard all that the target has."""
        did = f"hanged {state.mentioned(argument)}"
        state.tell_move(actor, f"hangs {state.name_of(argument)}", tell, (self.card,), did)
        state = state.discard_cards(actor, self.card)
        justice = state.justice
        if argument == OF_JUSTICE and justice is not None:
            state = state.with_discards(justice.cards)
            return complete(state.replace(justice=OpenCards(size=justice.size)), actor)
        return complete(state.discard_all(argument), argument, actor)


class Death(Plain):
    """Discarded, and all cards of the deck with it; the deck is closed. Ruling 15."""

    card = Card("13")
    example = "death"

    def make(self, state: State, actor: str, argument: None, tell: Tell) -> State:
        """Close the deck, unless it is closed already."""
        state.tell_move(actor, "plays Death", tell, (self.card,))
        state = state.discard_cards(actor, self.card)
        if not state.supply.closed:
            state = close_deck(state.with_discards(state.deck).replace(deck=()), tell)
        return complete(state, actor)


class Temperance(Trump[int]):
    """Laid down on a field: commitments there are forbidden, but no abdication.

    To all, or to all but its owner, by variant. It goes when the deck closes, when its owner is
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

    def values(self, view: State, actor: str) -> tuple[Sequence[int]]:
        return (FIELDS,)

    def judge(self, state: State, actor: str, argument: int) -> None:
        """Raise NotAllowed for an empty deck, or where the actor has committed other cards."""
        super().judge(state, actor, argument)
        if not state.deck:
            raise NotAllowed("The deck is empty: Temperance cannot be laid down.")
        commitment = state.seats[actor].fields[argument]
        if commitment is not None and commitment.kind != "abdication":
            raise NotAllowed(f"{you(state, actor)} already committed on {SUITS[argument]}.")

    def make(self, state: State, actor: str, argument: int, tell: Tell) -> State:
        state.tell_move(actor, f"tempers {SUITS[argument]}", tell, (self.card,))
        tempered = TemperedField(actor, argument)
        state = state.without_cards(actor, [self.card]).with_effects(temperance=tempered)
        return complete(state, actor)


_NAME: Final = TRUMPS[int(TEMPERANCE)]


class Remove(Action[None]):
    """`remove temperance`: its owner takes it away, in all variants but DRESDEN.

    Ruling 38: a full move, though no card leaves the hand.
    """

    word = "remove"
    choices: ClassVar = {}
    later_choices: ClassVar = {f"remove {_NAME}": ()}

    def read(self, line: Line) -> None:
        if line.rest not in ("", _NAME, f"the {_NAME}"):
            raise NotUnderstood("Write remove temperance.")

    def format(self, argument: None) -> str:
        return _NAME

    def judge(self, state: State, actor: str, argument: None) -> None:
        if state.variant.temperance_by_commitment:
            raise NotAllowed(
                f"In {state.variant.name} Temperance is not removed. Commit on its field to end it."
            )
        if state.effects.temperance is None or state.effects.temperance.by != actor:
            raise NotAllowed("There is no Temperance of yours to remove.")

    def make(self, state: State, actor: str, argument: None, tell: Tell) -> State:
        state.tell_move(actor, "removes Temperance", tell, (TEMPERANCE,))
        return complete(state.with_effects(temperance=None).with_discards([TEMPERANCE]), actor)

    def suggest(self, view: State, actor: str) -> Iterator[Move]:
        yield Move(self.word)


class Devil(Plain):
    """Laid down. A daemon with open cards plays for its master from now on.

    [8-15] With Justice in play its hand is the Justice cards, and Justice is discarded.
    """

    card = DEVIL
    example = "devil"

    def make(self, state: State, actor: str, argument: None, tell: Tell) -> State:
        state.tell_move(actor, "calls a daemon with open cards", tell, (self.card,))
        state = state.without_cards(actor, [self.card])
        # Ruling 27: a second one in a round is another actor.
        earlier = sum(seat.master is not None for seat in state.seats.values())
        daemon = f"{DAEMON}{earlier + 1}" if earlier else DAEMON
        hand: Cards = ()
        if state.justice is not None:
            hand = state.justice.cards  # sorted: in card order
            aside = without(state.effects.aside, [JUSTICE])
            state = state.with_effects(aside=aside).replace(justice=None).with_discards([JUSTICE])
        seats = {**state.seats, daemon: Seat(master=actor, hand=hand)}
        state = _seat_daemon(state.with_effects(daemon=daemon).replace(seats=seats), actor, daemon)
        # Ruling 26: it abdicates where the World lies.
        for field in FIELDS:
            lying = [seat.fields[field] for seat in state.seats.values()]
            if any(commitment and commitment.kind == "world" for commitment in lying):
                state = abdicate(state, daemon, field, tell, to="the World")
        return complete(state, daemon, actor)


def _seat_daemon(state: State, master: str, daemon: str) -> State:
    """Put the daemon before its master, or [9-15] where the extra move was made.

    Either way it plays when all others have had their turn.
    """
    assert state.turn is not None
    order = state.order
    at = order.index(state.place) + 1 if state.turn.extra else order.index(master)
    place = daemon if state.turn.extra else state.place
    return state.replace(order=(*order[:at], daemon, *order[at:]), place=place)


class Tower(AtField):
    """Discarded, with a commitment of an active target; the field is free.

    Neither an abdication nor the World falls. Ruling 37: of a couple on two fields one is freed,
    and the couple stays on the other.
    """

    card = Card("16")
    example = "tower Bo swords"

    def judge(self, state: State, actor: str, argument: TargetAndField) -> None:
        """Raise NotAllowed unless there is something that can fall (ruling 16)."""
        super().judge(state, actor, argument)
        target, field = argument
        judge_active(state, target)
        commitment = state.seats[target].fields[field]
        if commitment is None or commitment.kind in ("abdication", "world"):
            raise NotAllowed(
                f"{state.name_of(target)} has nothing on {SUITS[field]} that the Tower can destroy."
            )

    def make(self, state: State, actor: str, argument: TargetAndField, tell: Tell) -> State:
        target, field = argument
        whose, theirs = state.name_of(actor), state.name_of(target)
        text = f"{whose}'s Tower destroys what {theirs} committed on {SUITS[field]}."
        did = f"destroyed what {state.mentioned(target)} committed on {SUITS[field]}"
        by = state.player_of(actor)
        did, end = state.done_by(actor, did), state.by_daemon(actor)
        tell(text, by=by, kind="move", pieces=(self.card,), did=did, end=end)
        state = state.discard_cards(actor, self.card)
        fields = list(state.seats[target].fields)
        commitment, fields[field] = fields[field], None
        assert commitment is not None
        if commitment.also is None:
            state = state.with_discards(commitment.cards)
        else:
            fields[commitment.also] = commitment._replace(also=None)
        return complete(state.with_seat(target, fields=tuple(fields)), actor)


class Judgment(AtField):
    """An active target abdicates on a field where it has not committed; the card lies there."""

    card = JUDGMENT
    example = "judgment Bo cups"

    def judge(self, state: State, actor: str, argument: TargetAndField) -> None:
        """Raise NotAllowed unless the target is active and the field free (ruling 16)."""
        super().judge(state, actor, argument)
        target, field = argument
        judge_active(state, target)
        if state.seats[target].fields[field] is not None:
            raise NotAllowed(f"{state.name_of(target)} already has something on {SUITS[field]}.")

    def make(self, state: State, actor: str, argument: TargetAndField, tell: Tell) -> State:
        by, to = state.player_of(actor), f"{state.name_of(actor)}'s Judgment"
        state, under = state.without_cards(actor, [self.card]), (self.card,)
        return complete(abdicate(state, *argument, tell, to=to, by=by, under=under), actor)


_TRUMPS: Final[tuple[Trump[Any], ...]] = (
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
PLAYED: Final = {trump.card: trump for trump in _TRUMPS}
"""The trumps with an effect, by their cards."""
