"""A match at one moment, the small steps to and fro between such moments, and the variants.

Everything is frozen. What is to happen next stands in `State.agenda`, a stack of steps: drawing
may be broken off by a poll of all players, and goes on where it was, like everything else that
asks somebody something. Rules ask a variant what it allows, never for a name.
"""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal, NamedTuple

from umpire.games.arcanoid.cards import (
    CHARIOT,
    DEVIL,
    HAND,
    HERMIT,
    SUITS,
    TEMPERANCE,
    Card,
    Cards,
    in_order,
    without,
)
from umpire.games.base import Outcome, Tell
from umpire.games.cards import HiddenCards, names
from umpire.games.reports import ByKey, ByName, Written
from umpire.games.results import mention
from umpire.games.values import Value


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One way to play.

    `temperance_by_commitment`: its owner may commit on the tempered field, which ends it; else
    nobody may, and a move removes it. `aces_protect`: an ace makes a commitment unstealable and may
    stand by a knave or knight. `chariot_adds` is the most cards that one move may add, None for any
    number. `lovers_with_rulers`: Empress or Emperor and the Lovers are a couple. `secret` tells
    when a commitment may lie face down. `lone_ace`: one ace alone may be completed. `transmutes`:
    the Magician may be committed.
    """

    name: str
    temperance_by_commitment: bool = False
    aces_protect: bool = False
    chariot_adds: int | None = None
    lovers_with_rulers: bool = False
    secret: Literal["never", "once a round", "with the Magician"] = "never"
    lone_ace: bool = False
    transmutes: bool = True


VARIANTS: Final = {
    variant.name: variant
    for variant in (
        Variant("DRESDEN", True, True, 2, True),
        Variant("NASSAU", False, True, 2, True),
        Variant("KOBLENZ", False, True, 2, True, secret="once a round"),
        Variant("MAINZ"),
        Variant("MALTA", secret="with the Magician", transmutes=False),
        Variant("WORMS", lone_ace=True),
    )
}
DEFAULT: Final = "DRESDEN"
WITH_USA: Final = "MAINZ"  # Ruling 5


DAEMON: Final = "daemon"
USA: Final = "USA"
OF_JUSTICE: Final = "justice"
"""The Justice cards as a target."""

Kind = Literal[
    "numeric", "knave", "knight", "royal", "illegitimate", "imperial", "world", "abdication"
]
Place = Literal["hand", "visible", "justice"]
"""Where a card lies that an actor may use."""
Field = Annotated[int, Written(SUITS.__getitem__)]
"""A field by its place in `SUITS`."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a match: its players in seat order and its options."""

    players: tuple[str, ...]
    variant: Variant
    gaza: bool
    rounds: int
    move_seconds: float | None
    poll_seconds: float | None


class Commitment(NamedTuple):
    """A commitment on a field, or an abdication.

    `kind` is None where it is masked. `cards` are sorted; under a Judgment it is that card. `value`
    decides among numbers and is None for the World and abdications. `secret` holds the players who
    know the cards, None where they lie open; `also` is the other field of the same couple; `number`
    an abdication's, from 1.
    """

    kind: Kind | None
    cards: Cards = ()
    value: float | None = None
    transmuted: Card | None = None
    secret: tuple[str, ...] | None = None
    also: Field | None = None
    number: int | None = None


Fields = Annotated[tuple[Commitment | None, ...], ByKey(SUITS)]
_FREE: Final[Fields] = (None, None, None, None)


@dataclass(frozen=True, slots=True)
class Seat(Value):
    """An actor of a round: a player, a daemon or USA. `hand` is oldest first, the rest sorted."""

    master: str | None = None
    """The player of a daemon."""
    hand: Cards = ()
    size: int = HAND
    visible: Cards = ()
    visible_size: int = 0
    up: Cards = ()
    """USA's cards that were turned up."""
    chariot: Cards | None = None
    """The load of a Chariot that was laid down."""
    secret_used: bool = False
    fields: Fields = _FREE
    finished: bool = False
    """Whether something of the actor's lies on all fields; it is asked for many times a line."""

    @property
    def free(self) -> list[int]:
        """The fields on which nothing of the actor's lies."""
        return [field for field, commitment in enumerate(self.fields) if commitment is None]

    @property
    def cards(self) -> Cards:
        """The cards at hand, the visible ones, and the Chariot with its load."""
        chariot = () if self.chariot is None else (CHARIOT, *self.chariot)
        return (*self.hand, *self.visible, *chariot)


class Turn(NamedTuple):
    """The turn of an actor; an `extra` one is the Hermit's."""

    actor: str
    extra: bool = False


