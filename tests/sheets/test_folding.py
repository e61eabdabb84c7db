"""Rows that take no room: what stands empty for now, and entries that were dealt with long ago."""

from collections.abc import Mapping

import pytest

from umpire.sheets.context import Page
from umpire.sheets.folding import Fold, fold_requests, plan_folds
from umpire.sheets.grid import Place, Rect
from umpire.sheets.tabs import Tab

TAB = Tab.model_validate(
    {
        "title": "{player}",
        "for_each": "player",
        "rows": 34,
        "columns": 2,
        "style": ["page"],
        "folds": [["piles", "form_pile"], "offer"],
        "flows": ["table"],
        "rows_in_view": 3,
    }
)
PAGE = Page(7, "Ana", TAB, {}, "Ana", "_1")
PLACES = {
    "piles_1": Place(7, Rect(3, 0, 4, 2)),
    "form_pile_1": Place(7, Rect(4, 0, 6, 1)),
    "offer_1": Place(7, Rect(8, 0, 9, 2)),
    "table_1": Place(7, Rect(30, 0, 34, 2)),
    "entry_1": Place(7, Rect(10, 0, 30, 1)),
    "players": Place(7, Rect(2, 3, 5, 4)),
    "elsewhere": Place(8, Rect(0, 0, 9, 9)),
}


def folded(stands: Mapping[str, list[list[object]]], used: int = 0) -> dict[tuple[int, int], bool]:
    """Which rows are hidden: from, to and whether."""
    found = plan_folds((PAGE,), PLACES, stands, {"entry_1": used})
    return {(fold.start, fold.end): fold.hidden for fold in found}


@pytest.mark.parametrize(
    ("stands", "piles", "offer"),
    [
        ({}, True, True),
        ({"piles_1": [["", ""]], "form_pile_1": [[""], [False]]}, True, True),
        ({"piles_1": [["", "B3"]]}, False, True),
        ({"form_pile_1": [[""], ["typed early"]]}, False, True),
        ({"offer_1": [["G2"]]}, True, False),
        ({"players": [["Ana"], ["Bo"]]}, False, True),
        ({"players": [["Ana"]], "elsewhere": [["x"]] * 9}, True, True),
    ],
)
def test_rows_are_hidden_while_nothing_stands_in_them(
    stands: dict[str, list[list[object]]], piles: bool, offer: bool
) -> None:
    now = folded(stands)
    assert (now[3, 6], now[8, 9]) == (piles, offer)


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([], {(30, 34): True}),
        ([["", ""], ["", "x"]], {(30, 32): False, (32, 34): True}),
        ([["x", ""], ["", ""], ["", None]], {(30, 31): False, (31, 34): True}),
        ([["x", ""]] * 4, {(30, 34): False}),
        ([["x", ""]] * 6, {(30, 34): False}),
    ],
)
def test_a_table_that_flows_takes_as_many_rows_as_it_has(
    rows: list[list[object]], expected: dict[tuple[int, int], bool]
) -> None:
    found = folded({"table_1": rows})
    assert {at: hidden for at, hidden in found.items() if at[0] >= 30} == expected


@pytest.mark.parametrize(
    ("used", "hidden", "shown"), [(0, None, (10, 30)), (3, None, (10, 30)), (8, (10, 15), (15, 30))]
)
def test_of_a_score_sheet_the_last_rows_that_are_used_stay(
    used: int, hidden: tuple[int, int] | None, shown: tuple[int, int]
) -> None:
    rows = {at: is_hidden for at, is_hidden in folded({}, used).items() if 10 <= at[0] < 30}
    assert rows == {shown: False} | ({hidden: True} if hidden else {})


def test_rows_go_with_the_names_wherever_the_umpire_moves_them() -> None:
    moved = {**PLACES, "offer_1": Place(9, Rect(1, 0, 2, 2))}
    assert Fold(9, 1, 2, True) in plan_folds((PAGE,), moved, {}, {})


def test_a_fold_whose_names_are_gone_hides_nothing() -> None:
    assert plan_folds((PAGE,), {}, {}, {}) == ()


def test_hiding_is_absolute_and_inserts_nothing() -> None:
    (request,) = fold_requests((Fold(7, 3, 6, True),))
    assert request == {
        "updateDimensionProperties": {
            "range": {"sheetId": 7, "dimension": "ROWS", "startIndex": 3, "endIndex": 6},
            "properties": {"hiddenByUser": True},
            "fields": "hiddenByUser",
        }
    }
