"""The names of ranges in the spreadsheets of every match. A game's screen adds others.

The names of one player's ranges end in the number of the seat, from 1 (see `of_seat`).
"""

import re

HEADLINE = "headline"
"""The open questions and whom they are for, or the state of the match."""

FAIRNESS = "fairness"
"""The commitment, and once the match is closed the seed."""

EVENTS = "events"
"""The last events that the viewer may read."""

ASK, CLOCK, HELD, REPLY = "ask", "clock", "held", "reply"
"""A player's question, its limit, the held answer, and the umpire's last answer."""

DUE = "due"
"""The deadline of a player, or of others. If it exists, the question does not name it."""

# A score sheet's columns: numbers of rows, entries of the player, answers of the umpire, and lines
# from the entry form.
NUMBER, ENTRY, ANSWER, FORMED = "number", "entry", "answer", "formed"

FORM = "form_"
"""The prefix of the names of all cells of an entry form."""

SEND, LOCK = "send", "lock"
BOXES = (SEND, LOCK)
"""The boxes of an entry form, without the prefix. Its other cells are the fields of a game."""

NOTE = "note"
"""A cell of an entry form, without the prefix: what to fill in, and then the line that it would
send."""

LABEL = "label_"
"""The prefix of the names of labels beside a form's cells. A label shows its template's text only
while its cell is needed."""

OWN_CLOCK, OTHER_CLOCK = "own_clock", "other_clock"
"""The clocks of a player and of the only opponent, on the player's own page."""

CLOCKS = "clocks"
"""The clocks of all players by seat, in a column or a row."""

MOVES = "all_moves"
"""All events of the match, a row each: number, time and text."""

PAUSE = "console_pause"
"""The box of the console that pauses the match."""

# The console's rows of players: name, task, deadline (CLOCK), held answer (HELD), number of rows
# written, and last answer (REPLY). Each is one column for all players.
PLAYERS, ASKED, WRITTEN = "players", "asked", "written"

FINDINGS = "findings"
"""The console's list of things that the umpire must repair."""

EVENTS_FOR = "events_for"
"""The readers of each event on the console."""

LOG_AT, LOG_BY, LOG_SAY, LOG_JUDGED = "log_at", "log_by", "log_say", "log_judged"
"""The last lines of the log, on the console."""

REPORT = "report"
"""The values of the report, on the console."""

OF_GAME = "game_"
"""The prefix of the names of a directed game's own blocks on the console."""

DATA = "data_"
"""The prefix of the names of columns that the umpire's formulas use."""

# The umpire's own sums on the console, a row each: a tick, a label, a direction or the formula of
# one, and the program's answer.
TICKS, LABELS = "workings_ticks", "workings_labels"
DIRECTIONS, ANSWERS = "workings_directions", "workings_answers"

LEASE = "umpire_lease"
"""The beginning of the description of a protected range that is a daemon's lease."""


_SEAT = re.compile(r"_[0-9]+$")


def of_seat(name: str, seat: int) -> str:
    """Return the name of one player's range; seats count from 0."""
    return f"{name}_{seat + 1}"


def clocks_of_seat(seat: int, players: int) -> dict[str, int]:
    """Return the seat of each clock on a player's page. In a game for two the opponent has one."""
    own = {of_seat(OWN_CLOCK, seat): seat}
    return own | {of_seat(OTHER_CLOCK, seat): 1 - seat} if players == 2 else own


def of_no_seat(name: str) -> str:
    """Return the name of a player's range without the seat."""
    return _SEAT.sub("", name)
