"""Time: limits, bank, periods, pause and extend."""

from typing import Any

import pytest
from playing import after, begun, code, owing, said, tell

from umpire.match import Match, report

TURN = {"who": "Ana", "limit": 10, "reserve": True}
REPLY = {"who": "Bo", "limit": 10, "reserve": True}
LAST = {"who": "Ana", "rule": "last", "limit": 10, "reserve": True}
MORE = ({"who": "Bo", "limit": 10}, {"who": "Bo", "limit": 10})


def reserve(match: Match) -> dict[str, Any]:
    left: dict[str, Any] = report(match)["reserve"]
    return left


def deadlines(match: Match) -> list[float | None]:
    return [one["deadline"] for one in report(match)["pending"]]


def test_a_limit_starts_when_its_decision_becomes_pending() -> None:
    match = after(begun({"who": "Ana", "limit": 10}, {"who": "Bo", "limit": 10}), (4, "Ana", "1"))
    assert deadlines(match) == [14]


def test_an_input_exactly_at_a_limit_is_in_time() -> None:
    match = begun({"who": "Ana", "limit": 10}, "Bo")
    assert said(after(match, (10, "Ana", "3"))) == [["Ana", 3]]
    assert tell(match, (10.000001, "Ana", "3"))[0].code == "not-pending"


@pytest.mark.parametrize(
    ("before", "limit", "t"), [(0.1, 0.7, 0.8), (1.1, 2.2, 3.3), (33.3, 77.7, 111.0)]
)
def test_it_is_in_time_however_the_numbers_are_written(
    before: float, limit: float, t: float
) -> None:
    match = after(begun("Ana", {"who": "Bo", "limit": limit}, "Ana"), (before, "Ana", "1"))
    assert after(match, (t, "Bo", "3")).falls_at() is None
    assert deadlines(match) == [t]


def test_what_becomes_pending_because_a_limit_fell_starts_at_the_moment_of_that_limit() -> None:
    limits = [{"who": "Ana", "limit": 10}, {"who": "Bo", "limit": 5}, {"who": "Ana", "limit": 7}]
    match = after(begun(*limits), (16,))
    assert said(match) == [["Ana", 0], ["Bo", 0]]
    assert deadlines(match) == [22]
    assert after(match, (1000,)).status == "over"


def test_limits_fall_in_order_of_time_and_ties_in_seat_order() -> None:
    match = begun({"who": "each", "limit": 10}, players=("Cy", "Ana", "Bo"))
    assert said(after(match, (11,))) == [["Cy", 0], ["Ana", 0], ["Bo", 0]]
    match = after(match, (1, "umpire", "extend Cy 0.5"), (1, "umpire", "extend Ana 0.25"))
    assert said(after(match, (11,))) == [["Bo", 0], ["Ana", 0], ["Cy", 0]]


def test_each_limit_that_falls_is_a_step_of_its_own() -> None:
    match = after(begun({"who": "each", "limit": 10}, "Ana"), (11,))
    assert said(after(match, (11, "umpire", "undo"))) == [["Ana", 0]]
    assert said(after(match, (11, "umpire", "undo 2"))) == []


def test_without_a_clock_no_limit_ever_falls() -> None:
    match = begun(TURN, REPLY, bank=5, clock=False)
    assert (deadlines(match), match.falls_at()) == ([None], None)
    assert reserve(after(match, (1e6, "Ana", "1"))) == {"Ana": None, "Bo": None}


def test_a_decision_may_have_no_limit() -> None:
    match = begun("Ana", TURN, bank=5)
    assert (deadlines(match), match.falls_at(), match.falls_for("Ana")) == ([None], None, None)
    assert after(match, (1e9, "Ana", "1")).falls_at() == 1e9 + 15


def test_a_game_without_reserve_reports_null_for_each_player() -> None:
    assert reserve(begun({"who": "Ana", "limit": 10})) == {"Ana": None, "Bo": None}


# Bank


def test_past_the_limit_the_bank_runs_down_second_by_second() -> None:
    match = begun(TURN, REPLY, TURN, bank=20)
    assert (match.falls_at(), match.falls_for("Ana"), match.falls_for("Bo")) == (30, 30, None)
    assert reserve(after(match, (10,))) == {"Ana": 20.0, "Bo": 20.0}
    assert reserve(after(match, (13.5,))) == {"Ana": 16.5, "Bo": 20.0}
    assert reserve(after(match, (30,))) == {"Ana": 0.0, "Bo": 20.0}
    assert deadlines(after(match, (13.5,))) == [10]


def test_an_answer_in_reserve_spends_exactly_the_time_past_the_limit() -> None:
    match = after(begun(TURN, REPLY, TURN, bank=20), (13.5, "Ana", "1"))
    assert reserve(match) == {"Ana": 16.5, "Bo": 20.0}
    match = after(match, (20, "Bo", "1"))
    assert reserve(match) == {"Ana": 16.5, "Bo": 20.0}
    assert match.falls_at() == 20 + 10 + 16.5


