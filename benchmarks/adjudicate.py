"""How fast matches are adjudicated, beside other game engines measured in the same run.

Run it with `pip install -e '.[bench]'` and `python benchmarks/adjudicate.py [--game GAME]
[--rounds N]`.

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
import random
import time
from collections.abc import Callable, Iterator
from math import inf
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
        owed = dice.choice([owed for owed in match.pending if not owed.locked])
        say = chance_answer(match, seed) if owed.by == CHANCE else _player_says(match, owed, dice)
        line = {"t": len(lines), "by": owed.by, "say": say}
        match = judge(match, line).match
        lines.append(line)
    return [json.dumps(line).encode() for line in lines]


def _player_says(match: Match, owed: PendingDecision, dice: random.Random) -> str:
    if owed.held is not None and dice.random() < LOCKS:
        return "lock"
    say = owed.decision.kind.random_answer(match.state, owed.decision, dice)
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


def main() -> None:
    """Measure all engines in turn and print the rate of each."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=ROUNDS, help="how often all is done")
    options.add_argument("--game", choices=sorted(games()), help="only this one of umpire's games")
    given = options.parse_args()
    others = {
        "python-chess": run_chess(),
        "RLCard": run_rlcard(),
        "PokerKit": run_pokerkit(2),
        "PokerKit, 4": run_pokerkit(4),
    }
    measured = [given.game] if given.game else sorted(games())
    runs = {**{name: run_umpire(name) for name in measured}, **others}
    timed = {name: Timed(run) for name, run in runs.items()}
    gc.freeze()  # what one engine has loaded must not burden the collector in another's run
    for _ in range(given.rounds):
        for engine in timed.values():
            engine.round()
    best = {name: engine.rate() for name, engine in timed.items()}
    print(f"{'decisions a second':28}{'':>10}" + "".join(f"  of {name}" for name in others))
    for name, figure in best.items():
        ratios = "".join(f"{figure / best[other]:>{len(other) + 5}.2f}" for other in others)
        print(f"{name:28}{figure:>10,.0f}{ratios}")


if __name__ == "__main__":
    main()
