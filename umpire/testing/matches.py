"""Random whole matches of any game."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from umpire.games.base import CHANCE, UMPIRE, AnyGame
from umpire.json_types import JsonObject
from umpire.match import (
    LOG_VERSION,
    Header,
    Judgement,
    Match,
    asking,
    begin,
    canonical,
    chance_answer,
    commitment,
    header_hash,
    judge,
    line_hash,
    report,
)

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo")
SEED = "5eed" * 16
LOCKED = 0.7
"""How often a held answer is locked; else it is replaced."""
PATIENCE = 20_000
"""No random match may take more lines."""
WHEN = "2026-01-01T12:00:00.000Z"


@dataclass(frozen=True, slots=True)
class Played:
    """A line as it was given, the match it was given to, and what came of it."""

    line: JsonObject
    before: Match
    judgement: Judgement


def opened(game: AnyGame, seats: int | None = None, **options: Any) -> Match:
    """Return a match at its start, for that many players, or as few as the game allows."""
    players = NAMES[: game.seats[0] if seats is None else seats]
    return begin(Header(game.id, players, options), game).match


def chance_line(match: Match) -> JsonObject:
    """Return what chance answers now: always the same for the same match."""
    return {"t": match.now, "by": CHANCE, "say": chance_answer(match, SEED)}


def random_line(match: Match, random: Random, t: float) -> JsonObject:
    """Return a legal answer of one of those who owe one now, or a lock where one is held."""
    owed = random.choice([owed for owed in match.pending if not owed.locked])
    locks = asking.can_lock(match, owed) and random.random() < LOCKED
    say = "lock" if locks else asking.random_answer(match, owed, random)
    return {"t": t, "by": owed.by, "say": say}


def random_match(match: Match, random: Random, *, mistakes: float = 0.0) -> Iterator[Played]:
    """Play to the end from the seed; `mistakes` is how often a line is no answer.

    Such a line is nonsense, a command of the umpire, or time that passes until a limit without a
    reserve has fallen. Raises AssertionError if the match never ends.
    """
    for _ in range(PATIENCE):
        if match.outcome is not None:
            return
        if match.pending and match.pending[0].by == CHANCE and not match.paused:
            line = chance_line(match)
        elif match.paused:
            line = {"t": match.now, "by": UMPIRE, "say": "resume"}
        elif random.random() < mistakes:
            line = _astray(match, random)
        else:
            line = random_line(match, random, _soon(match, random))
        judgement = judge(match, line)
        yield Played(line, match, judgement)
        match = judgement.match
    raise AssertionError(f"{match.game.id} does not end in {PATIENCE} lines")


def in_full_width(text: str) -> str:
    """Return a text as some keyboards write it, each letter as wide as a Chinese one."""
    return "".join([chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text])


def log_of(played: Sequence[Played]) -> list[str]:
    """Return the lines that a live match would have kept, with its closing if it is over."""
    header = played[0].before.header
    end = played[-1].judgement.match
    meta = {
        "id": f"{header.game}-1",
        "engine": "0",
        "started": WHEN,
        "commitment": commitment(header, SEED),
        "log": LOG_VERSION,
    }
    first = header.to_json() | {"meta": meta}
    last = header_hash(first)
    objects = [first | {"hash": last}]
    judged = [(one.line, one.judgement) for one in played]
    if end.outcome is not None:
        closing = {"t": end.now, "by": UMPIRE, "say": "close"}
        judged.append((closing | {"seed": SEED}, judge(end, closing)))
    for line, judgement in judged:
        code = {} if judgement.ok else {"code": judgement.code}
        logged = {**line, "at": WHEN, "ok": judgement.ok, **code}
        last = line_hash(last, logged, canonical(report(judgement.match)["state"]))
        objects.append(logged | {"hash": last})
    return [json.dumps(one) for one in objects]


def _soon(match: Match, random: Random) -> float:
    """Return a moment by which no limit falls."""
    falls = match.falls_at()
    wait = random.choice((0, 0.5, 2, 7, 20))
    return match.now + wait if falls is None else min(match.now + wait, falls)


def _astray(match: Match, random: Random) -> JsonObject:
    now = match.now
    player = random.choice(match.header.players)
    lines: list[JsonObject] = [
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
