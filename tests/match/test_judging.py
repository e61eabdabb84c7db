"""The order in which a line is judged, its codes, and what a rejected line leaves behind."""

import json
from typing import Any

import pytest
from playing import after, begun, code, owing, said, tell, texts

from umpire.match import judge, report

ASKED = ({"who": "Ana", "limit": 10}, {"who": "Bo", "limit": 10}, {"who": "Ana", "limit": 10})


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"t": 5, "by": "Ana", "say": "3"}, None),
        ({"t": 5.0, "by": "Ana", "say": "3", "cell": "A1", "more": {}}, None),
        ({"t": 5}, None),
        ({"t": 5, "note": "further keys mean nothing"}, None),
        # time comes before everything else
        ({}, "time"),
        ({"by": "Ana", "say": "3"}, "time"),
        ({"t": None, "by": "Ana", "say": "3"}, "time"),
        ({"t": "5", "by": "Ana", "say": "3"}, "time"),
        ({"t": True, "by": "Ana", "say": "3"}, "time"),
        ({"t": [5], "by": "Ana", "say": "3"}, "time"),
        ({"t": 3.999, "by": "Ana", "say": "3"}, "time"),
        ({"t": -1, "by": "Ana", "say": "3"}, "time"),
        ({"t": float("inf"), "by": "Ana", "say": "3"}, "time"),
        ({"t": float("nan"), "by": "Ana", "say": "3"}, "time"),
        ({"t": 10**400, "by": "Ana", "say": "3"}, "time"),
        ({"t": 0, "by": "Zoe", "say": 7}, "time"),
        # then who speaks
        ({"t": 5, "by": "Zoe", "say": "3"}, "unknown-player"),
        ({"t": 5, "by": "ana", "say": "3"}, "unknown-player"),
        ({"t": 5, "by": "Umpire", "say": "pause"}, "unknown-player"),
        ({"t": 5, "by": "", "say": "3"}, "unknown-player"),
        ({"t": 5, "by": None, "say": "3"}, "unknown-player"),
        ({"t": 5, "by": 1}, "unknown-player"),
        ({"t": 5, "by": ["Ana"], "say": "3"}, "unknown-player"),
        ({"t": 5, "by": "Zoe"}, "unknown-player"),
        # then whether anything is asked of them
        ({"t": 5, "by": "Bo", "say": "3"}, "not-pending"),
        ({"t": 5, "by": "Bo", "say": None}, "not-pending"),
        ({"t": 5, "by": "Bo"}, "not-pending"),
        ({"t": 5, "by": "chance", "say": "3"}, "not-pending"),
        # then whether it can be understood
        ({"t": 5, "say": "3"}, "syntax"),
        ({"t": 5, "say": None}, "syntax"),
        ({"t": 5, "by": "Ana"}, "syntax"),
        ({"t": 5, "by": "Ana", "say": 3}, "syntax"),
        ({"t": 5, "by": "Ana", "say": ""}, "syntax"),
        ({"t": 5, "by": "Ana", "say": "three"}, "syntax"),
        ({"t": 5, "by": "umpire"}, "syntax"),
        ({"t": 5, "by": "umpire", "say": ["pause"]}, "syntax"),
        # and last whether the rules allow it
        ({"t": 5, "by": "Ana", "say": "7"}, "illegal"),
        ({"t": 5, "by": "umpire", "say": "resume"}, "illegal"),
        (None, "syntax"),
    ],
)
def test_the_first_fault_in_the_order_given_is_the_code(
    line: dict[str, Any] | None, expected: str | None
) -> None:
    match = after(begun(*ASKED), (4,))
    judgement = judge(match, line)
    assert judgement.code == expected
    assert judgement.ok is (expected is None)
    assert (judgement.error is None) is (expected is None)
    before, now = report(match), report(judgement.match)
    if expected in ("time",) or line is None:
        assert judgement.match == match
    elif expected is not None:
        assert now == before | {"t": 5.0}


def test_a_rejected_line_lets_time_pass_and_limits_fall() -> None:
    (judged,) = tell(begun(*ASKED), (25, "Bo", "nonsense"))
    assert judged.code == "not-pending"
    assert said(judged.match) == [["Ana", 0], ["Bo", 0]]
    assert owing(judged.match) == ["Ana"]
    assert len(texts(judged)) == 4


def test_no_time_passes_where_the_code_is_time_or_there_is_no_object() -> None:
    match = after(begun(*ASKED), (4,))
    assert judge(match, None).match is match
    assert judge(match, {"t": 1, "by": "Ana", "say": "3"}).match is match
    assert judge(match, {"say": "3"}).match is match


def test_no_more_than_ten_thousand_limits_fall_before_one_line() -> None:
    match = after(begun({"who": "Ana", "limit": 1, "endless": True}), (0.5,))
    last = judge(match, {"t": 10_001})
    assert last.ok
    assert sum("time is up" in text for text in texts(last)) == 10_000
    beyond = judge(match, {"t": 10_001.5, "by": "Ana", "say": "3"})
    assert (beyond.code, beyond.match, beyond.events) == ("time", match, ())
    assert "10,000" in (beyond.error or "")
    assert said(after(match, (0.5, "Ana", "3"))) == [["Ana", 3]]


def test_the_clock_never_goes_back_but_may_stand() -> None:
    match = after(begun(*ASKED), (4, "Ana", "1"), (4, "Bo", "2"), (4,))
    assert code(match, 3.5) == "time"
    assert after(match, (4, "Ana", "3")).status == "over"


def test_a_line_rejected_for_another_reason_moves_the_clock_for_the_next() -> None:
    match = tell(begun(*ASKED), (6, "Zoe", "3"))[0].match
    assert code(match, 5.9, "Ana", "3") == "time"


def test_chance_is_an_input_like_any_other() -> None:
    match = begun("chance", "Ana")
    assert code(match, 0, "Ana", "3") == "not-pending"
    assert code(match, 0, "chance", "7") == "illegal"
    assert code(match, 0, "chance", "die") == "syntax"
    assert said(after(match, (0, "chance", "5"))) == [["chance", 5]]


def test_when_the_match_is_over_the_clock_runs_on_and_nobody_owes_anything() -> None:
    match = after(begun("Ana"), (1, "Ana", "3"))
    assert (match.status, owing(match)) == ("over", [])
    assert code(match, 2, "Ana", "3") == "not-pending"
    assert code(match, 2, "chance", "3") == "not-pending"
    assert after(match, (99,)).now == 99.0


def test_text_is_forgiving_where_no_meaning_is_at_stake() -> None:
    assert said(after(begun("Ana"), (0, "Ana", " \t５\u3000"))) == [["Ana", 5]]


@pytest.mark.parametrize(
    "text", ["\x1b[31m\x00\x07", "\ud800", "x" * 100_000, "\u202eabc", "9" * 10_000]
)
def test_what_a_player_typed_is_shown_bounded_and_printable(text: str) -> None:
    (judged,) = tell(begun("Ana"), (0, "Ana", text))
    assert judged.code == "syntax"
    assert judged.error is not None
    assert judged.error.isprintable()
    assert len(judged.error) < 5000
    (judged,) = tell(begun("Ana"), (0, text, "3"))
    assert judged.error is not None
    assert judged.error.isprintable()


def test_a_judgement_tells_what_was_understood() -> None:
    (judged,) = tell(begun("Ana"), (0, "Ana", " 5 "))
    assert (judged.understood, judged.effect) == ("5", "taken")
    (judged,) = tell(begun("Ana"), (0, "umpire", "pause"))
    assert (judged.understood, judged.effect) == (None, None)
    assert json.dumps(texts(judged))
