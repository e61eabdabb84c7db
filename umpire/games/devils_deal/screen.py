"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Final

from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import column, grid, one, row
from umpire.games.devils_deal.components import SELECTION, START_POOL
from umpire.games.devils_deal.history import REASONS, history, pot_of, private_of, rounds

_POOL: Final = 12
_ACTIONS: Final = 5
_ROUNDS: Final = 12
_REFILL_ROWS: Final = 13
"""The most there can be: what was dealt, six piles kept, and a row each for all the rest."""

_PHASES: Final = {
    "deal": "dealing",
    "start": "who starts?",
    "refill": "refill?",
    "selection": "refill: dealing",
    "divide": "refill: dividing",
    "discard": "refill: discards by chance",
    "take": "refill: taking a card",
    "community": "community card",
    "private": "choosing two cards",
    "break": "break",
    "over": "over",
}
_DUES: Final = {
    "start": "who starts?",
    "refill": "refill?",
    "divide": "divides",
    "take": "takes?",
    "private": "chooses",
    "break": "ready?",
}
_HINTS: Final = {
    "start": "Fill in choice: the name of who starts. Then tick send.",
    "refill": "Fill in choice: yes (for 5 chips) or no. Then tick send.",
    "divide": "Fill in piles of equal sum, the one set aside, and discards down to 10 (or later, "
    "alone). Then tick send.",
    "take": "Fill in choice: a card on offer or pass; with 10 cards in your pool also the discard. "
    "Then tick send.",
    "private": "Fill in both cards; the first is revealed first. Then tick send.",
    "bet": "Fill in choice: call, raise 3 (any number) or fold. Then tick send.",
    "break": "Fill in choice: ready. Then tick send.",
}


