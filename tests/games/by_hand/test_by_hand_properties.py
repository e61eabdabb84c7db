"""What holds in every match, whatever is directed: random whole matches."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest
from directed import Directed

from umpire.games.by_hand.directions import DIRECTIONS
from umpire.match import report
from umpire.testing.matches import Played, random_match

OPTIONS: dict[str, Any] = {
    "counters": {"chips": 5},
    "piles": {"deck": "R1-R9*2 joker", "table": {"open": True}},
    "procedures": {
        "open": ["shuffle deck", "deal 2 from deck to all"],
        "play": ["ask all at once in 60: A card? = 1 card to table", "wait", "roll 2d6"],
    },
    "begin": "open",
}
SEEDS = range(25)


@cache
def played(seed: int) -> list[Played]:
    return list(random_match(Directed(seed=None, **OPTIONS).match, Random(seed), mistakes=0.05))


def cards(state: dict[str, Any]) -> Counter[str]:
    lying = [pile["cards"] for pile in state["piles"].values()]
    lying += [cards for own in state["own"].values() for cards in own["cards"].values()]
    return Counter(card for place in (*lying, *state["hands"].values()) for card in place)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_card_comes_or_goes_but_with_a_pile_and_who_is_asked_once_owes_one_answer(
    seed: int,
) -> None:
    for one in played(seed):
        before, after = report(one.before)["state"], report(one.judgement.match)["state"]
        if [*after["piles"], *after["own"]] == [*before["piles"], *before["own"]]:
            assert cards(after) == cards(before)
        owing = [name for question in after["questions"] for name in question["open"]]
        assert len(owing) == len({*owing})
        assert {*owing}.isdisjoint(after["out"])
        for question in after["questions"]:
            given = {name for name, answer in question["answers"].items() if answer is not None}
            assert given.isdisjoint(question["open"])
            assert {*question["silent"], *given, *question["open"], *question["withdrawn"]} == {
                *question["to"]
            }


def test_bots_use_every_direction() -> None:
    said = {
        str(one.line["say"]).split()[0].rstrip(":")
        for seed in SEEDS
        for one in played(seed)
        if one.line.get("by") == "umpire" and one.judgement.ok
    }
    assert {direction.word for direction in DIRECTIONS} <= said
