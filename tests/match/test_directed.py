"""A game that the umpire directs: who is asked what, what is a direction, what becomes of it."""

import json
from typing import Any

import pytest
from errands import GAME
from playing import Line, as_object
from playing import begun as begun_numbers

from umpire.games.base import Event
from umpire.match import BadHeader, Judgement, Match, begin, judge, read_header, report, view

SEED = "5a" * 32
ANA, BO, CY = "Ana", "Bo", "Cy"


def header_line(*, players: tuple[str, ...] = (ANA, BO, CY), **more: Any) -> str:
    seed = {"seed": more.pop("seed")} if "seed" in more else {}
    line = {"umpire": 1, "game": GAME.id, "players": list(players), "options": more}
    return json.dumps(line | seed)


def begun(**more: Any) -> Match:
    return begin(read_header(header_line(**more), {GAME.id: GAME}), GAME).match


def directed(match: Match, *errands: str) -> Match:
    """The match once the umpire has given some errands, at the time of now."""
    return after(match, *[(match.now, "umpire", errand) for errand in errands])


def after(match: Match, *lines: Line) -> Match:
    for line in lines:
        judgement = judged(match, *line)
        assert judgement.ok, f"{line}: {judgement.error}"
        match = judgement.match
    return match


def judged(match: Match, *line: Any) -> Judgement:
    return judge(match, as_object(line))


def owing(match: Match, viewer: str | None = "umpire") -> list[str]:
    told = report(match) if viewer == "umpire" else view(match, viewer)
    return [pending["by"] for pending in told["pending"]]


def answers(match: Match) -> list[dict[str, Any]]:
    return [question["answers"] for question in report(match)["state"]["questions"]]


def told(match: Match) -> list[str]:
    return [one["text"] for one in report(match)["state"]["told"]]


def open_texts(judgement: Judgement) -> list[str]:
    return [event.text for event in judgement.events if event.only is None]


class TestWhoOwesWhat:
    def test_the_umpire_owes_a_direction(self) -> None:
        match = begun()
        assert report(match)["pending"] == [
            {"by": "umpire", "kind": "direct", "held": False, "locked": False, "deadline": None}
        ]

    def test_chance_comes_first_then_the_umpire_then_seat_order(self) -> None:
        match = directed(begun(), "ask Cy Ana")
        assert owing(match) == ["umpire", ANA, CY]
        assert owing(directed(match, "roll")) == ["chance", ANA, CY]

    def test_questions_and_their_clocks_run_on_while_chance_is_asked(self) -> None:
        match = directed(begun(), "ask Ana Bo in 10", "roll")
        match = after(match, (4, ANA, "3"), (5, "chance", "6"))
        assert owing(match) == ["umpire", BO]
        assert report(match)["pending"][1]["deadline"] == 10
        match = directed(match, "roll")
        match = after(match, (11,))
        assert answers(match) == [{ANA: "3"}, {BO: "silence"}]
        assert owing(match) == ["chance"]

    def test_a_limit_may_give_an_answer_that_is_nothing_anybody_can_type(self) -> None:
        match = after(directed(begun(), "ask Ana in 10"), (11,))
        assert answers(match) == [{ANA: "silence"}]
        assert judged(directed(begun(), "ask Ana"), 0, ANA, "silence").code == "syntax"

    def test_without_a_clock_no_limit_falls(self) -> None:
        match = after(directed(begun(clock=False), "ask Ana in 10"), (1000,))
        assert owing(match) == ["umpire", ANA]

    def test_update_lengthens_a_limit(self) -> None:
        match = directed(begun(update=5), "ask Ana in 10")
        assert report(match)["pending"][1]["deadline"] == 15

    def test_a_player_s_name_may_be_refused_by_the_game(self) -> None:
        with pytest.raises(BadHeader, match=r"players\[1\]: a semicolon parts errands"):
            begun(players=(ANA, "B;o"))

    def test_a_match_may_be_called_otherwise_than_its_game(self) -> None:
        assert begun().title == "Errands"
        assert begun(title="Minority").title == "Minority"


