"""Every text fits its cell: on the board, the tables, the tab of hells and the page of rules."""

import pytest
from fits import cut_in_a_match, cut_in_the_rules

from umpire.games.eighteenth_hell import GAME


@pytest.mark.parametrize("blocks", [(0, 0), (1, 2), (3, 4), (4, 5), (5, 5)])
def test_no_text_of_the_board_or_a_table_is_cut_off(blocks: tuple[int, int]) -> None:
    options = {"position": [{"block": block} for block in blocks]}
    assert cut_in_a_match(GAME, 7, options, most=50) == set()


@pytest.mark.parametrize("clock", [True, False])
def test_no_text_of_the_rules_is_cut_off(clock: bool) -> None:
    assert cut_in_the_rules(GAME, clock) == []
