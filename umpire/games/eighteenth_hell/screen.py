"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.

In the battlefields a unit is one cell. Between the rounds of a bout they show its units, and else
those of the last one, where `›` is a unit of Round 2 and `†` one that was destroyed; `?` is a unit
of which a player under a hell sees only that it is there.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

from umpire.games.base import Screen, Situation
from umpire.games.blocks import Block, column, grid, one, renamed, row
from umpire.games.eighteenth_hell.components import EIGHTEENTH, FIELDS, PLACES, InForce, Units
from umpire.games.eighteenth_hell.hells import Hell, called
from umpire.games.eighteenth_hell.rules.placing import units_texts
from umpire.games.eighteenth_hell.state import HIDDEN, Own, Part, Played, Record, Standing, State
from umpire.games.notation import counted
from umpire.games.two_players import SIDES, Side, opponent
from umpire.games.values import once

_HEIGHT: Final = 4
"""Rows of a board: the units beyond the third share the last one."""
_BOUTS: Final = 12
_HELLS: Final = 40
"""The most that the options may hold; each has two rows."""

_BLOCKS: Final = ("Purgatory", "Block 1", "Block 2", "Block 3", "Block 4", "Eighteenth hell")
_PRIVATE: Final = "private"
_TIE: Final = "tie"
_NOBODY: Final = "nobody"


