"""How fast matches are adjudicated, beside other game engines measured in the same run.

Run it with `pip install -e ./packages/sheets-emulator -e '.[bench]'` and
`python benchmarks/adjudicate.py [--game GAME] [--rounds N]`; with `--markdown` for a table that
says what was measured where, and with `--readme` to put that table into README.md beside this file.

Each engine gets whole random games prepared beforehand and is timed on stepping through them:

- umpire: JSON lines of a script, chance spelled out as in a log, parsed, judged and answered as
  `umpire adjudicate` does; what is held is locked or drafted afresh, evenly, so that a match is
  decisions rather than drafts until a limit falls;
- python-chess: `Board.push_san` of given games;
- RLCard: `env.step` of random legal actions in no-limit hold'em for two;
- PokerKit: random legal actions in no-limit hold'em for two and for four, the dealing automated.

A game for more than two is played by four.

What is printed are decisions a second of processor time, and each one's ratio to the other
engines. The work of every engine is in pieces of some milliseconds, a match or some hands, the
same in every round; rounds of all engines alternate, and of each piece the least time counts, so
that a busy machine, which breaks into longer pieces again and again, disturbs little and all alike.
"""

import argparse
import gc
import json
import os
import platform
import random
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from math import inf
from pathlib import Path
from textwrap import fill
from typing import Any

import chess
import rlcard
from numpy.random import RandomState
from pokerkit import Automation, NoLimitTexasHoldem

from umpire.catalogue import find_game, games
from umpire.games.base import CHANCE
from umpire.library import adjudicate
from umpire.match import Match, PendingDecision, begin, chance_answer, judge, read_header

ROUNDS = 15
MATCHES = 20
PIECES = 12
"""Of how many pieces the work of the engines for card games is made."""
BLUNDERS = 0.1
"""How often a player types what is refused."""
LOCKS = 0.5
"""How often a player locks what is held rather than to replace it."""
REFERENCES = {
    "python-chess": f"python-chess {version('chess')}, `push_san`",
    "RLCard": f"RLCard {version('rlcard')}, no-limit hold'em for two",
    "PokerKit": f"PokerKit {version('pokerkit')}, no-limit hold'em for two",
    "PokerKit, 4": f"PokerKit {version('pokerkit')}, no-limit hold'em for four",
}
"""The other engines, and what of them is measured."""
README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- adjudicate.py --readme -->\n", "<!-- end of it -->\n"
"""Between these lines of README.md stands the table."""


def umpire_scripts(game_id: str, count: int) -> list[list[bytes]]:
    """Return random whole matches as scripts: legal moves with a blunder here and there."""
    return [_umpire_script(game_id, random.Random(number)) for number in range(count)]


def _umpire_script(game_id: str, dice: random.Random) -> list[bytes]:
    game = find_game(game_id)
    header = {
        "umpire": 1,
        "game": game_id,
        "players": ["Ana", "Bo", "Cy", "Di"][: game.seats.stop - 1],
        "options": {},
    }
    seed = dice.randbytes(32).hex()
    match = begin(read_header(json.dumps(header), games()), game).match
    lines: list[dict[str, Any]] = [header]
    while match.status == "running":
        pending = dice.choice([pending for pending in match.pending if not pending.locked])
        is_chance = pending.by == CHANCE
        say = chance_answer(match, seed) if is_chance else _player_says(match, pending, dice)
        line = {"t": len(lines), "by": pending.by, "say": say}
        match = judge(match, line).match
        lines.append(line)
    return [json.dumps(line).encode() for line in lines]


def _player_says(match: Match, pending: PendingDecision, dice: random.Random) -> str:
    if pending.held is not None and dice.random() < LOCKS:
        return "lock"
    say = pending.decision.kind.random_answer(match.state, pending.decision, dice)
    return f"{say} nonsense" if dice.random() < BLUNDERS else say


def run_umpire(game_id: str) -> Callable[[], Iterator[int]]:
    """Yield a run over prepared scripts that yields the number of inputs of each."""
    scripts = umpire_scripts(game_id, MATCHES)

    def run() -> Iterator[int]:
        for script in scripts:
            yield sum(1 for _ in adjudicate(script)) - 1

    return run


def run_chess() -> Callable[[], Iterator[int]]:
    """Yield a run of `push_san` over prepared random games."""
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
    """Yield a run of random legal actions in RLCard's no-limit hold'em."""
    environment = rlcard.make("no-limit-holdem")

    decks = [RandomState(piece).get_state() for piece in range(PIECES)]

    def run() -> Iterator[int]:
        for piece, deck in enumerate(decks):
            environment.np_random.set_state(deck)  # quicker than to seed it, which would count
            dice, steps = random.Random(piece), 0
            for _ in range(25):
                state, _player = environment.reset()
                while not environment.is_over():
                    state, _player = environment.step(dice.choice(list(state["legal_actions"])))
                    steps += 1
            yield steps

    return run


