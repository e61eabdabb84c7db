"""The console: the umpire's own spreadsheet, with its contents and its commands.

It may show everything, since nothing of it ever goes to another spreadsheet. In a column that only
grows, the umpire enters commands, and submissions of players that came another way. A box is ticked
as long as the umpire has paused the match.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from umpire.games.base import UMPIRE, Event, NotUnderstood
from umpire.games.names import find_names, name_key, named
from umpire.games.text import normalize, shorten
from umpire.match import asking, report
from umpire.match.state import Match
from umpire.projections.judged_line import JudgedLine
from umpire.projections.match_history import MatchHistory
from umpire.projections.scoresheet import LONGEST, LONGEST_DIRECTION
from umpire.projections.sentences import (
    clock,
    due_text,
    held_answer,
    reply,
    umpires_headline,
    waits_for,
)
from umpire.sheets import ranges
from umpire.store.worldtime import day_or_time

if TYPE_CHECKING:
    from umpire.sheets.context import Page

PLAYERS = 10
"""The fewest rows that the table of players has."""

EVENTS, LINES = 8, 12
"""The number of last events, and of last lines of the log, that it shows."""

_SUGGESTED = 80
"""The most directions that it offers, beside commands."""

FINDINGS = 3
"""The number of findings that it shows."""

ALL_WELL = "Everything is in order"
"""The text in place of findings if there are none."""

_RARELY = 30
"""The most seconds between two reads of a console that need no advice."""

_SECONDS = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 3600)
"""The intervals between two reads that it may name, in seconds."""

_TOLERANCE = 3
"""A named interval stays until the console is read more than this many times as often."""

VALUES = 300
"""The number of values of the report that it shows."""

HELP = (
    "pause, resume, undo, undo 2, extend NAME SECONDS, forfeit NAME, void, close, note TEXT, "
    "or say NAME TEXT for an answer that came another way"
)

AT_THE_END = "undo: take back the last step. close: make the result final at once. note TEXT."
"""The help once the match is over."""

_ANSWERED = "answered"
"""The text in place of an answer that the umpire, too, sees only once all have answered."""

_LONGEST = 300
"""The most characters that a cell shows of a text."""

_SHORT, _SHORTER = 140, 76
"""The most characters that a row beside the commands shows of an event, and of a log line."""

Column = tuple[tuple[str, ...], ...]


def read_row(text: str, players: Sequence[str]) -> tuple[str, str]:
    """Return the author and the text of a row of the console.

    The author is the umpire, or a player for whom the umpire enters an answer. A name may contain
    blanks: the longest whole name counts, or else the shortest beginning that fits one player.
    Raises NotUnderstood for a name that no player has.
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
    """Yield the players that the first words may name: by whole names, then by beginnings."""
    for count in range(len(words) - 1, 0, -1):
        key = name_key(" ".join(words[:count]))
        yield count, [player for player in players if name_key(player) == key]
    for count in range(1, len(words)):
        yield count, find_names(" ".join(words[:count]), players)


def displayed_interval(every: float, before: int | None) -> int:
    """Return the interval between two reads of a console that it shows, in seconds.

    The true interval changes with each turn. The shown one is coarse and stays while it is about
    right, so that the console is not written again each time.
    """
    if before is not None and before / _TOLERANCE <= every <= before:
        return before
    return next((seconds for seconds in _SECONDS if every <= seconds), _SECONDS[-1])


def interval_sentence(every: int, match_id: str) -> str:
    """Return the sentence for the umpire about how often the console is read."""
    if every <= 1:
        return "What you write here is read at once."
    if every <= _RARELY:
        return f"What you write here is read every {every} seconds."
    return (
        f"Many matches share this account, so what you write here is read only every {every} "
        f"seconds. Quicker, in a terminal: umpire pause {match_id}"
    )


def command_choices(match: Match) -> tuple[str, ...]:
    """Return the commands that can be chosen now."""
    if match.outcome is not None:
        return () if match.closed else ("undo", "close")
    players_with_limit = [pending.by for pending in match.pending if pending.deadline is not None]
    question = match.pending_of(UMPIRE)
    return (
        *(() if question is None else asking.suggest(match, question)[:_SUGGESTED]),
        "resume" if match.paused else "pause",
        *(f"extend {player} 60" for player in players_with_limit),
        "undo",
    )


def help_text(match: Match) -> str:
    """Return the help text of the next free row."""
    if match.outcome is not None:
        return AT_THE_END
    question = match.pending_of(UMPIRE)
    return HELP if question is None else f"{asking.ask(match, question)} Or: {HELP}"


def longest(match: Match) -> int:
    """Return the most characters that the umpire may enter at once."""
    return LONGEST_DIRECTION if match.game.is_directed else LONGEST