def screen(seen: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    if viewer is None or viewer not in match.players:
        return _board(seen, match)
    return _table(seen, match, seen.terms.side_of(viewer))


def _board(state: State, match: Situation) -> Screen:
    blocks: Screen = {**_battlefields(state, match), **_bouts(state), **_hells(state)}
    for side in SIDES:
        blocks |= renamed(_player(state, match, side), after=f"_{side + 1}")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    own = _player(state, match, side)
    if _fought(state) is None:
        own["units"] = _own_units(state.parts[side].own)
    return {
        **_battlefields(state, match),
        **renamed(own, "own_"),
        **renamed(_player(state, match, opponent(side)), "other_"),
        "strength": row(_strengths(_fought(state), side), len(FIELDS)),
        **_own_things(state, side),
        **_hells(state),
    }


def _last(state: State) -> Record | None:
    return None if state.past is None else state.past.last


def _fought(state: State) -> Record | None:
    """Return the bout that lies on the battlefields fought out; None while one is under way."""
    # Who forfeits leaves the units of Round 1 where they are.
    is_left = state.round is None and any(any(part.shown.placing) for part in state.parts)
    return None if state.round == 2 or is_left else _last(state)


def _bout(state: State, match: Situation) -> str:
    """Return what is going on, and which hells were announced."""
    if state.outcome is not None:
        return f"Bout {state.bout} · the match is over"
    paused = " (paused)" if match.paused else ""
    parts = (
        f"Bout {state.bout} · Round {state.round}{paused}",
        _PRIVATE if state.private else "",
        _told(state),
    )
    return " · ".join(filter(None, parts))


# How the players stand


def _player(state: State, match: Situation, side: Side) -> Screen:
    """Lay out how a player stands, and what all may see of the player's units."""
    standing, shown = state.standings[side], state.parts[side].shown
    passed = sum(map(standing.has_passed, state.terms.hells))
    progress = f"{passed} of {len(state.terms.hells)} hells"
    if standing.block == EIGHTEENTH:
        progress = f"{_number(standing.points)} points, {state.terms.target} needed"
    invoked = "a spirit invoked" if shown is not HIDDEN and shown.invoked else ""
    return {
        "name": one(state.terms.players[side]),
        "block": one(_BLOCKS[standing.block]),
        "progress": one(progress),
        "due": one(" · ".join(filter(None, (_due(state, match, side), invoked)))),
        "units": _units(_fought(state), state.parts[side], side),
    }


def _due(state: State, match: Situation, side: Side) -> str:
    """Return whether a player is to answer; to that player also what became of an answer."""
    name = state.terms.players[side]
    if state.outcome is not None and state.outcome.winner == name:
        return "★ winner"
    owed = match.owed.get(name)
    if owed is None:
        return ""
    if owed.locked:
        return "locked"
    return "held" if owed.held else "to place"


def _told(state: State) -> str:
    """Return which hells were announced between the rounds."""
    return "; ".join(
        f"{name} attempts {_names(part.shown.told)}"
        for name, part in zip(state.terms.players, state.parts, strict=True)
        if part.shown is not HIDDEN and part.shown.told
    )


def _names(hells: Iterable[Hell]) -> str:
    return ", ".join(called(hell.name) for hell in hells)


def _number(points: float) -> str:
    return f"{points:.1f}".removesuffix(".0")


# The six battlefields


def _battlefields(state: State, match: Situation) -> Screen:
    """Lay out what lies on the battlefields, who won them, and what came of the last bout."""
    fought = _fought(state)
    shown = f"Bout {fought.bout}, fought out" if fought else f"Bout {state.bout}"
    return {
        "bout": one(_bout(state, match)),
        "shown": one(shown if fought or state.round != 2 else f"{shown}, Round 1"),
        "winners": row(_winners(state, fought) if fought else (), len(FIELDS)),
        "story": one(_story(state, _last(state))),
    }


def _units(fought: Record | None, part: Part, side: Side) -> Block:
    """Return a player's units of the bout fought out, else those of this bout as they are shown."""
    if (fought.played if fought else part.shown) is HIDDEN:
        return grid([[], [_PRIVATE] * len(FIELDS)], _HEIGHT, len(FIELDS))
    if fought:
        return _side_by_side(_marked(fought.played[side], place) for place in PLACES)
    return _side_by_side(map(_one_by_one, part.shown.placing))


def _own_units(own: Own) -> Block:
    return _side_by_side(units_texts(units, own.disguise) for units in own.placing)


def _one_by_one(units: Units | int) -> Sequence[str]:
    return ["?"] * units if isinstance(units, int) else units_texts(units)


def _side_by_side(columns: Iterable[Sequence[str]]) -> Block:
    """Stand columns of units beside each other, the spare units joined in the last row."""
    stacks = [
        units if len(units) <= _HEIGHT else [*units[: _HEIGHT - 1], " ".join(units[_HEIGHT - 1 :])]
        for units in columns
    ]
    rows = [[stack[at] if at < len(stack) else "" for stack in stacks] for at in range(_HEIGHT)]
    return grid(rows, _HEIGHT, len(FIELDS))


def _marked(played: Played, place: int) -> list[str]:
    """Mark units of Round 2, and the destroyed ones: of those alike Round 2 loses its own first."""
    gone = Counter(units_texts(played.destroyed[place], played.disguise))
    second = [f"›{unit}{_mark(unit, gone)}" for unit in units_texts(played.round2[place])]
    first = units_texts(played.round1[place], played.disguise)
    return [f"{unit}{_mark(unit, gone)}" for unit in first] + second


def _mark(unit: str, gone: Counter[str]) -> str:
    if not gone[unit]:
        return ""
    gone[unit] -= 1
    return "†"


# The last bout


def _story(state: State, last: Record | None) -> str:
    """Return in a line who won the last bout, and what each player has got and attempted."""
    if last is None:
        return ""
    players = state.terms.players
    won = {0: "nobody won", 1: "{} won", 2: "a tie, both won"}[len(last.won)]
    story = f"Bout {last.bout}: {won.format(*(players[side] for side in last.won))}"
    if last.played is HIDDEN:
        return story
    lost = " and ".join(players[side] for side in last.automatic)
    story += f"; automatically lost by {lost}" if lost else ""
    return " · ".join([story, *(f"{players[side]} {_got(last, side)}" for side in SIDES)])


def _got(last: Record, side: Side) -> str:
    played = last.played[side]
    parts = (
        str(played.score),
        f"+{_number(played.gained)} points" if played.gained else "",
        _attempts(last, side),
    )
    return ", ".join(filter(None, parts))


def _winners(state: State, fought: Record) -> list[str]:
    """Return who won each battlefield, as far as that may be known."""
    if fought.played is HIDDEN:
        return []
    nobodys = _NOBODY if len(fought.automatic) > 1 else _TIE
    return [nobodys if side is None else state.terms.players[side] for side in fought.winners]


def _attempts(last: Record, side: Side) -> str:
    played, kept = last.played[side], last.kept[side]
    spirit = "a spirit" if played.invoked else ""
    if kept is not HIDDEN and kept.spirit is not None:
        spirit = str(kept.spirit)
    return "; ".join(filter(None, (_names(played.hells), spirit)))


def _strengths(fought: Record | None, side: Side) -> list[str]:
    """Return the strengths of a player, who alone is told them."""
    strength = fought.kept[side].strength if fought else None
    return [*map(str, strength or ())]


# What only a table shows


def _own_things(state: State, side: Side) -> Screen:
    own, standing = state.parts[side].own, state.standings[side]
    mine = own.placing if state.round == 2 else ()
    return {
        "hand": one(" ".join(units_texts(own.hand))),
        "mine": column((" ".join(units_texts(u, own.disguise)) for u in mine), len(FIELDS)),
        "spirits": one("; in force: ".join(filter(None, (_uses(standing), _active(standing))))),
        "open": one(_names(state.terms.open_to(standing))),
        "attempted": one("\n".join(_attempted(own))),
    }


def _uses(own: Standing) -> str:
    return f"{own.uses.normal} normal, {own.uses.attuned} attuned left"


def _active(own: Standing) -> str:
    return ", ".join(map(_in_force, own.active))


def _in_force(spirit: InForce) -> str:
    unit = "" if spirit.unit is None else f" {spirit.unit}"
    return f"{spirit.name}{unit} ({counted(spirit.wins, 'win')})"


def _attempted(own: Own) -> Iterator[str]:
    for hell in own.hells:
        yield f"{called(hell.name)}: {hell.text}"
    if own.spirit:
        yield f"Spirit invoked: {own.spirit}"


# The history and the hells


def _bouts(state: State) -> Screen:
    """Lay the last bouts out, a row each, the newest first."""
    last = [*islice(state.past or (), _BOUTS)]
    return {
        "bouts_title": one("Bouts, the newest first" if last else ""),
        "bouts_number": column((str(bout.bout) for bout in last), _BOUTS),
        "bouts_winner": column((_won(state, bout) for bout in last), _BOUTS),
        "bouts_score": column(map(_score, last), _BOUTS),
        "bouts_cleared": column((_cleared(state, bout) for bout in last), _BOUTS),
    }


def _won(state: State, bout: Record) -> str:
    if len(bout.won) == 1:
        return state.terms.players[bout.won[0]]
    return "both" if bout.won else _NOBODY


def _score(bout: Record) -> str:
    if bout.played is HIDDEN:
        return _PRIVATE
    return " : ".join(str(played.score) for played in bout.played)


def _cleared(state: State, bout: Record) -> str:
    if bout.played is HIDDEN:
        return ""
    both = zip(state.terms.players, bout.played, strict=True)
    return "; ".join(f"{name}: {_names(played.cleared)}" for name, played in both if played.cleared)


def _hells(state: State) -> Screen:
    """Lay the hells out, two rows each: block, name and how the players stand; then the text."""
    hells = state.terms.hells
    stand = [[_at_hell(hell, standing) for standing in state.standings] for hell in hells]
    return {
        "hell_list": _hell_list(hells),
        "hells_state": grid(chain.from_iterable((both, ()) for both in stand), 2 * _HELLS, 2),
    }


@once
def _hell_list(hells: tuple[Hell, ...]) -> Block:
    rows = [((str(hell.block), called(hell.name)), ("", hell.text)) for hell in hells]
    return grid(chain.from_iterable(rows), 2 * _HELLS, 2)


def _at_hell(hell: Hell, standing: Standing) -> str:
    """Return how a player stands to a hell: blocks behind a player count as passed."""
    if standing.has_passed(hell):
        return "passed"
    return "open" if hell.block == standing.block else ""
