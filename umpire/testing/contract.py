"""What holds for every game, through the match contract alone."""

import json
from collections import Counter
from dataclasses import replace
from itertools import islice
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from umpire.games.base import CHANCE, UMPIRE, AnyKind, Decision, Event, NotAllowed, Rejected
from umpire.json_types import JsonObject
from umpire.match import Judgement, Match, begin, verify
from umpire.match.cutting import CUT
from umpire.testing import calls
from umpire.testing.base import LINES, MOMENTS, RANDOM, OnlyLuck, Tests, examples, viewers
from umpire.testing.calls import judge, report, screen, view
from umpire.testing.differences import assert_equal
from umpire.testing.matches import (
    SEED,
    Played,
    chance_line,
    in_full_width,
    log_of,
    opened,
    random_answer,
    random_line,
    random_match,
)

SILENCE = 1_000
"""No match may have more limits fall while nobody answers."""
_GOES_ON = (20, 20, 20, 300)
"""How many lines a match is followed after a forfeit: mostly a few, or over several rounds."""
_ASKED = 0.8
"""How often a player who is asked forfeits, and not any other."""
MOST_EVENTS = 150
"""Nothing may be told in more sentences that happens without an answer when a limit falls."""

_TEXT = st.one_of(st.text(), st.text("RYGBP0123456789 ,;|/drawblock", max_size=30))
_SAID = 5
"""How many texts are said at moments of one match."""


