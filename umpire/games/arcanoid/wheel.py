"""10, the Wheel: cards are drawn, and as many discarded.

`wheel` asks what is discarded, and shown for visible cards that go.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from umpire.games.arcanoid import page
from umpire.games.arcanoid.actions import Plain
from umpire.games.arcanoid.cards import (
    WHEEL_CARDS,
    Card,
    Cards,
    in_order,
    read_cards,
    split_words,
    without,
)
from umpire.games.arcanoid.combinations import use_of
from umpire.games.arcanoid.deck import complete, draw_cards, draw_open, draw_to_justice
from umpire.games.arcanoid.kinds import CARDS, SHOW, PlayersKind, normalize_line
from umpire.games.arcanoid.state import State, WheelDraw
from umpire.games.base import Decision, Form, NotAllowed, RandomSource, Rejected, Tell
from umpire.games.cards import names, repeated
from umpire.games.page import Draft, Field, Question
from umpire.games.randomness import sample
from umpire.games.results import verbatim
from umpire.games.text import pluralize


class Wheel(Plain):
    """Discarded. Five cards are drawn and four discarded.

    [10-11] From visible Strength the first of the five is drawn face up, [8-10] from Justice it
    completes Justice; the other four are drawn to the hand then, and four discarded. [10-15] All
    see what a daemon draws.
    """

    card = Card("10")
    example = "wheel"

    def make(self, state: State, actor: str, argument: None, tell: Tell) -> State:
        place = state.place_of(actor, self.card)
        state.tell_move(actor, "turns the Wheel", tell, (self.card,))
        state = state.discard_cards(actor, self.card)
        state = state.with_effects(wheel=WheelDraw(actor, place))
        drawing = (_draw_to_discard, (WHEEL_CARDS if place == "hand" else WHEEL_CARDS - 1,))
        if place == "visible":
            state, card = draw_open(state.do_first(drawing), actor, tell)
            assert state.effects.wheel is not None
            return state.with_effects(wheel=state.effects.wheel._replace(face_up=card))
        if place == "justice":
            return state.do_first((draw_to_justice, ()), drawing)
        return state.do_first(drawing)


_SHOWS: Final = 0.7
"""How often a visible card goes where one may; in half of these both."""


class Discards(NamedTuple):
    """The cards discarded, and those laid open in the place of visible ones among them."""

    cards: Cards
    replacements: Cards = ()


class WheelKind(PlayersKind[Discards]):
    """Exactly so many cards as the Wheel drew to the hand, one less if it came from there."""

    name = "wheel"
    task = "discard after the Wheel"
    asks = "What you discard after the Wheel."
    notation = "CARDS; and show CARDS for visible cards that are discarded"
    examples = ("S4 T5 C6 O7", "discard S4 T5 C6 O7 show SQ")
    limit = "move_seconds; then your oldest cards are discarded"

    def ask(self, view: State, decision: Decision) -> str:
        count = _wheel(view).owed
        return f"Which {pluralize(count, 'card')} do you discard{self.whose(view, decision)}?"

    def question(self, view: State, decision: Decision) -> Question:
        return Question(
            f"Which {pluralize(_wheel(view).owed, 'card')} do you discard?",
            otherwise="" if decision.limit is None else "or your oldest cards",
        )

    def fields(
        self, view: State, decision: Decision, filled: Mapping[str, str]
    ) -> Mapping[str, Field]:
        return page.wheel_fields(_wheel(view).owed)

    def draft(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Draft:
        owed = _wheel(view).owed
        if len(split_words(normalize_line(filled.get(CARDS, "")))) < owed:
            return page.wheel_missing(filled.get(CARDS, ""), owed)
        try:
            discards = self.read(view, decision, self.form_line(view, decision, filled))
        except Rejected as refusal:
            return Draft(missing=verbatim(str(refusal)))
        return page.wheel_draft(discards.cards)

    def read(self, state: State, decision: Decision, text: str) -> Discards:
        line = normalize_line(text)
        first, _, rest = line.partition(" ")
        words = split_words(rest if first == "discard" else line)
        if "show" in words:
            at = words.index("show")
            discards = Discards(read_cards(words[:at]), read_cards(words[at + 1 :]))
        else:
            discards = Discards(read_cards(words))
        _judge(state, discards)
        return discards

    def format(self, answer: Discards) -> str:
        show = f" show {' '.join(answer.replacements)}" if answer.replacements else ""
        return f"discard {' '.join(answer.cards)}{show}"

    def is_open(self, answer: Discards) -> bool:
        """Return no: only the player and the umpire know the discards."""
        return False

    def default_answer(self, state: State, decision: Decision) -> Discards:
        """Return the oldest cards of the hand, none shown."""
        hand = state.seats[self.actor(state, decision)].hand
        return Discards(hand[: _wheel(state).owed])

    def answered(self, state: State, actor: str, answer: Discards, tell: Tell) -> State:
        """Discard, and lay open the replacements of visible cards."""
        count = pluralize(len(answer.cards), "card")
        state.tell_move(actor, f"discards {count} for the Wheel", tell)
        visible = [card for card in answer.cards if card in state.seats[actor].visible]
        state = state.discard_cards(actor, *answer.cards)
        if visible:
            seat = state.seats[actor]
            state = state.with_seat(
                actor,
                hand=without(seat.hand, answer.replacements),
                visible=in_order((*seat.visible, *answer.replacements)),
            )
            verb = "is" if len(visible) == 1 else "are"
            # The order in which they were named may follow that of the hand, which is hidden.
            replacements, replaced = in_order(answer.replacements), in_order(visible)
            text = f"{names(replacements)} {verb} visible instead of {names(replaced)}."
            tell(text, by=state.player_of(actor), pieces=replacements + replaced)
        return complete(state.with_effects(wheel=None), actor)

    def suggest(self, view: State, decision: Decision) -> tuple[str, ...]:
        actor = self.actor(view, decision)
        hand = sorted(view.seats[actor].hand, key=lambda card: use_of(view, actor, card))
        return (self.format(Discards(tuple(hand[: _wheel(view).owed]))),)

    def form(self, view: State, decision: Decision, filled: Mapping[str, str]) -> Form:
        seat = view.seats[self.actor(view, decision)]
        cells: Form = {CARDS: in_order((*seat.hand, *seat.visible))}
        return {**cells, SHOW: ()} if seat.visible else cells

    def form_line(self, view: State, decision: Decision, filled: Mapping[str, str]) -> str:
        leaving, replacements = filled.get(CARDS, "").strip(), filled.get(SHOW, "").strip()
        return f"{leaving}{f' show {replacements}' if replacements else ''}".strip()

    def random_choice(self, state: State, decision: Decision, random: RandomSource) -> Discards:
        wheel = _wheel(state)
        seat = state.seats[wheel.actor]
        cards = tuple(sample(wheel.owed, seat.hand, random))
        if not seat.visible or random.random() >= _SHOWS:
            return Discards(cards)
        # the card drawn face up goes first, the others only with it
        first = [wheel.face_up] if wheel.face_up is not None else []
        leaving = [*first, *(card for card in seat.visible if card not in first)]
        leaving = leaving[: min(random.choice((1, 2)), wheel.owed)]
        discards = (*leaving, *cards[len(leaving) :])
        left = without(wheel.drawn, discards)
        replacements = tuple(sample(min(len(leaving), len(left)), left, random))
        if len(replacements) < len(leaving):
            return Discards(cards)
        return Discards(discards, replacements)


def _ask_for_discards(state: State, held: int, tell: Tell) -> State:
    """Ask for the discards, once all cards behind the first `held` of the hand are drawn."""
    wheel = state.effects.wheel
    if wheel is None:  # its actor has left play
        return state
    drawn = state.seats[wheel.actor].hand[held:]
    count = len(drawn) - (wheel.place == "hand")
    if count <= 0:
        return complete(state.with_effects(wheel=None), wheel.actor)
    state = state.with_effects(wheel=wheel._replace(owed=count, drawn=drawn))
    return state.ask("wheel", wheel.actor)


def _draw_to_discard(state: State, count: int, tell: Tell) -> State:
    """Draw so many cards to the hand, then ask for the discards."""
    wheel = state.effects.wheel
    if wheel is None:  # its actor has left play
        return state
    held = len(state.seats[wheel.actor].hand)
    return draw_cards(state.do_first((_ask_for_discards, (held,))), wheel.actor, count, tell)


def _wheel(state: State) -> WheelDraw:
    assert state.effects.wheel is not None, "only asked while a Wheel waits for its discards"
    return state.effects.wheel


def _judge(state: State, discards: Discards) -> None:
    """Raise NotAllowed unless these cards may be discarded, and shown, for the Wheel.

    [10-11] For visible cards that go as many of the drawn ones are shown.
    """
    wheel = _wheel(state)
    seat = state.seats[wheel.actor]
    cards = (*discards.cards, *discards.replacements)
    if len(set(cards)) < len(cards):
        raise NotAllowed(f"{repeated(cards)} is named twice.")
    if len(discards.cards) != wheel.owed:
        raise NotAllowed(f"Discard {pluralize(wheel.owed, 'card')}, not {len(discards.cards)}.")
    for card in discards.cards:
        if card not in seat.hand and card not in seat.visible:
            raise NotAllowed(f"{card} is neither in the hand nor visible.")
    visible = [card for card in discards.cards if card in seat.visible]
    if len(discards.replacements) != len(visible):
        raise NotAllowed(
            f"You discard {pluralize(len(visible), 'visible card')}. After show, name as many of "
            "the cards that you drew to your hand with this Wheel."
        )
    for card in discards.replacements:
        if card not in wheel.drawn:
            raise NotAllowed(f"This Wheel has not drawn {card} to the hand.")
    if wheel.place == "visible" and visible and wheel.face_up not in visible:
        raise NotAllowed(
            "You may discard the other visible card only together with the one drawn face up."
        )
