"""A value that nothing changes is the same object, and so are its parts that nothing changes."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from umpire.live.updated import updated


@dataclass(frozen=True)
class Page:
    title: str = "Ana"
    typed: Mapping[str, tuple[tuple[Any, ...], ...]] = field(default_factory=dict)


ONE = ((1, "a"), ("", {"formula": "=1"}))
PAGE = Page(typed={"entry_1": ONE})


def test_what_changes_nothing_gives_the_same_object() -> None:
    equal = {"entry_1": ((1, "a"), ("", {"formula": "=1"}))}
    assert updated(PAGE, title="Ana", typed=equal) is PAGE


def test_a_field_that_is_equal_stays_the_same_object_where_another_changes() -> None:
    other = updated(PAGE, title="Bo", typed={"entry_1": ((1, "a"), ("", {"formula": "=1"}))})
    assert other == Page("Bo", PAGE.typed)
    assert other.typed is PAGE.typed


@pytest.mark.parametrize(
    "typed",
    [
        {"entry_1": ((True, "a"), ("", {"formula": "=1"}))},
        {"entry_1": ((2, "a"), ("", {"formula": "=1"}))},
        {"entry_1": ((1, "a"), ("", {"formula": "=2"}))},
        {"entry_1": ((1, "a"),)},
        {"entry_2": ONE},
        {},
    ],
)
def test_whatever_differs_is_new_and_a_tick_differs_from_a_number(typed: Any) -> None:
    assert updated(PAGE, typed=typed).typed is typed
