"""What bots go by before a battle is over: commitments that beat others are likelier to win."""

from random import Random

import pytest
from arcanoid_table import NAMES, dealt

from umpire.bots.thinking import Thinker
from umpire.games.arcanoid.bots import evaluate
from umpire.games.arcanoid.state import State

ANA, BO, *_ = NAMES
HAND = "S10 S9 S2 3 4 21"
"""A hand with a sum that is hard to beat, a couple and the World."""


def ahead(state: State) -> float:
    """By how many battles Ana is ahead of Bo."""
    battles = evaluate(state)["battles"]
    return battles[ANA] - battles[BO]


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("commit swords S10 S9", "discard S2"),
        ("commit swords S10 S9", "commit swords S10"),
        ("discard S2", "commit swords S2"),
        ("commit swords S2", "abdicate swords"),
        ("commit swords 3 4", "commit swords S10 S9"),
        ("world cups", "commit swords 3 4"),
    ],
)
def test_a_move_that_makes_a_battle_likelier_to_be_won_counts_for_more(
    better: str, worse: str
) -> None:
    first, second = (dealt(HAND, "").turn(move).match.state for move in (better, worse))
    assert ahead(first) > ahead(second)


def test_the_end_of_a_round_is_worth_what_its_battles_promised() -> None:
    table = dealt("21 S10 S9 S2 3 4", "", rounds=2)
    assert ahead(table.match.state) == 0
    table.turn("world cups").until(ANA).turn("commit swords 3 4")
    assert ahead(table.match.state) == pytest.approx(2, abs=0.1)
    winners = [*table.played_out().won().values()]
    assert ahead(table.match.state) == winners.count(ANA) - winners.count(BO)


def test_a_bot_sees_what_takes_a_battle_from_its_opponent() -> None:
    table = dealt("16 S2 T2 T3 C2 O2", "S10 S9 S8 C3 O9 O3")
    thinker = Thinker(table.turn("discard S2", "commit swords S10 S9 S8").match, ANA, Random(1))
    thought = [thinker.compare("tower Bo swords", "discard T2") for _ in range(100)]
    tower, discard = (sum(worth) / len(thought) for worth in zip(*thought, strict=True))
    assert tower > discard
