"""What a match's sheets are to show: a pure function of its log.

The names here are the contract's own, the same in every game; the game's `screen` gives the rest.
Each spreadsheet shows what its viewer may know and no more: the board what everybody may, a
player's table what that player may, the console what the umpire may.
"""

from collections.abc import Mapping, Sequence

from umpire.games.base import Screen
from umpire.match import screen
from umpire.sheets.ranges import (
    ANSWER,
    ASK,
    CLOCK,
    EVENTS,
    FAIRNESS,
    FORM,
    FORMED,
    HEADLINE,
    HELD,
    NOTE,
    REPLY,
    of_seat,
)
from umpire.watch import console
from umpire.watch.record import Record
from umpire.watch.sentences import Fairness, ask, clock, fairness, headline, held, reply
from umpire.watch.spreadsheets import Spreadsheet

_LAST = 3
"""How many of the last events a board or a table shows."""


def wanted(
    record: Record,
    spreadsheet: Spreadsheet,
    fair: Fairness,
    notes: Mapping[int, str] | None = None,
    findings: Sequence[str] = (),
) -> Screen:
    """Return all blocks of one spreadsheet of a match.

    `notes` are what each seat's entry form says about itself, and `findings` what the umpire is to
    see to.
    """
    if spreadsheet.is_console:
        told = console.blocks(record, findings)
        told[FAIRNESS] = _cell(fairness(record, fair))
        told[ANSWER] = answers(record, record.umpires_seat)
        return {name: rows for name, rows in told.items() if name in spreadsheet.names}
    viewer, suffix = spreadsheet.viewer, spreadsheet.suffix
    blocks = {f"{name}{suffix}": rows for name, rows in screen(record.match, viewer).items()}
    blocks[f"{EVENTS}{suffix}"] = tuple((text,) for text in last_events(record, viewer))
    extras: Screen = {}
    if viewer is None:
        blocks[HEADLINE] = _cell(headline(record, fair.closes))
        blocks[FAIRNESS] = _cell(fairness(record, fair))
        for seat, player in enumerate(record.match.header.players):
            extras[of_seat(CLOCK, seat)] = _cell(clock(record, player))
    for seat, player in zip(spreadsheet.seats, spreadsheet.players, strict=True):
        blocks[of_seat(ASK, seat)] = _cell(ask(record, player))
        blocks[of_seat(ANSWER, seat)] = answers(record, seat)
        extras[of_seat(CLOCK, seat)] = _cell(clock(record, player))
        extras[of_seat(HELD, seat)] = _cell(held(record, player))
        extras[of_seat(REPLY, seat)] = _cell(reply(record, seat))
        extras[of_seat(FORMED, seat)] = formed(record, seat)
        extras[of_seat(FORM + NOTE, seat)] = _cell((notes or {}).get(seat, ""))
    return blocks | {name: rows for name, rows in extras.items() if name in spreadsheet.names}


def last_events(record: Record, viewer: str | None) -> list[str]:
    """Return the last events that a viewer may read, oldest first, always so many."""
    last = record.told_to(viewer)[-_LAST:]
    return [*last, *[""] * (_LAST - len(last))]


def answers(record: Record, seat: int) -> tuple[tuple[str, ...], ...]:
    """Return the column of answers beside a score sheet, as far down as anything was processed.

    Who writes into a row that the entry form has filled has both answers there.
    """
    typed, filled = record.sheets[seat], record.forms[seat]

    def answer(row: int) -> str:
        if row in typed and row in filled:
            return f"{typed[row].answer} (Of the form: {filled[row].answer})"
        known = typed.get(row) or filled.get(row)
        return known.answer if known else ""

    return tuple((answer(row),) for row in range(max(record.rows_used(seat), 1)))


def formed(record: Record, seat: int) -> tuple[tuple[str, ...], ...]:
    """Return the column of lines that an entry form has written beside the entries."""
    filled = record.forms[seat]
    return tuple(
        (filled[row].text if row in filled else "",) for row in range(max(filled, default=0) + 1)
    )


def _cell(text: str) -> tuple[tuple[str, ...], ...]:
    return ((text,),)
