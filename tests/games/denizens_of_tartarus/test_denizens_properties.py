"""What holds in every match, whatever is played."""

import random
from collections.abc import Iterator
from copy import copy

import pytest
from tartarus import PLAYERS, Table, at

from umpire.games.denizens_of_tartarus.cards import CARDS, MODULES
from umpire.games.denizens_of_tartarus.modules import PILE_ORDERS

SEEDS = range(12)
OPTIONS = (
    {},
    {"decider": "Bo", "spirits": {"Bo": {"normal": 9, "attuned": 9}}},
    {"spirits": {"Ana": {"normal": 5, "attuned": 5}, "Bo": {"normal": 5, "attuned": 5}}},
)


def random_match(seed: int) -> Iterator[tuple[Table, str]]:
    """Play a random match; give the table, and what is said there next."""
    table = Table(**OPTIONS[seed % len(OPTIONS)])
    dice = random.Random(seed)
    while table.match.pending:
        text = table.random_answer(dice)
        yield table, text
        table.say(text)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_match_ends_with_a_winner_and_goes_on_from_every_position(seed: int) -> None:
    for table, text in random_match(seed):
        if table.kind in ("declare", "turn"):
            check_cards(table)
        if table.kind == "turn":
            check_position(table, text)
    assert table.outcome is not None
    winner, reason = table.outcome
    assert reason == "modules"
    assert winner in PLAYERS
    won = [module["won"] for module in table.state["modules"].values()]
    assert won.count(winner) >= 3


def check_cards(table: Table) -> None:
    """The 25 are all there."""
    hands, deck = table.state["hands"].values(), table.state["deck"]
    assert [*map(len, hands), len(deck)] == [3, 3, 19]
    assert {*deck}.union(*hands) == {*map(str, CARDS)}


def check_position(table: Table, text: str) -> None:
    """What is reported of a turn is the same given back as position, and plays on alike."""
    here, there = copy(table), at(table.state)
    assert there.state == here.state
    assert there.asked == here.asked
    assert here.say(text).state == there.say(text).state
    assert here.sentences == there.sentences


def test_random_matches_use_every_rule() -> None:
    said = "\n".join(
        table.understood(text)
        for seed in range(50)
        for table, text in random_match(seed)
        if table.kind == "turn"
    )
    for module in MODULES:
        assert f" {module}, draw module" in said
        assert f"; block {module}\n" in said
        assert f"; attuned block {module}\n" in said
    for piles in PILE_ORDERS[1:]:
        assert f"Shuffle {piles}\n" in said
        assert f"draw module {piles}" in said
    assert "; mulligan " in said
    assert "; attuned mulligan " in said
