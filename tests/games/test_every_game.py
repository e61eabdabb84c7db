"""The five games keep what every game promises; see `umpire.testing`."""

from pathlib import Path

from umpire.games import (
    arcanoid,
    box_within_a_box,
    denizens_of_tartarus,
    devils_deal,
    eighteenth_hell,
)
from umpire.testing import GameTests

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


class TestArcanoid(GameTests):
    game = arcanoid.GAME
    options = {"rounds": 2}
    limited = tuple(
        {"move_seconds": 60, "poll_seconds": 10, "gaza": gaza} for gaza in (False, True)
    )
    playthrough = PLAYTHROUGHS / "arcanoid.txt"


class TestBoxWithinABox(GameTests):
    game = box_within_a_box.GAME
    playthrough = PLAYTHROUGHS / "box-within-a-box.txt"


class TestDenizensOfTartarus(GameTests):
    game = denizens_of_tartarus.GAME
    playthrough = PLAYTHROUGHS / "denizens-of-tartarus.txt"


class TestDevilsDeal(GameTests):
    game = devils_deal.GAME
    playthrough = PLAYTHROUGHS / "devils-deal.txt"


class TestEighteenthHell(GameTests):
    game = eighteenth_hell.GAME
    ends_in_silence = False  # ruling 37: bouts are lost by both, and their number has no end
    playthrough = PLAYTHROUGHS / "eighteenth-hell.txt"
