"""What holds for every game, and what holds for Liar's Dice."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from liars_dice import GAME

from umpire.match import Match, judge, view
from umpire.testing import GameTests, opened

ROLL = "6 2 2 5 1 5"
"""Three dice each for Ana and Bo."""


class TestLiarsDice(GameTests):
    game = GAME
    options = {"dice": 2}
    playthrough = Path(__file__).with_name("playthrough.txt")


def rolled(roll: str = ROLL, seats: int = 2, **options: Any) -> Match:
    """A match in which everybody has three dice under their cup."""
    return said(opened(GAME, seats, dice=3, **options), ("chance", roll))


def said(match: Match, *lines: tuple[str, str]) -> Match:
    for by, say in lines:
        judgement = judge(match, {"t": match.now, "by": by, "say": say})
        assert judgement.ok, judgement.error
        match = judgement.match
    return match


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("4 x 1", None),
        ("3X5", None),
        ("3 6", None),
        ("Liar", None),
        ("3 x 4", "illegal"),
        ("2 x 6", "illegal"),
        ("0 x 5", "illegal"),
        ("7 x 1", "illegal"),
        ("3 x 7", "syntax"),
        ("many fives", "syntax"),
    ],
)
def test_bids(text: str, code: str | None) -> None:
    match = said(rolled(), ("Ana", "3 x 4"))
    assert judge(match, {"t": 0, "by": "Bo", "say": text}).code == code


def test_nobody_doubts_before_there_is_a_bid() -> None:
    assert judge(rolled(), {"t": 0, "by": "Ana", "say": "liar"}).code == "illegal"


@pytest.mark.parametrize(
    ("roll", "code"), [("1 2 3", "syntax"), ("", "syntax"), ("1 2 3 4 5 7", "illegal")]
)
def test_a_roll_is_a_face_for_each_die(roll: str, code: str) -> None:
    assert judge(opened(GAME, dice=3), {"t": 0, "by": "chance", "say": roll}).code == code


def test_players_see_their_own_dice_and_how_many_the_others_have() -> None:
    match = rolled()
    assert view(match, "Ana")["state"]["dice"] == {"Ana": [2, 2, 6], "Bo": 3}
    assert view(match, None)["state"]["dice"] == {"Ana": 3, "Bo": 3}


def test_a_guess_rolls_the_hidden_dice_and_leaves_the_others() -> None:
    view, random = GAME.seen_by(rolled().state, "Ana"), Random(1)
    guesses = [GAME.determinize(view, random).dice for _ in range(100)]
    assert {dice["Ana"] for dice in guesses} == {(2, 2, 6)}
    assert {face for dice in guesses for face in dice["Bo"]} == {*range(1, 7)}


@pytest.mark.parametrize(
    ("bid", "left"), [("2 x 2", {"Ana": 3, "Bo": 2}), ("3 x 2", {"Ana": 2, "Bo": 3})]
)
def test_whoever_was_wrong_loses_a_die_and_bids_first(bid: str, left: dict[str, int]) -> None:
    match = said(rolled(), ("Ana", bid), ("Bo", "liar"))
    assert match.state.left == left
    assert left[match.state.order[0]] == 2
    assert view(match, None)["state"]["last_round"]["Bo"] == [1, 5, 5]


def test_who_has_no_dice_left_is_passed_over_and_the_last_one_wins() -> None:
    match = said(opened(GAME, 3, dice=1), ("chance", "1 2 3"), ("Ana", "1 x 6"), ("Bo", "liar"))
    assert match.state.left == {"Ana": 0, "Bo": 1, "Cy": 1}
    match = said(match, ("chance", "4 4"), ("Bo", "2 x 4"), ("Cy", "liar"))
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.reason) == ("Bo", "last dice")


@pytest.mark.parametrize(("player", "mover"), [("Ana", "Bo"), ("Cy", "Ana")])
def test_after_a_forfeit_the_others_roll_again(player: str, mover: str) -> None:
    match = said(rolled(f"{ROLL} 3 3 3", 3), ("umpire", f"forfeit {player}"))
    assert match.state.phase == "roll"
    assert match.state.order[0] == mover
    assert match.state.left[player] == 0


def test_silence_bids_as_little_as_possible_and_then_doubts() -> None:
    match = judge(rolled(), {"t": 61}).match
    assert str(match.state.bid) == "1 x 1"
    assert judge(match, {"t": 122}).match.state.left == {"Ana": 3, "Bo": 2}
