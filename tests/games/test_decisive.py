"""What a game says decided a match, when whole matches of random answers are over."""

from functools import cache
from random import Random
from typing import Any

import pytest
from own_games import RULED

import umpire
from umpire.games.base import TurningPoint
from umpire.games.results import addressed, mention
from umpire.match import Match


@cache
def over(game: str, seed: int) -> tuple[Match, tuple[str, ...]]:
    """A match that is over, and what everybody was told in it."""
    players = ("Ana", "Bo", "Cy")[: 3 if game == "arcanoid" else 2]
    random, told = Random(seed), []
    match = umpire.begin(game, players, {"clock": False}, seed=f"{seed:064x}")
    while match.status == "running":
        pending = random.choice(match.pending)
        said = umpire.say(match, pending.by, umpire.random_answer(match, pending, random))
        told += [event.text for event in said.events if event.only is None]
        match = said.match
    return match, tuple(told)


def decided(match: Match, viewer: str | None = None) -> TurningPoint:
    named = match.game.turning_point(match.game.seen_by(match.state, viewer))
    assert named is not None
    return named


def won(game: str, seed: int) -> tuple[Any, Any, TurningPoint]:
    """The state in which a match ended, the winner's side in it, and what decided it."""
    match, _ = over(game, seed)
    assert match.outcome is not None
    state = match.state
    sides = (
        getattr(state, "seats", None) if game == "denizens-of-tartarus" else match.header.players
    )
    return state, tuple(sides or ()).index(match.outcome.winner), decided(match)


SEEDS = pytest.mark.parametrize("seed", range(3))


@SEEDS
@pytest.mark.parametrize("game", RULED)
def test_it_names_the_winner_and_everybody_was_told_of_it_once(game: str, seed: int) -> None:
    match, told = over(game, seed)
    named = decided(match)
    assert match.outcome is not None
    assert str(match.outcome.winner) in named.title
    times = sum(text.startswith(named.told) for text in told)
    assert times == 1 or named.told == "Round 1. ", "told as the match began"
    assert named == decided(match, "Ana")
    assert decided(match).rule


@pytest.mark.parametrize("game", RULED)
def test_nothing_has_decided_a_match_that_goes_on(game: str) -> None:
    players = ("Ana", "Bo", "Cy")[: 3 if game == "arcanoid" else 2]
    match = umpire.begin(game, players, {"clock": False}, seed=f"{1:064x}")
    assert match.game.turning_point(match.game.seen_by(match.state, None)) is None


@SEEDS
def test_box_names_the_bout_with_the_greatest_gain_on_the_other(seed: int) -> None:
    state, side, named = won("box-within-a-box", seed)
    gains = [
        bout.payout[side] / 2
        - bout.staked[side]
        - bout.payout[1 - side] / 2
        + bout.staked[1 - side]
        for bout in state.bouts
    ]
    assert named.title.startswith(f"Bout {gains.index(max(gains)) + 1}: ")
    assert f" gains {max(gains):g} points on " in named.title


@SEEDS
def test_hell_names_the_bout_with_the_most_points(seed: int) -> None:
    state, side, named = won("eighteenth-hell", seed)
    gained = {record.bout: record.gained[side] for record in state.past}
    number = int(named.title.removeprefix("Bout ").partition(":")[0])
    assert gained[number] == max(gained.values())


@SEEDS
def test_denizens_names_a_module_that_was_won_by_the_least(seed: int) -> None:
    state, side, named = won("denizens-of-tartarus", seed)
    leads = {
        name: module.points[side] - module.points[1 - side]
        for name, module in state.modules.items()
        if module.won == side
    }
    assert leads[named.title.partition(":")[0]] == min(leads.values())


@SEEDS
def test_arcanoid_names_the_round_with_the_most_battles_won(seed: int) -> None:
    state, _, named = won("arcanoid", seed)
    counts = [result.winners.count(state.outcome.winner) for result in state.course.results]
    assert named.title.startswith(f"Round {counts.index(max(counts)) + 1}: ")
    assert f" wins {max(counts)} battle" in named.title


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", RULED)
def test_the_reason_of_an_end_is_the_same_for_all_and_right_after_you(game: str, seed: int) -> None:
    match, _ = over(game, seed)
    players = match.header.players
    reasons = {
        match.game.reason(match.game.seen_by(match.state, viewer)) for viewer in (None, *players)
    }
    (reason,) = reasons
    assert reason
    assert not reason.endswith(".")
    mentioned = [player for player in players if mention(player) in reason]
    assert all(player not in addressed(reason, players, player) for player in mentioned)
    if game == "devils-deal":
        assert match.outcome is not None
        assert mentioned == [player for player in players if player != match.outcome.winner]
