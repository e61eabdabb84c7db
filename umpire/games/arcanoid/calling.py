"""17 Star, 18 Moon and 19 Sun: cards are called from wherever they are held.

After a miss of the Moon or the Sun `call` asks which card is called next.
"""

from collections.abc import Mapping
from itertools import chain
from typing import ClassVar, Final

from umpire.games.arcanoid.actions import Line, Trump
from umpire.games.arcanoid.cards import (
    DECK,
    FOOL,
    JUDGMENT,
    MINORS,
    WORLD,
    Card,
    Cards,
    in_order,
    is_trump,
    number_of,
    read_card,
    split_words,
    suit_of,
    title,
    without,
)
from umpire.games.arcanoid.deck import complete
from umpire.games.arcanoid.kinds import CARDS, PlayersKind, normalize_line
from umpire.games.arcanoid.rounds import turn_up
from umpire.games.arcanoid.state import OF_JUSTICE, Calls, Place, Reveal, State
from umpire.games.base import CHOICE, Decision, Form, NotAllowed, RandomSource, Tell
from umpire.games.page import Field, Question


class _Calling(Trump[Card]):
    """Discarded. A card is called: its holder gives it to the place of the calling card.

    [17, 18, 19] The caller too may hold it, and shows it.
    """

    usage = "CARD"
    cells = (CARDS,)
    calls: ClassVar[int]
    """How many cards may be called until one is found."""

    def read(self, line: Line) -> Card:
        return read_card(line.words)

    def judge(self, state: State, actor: str, argument: Card) -> None:
        super().judge(state, actor, argument)
        _judge_minor(argument)

    def make(self, state: State, actor: str, argument: Card, tell: Tell) -> State:
        """Call the first card. USA's cards are turned up before."""
        action = f"plays the {self.word.capitalize()} and calls {title(argument)}"
        did = f"called {title(argument)} with the {self.word.capitalize()}"
        state.tell_move(actor, action, tell, (self.card,), did)
        left = 1 if is_trump(argument) else self.calls
        calls = Calls(actor, self.card, state.place_of(actor, self.card), left)
        state = turn_up(state.discard_cards(actor, self.card))
        return _call(state.with_effects(calls=calls), argument, tell)

    def values(self, view: State, actor: str) -> tuple[Cards]:
        return (MINORS,)


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

    def judge(self, state: State, actor: str, argument: Card) -> None:
        Trump.judge(self, state, actor, argument)
        if argument in (FOOL, JUDGMENT, WORLD):
            raise NotAllowed(f"{title(argument)} cannot be called.")

    def values(self, view: State, actor: str) -> tuple[Cards]:
        return (DECK,)


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

    def question(self, view: State, decision: Decision) -> Question:
        return Question(
            "Call another card, or stop?",
            condition="Nobody has the card that you called.",
            otherwise="" if decision.limit is None else "then you stop",
        )

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return {CARDS: Field("The card that you call", hint="such as S5")}

    def read(self, state: State, decision: Decision, text: str) -> str:
        """Read a card, which was not called in vain before (ruling 31), or `stop`."""
        line = normalize_line(text)
        if line in (_STOP, "pass", "no", "none"):
            return _STOP
        first, _, rest = line.partition(" ")
        card = read_card(split_words(rest if first == "call" else line))
        _judge_minor(card)
        if card in _calls(state).misses:
            raise NotAllowed(f"Nobody has {card}, as you know. Name another card, or stop.")
        return card

    def default_answer(self, state: State, decision: Decision) -> str:
        return _STOP

    def answered(self, state: State, actor: str, answer: str, tell: Tell) -> State:
        if answer == _STOP:
            return complete(state.with_effects(calls=None), actor)
        card = Card(answer)
        state.tell_move(actor, f"calls {card}", tell, (card,), "called")
        return _call(state, card, tell)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        card = _best_call(view, self.actor(view, decision))
        return (_STOP,) if card is None else (card, _STOP)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        return {CHOICE: (_STOP, "call"), CARDS: ()}

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> str:
        if random.random() < _STOPS:
            return _STOP
        return random.choice(without(MINORS, _calls(state).misses))


def _calls(state: State) -> Calls:
    assert state.effects.calls is not None, "only asked while there are calls left"
    return state.effects.calls


def _best_call(view: State, actor: str) -> Card | None:
    """Return the highest number for the free field of which the actor has most cards.

    The player knows of no others than the own cards, those laid openly, and the misses.
    """
    usable, free = view.usable(actor), view.seats[actor].free
    commitments = chain.from_iterable(seat.fields for seat in view.seats.values())
    open_cards = chain.from_iterable(each.cards for each in commitments if each is not None)
    excluded = {*usable, *_calls(view).misses, *open_cards}
    suits = [suit_of(card) for card in usable]
    candidates = [c for c in DECK if number_of(c) and suit_of(c) in free and c not in excluded]
    return max(
        candidates, key=lambda card: (suits.count(suit_of(card)), number_of(card)), default=None
    )


def _judge_minor(card: Card) -> None:
    """Raise NotAllowed for a trump."""
    if is_trump(card):
        raise NotAllowed(f"{title(card)} cannot be called. Name a card of a suit.")


def _call(state: State, card: Card, tell: Tell) -> State:
    """Call a card: its holder shows it to all, and gives it away."""
    calls = _calls(state)
    holder = _holder(state, card)
    cards = () if holder is None else ((holder, (card,)),)
    state = state.reveal(Reveal(calls.actor, calls.trump, card, None, cards), tell)
    if holder is None and calls.left > 1:
        calls = calls._replace(left=calls.left - 1, misses=(*calls.misses, card))
        return state.with_effects(calls=calls).ask("call", calls.actor)
    state = state.with_effects(calls=None)
    if holder is None:
        return complete(state, calls.actor)
    # A card of Justice is taken away from any actor's reach by taking it from the caller.
    giver = calls.actor if holder == OF_JUSTICE else holder
    state = _give(state.without_cards(giver, [card]), calls.actor, card, calls.place)
    return complete(state, *dict.fromkeys((giver, calls.actor)))


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


def _give(state: State, actor: str, card: Card, place: Place) -> State:
    """Put a card where the calling one came from: [8-(17, 18, 19)] Justice, or ruling 30."""
    seat, justice = state.seats[actor], state.justice
    if place == "visible":
        return state.with_seat(actor, visible=in_order((*seat.visible, card)))
    if place == "justice" and justice is not None:
        return state.replace(justice=justice._replace(cards=in_order((*justice.cards, card))))
    return state.with_seat(actor, hand=(*seat.hand, card))
