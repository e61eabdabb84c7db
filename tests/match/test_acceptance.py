"""First, last, lock and groups: when an answer is taken."""

from random import Random
from typing import Any

import pytest
from playing import after, begun, code, owing, said, tell
from toy import Number

from umpire.games.page import Question
from umpire.match import Match, asking, judge, report, view

LAST = {"who": "Ana", "rule": "last", "limit": 10}
GROUP = {"who": "group", "rule": "last", "limit": 10}
POLL = {"who": "group", "limit": 10}
END = "Ana"
NEXT = {"who": "Ana", "limit": 90}


def pending(match: Match) -> dict[str, tuple[bool, bool]]:
    return {one["by"]: (one["held"], one["locked"]) for one in report(match)["pending"]}


def since(match: Match) -> float:
    clock = match.pending[0].clock
    assert clock is not None
    return clock.start


def test_first_takes_the_first_valid_answer_at_once() -> None:
    match = begun({"who": "Ana", "limit": 10}, "Bo")
    assert code(match, 1, "Ana", "9") == "illegal"
    assert said(after(match, (1, "Ana", "2"))) == [["Ana", 2]]
    assert code(after(match, (1, "Ana", "2")), 1, "Ana", "3") == "not-pending"


def test_last_holds_an_answer_and_a_later_one_replaces_it() -> None:
    match = after(begun(LAST, END), (1, "Ana", "2"))
    assert (said(match), pending(match)) == ([], {"Ana": (True, False)})
    match = after(match, (9, "Ana", "3"), (10, "Ana", "4"))
    assert said(match) == []
    assert said(after(match, (10.5,))) == [["Ana", 4]]


@pytest.mark.parametrize(
    ("phase", "options", "question"),
    [
        (LAST, {}, Question("Which?", otherwise="then 0", final=False)),
        ({"who": "Ana", "limit": 10}, {}, Question("Which?", otherwise="then 0", final=True)),
        (LAST, {"clock": False}, Question("Which?", final=True)),
        ({"who": "Ana"}, {}, Question("Which?", final=True)),
    ],
    ids=["last", "first", "no clock", "no limit"],
)
def test_a_question_is_final_and_ends_as_its_clock_has_it(
    monkeypatch: pytest.MonkeyPatch, phase: Any, options: Any, question: Question
) -> None:
    monkeypatch.setattr(Number, "question", lambda *_: Question("Which?", otherwise="then 0"))
    match = begun(phase, **options)
    assert asking.question(match, match.pending[0]) == question


def test_an_answer_that_is_refused_leaves_the_one_that_is_held() -> None:
    match = tell(after(begun(LAST, END), (1, "Ana", "2")), (2, "Ana", "9"))[0].match
    assert said(after(match, (11,))) == [["Ana", 2]]


def test_lock_closes_at_once_where_one_player_owes() -> None:
    match = after(begun(LAST, NEXT), (1, "Ana", "2"), (2, "Ana", "lock"))
    assert said(match) == [["Ana", 2]]
    assert since(match) == 2


@pytest.mark.parametrize("text", ["lock", "LOCK", "  Lock\n", "ｌｏｃｋ", "\u3000lock"])
def test_lock_is_read_forgivingly(text: str) -> None:
    assert said(after(begun(LAST, END), (1, "Ana", "2"), (2, "Ana", text))) == [["Ana", 2]]


@pytest.mark.parametrize("text", ["loc", "lock;", "lock 3", "locked", "lo ck"])
def test_what_is_not_lock_is_judged_as_an_answer(text: str) -> None:
    assert code(after(begun(LAST, END), (1, "Ana", "2")), 2, "Ana", text) == "syntax"


def test_lock_before_any_valid_answer_is_illegal() -> None:
    assert code(begun(LAST, END), 1, "Ana", "lock") == "illegal"
    assert code(tell(begun(LAST, END), (1, "Ana", "9"))[0].match, 1, "Ana", "lock") == "illegal"


