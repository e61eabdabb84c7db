"""What the umpire says: pause, resume, extend, undo, forfeit, note."""

from typing import Any

import pytest
from playing import after, begun, code, owing, said, tell, texts

from umpire.match import Match, judge, report

TURNS = [{"who": who, "limit": 10, "reserve": True} for who in ("Ana", "Bo") * 4]
GROUP = {"who": "group", "rule": "last", "limit": 10}


def pending(match: Match) -> list[tuple[bool, bool, float]]:
    return [(p["held"], p["locked"], p["deadline"]) for p in report(match)["pending"]]


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        ("pause", None),
        (" PAUSE ", None),
        ("ｐａｕｓｅ", None),
        ("pause now", "syntax"),
        ("pausing", "syntax"),
        ("pause,", "syntax"),
        ("resume", "illegal"),
        ("resume 3", "syntax"),
        ("extend Ana 30", None),
        ("Extend\tana\u3000３０．５", None),
        ("extend an 0.000000001", None),
        ("extend ana 999999999.999999999", None),
        ("extend Ana 1234567890", "syntax"),
        ("extend Ana 1.0000000000", "syntax"),
        ("extend Ana 0", "syntax"),
        ("extend Ana 0.0", "syntax"),
        ("extend Ana -5", "syntax"),
        ("extend Ana +5", "syntax"),
        ("extend Ana .5", "syntax"),
        ("extend Ana 5.", "syntax"),
        ("extend Ana 1e3", "syntax"),
        ("extend Ana 1_000", "syntax"),
        ("extend Ana ٣", "syntax"),
        ("extend Ana five", "syntax"),
        ("extend Ana", "syntax"),
        ("extend 30", "syntax"),
        ("extend", "syntax"),
        ("extend Ana, 30", "syntax"),
        ("extend Zoe 30", "syntax"),
        ("extend Bo 30", "illegal"),
        ("undo", "illegal"),
        ("undo 1", "illegal"),
        ("undo 0", "syntax"),
        ("undo 00", "syntax"),
        ("undo -1", "syntax"),
        ("undo 1.0", "syntax"),
        ("undo ²", "syntax"),
        ("undo ٣", "syntax"),
        ("undo one", "syntax"),
        ("undo 1 2", "syntax"),
        ("undo " + "9" * 10_000, "illegal"),
        ("forfeit Ana", None),
        ("forfeit B", None),
        ("forfeit", "syntax"),
        ("forfeit Zoe", "syntax"),
        ("forfeit Ana Bo", "syntax"),
        ("note the lights went out", None),
        ("NOTE x", None),
        ("note", "syntax"),
        ("note  \n ", "syntax"),
        ("notes x", "syntax"),
        ("", "syntax"),
        ("   ", "syntax"),
        ("Ana wins", "syntax"),
    ],
)
def test_the_umpire_s_words(say: str, expected: str | None) -> None:
    assert code(begun(*TURNS), 1, "umpire", say) == expected


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ana", "Ana"),
        ("anab", "Anabel Lee"),
        ("ANABEL \t lee", "Anabel Lee"),
        ("anabel l", "Anabel Lee"),
        ("Ｂ", "Bo"),
        ("a", None),
        ("an", None),
        ("lee", None),
    ],
)
def test_a_whole_name_is_tried_first_then_a_prefix_that_fits_one(
    name: str, meant: str | None
) -> None:
    match = begun(*TURNS, players=("Anabel Lee", "Ana", "Bo"))
    (judged,) = tell(match, (1, "umpire", f"forfeit {name}"))
    assert judged.code == (None if meant else "syntax")
    assert report(judged.match)["state"]["out"] == ([meant] if meant else [])


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("علی\u200cرضا", "علی\u200cرضا"),
        ("علی\u200c", "علی\u200cرضا"),
        ("علی", "علی\u200cرضا"),
        ("علیرضا", None),
        ("علی\u200dرضا", None),
        ("B\u200co", None),
    ],
)
def test_joiners_in_a_typed_name_count(name: str, meant: str | None) -> None:
    match = begun(*TURNS, players=("Bo", "علی\u200cرضا", "Cy"))
    (judged,) = tell(match, (1, "umpire", f"forfeit {name}"))
    assert report(judged.match)["state"]["out"] == ([meant] if meant else [])
    assert meant or "\\u" not in str(judged.error)
    assert judge(match, {"t": 1, "by": name, "say": "1"}).code in (
        ("unknown-player",) if name not in match.header.players else (None, "not-pending")
    )