def screen(view: JsonObject, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board.

    `view` is the whole report as `viewer` may know it.
    """
    if viewer is None or viewer not in view["players"]:
        return _board(view)
    return _table(view, viewer)


def _board(view: JsonObject) -> Screen:
    state, players = view["state"], view["players"]
    on_table = _on_table(state)
    blocks: Screen = {
        "round": one(_round(state)),
        "phase": one(_phase(view)),
        "starter": one(_starter(view)),
        "pot": one(str(state["pot"])),
        "removed": one(f"removed {state['removed']}"),
        "table_title": one(f"Round {on_table['round']}" if on_table else "On the table"),
        "community": one(_community(on_table)),
        "result": one(_result(on_table)),
        **_betting(on_table),
        **_refill(on_table),
        **_rounds(state["history"], players),
        **history(view),
    }
    for seat, name in enumerate(players, 1):
        known = _player(view, name) | _record(state, name)
        blocks |= {f"{key}_{seat}": block for key, block in known.items()}
    return blocks


def _player(view: JsonObject, name: str) -> Screen:
    """Lay out how a player stands, as everybody may know it."""
    state = view["state"]
    on_table = _on_table(state)
    first, second = _private(on_table, name)
    return {
        "name": one(name),
        "chips": one(str(state["chips"][name])),
        "pool": one(str(_count(state["pools"][name]))),
        "bet": one(_bet(state, name)),
        "due": one(_due(view, name)),
        "first": one(first),
        "second": one(second),
        "hand": one(_hand(on_table, name)),
    }


def _record(state: JsonObject, name: str) -> Screen:
    """Lay out which of a player's cards everybody has seen come and go."""
    return {
        "start_pool": row((state["start_pools"] or {}).get(name, ()), START_POOL),
        "discards": one(" ".join(_discards(state, name))),
    }


def _table(view: JsonObject, viewer: str) -> Screen:
    state = view["state"]
    on_table = _on_table(state)
    (other,) = (name for name in view["players"] if name != viewer)
    asked = _asked(view, viewer)
    return {
        "round": one(" · ".join(filter(None, (_round(state), _phase(view), _starter(view))))),
        **_own(view, viewer),
        **{f"other_{key}": block for key, block in _player(view, other).items()},
        "community": one(_community(on_table)),
        "pot": one(f"pot {state['pot']}"),
        "removed": one(f"removed {state['removed']}"),
        "result": one(_result(on_table)),
        **_selection(on_table),
        "asked": one(asked or "nothing"),
        "hint": one("" if view["status"] == "paused" else _HINTS.get(asked, "")),
    }


def _own(view: JsonObject, viewer: str) -> Screen:
    state = view["state"]
    on_table, pool = _on_table(state), state["pools"][viewer]
    cards = _private(on_table, viewer)
    revealed = on_table["revealed"] if on_table else 0
    first, second = (
        card and ("revealed" if place < revealed else "hidden") for place, card in enumerate(cards)
    )
    more = len(pool) - _POOL
    shown = pool if more <= 0 else [*pool[: _POOL - 1], f"+{more + 1}"]
    return {
        "pool_title": one(f"my pool: {len(pool)}"),
        "pool": row(shown, _POOL),
        "own_first": one(cards[0]),
        "own_second": one(cards[1]),
        "own_first_state": one(first),
        "own_second_state": one(second),
        "own_chips": one(str(state["chips"][viewer])),
        "own_pool": one(str(len(pool))),
        "own_bet": one(_bet(state, viewer)),
        "own_due": one(_due(view, viewer)),
        "own_hand": one(_hand(on_table, viewer)),
    }


def _on_table(state: JsonObject) -> JsonObject | None:
    """Return the round whose cards lie on the table: the last one until the next has begun."""
    history = state["history"]
    shown: JsonObject | None = state["current"] or (history[-1] if history else None)
    return shown


def _count(pool: list[str] | int) -> int:
    return pool if isinstance(pool, int) else len(pool)


def _community(on_table: JsonObject | None) -> str:
    return (on_table and on_table["community"]) or ""


def _private(on_table: JsonObject | None, name: str) -> tuple[str, str]:
    first, second = (on_table and private_of(on_table, name)) or ("", "")
    return first, second


def _hand(on_table: JsonObject | None, name: str) -> str:
    hands = on_table["hands"] if on_table else None
    return hands[name] if hands else ""


def _round(state: JsonObject) -> str:
    return f"Round {state['round']}" if state["round"] else "Before round 1"


def _phase(view: JsonObject) -> str:
    state, phase = view["state"], view["state"]["phase"]
    words: str = _PHASES.get(phase, phase)
    if phase == "bet":
        words = f"betting, phase {state['current']['betting']}"
    return f"{words} (paused)" if view["status"] == "paused" else words


def _starter(view: JsonObject) -> str:
    """Return who starts; once the match is over, how it was lost."""
    state = view["state"]
    if view["reason"] is not None:
        return REASONS[view["reason"]]
    if state["starter"] is None:
        return f"{view['players'][0]}: DM Advantage" if state["phase"] == "start" else ""
    return f"{state['starter']} starts" + (" next" if state["current"] is None else "")


def _bet(state: JsonObject, name: str) -> str:
    return str(state["current"]["bets"][name]) if state["current"] else "0"


def _asked(view: JsonObject, name: str) -> str:
    """Return the kind of the decision that a player owes."""
    return next((owed["kind"] for owed in view["pending"] if owed["by"] == name), "")


def _due(view: JsonObject, name: str) -> str:
    """Return what a player is to do; of the winner that it is the winner."""
    if view["winner"] == name:
        return "winner"
    kind = _asked(view, name)
    if kind == "bet":
        to_call = view["state"]["current"]["to_call"]
        return f"to call {to_call}" if to_call else "to act"
    return _DUES.get(kind, "")


def _result(on_table: JsonObject | None) -> str:
    if on_table is None or on_table["result"] is None:
        return ""
    if on_table["result"] == "tie":
        return "tie"
    how = "fold: " if on_table["result"] == "fold" else ""
    return f"{how}{on_table['winner']} wins {pot_of(on_table)}"


def _betting(on_table: JsonObject | None) -> Screen:
    """Lay out the last actions of each betting phase; a mark stands for those left out."""
    blocks: Screen = {}
    actions = on_table["actions"] if on_table else []
    for phase in (1, 2):
        lines = [(done["by"], done["action"]) for done in actions if done["phase"] == phase]
        if len(lines) > _ACTIONS:
            left_out = len(lines) - _ACTIONS + 1
            lines = [("…", f"{left_out} earlier"), *lines[left_out:]]
        blocks[f"betting_{phase}_by"] = column((by for by, _ in lines), _ACTIONS)
        blocks[f"betting_{phase}_action"] = column((action for _, action in lines), _ACTIONS)
    return blocks


def _refill(on_table: JsonObject | None) -> Screen:
    """Lay the last refill of the round out: a row for what was dealt, then one for what became.

    It stays until the next round has begun.
    """
    refill, title = _last_refill(on_table)
    lines = list(_refill_lines(refill)) if refill else []
    return {
        "refill_title": one(title),
        "refill_labels": column((label for label, _ in lines), _REFILL_ROWS),
        "refill_cards": grid((cards for _, cards in lines), _REFILL_ROWS, SELECTION),
    }


def _last_refill(on_table: JsonObject | None) -> tuple[JsonObject | None, str]:
    refills = on_table["refills"] if on_table else []
    if not refills:
        return None, "Refill: none in this round"
    number = f", number {len(refills)} in this round" if len(refills) > 1 else ""
    return refills[-1], f"Refill by {refills[-1]['by']}{number}"


def _refill_lines(refill: JsonObject) -> Iterator[tuple[str, list[str]]]:
    if refill["selection"] is not None:
        yield "dealt", refill["selection"]
    if refill["piles"] is None:
        return
    for pile in refill["piles"]:
        yield f"pile of {sum(int(card[1]) for card in pile)}", pile
    yield "aside", refill["aside"]
    yield "unused", refill["unused"]
    yield "discarded", refill["discarded"] or []
    if refill["random"]:
        yield "by chance", refill["random"]
    if refill["taken"] is not None:
        yield "taken", [refill["taken"]]
    if refill["taken_discard"] is not None:
        yield "for", [refill["taken_discard"]]


def _selection(on_table: JsonObject | None) -> Screen:
    """Lay out what a player needs to divide, or to take a card."""
    refill, title = _last_refill(on_table)
    offered: list[str] = []
    if refill and refill["piles"] is not None and refill["taken"] is None:
        offered = sorted([*refill["aside"], *refill["unused"]])
    return {
        "refill_title": one(title),
        "selection": row((refill and refill["selection"]) or (), SELECTION),
        "offered": row(offered, SELECTION),
    }


def _discards(state: JsonObject, name: str) -> Iterator[str]:
    """Yield what a player has discarded in the open, the newest first."""
    refills = [refill for played in rounds(state) for refill in played["refills"]]
    for refill in reversed(refills):
        if refill["by"] == name:
            yield from refill["discarded"] or ()
        elif refill["taken_discard"] is not None:
            yield refill["taken_discard"]


def _rounds(history: list[JsonObject], players: list[str]) -> Screen:
    """Lay the last rounds out, a row each, the newest first."""
    last = [*reversed(history)][:_ROUNDS]
    cards = [
        (_community(played), *chain.from_iterable(_private(played, n) for n in players))
        for played in last
    ]
    hands = [
        "\n".join(_hand(played, name) for name in players) if played["hands"] else ""
        for played in last
    ]
    starts = (f"{played['round']} · {played['starter']}" for played in last)
    return {
        "rounds_start": column(starts, _ROUNDS),
        "rounds_cards": grid(cards, _ROUNDS, 5),
        "rounds_hands": column(hands, _ROUNDS),
        "rounds_result": column(map(_outcome, last), _ROUNDS),
        "rounds_winner": column((played["winner"] or "" for played in last), _ROUNDS),
    }


def _outcome(played: JsonObject) -> str:
    if played["result"] == "tie":
        return "tie"
    won = f"{played['result']} +{pot_of(played)}"
    return f"{won}\n{played['penalty']}" if played["penalty"] else won
