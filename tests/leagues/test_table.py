"""Who stands where: tables worked out by hand."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.errors import UsageError
from umpire.leagues.ratings import ratings
from umpire.leagues.results import Result, Rules, points_text, read_points, read_tie_breaks
from umpire.leagues.table import Table, table

FOOTBALL = Rules(points=read_points("3/1/0"))


def results(*told: str) -> list[Result]:
    """Matches as `Ana-Bo 1`: who won, by seat, 0 for a draw, `f` behind it for a forfeit.

    `Ana-Bo-Cy 12` is a win that Ana and Bo share, and `Ana-Bo void` a match without a result.
    """
    made = []
    for at, text in enumerate(told, 1):
        names, end = text.split()
        players = tuple(names.split("-"))
        winners = tuple(players[int(seat) - 1] for seat in end if seat in "123456789")
        gave_up = frozenset(players) - {*winners} if end.endswith("f") else frozenset()
        made.append(
            Result(
                f"m-{at}",
                players,
                "closed",
                winners[0] if len(winners) == 1 else None,
                "void" if end == "void" else "points",
                gave_up,
                f"2026-01-{at:02}",
                shared_by=winners if len(winners) > 1 else (),
            )
        )
    return made


def places(counted: Table) -> list[tuple[int, str, str]]:
    return [(row.place, row.player, points_text(row.points)) for row in counted.rows]


def breaks(counted: Table, name: str) -> dict[str, str | None]:
    found = {row.player: row.breaks[name] for row in counted.rows}
    return {
        player: value if value is None else points_text(value) for player, value in found.items()
    }


def test_a_win_a_draw_and_a_loss_are_worth_what_the_rule_says() -> None:
    counted = table(results("Ana-Bo 1", "Bo-Cleo 0", "Cleo-Ana 2"), rules=FOOTBALL)
    assert places(counted) == [(1, "Ana", "6"), (2, "Bo", "1"), (2, "Cleo", "1")]
    assert [(row.played, row.won, row.drawn, row.lost) for row in counted.rows] == [
        (2, 2, 0, 0),
        (2, 0, 1, 1),
        (2, 0, 1, 1),
    ]


def test_a_forfeit_is_counted_apart_and_is_worth_its_own() -> None:
    rules = Rules(points=read_points("3/1/0/-1"))
    (first, second) = table(results("Ana-Bo 1f"), rules=rules).rows
    assert (first.points, first.won, first.forfeited) == (3, 1, 0)
    assert (second.points, second.lost, second.forfeited, second.played) == (-1, 0, 1, 1)


def test_of_many_players_one_wins_and_without_a_winner_all_draw() -> None:
    counted = table(results("Ana-Bo-Cleo 3", "Ana-Bo-Cleo 0"), rules=FOOTBALL)
    assert places(counted) == [(1, "Cleo", "4"), (2, "Ana", "1"), (2, "Bo", "1")]


def test_each_who_shares_a_win_has_the_points_of_one_and_the_others_have_lost() -> None:
    counted = table(results("Ana-Bo-Cleo 12"), rules=FOOTBALL)
    assert places(counted) == [(1, "Ana", "3"), (1, "Bo", "3"), (3, "Cleo", "0")]
    assert [(row.won, row.drawn, row.lost) for row in counted.rows] == [(1, 0, 0)] * 2 + [(0, 0, 1)]
    ana, bo, cleo = (row.rating for row in counted.rows)
    assert ana == bo > 0 > cleo
    # Each has beaten Cleo, who has 0, and neither has beaten the other.
    assert breaks(counted, "sonneborn-berger") == {"Ana": "1.5", "Bo": "1.5", "Cleo": "0"}


def test_a_forfeit_in_a_match_that_others_win_together_is_one() -> None:
    won = Result("m-1", ("Ana", "Bo", "Cy"), "over", forfeited=frozenset({"Cy"}))
    shared = replace(won, reason="shared", shared_by=("Ana", "Bo"))
    assert [shared.kind(player) for player in shared.players] == ["won", "won", "forfeited"]


@pytest.mark.parametrize("tie_break", ["buchholz", "sonneborn-berger", "head-to-head", "wins"])
def test_a_void_match_counts_for_nobody_in_anything(tie_break: str) -> None:
    rules = Rules(points=read_points("3/1/0/-1"), tie_breaks=(tie_break,))
    told = ("Ana-Bo 1", "Bo-Cleo 0", "Cleo-Ana 2")
    counted, without = (
        table(results(*more), ("Ana", "Bo", "Cleo"), rules)
        for more in ((*told, "Ana-Cleo void"), told)
    )
    assert counted.rows == without.rows
    assert [one.match for one in counted.ended if one.is_void] == ["m-4"]
    assert counted.unfinished == ()


# Four players, everybody once: Ana beat Bo and Dan, Bo beat Cleo and Dan, Cleo beat Ana and Dan.
THREE_TIED = ("Ana-Bo 1", "Bo-Cleo 1", "Cleo-Ana 1", "Ana-Dan 1", "Bo-Dan 1", "Cleo-Dan 1")


def test_head_to_head_is_among_the_tied_alone() -> None:
    counted = table(results("Ana-Bo 2", "Ana-Cleo 1", "Ana-Dan 1", "Bo-Cleo 2", "Bo-Dan 1"))
    # Ana and Bo have 2 each, and Bo beat Ana.
    assert places(counted)[:2] == [(1, "Bo", "2"), (2, "Ana", "2")]
    assert breaks(counted, "head-to-head") == {"Bo": "1", "Ana": "0", "Cleo": None, "Dan": None}


def test_a_circle_of_three_stays_tied_by_every_break() -> None:
    counted = table(results(*THREE_TIED))
    assert [place for place, *_ in places(counted)] == [1, 1, 1, 4]
    assert breaks(counted, "head-to-head") == {"Ana": "1", "Bo": "1", "Cleo": "1", "Dan": None}
    assert breaks(counted, "sonneborn-berger") == {"Ana": "2", "Bo": "2", "Cleo": "2", "Dan": "0"}


def test_head_to_head_says_nothing_unless_all_tied_have_met() -> None:
    counted = table(results("Ana-Bo 1", "Bo-Cleo 1", "Cleo-Dan 1"))
    assert set(breaks(counted, "head-to-head").values()) == {None}


def test_sonneborn_berger_is_of_whom_one_has_beaten_and_half_of_draws() -> None:
    rules = Rules(tie_breaks=("sonneborn-berger",))
    # Points: Ana 1.5, Bo 1.5, Cleo 1, Dan 0. Ana beat Cleo (1) and drew with Dan's better, Bo.
    counted = table(results("Ana-Cleo 1", "Bo-Dan 1", "Ana-Bo 0", "Cleo-Dan 1"), rules=rules)
    assert breaks(counted, "sonneborn-berger") == {
        "Ana": "1.75",  # 1 of Cleo, half of Bo's 1.5
        "Bo": "0.75",  # 0 of Dan, half of Ana's 1.5
        "Cleo": "0",
        "Dan": "0",
    }
    assert [player for _, player, _ in places(counted)] == ["Ana", "Bo", "Cleo", "Dan"]


@pytest.mark.parametrize("name", ["sonneborn-berger", "buchholz"])
def test_a_penalty_for_a_forfeit_takes_nothing_from_opponents(name: str) -> None:
    told = results("Ana-Bo 1", "Cleo-Bo 1f", "Ana-Cleo 0")
    strict, mild = (
        table(told, rules=Rules(points=read_points(points), tie_breaks=(name,)))
        for points in ("3/1/0/-2", "3/1/0")
    )
    assert places(strict)[-1] == (3, "Bo", "-2")
    assert breaks(strict, name) == breaks(mild, name)
    assert breaks(strict, name)["Ana"] == {"sonneborn-berger": "2", "buchholz": "4"}[name]


def test_buchholz_is_of_all_opponents_won_or_lost() -> None:
    rules = Rules(tie_breaks=("buchholz",))
    counted = table(results("Ana-Bo 1", "Cleo-Dan 1", "Ana-Cleo 1", "Bo-Dan 1"), rules=rules)
    assert breaks(counted, "buchholz") == {"Ana": "2", "Bo": "2", "Cleo": "2", "Dan": "2"}
    counted = table(results("Ana-Bo 1", "Ana-Cleo 2", "Cleo-Dan 2"), rules=rules)
    # Ana, Cleo, Dan 1 each: Ana met Bo 0 and Cleo 1, Cleo met Ana 1 and Dan 1, Dan met Cleo 1.
    assert places(counted)[0] == (1, "Cleo", "1")


def test_breaks_decide_in_the_order_that_is_named() -> None:
    told = results("Ana-Bo 1", "Ana-Bo 2", "Ana-Bo 0", "Bo-Ana 0f")
    assert [row.place for row in table(told).rows] == [1, 1], "even a forfeit of both is equal"
    told = results("Ana-Cleo 1", "Ana-Dan 2f", "Bo-Dan 1", "Bo-Cleo 2")
    by = Rules(tie_breaks=("fewer-forfeits",))
    assert [row.player for row in table(told, rules=by).rows if row.points == 1] == [
        "Bo",
        "Cleo",
        "Dan",
        "Ana",
    ]


def test_a_bye_is_worth_a_win_in_a_swiss_and_nothing_else() -> None:
    swiss = Rules(points=read_points("3/1/0"), pairing="swiss")
    (row,) = table([], ["Ana"], swiss, {"Ana": 1}).rows
    assert (row.points, row.played, row.byes) == (3, 0, 1)
    (row,) = table([], ["Ana"], Rules(pairing="round-robin"), {"Ana": 1}).rows
    assert row.points == 0


def test_a_bye_counts_among_the_wins_of_a_swiss_alone() -> None:
    told = results("Ana-Bo 1", "Cleo-Dan 0")
    for pairing, wins in (("swiss", {"Ana": "1", "Cleo": "1", "Dan": "0", "Bo": "0"}), (None, {})):
        rules = Rules(tie_breaks=("wins",), pairing=pairing)  # type: ignore[arg-type]
        counted = table(told, rules=rules, byes={"Cleo": 1})
        assert breaks(counted, "wins") == {"Ana": "1", "Bo": "0", "Cleo": "0", "Dan": "0"} | wins
        assert next(row for row in counted.rows if row.player == "Cleo").won == 0


def test_a_bye_has_no_opponent_and_its_points_are_points_like_any() -> None:
    rules = Rules(tie_breaks=("buchholz", "sonneborn-berger"), pairing="swiss")
    counted = table(results("Ana-Bo 1", "Cleo-Ana 1"), rules=rules, byes={"Cleo": 1, "Bo": 1})
    # Ana 1, Bo 1, Cleo 2: Ana met Bo and Cleo, the others met Ana alone.
    assert breaks(counted, "buchholz") == {"Ana": "3", "Bo": "1", "Cleo": "1"}
    assert breaks(counted, "sonneborn-berger") == {"Ana": "1", "Bo": "0", "Cleo": "1"}


def test_what_is_not_over_is_listed_and_what_is_not_closed_is_provisional() -> None:
    played = Result("m-1", ("Ana", "Bo"), "over", "Ana", "points", ended="2026-01-01")
    counted = table([played, Result("m-2", ("Ana", "Bo"), "open")])
    assert (counted.provisional, [one.match for one in counted.unfinished]) == (("m-1",), ["m-2"])
    assert [(row.played, row.provisional) for row in counted.rows] == [(1, 1), (1, 1)]


def test_a_rating_begins_at_nothing_and_goes_by_the_order_of_the_ends() -> None:
    first, second = results("Ana-Bo 1", "Bo-Ana 1")
    assert ratings([], ["Ana"]) == {"Ana": 0.0}
    rated = ratings([first, second], ["Ana", "Bo"])
    assert rated["Bo"] != rated["Ana"], "who won last counts for more"
    assert ratings([first], ["Ana", "Bo"])["Ana"] > 0 > ratings([first], ["Ana", "Bo"])["Bo"]


NAMES = ("Ana", "Bo", "Cleo", "Dan", "Eva")
MATCHES = st.lists(
    st.tuples(st.permutations(NAMES).map(lambda names: names[:2]), st.sampled_from("012")),
    max_size=12,
)


@given(MATCHES, st.randoms(use_true_random=False))
def test_the_order_of_the_rows_changes_nothing(
    played: list[tuple[list[str], str]], shuffler: Random
) -> None:
    told = results(*(f"{'-'.join(names)} {end}" for names, end in played))
    mixed = [*told]
    shuffler.shuffle(mixed)
    assert table(mixed, NAMES) == table(told, NAMES[::-1])
    counted = table(told, NAMES)
    assert sum(row.points for row in counted.rows) == len(told)
    assert [row.place for row in counted.rows] == sorted(row.place for row in counted.rows)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("3/1", "is not a list of points: write those for a win"),
        ("3/1/x", "is not a list of points"),
        ("1/2/0", "gives more points for less"),
        ("3/1/0/0/0", "is not a list of points"),
    ],
)
def test_points_that_are_none_are_refused(text: str, wrong: str) -> None:
    with pytest.raises(UsageError, match=wrong):
        read_points(text)


def test_points_are_read_and_written() -> None:
    assert [str(read_points(text)) for text in ("3/1/0", "1/0.5/0", "2/1/0/-1.5")] == [
        "3/1/0",
        "1/0.5/0",
        "2/1/0/-1.5",
    ]
    assert points_text(Fraction(1, 3)) == "0.33"


def test_a_wrong_tie_break_is_answered_with_what_may_have_been_meant() -> None:
    assert read_tie_breaks("Buchholz, wins,wins") == ("buchholz", "wins")
    with pytest.raises(UsageError, match=r"no tie-break 'bucholz'.* Did you mean 'buchholz'"):
        read_tie_breaks("bucholz")


def test_rules_come_back_from_a_store_as_they_were() -> None:
    rules = Rules(read_points("3/1/0/-0.5"), ("wins",), "round-robin", True, 6)
    assert Rules.from_json(rules.to_json()) == rules
