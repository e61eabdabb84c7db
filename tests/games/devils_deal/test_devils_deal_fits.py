"""Every text fits its cell: on the board, the tables and the page of rules, in every phase."""

import pytest
from fits import cut_in_a_match, cut_in_the_rules

from umpire.games.devils_deal import GAME


@pytest.mark.parametrize("seed", [5, 13])
def test_no_text_of_the_board_or_a_table_is_cut_off(seed: int) -> None:
    assert cut_in_a_match(GAME, seed) == set()


@pytest.mark.parametrize("clock", [True, False])
def test_no_text_of_the_rules_is_cut_off(clock: bool) -> None:
    assert cut_in_the_rules(GAME, clock) == []
