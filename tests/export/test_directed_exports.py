"""What leaves the program of a match that its umpire directs, before it is closed."""

import json
from collections.abc import Callable, Sequence
from itertools import chain, islice
from random import Random
from typing import Any

import pytest
from errands import GAME

from umpire.chat import announcements
from umpire.export import formats as exports
from umpire.export import transcript
from umpire.export.transcript import Transcript
from umpire.json_types import JsonObject
from umpire.live import page_data
from umpire.match import Match, undoing, verify
from umpire.projections import screens, sentences
from umpire.projections.match_history import TO_UMPIRE
from umpire.sheets.template import folder_of_templates
from umpire.testing import opened, twins
from umpire.testing.outputs import CHEAP, outputs
from umpire.testing.secrets import assert_same

SHEETS = folder_of_templates() / "plain-private"
LINES: list[JsonObject] = [
    {"t": 0},
    {"t": 1, "by": "umpire", "say": "ask Ana in 60"},
    {"t": 2, "by": "umpire", "say": "secretly Bo in 10"},
    {"t": 3, "by": "Bo", "say": "seven"},
    {"t": 4, "by": "Cy", "say": "3"},
    {"t": 5, "by": "Bo", "say": "4"},
    {"t": 6, "by": "Bo", "say": "5"},
    {"t": 7, "by": "umpire", "say": "secretly Cy in 10"},
    {"t": 18},
    {"t": 19, "by": "Ana", "say": "x"},
    {"t": 20, "by": "Ana", "say": "6"},
    {"t": 21, "by": "umpire", "say": "withdraw Ana"},
    {"t": 22, "by": "umpire", "say": "pause"},
    {"t": 22, "by": "umpire", "say": "resume"},
    {"t": 23, "by": "umpire", "say": "ask Bo in 10"},
    {"t": 34},
]


def script(viewer: str | None, lines: Sequence[JsonObject] = LINES) -> list[JsonObject]:
    """A viewer's log without its header."""
    exported = outputs(opened(GAME, 3), lines, viewer, CHEAP, SHEETS)
    return [json.loads(line) for line in exported[f"the script export as {viewer or 'public'}"]][1:]


def said(log: Sequence[JsonObject]) -> list[tuple[Any, ...]]:
    return [(line["t"], line.get("by"), line.get("say")) for line in log]


NOTHING = (None, None, None)
"""A line that is there, and of which the viewer knows nothing."""


