"""What the daemon's own blocks say: who is asked until when, and what only its author may read."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from live_kit import ANA, BO, Table

from umpire.games.base import UMPIRE, Event, Outcome
from umpire.projections.screens import last_events, moves
from umpire.projections.sentences import AWAY, ask, clock, due_text, headline, held_answer, reply

Opens = Callable[..., Table]
NOTHING = (("",), ("",))
MINUTE = {"who": "Ana", "limit": 60}
SECRET = {"who": "group", "rule": "last", "limit": 60, "secret": True}
WITH_RESERVE = {"who": "Ana", "limit": 60, "reserve": True}


@pytest.mark.parametrize(
    ("phase", "options", "told"),
    [
        ({"who": "Ana"}, {}, ""),
        ({"who": "Ana", "limit": 60}, {"clock": False}, ""),
        ({"who": "Ana", "limit": 60}, {}, "until 12:01:00 UTC"),
        ({"who": "Ana", "limit": 1e300}, {}, "until the far future"),
        ({"who": "Ana", "limit": 259_200}, {}, "until Sun 4 Jan 12:00 UTC"),
        ({"who": "Ana", "limit": 60}, {"bank": 300}, "until 12:01:00 UTC"),
        (WITH_RESERVE, {"bank": 300}, "until 12:01:00 UTC, then 5:00 of reserve"),
        (WITH_RESERVE, {"periods": [16, 30]}, "until 12:01:00 UTC, then 16 periods of 30 seconds"),
        (WITH_RESERVE, {"periods": [1, 45]}, "until 12:01:00 UTC, then 1 period of 45 seconds"),
    ],
)
def test_a_limit_is_told_as_a_time_of_day_with_the_reserve_after_it(
    table: Opens, phase: dict[str, Any], options: dict[str, Any], told: str
) -> None:
    record = table(phase, "Bo", **options).live.history
    question, who = "Say a number from 1 to 6, such as 3.", "Ana to answer (number)"
    assert ask(record, "Ana") == question + (f" ({told})" if told else "")
    assert headline(record) == who + (f" ({told})" if told else "")
    assert (ask(record, "Ana", times=False), headline(record, times=False)) == (question, who)
    if record.match.pending_of("Ana").deadline is not None:  # type: ignore[union-attr]
        assert clock(record, "Ana") == told


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"periods": [16, 30]},
            "in reserve until 12:09:00 UTC (16 periods of 30 seconds)",
        ),
        ({"bank": 300}, "in reserve until 12:06:00 UTC"),
    ],
)
def test_in_reserve_it_is_told_since_when_as_of_the_last_line(
    table: Opens, options: dict[str, Any], told: str
) -> None:
    match = table(WITH_RESERVE, "Bo", **options)
    match.hands.move(95)
    match.read()
    assert clock(match.live.history, "Ana").startswith("until 12:01:00 UTC")
    match.types(ANA, "x")
    match.read()
    assert clock(match.live.history, "Ana") == told
    assert headline(match.live.history) == f"Ana to answer (number) ({told})"


def test_what_is_left_of_a_reserve_is_told_while_no_limit_runs(table: Opens) -> None:
    match = table(WITH_RESERVE, "Bo", periods=[16, 30])
    assert clock(match.live.history, "Bo") == "16 periods of 30 seconds left"
    match.hands.move(95)
    match.types(ANA, "3")
    match.read()
    assert clock(match.live.history, "Ana") == "14 periods of 30 seconds left"


def test_a_clock_that_stands_says_how_long_it_had_to_run(table: Opens) -> None:
    match = table(WITH_RESERVE, "Bo", periods=[16, 30])
    match.hands.move(20)
    match.live.command("umpire", "pause")
    assert clock(match.live.history, "Ana") == "stopped, 0:40 left"
    match.live.command("umpire", "resume")
    match.hands.move(50)
    match.live.command("umpire", "pause")
    assert clock(match.live.history, "Ana") == "stopped, in reserve"
    match.live.command("umpire", "forfeit Ana")
    assert clock(match.live.history, "Ana") == ""


def test_who_owes_the_same_is_told_together_and_what_is_held_to_nobody(table: Opens) -> None:
    match = table(SECRET)
    before = headline(match.live.history)
    assert before == "Ana and Bo to answer (number) (until 12:01:00 UTC)"
    match.types(ANA, "5", "lock")
    match.read()
    record = match.live.history
    assert headline(record) == before
    assert (held_answer(record, "Ana"), held_answer(record, "Bo")) == ("5 (locked)", "")
    assert reply(record, ANA).startswith("locked: ")
    assert ask(record, "Ana", times=False) == "Waiting for Bo to answer (number)"
    assert (reply(record, BO), last_events(record, None, 2)) == ("", NOTHING)
    assert last_events(record, "Ana", 2) == NOTHING, "the answer beside the row says it"
    match.live.command("umpire", "extend Bo 30")
    assert headline(match.live.history) == (
        "Ana to answer (number) (until 12:01:00 UTC) · Bo to answer (number) (until 12:01:30 UTC)"
    )


@pytest.mark.parametrize(
    ("why", "told"),
    [
        (AWAY, "Paused: the umpire is away. The clock stands."),
        ("Bo's table cannot be reached", "Paused. The clock stands."),
    ],
)
def test_a_pause_that_leaves_a_question_open_is_told_where_until_when_would_be(
    table: Opens, why: str, told: str
) -> None:
    match = table(SECRET)
    question = ask(match.live.history, "Ana", times=False)
    match.live.pause_itself(why)
    record = match.live.history
    assert (ask(record, "Ana", times=False), due_text(record, "Ana")) == (question, told)
    assert due_text(record, None) == ""
    assert ask(record, "Ana").endswith(f"Paused: {why}. The clock stands.")
    match.live.command("umpire", "extend Ana 30")
    match.live.resume_itself()
    assert due_text(match.live.history, "Ana").startswith("Until ")


def test_where_no_limit_runs_a_pause_tells_of_no_clock(table: Opens) -> None:
    match = table("Ana")
    match.live.pause_itself(AWAY)
    assert due_text(match.live.history, "Ana") == "Paused: the umpire is away."
    match.live.command("umpire", "pause")
    assert headline(match.live.history) == "Paused by the umpire."


def test_until_when_stands_by_itself_as_a_time_of_day(table: Opens) -> None:
    match = table(SECRET)
    record = match.live.history
    assert due_text(record, "Ana") == "Until 12:01:00 UTC"
    assert due_text(record, None) == "Ana and Bo have until 12:01:00 UTC"
    match.live.command("umpire", "extend Bo 90")
    assert due_text(match.live.history, "Bo") == "Until 12:02:30 UTC"
    assert due_text(match.live.history, None) == (
        "Ana has until 12:01:00 UTC · Bo has until 12:02:30 UTC"
    )
    match.types(ANA, "5", "lock")
    match.read()
    assert due_text(match.live.history, "Ana").startswith("Until 12:01:00 UTC")
    match.live.command("umpire", "pause")
    assert due_text(match.live.history, "Ana") == ""
    match.live.command("umpire", "forfeit Ana")
    assert due_text(match.live.history, "Ana") == "Over since Thu 1 Jan 2026 12:00 UTC"


def test_who_waits_is_told_how_long_the_others_have(table: Opens) -> None:
    record = table(WITH_RESERVE, "Bo", bank=300).live.history
    assert due_text(record, "Ana") == "Until 12:01:00 UTC, then 5:00 of reserve"
    assert due_text(record, "Bo") == "Ana has until 12:01:00 UTC, then 5:00 of reserve"


def test_the_winner_is_told_to_have_won(table: Opens) -> None:
    match = table(MINUTE)
    match.live.command("umpire", "forfeit Ana")
    assert ask(match.live.history, "Bo").startswith("★ You have won")
    assert ask(match.live.history, "Ana").startswith("★ Bo has won")


def test_who_has_answered_waits_and_still_sees_the_answer(table: Opens) -> None:
    match = table(SECRET, clock=False)
    match.types(ANA, "5")
    match.read()
    record = match.live.history
    assert headline(record) == "Bo to answer (number)"
    assert ask(record, "Ana") == "Waiting for Bo to answer (number)"
    assert held_answer(record, "Ana") == "5"


def test_the_last_reply_is_to_what_was_processed_last(table: Opens) -> None:
    match = table("Ana", "Bo")
    match.types(ANA, "x", "9")
    match.read()
    assert reply(match.live.history, ANA).startswith("refused: 9 is too much")
    match.types(ANA, "3")
    match.read()
    assert reply(match.live.history, ANA) == "taken: 3"


def test_a_reply_that_was_not_final_goes_with_its_question(table: Opens) -> None:
    match = table(SECRET, SECRET)
    match.types(ANA, "5", "lock")
    match.read()
    match.types(BO, "4", "lock")
    assert reply(match.live.history, ANA).startswith("locked: ")
    match.read()
    assert reply(match.live.history, ANA) == ""
    assert match.answers(ANA)[1].startswith("locked: "), "its own row keeps it"


def test_a_reply_to_an_answer_that_was_taken_back_goes_with_it(table: Opens) -> None:
    match = table("Ana", "Ana", "Bo")
    match.types(ANA, "3")
    match.read()
    match.live.command("umpire", "pause")
    assert reply(match.live.history, ANA) == "taken: 3"
    match.live.command("umpire", "undo")
    assert reply(match.live.history, ANA) == ""
    match.live.command("umpire", "resume")
    match.types(ANA, "4")
    match.read()
    assert reply(match.live.history, ANA) == "taken: 4"


def test_a_held_answer_says_until_when_it_may_be_changed_and_what_it_lacks(
    table: Opens,
) -> None:
    match = table(SECRET | {"incomplete": [2]})
    match.types(ANA, "5", "2", "lock")
    match.read()
    assert match.answers(ANA) == [
        "held: 5; change it until 12:01:00 UTC, or write lock",
        "held, incomplete: 2 is not enough: say more. Change it until 12:01:00 UTC. It is: 2",
        "refused: 2 is not enough: say more.",
    ]
    assert held_answer(match.live.history, "Ana") == "2 (incomplete)"


def test_a_daemon_that_starts_again_tells_the_same(table: Opens) -> None:
    match = table({"who": "Ana", "secret": "forever"}, SECRET)
    match.types(ANA, "5")
    match.read()
    match.types(BO, "4")
    match.read()
    before = match.live.history
    match.live.let_go()
    match.live = match.open()
    match.live.resume_itself()
    after = match.live.history
    told = last_events(after, "Ana", 2)
    assert told == last_events(before, "Ana", 2) == (("Ana says 5.",), ("",))
    assert last_events(after, "Bo", 2) == last_events(before, "Bo", 2) == NOTHING
    assert (held_answer(after, "Bo"), reply(after, BO)) == (
        held_answer(before, "Bo"),
        reply(before, BO),
    )


GREETING = ("The aim.", "What to do first.")


def test_until_somebody_has_answered_the_game_greets_where_there_is_room(
    table: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = table("Ana", "Bo")
    monkeypatch.setattr(type(match.live.history.match.game), "greeting", GREETING)
    greeted = tuple((line,) for line in GREETING)
    assert last_events(match.live.history, None, 3)[:2] == greeted
    assert last_events(match.live.history, None, 1) != greeted[:1], "no half of it"
    match.store.inbox.put(match.row.id, UMPIRE, "pause", "2026-01-01T12:00:00.000Z")
    match.live.apply_commands()
    newest = ("The umpire stops the clock.",)
    assert last_events(match.live.history, None, 3) == (newest, *greeted)
    match.store.inbox.put(match.row.id, UMPIRE, "resume", "2026-01-01T12:00:00.000Z")
    match.live.apply_commands()
    record = match.live.history
    over = replace(record, match=replace(record.match, outcome=Outcome(None, "draw")))
    assert greeted[0] not in last_events(over, None, 3)
    match.types(ANA, "5")
    match.read()
    assert greeted[0] not in last_events(match.live.history, None, 3)


def test_all_moves_are_numbered_with_their_time_and_the_oldest_make_room(table: Opens) -> None:
    match = table(*["Ana"] * 8)
    for number in range(8):
        match.types(ANA, str(number % 6 + 1))
        match.read()
    told = moves(match.live.history, None, 1000)
    assert [number for number, _, _ in told] == [str(number) for number in range(1, len(told) + 1)]
    assert told[-1][1:] == ("12:00:00", "Ana says 2.")
    assert moves(match.live.history, None, len(told)) == told
    assert len(moves(match.live.history, None, len(told) - 1)) <= len(told) - 1


def test_nobody_reads_in_the_moves_what_is_for_one_alone(table: Opens) -> None:
    match = table(SECRET, "Ana")
    record = match.live.history
    secret = replace(record, events=(Event("Ana holds 5.", "Ana"),), event_times=("",))
    assert moves(secret, "Ana", 100) == (("1", "", "Ana holds 5."),)
    assert moves(secret, "Bo", 100) == moves(secret, None, 100) == ()
