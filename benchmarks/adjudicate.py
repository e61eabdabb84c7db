"""How fast matches are adjudicated, beside other game engines measured in the same run.

Run it with `pip install -e '.[bench]'` and `python benchmarks/adjudicate.py [--seconds S]`.

Each engine gets whole random games prepared beforehand and is timed on stepping through them:

- umpire: JSON lines of a script, chance spelled out as in a log, parsed, judged and answered as
  `umpire adjudicate` does;
- python-chess: `Board.push_san` of given games;
- RLCard: `env.step` of random legal actions in no-limit hold'em for two;
- PokerKit: random legal actions in no-limit hold'em for two, the dealing automated.

What is printed are decisions a second of processor time, and each one's ratio to the other
engines. Rounds of all engines alternate and the best of each counts, so that a busy machine
disturbs little and all alike.
"""

import argparse
import gc
import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import chess
import rlcard
from pokerkit import Automation, NoLimitTexasHoldem

from umpire.catalogue import find_game, games
from umpire.cli.adjudicate import results
from umpire.games.base import CHANCE
from umpire.match import begin, judge, read_header, words

ROUNDS = 5


def umpire_scripts(game_id: str, count: int) -> list[list[bytes]]:
    """Give random whole matches as scripts: legal moves with a blunder here and there."""
    return [_umpire_script(game_id, random.Random(number)) for number in range(count)]


def _umpire_script(game_id: str, dice: random.Random) -> list[bytes]:
    game = find_game(game_id)
    header = {
        "umpire": 1,
        "game": game_id,
        "players": ["Ana", "Bo", "Cy", "Di"][: game.seats.start],
        "options": {},
    }
    seed = dice.randbytes(32).hex()
    match = begin(read_header(json.dumps(header), games()), game).match
    lines: list[dict[str, Any]] = [header]
    while match.status == "running":
        owed = dice.choice(match.pending)
        if owed.by == CHANCE:
            say = words(match, seed)
        else:
            say = game.sample(match.state, owed.decision, dice)
            say += " nonsense" if dice.random() < 0.1 else ""
        line = {"t": len(lines), "by": owed.decision.by, "say": say}
        match = judge(match, line).match
        lines.append(line)
    return [json.dumps(line).encode() for line in lines]


def run_umpire(game_id: str) -> Callable[[], Iterator[int]]:
    """Give a run over prepared scripts that yields the number of inputs of each."""
    scripts = umpire_scripts(game_id, 50)

    def run() -> Iterator[int]:
        for script in scripts:
            yield sum(1 for _ in results(iter(script))) - 1

    return run


def run_chess() -> Callable[[], Iterator[int]]:
    """Give a run of `push_san` over prepared random games."""
    dice = random.Random(1)
    prepared = []
    for _ in range(30):
        board, moves = chess.Board(), []
        while not board.is_game_over() and len(moves) < 120:
            moves.append(board.san(dice.choice(list(board.legal_moves))))
            board.push_san(moves[-1])
        prepared.append(moves)

    def run() -> Iterator[int]:
        for moves in prepared:
            board = chess.Board()
            for move in moves:
                board.push_san(move)
            yield len(moves)

    return run


def run_rlcard() -> Callable[[], Iterator[int]]:
    """Give a run of random legal actions in RLCard's no-limit hold'em."""
    environment = rlcard.make("no-limit-holdem")
    dice = random.Random(1)

    def run() -> Iterator[int]:
        for _ in range(300):
            state, _player = environment.reset()
            steps = 0
            while not environment.is_over():
                state, _player = environment.step(dice.choice(list(state["legal_actions"])))
                steps += 1
            yield steps

    return run


def run_pokerkit() -> Callable[[], Iterator[int]]:
    """Give a run of random legal actions in PokerKit's no-limit hold'em."""
    automations = tuple(Automation)
    dice = random.Random(1)

    def run() -> Iterator[int]:
        for _ in range(60):
            state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, (100, 100), 2)
            steps = 0
            while state.status:
                chance = dice.random()
                if chance < 0.3 and state.can_complete_bet_or_raise_to():
                    state.complete_bet_or_raise_to()
                elif chance < 0.4 and state.can_fold():
                    state.fold()
                else:
                    state.check_or_call()
                steps += 1
            yield steps

    return run


def rate(run: Callable[[], Iterator[int]], seconds: float) -> float:
    """Give the decisions a second over at least this many seconds of whole runs."""
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += sum(run())
    return done / spent


def main() -> None:
    """Measure all engines in turn and print the best round of each."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--seconds", type=float, default=1.0, help="per engine and round")
    seconds = options.parse_args().seconds
    others = {"python-chess": run_chess(), "RLCard": run_rlcard(), "PokerKit": run_pokerkit()}
    runs = {**{name: run_umpire(name) for name in sorted(games())}, **others}
    best = dict.fromkeys(runs, 0.0)
    gc.freeze()  # what one engine has loaded must not burden the collector in another's run
    for _ in range(ROUNDS):
        for name, run in runs.items():
            best[name] = max(best[name], rate(run, seconds))
    print(f"{'decisions a second':28}{'':>10}" + "".join(f"  of {name}" for name in others))
    for name, figure in best.items():
        ratios = "".join(f"{figure / best[other]:>{len(other) + 5}.2f}" for other in others)
        print(f"{name:28}{figure:>10,.0f}{ratios}")


if __name__ == "__main__":
    main()
