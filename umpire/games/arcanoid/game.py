"""Arcanoid as a game: its decisions, beginning, report, and the parts hidden from viewers.

Hidden are the deck, the discard pile, what is being drawn, hands of others, commitments made in
secret until the round ends, and what a trump has shown to somebody else.
"""

from collections.abc import Mapping
from typing import Any, Final

from umpire.games.arcanoid.bots import determinize, evaluate
from umpire.games.arcanoid.calling import CallKind
from umpire.games.arcanoid.cards import SUITS
from umpire.games.arcanoid.deck import RefillKind, ReshuffleKind
from umpire.games.arcanoid.fool import PledgeKind, StealKind
from umpire.games.arcanoid.move import MoveKind
from umpire.games.arcanoid.notes import notes
from umpire.games.arcanoid.options import ArcanoidOptions, terms_of
from umpire.games.arcanoid.results import results
from umpire.games.arcanoid.rounds import (
    DealKind,
    HermitKind,
    begin_round,
    ended,
    forfeit,
    reason,
    score,
    turning_point,
)
from umpire.games.arcanoid.screen import screen
from umpire.games.arcanoid.state import (
    Attempt,
    Commitment,
    Poll,
    Reveal,
    RoundResult,
    Seat,
    State,
    Terms,
    WheelDraw,
)
from umpire.games.arcanoid.wheel import WheelKind
from umpire.games.base import Decision, Game, JsonObject
from umpire.games.cards import HiddenCards
from umpire.games.options import read_model
from umpire.games.reports import Reporter
from umpire.games.values import memoize

_REPORTER: Final = Reporter(
    {
        State: "phase variant=variant.name gaza=terms.gaza rounds=terms.rounds round=course.round "
        "starter=course.starter order turn asked=answering deck closed=supply.closed discard "
        "aside=effects.aside justice temperance=effects.temperance hermit=effects.hermit devil "
        "seats=seats_in_order closed_to_world attempt drawing=supply.drawing wheel=effects.wheel "
        "calls=missed_calls refill=supply.poll reveals=effects.reveals results=course.results "
        "score= out=course.out",
        Seat: "master hand size visible visible_size up chariot secret_used finished fields",
        Attempt: "by field cards=commitment.cards secret=is_secret",
        WheelDraw: "actor count=owed drawn face_up from=place",
        Poll: "drawer yes",
        RoundResult: "round=number winners by fields",
    }
)


_STEPS: Final = {
    "steal": "fool",
    "pledge": "fool",
    "hermit": "hermit",
    "call": "call",
    "wheel": "wheel",
    "refill": "refill",
}
"""The steps of a round that are not moves, by their kinds of decisions."""


class Arcanoid(Game[Terms, State]):
    """Arcanoid under the rulings of its page."""

    id = "arcanoid"
    title = "Arcanoid"
    summary = "Four battles at once with the tarot, and a trump for every turn of fortune."
    seats = range(2, 11)
    options = ArcanoidOptions
    kinds = (
        DealKind(),
        MoveKind(),
        CallKind(),
        WheelKind(),
        StealKind(),
        PledgeKind(),
        HermitKind(),
        RefillKind(),
        ReshuffleKind(),
    )
    greeting = (
        "Win the most battles. A round is four at once: swords, staves, cups and coins.",
        "Each turn discard a card, commit cards on a field for good, abdicate or play a trump.",
        "On each field the best commitment wins: a sum of its suit, a court or a couple.",
        "To answer, fill in the yellow cells and tick send, or type a line: commit swords S4 S6.",
    )
    private = True

    forfeit = staticmethod(forfeit)
    ended = staticmethod(ended)
    reason = staticmethod(reason)
    turning_point = staticmethod(turning_point)
    determinize = staticmethod(determinize)
    evaluate = staticmethod(evaluate)
    screen = staticmethod(screen)
    results = staticmethod(results)
    notes = staticmethod(notes)

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Terms:
        return terms_of(players, read_model(self.options, given))

    def initial_state(self, players: tuple[str, ...], options: Terms) -> State:
        return begin_round(State(options), 1)

    def pending(self, state: State) -> tuple[Decision, ...]:
        return () if state.question is None else self.kind_named[state.question.kind].pending(state)

    def seen_by(self, state: State, viewer: str | None) -> State:
        attempt, drawing, wheel = state.attempt, state.supply.drawing, state.effects.wheel
        if attempt is not None:
            attempt = attempt._replace(commitment=_masked(attempt.commitment, viewer))
        if drawing is not None:
            drawing = drawing._replace(cards=HiddenCards(drawing.cards))
        if wheel is not None and not _sees_hand(state, wheel.actor, viewer):
            wheel = wheel._replace(drawn=HiddenCards(wheel.drawn))
        seats = {}
        for actor, seat in state.seats.items():
            hand = seat.hand if _sees_hand(state, actor, viewer) else HiddenCards(seat.hand)
            fields = tuple([each and _masked(each, viewer) for each in seat.fields])
            seats[actor] = seat.replace(hand=hand, fields=fields)
        reveals = tuple([_masked_reveal(reveal, viewer) for reveal in state.effects.reveals])
        return state.replace(
            seats=seats,
            deck=HiddenCards(state.deck),
            discard=HiddenCards(state.discard),
            attempt=attempt,
            supply=state.supply.replace(drawing=drawing),
            effects=state.effects.replace(wheel=wheel, reveals=reveals),
        )

    def report(self, state: State) -> JsonObject:
        """Return the whole state; masked values are null, of masked cards the number is left."""
        return _REPORTER(state) | {"score": _score(state.terms, state.course.results)}

    def now(self, view: State) -> tuple[str, ...]:
        """Return the step of the round, and the variant of the match."""
        steps = () if view.question is None else (_STEPS.get(view.question.kind, "move"),)
        return (*(f"step:{step}" for step in steps), f"variant:{view.variant.name}")

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        won = score(view.terms, view.course.results)
        return {"Fields won": {name: sum(battles) for name, battles in won.items()}}


@memoize
def _score(terms: Terms, results: tuple[RoundResult, ...]) -> JsonObject:
    return {
        name: {"total": sum(won)} | dict(zip(SUITS, won, strict=True))
        for name, won in score(terms, results).items()
    }


def _sees_hand(state: State, actor: str, viewer: str | None) -> bool:
    """Return whether a viewer knows an actor's hand: one's own, and [15] a daemon's.

    USA's nobody knows: it is no player.
    """
    return actor == viewer or state.seats[actor].master is not None


def _masked(commitment: Commitment, viewer: str | None) -> Commitment:
    if commitment.secret is None or viewer in commitment.secret:
        return commitment
    cards = HiddenCards(commitment.cards)
    return commitment._replace(kind=None, cards=cards, value=None, transmuted=None)


def _masked_reveal(reveal: Reveal, viewer: str | None) -> Reveal:
    if reveal.to is None or viewer in reveal.to:
        return reveal
    return reveal._replace(
        cards=tuple([(actor, HiddenCards(cards)) for actor, cards in reveal.cards])
    )
