"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import column, grid, one, row
from umpire.games.devils_deal.components import ANTE_POT, COLORS, SELECTION, START_POOL
from umpire.games.notation import counted

_ACTIONS: Final = 6
"""The most actions of a betting phase that are shown."""
_ROUNDS: Final = 12
_HIDDEN: Final = "??"
_LAST: Final = "▸ "
"""Marks what was done last."""

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
    "over": "the match is over",
}
_DUES: Final = {
    "start": "who starts?",
    "refill": "refill?",
    "divide": "divides",
    "take": "takes?",
    "private": "chooses",
    "break": "ready?",
}
_REFILLS: Final = ("divide", "discard", "take")
"""The phases in which a table shows the cards of a refill."""


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
    refill = _last_refill(on_table)
    blocks: Screen = {
        "round": one(_round(view)),
        "pot": one(f"pot {state['pot']}"),
        "removed": one(f"{state['removed']} removed"),
        "community": one(_community(on_table)),
        "result": one(_result(on_table)),
        **_betting(on_table),
        **_refill(refill),
        "refill_discards": one("; ".join(_discarded(refill)) if refill else ""),
        **_rounds(state["history"], players),
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
    refill = _last_refill(on_table) if state["phase"] in _REFILLS else None
    return {
        "round": one(_round(view)),
        **_hand_of(view, viewer, refill),
        **_as("own", _player(view, viewer) | _record(state, viewer)),
        **_as("other", _player(view, other) | _record(state, other)),
        "community": one(_community(on_table)),
        "pot": one(f"pot {state['pot']}"),
        "removed": one(f"{state['removed']} removed"),
        "result": one(_result(on_table)),
        **_betting(on_table),
        **_refill(refill),
    }


def _as(whose: str, blocks: Screen) -> Screen:
    return {f"{whose}_{name}": block for name, block in blocks.items()}


def _hand_of(view: JsonObject, viewer: str, refill: JsonObject | None) -> Screen:
    """Lay the cards of a player's pool out, those of a colour in a cell; beside them what matters.

    That is what is to be divided or taken in a refill, and later the hand of the round.
    """
    pool = view["state"]["pools"][viewer]
    title, beside = _beside(_on_table(view["state"]), viewer, refill)
    blocks = {f"pool_{color.lower()}": one(_of_colour(pool, color)) for color in COLORS}
    for place, cards in enumerate(beside, 1):
        blocks[f"beside_{place}"] = one(cards)
    return {
        "pool_title": one(f"My pool: {counted(len(pool), 'card')}"),
        "beside_title": one(title),
        **blocks,
    }


def _of_colour(cards: Iterable[str], color: str) -> str:
    return " ".join(card for card in cards if card[0] == color[0])


def _beside(
    on_table: JsonObject | None, viewer: str, refill: JsonObject | None
) -> tuple[str, Sequence[str]]:
    """Return a title, and what stands beside the pool in three cells."""
    if refill is not None:
        mine = refill["by"] == viewer
        if refill["piles"] is None:
            cards, title = refill["selection"] or (), "to divide" if mine else "for my opponent"
        else:
            cards = [*refill["aside"], *refill["unused"]]
            title = "for my opponent to take" if mine else "on offer to me"
        return title, [_of_colour(sorted(cards), color) for color in COLORS]
    community = _community(on_table)
    if not community:
        return "", ("", "", "")
    return "my hand of this round", (*_in_play(on_table, viewer), f"{community} community")


def _in_play(on_table: JsonObject | None, name: str) -> tuple[str, str]:
    """Return a player's private cards, and whether the opponent knows them."""
    revealed = on_table["revealed"] if on_table else 0
    first, second = _private(on_table, name)
    return (
        first and f"{first} {'shown' if revealed > 0 else 'hidden'}",
        second and f"{second} {'shown' if revealed > 1 else 'hidden'}",
    )


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
    """Return a player's private cards of a round, as far as they may be known."""
    if on_table is None or on_table["private"] is None:
        return "", ""
    first, second = (card or _HIDDEN for card in on_table["private"][name])
    return first, second


def _pot(played: JsonObject) -> int:
    """Return the chips that were at stake in a round."""
    bets: dict[str, int] = played["bets"]
    return ANTE_POT + sum(bets.values())


def _hand(on_table: JsonObject | None, name: str) -> str:
    hands = on_table["hands"] if on_table else None
    return hands[name] if hands else ""


def _round(view: JsonObject) -> str:
    """Return what is going on, and who starts."""
    number = view["state"]["round"]
    begun = f"Round {number}" if number else "Before round 1"
    return " · ".join(filter(None, (begun, _phase(view), _starter(view))))


def _phase(view: JsonObject) -> str:
    state, phase = view["state"], view["state"]["phase"]
    words: str = _PHASES.get(phase, phase)
    if phase == "bet":
        words = f"betting, phase {state['current']['betting']}"
    return f"{words} (paused)" if view["status"] == "paused" else words


def _starter(view: JsonObject) -> str:
    """Return who starts."""
    state = view["state"]
    if view["reason"] is not None:
        return ""
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
        return "★ winner"
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
    return f"{how}{on_table['winner']} wins {_pot(on_table)}"


def _betting(on_table: JsonObject | None) -> Screen:
    """Lay the actions of each betting phase out, the last one marked; of many the last ones."""
    actions = on_table["actions"] if on_table else []
    blocks: Screen = {}
    for phase in (1, 2):
        said = [
            f"{_LAST if done is actions[-1] else ''}{done['by']} {done['action']}"
            for done in actions
            if done["phase"] == phase
        ]
        if len(said) > _ACTIONS:
            said = [f"… {len(said) - _ACTIONS + 1} earlier", *said[1 - _ACTIONS :]]
        if not said and on_table and on_table["revealed"] >= phase:
            said = ["none, for want of chips"]
        blocks[f"betting_{phase}"] = one(" · ".join(said))
    return blocks


def _last_refill(on_table: JsonObject | None) -> JsonObject | None:
    """Return the last refill of the round on the table: it stays until the next round begins."""
    refills = on_table["refills"] if on_table else []
    last: JsonObject | None = refills[-1] if refills else None
    return last


def _refill(refill: JsonObject | None) -> Screen:
    """Lay a refill out: its cards, and below what became of each."""
    fates = list(_fates(refill)) if refill else []
    return {
        "refill_title": one(_refill_title(refill)),
        "refill_cards": row((card for card, _ in fates), SELECTION),
        "refill_fates": row((fate for _, fate in fates), SELECTION),
    }


def _refill_title(refill: JsonObject | None) -> str:
    if refill is None:
        return ""
    if refill["piles"] is None:
        return f"Refill: {refill['by']} divides these cards"
    each = sum(int(card[1]) for card in refill["aside"])
    return f"Refill: {refill['by']} keeps the piles, each with the sum {each}"


def _fates(refill: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the cards of a refill, with what became of each once it is divided.

    What stands in brackets is on offer no more.
    """
    if refill["piles"] is None:
        yield from ((card, "") for card in refill["selection"] or ())
        return
    for number, pile in enumerate(refill["piles"], 1):
        yield from ((card, f"pile {number}") for card in pile)
    for fate in ("aside", "unused"):
        for card in refill[fate]:
            over = fate if refill["taken"] is None else f"({fate})"
            yield card, "taken" if card == refill["taken"] else over


def _discarded(refill: JsonObject) -> Iterator[str]:
    """Yield who has discarded what for a refill, and that nothing was taken."""
    if refill["discarded"]:
        chance = f" ({' '.join(refill['random'])} by chance)" if refill["random"] else ""
        yield f"{refill['by']} discards {' '.join(refill['discarded'])}{chance}"
    if refill["taken"] == "pass":
        yield "nothing was taken"
    if refill["taken_discard"] is not None:
        yield f"{refill['taken_discard']} goes for {refill['taken']}"


def _begun(state: JsonObject) -> list[JsonObject]:
    """Return all rounds that have begun, the one in progress last."""
    return [*state["history"], *([state["current"]] if state["current"] else [])]


def _discards(state: JsonObject, name: str) -> Iterator[str]:
    """Yield what a player has discarded in the open, the newest first."""
    refills = [refill for played in _begun(state) for refill in played["refills"]]
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
        "rounds_title": one("Rounds, the newest first" if last else ""),
        "rounds_start": column(starts, _ROUNDS),
        "rounds_cards": grid(cards, _ROUNDS, 5),
        "rounds_hands": column(hands, _ROUNDS),
        "rounds_result": column(map(_outcome, last), _ROUNDS),
        "rounds_winner": column((played["winner"] or "" for played in last), _ROUNDS),
    }


def _outcome(played: JsonObject) -> str:
    if played["result"] == "tie":
        return "tie"
    won = f"{played['result']} +{_pot(played)}"
    return f"{won}\n{played['penalty']}" if played["penalty"] else won