class ContractTests(Tests):
    """Whole matches keep what the contract promises."""

    @given(random=RANDOM)
    @examples(15)
    def test_random_matches_end_and_every_random_answer_is_legal(self, random: Random) -> None:
        played = self.whole(random)
        for entry in played:
            assert entry.judgement.ok, (
                f"{entry.line['say']!r} is a random answer of {entry.line['by']}, and refused: "
                f"{entry.judgement.error}"
            )
            _assert_sound(entry.judgement)
        end = played[-1].judgement.match
        assert end.outcome is not None, "The match has no outcome, and goes on."
        assert not end.outcome.is_void, "Only the umpire ends a match without a result."
        strangers = set(end.outcome.winners) - set(end.header.players)
        assert not strangers, f"{min(strangers)} has won, and does not play."

    @given(random=RANDOM)
    @examples(8)
    def test_a_random_choice_is_what_is_read_of_its_text(self, random: Random) -> None:
        for match in self.moments(random):
            for pending in match.pending:
                kind, decision = pending.decision.kind, pending.decision
                random_answer(match, pending, Random(random.random()))
                choice = kind.random_choice(match.state, decision, OnlyLuck(random))
                text = kind.format(choice)
                assert_equal(
                    choice,
                    _read_again(kind, match, decision, text),
                    f"`random_choice` of {kind.name!r} gives another answer than `read` makes of "
                    f"its text {text!r}.",
                )

    @pytest.mark.parametrize("clock", [True, False])
    def test_matches_of_every_number_of_players_end(self, clock: bool) -> None:
        for seats in self.game.seats:
            match = self.opened(seats, clock=clock)
            *_, last = random_match(match, Random(seats))
            assert last.judgement.match.outcome is not None, f"{seats} players come to no end."

    @given(random=RANDOM)
    @examples(8)
    def test_a_match_that_goes_astray_ends_all_the_same(self, random: Random) -> None:
        *_, last = self.whole(random, mistakes=0.3)
        assert last.judgement.match.outcome is not None, "The match comes to no end."

    @given(random=RANDOM)
    @examples(5)
    def test_legal_answers_come_only_from_who_owes_one(self, random: Random) -> None:
        for entry in self.whole(random):
            owing = {pending.by for pending in entry.before.pending}
            assert entry.line["by"] in owing, f"{entry.line['by']} answers, and is not asked."
            for player in {CHANCE, *entry.before.header.players} - owing:
                judgement = judge(entry.before, entry.line | {"by": player})
                assert judgement.code == "not-pending", (
                    f"{player} is not asked, but {entry.line['say']!r} is not refused for that."
                )
                same = f"{player} is not asked, and changes the state."
                assert_equal(entry.before.state, judgement.match.state, same)

    @given(random=RANDOM)
    @examples(5)
    def test_a_script_replays_to_the_same_reports(self, random: Random) -> None:
        played = self.whole(random, mistakes=0.1)
        match = begin(played[0].before.header, self.game).match
        for entry in played:
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
    def test_what_is_offered_is_legal(self, random: Random) -> None:
        for entry in self.played(random):
            match = entry.before
            for pending in match.pending:
                name, question = pending.decision.kind.name, calls.ask(match, pending)
                assert question.endswith((".", "?", "!")), (
                    f"{name!r} asks {question!r}, which is no sentence."
                )
                offered = calls.suggest(match, pending)
                if pending.by != CHANCE:
                    offered += calls.bot_moves(match, pending)
                for text in dict.fromkeys(offered):
                    refusal = _refusal(match, pending.decision, text)
                    # a secret poll offers everybody the same, or the offer would tell
                    is_poll = pending.decision.secret and isinstance(refusal, NotAllowed)
                    assert refusal is None or is_poll, (
                        f"{name!r} suggests {text!r}, or `bot_moves` does, and refuses it: "
                        f"{refusal}"
                    )

    @given(random=RANDOM)
    @examples(5)
    def test_the_canonical_text_of_an_answer_means_the_same_answer(self, random: Random) -> None:
        for entry in self.played(random):
            match = entry.before
            pending = match.pending_of(entry.line["by"])
            if entry.judgement.effect == "locked" or pending is None:
                continue
            kind = pending.decision.kind
            answer = kind.read(match.state, pending.decision, entry.line["say"])
            calls.warn(match, pending, answer)
            calls.preview(match, pending, answer)
            assert_canonical(match, pending.decision, entry.line["say"], answer)
            canonical = kind.format(answer)
            assert_equal(canonical, entry.judgement.understood, "An answer is written in two ways.")
            if kind.name in self.taken_as_typed:
                continue
            original = entry.line["say"]
            for text in (original.upper(), original.lower(), in_full_width(original)):
                assert _answer(match, pending.decision, text) == answer, (
                    f"{text!r} is not read as {original!r}: people type in capitals, and "
                    "some keyboards in full width. See `normalize` of `umpire.games.text`."
                )

    @given(random=RANDOM, texts=st.lists(_TEXT, min_size=_SAID, max_size=_SAID))
    @examples(12, shrinks=True)
    def test_no_text_does_worse_than_be_rejected_with_a_sentence(
        self, random: Random, texts: list[str]
    ) -> None:
        played = self.whole(random)
        for text in texts:
            match = random.choice(played).before
            for pending in match.pending:
                try:
                    pending.decision.kind.read(match.state, pending.decision, text)
                except Rejected as rejected:
                    assert_sentence(text, rejected)

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
        played = self.whole(random)
        answers = [entry for entry in played if entry.line["by"] != CHANCE]
        for entry in random.sample(answers, min(MOMENTS, len(answers))):
            _assert_undone(entry.judgement.match, 1, entry.before)
        end, count = played[-1].judgement.match, len(answers)
        for steps in (random.randint(1, count), count):
            _assert_undone(end, steps, answers[-steps].before)
        assert not judge(end, {"t": end.now, "by": UMPIRE, "say": f"undo {count + 1}"}).ok

    @given(random=RANDOM)
    @examples(3)
    def test_a_void_match_has_no_result_and_an_undo_goes_on_from_there(
        self, random: Random
    ) -> None:
        for match in (*self.moments(random), self.opened(cut=True)):
            if match.outcome is not None:
                continue
            ended = judge(match, {"t": match.now, "by": UMPIRE, "say": "void"}).match
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
            undone = judge(ended, {"t": match.now, "by": UMPIRE, "say": "undo"}).match
            back = "After `undo` of a void match it is not as it was before."
            assert_equal(match.state, undone.state, back)
            pending, again = ([(o.by, o.held) for o in each.pending] for each in (match, undone))
            assert_equal(pending, again, back)

    @given(random=RANDOM)
    @examples(4)
    def test_who_forfeits_owes_nothing_any_more_and_does_not_win(self, random: Random) -> None:
        """Somebody forfeits while each kind is asked, most often a player who is asked."""
        seats = random.choice([seats for seats in self.game.seats if seats > 1])
        longer = random.random() < 0.5  # its options may leave only one round to play
        start = opened(self.game, seats) if longer else self.opened(seats)
        matches = [entry.before for entry in islice(random_match(start, random), LINES)]
        kinds = {pending.decision.kind for match in matches for pending in match.pending}
        for kind in sorted(kinds, key=lambda kind: kind.name):
            moments = [match for match in matches if _asks(match, kind)]
            _assert_forfeits(random.choice(moments), kind, random)

    @given(random=RANDOM)
    @examples(10)
    def test_no_decision_has_the_id_of_another(self, random: Random) -> None:
        closed: set[str] = set()
        for entry in self.played(random):
            match = entry.judgement.match
            waiting = [answer.decision.id for answer in match.taken_answers]
            locked = [pending.decision.id for pending in match.pending if pending.locked]
            closed |= _closed_ids(entry) - {*waiting, *locked}
            now = Counter([*waiting, *(pending.decision.id for pending in match.pending)])
            again = [id_ for id_, times in now.items() if times > 1 or id_ in closed]
            assert not again, (
                f"Two decisions have the id {again[0]!r}, so an old answer can be taken for one to "
                "a new question: put something into the id that never comes again in the match, "
                "such as the number of the turn, and whose it is where several are asked."
            )

    @given(random=RANDOM)
    @examples(2)
    def test_every_limit_is_longer_by_what_an_update_takes(self, random: Random) -> None:
        for entry in random_match(self.opened(update=3), random):
            match = entry.before
            limits = {(own.by, own.id): own.limit for own in match.game.pending(match.state)}
            for pending in match.pending:
                limit = limits[pending.by, pending.decision.id]
                assert pending.decision.limit == (None if limit is None else limit + 3), (
                    f"{pending.decision.id!r} has a limit of {pending.decision.limit} with an "
                    f"`update` of 3 seconds, and of {limit} without."
                )

    @pytest.mark.parametrize("seed", range(6))
    def test_what_happens_without_an_answer_comes_to_an_end(self, seed: int) -> None:
        """From some moment on nobody answers: limits fall, until the match is over or none runs.

        One line that lets all of them fall does the same, and no more.
        """
        random = Random(seed)
        self.whole(random)  # a match that chance alone goes on with has no end, nor has its seed
        for options in self.limited:
            match = self._deserted_match(random, options)
            after, events = match, tuple[Event, ...]()
            for _ in range(SILENCE):
                falls = after.falls_at()
                if falls is None:
                    break
                judgement = _in_silence(after, falls + 1)
                assert len(judgement.events) <= MOST_EVENTS, (
                    f"One limit falls, and {len(judgement.events)} things are told of it."
                )
                after, events = judgement.match, events + judgement.events
            assert (after.falls_at() is None) == self.ends_in_silence, (
                f"After {SILENCE:,} limits at which nobody answers the match "
                f"{'goes on' if self.ends_in_silence else 'has ended'}; the last things told are "
                f"{' | '.join(event.text for event in events[-5:])}. If that is right, set "
                "`ends_in_silence` of its tests."
            )
            at_once, once = (
                judge(match, {"t": after.now}),
                "When all limits fall at once, it differs.",
            )
            assert_equal(report(after), report(at_once.match), once)
            assert_equal(events, at_once.events, once)

    def _deserted_match(self, random: Random, options: JsonObject) -> Match:
        """Return a match that some players have left, at its start or in the middle."""
        header = self.opened(random.choice(self.game.seats), **options).header
        match = begin(replace(header, seed=SEED), self.game).match
        for _ in range(random.choice((0, 30, 90))):
            if match.outcome is None:
                match = judge(match, random_line(match, random, match.now)).match
        for player in random.sample(header.players, random.randrange(len(header.players) - 1 or 1)):
            match = judge(match, {"t": match.now, "by": UMPIRE, "say": f"forfeit {player}"}).match
        return match

    @given(random=RANDOM)
    @examples(5)
    def test_a_log_verifies_and_one_with_a_line_lost_does_not(self, random: Random) -> None:
        played = self.whole(random, mistakes=0.1)
        lines = log_of(played)
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
        played = list(random_match(start, random, mistakes=0.1))
        end = played[-1].judgement.match
        assert end.outcome is not None, "A match that is cut comes to no end."
        assert [*report(end)["cut"]] == [*start.header.players], "Not all have cut."
        verdict = verify(log_of(played), {self.game.id: self.game})
        assert verdict.word == "proved", f"The log of a match is not proved: {verdict.remark}."
        steps = 0
        while judge(end, {"t": end.now, "by": UMPIRE, "say": f"undo {steps + 1}"}).ok:
            steps += 1
        undone = judge(end, {"t": end.now, "by": UMPIRE, "say": f"undo {steps}"}).match
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
        match = judge(match, {"t": 0, "by": UMPIRE, "say": f"forfeit {loser}"}).match
        if match.outcome is None:
            assert all(judge(match, {"t": 0, "by": who, "say": "x"}).ok for who in others)
            for who in (*others, loser):  # the umpire may say it for them
                assert judge(match, {"t": 0, "by": who, "say": "x"}).ok
                match = judge(match, {"t": 0, "by": who, "say": "x"}).match
            assert match.pending_of(loser) is None
            assert match.pending
        else:
            undone = judge(match, {"t": 0, "by": UMPIRE, "say": "undo"}).match
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


