"""The amounts that drop-downs offer for a stake."""

import pytest

from umpire.games.stakes import suggested_amounts


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
        (50, (1, 2, 3, 5, 8, 12, 20, 25, 50)),
        (2001, (1, 2, 3, 5, 8, 12, 20, 200, 500, 1000, 2001)),
    ],
)
def test_a_ladder_has_small_stakes_shares_of_the_most_and_all_of_it(
    most: int, offered: tuple[int, ...]
) -> None:
    assert suggested_amounts(most) == offered
