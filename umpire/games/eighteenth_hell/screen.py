"""A masked state laid out in named blocks of text: the public board, or one player's own table.

Every block has the same size in every phase, and all its cells are always given. On the board a
name that ends in `_1`, `_2` is that of the player in this seat; on a table `own_` is what its
player has and `other_` what is known of the opponent.

On the battlefields a unit is one cell. Between the rounds of a bout they show its units, and else
those of the last one, where `›` is a unit of Round 2 and `†` one that was destroyed; `?` is a unit
of which a player under a hell sees only that it is there. A table also shows what its player holds,
each unit behind a `*`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Final

from umpire.games.base import CUT, Outcome, PendingView, Screen, Situation
from umpire.games.blocks import Block, cell, column, grid, in_rows, renamed, row, spread, table
from umpire.games.eighteenth_hell.hells import Hell, called, called_in_a_sentence
from umpire.games.eighteenth_hell.lines import Line
from umpire.games.eighteenth_hell.state import HIDDEN, Own, Part, Record, Standing, State
from umpire.games.eighteenth_hell.units import (
    EIGHTEENTH,
    FIELDS,
    NOTHING,
    PLACES,
    PURGATORY,
    InForce,
    Unit,
    Units,
    units_texts,
)
from umpire.games.screens import due, fair_dealing, has_beaten
from umpire.games.text import counted, listed
from umpire.games.two_players import SIDES, Side, opponent
from umpire.games.values import memoize

_HEIGHT: Final = 3
_WIDTH: Final = 2
"""The rows and columns of a side of a battlefield."""
_IN_A_ROW: Final = 6
_HAND_ROWS: Final = 2
_BOUTS: Final = 12
_HELLS: Final = 40
"""The most that the options may hold; each has two rows."""
_OPEN: Final = 5
_USES: Final = _OPEN + 2
"""Rows for what a player may use: so many open hells, the others, the spirits."""

_BLOCKS: Final = ("Purgatory", "Block 1", "Block 2", "Block 3", "Block 4", "Eighteenth hell")
_PRIVATE: Final = "private"
_TIE: Final = "tie"
_NOBODY: Final = "nobody"
_HELD: Final = "*"


def screen(view: State, match: Situation, viewer: str | None) -> Screen:
    """Return the blocks of a player's own table, or for everybody else those of the board."""
    if viewer is None or viewer not in match.players:
        return _board(view, match)
    return _table(view, match, view.terms.side_of(viewer))


def _board(state: State, match: Situation) -> Screen:
    fought = _fought(state)
    blocks: Screen = {
        **_between(state, match, fought),
        **_bouts(state, shown=True),
        **_hells(state),
    }
    for side in SIDES:
        player = {
            **_player(state, match, side),
            "units": _units(fought, state.parts[side], side, above=side == 0),
        }
        blocks |= renamed(player, after=f"_{side + 1}")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    other = opponent(side)
    held = _held(match.pending.get(state.terms.players[side]))
    # What is held for Round 1 lies on empty battlefields, not among the units of the last bout.
    fought = None if held and state.round == 1 else _fought(state)
    own = state.parts[side].own
    mine = _units(fought, state.parts[side], side) if fought else _own_units(own, held)
    # Only the player of that side is told it.
    strength = [*map(str, (fought and fought.strength[side]) or ())]
    over = state.outcome is not None
    return {
        **_between(state, match, fought, held),
        **renamed({**_player(state, match, side), "units": mine}, "own_"),
        **renamed(_player(state, match, other), "other_"),
        "other_units": _units(fought, state.parts[other], other, above=True),
        "aside": cell(f"You attempt {called_in_a_sentence(own.hells)}" if own.hells else ""),
        "strength_title": cell("Your strength" if strength else ""),
        "strength": _each_place(strength),
        **_form(state, match, side),
        **_uses(state, side),
        **_bouts(state, shown=over),
        **fair_dealing("the match", over),
        **_hells(state),
    }


def _held(pending: PendingView | None) -> Line | None:
    """Return what a player holds, which nobody else is told."""
    return pending.answer if pending is not None and isinstance(pending.answer, Line) else None


def _last(state: State) -> Record | None:
    return None if state.past is None else state.past.last


def _fought(state: State) -> Record | None:
    """Return the bout that lies on the battlefields fought out; None while one is under way."""
    # Who forfeits leaves the units of Round 1 where they are.
    is_left = state.round is None and any(any(part.shown.placing) for part in state.parts)
    return None if state.round == 2 or is_left else _last(state)


