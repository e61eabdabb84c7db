"""The trumps about what actors hold, and who plays.

They are the Priestess (2), the Hierophant (5), Justice (8), the Hermit (9), Strength (11), the
Hanged Man (12), Death (13) and the Devil (15).
"""

from collections.abc import Callable, Mapping

from umpire.games.arcanoid.cards import (
    CHARIOT,
    DEATH,
    DEVIL,
    EXTRA_MOVES,
    FOOL,
    HANGED,
    HERMIT,
    HIEROPHANT,
    JUSTICE,
    PRIESTESS,
    STRENGTH,
    SUITS,
    VISIBLE,
    Card,
    Cards,
    in_order,
    is_trump,
    read_field,
    suit_of,
    without,
)
from umpire.games.arcanoid.combinations import abdicate
from umpire.games.arcanoid.deck import close_deck, complete
from umpire.games.arcanoid.kinds import FIELD, WHO
from umpire.games.arcanoid.moves import Line, Move, targets
from umpire.games.arcanoid.rounds import move_again, turn_up
from umpire.games.arcanoid.state import (
    DAEMON,
    OF_JUSTICE,
    USA,
    Reveal,
    Seat,
    State,
    discarded,
    reveal,
    set_aside,
    taken,
    to_discard,
    with_effects,
    with_seat,
)
from umpire.games.arcanoid.state import Hermit as LaidHermit
from umpire.games.arcanoid.state import Justice as OpenJustice
from umpire.games.arcanoid.trumps.base import AtTarget, Plain, Trump, judge_active
from umpire.games.base import Form, NotAllowed, NotUnderstood, RandomSource, Tell


class Priestess(AtTarget):
    """Discarded. An active target's hand is shown to who played it; the actor moves again.

    [2-15, 2-8] To all if a daemon played it; from Justice to its master alone.
    """

    card = PRIESTESS
    example = "priestess Bo"

    def judge(self, state: State, actor: str, given: str) -> None:
        """Ruling 17: any active actor may be the target, oneself too."""
        super().judge(state, actor, given)
        judge_active(state, given)

    def make(self, state: State, actor: str, given: str, tell: Tell) -> State:
        """Show the hand. Ruling 18: a daemon's Priestess is seen by all, but for one of Justice."""
        daemons = state.seats[actor].master and state.place_of(actor, self.card) != "justice"
        to = None if daemons else (state.player_of(actor),)
        self.tell_played(state, actor, f"looks at the hand of {state.called(given)}", tell)
        state = to_discard(state, actor, self.card)
        shown = Reveal(actor, self.card, given, to, ((given, state.seats[given].hand),))
        return move_again(reveal(state, shown, tell), actor)


_ASKED = (*SUITS, "trumps", "fool")
_SHOWN = {
    **dict.fromkeys(("trumps", "trump", "major arcana"), "trumps"),
    **dict.fromkeys(("fool", "the fool", "excuse", "the excuse", "0"), "fool"),
}


class Hierophant(Trump[str]):
    """Discarded. All active players show their cards of a suit, their trumps, or the Fool; again.

    A daemon's cards are open anyway; USA turns up all of its own (ruling 45).
    """

    card = HIEROPHANT
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
        state = turn_up(to_discard(state, actor, self.card))
        fits = _fitting(given)
        shown = [
            (player, tuple(filter(fits, state.seats[player].hand)))
            for player in state.active
            if player in state.terms.players
        ]
        if USA in state.active:
            shown.append((USA, state.seats[USA].hand))
        state = reveal(state, Reveal(actor, self.card, given, None, tuple(shown)), tell)
        return move_again(state, actor)


def _fitting(given: str) -> Callable[[Card], bool]:
    if given == "fool":
        return lambda card: card == FOOL
    if given == "trumps":
        return lambda card: is_trump(card) and card != FOOL
    suit = SUITS.index(given)
    return lambda card: suit_of(card) == suit


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
        state = set_aside(state, actor, self.card)
        if daemon is None:
            return move_again(state.replace(justice=OpenJustice()), actor)
        # Ruling 24: the size is six again; surplus cards stay until used.
        cards = in_order(state.seats[daemon].hand)
        state = with_seat(state, daemon, hand=(), size=0)
        return complete(state.replace(justice=OpenJustice(cards)), actor)