def test_an_answer_in_time_spends_nothing() -> None:
    assert reserve(after(begun(TURN, REPLY, bank=20), (10, "Ana", "1")))["Ana"] == 20.0


def test_an_answer_that_is_refused_costs_time_in_reserve_too() -> None:
    match = tell(begun(TURN, REPLY, bank=20), (15, "Ana", "7"))[0].match
    assert reserve(match)["Ana"] == 15.0
    assert reserve(after(match, (16, "Ana", "1")))["Ana"] == 14.0


def test_at_zero_the_consequence_falls() -> None:
    match = begun(TURN, REPLY, bank=20)
    assert said(after(match, (30, "Ana", "2"))) == [["Ana", 2]]
    assert reserve(after(match, (30, "Ana", "2")))["Ana"] == 0.0
    late = after(match, (30.5,))
    assert said(late) == [["Ana", 0]]
    assert reserve(late) == {"Ana": 0.0, "Bo": 20.0}
    assert deadlines(late) == [40]


def test_a_bank_of_nothing_is_no_bank() -> None:
    match = begun(TURN, REPLY, bank=0)
    assert said(after(match, (10, "Ana", "2"))) == [["Ana", 2]]
    assert said(after(match, (10.5,))) == [["Ana", 0]]


def test_only_decisions_with_a_reserve_spend_it() -> None:
    match = begun({"who": "Ana", "limit": 10}, REPLY, bank=20)
    assert match.falls_at() == 10
    assert reserve(after(match, (10.5,))) == {"Ana": 20.0, "Bo": 20.0}


def test_a_bank_shows_no_noise_of_binary_fractions() -> None:
    match = after(begun(TURN, REPLY, bank=300), (100.1, "Ana", "1"))
    assert reserve(match)["Ana"] == 209.9


@pytest.mark.parametrize("start", [530.45, 38780069.2])
def test_nor_does_it_late_in_a_match(start: float) -> None:
    match = after(begun("Bo", TURN, REPLY, bank=20.1), (start, "Bo", "1"))
    match = after(match, (round(start + 10.35, 2), "Ana", "1"))
    assert reserve(match)["Ana"] == 19.75


def test_one_player_s_clock_is_not_the_other_s() -> None:
    match = after(begun({**TURN, "who": "each"}, "Ana", bank=20), (14, "Bo", "1"))
    assert reserve(match) == {"Ana": 16.0, "Bo": 16.0}
    assert reserve(after(match, (20,))) == {"Ana": 10.0, "Bo": 16.0}


# Periods


@pytest.mark.parametrize(
    ("t", "left"),
    [
        (10, 90.0),
        (10.001, 60.0),
        (40, 60.0),
        (40.001, 30.0),
        (70, 30.0),
        (70.001, 0.0),
        (100, 0.0),
    ],
)
def test_a_begun_period_is_spent_whole(t: float, left: float) -> None:
    match = begun(TURN, REPLY, periods=[3, 30])
    assert match.falls_at() == 100
    assert reserve(after(match, (t,)))["Ana"] == left
    assert reserve(after(match, (t, "Ana", "1")))["Ana"] == left


def test_after_the_last_period_the_consequence_falls() -> None:
    match = begun(TURN, REPLY, periods=[3, 30])
    assert said(after(match, (100, "Ana", "2"))) == [["Ana", 2]]
    assert said(after(match, (100.5,))) == [["Ana", 0]]
    assert reserve(after(match, (100.5,))) == {"Ana": 0.0, "Bo": 90.0}


def test_what_is_left_of_the_periods_is_for_the_whole_match() -> None:
    match = after(begun(TURN, TURN, REPLY, periods=[3, 30]), (35, "Ana", "1"))
    assert reserve(match)["Ana"] == 60.0
    assert match.falls_at() == 35 + 10 + 60


def test_periods_of_odd_lengths_are_counted_without_noise() -> None:
    match = begun({**TURN, "limit": 0.1}, REPLY, periods=[10, 0.1])
    assert reserve(after(match, (0.8,)))["Ana"] == 0.3


def test_late_in_a_match_too_a_period_ends_when_it_ends() -> None:
    match = after(begun("Bo", TURN, REPLY, periods=[3, 30]), (216.1, "Bo", "1"))
    assert reserve(after(match, (256.1,)))["Ana"] == 60.0
    assert reserve(after(match, (256.2,)))["Ana"] == 30.0


# Last in reserve


def test_in_reserve_last_becomes_first() -> None:
    match = after(begun(LAST, REPLY, bank=20), (12,))
    assert code(match, 12, "Ana", "lock") == "syntax"
    match = after(match, (12, "Ana", "2"))
    assert said(match) == [["Ana", 2]]
    assert reserve(match)["Ana"] == 18.0