def _in_silence(match: Match, t: float) -> Judgement:
    try:
        return judge(match, {"t": t})
    except AssertionError as error:
        silent = [f"{pending.by} ({pending.decision.kind.name})" for pending in match.pending]
        raise AssertionError(
            f"The silence of {' or '.join(silent)} cannot be applied: {error} See what "
            "`default_answer` gives."
        ) from error


def _assert_undone(match: Match, steps: int, before: Match) -> None:
    """Fail unless taking back that many steps restores what was before them."""
    undone = judge(match, {"t": match.now, "by": UMPIRE, "say": f"undo {steps}"})
    assert undone.ok, undone.error
    sentence = f"`undo {steps}` does not lead back to what was before."
    assert_equal(before.state, undone.match.state, sentence)
    assert_equal(report(before)["state"], report(undone.match)["state"], sentence)


def _assert_sound(judgement: Judgement) -> None:
    """Fail where something is told or asked of somebody whom there is not."""
    players = judgement.match.header.players
    for event in judgement.events:
        assert event.text.strip(), "An event has no text."
        assert event.only in (None, UMPIRE, *players), (
            f"Only {event.only!r} is told {event.text!r}, and there is nobody of that name: "
            "`only` is a player's name, or None for everybody."
        )
    owners = [pending.by for pending in judgement.match.pending]
    for by, times in Counter(owners).items():
        assert by in (CHANCE, UMPIRE, *players), f"{by!r} is asked something, and does not play."
        assert times == 1, f"{by} is asked {times} things at once, not one."
    for pending in judgement.match.pending:
        limit = pending.decision.limit
        assert limit is None or 0 < limit < inf, f"{pending.decision.id!r} has the limit {limit}."