# What is going on


def _between(
    state: State, match: Situation, fought: Record | None, held: Line | None = None
) -> Screen:
    """Lay out what is going on, what the battlefields show, and who won them."""
    winners = _winners(state, fought) if fought else []
    return {
        "title": cell(_title(state) + match.mark),
        "subtitle": cell(_subtitle(state)),
        "shown": cell(_shown(state, fought, held)),
        "winners_title": cell("Won by" if winners else ""),
        "winners": _each_place(winners),
    }


def _title(state: State) -> str:
    """Return what is going on in a few words."""
    if state.outcome is None:
        return f"Bout {state.bout}, Round {state.round}"
    return has_beaten(state.terms.players, state.outcome)


def _subtitle(state: State) -> str:
    """Return one sentence on what is going on."""
    if state.outcome is not None:
        return _won_match(state, state.outcome)
    # Who does not see the bout is told how the last one ended, as everybody is between two bouts.
    told = " ".join(_told(state)) if state.round == 2 else ""
    if told:
        return told
    last = _last(state)
    if last is not None:
        return _story(state, last)
    is_there = any(standing.block == PURGATORY for standing in state.standings)
    return "Win a bout to leave Purgatory." if is_there else ""


def _won_match(state: State, outcome: Outcome) -> str:
    if outcome.reason == "forfeit":
        loser = next(name for name in state.terms.players if name != outcome.winner)
        return f"{loser} forfeited in bout {state.bout}."
    both = zip(state.terms.players, state.standings, strict=True)
    points = listed(f"{name} has {_points(standing.points)}" for name, standing in both)
    return f"Won through the eighteenth hell in bout {state.bout}: {points}."


def _told(state: State) -> Iterator[str]:
    """Yield what was announced between the rounds: hells, and that a spirit was invoked."""
    for name, part in zip(state.terms.players, state.parts, strict=True):
        if part.shown is not HIDDEN:
            if part.shown.invoked:
                yield f"{name} invoked a spirit."
            if part.shown.told:
                yield f"{name} attempts {called_in_a_sentence(part.shown.told)}."


def _points(points: float) -> str:
    number = f"{points:.1f}".removesuffix(".0")
    return f"{number} point{'' if points == 1 else 's'}"


# How the players stand


def _player(state: State, match: Situation, side: Side) -> Screen:
    """Lay out how a player stands, and whether an answer is still to come."""
    name, standing = state.terms.players[side], state.standings[side]
    passed = sum(map(standing.has_passed, state.terms.hells))
    progress = f"{passed} of {counted(len(state.terms.hells), 'hell')}"
    if standing.block == EIGHTEENTH:
        progress = f"{_points(standing.points)} of {state.terms.target}"
    return {
        "name": cell(name),
        "stand": cell(f"{_BLOCKS[standing.block]}\n{progress}"),
        "due": cell(_due(state, match, name)),
    }


def _due(state: State, match: Situation, name: str) -> str:
    """Return whether a player is to answer; to that player also what became of an answer."""
    pending = match.pending.get(name)
    task = "answer held" if pending and pending.held else "to place"
    return due(match, state.outcome, name, {}, "locked" if pending and pending.locked else task)


# The six battlefields


def _shown(state: State, fought: Record | None, held: Line | None) -> str:
    """Return what the battlefields show."""
    if fought is not None:
        if not fought.is_known:
            return f"Bout {fought.bout} was {_PRIVATE}: only the players see what was played."
        marks = "› was played in Round 2, † was destroyed."
        return f"Bout {fought.bout} is over. {marks}"
    if state.private and HIDDEN in [part.shown for part in state.parts]:
        return f"Bout {state.bout} is {_PRIVATE}: only the players see what is played."
    if held is not None:
        return f"Bout {state.bout}. {_HELD} stands before the units of your answer."
    if state.round == 2:
        return f"Bout {state.bout}, the units of Round 1."
    return "The battlefields. Each is worth as many points as its number."


def _each_place(texts: Iterable[str]) -> Block:
    """Return a row with a text for each battlefield, which is two columns wide."""
    return row(spread(texts, _WIDTH), _WIDTH * len(FIELDS))


