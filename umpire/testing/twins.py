"""Twins: two matches that one viewer cannot tell apart, though they are not the same.

Others hold other cards in them and have given other answers, so nothing that is made for that
viewer may differ.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from umpire.games.base import CHANCE, UMPIRE
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, asking, chance_answer, judge, view
from umpire.testing.matches import SEED

NONSENSE = ("", "nonsense", "lock", "1", "pass", "raise 3", "-", "all")
_TRIES = 24
"""How many other answers or deals are tried that leave the viewer none the wiser."""
_LINES = 6
"""How many lines are tried after which twins are still twins."""
_MOMENTS = 150
"""How many lines twins are followed at most."""
_UMPIRE, _ASTRAY, _LATE, _LOCKED = 0.04, 0.1, 0.05, 0.7
"""How often the umpire speaks, somebody errs, a limit falls, and a held answer is locked."""


@dataclass(frozen=True, slots=True)
class Twins:
    """Two matches that a viewer cannot tell apart, and what came last in each."""

    viewer: str | None
    one: Judgement
    other: Judgement
    lines: tuple[JsonObject, JsonObject]
    """The line that came last in each."""

    @property
    def by(self) -> str | None:
        """Whose line came last."""
        return self.lines[0].get("by")

    @property
    def differ(self) -> bool:
        """Whether they are two at all."""
        return bool(known(self.one.match) != known(self.other.match))


def twins(
    match: Match, viewer: str | None, random: Random, *, rejoin: bool = True
) -> Iterator[Twins]:
    """Play two matches side by side that look the same to a viewer.

    Where they part, both go on as the first of them, or that is the end if they do not `rejoin`.
    """
    one = other = match
    for _ in range(_MOMENTS):
        tries = (_pair(one, other, viewer, random) for _ in range(1 if rejoin else _LINES))
        pair = next((pair for pair in tries if pair is not None), None)
        if pair is not None:
            yield pair
            one, other = pair.one.match, pair.other.match
        elif rejoin:
            other = one
        if (pair is None and not rejoin) or one.outcome is not None:
            return


def known(match: Match) -> Any:
    """Return all that the umpire knows of a match but its clock, to be compared."""
    held = [(owed.by, owed.held) for owed in match.pending]
    taken = [(one.decision.by, one.answer) for one in match.taken]
    return match.game.report(match.state), held, taken


def looks(judgement: Judgement, viewer: str | None) -> str:
    """Return how a match looks to a viewer after a line, to be compared."""
    return json.dumps([view(judgement.match, viewer), judgement.code], sort_keys=True)


def _pair(one: Match, other: Match, viewer: str | None, random: Random) -> Twins | None:
    """Say a line in one match, and in the other one what leaves the viewer none the wiser."""
    line = _line(one, viewer, random)
    ours = judge(one, line)
    seen = looks(ours, viewer)
    for said in _variants(ours, other, line, viewer, random):
        instead = line if said is None else {**line, "say": said}
        theirs = judge(other, instead)
        # what everybody may read is no secret that they could differ in
        is_read = instead != line and (ours.is_open or theirs.is_open)
        same = (theirs.code, theirs.effect) == (ours.code, ours.effect)
        if same and not is_read and looks(theirs, viewer) == seen:
            return Twins(viewer, ours, theirs, (line, instead))
    return None


def _line(match: Match, viewer: str | None, random: Random) -> JsonObject:
    """Return something that somebody says now, or a limit that falls."""
    if match.pending and match.pending[0].by == CHANCE:
        return {"t": match.now, "by": CHANCE, "say": chance_answer(match, SEED)}
    if random.random() < _UMPIRE:
        say = random.choice(("undo", "undo 2", "note Ana is late"))
        return {"t": match.now, "by": UMPIRE, "say": say}
    falls = match.falls_at()
    if falls is not None and random.random() < _LATE:
        return {"t": round(falls + 0.001, 3)}
    t = match.now if falls is None else min(match.now + random.choice((0, 1, 7)), falls)
    owed = random.choice(match.pending)
    if asking.can_lock(match, owed) and random.random() < _LOCKED:
        say = "lock"
    elif random.random() < _ASTRAY:
        say = random.choice(NONSENSE)
    else:
        say = asking.random_answer(match, owed, random)
    return {"t": t, "by": owed.by, "say": say}


def _variants(
    ours: Judgement, other: Match, line: JsonObject, viewer: str | None, random: Random
) -> Iterator[str | None]:
    """Yield what might be said instead where the viewer does not hear it; None is the line."""
    by, said = line.get("by"), line.get("say")
    owed = None if by is None or by == viewer else other.owed_by(by)
    if owed is not None and not (ours.is_open or ours.effect == "locked"):
        for attempt in range(_TRIES):
            if not ours.ok:
                yield random.choice(NONSENSE)
                continue
            answer = asking.random_answer(other, owed, random)
            yield _mixed(str(said), answer, random, attempt) if by == CHANCE else answer
    elif by == UMPIRE and str(said).startswith("note"):
        yield "note Bo is late"
    yield None


def _mixed(dealt: str, other: str, random: Random, attempt: int) -> str:
    """Put some words of another deal into this one, each changing places if it is there.

    The later the attempt, the fewer.
    """
    words, strange = dealt.split(), other.split()
    for _ in range((4, 2, 1)[3 * attempt // _TRIES]):
        place, word = random.randrange(len(words)), random.choice(strange)
        if word in words:
            words[words.index(word)] = words[place]
        words[place] = word
    return " ".join(words)