class TestTheUmpiresWords:
    @pytest.mark.parametrize(
        ("say", "code"),
        [
            ("ask Ana", None),
            ("  ASK   Ana ", None),
            ("sing", "syntax"),
            ("", "syntax"),
            ("   ", "syntax"),
            ("ask Zoe", "syntax"),
            ("withdraw Ana", "illegal"),
            ("undone", "syntax"),
            ("undo: x", "syntax"),
            ("pausing", "syntax"),
            ("lock", "syntax"),
        ],
    )
    def test_what_is_no_command_is_a_direction(self, say: str, code: str | None) -> None:
        judgement = judged(begun(), 0, "umpire", say)
        assert judgement.code == code
        assert "the umpire says" not in (judgement.error or "")

    @pytest.mark.parametrize(
        ("say", "code"),
        [
            ("note ask Ana", None),
            ("pause", None),
            ("undo x", "syntax"),
            ("ＵＮＤＯ x", "syntax"),
            ("pause now", "syntax"),
            ("note", "syntax"),
            ("extend", "syntax"),
            ("resume", "illegal"),
            ("undo", "illegal"),
            ("close", "illegal"),
        ],
    )
    def test_what_begins_as_a_command_is_one_well_said_or_not(
        self, say: str, code: str | None
    ) -> None:
        judgement = judged(begun(), 0, "umpire", say)
        assert judgement.code == code
        assert report(judgement.match)["state"] == report(begun())["state"]

    def test_no_text_at_all_is_no_direction(self) -> None:
        assert judge(begun(), {"t": 0, "by": "umpire"}).code == "syntax"
        assert judge(begun(), {"t": 0, "by": "umpire", "say": 5}).code == "syntax"

    def test_none_is_pending_while_chance_is_asked(self) -> None:
        match = directed(begun(), "roll")
        judgement = judged(match, 0, "umpire", "ask Ana")
        assert (judgement.code, judgement.error) == (
            "not-pending",
            "You are not asked anything now: chance must answer.",
        )
        assert judged(match, 0, "umpire", "sing").code == "not-pending"
        assert judged(match, 0, "umpire", "undo 0").code == "syntax"
        assert judged(match, 0, "umpire", "note x").ok

    def test_none_is_pending_before_all_have_cut(self) -> None:
        match = begun(cut=True)
        assert judged(match, 0, "umpire", "ask Ana").code == "not-pending"
        match = after(match, *[(0, name, "x") for name in (ANA, BO, CY)])
        assert judged(match, 0, "umpire", "ask Ana").ok

    def test_none_is_pending_once_it_is_over(self) -> None:
        over = directed(begun(), "win Bo")
        assert judged(over, 0, "umpire", "ask Ana").error == "The match is over."
        assert judged(over, 0, "umpire", "ask Ana").code == "not-pending"
        assert judged(over, 0, "umpire", "pause").code == "illegal"
        closed = directed(over, "close")
        assert judged(closed, 0, "umpire", "ask Ana").code == "not-pending"
        assert judged(closed, 0, "umpire", "undo").code == "illegal"

    def test_directions_are_taken_while_the_match_is_paused(self) -> None:
        match = after(begun(), (5, "umpire", "pause"), (5, "umpire", "ask Ana in 10"))
        assert judged(match, 6, "umpire", "shout x").code == "time"
        assert judged(match, 5, ANA, "3").code == "not-pending"
        assert judged(match, 5, "umpire", "roll").code == "illegal"
        match = after(match, (5, "umpire", "resume"), (14, "umpire", "note x"))
        assert report(match)["pending"][1]["deadline"] == 15

    def test_a_direction_that_ends_a_paused_match_ends_the_pause_until_it_is_undone(self) -> None:
        match = directed(begun(), "pause", "win Bo")
        assert (report(match)["status"], report(match)["winner"]) == ("over", BO)
        assert report(directed(match, "undo"))["status"] == "paused"

    def test_an_end_that_a_pause_held_up_comes_after_the_pause(self) -> None:
        match = directed(begun(), "pause", "do shout one; win Bo", "resume")
        assert report(match)["winner"] == BO
        assert report(directed(match, "undo"))["status"] == "running"

    def test_a_void_match_keeps_what_was_asked_and_what_remains_to_be_done(self) -> None:
        match = directed(begun(), "pause", "together Ana Bo", "do shout one; shout two")
        before = directed(match, "resume", "do roll; shout three")
        voided = directed(before, "void")
        assert (voided.state, owing(voided), report(voided)["winner"]) == (before.state, [], None)
        assert judged(voided, 0, "umpire", "shout four").code == "not-pending"
        assert judged(voided, 0, ANA, "3").code == "not-pending"
        undone = directed(voided, "undo")
        assert report(undone) == report(before)
        assert told(after(undone, (0, "chance", "3")))[-1] == "three"

    def test_everybody_is_told_that_a_match_is_void_and_that_it_no_longer_is(self) -> None:
        voided = directed(begun(), "void")
        (undone, *_) = judged(voided, 0, "umpire", "undo").events
        assert undone == Event("The umpire undid part of the match: the umpire's void.")

    def test_nobody_else_gives_directions(self) -> None:
        assert judged(begun(), 0, ANA, "ask Bo").code == "not-pending"


