"""How long players wait in a league, in virtual time: the targets that the planner is held to."""

from statistics import median, quantiles

import pytest
from league import League

pytestmark = pytest.mark.end_to_end


@pytest.mark.parametrize(
    ("game", "matches", "accounts", "middle", "late"),
    [
        ("denizens-of-tartarus", 1, 1, 1.5, 3.0),
        ("devils-deal", 1, 1, 1.5, 3.0),
        ("denizens-of-tartarus", 5, 1, 4.0, 9.0),
        ("devils-deal-at-once", 5, 1, 8.0, 18.0),
        ("devils-deal", 20, 1, 30.0, 70.0),
        ("devils-deal", 20, 5, 9.0, 20.0),
    ],
)
def test_players_wait_no_longer_than_promised(
    game: str, matches: int, accounts: int, middle: float, late: float
) -> None:
    warm_up = 120.0 if accounts == 1 else 30.0
    league = League(game, matches, accounts, seed=1, warm_up=warm_up)
    league.run(warm_up + (300.0 if accounts == 1 else 60.0))
    figures = league.finish()
    assert len(figures.waits) > 20
    assert median(figures.waits) <= middle
    assert quantiles(figures.waits, n=20)[-1] <= late
    assert figures.refused == 0
    interval = max(1.0, 60 * matches * len(league.matches[0].tables) / (60 * accounts))
    assert max(figures.unread) <= 2 * interval + 1
