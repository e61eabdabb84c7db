"""The results of rounds, against the worked examples of the rules page."""

import random
from typing import Any

import pytest
from devils_table import DEAL, Table, betting

from umpire.games.devils_deal.results import results as results_of
from umpire.games.results import Result, ResultRow
from umpire.match import asking, results

TIE = "R5 B1 G7 G8 G9 B5 R1 B7 B8 B9"


def newest(table: Table, viewer: str | None = None) -> Result:
    """The result of the last round, as a viewer knows it."""
    return results(table.match, viewer)[-1]


def folded() -> Table:
    return Table().say(DEAL, "Ana", "no", "no", "R1", "B4 R9", "G4 R4", "fold")


def all_in() -> Table:
    table = Table().say("B4 B6 G2 G8 R9 B1 B2 G5 R3 R7", "Bo", "n", "n", "R5")
    return table.say("B6 B4", "G5 B2", "raise 28", "call")


def tied() -> Table:
    table = betting("R5 B1", "B5 R1", deal=TIE, community="G5")
    return table.say("raise 1", "call", "raise 1", "call")


def without_penalty() -> Table:
    """Ana folds a high card after she has bet all that she had."""
    return betting().with_chips(3, 50).say("raise 2", "raise 1", "fold")


@pytest.mark.parametrize(
    ("table", "title", "won", "detail"),
    [
        (folded(), "{Bo} won 3 chips", "Bo", "{Ana} folded a high card and paid 2 chips"),
        (all_in(), "{Ana} won 59 chips", "Ana", "Straight beat a pair of 5"),
        (tied(), "A tie", None, "Both had a pair of 5"),
        (betting("B1 B7").say("fold"), "{Bo} won 3 chips", "Bo", "{Ana} folded"),
        (
            without_penalty(),
            "{Bo} won 8 chips",
            "Bo",
            "{Ana} folded a high card and could not pay 2 chips",
        ),
        (
            betting("R9 B4", "R8 R4", community="R5").say("raise 1", "call", "raise 1", "call"),
            "{Bo} won 7 chips",
            "Bo",
            "Flush beat a high card",
        ),
        (
            betting("B4 R9", "G4 R8", community="B1").say("raise 1", "call", "raise 1", "call"),
            "{Ana} won 7 chips",
            "Ana",
            "The better high card won",
        ),
    ],
)
def test_a_result_says_who_won_what_and_how(
    table: Table, title: str, won: str | None, detail: str
) -> None:
    result = newest(table)
    assert (result.name, result.title, result.won) == ("Round 1", title, won)
    assert result.detail == detail


def test_a_fold_shows_each_player_the_own_hand_and_nobody_the_other_one() -> None:
    table = folded()
    ana, bo = newest(table, "Ana").rows
    assert ana == ResultRow("Ana", pieces=("B4", "R9", "R1"), makes="High card", **chips(28, 26))
    assert bo == ResultRow("Bo", pieces=("?", "?", "R1"), **chips(28, 33))
    ana, bo = newest(table, "Bo").rows
    assert ana == ResultRow("Ana", pieces=("?", "?", "R1"), **chips(28, 26))
    assert bo == ResultRow("Bo", pieces=("G4", "R4", "R1"), makes="Pair of 4", **chips(28, 33))
    assert [row.pieces[:2] for row in newest(table).rows] == [("?", "?"), ("?", "?")]


def test_after_the_first_bets_one_card_of_each_hand_is_known() -> None:
    table = betting().say("raise 1", "call", "raise 1", "fold")
    assert [row.pieces for row in newest(table).rows] == [("B4", "?", "R1"), ("G4", "?", "R1")]


def test_a_showdown_shows_everybody_both_hands() -> None:
    table = all_in()
    for viewer in (None, "Ana", "Bo"):
        ana, bo = newest(table, viewer).rows
        assert ana == ResultRow("Ana", pieces=("B6", "B4", "R5"), makes="Straight", **chips(0, 59))
        assert bo == ResultRow("Bo", pieces=("G5", "B2", "R5"), makes="Pair of 5", before="0")


def test_in_a_tie_both_get_their_bets_and_a_chip() -> None:
    ana, bo = newest(tied()).rows
    assert (ana.before, ana.after, bo.before, bo.after) == ("26", "29", "26", "29")


def test_a_round_that_is_not_over_has_no_result() -> None:
    assert results(betting().match, "Ana") == ()


@pytest.mark.parametrize("seed", range(6))
def test_the_chips_of_the_results_are_those_of_the_match(seed: int) -> None:
    """They follow from refills, antes, bets, pots and penalties; the state has only the last."""
    table, dice = Table(), random.Random(seed)
    before: dict[str, int] = {}
    for _ in range(400):
        if not table.match.pending:
            break
        pending = dice.choice(table.match.pending)
        rounds = len(table.match.state.history)
        table.by(pending.by, asking.random_answer(table.match, pending, dice))
        state = table.match.state
        if len(state.history) > rounds:
            before = dict(zip(state.players, state.chips, strict=True))
            rows = results_of(state)[-1].rows
            assert {row.by: int(row.after or row.before) for row in rows} == before
    assert before, "a random match has some rounds"


def chips(before: int, after: int) -> dict[str, Any]:
    return {"before": str(before), "after": str(after)}