def test_lock_is_text_like_any_other_to_a_first_decision() -> None:
    assert code(begun({"who": "Ana", "limit": 10}), 1, "Ana", "lock") == "syntax"


def test_without_a_clock_last_is_taken_as_first() -> None:
    match = begun(LAST, END, clock=False)
    assert code(match, 1, "Ana", "lock") == "syntax"
    assert said(after(match, (1, "Ana", "2"))) == [["Ana", 2]]


def test_a_group_of_last_closes_when_every_member_has_locked() -> None:
    match = after(begun(GROUP, END), (1, "Ana", "2"), (1, "Bo", "3"), (2, "Ana", "lock"))
    assert (said(match), pending(match)) == ([], {"Ana": (True, True), "Bo": (True, False)})
    assert said(after(match, (3, "Bo", "lock"))) == [["Ana", 2], ["Bo", 3]]


def test_any_new_answer_unlocks() -> None:
    match = after(begun(GROUP, END), (1, "Ana", "2"), (2, "Ana", "lock"), (3, "Ana", "4"))
    assert pending(match) == {"Ana": (True, False), "Bo": (False, False)}
    match = after(match, (4, "Bo", "5"), (4, "Bo", "lock"))
    assert said(match) == []
    assert said(after(match, (5, "Ana", "lock"))) == [["Ana", 4], ["Bo", 5]]


def test_an_answer_that_is_refused_does_not_unlock() -> None:
    match = after(begun(GROUP, END), (1, "Ana", "2"), (2, "Ana", "lock"))
    assert pending(tell(match, (3, "Ana", "9"))[0].match)["Ana"] == (True, True)


def test_lock_twice_is_harmless() -> None:
    match = after(begun(GROUP, END), (1, "Ana", "2"), (2, "Ana", "lock"), (2, "Ana", "lock"))
    assert pending(match)["Ana"] == (True, True)


def test_lock_is_never_needed() -> None:
    match = after(begun(GROUP, NEXT), (1, "Ana", "2"), (1, "Bo", "3"), (10.1,))
    assert said(match) == [["Ana", 2], ["Bo", 3]]
    assert since(match) == 10


def test_a_groups_answers_are_kept_until_every_member_s_is_taken() -> None:
    match = begun(POLL, END)
    one = after(match, (1, "Bo", "3"))
    assert report(one)["state"] == report(match)["state"]
    assert owing(one) == ["Ana"]
    assert code(one, 1, "Bo", "4") == "not-pending"
    both = after(one, (2, "Ana", "2"))
    assert sorted(said(both)) == [["Ana", 2], ["Bo", 3]]


def test_who_of_a_group_stays_silent_is_decided_for_and_then_all_are_applied() -> None:
    match = after(begun(POLL, END), (1, "Bo", "3"), (11,))
    assert sorted(said(match)) == [["Ana", 0], ["Bo", 3]]


def test_members_with_different_limits_each_fall_on_their_own() -> None:
    match = after(begun(GROUP, END), (1, "Ana", "2"), (1, "umpire", "extend Bo 5"), (12,))
    assert (owing(match), said(match)) == (["Bo"], [])
    assert code(match, 12, "Ana", "3") == "not-pending"
    assert sorted(said(after(match, (15.5,)))) == [["Ana", 2], ["Bo", 0]]
    locked = after(match, (13, "Bo", "5"), (13, "Bo", "lock"))
    assert sorted(said(locked)) == [["Ana", 2], ["Bo", 5]]


def test_a_member_s_limit_closes_the_group_if_the_others_have_locked() -> None:
    match = after(begun(GROUP, NEXT), (1, "Ana", "2"), (1, "Ana", "lock"))
    match = after(match, (2, "umpire", "extend Ana 90"), (11,))
    assert sorted(said(match)) == [["Ana", 2], ["Bo", 0]]
    assert since(match) == 10


