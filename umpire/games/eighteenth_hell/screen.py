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

from umpire.games.base import CUT, Screen, Situation
from umpire.games.blocks import Block, cell, column, grid, in_rows, renamed, row, spread, table
from umpire.games.eighteenth_hell.hells import Hell, called, called_in_a_sentence
from umpire.games.eighteenth_hell.lines import Line
from umpire.games.eighteenth_hell.results import marked_units
from umpire.games.eighteenth_hell.state import HIDDEN, Deployment, Plan, Record, Standing, State
from umpire.games.eighteenth_hell.units import (
    EIGHTEENTH,
    FIELDS,
    NOTHING,
    PLACES,
    PURGATORY,
    Spirit,
    units_texts,
)
from umpire.games.screens import due, fair_dealing, has_beaten
from umpire.games.text import join_words, pluralize
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
    record = _record_on_show(state)
    blocks: Screen = {**_heading(state, match, record, None), **_bouts(state), **_hells(state)}
    for side in SIDES:
        player = {
            **_player(state, match, side),
            "units": _units(record, state.deployments[side], side, above=side == 0),
        }
        blocks |= renamed(player, after=f"_{side + 1}")
    return blocks


def _table(state: State, match: Situation, side: Side) -> Screen:
    other = opponent(side)
    pending = match.pending.get(state.terms.players[side])
    held = pending.answer if pending and isinstance(pending.answer, Line) else None
    # What is held for Round 1 lies on empty battlefields, not among the units of the last bout.
    record = None if held and state.round == 1 else _record_on_show(state)
    deployment = state.deployments[side]
    hells = deployment.plan.hells
    own_units = (
        _units(record, deployment, side) if record else _units_with_held(deployment.plan, held)
    )
    # Only the player of that side is told it.
    strength = [*map(str, (record and record.strength[side]) or ())]
    is_over = state.outcome is not None
    return {
        **_heading(state, match, record, side, held),
        **renamed({**_player(state, match, side), "units": own_units}, "own_"),
        **renamed(_player(state, match, other), "other_"),
        "other_units": _units(record, state.deployments[other], other, above=True),
        "aside": cell(f"You attempt {called_in_a_sentence(hells)}" if hells else ""),
        "strength_title": cell("Your strength" if strength else ""),
        "strength": _each_place(strength),
        **_form(state, match, side),
        **_uses(state, side),
        **_bouts(state, is_blank=not is_over),
        **fair_dealing("the match", is_over),
        **_hells(state),
    }


def _last(state: State) -> Record | None:
    return None if state.past is None else state.past.last


def _record_on_show(state: State) -> Record | None:
    """Return the finished bout that the battlefields show; None while one is under way."""
    # A forfeit leaves the units of Round 1 where they are.
    is_unfinished = state.round is None and any(
        any(update.placing) for _, update in state.deployments
    )
    return None if state.round == 2 or is_unfinished else _last(state)


# What is going on


def _heading(
    state: State,
    match: Situation,
    record: Record | None,
    viewer: Side | None,
    held: Line | None = None,
) -> Screen:
    """Lay out what is going on, what the battlefields show, and who won them."""
    title = f"Bout {state.bout}, Round {state.round}"
    if state.outcome is not None:
        title = has_beaten(state.terms.players, state.outcome)
    winners = []
    if record and record.is_known:
        nobody = _NOBODY if len(record.automatic) > 1 else _TIE
        players = state.terms.players
        winners = [nobody if side is None else players[side] for side in record.result]
    return {
        "title": cell(title + match.mark),
        "subtitle": cell(_subtitle(state, viewer)),
        "shown": cell(_caption(state, record, held)),
        "winners_title": cell("Won by" if winners else ""),
        "winners": _each_place(winners),
    }


def _subtitle(state: State, viewer: Side | None) -> str:
    """Return one sentence for the viewer on what is going on."""
    players = state.terms.players
    if state.outcome is not None:
        if state.outcome.reason == "forfeit":
            loser = next(name for name in players if name != state.outcome.winner)
            return f"{loser} forfeited in bout {state.bout}."
        both = zip(players, state.standings, strict=True)
        points = join_words(f"{name} has {_points(standing.points)}" for name, standing in both)
        return f"Won through the eighteenth hell in bout {state.bout}: {points}."
    # A viewer who does not see the bout reads how the last one ended, as all do between two bouts.
    if state.round == 2 and (announcements := " ".join(_announcements(state, viewer))):
        return announcements
    last = _last(state)
    if last is not None:
        return _story(_said_to(state.terms.players, viewer), last)
    is_in_purgatory = PURGATORY in [standing.block for standing in state.standings]
    return "Win a bout to leave Purgatory." if is_in_purgatory else ""


def _announcements(state: State, viewer: Side | None) -> Iterator[str]:
    """Yield what was announced between the rounds: hells, and that a spirit was invoked."""
    for side, (_, update) in zip(SIDES, state.deployments, strict=True):
        name = "You" if side == viewer else state.terms.players[side]
        if update is not HIDDEN:
            if update.has_invoked:
                yield f"{name} invoked a spirit."
            if update.hells:
                attempt = "attempt" if side == viewer else "attempts"
                yield f"{name} {attempt} {called_in_a_sentence(update.hells)}."


