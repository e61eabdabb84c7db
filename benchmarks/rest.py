"""What a host's machine pays while five matches wait for somebody.

Run it with `python benchmarks/rest.py [--seconds N] [--clocks]`.

`umpire serve` and `umpire watch` run as a host starts them, in processes of their own, with a match
of each game that has rules. Once every match waits for its players, the processor time of both is
taken over some seconds in which nobody types. It is read from /proc, so it takes Linux.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

GAMES = (
    "arcanoid",
    "box-within-a-box",
    "denizens-of-tartarus",
    "devils-deal",
    "eighteenth-hell",
)
SECONDS = 30.0
SETTLES = 10.0
"""Seconds after the last match has begun until all that is written at a start is written."""

_TICKS = os.sysconf("SC_CLK_TCK")


def umpire(home: Path, *arguments: str) -> str:
    """Return what a command prints."""
    command = [sys.executable, "-m", "umpire", "--home", str(home), *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@contextmanager
def running(home: Path, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """Run a command that goes on until it is stopped."""
    command = [sys.executable, "-m", "umpire", "--home", str(home), *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def address_of(server: subprocess.Popen[str]) -> str:
    """Return where a server says that it answers."""
    assert server.stdout is not None
    return server.stdout.readline().split()[-1]


def wait_until_asked(home: Path) -> None:
    """Wait until every match is asking its players something."""
    while any(told["status"] == "new" for told in json.loads(umpire(home, "matches", "--json"))):
        time.sleep(1.0)
    time.sleep(SETTLES)


def processor_seconds(process: subprocess.Popen[str]) -> float:
    """Return the processor time that a process has used, its threads' included."""
    stat = Path(f"/proc/{process.pid}/stat").read_text("ascii")
    user, system = stat.rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / _TICKS


def shares(processes: Sequence[subprocess.Popen[str]], seconds: float) -> list[float]:
    """Return what share of a core each process uses in the next seconds."""
    began = time.monotonic()
    before = [processor_seconds(process) for process in processes]
    time.sleep(seconds)
    took = time.monotonic() - began
    return [
        (processor_seconds(process) - used) / took
        for process, used in zip(processes, before, strict=True)
    ]


def measured(seconds: float, *, clocks: bool) -> dict[str, float]:
    """Return the shares of a core that the server and the daemon use while all matches wait."""
    options = () if clocks else ("--no-clock",)
    with TemporaryDirectory() as name, ExitStack() as stack:
        home = Path(name)
        server = stack.enter_context(running(home, "serve", "--port", "0"))
        address = address_of(server)
        for game in GAMES:
            match = (game, "--players", "Ana,Bo", "--server", address, "--no-cut", *options)
            umpire(home, "new", *match)
        daemon = stack.enter_context(running(home, "watch"))
        wait_until_asked(home)
        of_server, of_daemon = shares((server, daemon), seconds)
    return {"umpire serve": of_server, "umpire watch": of_daemon, "both": of_server + of_daemon}


def commit() -> str:
    """Return the commit that is measured, "unknown" outside a repository."""
    command = ["git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"]
    found = subprocess.run(command, check=False, capture_output=True, text=True)
    return found.stdout.strip() or "unknown"


def main() -> None:
    """Measure, and print a small table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to measure")
    parser.add_argument("--clocks", action="store_true", help="play with the games' own clocks")
    given = parser.parse_args()
    print(f"{len(GAMES)} matches at rest, {given.seconds:g} s, commit {commit()}")
    for name, share in measured(given.seconds, clocks=given.clocks).items():
        print(f"{name:16}{share:8.1%} of a core")


if __name__ == "__main__":
    main()
