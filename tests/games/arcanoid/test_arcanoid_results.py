"""The results of rounds: each battle with its winner."""

import pytest
from arcanoid_table import NAMES, dealt

from umpire.games.arcanoid.results import results as results_of
from umpire.games.arcanoid.state import Commitment, RoundResult
from umpire.games.results import ResultRow
from umpire.match import Match, results


def after_round(match: Match, winners: str) -> Match:
    """A match in which these players, by their first letters, have won the battles of a round."""
    names = tuple("USA" if letter == "U" else NAMES["ABC".index(letter)] for letter in winners)
    fields = tuple(((name, Commitment("numeric", ("S4",), 4)),) for name in names)
    course = match.state.course.replace(results=(RoundResult(3, names, names, fields),))
    return match.replace(state=match.state.replace(course=course))


@pytest.mark.parametrize(
    ("winners", "title", "won"),
    [
        ("AAAA", "{Ana} won all battles", "Ana"),
        ("ABAA", "{Ana} won 3 battles of 4", "Ana"),
        ("CABC", "{Cy} won 2 battles of 4", "Cy"),
        ("BAAB", "{Bo} and {Ana} won 2 battles each", None),
        ("UUUU", "USA won all battles", None),
        ("AUUB", "USA won 2 battles of 4", None),
        ("UAUA", "USA and {Ana} won 2 battles each", None),
        ("ABCU", "{Ana}, {Bo}, {Cy} and USA won 1 battle each", None),
    ],
)
def test_a_result_says_who_won_most_battles(winners: str, title: str, won: str | None) -> None:
    match = after_round(dealt("", "", "").match, winners)
    (result,) = results_of(match.state)
    assert (result.name, result.title, result.won) == ("Round 3", title, won)


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_a_row_is_a_battle_with_its_winner_the_cards_and_what_they_make(viewer: str | None) -> None:
    table = dealt("S4 S6", "TQ TK").turn("commit swords S4 S6", "commit staves TQ TK")
    rows = results(table.played_out().match, viewer)[0].rows
    assert rows[:2] == (
        ResultRow("Ana", "swords", ("S4", "S6"), "numbers 10"),
        ResultRow("Bo", "staves", ("TQ", "TK"), "queen and king"),
    )
    assert [row.label for row in rows] == ["swords", "staves", "cups", "coins"]


def test_a_daemon_wins_for_its_player() -> None:
    table = dealt("15 C5", "", top="C6 S2 S3 S4 S5 S6").say("devil").idle()
    table.turn("commit cups C6", "commit cups C5").played_out()
    assert results(table.match, None)[0].rows[2] == ResultRow(
        "Ana", "cups", ("C6",), "numbers 6, by the daemon"
    )


def test_usa_wins_for_nobody() -> None:
    match = after_round(dealt("", "", "").match, "UABC")
    swords = results_of(match.state)[0].rows[0]
    assert swords == ResultRow(None, "swords", ("S4",), "numbers 4, by USA")


def test_a_secret_commitment_has_no_result_before_the_round_is_over() -> None:
    table = dealt("C9", "", variant="KOBLENZ").turn("secret cups C9")
    assert results(table.match, "Bo") == ()
    assert results(table.played_out().match, "Bo")[0].rows[2].pieces == ("C9",)
