"""A match whose score sheets are read one by one: whose limit falls when, and what came first."""

from collections.abc import Callable

import pytest
from live_kit import ANA, BO, Table

Opens = Callable[..., Table]
BOTH = {"who": "group", "rule": "last", "limit": 60, "secret": True}
EACH = {"who": "each", "limit": 60}


def fallen(match: Table) -> list[float | None]:
    return [t for t, by, _, _ in match.log() if by is None]


def test_a_limit_falls_after_a_read_of_its_own_players_table_and_no_other(table: Opens) -> None:
    match = table({"who": "Ana", "limit": 60}, "Bo")
    match.hands.move(61)
    match.read(BO)
    assert fallen(match) == []
    match.read(ANA)
    assert fallen(match) == [60.001]


def test_a_read_that_began_before_the_limit_is_none_whatever_another_read_shows(
    table: Opens,
) -> None:
    match = table({"who": "Ana", "limit": 60}, "Bo")
    match.hands.move(59)
    match.read(ANA, took=5)
    match.read(BO)
    assert fallen(match) == []


@pytest.mark.parametrize("order", [(ANA, BO), (BO, ANA)])
def test_limits_that_fall_together_wait_until_every_table_was_read(
    table: Opens, order: tuple[int, int]
) -> None:
    match = table(BOTH, "Ana")
    match.hands.move(61)
    match.read(order[0])
    assert fallen(match) == []
    match.hands.move(3)
    match.read(order[1])
    assert fallen(match) == [60.001]
    assert match.live.history.match.state.said == ((0, "Ana", 0), (0, "Bo", 0))


def test_what_the_last_table_shows_at_their_limit_is_in_time(table: Opens) -> None:
    match = table(BOTH, "Ana")
    match.types(BO, "5")
    match.hands.move(61)
    match.read(ANA)
    match.hands.move(3)
    match.read(BO)
    assert match.log() == [(60.0, "Bo", "5", None), (60.001, None, None, None)]
    assert match.live.history.match.state.said == ((0, "Ana", 0), (0, "Bo", 5))


def test_an_earlier_limit_that_nobody_has_looked_at_holds_the_clock_for_all(table: Opens) -> None:
    match = table(EACH, "Ana")
    match.live.command("umpire", "extend Bo 5")
    match.types(BO, "5")
    match.hands.move(64)
    match.read(BO)
    assert match.log()[1:] == [(60.0, "Bo", "5", None)]
    match.types(ANA, "4")
    match.read(ANA)
    assert match.log()[2:] == [(60.0, "Ana", "4", None)]


def test_a_later_limit_may_be_read_first_and_falls_in_its_turn(table: Opens) -> None:
    match = table(EACH, "Ana")
    match.live.command("umpire", "extend Bo 5")
    match.hands.move(70)
    match.read(BO)
    assert fallen(match) == []
    match.read(ANA)
    assert fallen(match) == [60.001, 65.001]


def test_what_was_first_shown_earlier_counts_earlier(table: Opens) -> None:
    match = table(EACH, "Ana")
    match.hands.move(1)
    match.types(BO, "5")
    match.read(BO)
    match.types(ANA, "4")
    match.hands.move(1)
    match.read(ANA)
    assert match.log() == [(1.0, "Bo", "5", None), (2.0, "Ana", "4", None)]


def test_a_read_before_a_pause_says_nothing_about_a_limit_after_it(table: Opens) -> None:
    match = table(BOTH, "Ana")
    match.hands.move(61)
    match.read(ANA)
    match.live.pause_itself("Bo's table cannot be reached", at=55.0)
    match.hands.move(1000)
    match.types(ANA, "6")
    match.live.resume_itself()
    assert match.live.now() == 55.0
    match.hands.move(6)
    match.read(BO)
    assert fallen(match) == []
    match.read(ANA)
    assert match.log() == [(60.0, "Ana", "6", None), (60.001, None, None, None)]


def test_a_question_that_came_after_the_read_has_not_been_shown(table: Opens) -> None:
    match = table({"who": "Ana", "limit": 60}, {"who": "Ana", "limit": 60}, "Bo")
    match.hands.move(500)
    match.read(ANA)
    match.read(BO)
    assert fallen(match) == [60.001]
    match.read(ANA)
    assert fallen(match) == [60.001, 120.001]


def test_what_a_player_says_elsewhere_lets_no_limit_fall_that_no_read_has_seen(
    table: Opens,
) -> None:
    match = table(EACH, "Ana")
    match.live.command("umpire", "extend Bo 60")
    match.hands.move(70)
    assert match.live.command("Bo", "5").ok
    assert match.log()[1:] == [(60.0, "Bo", "5", None)]
    match.types(ANA, "4")
    match.read(ANA)
    assert match.log()[2:] == [(60.0, "Ana", "4", None)]


def test_where_nothing_was_read_since_the_start_nothing_falls(table: Opens) -> None:
    match = table({"who": "Ana", "limit": 60}, "Bo")
    match.live.let_go()
    match.live = match.open()
    match.live.resume_itself()
    match.hands.move(100)
    match.read(BO)
    assert fallen(match) == []
