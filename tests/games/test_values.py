"""What is made of a value from another, and what is made of one once."""

from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from umpire.games.values import Value, memoize


@dataclass(frozen=True, slots=True)
class Point(Value):
    x: int
    y: int = 0


@dataclass(frozen=True, slots=True)
class Named(Point):
    name: str = ""


def test_a_copy_differs_in_what_was_changed_alone() -> None:
    one = Point(1, 2)
    assert one.replace(y=3) == replace(one, y=3) == Point(1, 3)
    assert one.replace() == one == Point(1, 2)
    assert type(one.replace(x=3)) is Point


def test_a_copy_is_as_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        Point(1).replace(x=2).x = 3  # type: ignore[misc]


def test_no_field_is_invented() -> None:
    with pytest.raises(TypeError):
        Point(1).replace(z=3)


def test_a_class_that_adds_fields_copies_them_too() -> None:
    assert Point(1).replace(x=2) == Point(2)
    assert Named(1, 2, "here").replace(x=3) == Named(3, 2, "here")


@memoize
def listed(one: object) -> list[object]:
    return [one]


@memoize
def paired(one: object, other: object) -> list[object]:
    return [one, other]


def test_the_same_objects_give_the_same_again() -> None:
    one, other = (1.0, "x"), (2, 3)
    assert listed(one) is listed(one)
    assert paired(one, other) is paired(one, other)
    assert paired(one, other) == [one, other]
    assert paired(other, one) == [other, one]
    assert paired(one, one) == [one, one]


def test_what_is_only_equal_gives_its_own() -> None:
    assert repr(listed(1.0)) == "[1.0]"
    assert repr(listed(1)) == "[1]"
    assert repr(listed(True)) == "[True]"


def test_much_that_came_between_changes_nothing() -> None:
    one = (2, 3)
    first = listed(one)
    for number in range(3000):
        assert listed((number,)) == [(number,)]
    assert listed(one) == first
