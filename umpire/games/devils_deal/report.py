"""The report's `state`: of a masked state, what its viewer may know."""

from umpire.games.base import JsonObject
from umpire.games.cards import HIDDEN, reported
from umpire.games.devils_deal.cards import Cards
from umpire.games.devils_deal.state import Refill, Round, State
from umpire.games.two_players import by_name
from umpire.games.values import memoize


def report(state: State) -> JsonObject:
    """Return a state, masked or not."""
    players, current, start_pools = state.players, state.current, state.start_pools
    to_call = state.to_call if state.phase == "bet" else None
    return {
        "phase": state.phase,
        "round": state.round,
        "starter": None if state.starter is None else players[state.starter],
        "chips": _chips(players, state.chips),
        "pot": state.pot,
        "removed": state.removed,
        "start_pools": start_pools and _pools(players, start_pools),
        "pools": _pools(players, state.pools),
        "current": None if current is None else _round(players, current, to_call),
        "history": _history(players, state.history),
    }


@memoize
def _chips(players: tuple[str, str], chips: tuple[int, int]) -> JsonObject:
    return by_name(players, chips)


@memoize
def _pools(players: tuple[str, str], pools: tuple[Cards, Cards]) -> JsonObject:
    return by_name(players, map(reported, pools))


@memoize
def _history(players: tuple[str, str], history: tuple[Round, ...]) -> list[JsonObject]:
    return [_over(players, over) for over in history]


@memoize
def _over(players: tuple[str, str], shown: Round) -> JsonObject:
    return _round(players, shown, None)


def _round(players: tuple[str, str], shown: Round, to_call: int | None) -> JsonObject:
    return {
        "round": shown.number,
        "starter": players[shown.starter],
        "refills": [_refill(players, refill) for refill in shown.refills],
        "community": shown.community,
        "private": shown.private
        and by_name(
            players,
            [[None if card == HIDDEN else card for card in cards] for cards in shown.private],
        ),
        "revealed": shown.revealed,
        "betting": shown.betting,
        "bets": by_name(players, shown.bets),
        "to_call": to_call,
        "actions": [
            {"phase": phase, "by": players[by], "action": action}
            for phase, by, action in shown.actions
        ],
        "hands": shown.hands and by_name(players, shown.hands),
        "result": shown.result,
        "winner": None if shown.winner is None else players[shown.winner],
        "penalty": shown.penalty,
    }


def _refill(players: tuple[str, str], refill: Refill) -> JsonObject:
    closed = refill.piles is not None
    return {
        "by": players[refill.by],
        "selection": None if refill.selection is None else list(refill.selection),
        "piles": None if refill.piles is None else [list(pile) for pile in refill.piles],
        "aside": list(refill.aside) if closed else None,
        "unused": list(refill.unused) if closed else None,
        "discarded": list(refill.discarded) if closed else None,
        "random": None if refill.random is None else list(refill.random),
        "taken": refill.taken,
        "taken_discard": refill.taken_discard,
    }