def _units(fought: Record | None, part: Part, side: Side, above: bool = False) -> Block:
    """Return a player's units of the bout fought out, else those of this bout as they are shown."""
    if (not fought.is_known) if fought else (part.shown is HIDDEN):
        return _stacked(NOTHING, above)
    if fought:
        return _stacked((_marked(fought, side, place) for place in PLACES), above)
    return _stacked(map(_one_by_one, part.shown.placing), above)


def _own_units(own: Own, held: Line | None) -> Block:
    """Return a player's own units of this bout, those that are held behind them."""
    new, shown_as = (held.placing, held.disguise) if held else (NOTHING, None)
    return _stacked(
        (*units_texts(there, own.disguise), *_held_texts(units, shown_as))
        for there, units in zip(own.placing, new, strict=True)
    )


def _held_texts(units: Units, disguise: Unit | None) -> Iterator[str]:
    return (f"{_HELD}{text}" for text in units_texts(units, disguise))


def _one_by_one(units: Units | int) -> Sequence[str]:
    return ["?"] * units if isinstance(units, int) else units_texts(units)


def _stacked(fields: Iterable[Sequence[object]], above: bool = False) -> Block:
    """Stand the units of each battlefield two in a row, from the middle of the board outwards."""
    stacks = [_fitted([*map(str, units)]) for units in fields]
    rows = [
        [*chain.from_iterable(stack[_WIDTH * at : _WIDTH * (at + 1)] for stack in stacks)]
        for at in range(_HEIGHT)
    ]
    return grid(reversed(rows) if above else rows, _HEIGHT, _WIDTH * len(FIELDS))


def _fitted(units: list[str]) -> list[str]:
    """Return as many texts as a battlefield has cells; of too many units alike ones share one."""
    cells = _HEIGHT * _WIDTH
    if len(units) > cells:
        times = Counter(units)
        units = [unit if count == 1 else f"{unit}×{count}" for unit, count in times.items()]
    while len(units) > cells:
        shortest = min(range(len(units) - 1), key=lambda at: len(units[at] + units[at + 1]))
        units[shortest : shortest + 2] = [" ".join(units[shortest : shortest + 2])]
    return units + [""] * (cells - len(units))


def _marked(fought: Record, side: Side, place: int) -> list[str]:
    """Mark units of Round 2, and the destroyed ones: of those alike Round 2 loses its own first."""
    gone = Counter(fought.destroyed[side].texts(place))
    second = [f"›{unit}{_mark(unit, gone)}" for unit in fought.round2[side].texts(place)]
    first = fought.round1[side].texts(place)
    return [f"{unit}{_mark(unit, gone)}" for unit in first] + second


def _mark(unit: str, gone: Counter[str]) -> str:
    if not gone[unit]:
        return ""
    gone[unit] -= 1
    return "†"


# The last bout


def _story(state: State, last: Record) -> str:
    """Return how a bout ended, as far as it may be known."""
    players = state.terms.players
    won = [players[side] for side in last.won]
    who = "nobody won" if not won else "both won" if len(won) > 1 else f"{won[0]} won"
    if not last.is_known:
        return f"Bout {last.bout}: {who}."
    lost = ""
    if last.automatic:
        lost = f"{listed(players[side] for side in last.automatic)} lost automatically, "
    # The winner's score stands first, as one says it.
    sides = SIDES if last.won != (1,) else SIDES[::-1]
    scores = " to ".join(str(last.score[side]) for side in sides)
    passed = ". ".join(_got(state, last))
    return f"Bout {last.bout}: {lost}{who}, {scores}.{f' {passed}.' if passed else ''}"


def _got(state: State, last: Record) -> Iterator[str]:
    """Yield what each player has got in a bout: points, and hells that are passed."""
    for side, name in zip(SIDES, state.terms.players, strict=True):
        if last.gained[side]:
            yield f"{name} gained {_points(last.gained[side])}"
        if last.cleared[side]:
            yield f"{name} passed {called_in_a_sentence(last.cleared[side])}"


def _winners(state: State, fought: Record) -> list[str]:
    """Return who won each battlefield, as far as that may be known."""
    if not fought.is_known:
        return []
    nobodys = _NOBODY if len(fought.automatic) > 1 else _TIE
    return [nobodys if side is None else state.terms.players[side] for side in fought.result]


# What only a table shows


