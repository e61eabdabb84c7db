"""Arcanoid: its decisions, how it begins and ends, and what of it whom concerns.

Hidden are the deck, the discard pile, what is being drawn, hands of others, commitments made in
secret until the round ends, and what a trump has shown to somebody else.
"""

from collections.abc import Mapping
from typing import Any

from umpire.games.arcanoid.bots import determinize, evaluate
from umpire.games.arcanoid.calling import CallKind
from umpire.games.arcanoid.deck import RefillKind, ReshuffleKind
from umpire.games.arcanoid.fool import PledgeKind, StealKind
from umpire.games.arcanoid.move import MoveKind
from umpire.games.arcanoid.options import ArcanoidOptions, terms_of
from umpire.games.arcanoid.report import report
from umpire.games.arcanoid.rounds import (
    DealKind,
    HermitKind,
    begin_round,
    ended,
    forfeit,
    score,
    turning_point,
)
from umpire.games.arcanoid.screen import screen
from umpire.games.arcanoid.state import Commitment, Reveal, Seat, State, Terms
from umpire.games.arcanoid.wheel import WheelKind
from umpire.games.base import Decision, Game, Outcome
from umpire.games.cards import HiddenCards
from umpire.games.options import read_model


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

    turning_point = staticmethod(turning_point)

    forfeit = staticmethod(forfeit)
    determinize = staticmethod(determinize)
    evaluate = staticmethod(evaluate)
    report = staticmethod(report)
    screen = staticmethod(screen)

    def read_options(self, players: tuple[str, ...], given: Mapping[str, Any]) -> Terms:
        return terms_of(players, read_model(self.options, given))

    def initial_state(self, players: tuple[str, ...], options: Terms) -> State:
        return begin_round(State(options), 1)

    def pending(self, state: State) -> tuple[Decision, ...]:
        return () if state.question is None else self.kind_named[state.question.kind].pending(state)

    def ended(self, outcome: Outcome) -> str:
        return ended(outcome.winner, outcome.reason)

    def seen_by(self, state: State, viewer: str | None) -> State:
        attempt, drawing, wheel = state.attempt, state.supply.drawing, state.effects.wheel
        if attempt is not None:
            attempt = attempt._replace(commitment=_laid(attempt.commitment, viewer))
        if drawing is not None:
            drawing = drawing._replace(cards=HiddenCards(drawing.cards))
        if wheel is not None and not _sees_hand(state, wheel.actor, viewer):
            wheel = wheel._replace(drawn=HiddenCards(wheel.drawn))
        return state.replace(
            seats={
                actor: _seat(seat, viewer, hand=_sees_hand(state, actor, viewer))
                for actor, seat in state.seats.items()
            },
            deck=HiddenCards(state.deck),
            discard=HiddenCards(state.discard),
            attempt=attempt,
            supply=state.supply.replace(drawing=drawing),
            effects=state.effects.replace(
                wheel=wheel,
                reveals=tuple(_reveal(shown, viewer) for shown in state.effects.reveals),
            ),
        )

    def scores(self, view: State) -> Mapping[str, Mapping[str, float]]:
        return {
            "Fields won": {
                name: sum(won) for name, won in score(view.terms, view.course.results).items()
            }
        }


def _sees_hand(state: State, actor: str, viewer: str | None) -> bool:
    """Return whether a viewer knows an actor's hand: one's own, and [15] a daemon's.

    USA's nobody knows: it is no player.
    """
    return actor == viewer or state.seats[actor].master is not None


def _seat(seat: Seat, viewer: str | None, *, hand: bool) -> Seat:
    fields = tuple(
        [None if commitment is None else _laid(commitment, viewer) for commitment in seat.fields]
    )
    return seat.replace(hand=seat.hand if hand else HiddenCards(seat.hand), fields=fields)


def _laid(commitment: Commitment, viewer: str | None) -> Commitment:
    if commitment.secret is None or viewer in commitment.secret:
        return commitment
    cards = HiddenCards(commitment.cards)
    return commitment._replace(kind=None, cards=cards, value=None, transmuted=None)


def _reveal(shown: Reveal, viewer: str | None) -> Reveal:
    if shown.to is None or viewer in shown.to:
        return shown
    hidden = tuple([(actor, HiddenCards(cards)) for actor, cards in shown.cards])
    return shown._replace(cards=hidden)
