"""The report and the views."""

import json
from typing import Any, NamedTuple

import pytest
from playing import after, begun

from umpire.json_types import copied
from umpire.match import report, view

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


class Pair(NamedTuple):
    one: int
    others: list[int]


@pytest.mark.parametrize("value", [{"a": [1, {"b": [2.5]}]}, {"a": Pair(1, [2]), "b": "\ud800"}])
def test_a_copy_is_its_owner_s_to_change(value: dict[str, Any]) -> None:
    copy = copied(value)
    assert (copy, type(copy["a"])) == (value, type(value["a"]))
    copy["a"][1].clear()
    assert value["a"][1]


def test_in_a_copy_no_two_parts_are_the_same() -> None:
    part = [1]
    copy = copied({"one": part, "other": [part, part]})
    copy["one"].append(2)
    assert copy == {"one": [1, 2], "other": [[1], [1]]}
    copy["other"][0].append(3)
    assert copy["other"] == [[1, 3], [1]]
