"""What the tests of `umpire` as a process share: its home, its children, and patience."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from umpire.store import Store


@contextmanager
def umpire(
    folder: Path, *arguments: str, stderr: int = subprocess.STDOUT
) -> Iterator["subprocess.Popen[str]"]:
    """The program itself, on a home of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "umpire", "--home", str(folder), *arguments],
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        sys.stdout.write(process.communicate()[0])  # shown if the test fails


def until(true: Callable[[], bool], seconds: float = 90.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.1)


def arguments_of(process: Path) -> bytes:
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""  # it has ended meanwhile


def daemons_of(process: int) -> list[int]:
    """The daemons that a demo has begun and that have not ended."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text().split()
    return [int(child) for child in listed if b"watch" in arguments_of(Path("/proc") / child)]


def turns(home: Path) -> int:
    """How often players have said something that was taken."""
    with Store.open(home) as store:
        return sum(
            line.ok and line.by in row.players
            for row in store.matches()
            for line in store.lines(row.id)
        )