def test_pause_stops_the_clock_and_resume_restarts_it() -> None:
    match = after(begun(*TURNS), (3, "umpire", "pause"))
    assert (match.status, code(match, 3, "umpire", "pause")) == ("paused", "illegal")
    match = after(match, (3, "umpire", "resume"))
    assert (match.status, code(match, 3, "umpire", "resume")) == ("running", "illegal")


@pytest.mark.parametrize("line", [{}, {"say": "1"}, {"by": "Ana", "say": "1"}, {"by": "Ana"}])
def test_while_paused_nothing_but_the_umpire_is_heard(line: dict[str, str]) -> None:
    match = after(begun(*TURNS), (3, "umpire", "pause"))
    assert judge(match, {"t": 3, **line}).code == "not-pending"


# Undo


def test_undo_takes_back_the_last_step() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (2, "Bo", "2"), (5, "umpire", "undo"))
    assert (said(match), owing(match)) == ([["Ana", 1]], ["Bo"])
    assert code(match, 5, "umpire", "undo 2") == "illegal"
    assert said(after(match, (6, "umpire", "UNDO ０1"))) == []


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        (0, "There are no steps to take back."),
        (1, "There is only 1 step to take back."),
        (2, "There are only 2 steps to take back."),
    ],
)
def test_undo_says_how_many_steps_there_are(steps: int, told: str) -> None:
    match = after(begun(*TURNS), *[(1, ("Ana", "Bo")[step], "1") for step in range(steps)])
    (judged,) = tell(match, (5, "umpire", "undo 9"))
    assert judged.error == told


SECRET = {"who": "Ana", "secret": True}
BOTH = {"who": "group", "rule": "last", "limit": 10, "secret": True}


@pytest.mark.parametrize(
    ("phases", "said", "undo", "to_all", "to_one"),
    [
        (TURNS, [(1, "Ana", "1")], "undo", 'the last step: Ana\'s "1".', None),
        (TURNS, [(11, None, None)], "undo", "the last step: the limit that fell on Ana.", None),
        (TURNS, [(1, "umpire", "forfeit Bo")], "undo", "the last step: Bo's forfeit.", None),
        (
            TURNS,
            [(1, "Ana", "1"), (2, "Bo", "2")],
            "undo 2",
            'the last 2 steps: Bo\'s "2" and Ana\'s "1".',
            None,
        ),
        (
            TURNS,
            [(1, by, "1") for by in ("Ana", "Bo") * 3],
            "undo 6",
            'the last 6 steps: Bo\'s "1", Ana\'s "1", Bo\'s "1" and 3 more.',
            None,
        ),
        (
            [SECRET, "Bo"],
            [(1, "Ana", "1")],
            "undo",
            "the last step: Ana's answer.",
            ("Ana", 'Taken back: Ana\'s "1".'),
        ),
        (
            [{"who": "Ana", "rule": "last", "limit": 10}, "Bo"],
            [(1, "Ana", "1")],
            "undo",
            "the last step: an answer.",
            ("Ana", 'Taken back: Ana\'s "1".'),
        ),
        (
            [BOTH, "Bo"],
            [(1, "Ana", "1"), (2, "Ana", "lock")],
            "undo 2",
            "the last 2 steps: an answer and an answer.",
            ("Ana", "Taken back: Ana's lock and Ana's \"1\"."),
        ),
        (
            [BOTH, "Bo"],
            [(1, "Ana", "1"), (2, "Ana", "lock"), (3, "Bo", "5"), (4, "Bo", "lock")],
            "undo",
            "the last step: an answer.",
            ("Bo", "Taken back: Bo's lock."),
        ),
    ],
    ids=[
        "open",
        "limit",
        "forfeit",
        "two",
        "six",
        "secret",
        "held",
        "held in secret",
        "of a group",
    ],
)
def test_undo_tells_what_it_took_back_and_a_secret_to_its_author_alone(
    phases: list[Any],
    said: list[Any],
    undo: str,
    to_all: str,
    to_one: tuple[str, str] | None,
) -> None:
    match = begun(*phases)
    for t, by, say in said:
        match = judge(match, {"t": t, **({"by": by, "say": say} if by else {})}).match
    events = judge(match, {"t": max(9, match.now), "by": "umpire", "say": undo}).events
    told = [(event.only, event.text) for event in events if "no longer" not in event.text]
    own = [] if to_one is None else [to_one]
    assert told[-1 - len(own) :] == [(None, f"The umpire takes back {to_all}"), *own]


