"""How fast an archive of finished matches is verified, beside adjudicating it alone.

Run it with `python benchmarks/verify.py [--matches N] [--processes N]`.

The archive is random whole matches of all five games in equal numbers, as bots play them: legal
answers, what is held is locked, each match cut, closed, with its seed shown. `umpire verify` gets
all of them as files and is timed from its start to its end, its processes and their start included.
The reference does for the same logs what `umpire adjudicate` does, without hashes, states, cuts or
seeds, in as many processes. A last figure is that of the seconds of processor time.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from umpire.catalogue import find_game
from umpire.library import adjudicate
from umpire.testing import matches

GAMES = (
    "arcanoid",
    "box-within-a-box",
    "denizens-of-tartarus",
    "devils-deal",
    "eighteenth-hell",
)
MOST_PLAYERS = 4
ROUNDS = 3


def archived(folder: Path, number: int) -> Path:
    """Write one match down and return where."""
    game = find_game(GAMES[number % len(GAMES)])
    dice = random.Random(number)
    seats = dice.randint(game.seats[0], min(game.seats[-1], MOST_PLAYERS))
    played = matches.random_match(matches.opened(game, seats, cut=True), dice)
    path = folder / f"{number:05}.jsonl"
    path.write_text("".join(f"{line}\n" for line in matches.log_of(list(played))), "utf-8")
    return path


def judged(path: Path) -> int:
    """Adjudicate a log again and return how many lines it has."""
    return sum(1 for _ in adjudicate(path.read_bytes().splitlines()))


def verified(paths: list[Path], processes: int) -> None:
    """Run `umpire verify` as a shell would, on so many processors."""
    command = [sys.executable, "-m", "umpire", "verify", "--closed", *map(str, paths)]
    told = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    words = Counter(line.rpartition(": ")[2] for line in told.splitlines() if line[0] != " ")
    assert words == {"proved": len(paths)}, words


def adjudicated(paths: list[Path], processes: int) -> None:
    """Adjudicate all logs in so many processes."""
    with ProcessPoolExecutor(processes) as pool:
        assert all(pool.map(judged, paths, chunksize=4))


def main() -> None:
    """Make the archive, measure, and print."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--matches", type=int, default=1000)
    options.add_argument("--processes", type=int, default=len(os.sched_getaffinity(0)))
    given = options.parse_args()
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: given.processes])
    matches.LOCKED = 1.0  # as bots do
    with tempfile.TemporaryDirectory() as folder:
        paths = [archived(Path(folder), number) for number in range(given.matches)]
        lines = sum(path.read_bytes().count(b"\n") for path in paths)
        size = sum(path.stat().st_size for path in paths)
        print(f"{len(paths)} matches, {lines:,} lines, {size / 1e6:.1f} MB")
        best: dict[str, tuple[float, float]] = {}
        for _ in range(ROUNDS):
            for run in (verified, adjudicated):
                begun, spent = time.perf_counter(), sum(os.times()[:4])
                run(paths, given.processes)
                took = time.perf_counter() - begun, sum(os.times()[:4]) - spent
                best[run.__name__] = min(took, best.get(run.__name__, took))
    for name, (wall, spent) in best.items():
        print(f"{name:12} {wall:6.1f} s  {spent:6.1f} s of processors{lines / wall:>9,.0f} lines/s")
    print(f"ratio {best['verified'][0] / best['adjudicated'][0]:.2f}")


if __name__ == "__main__":
    main()
