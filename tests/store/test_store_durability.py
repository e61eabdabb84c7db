"""A process may be killed at any instruction: what it said was kept is kept, and nothing torn."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from store_kit import ID, chained, line, made

from umpire.store import Store

pytestmark = pytest.mark.end_to_end

WRITER = """
import sys
sys.path.insert(0, sys.argv[2])
from store_kit import ID, line
from umpire.store import Entry, Store

with Store.open(sys.argv[1]) as store:
    kept = store.lines(ID)
    n, before = (kept[-1].n, kept[-1].hash) if kept else (1, "")
    print("ready", flush=True)
    while True:
        pair = [line(n + 1, before), line(n + 2, line(n + 1, before).hash)]
        store.append(ID, pair, [Entry(0, one.n, one.say, "taken", one.n) for one in pair])
        n, before = pair[-1].n, pair[-1].hash
        print(n, flush=True)
"""


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
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, str(place), str(Path(__file__).parent)],
        stdout=subprocess.PIPE,
        text=True,
    ) as writer:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
        time.sleep(after)
        writer.kill()
        said = writer.stdout.read()
    whole = [line for line in said.splitlines(keepends=True) if line.endswith("\n")]
    return int(whole[-1]) if whole else 1


OPENER = """
import sys
from umpire.store import Store
print("ready", flush=True)
sys.stdin.readline()
with Store.open(sys.argv[1]) as store:
    print(store.new_id("tic"))
"""


def test_many_processes_may_make_the_log_at_once(new_place: Path | str) -> None:
    openers = [
        subprocess.Popen(
            [sys.executable, "-c", OPENER, str(new_place)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for opener in openers:
        assert opener.stdout is not None
        assert opener.stdout.readline() == "ready\n"
    answers = [opener.communicate("go\n") for opener in openers]
    assert [error for _, error in answers] == [""] * 4
    assert sorted(said.strip() for said, _ in answers) == ["tic-1", "tic-2", "tic-3", "tic-4"]


READER = """
import sys
sys.path.insert(0, sys.argv[2])
from store_kit import ID
from umpire.store import Store
with Store.open(sys.argv[1]) as store:
    print(len(store.lines(ID)))
"""


def test_a_second_opening_in_one_process_does_not_drop_the_locks_of_the_first(
    tmp_path: Path,
) -> None:
    """POSIX drops all locks of a process on a file when it closes any descriptor of it."""
    with Store.open(tmp_path) as store:
        made(store)
        for n in range(2, 6):
            store.append(ID, [line(n, _last_hash(store))])
            with Store.open(tmp_path):
                pass
            assert _lines_that_another_process_sees(tmp_path) == n - 1


def _last_hash(store: Store) -> str:
    kept = store.lines(ID)
    return (kept[-1].hash or "") if kept else ""


def _lines_that_another_process_sees(folder: Path) -> int:
    done = subprocess.run(
        [sys.executable, "-c", READER, str(folder), str(Path(__file__).parent)],
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)