class TestTheLogOfAViewer:
    def test_lines_of_others_whose_question_is_not_known_are_left_out(self) -> None:
        assert said(script(None)) == [
            (0, None, None),
            (1, "umpire", None),
            (19, "Ana", None),  # why it was refused may tell what she holds
            (20, "Ana", "6"),
            (22, "umpire", "pause"),
            (22, "umpire", "resume"),
            (23, "umpire", None),
            (34, None, None),
        ]

    def test_a_player_s_own_are_there(self) -> None:
        own = [line for line in script("Bo") if line.get("by") == "Bo"]
        assert [(line["t"], line["say"], line["ok"]) for line in own] == [
            (3, "seven", False),
            (5, "4", True),
            (6, "5", False),
        ]
        assert [line["t"] for line in script("Cy") if line.get("by") == "Cy"] == [4]

    def test_a_limit_is_known_to_whoever_knows_of_the_question(self) -> None:
        times = {who: [line["t"] for line in script(who)] for who in (None, "Ana", "Bo", "Cy")}
        assert [18 in times[who] for who in times] == [False, False, False, True]
        assert all(34 in there for there in times.values())

    def test_once_the_question_is_revealed_they_are_there(self) -> None:
        revealed = [*LINES, {"t": 40, "by": "umpire", "say": "reveal 1"}]
        there = [line for line in script("Ana", revealed) if line.get("by") == "Bo"]
        assert [(line["t"], line["say"]) for line in there] == [(3, None), (5, "4")]

    def test_a_direction_is_there_for_whoever_is_told_something_but_not_its_words(self) -> None:
        lines = [by_umpire(1, "tell Bo hush"), by_umpire(2, "shout hello"), by_umpire(3, "sing")]
        for viewer, times in ((None, [2]), ("Ana", [2]), ("Bo", [1, 2])):
            log = script(viewer, lines)
            assert [line["t"] for line in log] == times
            for line in log:
                told = {key: line[key] for key in ("by", "say", "ok", "code")}
                assert told == {"by": "umpire", "say": None, "ok": True, "code": None}

    def test_a_limit_before_a_direction_does_not_reveal_the_direction(self) -> None:
        asked = by_umpire(1, "ask Ana in 5")
        for direction in ("tell Bo hush", "sing"):
            log = script("Cy", [asked, by_umpire(10, direction), by_umpire(12, "shout hello")])
            assert log == script("Cy", [asked, {"t": 10}, by_umpire(12, "shout hello")])

    def test_commands_are_there_as_in_every_game_but_the_number_of_steps_undone(self) -> None:
        told = ("pause", "resume", "extend Ana 5", "undo 2", "undo", "forfeit Cy")
        alone = ("note Ana is late", "extend Cy 5", "undo 99", "resume")
        start = [by_umpire(0, "ask Ana in 90"), by_umpire(0, "ask Bo in 90")]
        for say in told:
            before = [*start, *([by_umpire(1, "pause")] if say == "resume" else [])]
            line = script(None, [*before, by_umpire(1, say)])[-1]
            assert line["say"] == (None if say.startswith("undo") else say)
        for say in alone:
            assert said(script(None, [*start, by_umpire(1, say)]))[-1] == NOTHING

    def test_what_the_program_remarks_to_the_umpire_is_left_out(self) -> None:
        remark = {**by_umpire(1, "note Bo: row 1 holds a number"), "note": TO_UMPIRE}
        asked = by_umpire(0, "ask Ana in 5")
        for viewer in (None, "Ana", "Bo"):
            log = script(viewer, [asked, remark, by_umpire(2, "shout hello")])
            assert said(log) == [(0, "umpire", None), (2, "umpire", None)]

    def test_its_clock_stands_at_the_last_line_that_the_viewer_knows(self) -> None:
        lines = [by_umpire(1, "shout hello"), by_umpire(2, "tell Bo hush"), by_umpire(3, "sing")]
        for viewer, t in (("Ana", 1), ("Bo", 2)):
            exported = outputs(opened(GAME, 3), lines, viewer, {*CHEAP, "md"}, SHEETS)
            document = json.loads("\n".join(exported[f"the json export as {viewer or 'public'}"]))
            assert document["report"]["t"] == t
            assert f"- Time: 0:0{t} on the match clock" in "\n".join(
                exported[f"the md export as {viewer or 'public'}"]
            )

    def test_no_line_has_a_hash_whether_or_not_anything_was_left_out(self) -> None:
        for viewer in (None, "Bo"):
            for lines in (LINES, [], [{"t": 1}]):
                exported = outputs(opened(GAME, 3), lines, viewer, CHEAP, SHEETS)
                log = exported[f"the script export as {viewer or 'public'}"]
                assert all(json.loads(line)["hash"] is None for line in log)
                assert json.loads(log[0])["meta"]["commitment"]
                verdict = verify(log, {GAME.id: GAME})
                assert (verdict.word, verdict.head) == ("unproved", None)
                assert verdict.remark is not None
                assert verdict.remark.line == 1

    def test_what_the_umpire_says_is_the_umpire_s_even_whether_it_was_refused(self) -> None:
        refused = script(None, [{"t": 1, "by": "umpire", "say": "withdraw Bo"}])
        taken = script(None, [{"t": 1, "by": "umpire", "say": "secretly Bo"}])
        assert refused == taken

    def test_a_closed_match_hides_nothing(self) -> None:
        end = [{"t": 40, "by": "umpire", "say": word} for word in ("win Ana", "close")]
        log = script("Ana", [*LINES, *end])
        assert said(log)[: len(LINES)] == [
            (line["t"], line.get("by"), line.get("say")) for line in LINES
        ]
        assert all(line["hash"] for line in log)


def test_the_tables_count_lines_and_decisions_as_the_viewer_knows_them() -> None:
    exported = outputs(opened(GAME, 3), LINES, "Ana", CHEAP, SHEETS)
    document = json.loads("\n".join(exported["the json export as Ana"]))
    turns = document["turns"]
    assert [turn["line"] for turn in turns if turn["by"] == "Ana"] == [4, 5]
    assert {turn["decision"]["id"] for turn in turns if turn["by"] == "Ana"} == {"answer 1"}
    assert turns[-1]["limits"]["t"] == 33