def _said_to(players: Sequence[str], viewer: Side | None) -> tuple[str, ...]:
    """Return the players' names as a sentence for the viewer says them, who is `you`."""
    return tuple(["you" if side == viewer else players[side] for side in SIDES])


def _points(points: float) -> str:
    number = f"{points:.1f}".removesuffix(".0")
    return f"{number} point{'' if points == 1 else 's'}"


# How the players stand


def _player(state: State, match: Situation, side: Side) -> Screen:
    """Lay out how a player stands, and whether an answer is still to come.

    Only that player is told whether an answer is held, or locked.
    """
    name, standing = state.terms.players[side], state.standings[side]
    passed = sum(map(standing.has_passed, state.terms.hells))
    progress = f"{passed} of {pluralize(len(state.terms.hells), 'hell')}"
    if standing.block == EIGHTEENTH:
        progress = f"{_points(standing.points)} of {state.terms.target}"
    pending = match.pending.get(name)
    task = "to place"
    if pending and pending.held:
        task = "locked" if pending.locked else "answer held"
    return {
        "name": cell(name),
        "stand": cell(f"{_BLOCKS[standing.block]}\n{progress}"),
        "due": cell(due(match, state.outcome, name, {}, task)),
    }


# The six battlefields


def _caption(state: State, record: Record | None, held: Line | None) -> str:
    """Return what the battlefields show."""
    if record is not None:
        if not record.is_known:
            return f"Bout {record.bout} was {_PRIVATE}: only the players see what was played."
        return f"Bout {record.bout} is over. › was played in Round 2, † was destroyed."
    if state.private and HIDDEN in [update for _, update in state.deployments]:
        return f"Bout {state.bout} is {_PRIVATE}: only the players see what is played."
    if held is not None:
        return f"Bout {state.bout}. {_HELD} stands before the units of your answer."
    if state.round == 2:
        return f"Bout {state.bout}, the units of Round 1."
    return "The battlefields. Each is worth as many points as its number."


def _each_place(texts: Iterable[str]) -> Block:
    """Return a row with a text for each battlefield, which is two columns wide."""
    return row(spread(texts, _WIDTH), _WIDTH * len(FIELDS))


def _units(record: Record | None, deployment: Deployment, side: Side, above: bool = False) -> Block:
    """Return a player's units of a finished bout, else those of this bout as they are shown."""
    fields: Iterable[Sequence[str]] = ((),) * len(FIELDS)
    if record:
        if record.is_known:
            fields = [marked_units(record, side, place) for place in PLACES]
    elif deployment.update is not HIDDEN:
        fields = [
            ["?"] * units if isinstance(units, int) else units_texts(units)
            for units in deployment.update.placing
        ]
    return _stacked(fields, above)


def _units_with_held(plan: Plan, held: Line | None) -> Block:
    """Return a player's own units of this bout, those that are held behind them."""
    line = held or Line(NOTHING)
    return _stacked(
        [
            *units_texts(units, plan.disguise),
            *[f"{_HELD}{text}" for text in units_texts(new, line.disguise)],
        ]
        for units, new in zip(plan.placing, line.placing, strict=True)
    )


def _stacked(fields: Iterable[Sequence[str]], above: bool = False) -> Block:
    """Stand the units of each battlefield two in a row, from the middle of the board outwards."""
    stacks = [_fitted(units) for units in fields]
    rows = [
        [*chain.from_iterable(stack[_WIDTH * at : _WIDTH * (at + 1)] for stack in stacks)]
        for at in range(_HEIGHT)
    ]
    return grid(reversed(rows) if above else rows, _HEIGHT, _WIDTH * len(FIELDS))


def _fitted(units: Sequence[str]) -> list[str]:
    """Return as many texts as a battlefield has cells; of too many units alike ones share one."""
    cells = _HEIGHT * _WIDTH
    texts = [*units]
    if len(texts) > cells:
        counts = Counter(units)
        texts = [unit if count == 1 else f"{unit}×{count}" for unit, count in counts.items()]
    while len(texts) > cells:
        shortest = min(range(len(texts) - 1), key=lambda at: len(texts[at] + texts[at + 1]))
        texts[shortest : shortest + 2] = [" ".join(texts[shortest : shortest + 2])]
    return texts + [""] * (cells - len(texts))


# The last bout


def _story(players: Sequence[str], last: Record) -> str:
    """Return how a bout ended, as far as it may be known."""
    won = [players[side] for side in last.won]
    result = "nobody won" if not won else "both won" if len(won) > 1 else f"{won[0]} won"
    if not last.is_known:
        return f"Bout {last.bout}: {result}."
    lost = ""
    if last.automatic:
        lost = f"{join_words(players[side] for side in last.automatic)} lost automatically, "
    # The winner's score stands first, as one says it.
    sides = SIDES if last.won != (1,) else SIDES[::-1]
    scores = " to ".join(str(last.score[side]) for side in sides)
    gains = "".join(_gains(players, last))
    return f"Bout {last.bout}: {lost}{result}, {scores}.{gains}"


