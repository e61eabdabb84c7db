"""What the tests of the store share: a header, lines that follow one another, a store."""

import hashlib
from collections.abc import Sequence

from umpire.match.header import Header
from umpire.store import LogLine, Store
from umpire.store.worldtime import rfc3339

SEED = "5e" * 32
NOON = 1_767_268_800.0  # 2026-01-01T12:00:00Z
ID = "tic-1"


def header() -> Header:
    return Header("tic", ("Ana", "Bo"), {"clock": False})


def made(store: Store, match_id: str = ID, lines: Sequence[LogLine] = ()) -> str:
    store.create(match_id, header(), SEED, engine="0.1.0", started=rfc3339(NOON), lines=lines)
    return match_id


def line(n: int, before: str = "", **more: object) -> LogLine:
    """Line `n`, its hash chained to the one before it."""
    values: dict[str, object] = {
        "t": float(n),
        "by": "Ana",
        "say": f"move {n}",
        "at": rfc3339(NOON + n),
        "ok": True,
        "hash": chained(before, n),
    }
    return LogLine(n=n, **(values | more))  # type: ignore[arg-type]


def chained(before: str, n: int) -> str:
    return hashlib.sha256(f"{before}\n{n}".encode()).hexdigest()
