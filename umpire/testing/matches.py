"""Random whole matches of any game."""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from umpire.games.base import CHANCE, UMPIRE, AnyGame, Rejected
from umpire.json_types import JsonObject
from umpire.match import (
    LOG_VERSION,
    Header,
    Judgement,
    Match,
    PendingDecision,
    asking,
    begin,
    canonical,
    commitment,
    header_hash,
    line_hash,
)
from umpire.testing.calls import chance_answer, judge, report

NAMES = (
    *("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo"),
    *("Kim", "Lou", "Mia", "Ned", "Oli", "Pam", "Quin", "Ria", "Sam", "Tia"),
)
SEED = "5eed" * 16
LOCKED = 0.7
"""How often a held answer is locked; else it is replaced."""
PATIENCE = 5_000
"""No random match may take more lines."""
SECONDS = 10.0
"""Nor more seconds of processor time."""
_LAST = 4
"""How many lines a failure shows of a match that does not end."""
WHEN = "2026-01-01T12:00:00.000Z"

_ENDLESS: dict[tuple[AnyGame, bytes], str] = {}
"""The games that have had a match without an end, with its options, and how it went on."""


@dataclass(frozen=True, slots=True)
class Played:
    """A line as it was given, the match it was given to, and what came of it."""

    line: JsonObject
    before: Match
    judgement: Judgement


def opened(game: AnyGame, seats: int | None = None, **options: Any) -> Match:
    """Return a match at its start, for that many players, or as few as the game allows."""
    seats = game.seats[0] if seats is None else seats
    assert seats <= len(NAMES), f"The tests have names for {len(NAMES)} players, not {seats}."
    players = NAMES[:seats]
    return begin(Header(game.id, players, options), game).match


def chance_line(match: Match, seed: str = SEED) -> JsonObject:
    """Return what chance answers now: always the same for the same match and seed."""
    return {"t": match.now, "by": CHANCE, "say": chance_answer(match, seed)}


def random_seed(random: Random) -> str:
    """Return a seed by which chance answers."""
    return f"{random.getrandbits(256):064x}"


def random_answer(match: Match, pending: PendingDecision, random: Random) -> str:
    """Return a random legal answer. Raises AssertionError if the game refuses it itself."""
    try:
        return asking.random_answer(match, pending, random)
    except Rejected as rejected:
        raise AssertionError(
            f"`read` of {pending.decision.kind.name!r} refuses what `suggest` or `random_choice` "
            f"of its own gives: {rejected}"
        ) from rejected


def random_line(match: Match, random: Random, t: float) -> JsonObject:
    """Return a legal answer of one of those who owe one now, or a lock where one is held."""
    pending = random.choice([pending for pending in match.pending if not pending.locked])
    locks = asking.can_lock(match, pending) and random.random() < LOCKED
    say = "lock" if locks else random_answer(match, pending, random)
    return {"t": t, "by": pending.by, "say": say}


def random_match(
    match: Match, random: Random, *, mistakes: float = 0.0, seed: str = SEED
) -> Iterator[Played]:
    """Play to the end, chance answering by the seed; `mistakes` is how often a line is no answer.

    Such a line is nonsense, a command of the umpire, or time that passes until a limit without a
    reserve has fallen. Raises AssertionError if the match never ends; once it has, then at once
    for any match of that game with those options, or a run of its tests would take minutes.
    """
    endless = match.game, canonical(match.header.options)
    lines, seconds, last = 0, 0.0, deque[str](maxlen=_LAST)
    while endless not in _ENDLESS and lines < PATIENCE and seconds < SECONDS:
        start = process_time()
        if match.outcome is not None:
            return
        assert match.pending or match.paused, (
            f"Nobody is asked anything and the match is not over, after {' | '.join(last)}: "
            "`pending` must ask somebody until there is an `outcome`."
        )
        if match.pending and match.pending[0].by == CHANCE and not match.paused:
            line = chance_line(match, seed)
        elif match.paused:
            line = {"t": match.now, "by": UMPIRE, "say": "resume"}
        elif random.random() < mistakes:
            line = _astray(match, random)
        else:
            line = random_line(match, random, _soon(match, random))
        judgement = judge(match, line)
        last.append(f"{line.get('by', 'time')}: {line.get('say', line['t'])}")
        lines, seconds = lines + 1, seconds + process_time() - start
        yield Played(line, match, judgement)
        match = judgement.match
    _ENDLESS.setdefault(endless, f"{lines:,} lines; the last ones are {' | '.join(last)}")
    raise AssertionError(
        f"A match of {match.game.title} has not ended after {_ENDLESS[endless]}. See that "
        "something is used up that never comes back; if the rules allow such long matches, give "
        "the tests `options` that make them shorter."
    )


def in_full_width(text: str) -> str:
    """Return a text as some keyboards write it, each letter as wide as a Chinese one."""
    return "".join([chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in text])


def log_of(entries: Sequence[Played]) -> list[str]:
    """Return the lines that a live match would have kept, with its closing if it is over."""
    header = entries[0].before.header
    end = entries[-1].judgement.match
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
    judged = [(entry.line, entry.judgement) for entry in entries]
    if end.outcome is not None:
        closing = {"t": end.now, "by": UMPIRE, "say": "close"}
        judged.append((closing | {"seed": SEED}, judge(end, closing)))
    for line, judgement in judged:
        code = {} if judgement.ok else {"code": judgement.code}
        logged = {**line, "at": WHEN, "ok": judgement.ok, **code}
        last = line_hash(last, logged, canonical(report(judgement.match)["state"]))
        objects.append(logged | {"hash": last})
    return [json.dumps(entry) for entry in objects]


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
    if limit is not None and not any(pending.decision.reserve for pending in match.pending):
        lines.append({"t": limit + 1})
    return random.choice(lines)