def by_umpire(t: float, say: str) -> JsonObject:
    return {"t": t, "by": "umpire", "say": say}


ONE = [
    {"t": 0},
    by_umpire(1, "ask Bo in 60"),
    by_umpire(2, "secretly Ana in 30"),
    {"t": 2, "by": "Ana", "say": "x"},
    {"t": 3, "by": "Ana", "say": "5"},
    by_umpire(4, "secretly Ana in 2"),
    {"t": 7},
    by_umpire(8, "secretly Ana in 500"),
    by_umpire(9, "extend Ana 5"),
    by_umpire(10, "shout hello"),
    by_umpire(11, "undo 4"),
    by_umpire(12, "secretly Ana in 4000"),
]
OTHER = [
    {"t": 0},
    by_umpire(1, "ask Bo in 60"),
    by_umpire(2, "tell Cy hush"),
    by_umpire(4, "withdraw Ana"),
    by_umpire(8, "sing"),
    by_umpire(9, "extend Ana 5"),
    by_umpire(10, "shout hello"),
    by_umpire(11, "undo"),
    by_umpire(12, "tell Cy hush"),
]
"""A match that looks the same to Bo and to everybody, though Ana is asked nothing in it."""


def compare(viewer: str | None, *twins: Sequence[JsonObject]) -> None:
    """Compare all that leaves of two matches. Raises AssertionError that tells what differs."""
    formats = {*CHEAP, "md", "html", "svg"}
    start = opened(GAME, 3)
    ours, theirs = (outputs(start, lines, viewer, formats, SHEETS) for lines in twins)
    assert_same(viewer, ours, theirs)


def as_if_for_the_umpire(function: Callable[..., Any], place: int) -> Callable[..., Any]:
    """Return a function that takes the umpire for its viewer, who stands in such a place."""

    def telling(*given: Any, **named: Any) -> Any:
        told = [*given, *[None] * (place + 1 - len(given))]
        told[place] = "umpire"
        return function(*told)

    return telling


LEAKS: list[tuple[Any, str, Any]] = [
    (Transcript, "leaves_out", lambda *_: False),
    (Transcript, "_numbers", lambda log, _: {turn.number: turn.number for turn in log.turns}),
    (transcript, "_umpires_turn", lambda turn: turn),
    (screens, "headline", as_if_for_the_umpire(sentences.headline, 2)),
    (screens, "clock", as_if_for_the_umpire(sentences.clock, 2)),
    (page_data, "questions", as_if_for_the_umpire(sentences.questions, 1)),
    (announcements, "headline", as_if_for_the_umpire(sentences.headline, 2)),
    (announcements, "questions", as_if_for_the_umpire(sentences.questions, 1)),
    (exports, "headline", as_if_for_the_umpire(sentences.headline, 2)),
    (Match, "awaited_by", as_if_for_the_umpire(Match.awaited_by, 1)),
    (undoing, "_announce_known", lambda _, steps: undoing._announce(steps)),
]


@pytest.mark.parametrize("viewer", [None, "Bo"])
def test_nothing_tells_twins_apart(viewer: str | None) -> None:
    compare(viewer, ONE, OTHER)


@pytest.mark.parametrize(
    ("where", "name", "telling"), LEAKS, ids=[f"{one.__name__}.{name}" for one, name, _ in LEAKS]
)
def test_whatever_way_an_unknown_question_leaves_the_program_it_is_found(
    monkeypatch: pytest.MonkeyPatch, where: Any, name: str, telling: Any
) -> None:
    monkeypatch.setattr(where, name, telling)
    with pytest.raises(AssertionError, match="what they may not know"):
        compare(None, ONE, OTHER)


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_nothing_tells_random_twins_apart(viewer: str | None) -> None:
    told_apart = 0
    for number in range(4):
        start = opened(GAME, 3, begin=["ask Ana in 30", "secretly Bo in 20"])
        pairs = [*islice(twins(start, viewer, Random(number), rejoin=False), 40)]
        told_apart += any(pair.differ for pair in pairs)
        ours, theirs = (
            outputs(start, [*chain(*lines)], viewer, CHEAP, SHEETS)
            for lines in zip(*(pair.lines for pair in pairs), strict=True)
        )
        assert_same(viewer, ours, theirs)
    assert told_apart, "the matches were the same: nothing was tried"
