"""The results: each module that is won, in the order in which that happened."""

from typing import Any

import pytest
from tartarus import at, board

from umpire.games.results import Result, ResultRow
from umpire.match import results

WON = {"won": "Bo", "points": {"Ana": 1, "Bo": 2}}
NEARLY: dict[str, Any] = {"Matching": {"points": {"Ana": 2, "Bo": 1}, "card": "R1"}}
"""Ana's R1 wins Matching."""
ORDER = {"points": {"Bo": 1}, "color": "Blue", "lights": {"Bo": ["Red", "Yellow", "Green"]}}
"""Bo's B1 wins Order."""


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_a_module_that_is_won_is_a_result_with_the_points_of_both(viewer: str | None) -> None:
    table = at(board(modules=NEARLY))
    assert results(table.match, viewer) == ()
    assert results(table.say("R1 matching").match, viewer) == (
        Result(
            name="Matching",
            title="{Ana} won Matching, 3 to 1",
            won="Ana",
            rows=(ResultRow("Ana", makes="3 points"), ResultRow("Bo", makes="1 point")),
        ),
    )


def test_a_module_that_is_won_later_stands_behind_one_that_was_won_before() -> None:
    position = board(modules={**NEARLY, "Order": ORDER}, recent=("Pair", "Pair"))
    table = at(position).say("R1 matching", "B1 order")
    assert [result.title for result in results(table.match, None)] == [
        "{Ana} won Matching, 3 to 1",
        "{Bo} won Order, 2 to 0",
    ]


def test_modules_won_before_a_given_position_come_first() -> None:
    table = at(board(modules={**NEARLY, "Order": WON, "Pair": WON})).say("R1 matching")
    names = [result.name for result in results(table.match, None)]
    assert names == ["Order", "Pair", "Matching"]


def test_an_undo_takes_the_result_back() -> None:
    table = at(board(modules=NEARLY)).say("R1 matching").umpire("undo")
    assert results(table.match, None) == ()
