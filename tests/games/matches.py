"""Random whole matches of any game, for the tests that run over every registered one."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from umpire.catalogue import games
from umpire.games.base import CHANCE, UMPIRE, AnyGame
from umpire.match import Header, Judgement, Match, begin, chance_answer, judge

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
SEED = "5eed" * 16
LOCKED = 0.7
"""How often a held answer is locked; else it is replaced."""
PATIENCE = 20_000
"""No random match may take more lines."""


@dataclass(frozen=True)
class Played:
    """A line as it was given, the match it was given to, and what came of it."""

    line: dict[str, Any]
    before: Match
    judgement: Judgement


def every_game() -> list[AnyGame]:
    return [game for _, game in sorted(games().items())]


def header(game: AnyGame, seats: int | None = None, **options: Any) -> Header:
    players = NAMES[: game.seats[0] if seats is None else seats]
    return Header(game.id, players, options)


def opened(header: Header) -> Match:
    return begin(header, games()[header.game]).match


def chance_line(match: Match) -> dict[str, Any]:
    return {"t": match.now, "by": CHANCE, "say": chance_answer(match, SEED)}


def sampled(match: Match, random: Random, t: float) -> dict[str, Any]:
    """A legal answer of one of those who owe one now, or a lock where one is held."""
    owed = random.choice([owed for owed in match.pending if not owed.locked])
    locks = owed.held is not None and random.random() < LOCKED
    say = "lock" if locks else owed.decision.kind.random_answer(match.state, owed.decision, random)
    return {"t": t, "by": owed.by, "say": say}


def random_match(match: Match, random: Random, *, astray: float = 0.0) -> Iterator[Played]:
    """Play to the end from the seed; `astray` is how often a line is something else.

    That is nonsense, a word of the umpire, or time that passes until a limit without a reserve
    has fallen.
    """
    for _ in range(PATIENCE):
        if match.outcome is not None:
            return
        if match.pending and match.pending[0].by == CHANCE and not match.paused:
            line = chance_line(match)
        elif match.paused:
            line = {"t": match.now, "by": UMPIRE, "say": "resume"}
        elif random.random() < astray:
            line = _astray(match, random)
        else:
            line = sampled(match, random, _soon(match, random))
        judgement = judge(match, line)
        yield Played(line, match, judgement)
        match = judgement.match
    raise AssertionError(f"{match.game.id} does not end in {PATIENCE} lines")


def _soon(match: Match, random: Random) -> float:
    """A moment by which no limit falls."""
    falls = match.falls_at()
    wait = random.choice((0, 0.5, 2, 7, 20))
    return match.now + wait if falls is None else min(match.now + wait, falls)


def _astray(match: Match, random: Random) -> dict[str, Any]:
    now = match.now
    player = random.choice(match.header.players)
    lines = [
        {"t": now, "by": player, "say": random.choice(("nonsense", "", "lock", "1", "pass"))},
        {"t": now, "by": "Nobody", "say": "1"},
        {"t": now, "by": UMPIRE, "say": "pause"},
        {"t": now, "by": UMPIRE, "say": "undo"},
        {"t": now, "by": UMPIRE, "say": f"extend {player} 2.5"},
        {"t": now, "by": UMPIRE, "say": "note a remark"},
    ]
    limit = min((o.deadline for o in match.pending if o.deadline is not None), default=None)
    if limit is not None and not any(owed.decision.reserve for owed in match.pending):
        lines.append({"t": limit + 1})
    return random.choice(lines)
