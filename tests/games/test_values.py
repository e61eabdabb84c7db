"""What is made of a value once."""

from umpire.games.values import once


@once
def listed(*given: object) -> list[object]:
    return [*given]


def test_the_same_object_gives_the_same_again() -> None:
    one = (1.0, "x")
    assert listed(one, "y") is listed(one, "y")


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