class TestUndo:
    def test_a_direction_is_one_step(self) -> None:
        match = directed(begun(), "shout one", "shout two")
        assert told(directed(match, "undo")) == ["one"]
        assert told(directed(match, "undo 2")) == []
        assert judged(match, 0, "umpire", "undo 3").code == "illegal"

    def test_a_refused_direction_is_none(self) -> None:
        match = directed(begun(), "shout one")
        match = judged(match, 0, "umpire", "sing").match
        assert told(directed(match, "undo")) == []

    def test_chance_goes_with_the_step_that_it_followed(self) -> None:
        match = after(directed(begun(), "shout one", "roll"), (0, "chance", "5"))
        assert told(match) == ["one", "The die shows 5."]
        assert told(directed(match, "undo")) == ["one"]

    def test_a_header_s_seed_rolls_the_same_again(self) -> None:
        match = directed(begun(seed=SEED), "roll", "roll")
        again = directed(match, "undo 2", "roll", "roll")
        assert told(again) == told(match)
        assert report(again)["state"] == report(match)["state"]

    def test_answers_and_limits_are_steps_beside_directions(self) -> None:
        match = after(directed(begun(), "ask Ana Bo in 10"), (3, ANA, "2"), (11,))
        assert answers(match) == [{ANA: "2"}, {BO: "silence"}]
        assert answers(directed(match, "undo")) == [{ANA: "2"}, {BO: None}]
        assert answers(directed(match, "undo 2")) == [{ANA: None}, {BO: None}]
        assert answers(directed(match, "undo 3")) == []

    def test_limits_begin_afresh(self) -> None:
        match = after(directed(begun(), "ask Ana in 10"), (8, "umpire", "shout x"))
        assert report(directed(match, "undo"))["pending"][1]["deadline"] == 18

    def test_an_end_is_taken_back(self) -> None:
        match = directed(begun(), "ask Ana", "win Bo", "undo")
        assert (report(match)["status"], owing(match)) == ("running", ["umpire", ANA])

    def test_the_public_is_told_neither_how_many_steps_nor_what_it_does_not_know(self) -> None:
        match = directed(begun(), "ask Ana", "secretly Bo")
        match = after(match, (0, ANA, "4"), (0, BO, "5"))
        undone = judged(match, 0, "umpire", "undo 3")
        assert open_texts(undone) == [
            'The umpire undid part of the match: Ana\'s "4".',
            '"Ana: 4" no longer counts.',
        ]
        assert [(e.only, e.text) for e in undone.events if e.only is not None] == [
            (BO, 'Taken back: Bo\'s "5".'),
            ("umpire", 'Taken back: the umpire\'s "secretly Bo".'),
            (BO, '"Bo: 5" and "The umpire asks Bo" no longer count.'),
        ]
        assert open_texts(judged(match, 0, "umpire", "undo")) == [
            "The umpire undid part of the match."
        ]

    @pytest.mark.parametrize("asked", [0, 1, 2, 5])
    def test_an_author_is_told_the_same_whatever_others_did_in_secret_since(
        self, asked: int
    ) -> None:
        match = after(directed(begun(), "secretly Ana"), (0, ANA, "4"))
        for _ in range(asked):
            match = after(directed(match, "secretly Bo"), (0, BO, "5"))
        undone = judged(match, 0, "umpire", f"undo {2 * asked + 1}")
        assert [event.text for event in undone.events if event.only in (None, ANA)] == [
            "The umpire undid part of the match.",
            'Taken back: Ana\'s "4".',
            '"Ana: 4" no longer counts.',
        ]


