"""A live match: what is said, when it counts as said, and what survives whatever happens."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from live_kit import ANA, BO, NOON, SEED, TOY, Table

from umpire.errors import UmpireError
from umpire.export.script import script_lines
from umpire.live.limits import just_after
from umpire.live.match_log import CRASHED, TTL, new_token
from umpire.live.submissions import BEGINS
from umpire.match import commitment, verify
from umpire.projections.scoresheet import Submission
from umpire.projections.sentences import AWAY
from umpire.store import LeaseHeld, LeaseLost, LineConflict
from umpire.store.records import BotSeat

Opens = Callable[..., Table]


TIMED = {"limit": 60}
asks = partial(dict, limit=60)


def test_a_submission_is_logged_with_its_row_and_answered(table: Opens) -> None:
    match = table("Ana", "Bo")
    match.types(ANA, "3")
    match.hands.move(2.0004)
    match.read()
    assert match.answers(ANA) == ["taken: 3"]
    line = match.lines()[-1]
    assert (line.t, line.by, line.say, line.ok) == (2.0, "Ana", "3", True)
    assert (line.cell, line.entry, line.hash is not None) == ("Ana!B1", 0, True)
    assert line.at == "2026-01-01T12:00:02.000Z"


def test_a_rejected_submission_is_logged_and_answered_too(table: Opens) -> None:
    match = table("Ana", "Bo")
    match.types(ANA, "9")
    match.read()
    assert match.log() == [(0.0, "Ana", "9", "illegal")]
    assert match.answers(ANA) == ["refused: 9 is too much or too little: say a number from 1 to 6."]


def test_several_rows_at_once_are_taken_in_order(table: Opens) -> None:
    match = table("Ana", "Bo")
    match.types(ANA, "x", "", "3", "4")
    match.read()
    assert [code for *_, code in match.log()] == ["syntax", None, "not-pending"]
    assert match.answers(ANA)[2] == "taken: 3"
    assert match.answers(ANA)[3].startswith("too early: ")


def test_what_was_typed_before_its_question_is_too_early_and_not_kept(table: Opens) -> None:
    match = table("Ana", "Bo", "Ana")
    match.types(BO, "5")
    match.types(ANA, "3")
    match.read()
    assert match.log() == [(0.0, "Bo", "5", "not-pending"), (0.0, "Ana", "3", None)]
    match.read()
    assert match.live.history.open_decisions() == {"Bo": "1"}
    assert match.answers(BO)[0].startswith("too early: ")


def test_an_old_answer_never_falls_to_a_new_question_of_the_same_player(table: Opens) -> None:
    match = table("Ana", "Ana", "Bo")
    match.types(ANA, "3", "4")
    match.read()
    assert match.live.history.open_decisions() == {"Ana": "1"}
    assert match.answers(ANA)[1].startswith("too early: this was written before you were asked")
    assert match.log(notes=True)[-1][1:3] == (
        "umpire",
        "note Ana: row 2 came before its question: “4”",
    )
    match.types(ANA, "4")
    match.read()
    assert match.answers(ANA)[2] == "taken: 4"


def test_the_newest_row_may_be_corrected_until_it_is_taken(table: Opens) -> None:
    match = table("Ana", "Bo")
    match.types(ANA, "x")
    match.read()
    match.columns[ANA][0] = "3"
    match.read()
    assert match.answers(ANA) == ["taken: 3"]
    match.columns[ANA][0] = "4"
    match.read()
    assert match.answers(ANA)[0].startswith("ignored: “3” was answered here")
    assert match.log()[-1] == (0.0, "Ana", "3", None)
    match.columns[ANA][0] = "3"
    match.read()
    assert match.answers(ANA) == ["taken: 3"]


def test_a_held_answer_may_be_corrected_in_its_row_or_replaced_below(table: Opens) -> None:
    match = table({"who": "group", "rule": "last", "limit": 60})
    match.types(ANA, "3")
    match.read()
    assert match.answers(ANA)[0].startswith("held: 3")
    match.columns[ANA][0] = "4"
    match.read()
    match.types(ANA, "5", "lock")
    match.read()
    assert [say for _, _, say, code in match.log() if code is None] == ["3", "4", "5", "lock"]
    assert match.answers(ANA)[2].startswith("locked")


@pytest.mark.parametrize(
    "value", [44689, 0.5, True, {"formula": "=1+2"}, {"chip": "@"}, "y" * 10_000]
)
def test_what_is_no_text_is_noted_and_asked_for_again(table: Opens, value: Any) -> None:
    match = table("Ana", "Bo")
    match.types(ANA, value)
    match.read()
    match.read()
    ((_, by, say, code),) = match.log(notes=True)[1:]
    assert (by, code) == ("umpire", None)
    assert say is not None
    assert say.startswith("note Ana: row 1 holds ")
    assert len(say) < 200
    assert "type it again" in match.answers(ANA)[0]
    assert match.live.history.open_decisions() == {"Ana": "0"}
    match.columns[ANA][0] = "3"
    match.read()
    assert match.answers(ANA) == ["taken: 3"]


NONSENSE = ["\x00\x1b[2J", "🌵" * 40, "\ud800", "3\n4", "＝3", "note x", "', DROP TABLE", "umpire"]


def test_a_score_sheet_full_of_nonsense_loses_nothing(table: Opens) -> None:
    match = table("Ana", "Bo")
    match.types(ANA, *NONSENSE)
    match.read()
    assert len(match.log()) == len(NONSENSE)
    assert all(answer.startswith("refused: ") for answer in match.answers(ANA))
    match.live.let_go()
    match.live = match.open()
    match.read()
    assert len(match.log()) == len(NONSENSE)


class TestLimits:
    def test_a_limit_falls_after_a_read_that_began_after_it(self, table: Opens) -> None:
        match = table(asks(who="Ana"), asks(who="Bo"))
        match.hands.move(60)
        match.read()
        assert match.log() == []
        match.hands.move(0.5)
        match.read()
        assert match.log() == [(60.001, None, None, None)]
        assert match.live.history.open_decisions() == {"Bo": "1"}
        assert match.live.history.match.falls_at() == 120.0

    def test_every_limit_falls_by_the_millisecond_after_it(self) -> None:
        for limit in (milliseconds / 1000 for milliseconds in range(100_000)):
            assert limit < just_after(limit) == round(limit + 0.001, 3)
        assert just_after(32.6841) == 32.685

    def test_a_limit_falls_once_wherever_it_lies_between_two_fractions(self, table: Opens) -> None:
        match = table(asks(who="Ana", limit=32.684), asks(who="Bo"))
        match.hands.move(33)
        match.read()
        assert match.log() == [(32.685, None, None, None)]

    def test_what_the_read_after_a_limit_shows_first_counts_as_typed_at_the_limit(
        self, table: Opens
    ) -> None:
        match = table(asks(who="Ana"), "Bo")
        match.hands.move(75)
        match.types(ANA, "x", "3")
        match.read()
        assert match.log() == [(60.0, "Ana", "x", "syntax"), (60.0, "Ana", "3", None)]

    def test_reserve_counts_before_the_limit_takes_effect(self, table: Opens) -> None:
        match = table(asks(who="Ana", reserve=True), "Bo", bank=30)
        match.hands.move(80)
        match.types(ANA, "3")
        match.read()
        assert match.log() == [(80.0, "Ana", "3", None)]
        assert match.live.history.match.reserve_left()["Ana"] == 10

    def test_who_is_not_asked_cannot_answer_by_somebody_elses_limit(self, table: Opens) -> None:
        match = table(asks(who="Ana"), "Bo")
        match.hands.move(70)
        match.types(BO, "5")
        match.read()
        assert match.log() == [(60.0, "Bo", "5", "not-pending"), (60.001, None, None, None)]

    def test_limits_of_several_players_each_count_for_their_own(self, table: Opens) -> None:
        match = table({"who": "each", "limit": 60}, "Ana")
        match.live.command("umpire", "extend Bo 5")
        match.hands.move(70)
        match.types(BO, "5")
        match.types(ANA, "4")
        match.read()
        assert match.log()[1:] == [(60.0, "Ana", "4", None), (65.0, "Bo", "5", None)]

    def test_what_came_first_counts_first_and_at_the_same_moment_each_player_in_turn(
        self, table: Opens
    ) -> None:
        match = table({"who": "each"}, {"who": "each"})
        match.types(ANA, "x", "3", "4")
        match.types(BO, "y", "5")
        match.read()
        assert [(by, say) for _, by, say, _ in match.log()] == [
            ("Ana", "x"),
            ("Bo", "y"),
            ("Ana", "3"),
            ("Bo", "5"),
        ]
        assert match.answers(ANA)[2].startswith("too early: this was written before")

    def test_a_late_read_lets_no_limit_fall_that_nobody_was_shown(self, table: Opens) -> None:
        match = table(asks(who="Ana"), asks(who="Bo"), "Ana")
        match.hands.move(500)
        match.read()
        assert match.live.history.open_decisions() == {"Bo": "1"}
        match.types(BO, "6")
        match.read()
        assert match.log() == [(60.001, None, None, None), (120.0, "Bo", "6", None)]

    def test_without_a_clock_nothing_ever_falls(self, table: Opens) -> None:
        match = table(asks(who="Ana"), "Bo", clock=False)
        match.hands.move(1e6)
        match.read()
        assert match.log() == []

    def test_the_umpires_word_comes_before_a_limit_that_no_read_has_seen(
        self, table: Opens
    ) -> None:
        match = table(asks(who="Ana"), "Bo")
        match.hands.move(66)
        assert match.live.command("umpire", "extend Ana 30").ok
        assert match.log() == [(60.0, "umpire", "extend Ana 30", None)]
        match.read()
        assert match.live.history.open_decisions() == {"Ana": "0"}


class TestChance:
    def test_chance_is_answered_at_once_from_the_seed(self, table: Opens) -> None:
        match = table("chance", "Ana", "chance", "Bo")
        match.types(ANA, "3")
        match.hands.move(4)
        match.read()
        assert [(t, by) for t, by, *_ in match.log()] == [
            (0.0, "chance"),
            (4.0, "Ana"),
            (4.0, "chance"),
        ]
        assert match.store.find(match.row.id).commitment == commitment(match.row.header(), SEED)

    def test_it_is_silent_until_the_match_is_watched(self, table: Opens) -> None:
        match = table("chance", "Ana")
        assert [line.by for line in match.lines()] == [None, "chance"]

    def test_it_is_silent_while_the_umpire_holds_a_match_back(self, table: Opens) -> None:
        match = table("chance", "Ana", begins=False)
        assert match.live.command("umpire", "pause").ok
        match.read()
        assert match.log() == [(0.0, "umpire", "pause", None)]
        assert match.live.command("umpire", "resume").ok
        assert [by for _, by, *_ in match.log()] == ["umpire", "umpire", "chance"]

    def test_undone_and_played_again_it_is_the_same(self, table: Opens) -> None:
        match = table("Ana", "chance", "Bo")
        for _ in range(2):
            match.types(ANA, "3")
            match.read()
            match.live.command("umpire", "undo")
        first, second = [say for _, by, say, _ in match.log() if by == "chance"]
        assert first == second


class TestPauses:
    def test_a_new_match_waits_until_it_is_watched(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        assert [(line.t, line.by, line.note) for line in match.lines()] == [(0.0, None, BEGINS)]

    @pytest.mark.parametrize("say", ["note hello", "extend Ana 30", "pause"])
    def test_what_the_umpire_says_before_that_starts_no_clock_and_deals_nothing(
        self, table: Opens, say: str
    ) -> None:
        match = table("chance" if say == "pause" else asks(who="Ana"), begins=False)
        assert match.live.command("umpire", say).ok
        match.hands.move(500)
        match.live.let_go()
        match.live = match.open()
        assert [line.say for line in match.lines()] == [say]
        assert match.live.now() == 0.0

    def test_whoever_watches_a_new_match_in_vain_leaves_nothing_in_its_log(
        self, table: Opens
    ) -> None:
        match = table(asks(who="Ana"), begins=False)
        match.live.heartbeat()
        match.hands.move(TTL + 100)
        match.live = match.open()
        match.live.pause_itself("nobody answers")
        assert (match.lines(), match.live.now(), match.live.seconds_to_limit(["Ana"])) == (
            [],
            0.0,
            None,
        )

    def test_a_clean_stop_charges_nobody(self, table: Opens) -> None:
        match = table(asks(who="Ana"), "Bo")
        match.hands.move(20)
        match.live.let_go()
        assert (match.lines()[-1].t, match.lines()[-1].note) == (20.0, AWAY)
        match.hands.move(5000)
        match.live = match.open()
        match.read()
        match.hands.move(30)
        match.types(ANA, "3")
        match.read()
        assert match.log() == [(50.0, "Ana", "3", None)]

    def test_after_a_crash_the_clock_stood_at_the_last_heartbeat(self, table: Opens) -> None:
        match = table(asks(who="Ana"), "Bo")
        match.hands.move(20)
        match.live.heartbeat()
        match.hands.move(TTL + 1000)
        match.types(ANA, "3")
        match.live = match.open()
        assert (match.lines()[-1].t, match.lines()[-1].note) == (20.0, CRASHED)
        match.read()
        assert match.log() == [(20.0, "Ana", "3", None)]

    def test_a_crash_after_a_limit_lets_no_limit_fall(self, table: Opens) -> None:
        match = table(asks(who="Ana"), "Bo")
        match.hands.move(70)
        match.live.heartbeat()
        match.hands.move(TTL + 1)
        match.live = match.open()
        assert match.lines()[-1].t == 60.0
        assert match.live.history.open_decisions() == {"Ana": "0"}

    def test_the_umpires_own_pause_is_not_resumed(self, table: Opens) -> None:
        match = table(asks(who="Ana"), "Bo")
        match.live.command("umpire", "pause")
        match.live.let_go()
        match.live = match.open()
        match.types(ANA, "3")
        match.read()
        assert match.live.history.match.status == "paused"
        assert match.log()[-1] == (0.0, "Ana", "3", "not-pending")
        match.hands.move(100)
        assert match.live.command("umpire", "resume").ok
        assert match.live.now() == 0.0

    def test_the_umpire_may_make_a_pause_of_the_programs_own(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        match.live.pause_itself("the sheets cannot be reached")
        assert match.live.command("umpire", "pause").ok
        match.read()
        assert match.live.history.match.status == "paused"

    def test_a_pause_of_the_programs_own_is_not_the_umpires_to_end(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        match.live.pause_itself("the sheets cannot be reached")
        answer = match.live.command("umpire", "resume")
        assert not answer.ok
        assert "the sheets cannot be reached" in answer.text

    def test_a_pause_as_of_an_earlier_moment_never_turns_the_clock_back(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        match.hands.move(9)
        match.types(ANA, "3")
        match.read()
        match.live.pause_itself("unreachable", at=4.0)
        assert match.live.now() == 9.0

    def test_nothing_is_paused_once_it_is_over(self, table: Opens) -> None:
        match = table("Ana")
        match.types(ANA, "3")
        match.read()
        match.live.let_go()
        assert match.lines()[-1].say == "3"
        assert match.store.find(match.row.id).status == "over"
        match.hands.move(60)
        match.live = match.open()
        match.types(ANA, "4")
        match.read()
        assert match.answers(ANA)[1] == "refused: The match is over."


class TestLease:
    def test_a_second_daemon_is_refused_with_a_sentence(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        match.live.heartbeat()
        with pytest.raises(LeaseHeld, match="stop it, or wait"):
            match.open()

    def test_after_the_lease_has_run_out_another_takes_over_and_the_first_can_do_nothing(
        self, table: Opens
    ) -> None:
        match = table("Ana", "Bo")
        first = match.live
        match.hands.move(TTL + 1)
        match.live = match.open()
        with pytest.raises(LeaseLost):
            first.heartbeat()
        with pytest.raises(LeaseLost):
            first.process(first.read_context(), ["Ana"], [Submission(ANA, 0, "3", "3")])
        match.types(ANA, "4")
        match.read()
        assert [say for *_, say, _ in match.log()] == ["4"]

    def test_a_log_that_does_not_follow_is_a_sentence_and_the_lease_is_given_back(
        self, table: Opens
    ) -> None:
        match = table("Ana", "Bo")
        line = match.lines()[-1]
        forged = type(line)(
            **{
                **{name: getattr(line, name) for name in line.__slots__},
                "n": line.n + 1,
                "by": "Ana",
                "say": "3",
                "note": None,
            }
        )
        match.store.append(match.row.id, [forged], token=match.live.token)
        with pytest.raises(LineConflict):
            match.live.let_go()
        with pytest.raises(UmpireError, match="does not fit"):
            match.open()
        match.store.leases.take(match.row.id, new_token(), TTL, 0.0)


class TestCommands:
    def test_what_comes_by_the_inbox_is_answered_in_the_same_transaction(
        self, table: Opens
    ) -> None:
        match = table("Ana", "Bo")
        inbox = match.store.inbox
        said = [
            inbox.put(match.row.id, by, say, "2026-01-01T12:00:00.000Z")
            for by, say in [
                ("Ana", "3"),
                ("umpire", "extend Bo 5"),
                ("Cid", "3"),
                ("Bo", "x" * 999),
            ]
        ]
        assert match.live.apply_commands() == 4
        answers = [inbox.result(number) for number in said]
        assert [(one.ok, one.text) for one in answers if one] == [
            (True, "taken: 3"),
            (False, "No time limit of Bo is running."),
            (False, "Nobody here is called 'Cid': the players are Ana, Bo."),
            (False, "999 characters are too many: say it in at most 500."),
        ]
        assert match.live.apply_commands() == 0
        assert len(match.log()) == 3

    def test_a_rejected_command_is_logged_like_any_other_line(self, table: Opens) -> None:
        match = table("Ana", "Bo")
        match.live.command("umpire", "undo")
        assert match.log() == [(0.0, "umpire", "undo", "illegal")]


def test_a_session_opened_again_at_any_point_knows_what_the_first_one_knew(table: Opens) -> None:
    match = table("chance", asks(who="Ana"), {"who": "group", "rule": "last", "limit": 60}, "Bo")
    script: list[Callable[[], None]] = [
        lambda: match.types(ANA, "x"),
        lambda: match.types(ANA, 44689, "3", "too early"),
        lambda: match.types(BO, "2"),
        lambda: match.columns[BO].__setitem__(0, "3"),
        lambda: match.columns[ANA].__setitem__(0, "changed"),
        lambda: match.hands.move(65),
        lambda: match.types(BO, {"formula": "=1"}, "=1", "6"),
    ]
    for act in script:
        act()
        match.hands.move(1)
        match.read()
        known = match.live.history
        match.live.heartbeat()
        match.hands.move(TTL + 1)
        match.live = match.open()
        again = match.live.history
        assert again.sheets == known.sheets
        assert again.match.state == known.match.state
        assert again.judged_lines[: len(known.judged_lines)] == known.judged_lines
        match.read()
    assert match.live.history.match.status == "over"


class TestClosing:
    @pytest.fixture
    def ended(self, table: Opens) -> Table:
        match = table("Ana", "Bo")
        match.types(ANA, "3")
        match.read()
        match.hands.move(2)
        match.types(BO, "4")
        match.read()
        assert match.live.history.match.status == "over"
        return match

    def test_a_match_that_is_over_closes_itself_10_minutes_later_and_then_shows_its_seed(
        self, ended: Table
    ) -> None:
        fair = ended.live.fairness
        assert (fair.seed, fair.closes_at) == (None, NOON + 2 + 600)
        ended.hands.move(599)
        ended.live.close_itself()
        assert ended.live.history.match.status == "over"
        ended.hands.move(1)
        ended.live.close_itself()
        ended.live.close_itself()
        assert ended.live.fairness.seed == SEED
        last = ended.lines()[-1]
        assert (last.by, last.say, last.seed) == ("umpire", "close", SEED)
        assert last.hash == ended.live.history.hash
        assert ended.store.find(ended.row.id).status == "closed"
        assert verify(script_lines(ended.store, ended.row), {TOY.id: TOY}).word == "proved"

    @pytest.mark.parametrize("seats", [(0,), (0, 1)])
    def test_a_match_is_closed_at_once_only_if_bots_play_every_seat(
        self, table: Opens, seats: tuple[int, ...]
    ) -> None:
        match = table("Ana", "Bo", bots=tuple(BotSeat(seat, 1) for seat in seats))
        match.live.command("umpire", "forfeit Ana")
        match.live.close_itself()
        assert match.live.history.match.closed is (seats == (0, 1))

    def test_an_end_that_is_taken_back_in_time_gives_nothing_away(self, ended: Table) -> None:
        assert ended.live.command("umpire", "undo").ok
        ended.hands.move(700)
        ended.live.close_itself()
        assert ended.live.history.match.status == "running"
        assert (ended.live.fairness.seed, ended.live.fairness.closes_at) == (None, None)
        assert SEED not in "".join(script_lines(ended.store, ended.row))
        ended.types(BO, "5")
        ended.read()
        assert ended.live.fairness.closes_at == NOON + 702 + 600

    def test_the_ten_minutes_run_on_while_nobody_watches(self, ended: Table) -> None:
        ended.live.let_go()
        ended.hands.move(601)
        ended.live = ended.open()
        ended.live.close_itself()
        assert ended.live.history.match.status == "closed"

    def test_what_is_said_to_a_closed_match_is_answered_and_not_logged(self, ended: Table) -> None:
        assert ended.live.command("umpire", "close").text == (
            "The match is closed: its result is final."
        )
        lines, hashed = ended.lines(), ended.live.history.hash
        answer = ended.live.command("umpire", "undo")
        assert (answer.ok, answer.text) == (
            False,
            "The match is closed: nothing can be said in it any more.",
        )
        ended.types(ANA, "4", 7)
        ended.read()
        assert ended.answers(ANA)[1] == "refused: The match is closed."
        assert ended.answers(ANA)[2].startswith("refused: ")
        assert (ended.lines(), ended.live.history.hash) == (lines, hashed)
        ended.live.let_go()
        ended.live = ended.open()
        assert ended.answers(ANA)[1] == "refused: The match is closed."
        ended.read()
        assert ended.lines() == lines


def test_deleting_answered_rows_writes_one_note_and_takes_nothing_back(table: Opens) -> None:
    match = table(*["Ana"] * 7)
    for number in range(6):
        match.read()
        match.types(ANA, str(number + 1))
    match.read()
    before = match.log(notes=True)
    del match.columns[ANA][1:3]
    match.columns[ANA] += ["", ""]
    match.read()
    match.read()
    added = match.log(notes=True)[len(before) :]
    assert [say for _, _, say, _ in added] == [
        "note Ana: rows 2 to 6 were changed after they had been dealt with; what was first read "
        "there stands"
    ]
