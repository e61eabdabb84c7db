"""The contents of each spreadsheet of a match, as a function of its history.

The names here are the same in every game; the game's `screen` adds its own. Each spreadsheet shows
only what its viewer may know: the board what everybody may know, a player's table what that player
may know, the console what the umpire may know.
"""

from collections.abc import Sequence
from typing import Final

from umpire.games.base import UMPIRE, Screen
from umpire.games.blocks import renamed
from umpire.games.names import with_short_names
from umpire.match import screen
from umpire.projections import console
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import quote
from umpire.projections.sentences import (
    Fairness,
    ask,
    clock,
    due_text,
    fairness,
    headline,
    held_answer,
    reply,
)
from umpire.projections.spreadsheets import Spreadsheet
from umpire.sheets.ranges import (
    ANSWER,
    ASK,
    DUE,
    EVENTS,
    FAIRNESS,
    FORMED,
    HEADLINE,
    HELD,
    LABEL,
    MOVES,
    OF_GAME,
    REPLY,
    of_seat,
)

_BY_FORM: Final = "by the form"
_LEFT_OUT: Final = 100
"""The number of oldest moves that are left out at once if there is no room for all."""


def spreadsheet_screen(
    history: MatchHistory,
    spreadsheet: Spreadsheet,
    fair: Fairness,
    forms: Screen | None = None,
    findings: Sequence[str] = (),
    read_every: int | None = None,
) -> Screen:
    """Return all blocks of one spreadsheet of a match.

    `forms` has the labels and notes of the entry forms, None to show all labels. `findings` are for
    the umpire to repair, and `read_every` is the interval in seconds between reads of the console.
    In a game without secrets, whose players share one spreadsheet, a player's page may also show
    blocks of the board under their names with the player's suffix.
    """
    if spreadsheet.is_console:
        blocks = _game_blocks(history)
        how_often = ""
        if read_every is not None and not history.match.closed:
            how_often = console.interval_sentence(read_every, spreadsheet.context.match)
        times = DUE not in spreadsheet.names
        blocks |= console.blocks(history, findings, how_often, times=times)
        blocks |= console.labels(history.match, spreadsheet.pages)
        blocks[FAIRNESS] = _cell(fairness(history, fair))
        blocks[ANSWER] = answers(history, history.umpires_seat)
        return {name: rows for name, rows in blocks.items() if name in spreadsheet.names}
    viewer, suffix = spreadsheet.viewer, spreadsheet.suffix
    players = history.match.header.players
    blocks = {f"{name}{suffix}": rows for name, rows in screen(history.match, viewer).items()}
    times = DUE not in spreadsheet.names
    for_all = {
        HEADLINE: _cell(headline(history, fair.closes_at, viewer, times=times)),
        FAIRNESS: _cell(fairness(history, fair)),
    }
    extras: Screen = {f"{name}{suffix}": rows for name, rows in for_all.items()}
    for name, seats in spreadsheet.clocks.items():
        extras[name] = tuple((clock(history, players[seat], viewer),) for seat in seats)
    if forms is not None:
        labels = (name for name in spreadsheet.names if name.startswith(LABEL))
        extras |= {**dict.fromkeys(labels, _cell("")), **forms}
    if viewer is None:
        blocks |= for_all
        extras[DUE] = _cell(due_text(history, None))
    for page in spreadsheet.pages:
        for name, rect in page.tab.named_rects.items():
            if name == MOVES:
                extras[page.name(name)] = moves(history, viewer, rect.height)
            elif name == EVENTS:
                blocks[page.name(name)] = last_events(history, viewer, rect.height)
    for seat, player in zip(spreadsheet.seats, spreadsheet.players, strict=True):
        own_due = of_seat(DUE, seat)
        times = own_due not in spreadsheet.names
        blocks[of_seat(ASK, seat)] = _cell(ask(history, player, times=times))
        if not times:
            blocks[own_due] = _cell(due_text(history, player))
        alone = of_seat(FORMED, seat) not in spreadsheet.names
        blocks[of_seat(ANSWER, seat)] = answers(history, seat, alone=alone)
        extras[of_seat(HELD, seat)] = _cell(held_answer(history, player))
        extras[of_seat(REPLY, seat)] = _cell(reply(history, seat))
        extras[of_seat(FORMED, seat)] = form_lines(history, seat)
        if viewer is None:
            extras |= _board_copies(blocks, of_seat("", seat))
    return blocks | {name: rows for name, rows in extras.items() if name in spreadsheet.names}