class TestWhatAPauseHoldsUp:
    ERRANDS = "do shout one; roll; shout two"

    def test_it_goes_on_at_resume_as_part_of_that_line(self) -> None:
        match = directed(begun(seed=SEED), "pause", self.ERRANDS)
        assert told(match) == []
        resumed = judged(match, 0, "umpire", "resume")
        assert [text for text in told(resumed.match) if "die" not in text] == ["one", "two"]
        assert open_texts(resumed)[:2] == [
            "The umpire restarts the clock.",
            "The umpire says: one.",
        ]

    def test_resume_is_no_step_of_its_own(self) -> None:
        match = directed(begun(seed=SEED), "shout zero", "pause", self.ERRANDS, "resume")
        assert told(directed(match, "undo")) == ["zero"]

    def test_undo_back_to_what_a_pause_held_up_lets_it_go_on(self) -> None:
        match = directed(begun(seed=SEED), "pause", self.ERRANDS, "shout three", "resume")
        assert len(told(match)) == 4
        undone = judged(match, 0, "umpire", "undo")
        assert [text for text in told(undone.match) if "die" not in text] == ["one", "two"]
        assert "The umpire says: two." in open_texts(undone)

    def test_undo_into_a_time_before_the_pause_knows_of_the_pause(self) -> None:
        match = directed(begun(), "shout one", "pause", "shout two", "undo 2")
        assert report(match)["status"] == "paused"
        assert judged(match, 0, "umpire", "roll").code == "illegal"
        assert judged(directed(match, "resume"), 0, "umpire", "roll").ok

    def test_undo_out_of_a_pause_knows_that_it_is_over(self) -> None:
        match = directed(begun(), "pause", "shout one", "resume", "undo")
        assert judged(match, 0, "umpire", "roll").ok

    def test_questions_that_a_pause_held_up_begin_when_it_ends(self) -> None:
        match = after(begun(), (3, "umpire", "pause"), (3, "umpire", "do ask Ana in 10"))
        assert owing(match) == ["umpire"]
        match = after(match, (3, "umpire", "resume"))
        assert report(match)["pending"][1]["deadline"] == 13


