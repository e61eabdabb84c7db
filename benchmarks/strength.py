"""How well the bots play: one level against another, in matches of each game.

Run it with `python benchmarks/strength.py [GAME...] [--matches N] [--pace SECONDS] [--jobs N]`.

Both sides think for as long as a demo's bots of their level do at this pace, in turn, in seconds of
processor time, so that other work on the machine makes no difference. They sit in every seat
equally often. In games for more than two all others are of the lower level. What is told is the
share of matches that the higher level wins, draws counted half, an interval in which the true share
lies in 19 of 20 cases (Wilson's), and how many playouts a second it made.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt
from multiprocessing import get_context
from random import Random

from umpire.bots.thinking import Thinker, thinking_seconds
from umpire.catalogue import find_game, games
from umpire.match import Header, Match, asking, begin
from umpire.match.transitions import take
from umpire.store.records import LEVELS

NAMES = ("Ana", "Bo", "Cleo", "Dan")
PACE = 0.3
MATCHES = 40
SURE = 1.96
"""Standard deviations on both sides that hold 19 of 20 cases."""


@dataclass(frozen=True, slots=True)
class Task:
    """One match: which game, who plays how well, by seat, and what it is drawn from."""

    game: str
    levels: tuple[int, ...]
    seed: int
    pace: float


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a match for the seat of the higher level, and how it thought."""

    points: float
    playouts: int
    seconds: float


def play(task: Task) -> Played:
    """Play a match to its end."""
    random = Random(task.seed)
    players = NAMES[: len(task.levels)]
    seed = f"{random.getrandbits(256):064x}"
    header = Header(task.game, players, {"clock": False}, seed=seed)
    match = begin(header, find_game(task.game)).match
    best = players[task.levels.index(max(task.levels))]
    playouts, seconds = 0, 0.0
    while match.outcome is None:
        owed = random.choice(match.pending)
        level = task.levels[players.index(owed.by)]
        began = time.process_time()
        text, tried = answered(match, owed.by, random, thinking_seconds(level, task.pace))
        if owed.by == best:
            playouts, seconds = playouts + tried, seconds + time.process_time() - began
        answer = owed.decision.kind.read(match.state, owed.decision, text)
        match, _ = take(match, match.now, owed, answer)
    winner = match.outcome.winner
    return Played(0.5 if winner is None else float(winner == best), playouts, seconds)


def answered(match: Match, player: str, random: Random, seconds: float) -> tuple[str, int]:
    """Return what somebody answers who thinks for so many seconds, and in how many playouts."""
    owed = match.pending_of(player)
    assert owed is not None
    if not seconds:
        return asking.random_answer(match, owed, random), 0
    end = time.process_time() + seconds
    thinker, playouts = Thinker(match, player, random), 0
    while time.process_time() < end:
        thinker.play_out()
        playouts += 1
    return thinker.best, playouts


def tasks(game: str, lower: int, higher: int, matches: int, pace: float) -> Iterator[Task]:
    """Yield matches in which the higher level has every seat equally often."""
    seats = max(2, find_game(game).seats[0])
    for number in range(matches):
        levels = [lower] * seats
        levels[number % seats] = higher
        yield Task(game, tuple(levels), number, pace)


def interval(share: float, count: int) -> tuple[float, float]:
    """Return the least and the greatest share that so many matches leave likely (Wilson, 1927)."""
    spread = SURE * SURE / count
    middle = (share + spread / 2) / (1 + spread)
    half = SURE * sqrt(share * (1 - share) / count + spread / (4 * count)) / (1 + spread)
    return middle - half, middle + half


def main(
    chosen: Sequence[str], matches: int, pace: float, jobs: int, levels: Sequence[int]
) -> None:
    """Print a row for each game and pair of neighbouring levels."""
    print("| game | levels | won | likely | playouts a second |\n| --- | --- | --- | --- | --- |")
    with get_context("spawn").Pool(jobs) as pool:
        for game in chosen:
            for lower, higher in pairwise(levels):
                given = [*tasks(game, lower, higher, matches, pace)]
                played = pool.map(play, given, chunksize=1)
                share = sum(one.points for one in played) / matches
                least, most = interval(share, matches)
                rate = sum(one.playouts for one in played) / sum(one.seconds for one in played)
                print(
                    f"| {find_game(game).title} | {higher} against {lower} | {share:.0%} "
                    f"| {least:.0%} to {most:.0%} | {rate:.0f} |",
                    flush=True,
                )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    rules = sorted(name for name, game in games().items() if not game.is_directed)
    parser.add_argument("games", nargs="*", default=rules)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--pace", type=float, default=PACE)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--levels", type=int, nargs="+", default=[*LEVELS])
    given = parser.parse_args()
    main(given.games, given.matches, given.pace, given.jobs, given.levels)