def test_decisions_that_are_no_group_do_not_wait_for_each_other() -> None:
    match = after(begun({"who": "each", "limit": 10}, END), (4, "Bo", "3"))
    assert (said(match), owing(match)) == ([["Bo", 3]], ["Ana"])
    assert match.pending[0].deadline == 10


def test_what_is_held_stays_held_when_another_s_decision_changes_the_state() -> None:
    apart = {"who": "each", "rule": "last", "limit": 10}
    match = after(begun(apart, END), (1, "Ana", "2"), (2, "Bo", "3"), (3, "Bo", "lock"))
    assert (said(match), pending(match)) == ([["Bo", 3]], {"Ana": (True, False)})
    assert said(after(match, (11,))) == [["Bo", 3], ["Ana", 2]]


def test_an_answer_taken_in_a_group_stays_taken_when_a_member_leaves() -> None:
    three = ("Ana", "Bo", "Cy")
    match = after(begun(POLL, END, players=three), (1, "Ana", "2"), (2, "umpire", "forfeit Bo"))
    assert (owing(match), said(match)) == (["Cy"], [])
    assert match.pending[0].deadline == 10
    assert sorted(said(after(match, (3, "Cy", "4")))) == [["Ana", 2], ["Cy", 4]]


def test_a_group_is_complete_when_the_only_silent_member_leaves() -> None:
    three = ("Ana", "Bo", "Cy")
    match = after(begun(POLL, END, players=three), (1, "Ana", "2"), (1, "Cy", "4"))
    match = after(match, (2, "umpire", "forfeit Bo"))
    assert sorted(said(match)) == [["Ana", 2], ["Cy", 4]]


def test_pending_decisions_are_in_seat_order_and_chance_comes_alone() -> None:
    three = ("Cy", "Ana", "Bo")
    match = begun("chance", "each", players=three)
    assert owing(match) == ["chance"]
    assert owing(after(match, (0, "chance", "1"))) == ["Cy", "Ana", "Bo"]


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_held_and_locked_are_nobody_s_but_their_author_s(viewer: str | None) -> None:
    match = after(begun(GROUP, END), (1, "Ana", "2"), (1, "Ana", "lock"))
    expected: dict[str, tuple[Any, Any]] = {"Ana": (None, None), "Bo": (None, None)}
    if viewer is not None:
        expected[viewer] = {"Ana": (True, True), "Bo": (False, False)}[viewer]
    shown = {one["by"]: (one["held"], one["locked"]) for one in view(match, viewer)["pending"]}
    assert shown == expected


def test_what_is_held_is_told_to_its_author_alone() -> None:
    (judged,) = tell(begun(GROUP, END), (1, "Ana", "2"))
    assert judged.effect == "held"
    assert [event.only for event in judged.events] == ["Ana"]
    (judged,) = tell(judged.match, (2, "Ana", "lock"))
    assert (judged.effect, judged.understood) == ("locked", None)


def test_an_answer_kept_for_a_group_is_told_to_nobody() -> None:
    (judged,) = tell(begun(POLL, END), (1, "Ana", "2"))
    assert (judged.effect, judged.events, judged.understood) == ("taken", (), "2")


def test_a_limit_of_a_group_waits_for_the_others_unless_it_is_fatal() -> None:
    match = begun(POLL | {"deadly": True}, END)
    match = after(match, (1, "umpire", "extend Ana 50"), (20,))
    assert (match.status, [pending.by for pending in match.pending]) == ("running", ["Ana"])
    match = begun(POLL | {"deadly": True, "fatal": True}, END)
    match = after(match, (1, "umpire", "extend Ana 50"), (20,))
    assert (match.status, match.outcome and match.outcome.winner) == ("over", "Ana")


def test_of_two_fatal_limits_at_one_moment_the_first_in_seat_order_falls() -> None:
    match = after(begun(POLL | {"deadly": True, "fatal": True}, END), (11,))
    assert match.outcome is not None
    assert match.outcome.winner == "Bo"