def run_pokerkit(players: int) -> Callable[[], Iterator[int]]:
    """Yield a run of random legal actions in PokerKit's no-limit hold'em."""
    automations = tuple(Automation)

    def run() -> Iterator[int]:
        for piece in range(PIECES):
            random.seed(piece)  # PokerKit shuffles by it
            yield sum(_pokerkit_hand(automations, players) for _ in range(5))

    return run


def _pokerkit_hand(automations: tuple[Automation, ...], players: int) -> int:
    stacks = (100,) * players
    state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, stacks, players)
    steps = 0
    while state.status:
        chance = random.random()
        if chance < 0.3 and state.can_complete_bet_or_raise_to():
            state.complete_bet_or_raise_to()
        elif chance < 0.4 and state.can_fold():
            state.fold()
        else:
            state.check_or_call()
        steps += 1
    return steps


class Timed:
    """The least time that each piece of an engine's work has taken so far."""

    def __init__(self, run: Callable[[], Iterator[int]]) -> None:
        self._run = run
        self._least: dict[int, tuple[float, int]] = {}

    def round(self) -> None:
        """Do all pieces once."""
        begun = time.process_time()
        for piece, decisions in enumerate(self._run()):
            spent = time.process_time() - begun
            self._least[piece] = min((spent, decisions), self._least.get(piece, (inf, 0)))
            begun = time.process_time()

    def rate(self) -> float:
        """Return the decisions a second."""
        times, decisions = zip(*self._least.values(), strict=True)
        return float(sum(decisions) / sum(times))


def measure(game_ids: list[str], rounds: int) -> dict[str, float]:
    """Measure all engines in turn and return the rate of each."""
    runs = {name: run_umpire(name) for name in game_ids}
    others = (run_chess(), run_rlcard(), run_pokerkit(2), run_pokerkit(4))
    runs |= dict(zip(REFERENCES, others, strict=True))
    timed = {name: Timed(run) for name, run in runs.items()}
    gc.freeze()  # what one engine has loaded must not burden the collector in another's run
    for _ in range(rounds):
        for engine in timed.values():
            engine.round()
    return {name: engine.rate() for name, engine in timed.items()}


def text_table(rates: Mapping[str, float]) -> str:
    """Return the rates and their ratios for a terminal."""
    lines = [f"{'decisions a second':28}{'':>10}" + "".join(f"  of {name}" for name in REFERENCES)]
    for name, rate in rates.items():
        ratios = "".join(f"{rate / rates[other]:>{len(other) + 5}.2f}" for other in REFERENCES)
        lines.append(f"{name:28}{rate:>10,.0f}{ratios}")
    return "\n".join(lines)


def markdown_table(rates: Mapping[str, float], rounds: int) -> str:
    """Return the rates and their ratios as a table, and what was measured, where and when."""
    of = " | ".join(f"of {name.replace(', 4', ' for four')}" for name in REFERENCES)
    lines = [
        fill(f"Measured {where()}, in {rounds} rounds:", 100) + "\n",
        f"| decisions a second of processor time | | {of} |",
        "| --- " * (len(REFERENCES) + 2) + "|",
    ]
    for name, rate in rates.items():
        ratios = " | ".join(f"{rate / rates[other]:.2f}" for other in REFERENCES)
        lines.append(f"| {titled(name)} | {rate:,.0f} | {ratios} |")
    return "\n".join(lines)


def titled(name: str) -> str:
    """Return what is measured by a name, for people."""
    if name in REFERENCES:
        return REFERENCES[name]
    game = find_game(name)
    return f"{game.title}, four players" if game.seats.stop > 3 else game.title


def where() -> str:
    """Return the commit, and whether the tree is clean; Python, machine, load and day."""
    commit = _git("rev-parse", "--short=10", "HEAD")
    changes = " with changes" if _git("status", "--porcelain") else ""
    cores = len(os.sched_getaffinity(0))
    return (
        f"at commit `{commit}`{changes}, Python {platform.python_version()}, {cores} cores of "
        f"{_processor()}, load average {os.getloadavg()[0]:.1f}, {datetime.now(UTC):%Y-%m-%d}"
    )


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(README.parent), *arguments]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.strip()


def _processor() -> str:
    """Return the name of the processor, as far as the system tells."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text("utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()


def put_into_readme(table: str) -> None:
    """Replace the table in README.md."""
    before, _, rest = README.read_text("utf-8").partition(BEGIN)
    _, _, behind = rest.partition(END)
    README.write_text(f"{before}{BEGIN}\n{table}\n\n{END}{behind}", "utf-8")


def main() -> None:
    """Measure all engines in turn and print the rate of each."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=ROUNDS, help="how often all is done")
    options.add_argument("--game", choices=sorted(games()), help="only this one of umpire's games")
    options.add_argument("--markdown", action="store_true", help="print a table in Markdown")
    options.add_argument("--readme", action="store_true", help="put that table into README.md")
    arguments = options.parse_args()
    rates = measure([arguments.game] if arguments.game else sorted(games()), arguments.rounds)
    table = markdown_table(rates, arguments.rounds)
    print(table if arguments.markdown or arguments.readme else text_table(rates))
    if arguments.readme:
        put_into_readme(table)


if __name__ == "__main__":
    main()