def no_longer_counting(match: Match, *lines: Any) -> list[tuple[str | None, str]]:
    *_, judged = tell(match, *lines)
    return [(event.only, event.text) for event in judged.events if "no longer" in event.text]


@pytest.mark.parametrize(
    ("phases", "lines", "told"),
    [
        (TURNS, [(1, "Ana", "1")], ['"Ana says 1" no longer counts.']),
        (TURNS, [(11,)], ['"Ana says 0" and "Ana\'s time is up" no longer count.']),
        (TURNS, [(1, "umpire", "forfeit Bo")], ['"Bo is out" no longer counts.']),
        (
            ["Ana", "chance", "Bo"],
            [(1, "Ana", "1"), (1, "chance", "5")],
            ['"chance says 5" and "Ana says 1" no longer count.'],
        ),
        (
            TURNS,
            [(1, "Ana", "1"), (2, "umpire", "pause"), (2, "umpire", "resume")],
            ['"Ana says 1" no longer counts.'],
        ),
        ([{"who": "Ana", "rule": "last", "limit": 10}, "Bo"], [(1, "Ana", "1")], []),
    ],
    ids=["answer", "limit", "forfeit", "chance after it", "not the pause", "held"],
)
def test_undo_says_which_sentences_no_longer_count(
    phases: list[Any], lines: list[Any], told: list[str]
) -> None:
    last = lines[-1][0]
    texts = no_longer_counting(begun(*phases), *lines, (last, "umpire", "undo"))
    assert texts == [(None, text) for text in told]


def test_undo_quotes_the_last_three_sentences_and_counts_the_others() -> None:
    lines = [(1, by, say) for by, say in zip(("Ana", "Bo") * 3, "123456", strict=True)]
    assert no_longer_counting(begun(*TURNS), *lines, (2, "umpire", "undo 6")) == [
        (None, '"Bo says 6", "Ana says 5", "Bo says 4" and 3 more no longer count.')
    ]


def test_a_sentence_that_was_taken_back_before_is_not_quoted_again() -> None:
    lines = [(1, "Ana", "1"), (2, "Bo", "2"), (3, "umpire", "undo"), (4, "umpire", "undo")]
    assert no_longer_counting(begun(*TURNS), *lines) == [(None, '"Ana says 1" no longer counts.')]


@pytest.mark.parametrize("cut", [False, True])
def test_a_match_is_as_long_as_it_is_played(cut: bool) -> None:
    match = begun(*TURNS, cut=cut)
    if cut:
        match = after(match, (5, "Ana", "x"), (30, "Bo", "y"))
        assert match.length == 0
    start = match.now
    match = after(match, (start + 4, "Ana", "1"))
    assert match.length == 4
    over = after(match, (start + 9, "umpire", "forfeit Bo"), (start + 500, "umpire", "note x"))
    assert over.length == 9
    assert after(over, (start + 600, "umpire", "undo")).length == 600
    assert after(over, (start + 600, "umpire", "close")).length == 9
    assert after(match, (start + 7, "umpire", "void"), (start + 90, "umpire", "close")).length == 7


def test_undo_gives_pending_decisions_their_limits_afresh_from_now() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (9, "umpire", "undo"))
    assert (report(match)["t"], pending(match)) == (9.0, [(False, False, 19.0)])


def test_undo_gives_reserves_back_as_they_were_before_the_undone_steps() -> None:
    match = after(begun(*TURNS, bank=20), (14, "Ana", "1"), (30, "Bo", "2"), (45, "Ana", "3"))
    assert report(match)["reserve"] == {"Ana": 11.0, "Bo": 14.0}
    match = after(match, (46, "umpire", "undo 2"))
    assert report(match)["reserve"] == {"Ana": 16.0, "Bo": 20.0}
    assert report(after(match, (46, "umpire", "undo")))["reserve"] == {"Ana": 20.0, "Bo": 20.0}


def test_what_an_unanswered_decision_had_spent_is_not_charged_after_an_undo() -> None:
    match = after(begun(*TURNS, bank=20), (1, "Ana", "1"), (14, "umpire", "undo"))
    assert report(match)["reserve"] == {"Ana": 20.0, "Bo": 20.0}


def test_a_limit_that_fell_is_a_step() -> None:
    match = after(begun(*TURNS), (11,), (11, "umpire", "undo"))
    assert (said(match), pending(match)) == ([], [(False, False, 21.0)])