def _game_blocks(history: MatchHistory) -> Screen:
    """Return a directed game's own blocks for its umpire; of any other game nothing."""
    match = history.match
    return renamed(screen(match, UMPIRE), before=OF_GAME) if match.game.is_directed else {}


def _board_copies(blocks: Screen, suffix: str) -> Screen:
    """Return the board's blocks under the names that they have on a player's page."""
    return {
        f"{name}{suffix}": rows for name, rows in blocks.items() if f"{name}{suffix}" not in blocks
    }


def last_events(history: MatchHistory, viewer: str | None, count: int) -> tuple[tuple[str], ...]:
    """Return the last events that a viewer may read, newest first, in a fixed number of rows.

    Until there is an event of an answer, a limit or a direction, the game's greeting is below them
    if it fits.
    """
    greeting = history.match.game.greeting
    players = history.match.header.players
    lines = (
        judged for judged in history.judged_lines if judged.last_step or judged.line.by in players
    )
    has_begun = any(event.only is None for judged in lines for event in judged.events)
    is_over = history.match.outcome is not None
    below = greeting if not (has_begun or is_over) and len(greeting) <= count else ()
    room = count - len(below)
    texts = history.texts_for(viewer)[-room:] if room else []
    last = [with_short_names(text, players) for text in reversed(texts)]
    return tuple((text,) for text in (*last, *below, *[""] * (room - len(last))))


def moves(history: MatchHistory, viewer: str | None, room: int) -> tuple[tuple[str, str, str], ...]:
    """Return all events that a viewer may read, each with its number, time and text.

    The time is in the world (UTC), "" for the opening. If they do not fit, the oldest are left out,
    many at once, so that not every row changes at each move.
    """
    entries = [
        (at, history.text_of_event(place))
        for place, (event, at) in enumerate(zip(history.events, history.event_times, strict=True))
        if event.is_told_to(viewer)
    ]
    over = max(0, len(entries) - room)
    first = -(-over // _LEFT_OUT) * _LEFT_OUT
    shown = enumerate(entries[first:], first + 1)
    return tuple((str(number), at[11:19], text) for number, (at, text) in shown)


def answers(
    history: MatchHistory, seat: int, *, alone: bool = False
) -> tuple[tuple[str, ...], ...]:
    """Return the column of answers beside a score sheet, down to the last processed row.

    If it is `alone`, without a column for the lines of the entry form, the answers contain these
    lines. A row that was typed into and filled by the form has both answers.
    """
    typed, filled = history.sheets[seat], history.forms[seat]

    def answer(row: int) -> str:
        if row in typed and row in filled:
            return f"{typed[row].answer} (The form: {filled[row].answer})"
        if row in filled:
            before = f"{_BY_FORM}, {quote(filled[row].text)}: " if alone else ""
            return before + filled[row].answer
        return typed[row].answer if row in typed else ""

    return tuple((answer(row),) for row in range(max(history.rows_used(seat), 1)))


def form_lines(history: MatchHistory, seat: int) -> tuple[tuple[str, ...], ...]:
    """Return the column of lines from the entry form."""
    filled = history.forms[seat]
    return tuple(
        (filled[row].text or "" if row in filled else "",)
        for row in range(max(filled, default=0) + 1)
    )


def _cell(text: str) -> tuple[tuple[str, ...], ...]:
    return ((text,),)
