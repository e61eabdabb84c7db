"""A match as Markdown, to be pasted into a forum or a chat and read there as it is."""

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from umpire.export.history import History, Turn
from umpire.export.prose import cell, code, inline, sentence
from umpire.export.tables import Table, many, settings, tables
from umpire.games.base import UMPIRE, Event
from umpire.games.notation import plain
from umpire.store.worldtime import duration, readable


def markdown(history: History) -> str:
    """Return the page: what its viewer may know, and no more."""
    told = history
    parts = [
        f"# {inline(told.match.game.title)}: {_listed(told.row.players)}",
        f"**{_result(told)}**",
        _list(f"{name}: {value}" for name, value in _facts(told)),
        "## The match",
        *([_list(_told(told.opening))] if told.opening else []),
        *_turns(told.turns),
        "## The board at the end" if told.over else "## The board now",
        *_board(told),
        *_large_settings(told),
    ]
    return "\n\n".join(parts) + "\n"


def _result(history: History) -> str:
    outcome = history.match.outcome
    if outcome is None:
        return "Paused." if history.match.paused else "Being played."
    result = "A draw" if outcome.winner is None else f"{inline(outcome.winner)} wins"
    return f"{result} ({inline(outcome.reason)})."


def _facts(history: History) -> Iterator[tuple[str, str]]:
    row = history.row
    yield "Match", code(row.id)
    yield "Players", _listed(row.players)
    yield "Settings", _settings(history)
    yield "Began", readable(row.started)
    yield "Ended", readable(row.ended) if row.ended else "not yet"
    yield "Match clock", duration(history.match.now)
    yield "Umpire", f"version {inline(row.engine)}"
    yield "Commitment to the seed", code(row.commitment)
    yield "Seed", code(history.seed) if history.seed else "secret until the match is closed"
    if history.head is not None:
        yield "Head of the log", code(history.head)


def _settings(history: History) -> str:
    told = (
        f"{inline(name)} {'(see the end)' if many(value) else code(_json(value))}"
        for name, value in history.row.options.items()
    )
    return ", ".join(told) or "the usual ones"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _large_settings(history: History) -> Iterator[str]:
    large = settings(history.row.options, history.row.players)
    if large:
        yield "## The settings"
        yield from _laid_out(large)


def _turns(turns: Iterable[Turn]) -> Iterator[str]:
    """Yield the turns; what the program paused by itself in a row is one line."""
    for stood, group in groupby(turns, key=_stood_by_itself):
        row = list(group)
        if stood and len(row) > 1:
            yield _pauses(row)
        else:
            yield from (part for turn in row for part in _turn(turn))


def _stood_by_itself(turn: Turn) -> bool:
    """Return whether the program has stopped or started the clock by itself."""
    line = turn.line
    by_itself = line.by == UMPIRE and line.note is not None and not turn.fallen
    return by_itself and line.say in ("pause", "resume")


def _pauses(turns: Sequence[Turn]) -> str:
    pauses = [turn.line for turn in turns if turn.line.say == "pause"]
    why = "; ".join(dict.fromkeys(inline(line.note or "") for line in pauses))
    times = f" {len(pauses)} times" if len(pauses) > 1 else ""
    ended = "waits" if turns[-1].line.say == "pause" else "went on"
    head = f"**{duration(turns[0].line.t or 0)} · {inline(UMPIRE)}**"
    return f"{head} paused by itself{times} ({why}) and {ended}"


def _turn(turn: Turn) -> Iterator[str]:
    """Yield the limits that fell before a line, then what was said and what came of it."""
    if turn.fallen:
        yield _fell(turn)
        yield _list(_told(turn.fallen, undone=turn.fallen_undone is not None))
    if turn.line.by is not None or turn.events:
        yield _said(turn)
    told = _list(_told(turn.events, undone=turn.undone is not None))
    if told:
        yield told


def _fell(turn: Turn) -> str:
    head = f"**{duration(turn.fell_at or 0)} · time**"
    return head if turn.fallen_undone is None else f"~~{head}~~ (taken back)"


def _said(turn: Turn) -> str:
    line = turn.line
    head = [duration(line.t or 0)]
    if turn.decision is not None:
        head.append(inline(turn.decision.id))
    if line.by is not None:
        head.append(inline(line.by))
    said = " ".join([f"**{' · '.join(head)}**", *_words(turn)])
    if turn.undone is not None:
        return f"~~{said}~~ (taken back)"
    reserve = ", ".join(
        f"{inline(name)} {duration(left)}"
        for name, left in turn.reserve.items()
        if left is not None
    )
    spending = line.ok and turn.decision is not None and turn.decision.reserve
    return f"{said} · reserve {reserve}" if spending and reserve else said


def _words(turn: Turn) -> Iterator[str]:
    """Yield what was typed, how it was understood where that is not the same, and the verdict."""
    line = turn.line
    if line.say is not None:
        yield code(line.say)
    if turn.understood is not None and plain(turn.understood) != plain(line.say or ""):
        yield f"→ {code(turn.understood)}"
    if turn.effect in ("held", "locked"):
        yield f"({turn.effect})"
    if not line.ok:
        why = f": {inline(line.error)}" if line.error else ""
        yield f"✗ refused ({line.code}){why}"
    if line.note and line.by == UMPIRE:
        yield f"({inline(line.note)})"


def _told(events: Iterable[Event], *, undone: bool = False) -> Iterator[str]:
    for event in events:
        if event.only == UMPIRE:
            continue  # a note, which its own line shows already
        text = sentence(event.text)
        if event.only is not None:
            text = f"(to {inline(event.only)} alone) {text}"
        yield f"~~{text}~~" if undone else text


def _board(history: History) -> Iterator[str]:
    yield from _laid_out(tables(history.report["state"], history.row.players))


def _laid_out(tables: Iterable[Table]) -> Iterator[str]:
    for table in tables:
        yield f"### {inline(table.title)}"
        yield _grid(table)


def _grid(table: Table) -> str:
    ruler = ["---"] * len(table.head)
    rows = [[cell(text) for text in row] for row in (table.head, *table.rows)]
    return "\n".join(_row(row) for row in (rows[0], ruler, *rows[1:]))


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(inline(name) for name in names)