def assert_canonical(match: Match, decision: Decision, text: str, answer: Any) -> None:
    """Fail unless the canonical text of an answer is read as that answer."""
    kind = decision.kind
    canonical = kind.format(answer)
    assert_equal(
        answer,
        _read_again(kind, match, decision, canonical),
        f"{kind.name!r} reads {text!r} as an answer that `format` writes as {canonical!r}, and "
        "reads that as another.",
    )


def _read_again(kind: AnyKind, match: Match, decision: Decision, text: str) -> Any:
    try:
        return kind.read(match.state, decision, text)
    except Rejected as rejected:
        raise AssertionError(
            f"`format` of {kind.name!r} writes {text!r} for an answer, and `read` refuses that: "
            f"{rejected}"
        ) from None


def _answer(match: Match, decision: Decision, text: str) -> Any:
    try:
        return decision.kind.read(match.state, decision, text)
    except Rejected:
        return None  # which no answer is


def _refusal(match: Match, decision: Decision, text: str) -> Rejected | None:
    try:
        decision.kind.read(match.state, decision, text)
    except Rejected as rejected:
        return rejected
    return None


def assert_sentence(text: str, rejected: Rejected) -> None:
    """Fail unless a text is refused with a sentence."""
    sentence = str(rejected)
    is_sentence = " " in sentence and sentence.endswith((".", "?", "!"))
    assert is_sentence, f"{text!r} is refused with {sentence!r}, which is no sentence."


