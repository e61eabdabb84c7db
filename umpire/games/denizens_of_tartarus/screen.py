"""A view laid out in named blocks of text: the board, and each player's own few lines.

Every block has the same size in every phase, and all its cells are always given. Sides of the board
are `left` and `right`, as the seats decision says; names that end in `_1`, `_2` are a player's.
"""

from collections.abc import Callable
from typing import Any, Final

from umpire.games.base import CUT, AnyKind, JsonObject, Screen
from umpire.games.blocks import Block, one, reserve, row
from umpire.games.denizens_of_tartarus.components import COLORS, DECK, HAND, LETTERS, MODULES
from umpire.games.denizens_of_tartarus.rules.ban import BanKind
from umpire.games.denizens_of_tartarus.rules.declare import DeclareKind
from umpire.games.denizens_of_tartarus.rules.ending import HOW_WON
from umpire.games.denizens_of_tartarus.rules.modules import UNTOUCHED
from umpire.games.denizens_of_tartarus.rules.seats import SeatsKind
from umpire.games.denizens_of_tartarus.rules.turn import TurnKind
from umpire.games.notation import listed

_SIDES: Final = ("left", "right")
_TOP_PILE: Final = 6
_OWN_CARDS: Final = ("first_card", "second_card", "third_card")
_SET_ROWS: Final = 4
_PAIR_LIGHTS: Final = range(5)

_LAST: Final = "◂"
"""Marks the last card that was played, wherever it lies."""
_SHOWN: Final = "▸"
"""Marks the colour that Order shows."""

_PHASES: Final = {
    "seats": "the seats are chosen",
    "deal": "the cards are dealt",
    "ban": "three of four configurations are banned",
    "declare": "a module may be closed",
}
_KINDS: Final[tuple[AnyKind, ...]] = (SeatsKind(), BanKind(), DeclareKind(), TurnKind())
_TO_DO: Final = {CUT: "to cut"} | {kind.name: f"to {kind.task}" for kind in _KINDS}


def screen(view: JsonObject) -> Screen:
    """Return the blocks of the one spreadsheet: nothing in this game is secret, whoever looks."""
    state = view["state"]
    left = state["left"]
    sides = (left, next(name for name in view["players"] if name != left))
    blocks: Screen = {"turn": one(_turn(view)), "deck": row(_deck(view), DECK)}
    for side, name in zip(_SIDES, sides, strict=True):
        blocks |= {f"{side}_{key}": block for key, block in _player(view, name).items()}
    for module in MODULES:
        own = state["modules"][module]
        blocks |= {
            f"{module.lower()}_{key}": block
            for key, block in {
                "state": one(_availability(state, module)),
                "last": one(_last_played_on(view, module)),
                "points": _facing(own["points"], sides, f"of {UNTOUCHED[module].need}"),
                **_BOARDS[module](own, sides),
            }.items()
        }
    for index, letter in enumerate(LETTERS):
        start = _start(state, index, letter)
        blocks |= {f"start_{letter.lower()}_{key}": block for key, block in start.items()}
    for seat, name in enumerate(view["players"], 1):
        blocks |= {f"{key}_{seat}": block for key, block in _own_lines(view, name).items()}
    return blocks


def _facing(numbers: dict[str, int], sides: tuple[str, str], between: str = ":") -> Block:
    left, right = sides
    return ((str(numbers[left]), between, str(numbers[right])),)


def _turn(view: JsonObject) -> str:
    state = view["state"]
    turn, phase = state["turn"], state["phase"]
    if phase == "over":
        winner, when = view["winner"], f"in turn {turn}" if turn else "before turn 1"
        how = HOW_WON[view["reason"]]
        won = _modules_won(state, winner)
        with_them = f": {listed(won)}" if view["reason"] == "modules" else ""
        return f"★ {winner} has won {how} {when}{with_them}"
    paused = " (paused)" if view["status"] == "paused" else ""
    if phase in _PHASES:
        return f"Before turn 1: {_PHASES[phase]}{paused}"
    mover = state["to_move"]
    return f"Turn {turn}: {mover} ({_role(state, mover)}) to move{paused}"


def _deck(view: JsonObject) -> list[str]:
    """Return the deck, the last card that was played marked."""
    last = view["handout"]["last_cards"].get(view["handout"]["last_by"])
    return [f"{card} {_LAST}" if card == last else card for card in view["state"]["deck"]]


def _last_played_on(view: JsonObject, module: str) -> str:
    """Return whose most recent module it is, with the card if that is known."""
    cards, last_by = view["handout"]["last_cards"], view["handout"]["last_by"]
    there = [name for name, recent in view["state"]["recent"].items() if recent == module]
    return ", ".join(
        " ".join(filter(None, (name, cards.get(name), _LAST if name == last_by else "")))
        for name in there
    )


def _role(state: JsonObject, name: str) -> str:
    return f"P{state['seats'].index(name) + 1}"


