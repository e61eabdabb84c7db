"""The games keep what every game promises; see `umpire.testing`."""

from pathlib import Path
from typing import Any

from umpire.games import (
    arcanoid,
    box_within_a_box,
    by_hand,
    denizens_of_tartarus,
    devils_deal,
    eighteenth_hell,
)
from umpire.json_types import JsonObject
from umpire.match import Match
from umpire.testing import GameTests

FOLDER = Path(__file__).parent
PLAYTHROUGHS = FOLDER / "playthroughs"


def start(*hands: str) -> JsonObject:
    """A start of Denizens of Tartarus."""
    held = " ".join(hands).split()
    cards = [f"{colour}{number}" for colour in "RYGBP" for number in range(1, 6)]
    return {"hands": [*hands], "deck": " ".join(card for card in cards if card not in held)}


class TestArcanoid(GameTests):
    game = arcanoid.GAME
    options = {"rounds": 2}
    limited = tuple(
        {"move_seconds": 60, "poll_seconds": 10, "gaza": gaza} for gaza in (False, True)
    )
    playthrough = PLAYTHROUGHS / "arcanoid.txt"
    screens = FOLDER / "arcanoid/screens.txt"


class TestBoxWithinABox(GameTests):
    game = box_within_a_box.GAME
    playthrough = PLAYTHROUGHS / "box-within-a-box.txt"
    screens = FOLDER / "box_within_a_box/screens.txt"


class TestByHand(GameTests):
    game = by_hand.GAME
    options = {
        "title": "Made up",
        "rules": ["Do as the umpire says."],
        "counters": {"chips": 5, "points": 0},
        "piles": {"deck": "R1-R6*2 K*3 joker", "table": {"open": True}},
        "procedures": {
            "open": ["shuffle deck", "deal 2 from deck to all"],
            "vote": ["ask all at once in 60: Go $1? = yes or no else no", "wait", "tell all: $1"],
            "round": ["ask all at once in 30: Bid = number 0 to chips else 0", "roll 2d6", "wait"],
            "peek": [
                "ask $1 in secret in 45: Whom? = name",
                "wait",
                "reveal",
                "deal 1 from deck to $1",
            ],
        },
        "begin": "open",
    }
    hidden_options = (
        {"counters": {"luck": {"start": 3, "seen": "umpire"}}},
        {
            "counters": {"luck": {"seen": "umpire"}},
            "procedures": {"deal": ["shuffle deck", "deal 2 from deck to all"]},
            "begin": "deal",
        },
        {
            "counters": {"luck": {"start": -1, "seen": "umpire"}},
            "piles": {"deck": {"cards": "B1-B8*2"}, "table": {"open": True}},
            "procedures": {
                "deal": ["team spies: Ana", "shuffle deck", "deal 2 from deck to all"],
                "later": ["ask all: Who is the spy? = name"],
            },
            "begin": "deal",
        },
    )
    taken_as_typed = frozenset({"direct", "answer"})
    playthrough = PLAYTHROUGHS / "by-hand.txt"
    screens = FOLDER / "by_hand/screens.txt"

    def opened(self, seats: int | None = None, **options: Any) -> Match:
        return super().opened(3 if seats is None else seats, **options)

    def starts(self) -> list[Match]:
        voting = {"vote": ["ask all at once in 60: Go? = yes or no else no", "wait"]}
        secrets = {
            "counters": {
                "budget": {"start": 4, "seen": "own"},
                "luck": {"seen": "umpire"},
                "points": 0,
            },
            "piles": {"deck": "R1-R6", "tokens": {"cards": "T1-T2", "each": True}},
            "procedures": {
                "open": ["team odd: Ana", "shuffle deck", "deal 1 from deck to tokens of all"],
                "bid": [
                    "ask all at once in 60: Bid? = number 0 to budget else 0",
                    "wait",
                    "count all budget - answer",
                    "count all luck + answer",
                ],
            },
        }
        return [
            *super().starts(),
            self.opened(procedures=voting, begin="vote"),
            self.opened(**secrets),
        ]


class TestDenizensOfTartarus(GameTests):
    game = denizens_of_tartarus.GAME
    hidden_options = (
        {"decider": "Bo", "configurations": [start("R1 Y2 G3", "B1 P2 R3")] * 4},
        {"decider": "Bo", "configurations": [start("B1 P2 R3", "R1 Y2 G3")] * 4},
    )
    playthrough = PLAYTHROUGHS / "denizens-of-tartarus.txt"
    screens = FOLDER / "denizens_of_tartarus/screens.txt"


class TestDevilsDeal(GameTests):
    game = devils_deal.GAME
    playthrough = PLAYTHROUGHS / "devils-deal.txt"
    screens = FOLDER / "devils_deal/screens.txt"


class TestEighteenthHell(GameTests):
    game = eighteenth_hell.GAME
    ends_in_silence = False  # ruling 37: bouts are lost by both, and their number has no end
    playthrough = PLAYTHROUGHS / "eighteenth-hell.txt"
    screens = FOLDER / "eighteenth_hell/screens.txt"
