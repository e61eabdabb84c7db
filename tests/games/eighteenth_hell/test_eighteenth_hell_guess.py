"""What The Eighteenth Hell guesses of Round 1: what may lie behind what was shplan."""

from collections import Counter
from random import Random

from umpire.games.eighteenth_hell import GAME
from umpire.games.eighteenth_hell.state import Plan
from umpire.games.eighteenth_hell.units import ARMY, units_of
from umpire.match import Header, Match, begin, judge

LEFT = 200


def after_round1(ana: str, bo: str, **position: int) -> Match:
    options = {"position": [position or None] * 2} if position else {}
    match = begin(Header(GAME.id, ("Ana", "Bo"), options), GAME).match
    for by, say in (("Ana", ana), ("Bo", bo)):
        for text in (say, "lock"):
            judgement = judge(match, {"t": 1, "by": by, "say": text})
            assert judgement.ok, judgement.error
            match = judgement.match
    assert match.state.round == 2
    return match


def guesses_of_bo(match: Match) -> list[Plan]:
    random, view = Random(1), GAME.seen_by(match.state, "Ana")
    return [GAME.determinize(view, random).deployments[1].plan for _ in range(LEFT)]


def test_the_zero_may_be_any_unit_that_is_shown_and_not_the_last_of_its_kind_in_hand() -> None:
    match = after_round1("2:-1 3:-1 4:1 5:2 6:3 7:4", "2:-1 3:-1 4:1 5:2 6:3 7:4")
    disguises = Counter(plan.disguise for plan in guesses_of_bo(match))
    assert {*disguises} == {None, -1, 1, 2, 3, 4}
    for plan in guesses_of_bo(match):
        assert Counter(units_of(plan.placing) + plan.hand) == Counter(ARMY)


def test_a_zero_that_is_shown_is_no_disguise() -> None:
    match = after_round1("2:-1 3:-1 4:1 5:2 6:3 7:4", "2:-1 3:-1 4:1 5:0 6:3 7:4")
    assert {plan.disguise for plan in guesses_of_bo(match)} == {None}


def test_one_hell_or_two_of_the_block_are_attempted() -> None:
    placing = "2:-1 3:-1 4:1 5:2 6:3 7:4"
    hells = GAME.initial_state(("Ana", "Bo"), GAME.read_options(("Ana", "Bo"), {})).terms.hells
    name = next(hell.name for hell in hells if hell.block == 4 and not hell.is_announced)
    match = after_round1(f"{placing} | hells: {name}", f"{placing} | hells: {name}", block=4)
    plans = guesses_of_bo(match)
    assert {len(plan.hells) for plan in plans} == {1, 2}
    assert {hell.block for plan in plans for hell in plan.hells} == {4}
