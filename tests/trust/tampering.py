"""Short logs of every game in which much happens, and what one who cheats would change in them."""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from plain_verifier import Line

from umpire.catalogue import find_game
from umpire.games.base import CHANCE
from umpire.match import Match, commitment, judge, read_header
from umpire.testing.matches import Played, chance_line, log_of, opened, random_match

OPTIONS = {"arcanoid": {"move_seconds": 60, "poll_seconds": 10}}
OTHER_SEED = "ff" * 32

Log = list[Line]


class Tampered(NamedTuple):
    """A log that was tampered with: how, at which place, and what should come of it."""

    how: str
    at: int
    log: Log
    word: str
    line: int
    """The line that should be told; 0 for none."""


def made_log(game_id: str, random: Random, lines: int = 14) -> Log:
    """A closed match with cuts, lines rejected, notes, an undo, a fallen limit, and its end."""
    game = find_game(game_id)
    match = opened(game, cut=True, **OPTIONS.get(game_id, {}))
    played = list(islice(random_match(match, random, mistakes=0.2), lines))
    for say in ("forfeit Nobody", "note well played", "undo", None, "forfeit Bo", "note done"):
        match = _ready(played)
        if say is None:
            falls = match.falls_at()
            if falls is not None:
                _say(played, {"t": falls + 0.5})
        elif match.outcome is None or say == "note done":
            _say(played, {"t": match.now, "by": "umpire", "say": say, "cell": "Console!B3"})
    return [json.loads(line) for line in log_of(played)]


def _ready(played: list[Played]) -> Match:
    """The match once its clock runs and chance has answered."""
    match = played[-1].judgement.match
    if match.paused:
        match = _say(played, {"t": match.now, "by": "umpire", "say": "resume"})
    while match.pending_of(CHANCE) is not None:
        match = _say(played, chance_line(match))
    return match


def _say(played: list[Played], line: Line) -> Match:
    match = played[-1].judgement.match
    played.append(Played(line, match, judge(match, line)))
    return played[-1].judgement.match


def tamperings(log: Log) -> Iterator[Tampered]:
    """Everything at every line, no hash made anew."""
    for at in range(1, len(log)):
        line, number, last = log[at], at + 1, at == len(log) - 1
        for key, value in _changed(line).items():
            yield Tampered(key, at, _with(log, at, line | {key: value}), "differs", number)
        unsaid = "unproved" if "by" in line else "differs"
        for how, key, word in (("unsaid", "say", unsaid), ("hash removed", "hash", "unproved")):
            yield Tampered(how, at, _with(log, at, line | {key: None}), word, number)
        without = [*log[:at], *log[at + 1 :]]
        yield Tampered("removed", at, without, *(("open", 0) if last else ("differs", number)))
        yield Tampered("doubled", at, [*log[: at + 1], *log[at:]], "differs", number + 1)
        yield Tampered("cut off", at, log[:at], "open", 0)
        unhashed = [*log[:at], *(each | {"hash": None} for each in log[at:])]
        yield Tampered("all hashes removed from there", at, unhashed, "unproved", number)
        for invented in _invented(line):
            more = [*log[:at], invented, *log[at:]]
            yield Tampered("invented", at, more, "differs", number + (invented["hash"] is None))
        if not last:
            swapped = [*log[:at], log[at + 1], line, *log[at + 2 :]]
            yield Tampered("swapped", at, swapped, "differs", number)
    for how, header in _headers(log[0]):
        yield Tampered(how, 0, _with(log, 0, header), "differs", 1)
    pair = forged_pair(log)
    yield Tampered("another seed and commitment", 0, pair, "differs", 1)


def forged_pair(log: Log) -> Log:
    """The log with a seed of the forger's and the commitment to it."""
    header = read_header(json.dumps(log[0]), {log[0]["game"]: find_game(log[0]["game"])})
    meta = log[0]["meta"] | {"commitment": commitment(header, OTHER_SEED)}
    return [log[0] | {"meta": meta}, *log[1:-1], log[-1] | {"seed": OTHER_SEED}]


def _with(log: Log, at: int, line: Line) -> Log:
    return [*log[:at], line, *log[at + 1 :]]


def _changed(line: Line) -> dict[str, Any]:
    return {
        "say": f"{line.get('say')}x",
        "t": line["t"] + 0.001,
        "by": "Bo" if line.get("by") == "Ana" else "Ana",
        "at": "2026-01-01T12:00:01.000Z",
        "cell": "Ana!B12",
        "ok": not line["ok"],
        "code": "syntax" if line.get("code") != "syntax" else "time",
        "hash": "00" * 32,
        "extra": 1,
    }


def _invented(line: Line) -> Iterator[Line]:
    judged = {"at": line["at"], "ok": True, "hash": None}
    yield judged | {"t": line["t"], "by": "umpire", "say": "note invented"}
    yield judged | {"t": line["t"], "by": "Zoë", "say": "1", "ok": False, "code": "unknown-player"}


def _headers(header: Line) -> Iterator[tuple[str, Line]]:
    for key, value in header["meta"].items():
        other = 3 if key == "log" else f"{value}0"
        yield f"meta.{key}", header | {"meta": header["meta"] | {key: other}}
    yield "players", header | {"players": ["Ana", "Bob"]}
    yield "options", header | {"options": header["options"] | {"update": 1}}
    yield "seed", header | {"seed": OTHER_SEED}