class TestTheOpening:
    BEGIN = ["shout hello", "roll", "ask Ana in 30"]

    def test_it_runs_when_the_match_begins_and_is_told_with_the_header(self) -> None:
        header = read_header(header_line(begin=self.BEGIN, seed=SEED), {GAME.id: GAME})
        start = begin(header, GAME)
        assert open_texts(start)[0] == "The umpire says: hello."
        assert owing(start.match) == ["umpire", ANA]
        assert judged(start.match, 0, "umpire", "undo").code == "illegal"

    def test_without_a_seed_chance_is_asked_first(self) -> None:
        match = begun(begin=self.BEGIN)
        assert owing(match) == ["chance"]
        assert owing(after(match, (7, "chance", "2"))) == ["umpire", ANA]

    def test_it_waits_until_all_have_cut(self) -> None:
        match = begun(begin=self.BEGIN, cut=True, seed=SEED)
        match = after(match, (5, ANA, "x"), (6, BO, "y"))
        assert told(match) == []
        last = judged(match, 9, CY, "z")
        assert told(last.match)[0] == "hello"
        assert report(last.match)["pending"][1]["deadline"] == 39
        assert open_texts(last)[0].startswith("All have cut")
        assert judged(last.match, 9, "umpire", "undo").code == "illegal"

    def test_undo_to_before_the_cuts_opens_it_again(self) -> None:
        match = begun(begin=self.BEGIN, cut=True, seed=SEED)
        match = after(match, (0, ANA, "x"), (1, "umpire", "forfeit Cy"))
        match = after(match, (2, BO, "y"), (3, CY, "z"))
        undone = after(match, (4, "umpire", "undo"))
        assert told(undone) == told(match)
        assert report(undone)["state"]["out"] == []
        assert report(undone)["pending"][1]["deadline"] == 34

    def test_undo_to_before_the_cuts_while_paused_holds_it_up(self) -> None:
        match = begun(begin=self.BEGIN, cut=True, seed=SEED)
        match = after(match, (1, "umpire", "forfeit Cy"))
        match = after(match, *[(2, name, "x") for name in (ANA, BO, CY)])
        match = directed(match, "pause", "undo")
        assert (told(match), owing(match)) == ([], ["umpire"])
        assert told(directed(match, "resume"))[0] == "hello"


class TestGroups:
    def test_several_may_be_open_at_once(self) -> None:
        match = directed(begun(players=(ANA, BO, CY, "Dee")), "together Ana Cy", "together Bo Dee")
        match = after(match, (0, ANA, "1"), (0, BO, "2"))
        assert owing(match) == ["umpire", CY, "Dee"]
        match = after(match, (0, "Dee", "4"))
        assert answers(match) == [{ANA: None, CY: None}, {BO: "2", "Dee": "4"}]
        assert owing(match) == ["umpire", CY]

    def test_directions_go_on_while_answers_are_kept(self) -> None:
        match = after(directed(begun(), "together Ana Bo"), (0, ANA, "1"))
        match = after(directed(match, "ask Cy", "shout x"), (0, CY, "3"))
        assert judged(match, 0, "umpire", "ask Ana").code == "illegal"
        match = after(match, (0, BO, "2"))
        assert answers(match) == [{ANA: "1", BO: "2"}, {CY: "3"}]

    def test_if_the_last_who_thinks_is_withdrawn_the_others_count_at_once(self) -> None:
        match = after(directed(begun(), "together Ana Bo Cy"), (0, ANA, "1"), (0, CY, "3"))
        match = directed(match, "withdraw Bo")
        assert answers(match) == [{ANA: "1", BO: None, CY: "3"}]
        assert owing(match) == ["umpire"]

    def test_whoever_still_thinks_keeps_the_clock(self) -> None:
        match = after(directed(begun(), "together Ana Bo Cy in 10"), (4, ANA, "1"))
        match = after(match, (6, "umpire", "withdraw Cy"))
        assert report(match)["pending"][1]["deadline"] == 10
        assert answers(after(match, (7, BO, "2"))) == [{ANA: "1", BO: "2", CY: None}]

    def test_an_answer_that_is_kept_goes_with_its_question(self) -> None:
        match = after(directed(begun(), "together Ana Bo"), (0, ANA, "1"))
        match = after(directed(match, "withdraw Ana"), (0, BO, "2"))
        assert answers(match) == [{ANA: None, BO: "2"}]

    def test_of_a_group_that_is_withdrawn_nothing_counts(self) -> None:
        match = after(directed(begun(), "together Ana Bo"), (0, ANA, "1"))
        match = directed(match, "withdraw Ana Bo")
        assert (answers(match), owing(match)) == ([{ANA: None, BO: None}], ["umpire"])

    def test_two_groups_may_count_by_one_direction(self) -> None:
        match = directed(begun(players=(ANA, BO, CY, "Dee")), "together Ana Cy", "together Bo Dee")
        match = after(match, (0, CY, "3"), (0, "Dee", "4"))
        match = directed(match, "withdraw Ana Bo")
        assert answers(match) == [{ANA: None, CY: "3"}, {BO: None, "Dee": "4"}]

    def test_a_limit_takes_what_is_missing(self) -> None:
        match = after(directed(begun(), "together Ana Bo in 10"), (4, ANA, "1"), (11,))
        assert answers(match) == [{ANA: "1", BO: "silence"}]


