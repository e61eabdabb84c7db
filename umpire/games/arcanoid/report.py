"""The report's `state`, and what of it a viewer may know."""

from collections.abc import Callable, Iterable
from typing import Any

from umpire.games.arcanoid.components import FIELDS, SUITS, Card, in_order
from umpire.games.arcanoid.rules.battles import score
from umpire.games.arcanoid.state import USA, Laid, Reveal, RoundResult, Seat, State
from umpire.games.base import CHANCE, JsonObject

Sees = Callable[[Iterable[str]], bool]
"""Whether the viewer is one of these players."""


def report(state: State) -> JsonObject:
    """Return the whole state: everything the umpire knows."""
    return _state(state, lambda players: True, umpire=True)


def view(state: State, viewer: str | None) -> JsonObject:
    """Return the state as a player may know it; None is the public."""
    return _state(state, lambda players: viewer is not None and viewer in players, umpire=False)


def _state(state: State, sees: Sees, *, umpire: bool) -> JsonObject:
    """Tell everything; `umpire` tells whether what no player knows is told too."""
    asked, turn, justice = state.asked, state.turn, state.justice
    temperance, hermit, poll = state.temperance, state.hermit, state.poll
    return {
        "phase": asked.kind if asked is not None else "over",
        "variant": state.variant.name,
        "gaza": state.terms.gaza,
        "rounds": state.terms.rounds,
        "round": state.round,
        "starter": state.starter,
        "order": list(state.order),
        "turn": None if turn is None else turn._asdict(),
        "asked": [actor for actor in asked.actors if actor != CHANCE] if asked else [],
        "deck": _cards(state.deck, umpire),
        "closed": state.closed,
        "discard": _cards(in_order(state.discard), umpire),
        "aside": list(state.aside),
        "justice": None
        if justice is None
        else {"cards": list(justice.cards), "size": justice.size},
        "temperance": None
        if temperance is None
        else {"by": temperance.by, "field": SUITS[temperance.field]},
        "hermit": None
        if hermit is None
        else {"by": hermit.by, "left": hermit.left, "pledged": list(hermit.pledged)},
        "devil": None if state.daemon is None else state.player_of(state.daemon),
        "seats": {
            actor: _seat(state.seats[actor], actor, sees, umpire=umpire) for actor in state.order
        },
        "closed_to_world": [SUITS[field] for field in sorted(state.closed_to_world)],
        "attempt": _attempt(state, sees),
        "drawing": None
        if state.drawing is None
        else {"actor": state.drawing.actor, "cards": _cards(state.drawing.cards, umpire)},
        "wheel": _wheel(state, sees),
        "calls": [] if state.calls is None else list(state.calls.missed),
        "refill": None if poll is None else {"drawer": poll.drawer, "yes": list(poll.yes)},
        "reveals": [_reveal(shown, sees) for shown in state.reveals],
        "results": [_result(result) for result in state.results],
        "score": {
            name: {"total": sum(won)} | dict(zip(SUITS, won, strict=True))
            for name, won in score(state).items()
        },
        "out": list(state.out),
    }


def _cards(cards: Iterable[Card], seen: bool) -> list[Card] | int:
    """Return the cards, or to who may not know them their number."""
    shown = list(cards)
    return shown if seen else len(shown)


def _seat(seat: Seat, actor: str, sees: Sees, *, umpire: bool) -> JsonObject:
    # A daemon's hand is open to all, USA's to nobody.
    open_hand = umpire or seat.master is not None or (actor != USA and sees((actor,)))
    return {
        "master": seat.master,
        "hand": _cards(seat.hand, open_hand),
        "size": seat.size,
        "visible": list(seat.visible),
        "visible_size": seat.visible_size,
        "up": list(seat.up),
        "chariot": None if seat.chariot is None else list(seat.chariot),
        "secret_used": seat.secret_used,
        "finished": seat.finished,
        "fields": {SUITS[field]: _laid(seat.fields[field], sees) for field in FIELDS},
    }


def _laid(laid: Laid | None, sees: Sees) -> JsonObject | None:
    if laid is None:
        return None
    seen = laid.secret is None or sees(laid.secret)
    return {
        "kind": laid.kind if seen else None,
        "cards": _cards(laid.cards, seen),
        "value": laid.value if seen else None,
        "transmuted": laid.transmuted if seen else None,
        "secret": None if laid.secret is None else list(laid.secret),
        "also": None if laid.also is None else SUITS[laid.also],
        "number": laid.number,
    }


def _attempt(state: State, sees: Sees) -> JsonObject | None:
    attempt = state.attempt
    if attempt is None:
        return None
    secret = attempt.laid.secret
    return {
        "by": attempt.by,
        "field": SUITS[attempt.field],
        "cards": _cards(attempt.laid.cards, secret is None or sees(secret)),
        "secret": secret is not None,
    }


def _wheel(state: State, sees: Sees) -> JsonObject | None:
    wheel = state.wheel
    if wheel is None:
        return None
    # [10-15] what a daemon draws is open
    seen = state.seats[wheel.actor].master is not None or sees((wheel.actor,))
    return {
        "actor": wheel.actor,
        "count": wheel.owed,
        "drawn": _cards(wheel.drawn, seen),
        "face_up": wheel.face_up,
        "from": wheel.place,
    }


def _reveal(shown: Reveal, sees: Sees) -> JsonObject:
    seen = shown.to is None or sees(shown.to)
    return {
        "by": shown.by,
        "card": shown.card,
        "target": shown.target,
        "to": None if shown.to is None else list(shown.to),
        "cards": {actor: _cards(cards, seen) for actor, cards in shown.cards},
    }


def _result(result: RoundResult) -> JsonObject:
    def by_field(values: Iterable[Any]) -> dict[str, Any]:
        return dict(zip(SUITS, values, strict=True))

    fields = [
        {actor: _laid(laid, lambda players: True) for actor, laid in there}
        for there in result.fields
    ]
    return {
        "round": result.number,
        "winners": by_field(result.winners),
        "by": by_field(result.by),
        "fields": by_field(fields),
    }
