"""The report's `state`, and what of it a viewer may know."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from umpire.games.base import JsonObject
from umpire.games.devils_deal.components import SIDES, Card, Side
from umpire.games.devils_deal.state import Hidden, Refill, Round, State

_T = TypeVar("_T")

Sees = Callable[[Side], bool]
"""Whether the viewer sees what only the player of this side may."""


def report(state: State) -> JsonObject:
    """Return the whole state: everything the umpire knows."""
    return _state(state, lambda side: True)


def view(state: State, viewer: str | None) -> JsonObject:
    """Return the state as a player may know it; None is the public.

    Ruling 35: a player sees the own pool at all times.
    """
    return _state(state, lambda side: state.players[side] == viewer)


def _state(state: State, sees: Sees) -> JsonObject:
    players = state.players
    pools = [_cards(state.pools[side]) if sees(side) else len(state.pools[side]) for side in SIDES]
    start_pools = state.start_pools
    current = state.current
    to_call = state.to_call if state.phase == "bet" else None
    return {
        "phase": state.phase,
        "round": state.round,
        "starter": None if state.starter is None else players[state.starter],
        "chips": _by_name(players, state.chips),
        "pot": state.pot,
        "removed": state.removed,
        "start_pools": start_pools and _by_name(players, [_cards(pool) for pool in start_pools]),
        "pools": _by_name(players, pools),
        "current": None if current is None else _round(players, current, sees, to_call),
        "history": [_round(players, over, sees, None) for over in state.history],
    }


def _round(players: tuple[str, str], shown: Round, sees: Sees, to_call: int | None) -> JsonObject:
    return {
        "round": shown.number,
        "starter": players[shown.starter],
        "refills": [_refill(players, refill) for refill in shown.refills],
        "community": shown.community,
        "private": shown.private and _by_name(players, _private(shown, shown.private, sees)),
        "revealed": shown.revealed,
        "betting": shown.betting,
        "bets": _by_name(players, shown.bets),
        "to_call": to_call,
        "actions": [
            {"phase": phase, "by": players[by], "action": action}
            for phase, by, action in shown.actions
        ],
        "hands": shown.hands and _by_name(players, shown.hands),
        "result": shown.result,
        "winner": None if shown.winner is None else players[shown.winner],
        "penalty": shown.penalty,
    }


def _private(shown: Round, private: tuple[Hidden, Hidden], sees: Sees) -> list[list[Card | None]]:
    """Return both players' private cards, those that the viewer may not know as None."""
    return [
        [
            card if place < shown.revealed or sees(side) else None
            for place, card in enumerate(private[side])
        ]
        for side in SIDES
    ]


def _refill(players: tuple[str, str], refill: Refill) -> JsonObject:
    closed = refill.piles is not None
    return {
        "by": players[refill.by],
        "selection": None if refill.selection is None else _cards(refill.selection),
        "piles": None if refill.piles is None else [_cards(pile) for pile in refill.piles],
        "aside": _cards(refill.aside) if closed else None,
        "unused": _cards(refill.unused) if closed else None,
        "discarded": _cards(refill.discarded) if closed else None,
        "random": None if refill.random is None else _cards(refill.random),
        "taken": refill.taken,
        "taken_discard": refill.taken_discard,
    }


def _cards(cards: Iterable[Card]) -> list[Card]:
    return list(cards)


def _by_name(players: tuple[str, str], both: Iterable[_T]) -> Mapping[str, _T]:
    return dict(zip(players, both, strict=True))
