"""The names of ranges that every match's spreadsheets have; a game's screen gives the others.

Those of one player end in the number of the seat, from 1 (see `of_seat`).
"""

import re

HEADLINE = "headline"
"""The open questions and whom they are for, or the standing of the match."""

FAIRNESS = "fairness"
"""The commitment, and in the end the seed."""

EVENTS = "events"
"""The last events that its viewer may read."""

ASK, CLOCK, HELD, REPLY = "ask", "clock", "held", "reply"
"""A player's question, its limit, the held answer, and the umpire's last answer."""

DUE = "due"
"""Until when a player is asked, or whoever is. Where it is, what is asked does not say so."""

# A score sheet's columns: its rows' numbers, what its author writes, what was answered, and what
# the entry form has written.
NUMBER, ENTRY, ANSWER, FORMED = "number", "entry", "answer", "formed"

FORM = "form_"
"""The prefix of the names of all cells of an entry form."""

SEND, LOCK = "send", "lock"
BOXES = (SEND, LOCK)
"""The boxes of an entry form to tick, behind its prefix; its other cells are a game's fields."""

NOTE = "note"
"""A cell of an entry form, behind its prefix, in which the umpire says what to fill in, and then
which line the form would send."""

LABEL = "label_"
"""What the names of the labels of a form's cells begin with: each shows its template's text while
its cell is asked for, and nothing else."""

OWN_CLOCK, OTHER_CLOCK = "own_clock", "other_clock"
"""Until when a player has time and how long the other one of two has, on the player's own page."""

CLOCKS = "clocks"
"""The clocks of all players, in a column or a row by seats."""

MOVES = "all_moves"
"""All that happened in the match, a row each: its number, when, and what."""

PAUSE = "console_pause"
"""The box of the console that pauses the match."""

# The console's rows of players, and beside their names what is asked of each, until when, what is
# held, how many rows are written, and the last answer: CLOCK, HELD and REPLY, for all in one.
PLAYERS, ASKED, WRITTEN = "players", "asked", "written"

FINDINGS = "findings"
"""The console's list of things for the umpire to see to."""

EVENTS_FOR = "events_for"
"""Whom the console's events are for."""

LOG_AT, LOG_BY, LOG_SAY, LOG_JUDGED = "log_at", "log_by", "log_say", "log_judged"
"""The console's last lines of the log."""

REPORT = "report"
"""The console's values of the report."""

LEASE = "umpire_lease"
"""The beginning of the description of a protected range that is a daemon's lease."""


_SEAT = re.compile(r"_[0-9]+$")


def of_seat(name: str, seat: int) -> str:
    """Return the name of one player's range; seats count from 0."""
    return f"{name}_{seat + 1}"


def clocks_of_seat(seat: int, players: int) -> dict[str, int]:
    """Return the seat of each clock on a player's page; an opponent has one where two play."""
    own = {of_seat(OWN_CLOCK, seat): seat}
    return own | {of_seat(OTHER_CLOCK, seat): 1 - seat} if players == 2 else own


def of_no_seat(name: str) -> str:
    """Return the name of a player's range without the seat."""
    return _SEAT.sub("", name)
