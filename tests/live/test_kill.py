"""`kill -9` of the daemon at random moments of a match that bots play: nothing lost or doubled."""

import os
import random
import time
from pathlib import Path

import pytest
from kill_kit import (
    GAME,
    PLAYERS,
    WHOLE,
    Steady,
    assert_nothing_lost_or_doubled,
    bots,
    ended,
    late_denizens,
    made,
    shown,
    started,
    wait_for_answers,
)
from typing_kit import Typist

from umpire.match import Header
from umpire.projections.spreadsheets import BOARD
from umpire.store.worldtime import rfc3339

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

TABLES = "arcanoid"
"""A game in which each player has a spreadsheet of their own, and answers are held."""


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
@pytest.mark.parametrize(
    ("header", "to_the_end"),
    [
        pytest.param(late_denizens(random.Random(7)), True, id=GAME.id),
        pytest.param(Header(TABLES, PLAYERS, {}), False, id=TABLES),
    ],
)
def test_the_daemon_may_be_killed_at_any_moment(
    tmp_path: Path, header: Header, to_the_end: bool
) -> None:
    luck = random.Random(7)
    most = 6 if to_the_end else 4
    with made(tmp_path, tmp_path, header) as (_, sheets, store, row):
        kills = 0
        with bots(row, store, tmp_path, 0.1, Steady if to_the_end else Typist):
            while True:
                with started(tmp_path, row.id) as daemon:
                    if kills == most and not to_the_end:
                        wait_for_answers(store, row)
                        store.inbox.put(row.id, "umpire", "forfeit Ana", rfc3339(time.time()))
                    if ended(daemon, luck.uniform(0.6, 1.6) if kills < most else WHOLE):
                        break
                    kills += 1
        assert 3 <= kills <= most
        assert_nothing_lost_or_doubled(store, row, sheets)
        assert "★ " in shown(sheets, row, store, "headline", BOARD)[0]
