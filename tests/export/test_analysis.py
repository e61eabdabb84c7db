"""How good each answer looked: one verdict each, always the same, from what its player knew."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from own_games import OURS
from replay_kit import play_bots
from toy import GAME as NUMBERS

from umpire.catalogue import find_game
from umpire.cli.commands.defaults import FEWEST_PLAYOUTS
from umpire.export.adjudication import adjudicate
from umpire.export.analysis import (
    Analysis,
    AnswerVerdict,
    PlayerAnswer,
    evaluate_answer,
    player_answers,
)
from umpire.export.formats import ExportRequest, LoggedMatch, export
from umpire.export.replay.verdicts import curve
from umpire.export.transcript import read_transcript
from umpire.games.base import UMPIRE
from umpire.match import Match, asking
from umpire.match.cutting import CUT
from umpire.store import Store
from umpire.testing import opened, twins

PLAYERS = ("Ana", "Bo")
THOUGHT_ABOUT = [name for name, game in OURS.items() if not game.is_directed]


def given_in(store: Store, match_id: str) -> list[PlayerAnswer]:
    row = store.find(match_id)
    return list(player_answers(adjudicate(store, row, find_game(row.game)).replays))


@pytest.mark.parametrize("game_id", THOUGHT_ABOUT)
def test_each_accepted_answer_of_a_player_is_given_once(store: Store, game_id: str) -> None:
    match_id = play_bots(store, game_id, lines=60, cut=True, typed="nonsense")
    transcript = read_transcript(store, store.find(match_id), find_game(game_id))
    given = given_in(store, match_id)
    assert [one.line for one in given] == [
        turn.number
        for turn in transcript.turns
        if turn.line.by in transcript.row.players and turn.effect in ("taken", "held")
        if turn.decision is not None and turn.decision.kind is not CUT
    ]
    assert given
    for one in given:
        pending = one.match.pending_of(one.player)
        assert pending is not None
        assert pending.decision.id == one.decision


@pytest.mark.parametrize("game_id", THOUGHT_ABOUT)
def test_a_verdict_is_always_the_same(store: Store, game_id: str) -> None:
    given = given_in(store, play_bots(store, game_id, lines=45))[::4]
    first = [evaluate_answer(one, FEWEST_PLAYOUTS) for one in given]
    assert [evaluate_answer(one, FEWEST_PLAYOUTS) for one in given] == first
    for one, judged in zip(given, first, strict=True):
        assert (judged.line, judged.player, judged.answer) == (one.line, one.player, one.text)
        assert 0 <= judged.worth <= judged.chances <= 1
        assert (judged.worth == judged.chances) or judged.best != judged.answer


@pytest.mark.parametrize("game_id", THOUGHT_ABOUT)
def test_twins_get_the_same_verdict(game_id: str) -> None:
    """Nothing that a player could not know changes how good their answer looked."""
    game, asked = OURS[game_id], 0
    for seed in range(2):
        random = Random(seed)
        for pair in islice(twins(opened(game), "Ana", random), 0, 60, 4):
            matches = pair.first.match, pair.second.match
            pending = matches[0].pending_of("Ana")
            if pending is None or any(match.paused for match in matches):
                continue
            text = said(matches[0], random)
            first, second = (
                evaluate_answer(
                    PlayerAnswer(9, "Ana", text, match, pending.decision.id, False), FEWEST_PLAYOUTS
                )
                for match in matches
            )
            assert first == second
            asked += pair.differ
    assert asked or not game.private


def said(match: Match, random: Random) -> str:
    pending = match.pending_of("Ana")
    assert pending is not None
    text = asking.random_answer(match, pending, random)
    return pending.decision.kind.format(
        pending.decision.kind.read(match.state, pending.decision, text)
    )


@pytest.mark.parametrize(("number", "looks"), [("6", "best"), ("1", "lost")])
def test_a_plain_blunder_is_called_one(number: str, looks: str) -> None:
    """In the made-up game of numbers the highest sum wins."""
    match = opened(NUMBERS, phases=[{"who": "Ana"}, {"who": "Bo"}])
    found = evaluate_answer(PlayerAnswer(2, "Ana", number, match, "1", False), 200)
    assert (found.best, found.rating) == ("6", looks)
    assert found.worth == pytest.approx(11 / 12 if looks == "best" else 1 / 12, abs=0.1)
    assert found.chances == pytest.approx(11 / 12, abs=0.1)


def seemed(line: int, worth: float, chances: float | None = None, **other: Any) -> AnswerVerdict:
    """A verdict on an answer, the best one where its player's chances are not named."""
    usual = AnswerVerdict(
        line=line,
        player=PLAYERS[line % 2],
        answer="this",
        worth=worth,
        best="this" if chances is None else "that",
        chances=worth if chances is None else chances,
        margin=0.05,
        is_only=False,
        decision=f"turn {line}",
        is_held=False,
    )
    return replace(usual, **other)


