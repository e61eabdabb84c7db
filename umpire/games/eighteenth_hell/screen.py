"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.

In the boards a unit is one cell. On those of the last bout `›` is a unit of Round 2 and `†` one
that was destroyed; `?` is a unit of which a player under a hell sees only that it is there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from umpire.games.base import CUT, JsonObject, Screen
from umpire.games.blocks import Block, column, grid, one, row
from umpire.games.eighteenth_hell.components import FIELDS
from umpire.games.eighteenth_hell.hells import called

_HEIGHT: Final = 4
"""Rows of a board: the units beyond the third share the last one."""
_BOUTS: Final = 12
_HELLS: Final = 40
"""The most that the options may hold; each has two rows."""
_LAST_BLOCK: Final = 5

_BLOCKS: Final = ("Purgatory", "Block 1", "Block 2", "Block 3", "Block 4", "Eighteenth")
_PRIVATE: Final = "private"
_TIE: Final = "tie"
_NOBODY: Final = "nobody"
_REASONS: Final = {"eighteenth": "through the eighteenth hell", "forfeit": "by forfeit"}

_HINTS: Final = {
    CUT: "Cut the deck: type anything. Then tick send.",
    "round1": "Round 1: six units under the battlefields{hells}. Then tick send.",
    "round2": "Round 2: the units left under the battlefields. Then tick send.",
}

_Units = list[str] | int
"""Units of one battlefield, or only how many there are."""


