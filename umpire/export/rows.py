"""A match as rows: one for each input of the log, or one for each move."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from umpire.export.transcript import Transcript, Turn
from umpire.games.base import CHANCE, UMPIRE, Event
from umpire.games.text import join_words, pluralize, printable

COLUMNS = (
    *("line", "t", "at", "by", "decision", "typed", "understood", "verdict", "code", "error"),
    *("cell", "events", "undone_by", "note", "hash"),
)


def column_names(transcript: Transcript) -> tuple[str, ...]:
    """Return the names of the columns. The last are the players' reserves, by seat."""
    seats = range(1, len(transcript.row.players) + 1)
    return (*COLUMNS, *(f"reserve_{seat}" for seat in seats))


def rows(transcript: Transcript) -> Iterator[tuple[str, ...]]:
    """Yield a row of printable texts for each turn of the transcript."""
    for turn in transcript.turns:
        line, decision = turn.line, turn.decision
        values = (
            line.n,
            line.t,
            line.at,
            line.by,
            decision and decision.id,
            line.say,
            turn.understood,
            verdict(turn),
            line.code,
            line.error,
            line.cell,
            sentences((*turn.limit_events, *turn.events)),
            turn.undone_by,
            line.note,
            line.hash,
            *(turn.reserve[player] for player in transcript.row.players),
        )
        yield tuple(_text(value) for value in values)


def verdict(turn: Turn) -> str:
    """Return in one word what happened to an input."""
    if not turn.line.ok:
        return "refused"
    if turn.line.by is None:
        return "time"
    return turn.effect or "done"


class Move(NamedTuple):
    """A move: its line in the log, its time on the match clock, its author and their text.

    `result` says what it led to, and `remark` anything else worth knowing. A move that `is_undone`
    was taken back.
    """

    line: int
    at: float
    author: str
    text: str
    result: str
    remark: str = ""
    is_undone: bool = False


def moves(transcript: Transcript) -> Iterator[Move]:
    """Yield the moves, without noise. Refused attempts are counted at the next move."""
    refused: Counter[str] = Counter()
    held: dict[str, str] = {}
    if transcript.opening:
        yield Move(1, 0.0, "", "", sentences(transcript.opening))
    for turn in transcript.turns:
        line, by = turn.line, turn.line.by or ""
        if turn.limit_events:
            is_undone = turn.limits_undone_by is not None
            result = sentences(turn.limit_events)
            yield Move(line.n, turn.first_limit_at or 0.0, "time", "", result, is_undone=is_undone)
        if not line.ok:
            refused[by] += 1
            continue
        if turn.effect == "held":
            held[by] = turn.understood or ""
        if _is_noise(turn):
            continue
        text = held.get(by, "") if turn.effect == "locked" else _move_text(turn)
        tries = f"({pluralize(refused.pop(by), 'attempt')} refused before)" if by in refused else ""
        note = f"({line.note})" if line.note and by == UMPIRE else ""
        remark = " ".join(part for part in (note, tries) if part)
        is_undone = turn.undone_by is not None
        yield Move(line.n, line.t or 0.0, by, text, sentences(turn.events), remark, is_undone)


def _is_noise(turn: Turn) -> bool:
    """Return whether a line is no move.

    Held answers, lines of the program itself, the close and passing time are none. A held answer is
    shown when it is locked.
    """
    line = turn.line
    if line.by == UMPIRE:
        by_itself = line.note is not None and line.say in ("pause", "resume")
        return by_itself or line.seed is not None
    return turn.effect in ("held", None) and all(event.only for event in turn.events)


def _move_text(turn: Turn) -> str:
    """Return the answer; "" for chance, whose events tell it."""
    if turn.line.by == CHANCE and turn.events:
        return ""
    return turn.understood or turn.line.say or ""


def sentences(events: Iterable[Event]) -> str:
    """Return the texts of events; the same text for several people appears only once.

    A note's event is left out, because its own line shows it already.
    """
    readers: dict[tuple[str, bool, int], list[str]] = {}
    times: Counter[Event] = Counter()
    for event in events:
        if event.only != UMPIRE:
            key = event.text, event.only is None, times[event]
            readers.setdefault(key, []).append(event.only or "")
            times[event] += 1
    return " ".join(
        text if is_open else f"(only to {join_words(names)}) {text}"
        for (text, is_open, _), names in readers.items()
    )


def _text(value: object) -> str:
    match value:
        case None:
            return ""
        case float():
            return f"{value:.12g}"
        case _:
            text = str(value)
            return printable(text, max(len(text), 1))