def _player(view: JsonObject, name: str) -> dict[str, Block]:
    state = view["state"]
    return {
        "role": one("" if state["phase"] == "seats" else _role(state, name)),
        "name": one(name),
        "status": one(_status(view, name)),
        "hand": row(state["hands"][name], HAND),
        "bank": one(reserve(view, name)),
        "modules": one(f"{len(_modules_won(state, name))} of 3 won"),
        "spirits": one(_spirits(state, name)),
    }


def _status(view: JsonObject, name: str) -> str:
    if view["winner"] == name:
        return "★ winner"
    owed = (one["kind"] for one in view["pending"] if one["by"] == name)
    return next((_TO_DO[kind] for kind in owed), "")


def _modules_won(state: JsonObject, name: str) -> list[str]:
    return [module for module, own in state["modules"].items() if own["won"] == name]


def _spirits(state: JsonObject, name: str) -> str:
    left = state["spirits"][name]
    return f"{left['normal']} normal, {left['attuned']} attuned"


def _availability(state: JsonObject, module: str) -> str:
    if winner := state["modules"][module]["won"]:
        return f"★ {winner}"
    if state["blocked"] == module:
        return "blocked"
    if module in state["closed"]:
        return "closed"
    return "open" if state["phase"] == "turn" else ""


def _balance(own: JsonObject, sides: tuple[str, str]) -> dict[str, Block]:
    return {"weights": _facing(own["weight"], sides)}


def _order(own: JsonObject, sides: tuple[str, str]) -> dict[str, Block]:
    lit = [own["lights"][name] for name in sides]
    left, right = (
        tuple((color[0] if color in lights else "",) for color in COLORS) for lights in lit
    )
    shown = ((f"{_SHOWN} {color[0]}" if color == own["color"] else color[0],) for color in COLORS)
    return {"shown": tuple(shown), "left": left, "right": right}


def _matching(own: JsonObject, sides: tuple[str, str]) -> dict[str, Block]:
    return {"card": one(own["card"] or "")}


def _set(own: JsonObject, sides: tuple[str, str]) -> dict[str, Block]:
    cards: list[dict[str, str]] = own["cards"]
    rows = [
        tuple(lying["card"] if lying["by"] == name else "" for name in sides) for lying in cards
    ]
    rows += [("", "")] * (_SET_ROWS - len(rows))
    sums = {name: sum(int(one["card"][1]) for one in cards if one["by"] == name) for name in sides}
    return {
        "cards": tuple((left, "", right) for left, right in rows),
        "sums": _facing(sums, sides) if cards else (("", "", ""),),
    }


def _stones(own: JsonObject, sides: tuple[str, str]) -> dict[str, Block]:
    return {"counts": tuple((str(own["stones"][color]),) for color in COLORS)}


def _pair(own: JsonObject, sides: tuple[str, str]) -> dict[str, Block]:
    lit = [own["lights"][name] for name in sides]
    left, right = (
        tuple((str(number) if number in lights else "",) for number in _PAIR_LIGHTS)
        for lights in lit
    )
    return {"left": left, "right": right}


def _shuffle(own: JsonObject, sides: tuple[str, str]) -> dict[str, Block]:
    return {"tokens": _facing(own["tokens"], sides)}


_BOARDS: Final[dict[str, Callable[[Any, tuple[str, str]], dict[str, Block]]]] = {
    "Balance": _balance,
    "Order": _order,
    "Matching": _matching,
    "Set": _set,
    "Stones": _stones,
    "Pair": _pair,
    "Shuffle": _shuffle,
}


def _start(state: JsonObject, index: int, letter: str) -> dict[str, Block]:
    """Lay a starting configuration out, until it is settled which one is played."""
    dealt = (state["configurations"] or []) if state["configuration"] is None else []
    shown = dealt[index] if index < len(dealt) else {"hands": [[], []], "deck": []}
    return {
        "status": one("banned" if dealt and letter in state["bans"] else ""),
        "p1": row(shown["hands"][0], HAND),
        "p2": row(shown["hands"][1], HAND),
        "deck": row(shown["deck"], DECK),
    }


def _own_lines(view: JsonObject, name: str) -> dict[str, Block]:
    """Lay out what a player wants at hand on a small screen, the own cards first."""
    state = view["state"]
    rival = next(other for other in view["players"] if other != name)
    hand, theirs, deck = state["hands"][name], state["hands"][rival], state["deck"]
    held = dict(zip(_OWN_CARDS, hand or [""] * HAND, strict=True))
    lines = {
        "rival": f"{rival} holds {' '.join(theirs)}",
        "cards": f"top of the deck: {' '.join(deck[:_TOP_PILE])}",
        "supplies": f"my invocations: {_spirits(state, name)}",
    }
    shown = lines if hand else dict.fromkeys(lines, "")
    return {key: one(text) for key, text in (held | shown).items()}