def test_a_limit_that_falls_before_the_undo_itself_is_the_step_it_takes_back() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (15, "umpire", "undo"))
    assert said(match) == [["Ana", 1]]
    assert owing(match) == ["Bo"]


def test_chance_goes_with_the_step_that_it_followed() -> None:
    match = begun("chance", "Ana", "chance", "chance", "Bo", "Ana")
    match = after(match, (0, "chance", "6"), (1, "Ana", "1"), (1, "chance", "2"))
    match = after(match, (1, "chance", "3"), (2, "Bo", "4"))
    assert match.chance_count == 3
    match = after(match, (3, "umpire", "undo 2"))
    assert (said(match), owing(match), match.chance_count) == ([["chance", 6]], ["Ana"], 1)
    assert code(match, 3, "umpire", "undo") == "illegal"


def test_undo_between_chance_inputs_asks_chance_no_more() -> None:
    match = after(begun("Ana", "chance", "Bo"), (1, "Ana", "1"), (2, "umpire", "undo"))
    assert owing(match) == ["Ana"]


def test_holding_locking_and_a_group_s_answers_are_steps() -> None:
    match = after(begun(GROUP), (1, "Ana", "1"), (1, "Ana", "2"), (2, "Ana", "lock"))
    match = after(match, (3, "Bo", "5"), (3, "Bo", "lock"))
    assert match.status == "over"
    for t, expected in [
        (4, [(True, True, 14.0), (True, False, 14.0)]),
        (5, [(True, True, 15.0), (False, False, 15.0)]),
        (6, [(True, False, 16.0), (False, False, 16.0)]),
    ]:
        match = after(match, (t, "umpire", "undo"))
        assert pending(match) == expected
    match = after(match, (7, "umpire", "undo"))
    assert said(after(match, (17.5,))) == [["Ana", 1], ["Bo", 0]]


def test_undo_reopens_a_member_s_answer_of_a_group() -> None:
    poll = {"who": "group", "limit": 10}
    match = after(begun(poll), (1, "Ana", "1"), (2, "umpire", "undo"))
    assert owing(match) == ["Ana", "Bo"]


def test_an_extend_is_no_step_and_goes_with_the_step_that_it_followed() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (1, "umpire", "extend Bo 99"), (2, "Bo", "2"))
    match = after(match, (3, "umpire", "undo"))
    assert pending(match) == [(False, False, 112.0)]
    match = after(match, (3, "umpire", "undo"))
    assert said(match) == []
    assert pending(after(match, (4, "Ana", "1"))) == [(False, False, 14.0)]


EXTEND = (1, "umpire", "extend Ana 300")
BOS, ANAS = (2, "Bo", "2"), (2, "Ana", "1")


@pytest.mark.parametrize(
    ("lines", "limits"),
    [
        ([EXTEND, BOS, "undo"], [310, 10]),
        ([EXTEND, ANAS, "undo"], [310, 10]),
        ([EXTEND, EXTEND, BOS, "undo"], [610, 10]),
        ([BOS, (3, "umpire", "extend Ana 300"), "undo"], [10, 10]),
        ([EXTEND, BOS, "undo", BOS, "undo"], [310, 10]),
        ([EXTEND, BOS, "undo", EXTEND, BOS, "undo"], [610, 10]),
        ([BOS, "undo", EXTEND, BOS, "undo"], [310, 10]),
        ([EXTEND, (11.5,), "undo"], [310, 10]),
        ([EXTEND, (2, "umpire", "forfeit Bo"), "undo"], [310, 10]),
        ([EXTEND, (2, "umpire", "void"), "undo"], [310, 10]),
        ([EXTEND, (2, "umpire", "pause"), (2, "umpire", "void"), "undo"], [310, 10]),
        ([EXTEND, BOS, ANAS, "undo"], [310]),
        ([EXTEND, BOS, ANAS, "undo 2"], [310, 10]),
    ],
)
def test_undo_keeps_what_was_added_to_a_limit_before_the_undone_steps(
    lines: list[Any], limits: list[float]
) -> None:
    match = begun({"who": "group", "limit": 10}, *TURNS)
    for line in lines:
        if isinstance(line, str):
            match = after(match, (match.now, "umpire", line))
        else:
            match = after(match, (max(line[0], match.now), *line[1:]))
    assert [deadline - match.now for _, _, deadline in pending(match)] == limits


