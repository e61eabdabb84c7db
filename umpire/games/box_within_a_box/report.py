"""The report's `state`, of the whole state or of what a viewer may know of it."""

from collections.abc import Sequence
from typing import TypeAlias

from umpire.games.base import JsonObject
from umpire.games.box_within_a_box.board import (
    BOARDS,
    TILE_NAMES,
    Board,
    HalfPoints,
    names_of,
    points,
    rows_of,
)
from umpire.games.box_within_a_box.cards import Cards
from umpire.games.box_within_a_box.conditions import TRAITS, Bet, Bets, Uses
from umpire.games.box_within_a_box.state import Bout, Moved, Round, State
from umpire.games.two_players import SIDES, Side, by_name
from umpire.games.values import memoize

Players: TypeAlias = tuple[str, str]


def report(state: State) -> JsonObject:
    """Return a state as the report has it; what a viewer may not know is None in it."""
    players, boards = state.players, state.boards
    return {
        "phase": state.phase,
        "bout": state.bout,
        "round": state.round,
        "boards": None if boards is None else _boards(boards),
        "boxes": by_name(BOARDS, [TILE_NAMES[tile] for tile in state.boxes]),
        "points": _points(players, state.points),
        "pool": _cards(state.pool),
        "undealt": _cards(state.undealt),
        "rounds": _rounds(players, state.rounds),
        "bets": _bets(players, state.bets),
        "used": _used(players, state.used),
        "bouts": _bouts(players, state.bouts),
        "best": _points(players, state.best),
    }


@memoize
def _boards(boards: tuple[Board, Board]) -> JsonObject:
    return by_name(BOARDS, [rows_of(one) for one in boards])


@memoize
def _points(players: Players, both: tuple[HalfPoints, HalfPoints]) -> JsonObject:
    return by_name(players, [points(count) for count in both])


@memoize
def _cards(cards: Cards) -> list[str]:
    return [card.text for card in cards]


@memoize
def _used(players: Players, both: tuple[Uses, Uses]) -> JsonObject:
    return by_name(players, [dict(zip(TRAITS, used, strict=True)) for used in both])


@memoize
def _bets(players: Players, both: tuple[Bets | None, Bets | None]) -> JsonObject:
    return by_name(
        players, [None if bets is None else [_bet(bet) for bet in bets] for bets in both]
    )


def _bet(bet: Bet) -> JsonObject:
    return {"condition": str(bet.condition), "stake": bet.stake}


@memoize
def _rounds(players: Players, rounds: Sequence[Round]) -> list[JsonObject]:
    return [_round(players, number, both) for number, both in enumerate(rounds, 1)]


@memoize
def _round(players: Players, number: int, both: Round) -> JsonObject:
    return {"round": number, **by_name(BOARDS, [_moved(players, moved) for moved in both])}


def _moved(players: Players, moved: Moved) -> JsonObject:
    return {
        "by": players[moved.by],
        "card": None if moved.card is None else moved.card.text,
        "from": TILE_NAMES[moved.start],
        "path": names_of(moved.path),
        "landed": moved.landed,
        "to": TILE_NAMES[moved.end],
    }


@memoize
def _bouts(players: Players, bouts: tuple[Bout, ...]) -> list[JsonObject]:
    return [_bout(players, number, bout) for number, bout in enumerate(bouts, 1)]


@memoize
def _bout(players: Players, number: int, bout: Bout) -> JsonObject:
    return {
        "bout": number,
        "rounds": _rounds(players, bout.rounds),
        "bets": by_name(players, [_settled(bout, side) for side in SIDES]),
        "staked": by_name(players, bout.staked),
        "payout": by_name(players, [points(payout) for payout in bout.payout]),
        "points": by_name(players, [points(count) for count in bout.points]),
    }


def _settled(bout: Bout, side: Side) -> list[JsonObject]:
    return [
        {**_bet(bet), "hits": paid.hits, "payout": points(paid.payout)}
        for bet, paid in zip(bout.bets[side], bout.paid[side], strict=True)
    ]