class OpenCards(NamedTuple):
    """The open cards that all but USA may use."""

    cards: Cards = ()
    size: int = HAND


class TemperedField(NamedTuple):
    """The field of a Temperance, and its owner."""

    by: str
    field: Field


class ExtraMoves(NamedTuple):
    """The extra moves that a Hermit's owner has left.

    `pledged` are the actors before whose places some of them are pledged, oldest first.
    """

    by: str
    left: int
    pledged: tuple[str, ...] = ()

    @property
    def unpledged(self) -> int:
        """How many extra moves may still be used or pledged."""
        return self.left - len(self.pledged)


class Attempt(NamedTuple):
    """A commitment that may be stolen: it is laid down for its owner or the thief."""

    by: str
    field: Field
    commitment: Commitment

    @property
    def is_secret(self) -> bool:
        """Whether its cards lie face down."""
        return self.commitment.secret is not None


class Drawing(NamedTuple):
    """Cards that are drawn to a hand and not seen yet."""

    actor: str
    cards: Cards = ()


class WheelDraw(NamedTuple):
    """A Wheel until its discards: its place before it was played, and the cards it drew."""

    actor: str
    place: Place
    owed: int = 0
    """How many cards are to be discarded."""
    drawn: Cards = ()
    face_up: Card | None = None


class Calls(NamedTuple):
    """A Star, Moon or Sun until its calls are over; `misses` are those in vain, in order."""

    actor: str
    trump: Card
    place: Place
    left: int
    misses: Cards = ()


class Poll(NamedTuple):
    """The players' opinions on refilling the deck, as far as they are given."""

    drawer: str
    left: tuple[str, ...]
    """The players still to be asked, in order."""
    yes: tuple[str, ...] = ()


class Reveal(NamedTuple):
    """Cards that an actor's trump has shown to some players (None: to all), by their holder."""

    by: str
    card: Card
    target: str
    to: tuple[str, ...] | None
    cards: ByName[Cards]

    @property
    def call(self) -> str:
        """The card, suit or trumps that were called, in the words of a sentence."""
        return "the Fool" if self.target == "fool" else self.target

    @property
    def is_known(self) -> bool:
        """Whether its cards are not masked."""
        return not any(isinstance(cards, HiddenCards) for _, cards in self.cards)


class RoundResult(NamedTuple):
    """A round that is over: of each field its commitments, its winner, and the actor that won."""

    number: int
    winners: Annotated[tuple[str, ...], ByKey(SUITS)]
    by: Annotated[tuple[str, ...], ByKey(SUITS)]
    fields: Annotated[tuple[ByName[Commitment], ...], ByKey(SUITS)]


class Question(NamedTuple):
    """A question to actors, for whom their players answer; to none of them if it is chance's.

    `number` makes the question's id. `secret` tells that all answer together, unseen. `before` is
    the actor before whose place a pledge is asked.
    """

    kind: str
    actors: tuple[str, ...]
    number: int
    secret: bool = False
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Course(Value):
    """How far a match has come."""

    round: int = 1
    starter: str = ""
    results: tuple[RoundResult, ...] = ()
    out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Supply(Value):
    """How drawing goes in a round."""

    closed: bool = False
    """Whether the deck is closed for the rest of the round."""
    fool_played: bool = False
    """Whether the Fool was played since the last deal or reshuffle."""
    no_answer_yet: bool = False
    """Whether no player has answered anything since the last reshuffle of this round."""
    drawing: Drawing | None = None
    poll: Poll | None = None


@dataclass(frozen=True, slots=True)
class Effects(Value):
    """The lasting effects of trumps in a round."""

    aside: Cards = ()
    temperance: TemperedField | None = None
    hermit: ExtraMoves | None = None
    daemon: str | None = None
    """The active daemon."""
    wheel: WheelDraw | None = None
    calls: Calls | None = None
    reveals: tuple[Reveal, ...] = ()

    @property
    def trumps(self) -> list[Card]:
        """The trumps on the table, but for Chariots and what is committed."""
        owners = {HERMIT: self.hermit, TEMPERANCE: self.temperance, DEVIL: self.daemon}
        return [*self.aside, *(card for card, owner in owners.items() if owner is not None)]


