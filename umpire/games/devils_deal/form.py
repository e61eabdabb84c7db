"""The entry form: its cells for each kind of decision, and the line that they make together."""

from collections.abc import Mapping
from typing import Final

from umpire.games.base import Decision, Form
from umpire.games.devils_deal.bot import actions
from umpire.games.devils_deal.components import POOL, in_order
from umpire.games.devils_deal.rules.poker import choosable
from umpire.games.devils_deal.state import State
from umpire.games.notation import plain

CHOICE: Final = "choice"
CARDS: Final = ("card_1", "card_2")
PILES: Final = tuple(f"pile_{number}" for number in range(1, 7))
ASIDE: Final = "aside"
DISCARD: Final = "discard"

_PASS: Final = "pass"
_NONE: Final = "none"

Filled = Mapping[str, str]


def form(state: State, decision: Decision, filled: Filled) -> Form:
    """Return the cells that a decision asks to be filled, with what the drop-downs offer."""
    match decision.kind:
        case "start":
            return {CHOICE: state.players}
        case "refill":
            return {CHOICE: ("yes", "no")}
        case "divide":
            return dict.fromkeys((*PILES, ASIDE, DISCARD), ())
        case "take":
            return _take(state, filled)
        case "private":
            return _private(state, decision, filled)
        case "bet":
            return {CHOICE: actions(state)}
        case "break":
            return {CHOICE: ("ready",)}
    return {}


def _take(state: State, filled: Filled) -> Form:
    """Offer the cards, and from a full pool what may be discarded for the one chosen."""
    offered = in_order(state.refilling.offered)
    choice = {CHOICE: (*offered, _PASS)}
    pool = state.pools[state.acting]
    chosen = _filled(filled, CHOICE)
    if len(pool) < POOL or plain(chosen) == _PASS:
        return choice
    taken = [card for card in offered if plain(card) == plain(chosen)]
    return {**choice, DISCARD: tuple(sorted({*pool, *taken}))}


def _private(state: State, decision: Decision, filled: Filled) -> Form:
    cards = choosable(state, state.side_of(decision.by))
    first, second = CARDS
    chosen = plain(_filled(filled, first))
    return {first: cards, second: tuple([card for card in cards if plain(card) != chosen])}


def join(state: State, decision: Decision, filled: Filled) -> str:
    """Return the line that a filled-in form stands for, empty if nothing is filled in."""
    asked = {name: _filled(filled, name) for name in form(state, decision, filled)}
    if decision.kind == "divide":
        return _division(asked)
    taken = asked.pop(DISCARD, "")
    line = " ".join(text for text in asked.values() if text)
    return f"{line} {DISCARD}: {taken}".lstrip() if taken else line


def _division(asked: Filled) -> str:
    """Join the piles and what else is filled in; `none` alone stands for itself."""
    if [plain(text) for text in asked.values() if text] == [_NONE]:
        return _NONE
    return " | ".join(
        text if name in PILES else f"{name}: {text}" for name, text in asked.items() if text
    )


def _filled(filled: Filled, name: str) -> str:
    return filled.get(name, "").strip()
