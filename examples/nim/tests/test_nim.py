"""What holds for every game, and what holds for Nim."""

from pathlib import Path

import pytest
from nim import GAME

from umpire.match import judge
from umpire.testing import GameTests, opened


class TestNim(GameTests):
    game = GAME
    playthrough = Path(__file__).with_name("playthrough.txt")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("2 from 3", None),
        ("Take 2 from heap 3", None),
        ("two from three", "syntax"),
        ("0 from 1", "illegal"),
        ("4 from 1", "illegal"),
        ("1 from 4", "illegal"),
    ],
)
def test_moves(text: str, code: str | None) -> None:
    assert judge(opened(GAME), {"t": 0, "by": "Ana", "say": text}).code == code


def test_who_takes_the_last_stone_wins() -> None:
    match = opened(GAME, heaps=[1, 2])
    for t, (by, say) in enumerate([("Ana", "1 from 1"), ("Bo", "1 from 2"), ("Ana", "1 from 2")]):
        match = judge(match, {"t": t, "by": by, "say": say}).match
    assert match.outcome is not None
    assert match.outcome.winner == "Ana"


def test_silence_takes_one_stone() -> None:
    match = judge(opened(GAME), {"t": 61}).match
    assert match.state.heaps == (2, 4, 5)
