"""A process may be killed at any instruction: what it said was kept is kept, and nothing torn."""

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest
from processes import PROCESSES
from store_kit import ID, chained, count_lines, line, made, open_together, write_on

from umpire.store import Store

pytestmark = pytest.mark.end_to_end


@pytest.mark.parametrize("seed", range(2))
def test_the_log_of_a_killed_writer_is_whole(place: Path | str, seed: int) -> None:
    moments = random.Random(seed)
    with Store.open(place) as store:
        made(store)
    told = 1
    for _ in range(5):
        told = max(told, _write_and_be_killed(place, moments.uniform(0.0, 0.08)))
        with Store.open(place) as store:
            lines = store.lines(ID)
            entries = store.entries(ID)
        assert len(lines) + 1 >= told, "a line that was told of is lost"
        before = ""
        for n, kept in enumerate(lines, 2):
            assert (kept.n, kept.hash) == (n, chained(before, n))
            before = kept.hash or ""
        assert [entry.line for entry in entries] == [kept.n for kept in lines]
        assert len(lines) % 2 == 0, "half a transaction was kept"


def _write_and_be_killed(place: Path | str, after: float) -> int:
    """Let a process write until it is killed, and give the last line that it told of."""
    told, telling = PROCESSES.Pipe(duplex=False)
    writer = PROCESSES.Process(target=write_on, args=(place, telling))
    writer.start()
    telling.close()
    with told, suppress(EOFError):
        last: int = told.recv()
        time.sleep(after)
        writer.kill()
        while True:
            last = told.recv()
    writer.join()
    return last


def test_many_processes_may_make_the_log_at_once(new_place: Path | str) -> None:
    all_there, ids = PROCESSES.Barrier(4), PROCESSES.SimpleQueue()
    openers = [
        PROCESSES.Process(target=open_together, args=(new_place, all_there, ids)) for _ in range(4)
    ]
    for opener in openers:
        opener.start()
    for opener in openers:
        opener.join()
    assert [opener.exitcode for opener in openers] == [0] * 4
    assert sorted(ids.get() for _ in openers) == ["tic-1", "tic-2", "tic-3", "tic-4"]


def test_a_second_opening_in_one_process_does_not_drop_the_locks_of_the_first(
    tmp_path: Path,
) -> None:
    """POSIX drops all locks of a process on a file when it closes any descriptor of it."""
    here, there = PROCESSES.Pipe()
    other = PROCESSES.Process(target=count_lines, args=(tmp_path, there))
    other.start()
    with Store.open(tmp_path) as store:
        made(store)
        for n in range(2, 6):
            store.append(ID, [line(n, _last_hash(store))])
            with Store.open(tmp_path):
                pass
            here.send(True)
            assert here.recv() == n - 1
    here.send(False)
    other.join()


def _last_hash(store: Store) -> str:
    kept = store.lines(ID)
    return (kept[-1].hash or "") if kept else ""
