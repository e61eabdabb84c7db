"""The report and the views."""

import json
import re
from random import Random
from traceback import format_exception
from typing import Any, NamedTuple

import pytest
from playing import GAMES, after, begun

from umpire.json_types import copy_json
from umpire.match import BadHeader, UnknownViewer, judge, report, sample_world, screen, view
from umpire.match.header import parse_header

TURN = {"who": "Ana", "limit": 10, "reserve": True}


def test_the_report_has_the_same_keys_in_every_game() -> None:
    match = after(begun(TURN, "Bo", bank=300), (12.5,))
    assert report(match) == {
        "game": "numbers",
        "players": ["Ana", "Bo"],
        "status": "running",
        "t": 12.5,
        "pending": [
            {"by": "Ana", "kind": "number", "held": False, "locked": False, "deadline": 10.0}
        ],
        "reserve": {"Ana": 297.5, "Bo": 300.0},
        "winner": None,
        "reason": None,
        "state": {"phase": 0, "out": [], "said": []},
    }


def test_chance_is_pending_without_deadline() -> None:
    assert report(begun("chance"))["pending"] == [
        {"by": "chance", "kind": "roll", "held": False, "locked": False, "deadline": None}
    ]


def test_a_draw_has_a_reason_and_no_winner() -> None:
    shown = report(after(begun("each"), (0, "Ana", "3"), (0, "Bo", "3")))
    assert (shown["status"], shown["winner"], shown["reason"]) == ("over", None, "sum")
    assert shown["pending"] == []


def test_two_runs_of_one_script_give_byte_identical_reports() -> None:
    lines = [(0.1, "Bo", "3"), (5.7, "Ana", "2")]
    one, other = (json.dumps(report(after(begun("each", bank=3), *lines))) for _ in range(2))
    assert one == other


@pytest.mark.parametrize("viewer", [None, "Ana", "Bo"])
def test_a_view_is_the_report_less_what_the_viewer_may_not_know(viewer: str | None) -> None:
    match = after(
        begun({"who": "each", "secret": "forever"}, TURN), (0, "Ana", "3"), (0, "Bo", "4")
    )
    whole, shown = report(match), view(match, viewer)
    assert shown.keys() == whole.keys()
    assert shown["state"]["said"] == [
        ["Ana", 3 if viewer == "Ana" else None],
        ["Bo", 4 if viewer == "Bo" else None],
    ]
    nothing = {"held": None, "locked": None}
    mine = {} if viewer == "Ana" else nothing
    assert shown["pending"] == [whole["pending"][0] | mine]
    assert {k: v for k, v in shown.items() if k not in ("pending", "state")} == {
        k: v for k, v in whole.items() if k not in ("pending", "state")
    }


def test_the_umpire_s_view_is_the_whole_report_and_the_public_has_a_name_too() -> None:
    match = after(begun({"who": "each", "secret": "forever"}, TURN), (0, "Ana", "3"))
    assert view(match, "umpire") == report(match)
    assert view(match, "public") == view(match, None)
    assert screen(match, "public") == screen(match, None)


@pytest.mark.parametrize("viewer", ["Cleo", "ana", "Ana ", "", "chance", "Umpire", 1])
@pytest.mark.parametrize(
    "shown", [view, screen, lambda match, viewer: sample_world(match, viewer, Random(1))]
)
def test_nobody_without_a_part_in_the_match_sees_it(shown: Any, viewer: Any) -> None:
    with pytest.raises(UnknownViewer, match="its players are Ana and Bo") as refused:
        shown(begun("each"), viewer)
    assert isinstance(refused.value, ValueError)


def test_for_the_umpire_only_the_chance_to_come_is_imagined() -> None:
    match = after(begun({"who": "each", "secret": "forever"}, TURN), (0, "Ana", "3"))
    world = sample_world(match, "umpire", Random(1))
    assert (world.state, world.taken_answers) == (match.state, match.taken_answers)
    assert report(world) == report(match)


def test_no_text_of_a_match_shows_its_seed() -> None:
    judgement = judge(begun("each", seed="5eed" * 16), {"t": 0, "by": "Ana", "say": "3"})
    assert judgement.ok
    match = judgement.match
    world = sample_world(match, None, Random(1))
    for value in (match, match.header, judgement, [judgement], world):
        assert not re.search("[0-9a-f]{64}", repr(value))
        assert "5eed5eed" not in str(value)


def test_no_traceback_of_a_wrong_header_shows_its_seed() -> None:
    line = {"umpire": 1, "game": "numbers", "players": ["Ana", "Bo"], "seed": "5eed" * 16}
    with pytest.raises(BadHeader) as refused:
        parse_header(line, GAMES)
    assert "5eed5eed" not in "".join(format_exception(refused.value))


class Pair(NamedTuple):
    one: int
    others: list[int]


@pytest.mark.parametrize("value", [{"a": [1, {"b": [2.5]}]}, {"a": Pair(1, [2]), "b": "\ud800"}])
def test_a_copy_is_its_owner_s_to_change(value: dict[str, Any]) -> None:
    copy = copy_json(value)
    assert (copy, type(copy["a"])) == (value, type(value["a"]))
    copy["a"][1].clear()
    assert value["a"][1]


def test_in_a_copy_no_two_parts_are_the_same() -> None:
    part = [1]
    copy = copy_json({"one": part, "other": [part, part]})
    copy["one"].append(2)
    assert copy == {"one": [1, 2], "other": [[1], [1]]}
    copy["other"][0].append(3)
    assert copy["other"] == [[1, 3], [1]]