@dataclass(frozen=True, slots=True)
class State(Value):
    """A match at one moment; fields that seldom change are in parts that most moments share."""

    terms: Terms
    course: Course = Course()
    agenda: "tuple[Todo, ...]" = ()
    """The steps to be done next, in order; the last of them always stays."""
    question: Question | None = None
    """The question that must be answered before anything else is done."""
    questions: int = 0
    """How many questions there were in the match."""
    order: tuple[str, ...] = ()
    seats: Mapping[str, Seat] = field(default_factory=dict)
    """The actors of the round by name; never changed, only replaced."""
    place: str = ""
    """The actor of the last own turn: play goes on after that place in the order."""
    turn: Turn | None = None
    deck: Cards = ()
    """Top first."""
    discard: Annotated[Cards, Written(lambda cards: [*in_order(cards)])] = ()
    supply: Supply = Supply()
    justice: OpenCards | None = None
    effects: Effects = Effects()
    abdications: int = 0
    closed_to_world: frozenset[Field] = frozenset()
    """The fields on which something has been committed in this round."""
    latest: tuple[str, int] | None = None
    """The actor and the field of the last commitment or abdication of this round."""
    attempt: Attempt | None = None
    outcome: Outcome | None = None

    @property
    def open_question(self) -> Question:
        """The question, where there must be one."""
        assert self.question is not None, "only asked while something is"
        return self.question

    @property
    def phase(self) -> str:
        """The kind of the question, `over` once there is none."""
        return "over" if self.question is None else self.question.kind

    @property
    def answering(self) -> list[str]:
        """The actors that owe an answer."""
        return [] if self.question is None else [*self.question.actors]

    @property
    def seats_in_order(self) -> Mapping[str, Seat]:
        """The actors of the round in playing order."""
        return {actor: self.seats[actor] for actor in self.order}

    @property
    def devil(self) -> str | None:
        """The player of the active daemon."""
        return None if self.effects.daemon is None else self.player_of(self.effects.daemon)

    @property
    def missed_calls(self) -> Cards:
        """The calls that were in vain, in order."""
        return () if self.effects.calls is None else self.effects.calls.misses

    @property
    def variant(self) -> Variant:
        """The variant of the match."""
        return self.terms.variant

    @property
    def playing(self) -> tuple[str, ...]:
        """The players that are not out, in seat order."""
        return tuple([player for player in self.terms.players if player not in self.course.out])

    @property
    def acting(self) -> str:
        """The actor of the turn, where there must be one."""
        assert self.turn is not None, "only asked within a turn"
        return self.turn.actor

    @property
    def active(self) -> list[str]:
        """The actors of the round that are not finished, in playing order."""
        return [actor for actor in self.order if not self.seats[actor].finished]

    def player_of(self, actor: str) -> str:
        """Return the player that answers for an actor; USA is returned itself."""
        return self.seats[actor].master or actor

    def doer(self, actor: str) -> str | None:
        """Return the player that events of an actor's moves name; None for USA."""
        return None if actor == USA else self.player_of(actor)

    def name_of(self, actor: str) -> str:
        """Return an actor as sentences call it: a daemon by its master too."""
        seat = self.seats.get(actor)
        return f"{seat.master}'s {actor}" if seat and seat.master else actor

    def mentioned(self, actor: str) -> str:
        """Return an actor as texts of a page call it: a player as a mention."""
        return mention(actor) if actor in self.terms.players else self.name_of(actor)

    def from_place(self, actor: str) -> list[str]:
        """Return the playing order as it goes round, beginning with an actor."""
        start = self.order.index(actor)
        return [*self.order[start:], *self.order[:start]]

    def usable(self, actor: str) -> Cards:
        """Return the cards that an actor may use in a move: hand, visible Strength and Justice.

        Ruling 28: for every kind of move. USA, which may not use Justice, makes none.
        """
        seat, justice = self.seats[actor], self.justice
        cards = seat.hand + seat.visible
        return cards if justice is None else cards + justice.cards

    def place_of(self, actor: str, card: Card) -> Place:
        """Return where a card lies that an actor may use."""
        seat = self.seats[actor]
        if card in seat.hand:
            return "hand"
        return "visible" if card in seat.visible else "justice"

    def do_first(self, *steps: "Todo") -> "State":
        """Put steps before all that is to be done."""
        return self.replace(agenda=(*steps, *self.agenda))

    def go_on(self, answered: Question | None, tell: Tell) -> "State":
        """Do step after step until there is another question than `answered`, or all is over."""
        state = self
        while state.question is answered and state.outcome is None:
            step, arguments = state.agenda[0]
            if len(state.agenda) > 1:
                state = state.replace(agenda=state.agenda[1:])
            state = step(state, *arguments, tell)
        return state

    def ask(
        self,
        kind: str,
        *actors: str,
        secret: bool = False,
        before: str | None = None,
        **fields: Any,
    ) -> "State":
        """Ask something of actors, or of chance; nothing else is done until it is answered.

        `fields` of the state change with it.
        """
        number = self.questions + 1
        question = Question(kind, actors, number, secret, before)
        return self.replace(question=question, questions=number, **fields)

    def with_seat(self, actor: str, **fields: Any) -> "State":
        """Return the state with some of an actor's things changed."""
        return self.replace(seats={**self.seats, actor: self.seats[actor].replace(**fields)})

    def with_supply(self, **fields: Any) -> "State":
        """Return the state with something of how drawing goes changed."""
        return self.replace(supply=self.supply.replace(**fields))

    def with_effects(self, **fields: Any) -> "State":
        """Return the state with some of the effects of trumps changed."""
        return self.replace(effects=self.effects.replace(**fields))

    def with_discards(self, cards: Iterable[Card]) -> "State":
        """Put cards that have left their places on the discard pile."""
        return self.replace(discard=(*self.discard, *cards))

    def without_cards(self, actor: str, cards: Container[Card], **fields: Any) -> "State":
        """Take cards away from where an actor has them: hand, visible Strength, Justice, Chariot.

        `fields` of the state change with it.
        """
        seat, justice = self.seats[actor], self.justice
        if justice is not None:
            justice = OpenCards(without(justice.cards, cards), justice.size)
        load = seat.chariot
        if seat.visible or seat.up or load:
            seat = seat.replace(
                visible=without(seat.visible, cards),
                up=without(seat.up, cards),
                chariot=load and without(load, cards),
            )
        seat = seat.replace(hand=without(seat.hand, cards))
        return self.replace(seats={**self.seats, actor: seat}, justice=justice, **fields)

    def discard_cards(self, actor: str, *cards: Card) -> "State":
        """Discard cards from where an actor has them."""
        return self.without_cards(actor, cards, discard=self.discard + cards)

    def discard_all(self, actor: str) -> "State":
        """Discard all that an actor has in the hand, visible and on a Chariot, which goes too."""
        seat = self.seats[actor]
        discard = self.discard + seat.cards
        seat = seat.replace(hand=(), visible=(), up=(), chariot=None)
        return self.replace(seats={**self.seats, actor: seat}, discard=discard)

    def set_aside(self, actor: str, card: Card) -> "State":
        """Set a trump aside for the round."""
        aside = in_order((*self.effects.aside, card))
        return self.without_cards(actor, [card]).with_effects(aside=aside)

    def tell_move(
        self, actor: str, action: str, tell: Tell, pieces: Cards = (), did: str = ""
    ) -> None:
        """Tell everybody of a player's move: the action follows the actor's name.

        `did` is the action for a page, by default the same in the past tense.
        """
        tell(
            f"{self.name_of(actor)} {action}.",
            by=self.player_of(actor),
            kind="move",
            pieces=pieces,
            did=self.done_by(actor, did or past(action)),
            end=self.by_daemon(actor),
        )

    def done_by(self, actor: str, did: str) -> str:
        """Return what a page says that an actor did; empty for USA: the sentence says it."""
        return "" if actor == USA else did

    def by_daemon(self, actor: str) -> str:
        """Return a remark on what a daemon did for its master; empty for all others."""
        seat = self.seats.get(actor)
        return f"by the {actor}" if seat and seat.master else ""

    def reveal(self, reveal: Reveal, tell: Tell) -> "State":
        """Show cards to all, or to some players alone."""
        hands = [(actor, cards) for actor, cards in reveal.cards if cards]
        text = "; ".join([f"{self.name_of(actor)} has {names(cards)}" for actor, cards in hands])
        if not hands:
            looked_at = [actor for actor, _ in reveal.cards]
            is_hand = reveal.target in looked_at
            text = f"{reveal.target} has no cards" if is_hand else f"nobody has {reveal.call}"
        by, pieces = (
            self.player_of(reveal.by),
            tuple([card for _, cards in hands for card in cards]),
        )
        if reveal.to is None:
            tell(f"Shown to all: {text}.", by=by, pieces=pieces)
        for player in reveal.to or ():
            tell(f"You see: {text}.", player, by=by, pieces=pieces)
        return self.with_effects(reveals=(*self.effects.reveals, reveal))


_IRREGULAR: Final = {"hangs": "hanged", "has": "had", "makes": "made", "says": "said"}


def past(action: str) -> str:
    """Return an action that begins with its verb in the past tense."""
    verb, space, rest = action.partition(" ")
    regular = f"{verb.removesuffix('s').removesuffix('e')}ed"
    return f"{_IRREGULAR.get(verb, regular)}{space}{rest}"


Todo = tuple[Callable[..., State], tuple[Any, ...]]
"""A step to be done: a function from the state to the next, and its arguments between the state
and `tell`."""