def test_a_held_answer_is_taken_at_the_limit_and_no_reserve_is_spent() -> None:
    match = after(begun(LAST, REPLY, bank=20), (1, "Ana", "2"))
    assert match.falls_at() == 10
    match = after(match, (17,))
    assert said(match) == [["Ana", 2]]
    assert reserve(match)["Ana"] == 20.0
    assert deadlines(match) == [20]


def test_in_a_group_one_may_be_in_reserve_while_the_other_s_answer_is_kept() -> None:
    group = {"who": "group", "rule": "last", "limit": 10, "reserve": True}
    match = after(begun(group, "Ana", periods=[2, 30]), (1, "Ana", "2"), (25,))
    assert (owing(match), said(match)) == (["Bo"], [])
    assert reserve(match) == {"Ana": 60.0, "Bo": 30.0}
    match = after(match, (45, "Bo", "3"))
    assert sorted(said(match)) == [["Ana", 2], ["Bo", 3]]
    assert reserve(match) == {"Ana": 60.0, "Bo": 0.0}


# Pause


def test_while_paused_no_limit_falls_and_nothing_is_spent() -> None:
    match = after(begun(TURN, REPLY, bank=20), (12, "umpire", "pause"))
    assert (match.status, match.falls_at(), match.falls_for("Ana")) == ("paused", None, None)
    assert deadlines(match) == [10]
    match = after(match, (12, "umpire", "resume"))
    assert reserve(match)["Ana"] == 18.0
    assert match.falls_at() == 30


def test_while_paused_nothing_but_umpire_inputs_is_accepted() -> None:
    match = after(begun("Ana", "chance"), (12, "umpire", "pause"))
    assert code(match, 12, "Ana", "1") == "not-pending"
    assert code(match, 12, "Bo", "1") == "not-pending"
    assert code(match, 12, "chance", "1") == "not-pending"
    assert code(match, 12, "umpire", "note hello") is None


@pytest.mark.parametrize("t", [11, 12.5, 13])
@pytest.mark.parametrize("by", ["Ana", "umpire", "Zoe"])
def test_while_paused_another_t_is_rejected(t: float, by: str) -> None:
    match = after(begun("Ana"), (12, "umpire", "pause"))
    assert code(match, t, by, "resume") == "time"
    assert code(match, t) == "time"
    assert code(match, 12) == "not-pending"


# Extend


def test_extend_moves_the_deadline() -> None:
    match = after(begun(TURN, REPLY, bank=20), (1, "umpire", "extend Ana 30"))
    assert (deadlines(match), match.falls_at()) == ([40], 60)
    assert reserve(after(match, (40,)))["Ana"] == 20.0


def test_extend_counts_once_and_for_this_decision_only() -> None:
    match = after(begun(TURN, TURN, bank=20), (1, "umpire", "extend Ana 30"), (2, "Ana", "1"))
    assert deadlines(match) == [12]


def test_extend_in_reserve_gives_back_what_the_decision_had_spent() -> None:
    match = after(begun(LAST, REPLY, bank=20), (15, "umpire", "extend Ana 30"))
    assert (deadlines(match), reserve(match)["Ana"]) == ([40], 20.0)
    assert said(after(match, (16, "Ana", "3"))) == []


def test_extend_reaches_one_player_only() -> None:
    match = after(begun({"who": "each", "limit": 10}), (1, "umpire", "extend Bo 0.5"))
    assert deadlines(match) == [10, 10.5]


def test_time_lost_may_lose_the_match() -> None:
    match = after(begun({**TURN, "deadly": True}, *MORE, bank=20), (1000,))
    assert (match.status, report(match)["winner"], report(match)["reason"]) == (
        "over",
        "Bo",
        "time",
    )
    assert report(match)["t"] == 1000.0


# Longer limits, for the umpire to update the board


def test_update_makes_every_limit_longer() -> None:
    match = begun({"who": "each", "limit": 10}, TURN, REPLY, update=2.5, bank=20)
    assert deadlines(match) == [12.5, 12.5]
    match = after(match, (12.5, "Ana", "1"), (12.6,))
    assert deadlines(match) == [25.0]
    match = after(match, (30, "Ana", "1"))
    assert (deadlines(match), reserve(match)["Ana"]) == ([42.5], 15.0)


def test_update_is_in_a_limit_that_begins_afresh() -> None:
    match = after(begun(TURN, REPLY, update=3), (4, "Ana", "1"), (5, "umpire", "undo"))
    assert deadlines(match) == [18]


def test_update_sets_no_limit_where_none_runs() -> None:
    assert deadlines(begun("Ana", update=3)) == [None]
    assert deadlines(begun(TURN, update=3, clock=False)) == [None]
