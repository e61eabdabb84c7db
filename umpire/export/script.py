"""A match as a script: its log, for anyone to adjudicate and verify again."""

import json
from collections.abc import Iterator

from umpire.export.history import History, Turn, read_history
from umpire.games.base import UMPIRE, AnyGame
from umpire.json_types import JsonObject
from umpire.match import header_hash
from umpire.match.cutting import CUT
from umpire.store import LogLine, MatchRow, Store
from umpire.store.replay import as_logged


def script_lines(store: Store, match_id: str) -> list[str]:
    """Return the lines of a match's log, its header first, each one JSON object without a line end.

    It holds secrets until the match is closed.
    """
    row = store.find(match_id)
    return _written(row, (_line(line) for line in store.lines(row.id)))


def script_as(store: Store, match_id: str, game: AnyGame, viewer: str | None) -> list[str]:
    """Return the lines of a match's log as a player, or None for everybody, may know it.

    Once the match is closed that is all of it. Words that the viewer may not know are null, and so
    are all hashes from there on, on which a guess at them could be tried.
    """
    row = store.find(match_id)
    history = read_history(store, row, game)
    return _written(row, _known(history, viewer))


def _written(row: MatchRow, lines: Iterator[JsonObject]) -> list[str]:
    header = row.header().to_json()
    objects = [header | {"hash": header_hash(header)}, *lines]
    return [json.dumps(each, ensure_ascii=False) for each in objects]


def _known(history: History, viewer: str | None) -> Iterator[JsonObject]:
    whole = True
    for turn in history.turns:
        line = _line(turn.line)
        if not _may_know(history, turn, viewer):
            line["say"], whole = None, False
            line.pop("note", None)
        yield line if whole else line | {"hash": None}


def _may_know(history: History, turn: Turn, viewer: str | None) -> bool:
    """Return whether a viewer may know what a line says."""
    if history.closed or turn.line.by in (None, viewer) or turn.is_open:
        return True
    if turn.line.by == UMPIRE:
        return any(event.only is None for event in turn.events)
    was_cut = turn.decision is not None and turn.decision.kind is CUT and turn.line.ok
    return was_cut and history.match.cut is not None


def _line(line: LogLine) -> JsonObject:
    said = as_logged(line)
    if line.t is not None and line.t.is_integer():
        said["t"] = int(line.t)
    return {**said, "hash": line.hash}
