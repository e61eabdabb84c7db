"""How much Python runs for a line of a match, counted in calls: no clock and no load changes it."""

import json
import sys
from collections import Counter
from pathlib import Path
from random import Random
from types import FrameType

import pytest
from own_games import OURS

import umpire
from umpire.library import adjudicate
from umpire.testing.matches import opened, random_match

MOST_CALLS = {
    "arcanoid": 89,
    "box-within-a-box": 60,
    "by-hand": 93,
    "denizens-of-tartarus": 94,
    "devils-deal": 65,
    "eighteenth-hell": 70,
}
"""Of each game the calls that a line may take: three in a hundred more than it does."""

MATCHES = 4
PLAYERS = 4
PACKAGE = str(Path(umpire.__file__).parent)
MADE = "<string>"
"""Where Python says that the making of a named tuple or a dataclass stands."""
INLINED = {"<listcomp>", "<dictcomp>", "<setcomp>"}
"""No calls any more from Python 3.12 on."""


def scripts(game_id: str) -> list[list[str]]:
    """Return random whole matches as scripts, the header first."""
    game = OURS[game_id]
    found = []
    for seed in range(MATCHES):
        start = opened(game, min(PLAYERS, game.seats[-1]))
        played = random_match(start, Random(seed), mistakes=0.05)
        found.append(
            [json.dumps(start.header.to_json()), *[json.dumps(one.line) for one in played]]
        )
    return found


def adjudicate_all(scripts: list[list[str]]) -> None:
    for script in scripts:
        for _ in adjudicate(script):
            pass


def calls(scripts: list[list[str]]) -> Counter[str]:
    """Return how often each function of Umpire's is called while these are adjudicated."""
    counted: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        ours = code.co_filename.startswith(PACKAGE) or code.co_filename == MADE
        if event == "call" and ours and code.co_name not in INLINED:
            counted[f"{code.co_filename.removeprefix(PACKAGE)} {code.co_name}"] += 1

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        adjudicate_all(scripts)
    finally:
        sys.setprofile(before)
    return counted


@pytest.mark.parametrize("game_id", OURS)
def test_a_line_takes_no_more_calls_than_it_did(game_id: str) -> None:
    prepared = scripts(game_id)
    adjudicate_all(prepared)  # so that all that is remembered is there already
    counted = calls(prepared)
    lines = sum(len(script) - 1 for script in prepared)
    each = counted.total() / lines
    most = "\n".join(f"{times / lines:8.2f} {name}" for name, times in counted.most_common(25))
    assert each <= MOST_CALLS[game_id], (
        f"A line of {game_id} takes {each:.1f} calls, and {MOST_CALLS[game_id]} were enough. Look "
        "for what is asked twice, or of everybody for the sake of a few, among the calls below: "
        "set the bound to 0 in a tree of before and compare. If what is new is worth its time, as "
        "`python benchmarks/adjudicate.py` tells, raise the bound and say so in the commit.\n"
        f"{most}"
    )
