"""A match's log as rows of text: one for each input, and what came of it."""

from collections.abc import Iterator

from umpire.export.history import History, Turn
from umpire.games.base import Event
from umpire.games.notation import printable

HEAD = (
    *("line", "t", "at", "by", "decision", "typed", "understood", "verdict", "code", "error"),
    *("cell", "events", "undone_by", "note", "hash"),
)


def head(history: History) -> tuple[str, ...]:
    """Return the names of the columns; the last are the players' reserves, by seat."""
    seats = range(1, len(history.row.players) + 1)
    return (*HEAD, *(f"reserve_{seat}" for seat in seats))


def rows(history: History) -> Iterator[tuple[str, ...]]:
    """Yield a row for each input that the history tells of, on one line and printable."""
    for turn in history.turns:
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
            _sentences((*turn.fallen, *turn.events)),
            turn.undone,
            line.note,
            line.hash,
            *(turn.reserve[player] for player in history.row.players),
        )
        yield tuple(_text(value) for value in values)


def verdict(turn: Turn) -> str:
    """Return in a word what became of an input."""
    if not turn.line.ok:
        return "refused"
    if turn.line.by is None:
        return "time"
    return turn.effect or "done"


def _sentences(events: tuple[Event, ...]) -> str:
    return " ".join(
        f"(to {event.only} alone) {event.text}" if event.only else event.text for event in events
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
