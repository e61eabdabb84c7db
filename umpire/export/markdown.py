"""A match as Markdown, to paste into a forum or a chat."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator

from umpire.export.prose import block, code, inline, sentence
from umpire.export.rows import moves
from umpire.export.transcript import Transcript
from umpire.games.text import in_full, pluralize, printable
from umpire.store.worldtime import duration, readable

CHAT = 2000
"""A post in a chat must be shorter than this many characters."""

_LAST_WORDS = 3
"""The number of last events in the brief form."""
_WORDS = 160
_NAME = 40

_BOARD = "## The board"
_MOVES = ("## The moves", "| # | Clock | Who | What | Result |", "| --- " * 5 + "|")


def markdown(transcript: Transcript, board: str | None = None) -> str:
    """Return the page for a transcript; `board` is the board as plain text."""
    parts = [
        f"# {inline(transcript.match.title)}: {_join_names(transcript.row.players)}",
        f"**{_result(transcript)}**",
        _list(_summary(transcript)),
        "\n".join([_MOVES[0] + "\n", *_MOVES[1:], *_rows(transcript)]),
        *([_BOARD, block(board)] if board else []),
        *_settings(transcript),
        "## The proof",
        _list(f"{name}: {value}" for name, value in _proof(transcript)),
        _check(transcript),
    ]
    return "\n\n".join(parts) + "\n"


def brief(transcript: Transcript) -> str:
    """Return the result, the key numbers and the head in fewer than CHAT characters."""
    title = f"{transcript.match.title}: {', '.join(transcript.row.players)}"
    first = [f"**{inline(printable(title, _WORDS))}**", f"**{_result(transcript)}**"]
    last = [f"{name}: {value}" for name, value in _proof(transcript) if name != "Seed"]
    played = (turn for turn in transcript.turns if turn.line.seed is None)
    events = [
        *transcript.opening,
        *(event for turn in played for event in (*turn.limit_events, *turn.events)),
    ]
    public = [event.text for event in events if event.only is None]
    words = [sentence(printable(text, _WORDS)) for text in public[-_LAST_WORDS:]]
    room = CHAT - 1 - _length("\n".join([*first, *last]))
    middle: list[str] = []
    for line in (*words, *_summary(transcript)):
        if _length(line) < room:
            middle.append(line)
            room -= _length(line) + 1
    return "\n".join([*first, *middle, *last])


def _length(text: str) -> int:
    """Return the length of a text in UTF-16, as chats count it."""
    return len(text.encode("utf-16-le")) // 2


def _result(transcript: Transcript) -> str:
    match = transcript.match
    if match.outcome is None:
        return "Paused." if match.paused else "Still running."
    return f"{inline(printable(match.result, _WORDS))}."


def _summary(transcript: Transcript) -> Iterator[str]:
    """Yield the key numbers, and how long the match took."""
    match, row = transcript.match, transcript.row
    for title, scores in match.game.scores(transcript.state).items():
        numbers = {name: in_full(number) for name, number in scores.items()}
        yield f"{inline(title)}: {_per_player(row.players, numbers)}"
    count = Counter(move.decision.by for move in transcript.moves)
    refused = sum(turn.line.by in row.players and not turn.line.ok for turn in transcript.turns)
    tries = f"; {pluralize(refused, 'attempt')} refused" if refused else ""
    counts = {name: str(count[name]) for name in row.players}
    yield f"Moves: {_per_player(row.players, counts)}{tries}"
    until = f" to {readable(row.ended)}" if row.ended else ""
    opened = readable(transcript.opened_at)
    yield f"Time: {duration(transcript.length)} on the match clock, {opened}{until}"
    left = {name: duration(left) for name, left in match.reserve_left().items() if left is not None}
    if left:
        yield f"Reserve left: {_per_player(row.players, left)}"


def _per_player(players: Iterable[str], values: dict[str, str]) -> str:
    return ", ".join(
        f"{inline(printable(name, _NAME))} {values[name]}" for name in players if name in values
    )


def _rows(transcript: Transcript) -> Iterator[str]:
    for move in moves(transcript):
        cells = (
            inline(move.author),
            code(move.text) if move.text else "",
            inline(move.result),
        )
        author, text, result = (
            f"~~{cell}~~" if move.is_undone and cell else cell for cell in cells
        )
        remark = " ".join(part for part in (result, inline(move.remark)) if part)
        yield _row(str(move.line), duration(move.at), author, text, remark)


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _settings(transcript: Transcript) -> Iterator[str]:
    if options := transcript.options:
        yield "## The settings"
        yield block(json.dumps(options, ensure_ascii=False, indent=1))


def _proof(transcript: Transcript) -> Iterator[tuple[str, str]]:
    row = transcript.row
    yield "Match", f"{code(row.id)}, adjudicated by umpire {inline(row.engine)}"
    yield "Commitment to the seed", code(row.commitment)
    if transcript.seed is not None and transcript.head is not None:
        yield "Seed", code(transcript.seed)
        yield "Head of the log", code(transcript.head)


def _check(transcript: Transcript) -> str:
    if transcript.head is None:
        return "The seed and the head of the log are shown once the match is closed."
    command = f"umpire verify match.jsonl --head {transcript.head}"
    return (
        "Ask for the log (`umpire export MATCH -o match.jsonl`). With it anyone can adjudicate "
        f"the match again: `{command}`."
    )


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(inline(name) for name in names)
