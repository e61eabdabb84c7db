"""A match as a script: its log, for anyone to adjudicate and verify again."""

import json
from typing import Any

from umpire.store import LogLine, MatchRow, Store
from umpire.store.replay import as_input


def script_lines(store: Store, match_id: str) -> list[str]:
    """Return the lines of a match's log, its header first, each one JSON object without a line end.

    The seed is in it only once the match is over.
    """
    row = store.find(match_id)
    header = row.header().to_json() | {"meta": _meta(store, row)}
    objects = [header, *(_line(line) for line in store.lines(row.id))]
    return [json.dumps(each, ensure_ascii=False) for each in objects]


def _meta(store: Store, row: MatchRow) -> dict[str, Any]:
    meta: dict[str, Any] = {
        "id": row.id,
        "engine": row.engine,
        "started": row.started,
        "ended": row.ended,
        "commitment": row.commitment,
    }
    if row.status == "over":
        meta["seed"] = store.seed(row.id)
    return meta


def _line(line: LogLine) -> dict[str, Any]:
    more = {"code": line.code, "cell": line.cell, "note": line.note, "hash": line.hash}
    present = {key: value for key, value in more.items() if value is not None}
    said = as_input(line)
    if line.t is not None and line.t.is_integer():
        said["t"] = int(line.t)
    return {**said, "at": line.at, "ok": line.ok, **present}
