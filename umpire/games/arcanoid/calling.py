"""17 Star, 18 Moon and 19 Sun: cards are called from wherever they are held.

After a miss of the Moon or the Sun `call` asks which card is called next.
"""

from collections.abc import Mapping
from typing import ClassVar, Final

from umpire.games.arcanoid.actions import Line, Move, Trump
from umpire.games.arcanoid.cards import (
    DECK,
    FOOL,
    JUDGMENT,
    MINORS,
    WORLD,
    Card,
    in_order,
    is_trump,
    number_of,
    parted,
    read_card,
    suit_of,
    title,
    without,
)
from umpire.games.arcanoid.deck import complete
from umpire.games.arcanoid.kinds import CARDS, PlayersKind, said
from umpire.games.arcanoid.rounds import turn_up
from umpire.games.arcanoid.state import OF_JUSTICE, Calls, Justice, Place, Reveal, State
from umpire.games.base import CHOICE, Decision, Form, NotAllowed, RandomSource, Tell

_NEVER_CALLED = (FOOL, JUDGMENT, WORLD)


class _Calling(Trump[Card]):
    """Discarded. A card is called: whoever holds it gives it to the place of the calling card.

    [17, 18, 19] The caller too may hold it, and shows it.
    """

    usage = "CARD"
    cells = (CARDS,)
    calls: ClassVar[int]
    """How many cards may be called until one is found."""

    def read(self, line: Line) -> Card:
        return read_card(line.words)

    def format(self, given: Card) -> str:
        return given

    def judge(self, state: State, actor: str, given: Card) -> None:
        super().judge(state, actor, given)
        _judge_minor(given)

    def make(self, state: State, actor: str, given: Card, tell: Tell) -> State:
        """Call the first card. USA's cards are turned up before."""
        place = state.place_of(actor, self.card)
        what = f"plays the {self.word.capitalize()} and calls {title(given)}"
        state.tell_move(actor, what, tell, (self.card,))
        calls = Calls(actor, self.card, place, 1 if is_trump(given) else self.calls)
        state = turn_up(state.discard_cards(actor, self.card))
        return _call(state.with_effects(calls=calls), given, tell)

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(MINORS))


class Star(_Calling):
    """One call of a minor card."""

    card = Card("17")
    calls = 1
    example = "star S5"


class Moon(_Calling):
    """After a miss one more call."""

    card = Card("18")
    calls = 2
    example = "moon S5"


class Sun(_Calling):
    """After a miss a second, and a third call; or a trump is called, once."""

    card = Card("19")
    calls = 3
    example = "sun magician"

    def judge(self, state: State, actor: str, given: Card) -> None:
        Trump.judge(self, state, actor, given)
        if given in _NEVER_CALLED:
            raise NotAllowed(f"{title(given)} cannot be called.")

    def random_move(self, state: State, actor: str, random: RandomSource) -> Move | None:
        return Move(self.word, random.choice(DECK))


_STOP: Final = "stop"
_STOPS: Final = 0.1
"""How often a bot stops."""


class CallKind(PlayersKind[str]):
    """One card more, or `stop`."""

    name = "call"
    task = "call a card"
    asks = "Which card you call next if nobody had the one called with the Moon or the Sun."
    notation = "CARD, or stop"
    examples = ("S5", "call knave of cups", "stop")
    limit = "move_seconds; then you stop"

    def ask(self, view: State, decision: Decision) -> str:
        return f"Nobody has it. Call another card{self.whose(view, decision)}, or stop?"

    def read(self, state: State, decision: Decision, text: str) -> str:
        """Read a card, which was not called in vain before (ruling 31), or `stop`."""
        line = said(text)
        if line in (_STOP, "pass", "no", "none"):
            return _STOP
        first, _, rest = line.partition(" ")
        card = read_card(parted(rest if first == "call" else line))
        _judge_minor(card)
        if card in _calls(state).missed:
            raise NotAllowed(f"Nobody has {card}, as you know. Name another card, or stop.")
        return card

    def default_answer(self, state: State, decision: Decision) -> str:
        return _STOP

    def answered(self, state: State, actor: str, answer: str, tell: Tell) -> State:
        if answer == _STOP:
            return complete(state.with_effects(calls=None), actor)
        card = Card(answer)
        state.tell_move(actor, f"calls {card}", tell, (card,))
        return _call(state, card, tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        card = _wanted(view, self.actor(view, decision))
        return (_STOP,) if card is None else (card, _STOP)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return {CHOICE: (_STOP, "call"), CARDS: ()}

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> str:
        if random.random() < _STOPS:
            return _STOP
        return random.choice(without(MINORS, _calls(state).missed))


def _calls(state: State) -> Calls:
    assert state.effects.calls is not None, "only asked while there are calls left"
    return state.effects.calls


def _wanted(view: State, actor: str) -> Card | None:
    """Return the highest number for the free field of which the actor has most cards.

    Only what the actor's player knows counts: the own cards, those laid openly, and the misses.
    """
    usable, free = view.usable(actor), view.seats[actor].free
    known = {*usable, *_calls(view).missed}
    known.update(
        c for seat in view.seats.values() for laid in seat.fields if laid for c in laid.cards
    )
    suits = [suit_of(card) for card in usable]
    wanted = [c for c in DECK if number_of(c) and suit_of(c) in free and c not in known]
    return max(wanted, key=lambda card: (suits.count(suit_of(card)), number_of(card)), default=None)


def _judge_minor(card: Card) -> None:
    """Raise NotAllowed for a trump."""
    if is_trump(card):
        raise NotAllowed(f"{title(card)} cannot be called. Name a card of a suit.")


def _call(state: State, card: Card, tell: Tell) -> State:
    """Call a card: who holds it shows it to all, and gives it away."""
    calls = _calls(state)
    holder = _holder(state, card)
    found = () if holder is None else ((holder, (card,)),)
    state = state.reveal(Reveal(calls.actor, calls.trump, card, None, found), tell)
    if holder is None:
        missed = (*calls.missed, card)
        if calls.left > 1:
            state = state.with_effects(calls=calls._replace(left=calls.left - 1, missed=missed))
            return state.ask("call", calls.actor)
        return complete(state.with_effects(calls=None), calls.actor)
    # A card of Justice is taken away from any actor's reach by taking it from the caller.
    state = state.without_cards(calls.actor if holder == OF_JUSTICE else holder, [card])
    state = _given(state.with_effects(calls=None), calls.actor, card, calls.place)
    completed = [calls.actor] if holder == OF_JUSTICE else [holder, calls.actor]
    return complete(state, *completed)


def _holder(state: State, card: Card) -> str | None:
    """Return the actor who holds a card in any way, `justice` if it lies there (ruling 29).

    [7-(17, 18, 19)] In a Chariot too.
    """
    if state.justice is not None and card in state.justice.cards:
        return OF_JUSTICE
    for actor, seat in state.seats.items():
        if card in (*seat.hand, *seat.visible, *(seat.chariot or ())):
            return actor
    return None


def _given(state: State, actor: str, card: Card, place: Place) -> State:
    """Put a found card where the calling card came from: [8-(17, 18, 19)] Justice, or ruling 30."""
    seat = state.seats[actor]
    if place == "visible":
        return state.with_seat(actor, visible=in_order((*seat.visible, card)))
    if place == "justice":
        assert state.justice is not None
        cards = in_order((*state.justice.cards, card))
        return state.replace(justice=Justice(cards, state.justice.size))
    return state.with_seat(actor, hand=(*seat.hand, card))
