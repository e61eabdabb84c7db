"""The console: what the umpire sees of a match, and what the umpire says in it.

It is the umpire's own spreadsheet, so it may tell everything; nothing of it ever goes to another.
What is said there is a command of the umpire's, or a player's submission that came another way, in
a column that only grows; and a box that is ticked as long as the umpire has the match paused.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from umpire.games.base import UMPIRE, Event, NotUnderstood
from umpire.games.names import find_names, name_key, named
from umpire.games.text import normalize
from umpire.match import asking, report
from umpire.match.state import Match
from umpire.projections.judged_line import JudgedLine
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import LONGEST, LONGEST_DIRECTION
from umpire.projections.sentences import clock, due, held_answer, reply, umpires_headline, waits_for
from umpire.sheets import ranges
from umpire.store.worldtime import day_or_time

if TYPE_CHECKING:
    from umpire.sheets.context import Page

PLAYERS = 10
"""The fewest rows that the table of players has."""

EVENTS, LINES = 8, 12
"""How many of the last events, and of the last lines of the log, it shows."""

_SUGGESTED = 80
"""How many directions it offers at most, beside commands."""

FINDINGS = 3
"""How many findings it shows."""

ALL_WELL = "Everything is in order"
"""Stands where findings would."""

_SELDOM = 30
"""The most seconds between two reads of a console that nothing need be done about."""

_SECONDS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600)
"""The seconds that it may say lie between two reads."""

_ABOUT = 3
"""A console that is read this many times as often as it tells need not tell anew."""

VALUES = 300
"""How many values of the report it shows."""

HELP = (
    "pause, resume, undo, undo 2, extend NAME SECONDS, forfeit NAME, void, close, note TEXT, "
    "or say NAME TEXT for an answer that came another way"
)

AT_THE_END = "undo: take back the last step. close: make the result final at once. note TEXT."
"""Says instead what may be written once the match is over."""

_ANSWERED = "answered"
"""Stands for an answer that the umpire, too, sees only once all have answered."""

_LONGEST = 300
"""The most characters that a cell shows of a text."""

_SHORT, _SHORTER = 140, 76
"""The most characters that a row beside the commands shows of an event, and of a log line."""

Column = tuple[tuple[str, ...], ...]


def read_row(text: str, players: Sequence[str]) -> tuple[str, str]:
    """Return who says what in a row of the console: the umpire, or a player for whom it is entered.

    Raises NotUnderstood for a name that no player has.

    Of a name with blanks in it as much is read as makes it the name of one player, whole names
    first.
    """
    words = text.split()
    if not words or normalize(words[0]) != "say":
        return UMPIRE, text
    if len(words) < 3:
        raise NotUnderstood("write whose answer it is and the answer, such as say NAME TEXT.")
    for count, players_meant in _names(words[1:], players):
        if len(players_meant) == 1:
            return players_meant[0], text.split(None, count + 1)[-1].strip()
    raise NotUnderstood(
        f"{named(words[1])} does not begin the name of just one player; "
        f"write one of {', '.join(players)}."
    )


def _names(words: Sequence[str], players: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield whom the first words may mean: whole names, the longest first, then beginnings."""
    for count in range(len(words) - 1, 0, -1):
        key = name_key(" ".join(words[:count]))
        yield count, [player for player in players if name_key(player) == key]
    for count in range(1, len(words)):
        yield count, find_names(" ".join(words[:count]), players)


def seconds_told(every: float, before: int | None) -> int:
    """Return the seconds between two reads of a console that it is to tell.

    How often it is read changes with each turn: it is told coarsely, and as it was told before
    while that is about right, so that the console is not written again each time.
    """
    if before is not None and before / _ABOUT <= every <= before:
        return before
    return next((seconds for seconds in _SECONDS if every <= seconds), _SECONDS[-1])


def how_often_read(every: int, match_id: str) -> str:
    """Return what tells the umpire how often a console is read."""
    if every <= 1:
        return "What you write here is read at once."
    if every <= _SELDOM:
        return f"What you write here is read every {every} seconds."
    return (
        f"Many matches share this account, so what you write here is read only every {every} "
        f"seconds. Quicker, in a terminal: umpire pause {match_id}"
    )


def offers(match: Match) -> tuple[str, ...]:
    """Return commands to choose from now."""
    if match.outcome is not None:
        return () if match.closed else ("undo", "close")
    timed = [pending.by for pending in match.pending if pending.deadline is not None]
    directed = match.pending_of(UMPIRE)
    return (
        *(() if directed is None else asking.suggest(match, directed)[:_SUGGESTED]),
        "resume" if match.paused else "pause",
        *(f"extend {player} 60" for player in timed),
        "undo",
    )


def help_text(match: Match) -> str:
    """Return what the next free row says of what may be written into it."""
    if match.outcome is not None:
        return AT_THE_END
    directed = match.pending_of(UMPIRE)
    return HELP if directed is None else f"{asking.ask(match, directed)} Or: {HELP}"


def longest(match: Match) -> int:
    """Return how many characters the umpire may say at once."""
    return LONGEST_DIRECTION if match.game.is_directed else LONGEST