def blocks(
    history: MatchHistory, findings: Sequence[str], how_often: str = "", *, times: bool = True
) -> dict[str, Column]:
    """Return the blocks of the console, except the answers beside the commands.

    `how_often` is the sentence about how often it is read, "" if that is unknown. Without `times`
    its headline has no deadlines.
    """
    question = umpires_headline(history) if times else waits_for(history)
    match = history.match
    pending = {decision.by: decision for decision in match.pending}
    players = match.header.players
    newest = range(len(history.events))[-EVENTS:][::-1]
    lines = list(reversed(history.judged_lines[-LINES:]))
    hidden = _hidden_from_umpire(match)
    last = lines[0].line.at if lines else ""
    return {
        ranges.HEADLINE: ((question,),),
        ranges.DUE: ((due_text(history, UMPIRE),),),
        ranges.PLAYERS: _column(players, PLAYERS),
        ranges.ASKED: _column(
            (pending[p].decision.task if p in pending else "" for p in players), PLAYERS
        ),
        ranges.CLOCK: _column((clock(history, player, UMPIRE) for player in players), PLAYERS),
        ranges.HELD: _column(
            (_ANSWERED if player in hidden else held_answer(history, player) for player in players),
            PLAYERS,
        ),
        ranges.WRITTEN: _column(
            (str(history.rows_used(seat)) for seat in range(len(players))), PLAYERS
        ),
        ranges.REPLY: _column(
            (
                _ANSWERED if player in hidden else reply(history, seat)
                for seat, player in enumerate(players)
            ),
            PLAYERS,
        ),
        ranges.FINDINGS: _column(_findings(findings, how_often), FINDINGS),
        ranges.EVENTS_FOR: _column((_audience(history.events[place]) for place in newest), EVENTS),
        ranges.EVENTS: _column(
            (shorten(history.text_of_event(place), _SHORT) for place in newest), EVENTS
        ),
        ranges.LOG_AT: _column((day_or_time(judged.line.at, last) for judged in lines), LINES),
        ranges.LOG_BY: _column((judged.line.by or "" for judged in lines), LINES),
        ranges.LOG_SAY: _column(
            (
                "" if _is_hidden(judged, hidden) else shorten(judged.line.say or "", _SHORTER)
                for judged in lines
            ),
            LINES,
        ),
        ranges.LOG_JUDGED: _column(
            (
                _ANSWERED if _is_hidden(judged, hidden) else shorten(_verdict(judged), _SHORTER)
                for judged in lines
            ),
            LINES,
        ),
        ranges.REPORT: _values(match),
    }


def labels(match: Match, pages: "Sequence[Page]") -> dict[str, Column]:
    """Return the texts of the labels, which disappear once they are of no use.

    Once the match is over nobody owes an answer, and until it is closed few commands are left.
    """
    texts = dict(label for page in pages for label in page.labels())
    if match.outcome is not None:
        entry_label = "" if match.closed else AT_THE_END
        texts = {name: entry_label if name == ranges.ENTRY else "" for name in texts}
    return {f"{ranges.LABEL}{name}": ((text,),) for name, text in texts.items()}


def _hidden_from_umpire(match: Match) -> dict[str, str]:
    """Return the decisions by player whose answers wait for the others of their group.

    An umpire who directs a game could tell others of these answers, so they are hidden.
    """
    if not match.game.is_directed:
        return {}
    return {answer.decision.by: answer.decision.id for answer in match.taken_answers}


def _is_hidden(judged: JudgedLine, hidden: Mapping[str, str]) -> bool:
    """Return whether a line answers a decision whose answer the umpire may not see yet."""
    by = judged.line.by or ""
    return by in hidden and judged.open_before.get(by) == hidden[by]


def _column(texts: "Iterator[str] | Sequence[str] | map[str]", rows: int) -> Column:
    """Return a column with at least so many rows."""
    cells = [(shorten(text, _LONGEST),) for text in texts]
    return (*cells, *[("",)] * (rows - len(cells)))


def _audience(event: Event) -> str:
    """Return the readers of an event. A player's name follows "only", so "all" is everybody."""
    return "all" if event.only is None else f"only {event.only}"


def _findings(findings: Sequence[str], how_often: str) -> list[str]:
    """Return the findings, and the sentence about how often the console is read."""
    last = [how_often] if how_often else []
    return [*(_first_findings(findings, FINDINGS - len(last)) or [ALL_WELL]), *last]


def _first_findings(findings: Sequence[str], most: int) -> list[str]:
    """Return as many findings as fit; the last row says how many more there are."""
    if len(findings) <= most:
        return list(findings)
    left = len(findings) - most + 1
    return [*findings[: most - 1], f"And {left} more: 'umpire watch' shows them all."]


def _verdict(judged: JudgedLine) -> str:
    """Return a short text for the judgement of a line."""
    line = judged.line
    if not line.ok:
        return f"refused ({line.code}): {line.error}"
    if line.note is not None:
        return "by the program" if line.say and line.say.startswith("note") else line.note
    if line.by is None:
        return "time passed"
    return "done" if line.by == UMPIRE else judged.answer.partition(":")[0]


def _values(match: Match) -> Column:
    """Return the report as a fixed number of rows with path and value."""
    rows = [(path, shorten(value, _LONGEST)) for path, value in _paths(report(match), "")]
    if len(rows) > VALUES:
        left = len(rows) - VALUES
        rows = [*rows[:VALUES], ("", f"and {left} more: 'umpire export' has them all")]
    return (*rows, *[("", "")] * (VALUES + 1 - len(rows)))


def _paths(value: object, path: str) -> Iterator[tuple[str, str]]:
    """Yield each value in a JSON value with its path. A list of plain values is one value."""
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
