"""Countdowns, turns and times: which cells are told of, and what makes no sense."""

import json
from typing import Any

import pytest

from sheets_emulator.access import Caller
from sheets_emulator.countdowns import awaited, told
from sheets_emulator.model import Area, Document, Grant, Metadata, NamedRange, Protection, Sheet

NOON_UTC, NOON = "2026-01-01T12:00:00Z", 1_767_268_800_000.0


NAMES = [
    NamedRange("1", "headline", 7, Area(0, 1, 1, 2)),
    NamedRange("2", "clocks", 7, Area(3, 13, 4, 5)),
    NamedRange("3", "entry_1", 8, Area(2, 9, 0, 1)),
]


def document(value: Any) -> Document:
    text = value if isinstance(value, str) else json.dumps(value)
    kept = [
        Metadata(1, "other", json.dumps([{"range": "clocks", "until": NOON_UTC}]), "DOCUMENT"),
        Metadata(2, "countdown", text, "DOCUMENT"),
    ]
    protections = [
        Protection(1, 8, Area(), unprotected=((8, Area(2, 9, 0, 1)),), editors=("own",)),
        Protection(2, 8, Area(2, 9, 0, 1), editors=("own", "ana")),
    ]
    tabs = [
        Sheet(7, "Tab", protections=[Protection(3, 7, Area(), editors=("own",))]),
        Sheet(8, "Entries", hidden=True, protections=protections),
    ]
    grants = [
        Grant(str(number), "user", role, account)
        for number, (role, account) in enumerate(
            [("owner", "own"), ("writer", "ana"), ("writer", "bo"), ("reader", "eve")]
        )
    ]
    return Document("id", "Title", sheets=tabs, names=NAMES, metadata=kept, grants=grants)


def drawn(value: Any) -> Any:
    return told(document(value)).countdowns


def test_a_moment_lies_in_the_first_cell_of_its_range() -> None:
    assert drawn([{"range": "headline", "until": NOON_UTC}]) == {(7, 0, 1): [[0, NOON, 0.0]]}


def test_a_row_a_place_in_the_text_and_a_reserve_may_be_told() -> None:
    one = {"range": "clocks", "row": 2, "at": 5, "until": NOON_UTC, "reserve": 12.5}
    assert drawn([one]) == {(7, 5, 4): [[5, NOON, 12_500.0]]}


def test_it_may_stand_instead_of_words_of_the_text() -> None:
    one = {"range": "headline", "until": NOON_UTC, "at": 5, "instead": 12}
    assert drawn([one]) == {(7, 0, 1): [[5, NOON, 0.0, 12]]}


def test_of_several_in_a_cell_all_are_told_in_order() -> None:
    one = {"range": "headline", "until": NOON_UTC}
    later = {"range": "headline", "until": "2026-01-01T12:00:01Z", "at": 9}
    assert drawn([one, later]) == {(7, 0, 1): [[0, NOON, 0.0], [9, NOON + 1000, 0.0]]}


def test_times_in_utc_lie_in_a_range_and_in_what_heads_it() -> None:
    found = told(document([{"range": "clocks", "utc": True}, {"range": "headline", "utc": 1}]))
    assert [(row, found.has_times(7, row, 4)) for row in (1, 2, 3, 12, 13)] == [
        (1, False),
        (2, True),
        (3, True),
        (12, True),
        (13, False),
    ]
    assert not found.has_times(7, 3, 3)
    assert not found.has_times(7, 0, 1)
    assert not found.has_times(8, 3, 4)


@pytest.mark.parametrize(
    ("account", "tabs"),
    [
        ("ana", [8]),  # may type there alone, in a tab that is hidden
        ("bo", []),  # not there: another's
        ("eve", []),  # nowhere
        ("own", []),  # everywhere: an owner is nobody whose turn it could be
    ],
)
def test_it_is_the_turn_of_who_may_type_there_and_not_everywhere(
    account: str, tabs: list[int]
) -> None:
    shown = document([{"range": "entry_1", "awaited": True}, {"range": "clocks", "awaited": True}])
    assert awaited(shown, Caller(shown, account)) == tabs


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
    assert drawn(value) == {}
    shown = document(value)
    assert awaited(shown, Caller(shown, "ana")) == []
