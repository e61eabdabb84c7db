"""What is guessed in a match that the umpire directs: hidden cards, and what chance is asked."""

from random import Random
from typing import Any

import pytest
from directed import DECK, Directed

from umpire.games.by_hand import GAME
from umpire.games.by_hand.cards import STANDARD
from umpire.games.by_hand.state import State
from umpire.match import sample_world, view


def directed(*lines: str, **options: Any) -> Directed:
    return Directed(**{**DECK, **options}).say(*lines)


def guessed(match: Directed, viewer: str | None, seed: int = 1) -> State:
    """A guess of a viewer's, who would see the same."""
    seen = GAME.seen_by(match.match.state, viewer)
    state = GAME.determinize(seen, Random(seed))
    assert GAME.seen_by(state, viewer) == seen
    return state


def test_hidden_cards_are_like_those_that_were_seen() -> None:
    match = directed("deal 2 from deck to Ana, Bo", "move top 1 from deck to table")
    hand = match.match.state.hands["Ana"]
    hands = {guessed(match, "Ana", seed).hands["Bo"] for seed in range(60)}
    assert {card for cards in hands for card in cards} == {*hand, "R5"}
    assert guessed(match, "Ana").hands["Ana"] == hand


def test_they_are_of_a_standard_deck_if_none_was_seen() -> None:
    state = guessed(directed("deal 2 from deck to Ana"), None)
    assert {*state.hands["Ana"], *state.piles["deck"].cards} <= {*STANDARD}


def test_what_was_shown_of_a_hand_is_in_it() -> None:
    match = directed("deal 3 from deck to Bo", "show R2 of Bo to Ana")
    assert all("R2" in guessed(match, "Ana", seed).hands["Bo"] for seed in range(9))


def test_questions_in_secret_are_numbered_anew() -> None:
    match = directed("ask Bo in secret: Why? = text", "ask Ana in secret: Whom? = name")
    assert [one.k for one in guessed(match, "Ana").questions] == ["s1"]
    assert guessed(match, None).questions == ()


@pytest.mark.parametrize("viewer", ["Ana", "Bo", "Cy", None])
def test_a_limit_of_a_question_in_secret_stays(viewer: str | None) -> None:
    match = directed("ask Bo in secret: Why? = text", "ask Ana in secret in 30: Whom? = name")
    match.wait(7)
    assert view(sample_world(match.match, viewer, Random(1)), viewer) == view(match.match, viewer)


@pytest.mark.parametrize("line", ["shuffle deck", "roll 3d20", "roll 2d6 to Bo"])
def test_chance_has_something_to_answer(line: str) -> None:
    match = directed(line, seed=None, piles={"deck": "R1-R9", "store": "B1"})
    for seed in range(9):
        state = guessed(match, "Ana", seed)
        (pending,) = GAME.pending(state)
        text = pending.kind.random_answer(state, pending, Random(seed))
        assert pending.kind.read(state, pending, text)


def test_an_answer_that_may_be_none_any_more_is_guessed_to_be_none() -> None:
    match = directed(
        "ask all at once: Your bid? = number 0 to debt", counters={"debt": {"start": 5}}
    )
    match.answer(Bo="3").say("count all debt -9")
    assert view(sample_world(match.match, "Ana", Random(1)), "Ana") == view(match.match, "Ana")


def test_who_knows_everything_guesses_nothing() -> None:
    match = directed("ask Bo in secret: Why? = text", "deal 1 from deck to all")
    seen = GAME.seen_by(match.match.state, "umpire")
    assert GAME.determinize(seen, Random(1)) == seen