def _form(state: State, match: Situation, side: Side) -> Screen:
    """Lay out the units in hand, and what the columns of the form are while it is there."""
    own = state.parts[side].own
    pending = match.pending.get(state.terms.players[side])
    is_asked = (
        not match.paused and pending is not None and not pending.locked and pending.kind.name != CUT
    )
    mine = own.placing if is_asked and state.round == 2 else NOTHING
    hand = units_texts(own.hand) if state.outcome is None else ()
    return {
        "hand_title": cell("Your units in hand" if hand else ""),
        **in_rows("hand", hand, _IN_A_ROW, _HAND_ROWS),
        "field_head": cell("field" if is_asked else ""),
        "mine_head": cell("you have there" if any(mine) else ""),
        "form_head": cell("you play there" if is_asked else ""),
        "mine": column((" ".join(units_texts(u, own.disguise)) for u in mine), len(FIELDS)),
    }


def _uses(state: State, side: Side) -> Screen:
    """Lay out the hells that are attempted or else open, and the spirits, a row each."""
    rows = list(_usable(state, side)) if state.outcome is None else []
    return {
        "use_title": cell("What you may use" if rows else ""),
        **table(("use_labels", "use_texts"), rows, _USES),
    }


def _usable(state: State, side: Side) -> Iterator[tuple[str, str]]:
    own, standing = state.parts[side].own, state.standings[side]
    open_now = state.terms.open_to(standing)
    shown = own.hells or open_now[:_OPEN]
    for hell in shown:
        yield called(hell.name), hell.text
    others = [called(hell.name) for hell in open_now if hell not in shown]
    if others:
        yield "Also open", ", ".join(others)
    yield "Spirits", ". ".join(_spirits(standing, own))


def _spirits(standing: Standing, own: Own) -> Iterator[str]:
    if standing.block == EIGHTEENTH:
        yield "none in the eighteenth hell"
        return
    yield f"{standing.uses.normal} normal and {standing.uses.attuned} attuned left"
    if own.spirit:
        yield f"Invoked in this bout: {own.spirit}"
    if standing.active:
        yield f"In force: {listed(map(_in_force, standing.active))}"


def _in_force(spirit: InForce) -> str:
    unit = "" if spirit.unit is None else f" {spirit.unit}"
    return f"{spirit.name}{unit}, for {counted(spirit.wins, 'win')}"


# The history and the hells


def _bouts(state: State, shown: bool) -> Screen:
    """Lay the last bouts out, a row each, the newest first."""
    rows = [
        (f"Bout {bout.bout}", _won(state, bout), _score(bout), _passed(state, bout))
        for bout in islice(state.past or () if shown else (), _BOUTS)
    ]
    return {
        "bouts_title": cell("The bouts, newest first: winner, score, hells passed" if rows else ""),
        **renamed(table(("number", "winner", "score", "passed"), rows, _BOUTS), "bouts_"),
    }


def _won(state: State, bout: Record) -> str:
    if len(bout.won) == 1:
        return state.terms.players[bout.won[0]]
    return "both" if bout.won else _NOBODY


def _score(bout: Record) -> str:
    if not bout.is_known:
        return _PRIVATE
    return " : ".join(map(str, bout.score))


def _passed(state: State, bout: Record) -> str:
    if not bout.is_known:
        return ""
    both = zip(state.terms.players, bout.cleared, strict=True)
    return "; ".join(f"{name}: {_names(cleared)}" for name, cleared in both if cleared)


def _names(hells: Iterable[Hell]) -> str:
    return ", ".join(hell.name for hell in hells)


def _hells(state: State) -> Screen:
    """Lay the hells out, two rows each: block, name and how the players stand; then the text."""
    hells = state.terms.hells
    stand = [[_at_hell(hell, standing) for standing in state.standings] for hell in hells]
    return {
        "hell_list": _hell_list(hells),
        "hells_state": grid(chain.from_iterable((both, ()) for both in stand), 2 * _HELLS, 2),
    }


@memoize
def _hell_list(hells: tuple[Hell, ...]) -> Block:
    rows = [((str(hell.block), called(hell.name)), ("", hell.text)) for hell in hells]
    return grid(chain.from_iterable(rows), 2 * _HELLS, 2)


def _at_hell(hell: Hell, standing: Standing) -> str:
    """Return how a player stands to a hell: blocks behind a player count as passed."""
    if standing.has_passed(hell):
        return "passed"
    return "open" if hell.block == standing.block else ""
