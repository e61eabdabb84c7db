"""Tests that nothing depends on the order of a set, which differs in every process."""

import json
import os
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random
from subprocess import PIPE, Popen

from umpire.json_types import JsonObject
from umpire.match import Match
from umpire.testing import transcripts
from umpire.testing.base import Tests
from umpire.testing.differences import assert_equal
from umpire.testing.matches import random_match, random_seed
from umpire.testing.transcripts import address, transcripts_of

_HASH_SEEDS = ("1", "2")
"""By which other processes order their sets."""
_MATCHES, _LINES = 4, 60
"""How many matches are looked at closely there, and how many lines of each at most."""
_MORE_MATCHES, _MORE_LINES = 50, 600
"""How many more are played to their end, and how many lines of all of them at most."""
_MOST = 4
"""How many players play: the more, the more orders there are of them."""


class OrderTests(Tests):
    """A match is the same in every process."""

    def test_another_process_tells_and_shows_the_same(self) -> None:
        """A game that is made within a function cannot be found there, and is not tried."""
        game = address(self.game)
        if game is None:
            return
        start = self.opened(min(_MOST, self.game.seats[-1]))
        order = {
            "path": sys.path,
            "game": game,
            "header": start.header.to_json(),
            "matches": [
                [*islice(_lines(start, seed, mistakes=0.1), _LINES)] for seed in range(_MATCHES)
            ],
            "more": [*_more_matches(start)],
        }
        elsewhere = _transcripts_elsewhere(json.dumps(order))
        ours = transcripts_of(self.game, order)
        for theirs in elsewhere:
            for entry, their_entry in zip(ours, theirs, strict=True):
                for name, value in entry.items():
                    another = "are other" if name == "events" else "is another"
                    assert_equal(
                        value,
                        their_entry[name],
                        f"After {entry['line']} there {another} {name} in another process. What is "
                        "made of a set must be sorted first: each process has another order.",
                    )


def _lines(start: Match, seed: int, *, mistakes: float = 0.0) -> Iterator[JsonObject]:
    random = Random(seed)
    entries = random_match(start, random, mistakes=mistakes, seed=random_seed(random))
    return (entry.line for entry in entries)


def _more_matches(start: Match) -> Iterator[list[JsonObject]]:
    """Yield the lines of whole matches: some things happen seldom, or only at the end."""
    count = 0
    for seed in range(_MORE_MATCHES):
        lines = [*islice(_lines(start, seed), _MORE_LINES - count)]
        count += len(lines)
        if not lines:
            return
        yield lines


def _transcripts_elsewhere(order: str) -> list[list[JsonObject]]:
    """Return the transcripts of other processes, which work side by side."""
    program = [sys.executable, "-P", transcripts.__file__]
    processes = [
        Popen(
            program,
            env={**os.environ, "PYTHONHASHSEED": seed},
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            text=True,
            encoding="utf-8",
        )
        for seed in _HASH_SEEDS
    ]
    answers = [process.communicate(order) for process in processes]
    for process, (_, errors) in zip(processes, answers, strict=True):
        assert process.returncode == 0, f"Another process cannot play the match: {errors}"
    return [json.loads(output) for output, _ in answers]