def screen(view: JsonObject, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board.

    `view` is the whole report as `viewer` may know it, with the list of the hells as `handout`.
    """
    if viewer is None or viewer not in view["players"]:
        return _board(view)
    return _table(view, viewer)


def _board(view: JsonObject) -> Screen:
    state, players = view["state"], view["players"]
    last = _last(state)
    blocks: Screen = {
        "bout": one(_bout(view)),
        "secrecy": one(_PRIVATE if state["private"] else ""),
        "told": one(_told(state, players)),
        "last": one(_last_title(last)),
        "last_secrecy": one(_PRIVATE if last and last["private"] else ""),
        "last_winners": _winners(last),
        **_bouts(state["bouts"], players),
        **_hells(view),
    }
    for seat, name in enumerate(players, 1):
        player = state["players"][name]
        known: Screen = {
            "name": one(name),
            **{key: one(text) for key, text in _standing(view, name).items()},
            "units": _units(player["shown"]),
            "last_units": _last_units(last, name),
            **_last_line(last, name),
        }
        blocks |= {f"{key}_{seat}": block for key, block in known.items()}
    return blocks


def _table(view: JsonObject, viewer: str) -> Screen:
    state = view["state"]
    (other,) = (name for name in view["players"] if name != viewer)
    own, rival, last = state["players"][viewer], state["players"][other], _last(state)
    lies = [f for f in FIELDS if state["round"] == 2 and (own["board"] or {}).get(f)]
    return {
        "bout": one(_bout(view)),
        "secrecy": one(_PRIVATE if state["private"] else ""),
        "told": one(_told(state, view["players"])),
        "own_name": one(viewer),
        "other_name": one(other),
        "own_units": _units(own["board"]),
        "other_units": _units(rival["shown"]),
        **{f"lies_{f}": one("mine" if f in lies else "") for f in FIELDS},
        **_own_things(view, viewer),
        "own_standing": one(_in_words(view, viewer)),
        "other_standing": one(_in_words(view, other)),
        "hint": one(_hint(view, viewer)),
        "last": one(_last_title(last)),
        "last_winners": _winners(last),
        "last_own_units": _last_units(last, viewer),
        "last_other_units": _last_units(last, other),
        "last_strength": row(_strengths(last, viewer), len(FIELDS)),
        "last_own": one(_last_words(last, viewer)),
        "last_other": one(_last_words(last, other)),
        **_hells(view),
    }


def _last(state: JsonObject) -> JsonObject | None:
    bouts: list[JsonObject] = state["bouts"]
    return bouts[-1] if bouts else None


def _bout(view: JsonObject) -> str:
    state = view["state"]
    if view["reason"] is not None:
        how = _REASONS.get(view["reason"], view["reason"])
        return f"Over in bout {state['bout']}: {view['winner']} has won {how}"
    paused = " (paused)" if view["status"] == "paused" else ""
    return f"Bout {state['bout']} · Round {state['round']}{paused}"


# How the players stand


def _standing(view: JsonObject, name: str) -> dict[str, str]:
    state = view["state"]
    player = state["players"][name]
    total = len(_listed(view)) or len(player["passed"]) + len(player["open"])
    return {
        "block": _BLOCKS[player["block"]],
        "passed": f"{len(player['passed'])} of {total}",
        "points": f"{_number(player['points'])}/{state['target']}",
        "spirit": "spirit" if player["invoked"] else "",
        "due": _due(view, name),
    }


def _in_words(view: JsonObject, name: str) -> str:
    stands = _standing(view, name)
    parts = (stands["block"], f"hells {stands['passed']}", f"points {stands['points']}")
    return " · ".join(filter(None, (*parts, stands["spirit"], stands["due"])))


def _due(view: JsonObject, name: str) -> str:
    """Return whether a player owes an answer; to that player also what became of one."""
    if view["winner"] == name:
        return "winner"
    owed = next((one for one in view["pending"] if one["by"] == name), None)
    if owed is None:
        return ""
    if owed["held"] is None:
        return "owes"
    if owed["locked"]:
        return "locked"
    return "held" if owed["held"] else "thinking"


def _told(state: JsonObject, players: list[str]) -> str:
    """Return which hells were announced between the rounds."""
    told = {name: state["players"][name]["told"] for name in players}
    return "; ".join(
        f"{name} attempts {_listed_names(told[name])}" for name in players if told[name]
    )


def _listed_names(names: Iterable[str]) -> str:
    return ", ".join(map(called, names))


def _number(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0")


# Boards of six battlefields


def _units(board: Mapping[str, _Units] | None) -> Block:
    if board is None:
        return _unseen()
    return _side_by_side(_one_by_one(board[field]) for field in FIELDS)


def _unseen() -> Block:
    return grid([[], [_PRIVATE] * len(FIELDS)], _HEIGHT, len(FIELDS))


def _one_by_one(units: _Units) -> list[str]:
    return ["?"] * units if isinstance(units, int) else units


def _side_by_side(columns: Iterable[list[str]]) -> Block:
    """Stand columns of units beside each other, the spare units joined in the last row."""
    stacks = [
        units if len(units) <= _HEIGHT else [*units[: _HEIGHT - 1], " ".join(units[_HEIGHT - 1 :])]
        for units in columns
    ]
    rows = [[stack[at] if at < len(stack) else "" for stack in stacks] for at in range(_HEIGHT)]
    return grid(rows, _HEIGHT, len(FIELDS))


# The last bout


def _last_title(last: JsonObject | None) -> str:
    if last is None:
        return "Last bout: none yet"
    won = {0: "nobody won", 1: "{} won", 2: "a tie, both won"}[len(last["won"])]
    lost = f"; automatically lost by {' and '.join(last['automatic'])}" if last["automatic"] else ""
    return f"Last bout ({last['bout']}): {won.format(*last['won'])}{lost}"


def _last_units(last: JsonObject | None, name: str) -> Block:
    if last is None:
        return grid([], _HEIGHT, len(FIELDS))
    if last["round1"] is None:
        return _unseen()
    rounds = [last[key][name] for key in ("round1", "round2")]
    gone = last["destroyed"][name]
    return _side_by_side(
        _marked(rounds[0][field], rounds[1][field], gone[field]) for field in FIELDS
    )


def _marked(round1: list[str], round2: list[str], destroyed: list[str]) -> list[str]:
    """Mark units of Round 2, and the destroyed ones: of those alike Round 2 loses its own first."""
    gone = Counter(destroyed)
    second = [f"›{unit}{_mark(unit, gone)}" for unit in round2]
    return [f"{unit}{_mark(unit, gone)}" for unit in round1] + second


def _mark(unit: str, gone: Counter[str]) -> str:
    if not gone[unit]:
        return ""
    gone[unit] -= 1
    return "†"


def _winners(last: JsonObject | None) -> Block:
    """Return who won each battlefield."""
    texts: list[str] = []
    if last is not None and last["result"] is not None:
        nobodys = _NOBODY if len(last["automatic"]) > 1 else _TIE
        texts = [last["result"][field] or nobodys for field in FIELDS]
    return row(texts, len(FIELDS))


def _last_line(last: JsonObject | None, name: str) -> Screen:
    """Return a player's score of the last bout, the points gained, and what was attempted."""
    seen = last is not None and last["score"] is not None
    known: JsonObject = last if last is not None and seen else {}
    return {
        "last_score": one(_number(known["score"][name]) if seen else ""),
        "last_gained": one(_gained(known, name)),
        "last_hells": one(_attempts(known, name)),
    }


def _last_words(last: JsonObject | None, name: str) -> str:
    if last is None or last["score"] is None:
        return ""
    parts = (f"{_number(last['score'][name])} points won", _gained(last, name))
    return " · ".join(filter(None, (*parts, _attempts(last, name))))


def _gained(known: JsonObject, name: str) -> str:
    gained = known["gained"][name] if known else 0
    return f"+{_number(gained)}" if gained else ""


def _attempts(known: JsonObject, name: str) -> str:
    if not known:
        return ""
    named = _listed_names(known["hells"][name])
    spirit = (known["spirit"] or {}).get(name) or ("a spirit" if known["invoked"][name] else "")
    return "; ".join(filter(None, (named, spirit)))


def _strengths(last: JsonObject | None, name: str) -> list[str]:
    """Return the strengths of a player, who alone is told them."""
    strength = ((last and last["strength"]) or {}).get(name)
    return [str(strength[field]) for field in FIELDS] if strength else []


# What only a table shows


def _own_things(view: JsonObject, name: str) -> Screen:
    own = view["state"]["players"][name]
    uses = own["spirits"]
    return {
        "hand": one(" ".join(own["hand"])),
        "uses": one(f"{uses['normal']} normal, {uses['attuned']} attuned"),
        "active": one(", ".join(map(_in_force, own["active"]))),
        "open": one(_listed_names(own["open"])),
        "attempted": one("\n".join(_attempted(view, own))),
    }


def _in_force(spirit: JsonObject) -> str:
    what = " ".join(filter(None, (spirit["spirit"], spirit["unit"])))
    return f"{what} ({spirit['wins']} {'win' if spirit['wins'] == 1 else 'wins'})"


def _attempted(view: JsonObject, own: JsonObject) -> Iterator[str]:
    texts = {hell["name"]: hell["text"] for hell in _listed(view)}
    for name in own["hells"]:
        yield f"{called(name)}: {texts[name]}" if name in texts else called(name)
    if own["spirit"]:
        yield f"Spirit invoked: {own['spirit']}"


def _hint(view: JsonObject, name: str) -> str:
    kind = next((owed["kind"] for owed in view["pending"] if owed["by"] == name), "")
    if view["status"] == "paused" or not kind:
        return ""
    open_hells = bool(view["state"]["players"][name]["open"])
    return _HINTS[kind].format(hells=", and one hell or two" if open_hells else "")


# The history and the hells


def _bouts(bouts: list[JsonObject], players: list[str]) -> Screen:
    """Lay the last bouts out, a row each, the newest first."""
    last = [*reversed(bouts)][:_BOUTS]
    return {
        "bouts_number": column((str(bout["bout"]) for bout in last), _BOUTS),
        "bouts_winner": column(map(_won, last), _BOUTS),
        "bouts_score": column((_score(bout, players) for bout in last), _BOUTS),
        "bouts_cleared": column((_cleared(bout, players) for bout in last), _BOUTS),
    }


def _won(bout: JsonObject) -> str:
    won: list[str] = bout["won"]
    return won[0] if len(won) == 1 else "both" if won else _NOBODY


def _score(bout: JsonObject, players: list[str]) -> str:
    if bout["score"] is None:
        return _PRIVATE
    return " : ".join(_number(bout["score"][name]) for name in players)


def _cleared(bout: JsonObject, players: list[str]) -> str:
    if bout["cleared"] is None:
        return ""
    cleared = {name: bout["cleared"][name] for name in players}
    passed = (f"{name}: {_listed_names(cleared[name])}" for name in players if cleared[name])
    return "; ".join(passed)


def _listed(view: JsonObject) -> list[JsonObject]:
    listed: list[JsonObject] = view.get("handout", {}).get("hells", [])
    return listed


def _hells(view: JsonObject) -> Screen:
    """Lay the hells out, two rows each: block, name and how the players stand; then the text."""
    rows: list[tuple[str, ...]] = []
    states: list[tuple[str, ...]] = []
    for hell in _listed(view):
        rows += [(str(hell["block"]), called(hell["name"])), ("", hell["text"])]
        standing = [_at_hell(view["state"]["players"][name], hell) for name in view["players"]]
        states += [tuple(standing), ()]
    return {
        "hells": grid(rows, 2 * _HELLS, 2),
        "hells_state": grid(states, 2 * _HELLS, 2),
    }


def _at_hell(player: JsonObject, hell: JsonObject) -> str:
    """Return how a player stands to a hell: blocks behind a player count as passed."""
    if hell["name"] in player["open"]:
        return "open"
    return "passed" if hell["name"] in player["passed"] else ""
