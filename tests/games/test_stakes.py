"""The amounts that drop-downs offer for a stake."""

import pytest

from umpire.games.stakes import ladder


@pytest.mark.parametrize(
    ("most", "offered"),
    [
        (-1, ()),
        (0, ()),
        (1, (1,)),
        (2, (1, 2)),
        (4, (1, 2, 3, 4)),
        (12, (1, 2, 3, 5, 8, 12)),
        (28, (1, 2, 3, 5, 8, 12, 20, 28)),
    ],
)
def test_a_ladder_has_small_stakes_some_larger_and_the_most(
    most: int, offered: tuple[int, ...]
) -> None:
    assert ladder(most) == offered
