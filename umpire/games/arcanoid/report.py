"""The report's `state`: all that the umpire knows, or what a masked state still has of it."""

from collections.abc import Iterable
from typing import Any

from umpire.games.arcanoid.cards import FIELDS, SUITS, Card, Cards, in_order
from umpire.games.arcanoid.rounds import score
from umpire.games.arcanoid.state import Fields, Laid, Reveal, RoundResult, Seat, State, Terms, Turn
from umpire.games.base import CHANCE, JsonObject
from umpire.games.cards import HiddenCards, reported
from umpire.games.values import memoize


def report(state: State) -> JsonObject:
    """Return the whole state; what is masked is null, of cards their number."""
    asked, turn, justice = state.asked, state.turn, state.justice
    temperance, hermit, poll = state.effects.temperance, state.effects.hermit, state.supply.poll
    return {
        "phase": asked.kind if asked is not None else "over",
        "variant": state.variant.name,
        "gaza": state.terms.gaza,
        "rounds": state.terms.rounds,
        "round": state.course.round,
        "starter": state.course.starter,
        "order": reported(state.order),
        "turn": _turn(turn),
        "asked": [actor for actor in asked.actors if actor != CHANCE] if asked else [],
        "deck": reported(state.deck),
        "closed": state.supply.closed,
        "discard": _sorted(state.discard),
        "aside": reported(state.effects.aside),
        "justice": None
        if justice is None
        else {"cards": list(justice.cards), "size": justice.size},
        "temperance": None
        if temperance is None
        else {"by": temperance.by, "field": SUITS[temperance.field]},
        "hermit": None
        if hermit is None
        else {"by": hermit.by, "left": hermit.left, "pledged": list(hermit.pledged)},
        "devil": None if state.effects.daemon is None else state.player_of(state.effects.daemon),
        "seats": {actor: _seat(state.seats[actor]) for actor in state.order},
        "closed_to_world": _suits(state.closed_to_world),
        "attempt": _attempt(state),
        "drawing": None
        if state.supply.drawing is None
        else {"actor": state.supply.drawing.actor, "cards": reported(state.supply.drawing.cards)},
        "wheel": _wheel(state),
        "calls": reported(() if state.effects.calls is None else state.effects.calls.missed),
        "refill": None if poll is None else {"drawer": poll.drawer, "yes": list(poll.yes)},
        "reveals": _reveals(state.effects.reveals),
        "results": _results(state.course.results),
        "score": _score(state.terms, state.course.results),
        "out": reported(state.course.out),
    }


@memoize
def _turn(turn: Turn | None) -> JsonObject | None:
    return None if turn is None else turn._asdict()


@memoize
def _sorted(cards: Cards) -> list[Card] | int:
    return reported(cards if isinstance(cards, HiddenCards) else in_order(cards))


@memoize
def _seat(seat: Seat) -> JsonObject:
    return {
        "master": seat.master,
        "hand": reported(seat.hand),
        "size": seat.size,
        "visible": list(seat.visible),
        "visible_size": seat.visible_size,
        "up": list(seat.up),
        "chariot": None if seat.chariot is None else list(seat.chariot),
        "secret_used": seat.secret_used,
        "finished": seat.finished,
        "fields": _fields(seat.fields),
    }


@memoize
def _fields(fields: Fields) -> dict[str, JsonObject | None]:
    return {SUITS[field]: _laid(fields[field]) for field in FIELDS}


def _laid(laid: Laid | None) -> JsonObject | None:
    if laid is None:
        return None
    return {
        "kind": laid.kind,
        "cards": reported(laid.cards),
        "value": laid.value,
        "transmuted": laid.transmuted,
        "secret": None if laid.secret is None else list(laid.secret),
        "also": None if laid.also is None else SUITS[laid.also],
        "number": laid.number,
    }


def _attempt(state: State) -> JsonObject | None:
    attempt = state.attempt
    if attempt is None:
        return None
    return {
        "by": attempt.by,
        "field": SUITS[attempt.field],
        "cards": reported(attempt.laid.cards),
        "secret": attempt.laid.secret is not None,
    }


def _wheel(state: State) -> JsonObject | None:
    wheel = state.effects.wheel
    if wheel is None:
        return None
    return {
        "actor": wheel.actor,
        "count": wheel.owed,
        "drawn": reported(wheel.drawn),
        "face_up": wheel.face_up,
        "from": wheel.place,
    }


@memoize
def _suits(fields: frozenset[int]) -> list[str]:
    return [SUITS[field] for field in sorted(fields)]


@memoize
def _reveals(reveals: tuple[Reveal, ...]) -> list[JsonObject]:
    return [
        {
            "by": shown.by,
            "card": shown.card,
            "target": shown.target,
            "to": None if shown.to is None else list(shown.to),
            "cards": {actor: reported(cards) for actor, cards in shown.cards},
        }
        for shown in reveals
    ]


@memoize
def _results(results: tuple[RoundResult, ...]) -> list[JsonObject]:
    return [_result(result) for result in results]


@memoize
def _score(terms: Terms, results: tuple[RoundResult, ...]) -> JsonObject:
    return {
        name: {"total": sum(won)} | dict(zip(SUITS, won, strict=True))
        for name, won in score(terms, results).items()
    }


@memoize
def _result(result: RoundResult) -> JsonObject:
    def by_field(values: Iterable[Any]) -> dict[str, Any]:
        return dict(zip(SUITS, values, strict=True))

    fields = [{actor: _laid(laid) for actor, laid in there} for there in result.fields]
    return {
        "round": result.number,
        "winners": by_field(result.winners),
        "by": by_field(result.by),
        "fields": by_field(fields),
    }
