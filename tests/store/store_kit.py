"""What the tests of the store share: a header, lines that follow one another, a store.

And what other processes do with one, which import no more than this.
"""

import hashlib
from collections.abc import Sequence
from multiprocessing.connection import Connection
from multiprocessing.queues import SimpleQueue
from multiprocessing.synchronize import Barrier
from pathlib import Path

from umpire.match.header import Header
from umpire.store import Entry, LogLine, Store
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


def write_on(place: Path | str, told: Connection) -> None:
    """Write two lines at a time for as long as one lives, and tell of the last that is kept."""
    with Store.open(place) as store:
        kept = store.lines(ID)
        n, before = (kept[-1].n, kept[-1].hash) if kept else (1, "")
        while True:
            told.send(n)
            pair = [line(n + 1, before), line(n + 2, line(n + 1, before).hash)]
            store.append(ID, pair, [Entry(0, one.n, one.say, "taken", one.n) for one in pair])
            n, before = pair[-1].n, pair[-1].hash


def open_together(place: Path | str, all_there: Barrier, ids: "SimpleQueue[str]") -> None:
    all_there.wait()
    with Store.open(place) as store:
        ids.put(store.new_id("tic"))


def count_lines(place: Path | str, asked: Connection) -> None:
    """Say how many lines there are, as often as it is asked."""
    while asked.recv():
        with Store.open(place) as store:
            asked.send(len(store.lines(ID)))