class Hermit(Plain):
    """Laid down with three extra moves; `rounds` tells when they are made.

    Ruling 46: it is its actor's alone, a daemon's too.
    """

    card = HERMIT
    example = "hermit"

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        what = f"plays the Hermit and has {EXTRA_MOVES} extra moves"
        self.tell_played(state, actor, what, tell)
        laid = LaidHermit(actor, EXTRA_MOVES)
        return complete(with_effects(taken(state, actor, [self.card]), hermit=laid), actor)


_MORE = {"one": 1, "1": 1, "hidden": 1, "two": 2, "2": 2, "visible": 2}
_BOTH = (1, 2)


class Strength(Trump[int]):
    """Set aside. One card more in the hand, or two visible ones.

    [8-11] Played from Justice, Justice grows by one or two instead. [11-15] A daemon's hand, which
    is open in any case, grows by either. Ruling 24: it counts for the place it was played for.
    """

    card = STRENGTH
    usage = "one (hidden) or two (visible)"
    example = "strength two"

    def read(self, line: Line) -> int:
        if line.rest not in _MORE:
            raise NotUnderstood(
                "Write strength one for the hand, or strength two for visible cards."
            )
        return _MORE[line.rest]

    def format(self, given: int) -> str:
        return "one" if given == 1 else "two"

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        return {f"{self.word} {self.format(given)}": () for given in _BOTH}

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(_BOTH))

    def make(self, state: State, actor: str, given: int, tell: Tell) -> State:
        self.tell_played(state, actor, f"plays Strength for {self.format(given)}", tell)
        place = state.place_of(actor, self.card)
        state = set_aside(state, actor, self.card)
        seat, justice = state.seats[actor], state.justice
        if place == "justice":
            assert justice is not None
            grown = justice._replace(size=justice.size + given)
            state = state.replace(justice=grown)
        elif seat.master is not None or given == 1:
            state = with_seat(state, actor, size=seat.size + given)
        else:
            state = with_seat(state, actor, visible_size=VISIBLE)
        return complete(state, actor)


class Hanged(AtTarget):
    """Discarded. An active target's hand, visible cards [11-12], Chariot and its load [7-12] go.

    [8-12] Or all the Justice cards go. They are completed then, before the actor (ruling 19).
    """

    card = HANGED
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
        self.tell_played(state, actor, f"hangs {state.called(given)}", tell)
        state = to_discard(state, actor, self.card)
        if given == OF_JUSTICE:
            justice = state.justice
            assert justice is not None
            state = discarded(state, justice.cards)
            return complete(state.replace(justice=OpenJustice(size=justice.size)), actor)
        seat = state.seats[given]
        load = () if seat.chariot is None else (CHARIOT, *seat.chariot)
        state = discarded(state, (*seat.hand, *seat.visible, *load))
        state = with_seat(state, given, hand=(), visible=(), up=(), chariot=None)
        return complete(state, given, actor)


def _justice(state: State) -> list[str]:
    return [] if state.justice is None else [OF_JUSTICE]


class Death(Plain):
    """Discarded, and all cards of the deck with it; the deck is closed. Ruling 15."""

    card = DEATH
    example = "death"

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        """Close the deck, unless it is closed already."""
        self.tell_played(state, actor, "plays Death", tell)
        state = to_discard(state, actor, self.card)
        if not state.supply.closed:
            state = close_deck(discarded(state, state.deck).replace(deck=()), tell)
        return complete(state, actor)


class Devil(Plain):
    """Laid down. A daemon with open cards plays for its master from now on.

    [8-15] With Justice in play its hand is the Justice cards, and Justice is discarded.
    """

    card = DEVIL
    example = "devil"

    def make(self, state: State, actor: str, given: None, tell: Tell) -> State:
        text = f"{actor} calls a daemon with open cards."
        tell(text, by=state.player_of(actor), kind="move", pieces=(self.card,))
        state = taken(state, actor, [self.card])
        daemon = _name_of_daemon(state)
        hand: Cards = ()
        if state.justice is not None:
            hand = state.justice.cards  # sorted: in card order
            aside = without(state.effects.aside, [JUSTICE])
            state = discarded(with_effects(state, aside=aside).replace(justice=None), [JUSTICE])
        seats = {**state.seats, daemon: Seat(master=actor, hand=hand)}
        state = _with_daemon(with_effects(state, daemon=daemon).replace(seats=seats), actor, daemon)
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
