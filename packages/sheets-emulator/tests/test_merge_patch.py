"""What a page is told of a value beside the cells: only what has changed."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sheets_emulator.merge_patch import merge_patch

VALUES: Any = st.recursive(
    st.integers(0, 2) | st.lists(st.integers(0, 1), max_size=2),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)
OBJECTS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({}, {}, {}),
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": 2, "b": 3}, {"a": 2, "b": 3}),
        ({"a": 1, "b": 1}, {"b": 1}, {"a": None}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "d": 3}}, {"a": {"c": None, "d": 3}}),
        ({"a": {"b": {"c": 1, "d": 1}}}, {"a": {"b": {"c": 2}}}, {"a": {"b": {"c": 2}}}),
        ({"a": {"b": 1}}, {"a": [1]}, {"a": [1]}),
        ({"a": [1]}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": None}, {}, {}),
        ({"a": 1}, {"a": None}, {"a": None}),
    ],
)
def test_it_has_the_keys_that_differ(old: Any, new: Any, patch: Any) -> None:
    assert merge_patch(old, new, 2) == patch


def applied(old: Any, patch: Any, depth: int) -> Any:
    """What `patch.js` makes of it."""
    result = dict(old)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif depth > 1 and isinstance(value, dict) and isinstance(old.get(key), dict):
            result[key] = applied(old[key], value, depth - 1)
        else:
            result[key] = value
    return result


@given(OBJECTS, OBJECTS, st.integers(1, 3))
def test_it_makes_the_new_object_of_the_old_one(old: Any, new: Any, depth: int) -> None:
    assert applied(old, merge_patch(old, new, depth), depth) == new