def analysis(verdicts: Sequence[AnswerVerdict], given: int | None = None, *undone: int) -> Analysis:
    ended = {"Ana": 1.0, "Bo": 0.0}
    number = len(verdicts) if given is None else given
    return Analysis(100, number, tuple(verdicts), ended, frozenset(undone))


def moments(of: Analysis) -> list[tuple[int, float | None]]:
    return [(one.verdict.line, one.after) for one in of.moments()]


@pytest.mark.parametrize(("lines", "viewer"), [(20, UMPIRE), (None, "Ana"), (None, None)])
def test_no_page_tells_of_it_but_that_of_a_closed_match_for_everybody(
    store: Store, lines: int | None, viewer: str | None
) -> None:
    row = store.find(play_bots(store, "devils-deal", lines=lines))
    order = ExportRequest(
        LoggedMatch(store, row, find_game(row.game)), viewer, analysis=analysis([])
    )
    with pytest.raises(ValueError, match="all of a closed match"):
        export("html", order)


def test_looks_are_by_what_was_lost() -> None:
    assert seemed(2, 0.5).rating == "best"
    assert seemed(2, 0.5, 0.54).rating == "good"
    assert seemed(2, 0.5, 0.6).rating == "lost"
    assert seemed(2, 0.5, 0.508, margin=0.001).rating == "good"
    assert seemed(2, 0.5, is_only=True).rating == "only"


def test_the_moments_are_the_answers_that_lost_most() -> None:
    lost = {2: 0.15, 3: 0.3, 4: 0.2, 5: 0.04, 6: 0.4}
    found = analysis([seemed(line, 0.5, 0.5 + much) for line, much in lost.items()])
    assert moments(found) == [(3, None), (4, None), (6, None)]


def test_a_great_swing_matters_more_than_a_small_loss() -> None:
    verdicts = [seemed(2, 0.44, 0.5), seemed(3, 0.5), seemed(4, 0.5, 0.9), seemed(6, 0.6)]
    assert moments(analysis(verdicts)) == [(2, 0.9), (4, None), (6, 1.0)]


def test_an_answer_that_was_replaced_or_taken_back_is_no_moment() -> None:
    verdicts = [
        seemed(2, 0.1, 0.5, is_held=True, decision="x"),
        seemed(4, 0.5, decision="x"),
        seemed(6, 0.2, 0.5),
        seemed(8, 0.5),
    ]
    assert {line for line, _ in moments(analysis(verdicts, None, 6))} <= {4, 8}
    assert (6, None) in moments(analysis(verdicts))


def test_an_answer_without_a_choice_is_no_moment_what_followed_goes_with_the_one_before() -> None:
    verdicts = [seemed(2, 0.5), seemed(4, 0.5, is_only=True), seemed(6, 0.9, is_only=True)]
    assert moments(analysis(verdicts)) == [(2, 1.0)]


def test_where_little_was_lost_the_moments_are_swings_of_which_one_counts_at_a_time() -> None:
    verdicts = [
        seemed(2, 0.5), seemed(3, 0.5),
        seemed(4, 0.9), seemed(5, 0.2),
        seemed(6, 0.7), seemed(7, 0.5),
    ]  # fmt: skip
    assert moments(analysis(verdicts)) == [(2, 0.9), (5, 0.5), (7, 0.0)]
    assert moments(analysis(verdicts, 9)) == [(2, 0.9), (5, 0.5)], "the end is not known"
    assert moments(analysis([])) == []


def test_the_curve_has_what_players_expected_when_they_were_asked() -> None:
    frame_of = {1: 0, 2: 1, 3: 1, 4: 2, 5: 3}
    verdicts = [seemed(2, 0.5), seemed(4, 0.25, 0.75), seemed(5, 0.4)]
    drawn = curve(analysis(verdicts), frame_of, 4, PLAYERS)
    assert drawn == {"Ana": [50, 75, 75, 100], "Bo": [None, None, 40, 0]}
    stopped = curve(analysis(verdicts[:2], 3), frame_of, 4, PLAYERS)
    assert stopped == {"Ana": [50, 75, None, None], "Bo": [None, None, None, None]}