class TestWhatOthersDoNotKnow:
    @pytest.fixture
    def asked(self) -> Match:
        return directed(begun(), "ask Ana in 30", "secretly Bo in 20", "secretly Cy in 40")

    def test_a_view_has_what_its_viewer_knows_of(self, asked: Match) -> None:
        assert owing(asked) == ["umpire", ANA, BO, CY]
        assert owing(asked, None) == owing(asked, ANA) == ["umpire", ANA]
        assert owing(asked, BO) == ["umpire", ANA, BO]
        assert owing(asked, CY) == ["umpire", ANA, CY]
        after_it = after(asked, (1, BO, "5"))
        assert owing(after_it, BO) == ["umpire", ANA]

    def test_once_it_is_revealed_all_know_of_it(self, asked: Match) -> None:
        revealed = directed(after(asked, (1, BO, "5")), "reveal 2")
        assert owing(revealed, None) == ["umpire", ANA, CY]
        shown = view(revealed, None)["pending"][2]
        assert shown == {
            "by": CY, "kind": "answer", "held": None, "locked": None, "deadline": 40,
        }  # fmt: skip
        assert owing(directed(revealed, "undo"), None) == ["umpire", ANA]

    def test_a_player_who_is_not_asked_is_told_only_of_those_that_the_player_knows_of(
        self, asked: Match
    ) -> None:
        answered = after(asked, (1, ANA, "2"))
        error = judged(answered, 1, ANA, "3").error
        assert error == "You are not asked anything now: the umpire must answer."
        nobody = directed(answered, "withdraw Cy")
        assert judged(nobody, 1, CY, "3").error == error
        assert judged(asked, 1, "chance", "3").error == (
            "Nothing is left to chance now: Ana must answer."
        )

    def test_its_limit_is_told_to_its_author_alone(self, asked: Match) -> None:
        fallen = judged(asked, 21)
        assert [(event.only, event.text) for event in fallen.events] == [
            (BO, "Bo's time is up."),
            (BO, "Bo: silence."),
        ]

    def test_more_time_is_given_in_secret(self, asked: Match) -> None:
        longer = judged(asked, 1, "umpire", "extend Bo 5")
        assert [event.only for event in longer.events] == [BO]
        assert [e.only for e in judged(asked, 1, "umpire", "extend Ana 5").events] == [None]
        assert view(longer.match, None) == view(after(asked, (1,)), None)

    def test_its_answer_is_secret(self, asked: Match) -> None:
        assert not judged(asked, 1, BO, "5").is_open
        assert judged(asked, 1, ANA, "5").is_open

    def test_once_the_match_is_closed_the_views_hide_nothing(self, asked: Match) -> None:
        over = after(asked, (1, BO, "5"), (1, "umpire", "win Ana"))
        assert "5" not in json.dumps(view(over, None)["state"])
        closed = directed(over, "close")
        assert view(closed, None) == view(closed, ANA) == report(closed)


class TestOtherGames:
    def test_there_the_umpire_owes_nothing_and_every_word_is_a_command(self) -> None:
        match = begun_numbers("Ana")
        assert [pending.by for pending in match.pending] == [ANA]
        error = judged(match, 0, "umpire", "ask Ana").error
        assert error is not None
        assert "not a command" in error
