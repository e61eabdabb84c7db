"""Countdowns: which cells of a spreadsheet are told of, and what makes no sense."""

import json
from typing import Any

import pytest

from sheets_emulator.countdowns import Countdowns, countdowns
from sheets_emulator.model import Area, Document, Metadata, NamedRange, Sheet

NOON_UTC, NOON = "2026-01-01T12:00:00Z", 1_767_268_800_000.0


NAMES = [
    NamedRange("1", "headline", 7, Area(0, 1, 1, 2)),
    NamedRange("2", "clocks", 7, Area(3, 13, 4, 5)),
]


def told(value: Any) -> Countdowns:
    text = value if isinstance(value, str) else json.dumps(value)
    kept = [
        Metadata(1, "other", json.dumps([{"range": "clocks", "until": NOON_UTC}]), "DOCUMENT"),
        Metadata(2, "countdown", text, "DOCUMENT"),
    ]
    return countdowns(Document("id", "Title", sheets=[Sheet(7, "Tab")], names=NAMES, metadata=kept))


def test_a_moment_lies_in_the_first_cell_of_its_range() -> None:
    assert told([{"range": "headline", "until": NOON_UTC}]) == {(7, 0, 1): [[0, NOON, 0.0]]}


def test_a_row_a_place_in_the_text_and_a_reserve_may_be_told() -> None:
    one = {"range": "clocks", "row": 2, "at": 5, "until": NOON_UTC, "reserve": 12.5}
    assert told([one]) == {(7, 5, 4): [[5, NOON, 12_500.0]]}


def test_of_several_in_a_cell_all_are_told_in_order() -> None:
    one = {"range": "headline", "until": NOON_UTC}
    later = {"range": "headline", "until": "2026-01-01T12:00:01Z", "at": 9}
    assert told([one, later]) == {(7, 0, 1): [[0, NOON, 0.0], [9, NOON + 1000, 0.0]]}


@pytest.mark.parametrize(
    "value",
    [
        "no JSON",
        {},
        3,
        ["headline", None],
        [{"range": "nowhere", "until": NOON_UTC}],
        [{"range": ["headline"], "until": NOON_UTC}],
        [{"range": "headline"}],
        [{"range": "headline", "until": "soon"}],
        [{"range": "headline", "until": 5}],
        [{"range": "headline", "until": NOON_UTC, "at": "x"}],
    ],
)
def test_what_makes_no_sense_is_left_out(value: Any) -> None:
    assert told(value) == {}
