"""A view laid out in named blocks of text: the board, and each player's own few lines.

Every block has the same size in every phase, and all its cells are always given. Sides of the board
are `left` and `right`, as the seats decision says; names that end in `_1`, `_2` are a player's.
"""

from collections.abc import Callable
from itertools import islice
from typing import Any, Final

from umpire.games.base import CUT, JsonObject, Screen
from umpire.games.blocks import Block, column, one, reserve, row
from umpire.games.denizens_of_tartarus.components import COLORS, DECK, HAND, LETTERS, MODULES

_SIDES: Final = ("left", "right")
_PILES: Final = (6, 7, 6)
_SET_ROWS: Final = 4
_PAIR_LIGHTS: Final = range(5)

_PHASES: Final = {"seats": "seats", "deal": "dealing", "ban": "bans", "declare": "declaration"}
_REASONS: Final = {"modules": "with three modules", "time": "on time", "forfeit": "by forfeit"}
_YOUR_TURN: Final = {
    CUT: "to cut",
    "seats": "your turn: seats",
    "ban": "your turn: ban",
    "declare": "your turn: declare",
    "turn": "your turn",
}


def screen(view: JsonObject) -> Screen:
    """Return the blocks of the one spreadsheet: nothing in this game is secret, whoever looks."""
    state = view["state"]
    left = state["left"]
    sides = (left, next(name for name in view["players"] if name != left))
    blocks: Screen = {"turn": one(_turn(view)), "deck": row(state["deck"], DECK)}
    for side, name in zip(_SIDES, sides, strict=True):
        blocks |= {f"{side}_{key}": block for key, block in _player(view, name).items()}
    for module in MODULES:
        own = state["modules"][module]
        blocks |= {
            f"{module.lower()}_{key}": block
            for key, block in {
                "state": one(_availability(state, module)),
                "won": one(own["won"] or ""),
                "points": _facing(own["points"], sides),
                **_BOARDS[module](own, sides),
            }.items()
        }
    for index, letter in enumerate(LETTERS):
        start = _start(state, index, letter)
        blocks |= {f"start_{letter.lower()}_{key}": block for key, block in start.items()}
    for seat, name in enumerate(view["players"], 1):
        blocks |= {f"{key}_{seat}": block for key, block in _own_lines(view, name).items()}
    return blocks


def _facing(numbers: dict[str, int], sides: tuple[str, str]) -> Block:
    left, right = sides
    return ((str(numbers[left]), ":", str(numbers[right])),)


def _turn(view: JsonObject) -> str:
    state = view["state"]
    turn, phase = state["turn"], state["phase"]
    if phase == "over":
        when = f"Ended in turn {turn}" if turn else "Ended before turn 1"
        return f"{when}: {view['winner']} won {_REASONS[view['reason']]}"
    paused = " (paused)" if view["status"] == "paused" else ""
    if phase in _PHASES:
        return f"Before turn 1: {_PHASES[phase]}{paused}"
    mover = state["to_move"]
    return f"Turn {turn}: {mover} ({_role(state, mover)}) to move{paused}"


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
        "modules": one(f"{_modules_won(state, name)} of 3"),
        "spirits": one(_spirits(state, name)),
        "recent": one(state["recent"][name] or ""),
    }


def _status(view: JsonObject, name: str) -> str:
    if view["winner"] == name:
        return "won the match"
    owed = (one["kind"] for one in view["pending"] if one["by"] == name)
    return next((_YOUR_TURN[kind] for kind in owed), "")


def _modules_won(state: JsonObject, name: str) -> int:
    return sum(module["won"] == name for module in state["modules"].values())


def _spirits(state: JsonObject, name: str) -> str:
    left = state["spirits"][name]
    return f"{left['normal']} normal, {left['attuned']} attuned"


def _availability(state: JsonObject, module: str) -> str:
    if state["modules"][module]["won"]:
        return "won"
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
    return {"color": one(own["color"]), "left": left, "right": right}


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
    """Lay a starting configuration out; it stays on show for the whole match."""
    dealt = state["configurations"] or []
    shown = dealt[index] if index < len(dealt) else {"hands": [[], []], "deck": []}
    return {
        "status": one(_start_status(state, letter)),
        "p1": row(shown["hands"][0], HAND),
        "p2": row(shown["hands"][1], HAND),
        "deck": row(shown["deck"], DECK),
    }


def _start_status(state: JsonObject, letter: str) -> str:
    if letter in state["bans"]:
        return "banned"
    return "in play" if letter == state["configuration"] else ""


def _own_lines(view: JsonObject, name: str) -> dict[str, Block]:
    """Lay out what a player wants beside the score sheet on a small screen, own hand first."""
    state = view["state"]
    rival = next(other for other in view["players"] if other != name)
    return {
        "hand": column(state["hands"][name], HAND),
        "open": one(_open_modules(state, name)),
        "supplies": one(f"{_spirits(state, name)}; reserve time {reserve(view, name)}"),
        "rival": one(" ".join(state["hands"][rival])),
        "cards": one(_piles(state["deck"])),
    }


def _open_modules(state: JsonObject, name: str) -> str:
    if state["to_move"] != name:
        return ""
    shut = {*state["closed"], state["blocked"]}
    return ", ".join(module for module in MODULES if module not in shut)


def _piles(deck: list[str]) -> str:
    """Write the deck as one text, top card first, with a mark where Shuffle parts its piles."""
    cards = iter(deck)
    piles = (" ".join(islice(cards, size)) for size in _PILES)
    return " | ".join(pile for pile in piles if pile)
