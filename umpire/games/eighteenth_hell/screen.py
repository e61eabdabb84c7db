"""A view laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.

In the battlefields a unit is one cell. Between the rounds of a bout they show its units, and else
those of the last one, where `›` is a unit of Round 2 and `†` one that was destroyed; `?` is a unit
of which a player under a hell sees only that it is there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from umpire.games.base import JsonObject, Screen
from umpire.games.blocks import Block, column, grid, one, row
from umpire.games.eighteenth_hell.components import FIELDS
from umpire.games.eighteenth_hell.hells import called

_HEIGHT: Final = 4
"""Rows of a board: the units beyond the third share the last one."""
_BOUTS: Final = 12
_HELLS: Final = 40
"""The most that the options may hold; each has two rows."""
_LAST_BLOCK: Final = 5

_BLOCKS: Final = ("Purgatory", "Block 1", "Block 2", "Block 3", "Block 4", "Eighteenth hell")
_PRIVATE: Final = "private"
_TIE: Final = "tie"
_NOBODY: Final = "nobody"

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
    blocks: Screen = {
        **_battlefields(view),
        **_bouts(state["bouts"], players),
        **_hells(view),
    }
    for seat, name in enumerate(players, 1):
        known = _standing(view, name) | {"units": _units_of(view, name, "shown")}
        blocks |= {f"{key}_{seat}": block for key, block in known.items()}
    return blocks


def _table(view: JsonObject, viewer: str) -> Screen:
    (other,) = (name for name in view["players"] if name != viewer)
    own = _standing(view, viewer) | {"units": _units_of(view, viewer, "board")}
    rival = _standing(view, other) | {"units": _units_of(view, other, "shown")}
    return {
        **_battlefields(view),
        **{f"own_{key}": block for key, block in own.items()},
        **{f"other_{key}": block for key, block in rival.items()},
        "strength": row(_strengths(_fought(view["state"]), viewer), len(FIELDS)),
        **_own_things(view, viewer),
        **_hells(view),
    }


def _last(state: JsonObject) -> JsonObject | None:
    bouts: list[JsonObject] = state["bouts"]
    return bouts[-1] if bouts else None


def _fought(state: JsonObject) -> JsonObject | None:
    """Return the bout that lies on the battlefields fought out; None while one is under way."""
    if state["round"] == 2:
        return None
    # Who forfeits leaves the units of Round 1 where they are.
    left = any(any((one["shown"] or {}).values()) for one in state["players"].values())
    return None if state["round"] is None and left else _last(state)


def _bout(view: JsonObject) -> str:
    """Return what is going on, and which hells were announced."""
    state = view["state"]
    if view["reason"] is not None:
        return f"Bout {state['bout']} · the match is over"
    paused = " (paused)" if view["status"] == "paused" else ""
    parts = (
        f"Bout {state['bout']} · Round {state['round']}{paused}",
        _PRIVATE if state["private"] else "",
        _told(state, view["players"]),
    )
    return " · ".join(filter(None, parts))


# How the players stand


def _standing(view: JsonObject, name: str) -> Screen:
    player = view["state"]["players"][name]
    total = len(_listed(view)) or len(player["passed"]) + len(player["open"])
    progress = f"{len(player['passed'])} of {total} hells"
    if player["block"] == _LAST_BLOCK:
        progress = f"{_number(player['points'])} points, {view['state']['target']} needed"
    invoked = "a spirit invoked" if player["invoked"] else ""
    return {
        "name": one(name),
        "block": one(_BLOCKS[player["block"]]),
        "progress": one(progress),
        "due": one(" · ".join(filter(None, (_due(view, name), invoked)))),
    }


def _due(view: JsonObject, name: str) -> str:
    """Return whether a player is to answer; to that player also what became of an answer."""
    if view["winner"] == name:
        return "★ winner"
    owed = next((one for one in view["pending"] if one["by"] == name), None)
    if owed is None:
        return ""
    if owed["locked"]:
        return "locked"
    return "held" if owed["held"] else "to place"


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


# The six battlefields


def _battlefields(view: JsonObject) -> Screen:
    """Lay out what lies on the battlefields, who won them, and what came of the last bout."""
    state, fought = view["state"], _fought(view["state"])
    shown = f"Bout {fought['bout']}, fought out" if fought else f"Bout {state['bout']}"
    return {
        "bout": one(_bout(view)),
        "shown": one(shown if fought or state["round"] != 2 else f"{shown}, Round 1"),
        "winners": _winners(fought),
        "story": one(_story(_last(state), view["players"])),
    }


def _units_of(view: JsonObject, name: str, which: str) -> Block:
    """Return a player's units, those of this bout as they are or as they are shown."""
    fought = _fought(view["state"])
    if fought is not None:
        return _last_units(fought, name)
    return _units(view["state"]["players"][name][which])


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


