"""The report's `state`, and what of it a viewer may know."""

from collections.abc import Sequence
from typing import Any, TypeVar

from umpire.games.base import JsonObject
from umpire.games.box_within_a_box.cards import Cards
from umpire.games.box_within_a_box.components import (
    BOARDS,
    FACES,
    SEATS,
    TILE_NAMES,
    TRAITS,
    Bets,
    Seat,
    Uses,
    names_of,
    points,
    rows_of,
)
from umpire.games.box_within_a_box.state import Bout, Moved, Round, State

_T = TypeVar("_T")


def report(state: State) -> JsonObject:
    """Return the whole state: everything the umpire knows."""
    return {
        "phase": state.phase,
        "bout": state.bout,
        "round": state.round,
        "boards": None if state.boards is None else _by_board([rows_of(b) for b in state.boards]),
        "boxes": _by_board([TILE_NAMES[tile] for tile in state.boxes]),
        "points": _by_name(state, [points(count) for count in state.points]),
        "pool": _cards(state.pool),
        "undealt": _cards(state.undealt),
        "rounds": _rounds(state, state.rounds),
        "bets": _by_name(state, [_bets(bets) for bets in state.bets]),
        "used": _by_name(state, [_uses(used) for used in state.used]),
        "bouts": [_bout(state, number, bout) for number, bout in enumerate(state.bouts, 1)],
        "best": _by_name(state, [points(payout) for payout in state.best]),
    }


def view(state: State, viewer: str | None) -> JsonObject:
    """Return the state as a viewer may know it: of the running bout's bets no one else's.

    Ruling 14: they stay hidden also after a match that ended inside a bout.
    """
    seen = report(state)
    seen["bets"] = {
        player: bets if player == viewer else None for player, bets in seen["bets"].items()
    }
    return seen


def handout(state: State) -> JsonObject:
    """Return the list of the cards as an umpire writes it, open to everybody all match long."""
    return {"cards": [card.entry() for card in state.terms.cards.cards]}


def _by_name(state: State, both: Sequence[_T]) -> dict[str, _T]:
    return dict(zip(state.players, both, strict=True))


def _by_board(both: Sequence[_T]) -> dict[str, _T]:
    return dict(zip(BOARDS, both, strict=True))


def _cards(cards: Cards) -> list[str]:
    return [card.text for card in cards]


def _uses(used: Uses) -> dict[str, int]:
    return dict(zip(TRAITS, used, strict=True))


def _bets(bets: Bets | None) -> list[dict[str, Any]] | None:
    if bets is None:
        return None
    return [{"condition": str(bet.condition), "stake": bet.stake} for bet in bets]


def _rounds(state: State, rounds: Sequence[Round]) -> list[JsonObject]:
    return [
        {"round": number, **_by_board([_moved(state, moved) for moved in both])}
        for number, both in enumerate(rounds, 1)
    ]


def _moved(state: State, moved: Moved) -> JsonObject:
    return {
        "by": state.players[moved.by],
        "card": None if moved.card is None else moved.card.text,
        "from": TILE_NAMES[moved.start],
        "path": names_of(moved.path),
        "landed": [
            f"{TILE_NAMES[tile]} {FACES[face]}"
            for tile, face in zip(moved.tiles, moved.faces, strict=True)
        ],
        "to": TILE_NAMES[moved.end],
    }


def _bout(state: State, number: int, bout: Bout) -> JsonObject:
    return {
        "bout": number,
        "rounds": _rounds(state, bout.rounds),
        "bets": _by_name(state, [_settled(bout, seat) for seat in SEATS]),
        "staked": _by_name(state, [bout.staked(seat) for seat in SEATS]),
        "payout": _by_name(state, [points(bout.payout(seat)) for seat in SEATS]),
        "points": _by_name(state, [points(count) for count in bout.points]),
    }


def _settled(bout: Bout, seat: Seat) -> list[JsonObject]:
    return [
        {
            "condition": str(bet.condition),
            "stake": bet.stake,
            "hits": paid.hits,
            "payout": points(paid.payout),
        }
        for bet, paid in zip(bout.bets[seat], bout.paid[seat], strict=True)
    ]
