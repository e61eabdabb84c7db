"""A void match: its state is as it was, and yet no screen may look as if it waited for somebody."""

import re
from random import Random

import pytest

from umpire.catalogue import games
from umpire.games.base import CHANCE, UMPIRE
from umpire.match import Match, judge, screen
from umpire.testing.base import viewers
from umpire.testing.matches import opened, random_match

MARKED = sorted(games().keys() - {"by-hand"})
"""The games whose boards say what is going on; by hand the umpire does."""


def voided(match: Match) -> Match:
    return judge(match, {"t": match.now, "by": UMPIRE, "say": "void"}).match


def moments(game: str, count: int = 25) -> list[Match]:
    """Moments of a match at which a player is asked something."""
    random = Random(11)
    asked = [one.before for one in random_match(opened(games()[game]), random)]
    asked = [match for match in asked if match.pending[0].by != CHANCE]
    return random.sample(asked, min(count, len(asked)))


def cells(match: Match, viewer: str | None) -> list[str]:
    return [text for rows in screen(match, viewer).values() for row in rows for text in row]


@pytest.mark.parametrize("game", sorted(games()))
def test_no_screen_of_a_void_match_says_that_somebody_is_to_do_something(game: str) -> None:
    for match in moments(game):
        tasks = {pending.decision.task for pending in match.pending} - {""}
        waits = re.compile(rf"\b(is|are) to (move|{'|'.join(map(re.escape, tasks))})\b|^to \w+$")
        for viewer in viewers(match):
            assert [text for text in cells(voided(match), viewer) if waits.search(text)] == []


@pytest.mark.parametrize("game", MARKED)
def test_what_the_board_says_is_going_on_is_marked_as_void(game: str) -> None:
    for match in moments(game, 5):
        for viewer in viewers(match):
            assert any("(void)" in text for text in cells(voided(match), viewer))
            assert not any("(void)" in text for text in cells(match, viewer))


@pytest.mark.parametrize("game", sorted(games()))
def test_the_result_of_a_void_match_is_that_it_has_none(game: str) -> None:
    match = voided(opened(games()[game]))
    assert match.result == "The match is void: it has no result"
