"""The place where two values differ, as the failures of `umpire.testing` show it."""

from typing import Any, NamedTuple

import pytest

from umpire.testing.differences import assert_equal, assert_part, difference


class Card(NamedTuple):
    suit: str
    rank: int


@pytest.mark.parametrize(
    ("first", "second", "place", "one", "other"),
    [
        ({"hands": {"Bo": ["R1"]}}, {"hands": {"Bo": ["R2"]}}, "hands.Bo[0]", "'R1'", "'R2'"),
        ({"a": 1}, {"a": 1, "b": 2}, "b", "nothing", "2"),
        ([1, 2], [1], "[1]", "2", "nothing"),
        (Card("R", 1), Card("R", 2), "rank", "1", "2"),
        ("x" * 99 + "red", "x" * 99 + "row", "", f"'…{'x' * 39}red'", f"'…{'x' * 39}row'"),
        ((1,), [1], "", "(1,)", "[1]"),
    ],
)
def test_the_first_place_is_shown(
    first: Any, second: Any, place: str, one: str, other: str
) -> None:
    found = difference(first, second)
    assert found is not None
    assert found == (place, one, other)
    with pytest.raises(AssertionError, match=r"They differ\."):
        assert_equal(first, second, "They differ.")


def test_nothing_is_said_of_equal_values() -> None:
    assert difference({"a": [1]}, {"a": [1]}) is None


@pytest.mark.parametrize(
    ("shown", "place"),
    [
        ({"hand": ["R2"], "deck": None}, "hand"),
        ({"hand": 1, "deck": 3}, "deck"),
        ({"hand": 1}, ""),
    ],
)
def test_a_view_may_show_nothing_that_is_not_there(shown: Any, place: str) -> None:
    known = {"hand": ["R1"], "deck": ["B1", "B2"]}
    assert_part({"hand": 1, "deck": None}, known, "")
    with pytest.raises(AssertionError, match=f"^No. At `{place}"):
        assert_part(shown, known, "No.")