def _asks(match: Match, kind: AnyKind) -> bool:
    return any(pending.decision.kind is kind for pending in match.pending)


def _assert_forfeits(match: Match, kind: AnyKind, random: Random) -> None:
    """Fail unless players can forfeit one after another, the first while a kind is asked."""
    players, out = match.header.players, list[str]()
    owners = [pending.by for pending in match.pending if pending.decision.kind is kind]
    first = [name for name in owners if name in players and random.random() < _ASKED] or [*players]
    while match.outcome is None:
        left = [name for name in players if name not in out]
        out.append(random.choice(left if out else first))
        match = _accepted(match, f"forfeit {out[-1]}")
        left.remove(out[-1])
        assert len(left) > 1 or match.outcome is not None, (
            f"All but {left} have forfeited, and the match is not over: `forfeit` must end it."
        )
        for _ in range(random.choice(_GOES_ON)):
            _assert_out(match, out)
            if match.outcome is not None:
                break
            match = judge(match, random_line(match, random, match.now)).match
        assert len(left) != 1 or _winners(match) == (left[0],), (
            f"All but {left[0]} have forfeited, and {left[0]} has not won: see `forfeit`."
        )


def _accepted(match: Match, say: str) -> Match:
    judgement = judge(match, {"t": match.now, "by": UMPIRE, "say": say})
    assert judgement.ok, judgement.error
    return judgement.match


def _assert_out(match: Match, out: list[str]) -> None:
    """Fail where somebody who has forfeited is asked something, or has won."""
    for pending in match.pending:
        assert pending.by not in out, (
            f"{pending.by} has forfeited and still owes {pending.decision.kind.name!r}: `forfeit` "
            "must take out the player who is named, and `pending` must ask nobody who is out."
        )
    for winner in _winners(match):
        assert winner not in out, (
            f"{winner} has forfeited and wins: `forfeit` must take out the player who is named."
        )


def _winners(match: Match) -> tuple[str, ...]:
    return () if match.outcome is None else match.outcome.winners


def _closed_ids(entry: Played) -> set[str]:
    """Return the ids of the decisions that somebody has given a final answer to by a line."""
    before, decision = entry.before, entry.judgement.decision
    ids = [answer.decision.id for answer in before.taken_answers]
    ids += [pending.decision.id for pending in before.pending if pending.locked]
    if entry.judgement.effect == "taken" and decision is not None:
        ids.append(decision.id)
    if entry.judgement.effect == "locked":
        ids += [pending.decision.id for pending in before.pending if pending.by == entry.line["by"]]
    return {*ids}
