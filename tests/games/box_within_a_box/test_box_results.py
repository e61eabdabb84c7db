"""The results of bouts, against the worked example of the rules page."""

from dataclasses import replace

import pytest
from boxes import Table, board, in_round_1

from umpire.games.box_within_a_box.results import results as results_of
from umpire.games.results import Result, ResultRow
from umpire.match import results

ANA_BETS = "3 on black and 2; 1 on 6; 5 on 7 or 9"
ROUNDS = [
    ("19 down", "3 up"),
    ("7 left", "18 D2-D3-D4-E4"),
    ("6 E5-G5", "10 B5-C5"),
    ("9 C4-C5", "21 E7"),
]


def example() -> Table:
    """The first bout of the example, settled."""
    table = in_round_1(ana=ANA_BETS, board=board(D7="b6"))
    for ana, bo in ROUNDS:
        table.both(ana, bo)
    return table


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_the_result_of_the_example(viewer: str | None) -> None:
    (result,) = results(example().match, viewer)
    ana = ("D7 b6", "C7 b2", "B7 b2", "B5 b2", "C5 b2", "C4 b2", "C5 b2")
    bo = ("D3 b2", "D2 b2", "D3 b4", "D4 b2", "E4 b2", "E5 b2", "G5 b2", "E7 b2")
    assert result == Result(
        name="Bout 1",
        title="{Ana} gained 65, {Bo} gained 27",
        won="Ana",
        detail="85 to 47 points after it",
        rows=(
            ResultRow("Ana", "", ana, "74 paid for 9 staked", "20", "85"),
            ResultRow("Ana", "3 on black and 2", ana[1:], "6 hits, 72"),
            ResultRow("Ana", "1 on 6", ana[:1], "1 hit, 2"),
            ResultRow("Ana", "5 on 7 or 9", (), "no hits"),
            ResultRow("Bo", "", bo, "30 paid for 3 staked", "20", "47"),
            ResultRow("Bo", "1 on 2", (*bo[:2], *bo[3:]), "7 hits, 14"),
            ResultRow("Bo", "1 on black", bo, "8 hits, 16"),
            ResultRow("Bo", "1 on white", (), "no hits"),
        ),
    )


@pytest.mark.parametrize(
    ("payout", "title", "won", "detail"),
    [
        ((148, 61), "{Ana} gained 65, {Bo} gained 27.5", "Ana", "85 to 47 points after it"),
        ((20, 60), "{Bo} gained 27, {Ana} gained 1", "Bo", "47 to 85 points after it"),
        ((18, 5), "{Ana} gained nothing, {Bo} lost 0.5", "Ana", "85 to 47 points after it"),
        ((0, 0), "{Bo} lost 3, {Ana} lost 9", "Bo", "47 to 85 points after it"),
        ((18, 6), "{Ana} gained nothing, {Bo} gained nothing", None, "85 to 47 points after it"),
    ],
)
def test_who_gained_more_stands_first(
    payout: tuple[int, int], title: str, won: str | None, detail: str
) -> None:
    state = example().match.state
    (bout,) = state.bouts
    (result,) = results_of(state.replace(bouts=(replace(bout, payout=payout),)))
    assert (result.title, result.won, result.detail) == (title, won, detail)


def test_bets_of_a_running_bout_have_no_result() -> None:
    assert results(in_round_1().match, "Ana") == ()
