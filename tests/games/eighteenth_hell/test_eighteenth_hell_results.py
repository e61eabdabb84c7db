"""The results of bouts, against the worked examples of the rules page."""

from collections.abc import Callable

import pytest
from diyu import FIELDS, LATER, SPREAD, Table, effect, hell, hells

from umpire.games.results import Result, ResultColumn
from umpire.match import results

SOURCE = (
    "2:-1 3:0(2) 4:-1 5:1,-1 6:4",
    "3:1,-1,-1 5:2 6:0(4) 7:-1 | hells Four",
    "4:-1 5:2 7:3",
    "2:-1 4:4 6:3",
)
STUCK = ("2:-1 3:-1 4:-1 5:-1 6:1 7:2", "2:-1 3:-1 4:-1 5:-1 6:1 7:4 | hells Iron Trees")
EIGHTEENTH = ("7:4 6:3 5:2 4:-1 3:-1 2:-1",) * 2 + ("7:-1 2:1 3:0",) * 2
PRIVATE = (f"{SPREAD} | hells Blood Pool", f"{SPREAD} | hells Boiling Oil", LATER, "7:-1 6:0 5:1")


def newest(table: Table, viewer: str | None) -> Result:
    """The result of the last bout, as a viewer knows it."""
    return results(table.match, viewer)[-1]


def source() -> Table:
    return Table(None, 1).play(*SOURCE)


def stuck() -> Table:
    return Table(None, 2).play(*STUCK)


def in_the_eighteenth(ana: float, bo: float) -> Table:
    return Table({"block": 5, "points": ana}, {"block": 5, "points": bo}).play(*EIGHTEENTH)


@pytest.mark.parametrize(
    ("begin", "title", "won", "detail"),
    [
        (source, "{Bo} won bout 1, 13 to 12", "Bo", "{Bo} passed the Hell of Four"),
        (stuck, "{Ana} won bout 1, 27 to 0", "Ana", "{Bo} lost automatically"),
        (
            lambda: in_the_eighteenth(1, 1),
            "{Ana} and {Bo} won bout 1, 0 to 0",
            None,
            "{Ana} gained 13.5 points; {Bo} gained 13.5 points",
        ),
    ],
)
@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_a_result_says_who_won_the_bout_and_what_it_brought(
    begin: Callable[[], Table], title: str, won: str | None, detail: str, viewer: str | None
) -> None:
    result = newest(begin(), viewer)
    assert (result.name, result.title, result.won) == ("Bout 1", title, won)
    assert result.detail == detail


def test_the_columns_are_the_battlefields_with_their_winners() -> None:
    (result,) = results(source().match, None)
    assert [column.head for column in result.columns] == [*FIELDS]
    winners = [column.won for column in result.columns]
    assert winners == [None, "Bo", "Bo", "Ana", "Bo", "Ana"]


def test_a_row_has_a_player_s_units_and_the_hell_that_was_attempted() -> None:
    ana, bo = newest(source(), None).rows
    assert (ana.by, ana.makes) == ("Ana", "")
    assert ana.columns == (("-1",), ("0(2)",), ("-1", "›-1"), ("-1", "1", "›2"), ("4",), ("›3",))
    assert (bo.by, bo.makes) == ("Bo", "attempted the Hell of Four")
    assert bo.columns == (("›-1",), ("-1", "-1", "1"), ("›4",), ("2",), ("0(4)", "›3"), ("-1",))


def test_players_read_their_own_strength_and_nobody_the_other_one_s() -> None:
    table = source()
    assert len(newest(table, None).rows) == 2
    for name, numbers in {"Ana": "-1 0 1 6 8 3", "Bo": "-1 3 4 2 3 2"}.items():
        *_, strength = rows = newest(table, name).rows
        assert len(rows) == 3
        assert (strength.by, strength.label) == (name, f"{{{name}'s}} strength")
        assert strength.columns == tuple((number,) for number in numbers.split())


def test_once_the_match_is_over_everybody_reads_both_strengths() -> None:
    table = in_the_eighteenth(31, 34.5)
    assert [row.label for row in newest(table, None).rows[2:]] == [
        "{Ana's} strength",
        "{Bo's} strength",
    ]


def test_a_bout_that_was_lost_automatically_has_no_strength_and_no_reasons() -> None:
    result = newest(stuck(), "Ana")
    assert [row.label for row in result.rows] == ["", ""]
    assert {column.why for column in result.columns} == {""}
    assert {column.won for column in result.columns} == {"Ana"}


def test_reasons_say_what_was_destroyed_and_which_four_was_alone() -> None:
    table = Table(None, None).play(
        "2:-1 3:-1 4:-1 5:2 6:3 7:4", "2:-1 3:-1 4:-1 5:2 6:3 7:0", "5:-1 6:0 7:1", "5:-1,4 7:1"
    )
    columns = {column.head: column for column in newest(table, None).columns}
    gone = "{Ana's} -1 was destroyed. {Bo's} -1 and 4 were destroyed."
    assert columns["5"] == ResultColumn("5", None, gone)
    assert [row.columns[3] for row in newest(table, None).rows] == [
        ("2", "›-1†"),
        ("2", "›-1†", "›4†"),
    ]
    alone = [column.why for column in newest(source(), None).columns]
    assert alone == [
        "",
        "",
        "{Bo's} Four was alone there.",
        "",
        "{Ana's} Four was alone there.",
        "",
    ]


def test_of_a_private_bout_the_public_learns_only_who_won() -> None:
    table = Table(3, 3).play(*PRIVATE)
    shown = newest(table, "Ana")
    who = shown.title.partition(" won")[0]
    assert newest(table, None) == Result("Bout 1", f"{who} won bout 1", shown.won)
    assert (len(shown.rows), len(shown.columns)) == (3, 6)


def test_own_conditions_may_leave_a_bout_without_a_winner() -> None:
    far = effect("margin", points=20)
    table = Table(1, 1, hells=hells(hell(far), hell(far, name="Far")))
    table.play(f"{SPREAD} | hells Test", f"{SPREAD} | hells Far", LATER, LATER)
    result = newest(table, None)
    assert (result.title, result.won) == ("Nobody won bout 1, 0 to 0", None)


def test_results_are_in_the_order_of_the_bouts() -> None:
    table = source().play("2:-1 3:0 4:-1 5:1,-1 6:4", "3:1,-1,-1 5:2 6:0 7:-1 | hells Steam")
    table.play("4:-1 5:2 7:3", "2:-1 4:4 6:3")
    assert [result.name for result in results(table.match, "Bo")] == ["Bout 1", "Bout 2"]