def _story(last: JsonObject | None, players: list[str]) -> str:
    """Return in a line who won the last bout, and what each player has got and attempted."""
    if last is None:
        return ""
    won = {0: "nobody won", 1: "{} won", 2: "a tie, both won"}[len(last["won"])]
    lost = f"; automatically lost by {' and '.join(last['automatic'])}" if last["automatic"] else ""
    parts = [f"Bout {last['bout']}: {won.format(*last['won'])}{lost}"]
    if last["score"] is not None:
        parts += [_got(last, name) for name in players]
    return " · ".join(parts)


def _got(last: JsonObject, name: str) -> str:
    gained = last["gained"][name]
    parts = (
        f"{name} {_number(last['score'][name])}",
        f"+{_number(gained)} points" if gained else "",
        _attempts(last, name),
    )
    return ", ".join(filter(None, parts))


def _last_units(last: JsonObject, name: str) -> Block:
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


def _attempts(last: JsonObject, name: str) -> str:
    named = _listed_names(last["hells"][name])
    spirit = (last["spirit"] or {}).get(name) or ("a spirit" if last["invoked"][name] else "")
    return "; ".join(filter(None, (named, spirit)))


def _strengths(last: JsonObject | None, name: str) -> list[str]:
    """Return the strengths of a player, who alone is told them."""
    strength = ((last and last["strength"]) or {}).get(name)
    return [str(strength[field]) for field in FIELDS] if strength else []


# What only a table shows


def _own_things(view: JsonObject, name: str) -> Screen:
    own, in_round_2 = view["state"]["players"][name], view["state"]["round"] == 2
    there = own["board"] if in_round_2 else {}
    return {
        "hand": one(" ".join(own["hand"])),
        "mine": column((" ".join(there.get(field, ())) for field in FIELDS), len(FIELDS)),
        "spirits": one("; in force: ".join(filter(None, (_uses(own), _active(own))))),
        "open": one(_listed_names(own["open"])),
        "attempted": one("\n".join(_attempted(view, own))),
    }


def _uses(own: JsonObject) -> str:
    uses = own["spirits"]
    return f"{uses['normal']} normal, {uses['attuned']} attuned left"


def _active(own: JsonObject) -> str:
    return ", ".join(map(_in_force, own["active"]))


def _in_force(spirit: JsonObject) -> str:
    what = " ".join(filter(None, (spirit["spirit"], spirit["unit"])))
    return f"{what} ({spirit['wins']} {'win' if spirit['wins'] == 1 else 'wins'})"


def _attempted(view: JsonObject, own: JsonObject) -> Iterator[str]:
    texts = {hell["name"]: hell["text"] for hell in _listed(view)}
    for name in own["hells"]:
        yield f"{called(name)}: {texts[name]}" if name in texts else called(name)
    if own["spirit"]:
        yield f"Spirit invoked: {own['spirit']}"


# The history and the hells


def _bouts(bouts: list[JsonObject], players: list[str]) -> Screen:
    """Lay the last bouts out, a row each, the newest first."""
    last = [*reversed(bouts)][:_BOUTS]
    return {
        "bouts_title": one("Bouts, the newest first" if last else ""),
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
        "hell_list": grid(rows, 2 * _HELLS, 2),
        "hells_state": grid(states, 2 * _HELLS, 2),
    }


def _at_hell(player: JsonObject, hell: JsonObject) -> str:
    """Return how a player stands to a hell: blocks behind a player count as passed."""
    if hell["name"] in player["open"]:
        return "open"
    return "passed" if hell["name"] in player["passed"] else ""