def _gains(players: Sequence[str], last: Record) -> Iterator[str]:
    """Yield sentences on what each player has got in a bout: points, and hells passed."""
    for side, player in zip(SIDES, players, strict=True):
        name = "You" if player == "you" else player
        if last.gained[side]:
            yield f" {name} gained {_points(last.gained[side])}."
        if last.cleared[side]:
            yield f" {name} passed {called_in_a_sentence(last.cleared[side])}."


# What only a table shows


def _form(state: State, match: Situation, side: Side) -> Screen:
    """Lay out the units in hand, and what the columns of the form are while it is there."""
    plan = state.deployments[side].plan
    pending = match.pending.get(state.terms.players[side])
    is_asked = (
        not match.paused and pending is not None and not pending.locked and pending.kind.name != CUT
    )
    placing = plan.placing if is_asked and state.round == 2 else NOTHING
    hand = units_texts(plan.hand) if state.outcome is None else ()
    return {
        "hand_title": cell("Your units in hand" if hand else ""),
        **in_rows("hand", hand, _IN_A_ROW, _HAND_ROWS),
        "field_head": cell("field" if is_asked else ""),
        "mine_head": cell("you have there" if any(placing) else ""),
        "form_head": cell("you play there" if is_asked else ""),
        "mine": column(
            (" ".join(units_texts(units, plan.disguise)) for units in placing), len(FIELDS)
        ),
    }


def _uses(state: State, side: Side) -> Screen:
    """Lay out the hells that are attempted or else open, and the spirits, a row each."""
    rows = list(_usable(state, side)) if state.outcome is None else []
    return {
        "use_title": cell("What you may use" if rows else ""),
        **table(("use_labels", "use_texts"), rows, _USES),
    }


def _usable(state: State, side: Side) -> Iterator[tuple[str, str]]:
    plan, standing = state.deployments[side].plan, state.standings[side]
    open_hells = state.terms.open_to(standing)
    in_full = plan.hells or open_hells[:_OPEN]
    for hell in in_full:
        yield called(hell.name), hell.text
    others = [called(hell.name) for hell in open_hells if hell not in in_full]
    if others:
        yield "Also open", ", ".join(others)
    yield "Spirits", ". ".join(_spirits(standing, plan))


def _spirits(standing: Standing, plan: Plan) -> Iterator[str]:
    if standing.block == EIGHTEENTH:
        yield "none in the eighteenth hell"
        return
    yield f"{standing.uses.normal} normal and {standing.uses.attuned} attuned left"
    if plan.spirit:
        yield f"Invoked in this bout: {plan.spirit}"
    if standing.active:
        spirits = [
            f"{Spirit(spirit.name, spirit.unit)}, for {pluralize(spirit.wins, 'win')}"
            for spirit in standing.active
        ]
        yield f"In force: {join_words(spirits)}"


# The history and the hells


def _bouts(state: State, is_blank: bool = False) -> Screen:
    """Lay the last bouts out, a row each, the newest first."""
    records = () if is_blank or state.past is None else islice(state.past, _BOUTS)
    rows = [_row(record, state.terms.players) for record in records]
    return {
        "bouts_title": cell("The bouts, newest first: winner, score, hells passed" if rows else ""),
        **renamed(table(("number", "winner", "score", "passed"), rows, _BOUTS), "bouts_"),
    }


def _row(record: Record, players: tuple[str, str]) -> tuple[str, str, str, str]:
    winner = "both" if record.won else _NOBODY
    if len(record.won) == 1:
        winner = players[record.won[0]]
    if not record.is_known:
        return f"Bout {record.bout}", winner, _PRIVATE, ""
    passed = [
        f"{name}: {', '.join([hell.name for hell in cleared])}"
        for name, cleared in zip(players, record.cleared, strict=True)
        if cleared
    ]
    scores = " : ".join(map(str, record.score))
    return f"Bout {record.bout}", winner, scores, "; ".join(passed)


def _hells(state: State) -> Screen:
    """Lay the hells out, two rows each: block, name and how the players stand; then the text."""
    hells = state.terms.hells
    progress = [[_progress(hell, standing) for standing in state.standings] for hell in hells]
    return {
        "hell_list": _hell_list(hells),
        "hells_state": grid(chain.from_iterable((both, ()) for both in progress), 2 * _HELLS, 2),
    }


@memoize
def _hell_list(hells: tuple[Hell, ...]) -> Block:
    rows = [((str(hell.block), called(hell.name)), ("", hell.text)) for hell in hells]
    return grid(chain.from_iterable(rows), 2 * _HELLS, 2)


def _progress(hell: Hell, standing: Standing) -> str:
    """Return how far a player is with a hell: those of blocks behind are passed."""
    if standing.has_passed(hell):
        return "passed"
    return "open" if hell.block == standing.block else ""