@pytest.mark.parametrize("added", [0.1, 0.7, 12.3])
def test_a_limit_that_an_undo_gives_again_is_exact(added: float) -> None:
    match = after(begun({"who": "group", "limit": 0.7}), (0.1, "umpire", f"extend Ana {added}"))
    match = after(match, (0.1, "Bo", "2"), (0.3, "umpire", "undo"))
    assert [deadline for *_, deadline in pending(match)] == [round(1 + added, 9), 1.0]


@pytest.mark.parametrize("say", ["pause", "note x", "extend Ana 5"])
def test_what_the_umpire_says_else_is_no_step(say: str) -> None:
    assert code(after(begun(*TURNS), (1, "umpire", say)), 1, "umpire", "undo") == "illegal"


def test_undo_while_paused_leaves_the_match_paused() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (2, "umpire", "pause"), (2, "umpire", "undo"))
    assert (match.status, pending(match)) == ("paused", [(False, False, 12.0)])


def test_undo_of_a_step_before_a_pause_does_not_bring_the_pause_back() -> None:
    match = after(begun(*TURNS), (1, "umpire", "pause"), (1, "umpire", "resume"))
    match = after(match, (2, "Ana", "1"), (3, "umpire", "undo"))
    assert match.status == "running"


def test_an_undo_cannot_be_undone_but_the_steps_made_again() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (2, "umpire", "undo"), (3, "Ana", "4"))
    assert said(match) == [["Ana", 4]]


# Forfeit, and the end


def test_forfeit_ends_the_match_and_spends_no_reserve() -> None:
    match = after(begun(*TURNS, bank=20), (14, "umpire", "forfeit Ana"))
    shown = report(match)
    assert (shown["status"], shown["winner"], shown["reason"]) == ("over", "Bo", "forfeit")
    assert shown["reserve"] == {"Ana": 20.0, "Bo": 20.0}


@pytest.mark.parametrize("end", ["forfeit Ana", "void"])
def test_a_match_that_ends_while_paused_is_paused_no_more_until_that_end_is_undone(
    end: str,
) -> None:
    match = after(begun(*TURNS), (3, "umpire", "pause"), (3, "umpire", end))
    assert (match.status, match.paused) == ("over", False)
    match = after(match, (8,), (8, "umpire", "undo"))
    assert (match.status, pending(match)) == ("paused", [(False, False, 18.0)])
    assert code(match, 9, "umpire", "note x") == "time"
    match = after(match, (8, "umpire", "resume"), (9, "umpire", end), (9, "umpire", "undo"))
    assert (match.status, pending(match)) == ("running", [(False, False, 19.0)])


def test_a_pause_among_the_undone_steps_stands() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (2, "umpire", "pause"), (2, "umpire", "void"))
    match = after(match, (5, "umpire", "undo 2"))
    assert (match.status, said(match)) == ("paused", [])


# Void


@pytest.mark.parametrize(
    ("phases", "lines"),
    [
        (TURNS, []),
        (TURNS, [(14, "Ana", "1")]),
        ([GROUP], [(0, "Ana", "1"), (0, "Ana", "lock"), (0, "Bo", "2")]),
        ([{"who": "group"}], [(0, "Ana", "1")]),
        (["chance", "Ana"], []),
        (TURNS, [(3, "umpire", "pause")]),
    ],
    ids=["start", "in reserve", "held", "kept", "chance", "paused"],
)
def test_void_ends_the_match_without_a_result_and_changes_nothing_else(
    phases: list[Any], lines: list[Any]
) -> None:
    before = after(begun(*phases, bank=20), *lines)
    (judged,) = tell(before, (before.now, "umpire", " VOID "))
    assert texts(judged) == ["The umpire declares the match void: it has no result."]
    assert report(judged.match) == report(before) | {
        "status": "over",
        "pending": [],
        "reserve": dict(before.reserves),
        "winner": None,
        "reason": "void",
    }
    assert judged.match.state is before.state


@pytest.mark.parametrize("say", ["void Ana", "voids", "void it", "void,"])
def test_void_takes_no_name(say: str) -> None:
    assert code(begun(*TURNS), 1, "umpire", say) == "syntax"


def test_void_spends_no_reserve() -> None:
    match = after(begun(*TURNS, bank=20), (14, "umpire", "void"))
    assert report(match)["reserve"] == {"Ana": 20.0, "Bo": 20.0}


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        *((say, "illegal") for say in ("void", "forfeit Ana", "pause", "resume", "extend Ana 5")),
        *((say, None) for say in ("note x", "undo", "close")),
    ],
)
def test_a_void_match_is_over(say: str, expected: str | None) -> None:
    match = after(begun(*TURNS), (1, "umpire", "void"))
    assert code(match, 2, "umpire", say) == expected
    assert code(match, 2, "Ana", "1") == "not-pending"
    assert code(match, 500) is None


