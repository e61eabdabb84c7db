"""The public record of a match, a line after the other: the tab `History` of the board.

A line is a few words and the cards that they are about. The newest comes last, so that what stands
there stays where it is.
"""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from typing import Final

from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import column, grid
from umpire.games.devils_deal.components import ANTE_POT, SELECTION

Line = tuple[str, Sequence[str]]

ROWS: Final = 300
_LONGEST: Final = 40
"""How many characters of a phase's actions go into a line."""

_UNBROKEN: Final = "\u00a0"

HIDDEN: Final = "??"
REASONS: Final = {
    "cards": "no two cards left",
    "time": "no cards in time",
    "ante": "no chips to ante",
    "penalty": "penalty not paid",
    "forfeit": "by forfeit",
}


def history(view: JsonObject) -> Screen:
    """Lay the record of a public view out; a mark stands for lines for which there is no room."""
    lines = list(_lines(view))
    if len(lines) > ROWS:
        left_out = len(lines) - ROWS + 1
        lines = [(f"… {left_out} earlier lines", ()), *lines[left_out:]]
    return {
        "history_lines": column((words for words, _ in lines), ROWS),
        "history_cards": grid((cards for _, cards in lines), ROWS, SELECTION),
    }


def rounds(state: JsonObject) -> list[JsonObject]:
    """Return all rounds that have begun, the one in progress last."""
    return [*state["history"], *([state["current"]] if state["current"] else [])]


def private_of(played: JsonObject, name: str) -> Sequence[str]:
    """Return a player's private cards in a round, as far as they may be known; none before."""
    if played["private"] is None:
        return ()
    return [card or HIDDEN for card in played["private"][name]]


def pot_of(played: JsonObject) -> int:
    """Return the chips that were at stake in a round."""
    bets: dict[str, int] = played["bets"]
    return ANTE_POT + sum(bets.values())


def _lines(view: JsonObject) -> Iterator[Line]:
    state, players = view["state"], view["players"]
    for name, pool in (state["start_pools"] or {}).items():
        yield f"{name}'s pool at the start", pool
    for played in rounds(state):
        yield f"Round {played['round']}: {played['starter']} starts", ()
        for refill in played["refills"]:
            (other,) = (name for name in players if name != refill["by"])
            yield from _refill(refill, other)
        yield from _poker(played, players)
    if view["winner"] is not None:
        yield f"{view['winner']} wins the match: {REASONS[view['reason']]}", ()


def _refill(refill: JsonObject, other: str) -> Iterator[Line]:
    by, taken = refill["by"], refill["taken"]
    yield f"Refill by {by}: dealt", refill["selection"] or ()
    if refill["piles"] is None:
        return
    for pile in refill["piles"]:
        yield f"kept, sum {sum(int(card[1]) for card in pile)}", pile
    yield "set aside", refill["aside"]
    if refill["unused"]:
        yield "unused", refill["unused"]
    if refill["discarded"]:
        yield f"{by} discards", refill["discarded"]
    if refill["random"]:
        yield "of these by chance", refill["random"]
    if taken is not None:
        yield (f"{other} takes nothing", ()) if taken == "pass" else (f"{other} takes", [taken])
    if refill["taken_discard"] is not None:
        yield f"{other} discards for it", [refill["taken_discard"]]


def _poker(played: JsonObject, players: Sequence[str]) -> Iterator[Line]:
    if played["community"] is not None:
        yield "community card", [played["community"]]
    for name in players if played["private"] else ():
        hand = f"{name}: {played['hands'][name]}" if played["hands"] else f"{name}'s two cards"
        yield hand, private_of(played, name)
    for phase in range(1, played["betting"] + 1):
        done = [
            f"{one['by']} {one['action']}" for one in played["actions"] if one["phase"] == phase
        ]
        if not done and played["revealed"] >= phase:
            done = ["none, for want of chips"]
        if done:
            yield from ((words, ()) for words in _wrapped(f"Betting {phase}", done))
    if played["result"] == "tie":
        yield "A tie: the bets go back", ()
    elif played["result"] is not None:
        penalty = f"; penalty {played['penalty']}" if played["penalty"] else ""
        yield f"{played['winner']} wins {pot_of(played)} chips{penalty}", ()


def _wrapped(title: str, actions: Sequence[str]) -> Iterator[str]:
    """Yield lines that no action is broken at the end of."""
    whole = [action.replace(" ", _UNBROKEN) for action in actions]
    for words in wrap(
        f"{title}: {', '.join(whole)}", _LONGEST, break_long_words=False, break_on_hyphens=False
    ):
        yield words.replace(_UNBROKEN, " ")