def blocks(
    record: MatchHistory, findings: Sequence[str], how_often: str = "", *, times: bool = True
) -> dict[str, Column]:
    """Return what the console shows of a match, except the answers beside the commands.

    `how_often` tells how often it is read, "" if nobody knows. Without `times` its headline says
    whom the match waits for, and not until when.
    """
    question = umpires_headline(record) if times else waits_for(record)
    match = record.match
    pending = {decision.by: decision for decision in match.pending}
    players = match.header.players
    newest = range(len(record.events))[-EVENTS:][::-1]
    lines = list(reversed(record.judged[-LINES:]))
    hidden = _hidden_from_umpire(match)
    last = lines[0].line.at if lines else ""
    return {
        ranges.HEADLINE: ((question,),),
        ranges.DUE: ((due(record, UMPIRE),),),
        ranges.PLAYERS: _column(players, PLAYERS),
        ranges.ASKED: _column(
            (pending[p].decision.task if p in pending else "" for p in players), PLAYERS
        ),
        ranges.CLOCK: _column((clock(record, player, UMPIRE) for player in players), PLAYERS),
        ranges.HELD: _column(
            (_ANSWERED if player in hidden else held_answer(record, player) for player in players),
            PLAYERS,
        ),
        ranges.WRITTEN: _column(
            (str(record.rows_used(seat)) for seat in range(len(players))), PLAYERS
        ),
        ranges.REPLY: _column(
            (
                _ANSWERED if player in hidden else reply(record, seat)
                for seat, player in enumerate(players)
            ),
            PLAYERS,
        ),
        ranges.FINDINGS: _column(_findings(findings, how_often), FINDINGS),
        ranges.EVENTS_FOR: _column((_audience(record.events[place]) for place in newest), EVENTS),
        ranges.EVENTS: _column(
            (_cut(record.text_of_event(place), _SHORT) for place in newest), EVENTS
        ),
        ranges.LOG_AT: _column((day_or_time(judged.line.at, last) for judged in lines), LINES),
        ranges.LOG_BY: _column((judged.line.by or "" for judged in lines), LINES),
        ranges.LOG_SAY: _column(
            (
                "" if _is_hidden(judged, hidden) else _cut(judged.line.say or "", _SHORTER)
                for judged in lines
            ),
            LINES,
        ),
        ranges.LOG_JUDGED: _column(
            (
                _ANSWERED if _is_hidden(judged, hidden) else _cut(_judged(judged), _SHORTER)
                for judged in lines
            ),
            LINES,
        ),
        ranges.REPORT: _values(match),
    }


def labels(match: Match, pages: "Sequence[Page]") -> dict[str, Column]:
    """Return the texts of the labels: each stands there while what it names is of use.

    Once the match is over nobody owes anything, and until it is closed the umpire may say little.
    """
    texts = dict(label for page in pages for label in page.labels())
    if match.outcome is not None:
        entry_label = "" if match.closed else AT_THE_END
        texts = {name: entry_label if name == ranges.ENTRY else "" for name in texts}
    return {f"{ranges.LABEL}{name}": ((text,),) for name, text in texts.items()}


def _hidden_from_umpire(match: Match) -> dict[str, str]:
    """Return the decisions of a group, by player, whose answers wait for those of others.

    Who directs a game could tell others of them: so the umpire sees only that they are there.
    """
    if not match.game.is_directed:
        return {}
    return {answer.decision.by: answer.decision.id for answer in match.taken_answers}


def _is_hidden(judged: JudgedLine, hidden: Mapping[str, str]) -> bool:
    """Return whether a line was said to a decision whose answer the umpire does not see yet."""
    by = judged.line.by or ""
    return by in hidden and judged.open_before.get(by) == hidden[by]


def _column(texts: "Iterator[str] | Sequence[str] | map[str]", rows: int) -> Column:
    """Return a column of at least so many rows."""
    cells = [(_cut(text),) for text in texts]
    return (*cells, *[("",)] * (rows - len(cells)))


def _audience(event: Event) -> str:
    """Return whom an event is told to; whatever the players are called, "all" is everybody."""
    return "all" if event.only is None else f"only {event.only}"


def _cut(text: str, most: int = _LONGEST) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _findings(findings: Sequence[str], how_often: str) -> list[str]:
    """Return what the umpire is to see to, and how often the console is read."""
    last = [how_often] if how_often else []
    return [*(_bounded(findings, FINDINGS - len(last)) or [ALL_WELL]), *last]


def _bounded(findings: Sequence[str], most: int) -> list[str]:
    """Return as many findings as there is room for, the last row saying how many more there are."""
    if len(findings) <= most:
        return list(findings)
    left = len(findings) - most + 1
    return [*findings[: most - 1], f"And {left} more: 'umpire watch' shows them all."]


def _judged(judged: JudgedLine) -> str:
    """Return shortly what came of a line of the log."""
    line = judged.line
    if not line.ok:
        return f"refused ({line.code}): {line.error}"
    if line.note is not None:
        return "by the program" if line.say and line.say.startswith("note") else line.note
    if line.by is None:
        return "time passed"
    return "done" if line.by == UMPIRE else judged.answer.partition(":")[0]


def _values(match: Match) -> Column:
    """Return the report as rows of path and value, always so many."""
    rows = [(path, _cut(value)) for path, value in _paths(report(match), "")]
    if len(rows) > VALUES:
        left = len(rows) - VALUES
        rows = [*rows[:VALUES], ("", f"and {left} more: 'umpire export' has them all")]
    return (*rows, *[("", "")] * (VALUES + 1 - len(rows)))


def _paths(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield each value of a JSON value with the path to it; a list of plain ones is one."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            below = f"{path}.{key}" if path else str(key)
            if isinstance(inner, dict | list):
                yield from _paths(inner, below)
            else:
                yield below, _plain(inner)
    elif isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        for number, inner in enumerate(value):
            yield from _paths(inner, f"{path}[{number}]")
    elif isinstance(value, list) and value:
        yield path, ", ".join(map(_plain, value))
    else:
        yield path, _plain(value)


def _plain(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
