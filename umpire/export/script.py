"""A match as a script: its log, which anyone can adjudicate and verify again."""

from collections.abc import Iterator

from umpire.export.transcript import Transcript, Turn
from umpire.games.base import UMPIRE
from umpire.json_types import JsonObject, write_json
from umpire.match import header_hash, known_options
from umpire.store import LogLine, MatchRow, Store
from umpire.store.replay import as_logged

_OF_EVERY_LINE = ("t", "by", "say", "at", "ok", "hash")
"""The keys of a line of which a viewer knows nothing; all are null."""


def script_lines(store: Store, row: MatchRow) -> list[str]:
    """Return the lines of a match's log, its header first, each a JSON object without a line end.

    It contains secrets until the match is closed.
    """
    return _json_lines(_header(row), (_line(line) for line in store.lines(row.id)))


def script_as(transcript: Transcript, viewer: str | None) -> list[str]:
    """Return the lines of a match's log as a player, or None for everybody, may know it.

    Once the match is closed that is all of it. Before that, whatever the viewer may not know of a
    line is null (see `Transcript.turn_known_to`), and options and lines that do not exist for the
    viewer are left out. From the first such line on all hashes are null, since guesses could be
    tested with them. In a directed game all hashes are null, since the first null would reveal that
    a line before it was left out.
    """
    row, match = transcript.row, transcript.match
    header, options = _header(row), known_options(match, viewer)
    is_whole = match.closed or (options == row.options and not match.game.is_directed)
    if not is_whole:
        header |= {"options": options, "hash": None}
    return _json_lines(header, _lines_known_to(transcript, viewer, is_whole))


def _header(row: MatchRow) -> JsonObject:
    header = row.header().to_json()
    return header | {"hash": header_hash(header)}


def _json_lines(header: JsonObject, lines: Iterator[JsonObject]) -> list[str]:
    return [write_json(document) for document in (header, *lines)]


def _lines_known_to(
    transcript: Transcript, viewer: str | None, is_whole: bool
) -> Iterator[JsonObject]:
    closed = transcript.closed
    for turn in transcript.all_turns:
        if not closed and transcript.leaves_out(turn, viewer):
            continue
        visible = turn if closed else transcript.turn_known_to(turn, viewer)
        is_whole = is_whole and visible is not None and _tells_all(visible, turn)
        if is_whole:
            yield _line(turn.line)
        elif visible is None:
            yield dict.fromkeys(_OF_EVERY_LINE)
        else:
            is_bare = turn.line.by is None or _is_unheard_direction(visible, turn, transcript)
            spoken = () if is_bare else ("t", "by", "say")
            refused = ("code",) if _is_masked_direction(visible) else ()
            yield dict.fromkeys((*spoken, *refused)) | _line(visible.line) | {"hash": None}


def _is_masked_direction(visible: Turn) -> bool:
    """Return whether a line is the umpire's and its words are hidden from the viewer."""
    return visible.line.by == UMPIRE and visible.line.say is None


def _is_unheard_direction(visible: Turn, turn: Turn, transcript: Transcript) -> bool:
    """Return whether a line is a direction that the viewer is told nothing of.

    It is there because a limit fell before it, and must look as if only time had passed.
    """
    is_direction = turn.line.by == UMPIRE and not turn.is_command
    return is_direction and visible.line.by is None and transcript.match.game.is_directed


def _tells_all(visible: Turn, turn: Turn) -> bool:
    """Return whether nothing of a line, and of limits before it, is hidden from the viewer."""
    words, known_words = (turn.line.by, turn.line.say), (visible.line.by, visible.line.say)
    return known_words == words and visible.limit_events == turn.limit_events


def _line(line: LogLine) -> JsonObject:
    logged = as_logged(line)
    if line.t is not None and line.t.is_integer():
        logged["t"] = int(line.t)
    return {**logged, "hash": line.hash}
