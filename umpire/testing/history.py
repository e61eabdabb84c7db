"""Tests that the history of a match can be replayed, undone and proved."""

import json
from dataclasses import replace
from random import Random

from hypothesis import given

from umpire.games.base import CHANCE
from umpire.json_types import JsonObject
from umpire.match import Match, begin, verify
from umpire.match.cutting import CUT
from umpire.testing.base import MOMENTS, RANDOM, Tests, examples, viewers
from umpire.testing.calls import judge, judge_command, report, screen, view
from umpire.testing.differences import assert_equal
from umpire.testing.matches import (
    SEED,
    chance_line,
    log_of,
    random_line,
    random_match,
)


class HistoryTests(Tests):
    """The same lines always lead to the same match, and an undo leads back."""

    @given(random=RANDOM)
    @examples(5)
    def test_a_script_replays_to_the_same_reports(self, random: Random) -> None:
        entries = self.whole(random, mistakes=0.1)
        match = begin(entries[0].before.header, self.game).match
        for entry in entries:
            judgement = judge(match, json.loads(json.dumps(entry.line)))
            match = judgement.match
            ours, theirs = (report(each) for each in (entry.judgement.match, match))
            assert_equal(ours, theirs, f"{entry.line} leads to another report the second time.")
            assert json.dumps(ours) == json.dumps(theirs), "A report's keys come in another order."
            assert_equal(
                entry.judgement.events,
                judgement.events,
                f"Of {entry.line} something else is told the second time.",
            )

    @given(random=RANDOM)
    @examples(5)
    def test_states_are_values_that_nothing_changes(self, random: Random) -> None:
        for entry in self.whole(random, mistakes=0.1):
            before = repr(entry.before.state)  # a report may be kept from before
            again = judge(entry.before, entry.line)
            assert_equal(
                before,
                repr(entry.before.state),
                f"{entry.line} has changed the state that was before it: a state is a value, and "
                "`apply` must make another one.",
            )
            assert_equal(
                (entry.judgement.match.state, entry.judgement.events),
                (again.match.state, again.events),
                f"{entry.line} leads to something else when it is judged again.",
            )
            assert again.match == entry.judgement.match, f"{entry.line} leads to another match."

    @given(random=RANDOM)
    @examples(5)
    def test_everything_can_be_undone(self, random: Random) -> None:
        entries = self.whole(random)
        answers = [entry for entry in entries if entry.line["by"] != CHANCE]
        for entry in random.sample(answers, min(MOMENTS, len(answers))):
            _assert_undone(entry.judgement.match, 1, entry.before)
        end, count = entries[-1].judgement.match, len(answers)
        for steps in (random.randint(1, count), count):
            _assert_undone(end, steps, answers[-steps].before)
        assert not judge_command(end, f"undo {count + 1}").ok

    @given(random=RANDOM)
    @examples(3)
    def test_a_void_match_has_no_result_and_an_undo_goes_on_from_there(
        self, random: Random
    ) -> None:
        for match in (*self.moments(random), self.opened(cut=True)):
            if match.outcome is not None:
                continue
            ended = judge_command(match, "void").match
            reserve = match.reserve_left() if match.reserve is None else dict(match.reserves)
            over: JsonObject = {
                "status": "over",
                "pending": [],
                "reserve": reserve,
                "reason": "void",
            }
            void = "A void match is not as it was before."
            assert_equal(report(match) | over, report(ended), void)
            for viewer in viewers(match):
                before, after = (view(each, viewer)["state"] for each in (match, ended))
                assert_equal(before, after, void)
                assert screen(ended, viewer), "The screen of a void match is empty."
            undone = judge_command(ended, "undo").match
            back = "After `undo` of a void match it is not as it was before."
            assert_equal(match.state, undone.state, back)
            pending, again = ([(o.by, o.held) for o in each.pending] for each in (match, undone))
            assert_equal(pending, again, back)

    @given(random=RANDOM)
    @examples(5)
    def test_a_log_verifies_and_one_with_a_line_lost_does_not(self, random: Random) -> None:
        entries = self.whole(random, mistakes=0.1)
        lines = log_of(entries)
        games = {self.game.id: self.game}
        verdict = verify(lines, games)
        proof = f"The log of a match is not proved: {verdict.remark}."
        assert (verdict.word, verdict.remark) == ("proved", None), proof
        assert verdict.checked["lines"] == len(lines), "Not every line of a log is checked."
        lost = random.randrange(1, len(lines) - 1)
        broken = verify(lines[:lost] + lines[lost + 1 :], games)
        lacks = "A log that lacks a line is not found to differ there."
        assert broken.word == "differs", lacks
        assert broken.remark is not None, lacks
        assert broken.remark.line > lost, lacks

    @given(random=RANDOM)
    @examples(2)
    def test_a_match_that_is_cut_ends_and_verifies_and_its_cuts_stay(self, random: Random) -> None:
        start = self.opened(cut=True)
        entries = list(random_match(start, random, mistakes=0.1))
        end = entries[-1].judgement.match
        assert end.outcome is not None, "A match that is cut comes to no end."
        assert [*report(end)["cut"]] == [*start.header.players], "Not all have cut."
        verdict = verify(log_of(entries), {self.game.id: self.game})
        assert verdict.word == "proved", f"The log of a match is not proved: {verdict.remark}."
        steps = 0
        while judge_command(end, f"undo {steps + 1}").ok:
            steps += 1
        undone = judge_command(end, f"undo {steps}").match
        assert_equal(report(end)["cut"], report(undone)["cut"], "`undo` changes a cut.")
        assert not any(pending.decision.kind is CUT for pending in undone.pending), (
            "Somebody is to cut again after `undo`."
        )

    def test_until_all_have_cut_the_game_stands_at_its_beginning(self) -> None:
        match = self.opened(cut=True)
        beginning = report(match)["state"]
        *early, last = match.header.players
        for name in early:
            match = judge(match, {"t": 100_000, "by": name, "say": f"=1+1 of {name}"}).match
            assert report(match)["state"] == beginning
            assert report(match)["cut"] is None
            assert "=1+1" not in json.dumps([view(match, viewer) for viewer in viewers(match)])
        judgement = judge(match, {"t": 100_001, "by": last, "say": "  "})
        assert judgement.ok
        cuts = {name: f"=1+1 of {name}" for name in early} | {last: ""}
        assert report(judgement.match)["cut"] == view(judgement.match, None)["cut"] == cuts
        limits = [
            pending.clock.start for pending in judgement.match.pending if pending.clock is not None
        ]
        assert all(since == 100_001 for since in limits)

    def test_who_forfeits_before_all_have_cut_still_owes_a_cut(self) -> None:
        match = self.opened(min(3, self.game.seats[-1]), cut=True)
        loser, *others = match.header.players
        match = judge_command(match, f"forfeit {loser}").match
        if match.outcome is None:
            assert all(judge(match, {"t": 0, "by": who, "say": "x"}).ok for who in others)
            for who in (*others, loser):  # the umpire may say it for them
                assert judge(match, {"t": 0, "by": who, "say": "x"}).ok
                match = judge(match, {"t": 0, "by": who, "say": "x"}).match
            assert match.pending_of(loser) is None
            assert match.pending
        else:
            undone = judge_command(match, "undo").match
            assert {pending.by for pending in undone.pending} == {*match.header.players}

    @given(random=RANDOM)
    @examples(3)
    def test_a_header_s_seed_makes_the_match_that_spelled_out_chance_makes(
        self, random: Random
    ) -> None:
        self.whole(random)
        spelled = self.opened()
        while spelled.pending and spelled.pending[0].by == CHANCE:
            spelled = judge(spelled, chance_line(spelled)).match
        seeded = begin(replace(spelled.header, seed=SEED), self.game).match
        for _ in range(20):
            dealt = "Chance that is answered by a header's seed leads to another report."
            assert_equal(report(spelled), report(seeded), dealt)
            if spelled.outcome is not None:
                return
            line = random_line(spelled, random, spelled.now)
            seeded, spelled = judge(seeded, line).match, judge(spelled, line).match
            while spelled.pending and spelled.pending[0].by == CHANCE:
                spelled = judge(spelled, chance_line(spelled)).match


def _assert_undone(match: Match, steps: int, before: Match) -> None:
    """Fail unless taking back that many steps restores what was before them."""
    undone = judge_command(match, f"undo {steps}")
    assert undone.ok, undone.error
    sentence = f"`undo {steps}` does not lead back to what was before."
    assert_equal(before.state, undone.match.state, sentence)
    assert_equal(report(before)["state"], report(undone.match)["state"], sentence)