def test_what_is_over_cannot_be_void() -> None:
    assert code(after(begun("Ana"), (1, "Ana", "3")), 2, "umpire", "void") == "illegal"


def test_an_undo_goes_on_from_where_void_ended_the_match() -> None:
    match = after(begun(GROUP), (1, "Ana", "1"), (1, "Ana", "lock"), (2, "umpire", "void"))
    match = after(match, (30,), (30, "umpire", "undo"))
    assert pending(match) == [(True, True, 40.0), (False, False, 40.0)]
    match = after(match, (31, "Bo", "5"), (31, "Bo", "lock"))
    assert (said(match), match.status) == ([["Ana", 1], ["Bo", 5]], "over")


def test_what_is_kept_of_a_group_stays_kept_when_the_match_is_void() -> None:
    match = after(begun({"who": "group"}), (1, "Ana", "1"), (2, "umpire", "void"))
    match = after(match, (3, "umpire", "undo"), (3, "Bo", "5"))
    assert (said(match), match.status) == ([["Ana", 1], ["Bo", 5]], "over")


def test_undoing_void_tells_so() -> None:
    match = after(begun(*TURNS), (1, "Ana", "1"), (2, "umpire", "void"))
    (judged,) = tell(match, (3, "umpire", "undo 2"))
    assert texts(judged) == [
        "The umpire takes back the last 2 steps: the umpire's void and Ana's \"1\".",
        '"The umpire declares the match void: it has no result" and "Ana says 1" no longer count.',
    ]


@pytest.mark.parametrize("closed", [False, True])
def test_a_void_match_can_be_closed(closed: bool) -> None:
    match = after(begun(*TURNS), (1, "umpire", "void"), *[(2, "umpire", "close")] * closed)
    shown = report(match)
    assert (shown["status"], shown["winner"], shown["reason"]) == (
        "closed" if closed else "over",
        None,
        "void",
    )


def test_an_accepted_forfeit_is_a_step_even_one_that_changes_nothing() -> None:
    match = after(begun(*TURNS, players=("Ana", "Bo", "Cy")), (1, "umpire", "forfeit Cy"))
    match = after(match, (2, "umpire", "forfeit Cy"), (3, "umpire", "undo"))
    assert report(match)["state"]["out"] == ["Cy"]
    assert report(after(match, (3, "umpire", "undo")))["state"]["out"] == []


def test_a_forfeit_that_does_not_end_the_match_leaves_it_paused() -> None:
    match = after(begun(*TURNS, players=("Ana", "Bo", "Cy")), (1, "umpire", "pause"))
    assert after(match, (1, "umpire", "forfeit Cy")).status == "paused"


@pytest.mark.parametrize(
    ("say", "expected"),
    [
        ("pause", "illegal"),
        ("resume", "illegal"),
        ("extend Ana 5", "illegal"),
        ("forfeit Bo", "illegal"),
        ("undo", None),
        ("undo 2", "illegal"),
        ("note well played", None),
        ("extend Zoe 5", "syntax"),
        ("bravo", "syntax"),
    ],
)
def test_once_the_match_is_over_only_undo_and_note(say: str, expected: str | None) -> None:
    match = after(begun("Ana"), (1, "Ana", "3"))
    assert code(match, 2, "umpire", say) == expected


@pytest.mark.parametrize("extended", ["Ana", "Bo"])
def test_extend_is_illegal_where_no_limit_runs(extended: str) -> None:
    say = f"extend {extended} 5"
    assert code(begun(*TURNS, clock=False), 1, "umpire", say) == "illegal"
    assert code(begun("Ana"), 1, "umpire", say) == "illegal"
    poll = after(begun({"who": "group", "limit": 10}), (1, "Ana", "1"), (1,))
    assert code(poll, 1, "umpire", say) == (None if extended == "Bo" else "illegal")


def test_a_note_changes_nothing_and_is_for_the_umpire() -> None:
    match = begun(*TURNS)
    (judged,) = tell(match, (0, "umpire", " Note  Rain \x07 stopped  play "))
    assert report(judged.match) == report(match)
    assert [event.only for event in judged.events] == ["umpire"]
    assert "Rain \\x07 stopped  play" in texts(judged)[0]