def test_undo_takes_back_a_fatal_limit() -> None:
    match = begun(POLL | {"deadly": True, "fatal": True}, END)
    match = after(match, (2, "Bo", "3"), (11,), (11, "umpire", "undo"))
    assert (match.status, [pending.by for pending in match.pending]) == ("running", ["Ana"])


def test_whether_a_secret_answer_was_locked_before_its_limit_is_told_to_nobody_else() -> None:
    match = after(begun(GROUP | {"secret": True}, END), (1, "Ana", "2"), (1, "Bo", "3"))
    held = judge(match, {"t": 11})
    locked = judge(after(match, (2, "Bo", "lock")), {"t": 11})
    seen = [[e for e in one.events if e.only != "Bo"] for one in (held, locked)]
    assert seen[0] == seen[1]


SCANT = {"who": "Ana", "limit": 10, "incomplete": [1, 2]}
LAST_SCANT = SCANT | {"rule": "last"}


def test_an_incomplete_answer_is_held_and_its_author_warned() -> None:
    (judged,) = tell(begun(LAST_SCANT, END), (1, "Ana", "2"))
    assert (judged.effect, pending(judged.match)) == ("held", {"Ana": (True, False)})
    assert [event.text for event in judged.events][1:] == ["2 is not enough: say more."]
    assert {event.only for event in judged.events} == {"Ana"}


def test_an_incomplete_answer_cannot_be_locked() -> None:
    match = after(begun(LAST_SCANT, END), (1, "Ana", "2"))
    (judged,) = tell(match, (2, "Ana", "lock"))
    assert (judged.code, judged.error) == ("illegal", "2 is not enough: say more.")
    assert pending(judged.match) == {"Ana": (True, False)}
    assert said(after(judged.match, (3, "Ana", "3"), (4, "Ana", "lock"))) == [["Ana", 3]]


def test_an_incomplete_answer_is_taken_at_the_limit() -> None:
    assert said(after(begun(LAST_SCANT, END), (1, "Ana", "2"), (10.5,))) == [["Ana", 2]]


def test_an_incomplete_answer_replaces_one_that_was_complete_and_locked() -> None:
    group = GROUP | {"incomplete": [1]}
    match = after(begun(group, END), (1, "Ana", "2"), (1, "Ana", "lock"), (2, "Ana", "1"))
    assert pending(match)["Ana"] == (True, False)
    assert code(match, 3, "Ana", "lock") == "illegal"


@pytest.mark.parametrize(
    ("phase", "options"), [(SCANT, {}), (SCANT, {"clock": False}), (LAST_SCANT, {"clock": False})]
)
def test_an_incomplete_first_answer_is_illegal(phase: Any, options: dict[str, Any]) -> None:
    match = begun(phase, END, **options)
    assert code(match, 1, "Ana", "2") == "illegal"
    assert code(match, 1, "Ana", "two") == "syntax"
    assert said(after(match, (1, "Ana", "3"))) == [["Ana", 3]]


def test_in_reserve_an_incomplete_answer_is_illegal() -> None:
    match = begun(LAST_SCANT | {"reserve": True}, END, periods=[2, 5])
    assert code(match, 10, "Ana", "2") is None
    assert code(match, 10.5, "Ana", "2") == "illegal"
    assert said(after(match, (10.5, "Ana", "3"))) == [["Ana", 3]]


def test_a_text_may_change_what_is_held_and_only_then() -> None:
    match = begun(LAST, END)
    assert code(match, 1, "Ana", "+2") == "syntax"
    held = after(match, (1, "Ana", "2"))
    assert code(held, 2, "Ana", "+5") == "illegal"
    assert said(after(held, (2, "Ana", "+3"), (11,))) == [["Ana", 5]]


def test_random_answers_are_complete_where_they_must_be() -> None:
    luck = Random(1)
    firsts, lasts = (
        {asking.random_answer(match, match.pending[0], luck) for _ in range(60)}
        for match in (begun(SCANT, END), begun(LAST_SCANT, END))
    )
    assert (firsts, lasts) == (set("3456"), set("123456"))
