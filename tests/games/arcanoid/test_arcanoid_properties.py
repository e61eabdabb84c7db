"""What holds of every random match: cards are conserved, twins look alike, words read back."""

import random
from typing import Any

import pytest
from arcanoid_table import FULL_DECK, NAMES, all_cards
from hypothesis import given, settings
from hypothesis import strategies as st

from umpire.games.arcanoid import GAME
from umpire.games.arcanoid.variants import VARIANTS
from umpire.games.base import CHANCE
from umpire.match import Header, Match, begin, judge, report, view

MOST = 6_000


def opened(luck: random.Random) -> Match:
    options: dict[str, Any] = {
        "clock": False,
        "rounds": luck.randint(1, 2),
        "variant": luck.choice(list(VARIANTS)),
        "gaza": luck.random() < 0.3,
    }
    players = NAMES[: luck.randint(2, 10)]
    return begin(Header(GAME.id, players, options), GAME).match


def next_line(match: Match, luck: random.Random) -> dict[str, Any]:
    if luck.random() < 0.004 and match.pending[0].by != CHANCE:
        return {"t": 0, "by": "umpire", "say": f"forfeit {luck.choice(match.header.players)}"}
    owed = luck.choice(match.pending)
    return {
        "t": 0,
        "by": owed.by,
        "say": owed.decision.kind.random_answer(match.state, owed.decision, luck),
    }


@given(st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_every_card_is_always_somewhere_and_only_there(seed: int) -> None:
    luck = random.Random(seed)
    match = opened(luck)
    for _ in range(MOST):
        if match.outcome is not None:
            return
        judgement = judge(match, next_line(match, luck))
        assert judgement.ok, judgement.error
        match = judgement.match
        if match.state.seats:
            assert all_cards(match.state) == FULL_DECK
    raise AssertionError("the match does not end")


@given(st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_an_undone_step_leaves_no_trace(seed: int) -> None:
    luck = random.Random(seed)
    match = opened(luck)
    for _ in range(60):
        if match.outcome is not None:
            return
        before = match
        match = judge(match, next_line(match, luck)).match
        if before.pending[0].by != CHANCE:
            undone = judge(match, {"t": 0, "by": "umpire", "say": "undo"}).match
            assert undone.state == before.state
            assert report(undone)["state"] == report(before)["state"]


@pytest.mark.parametrize("seed", range(6))
def test_a_view_holds_the_names_of_no_card_that_its_viewer_may_not_know(seed: int) -> None:
    """Of every hidden place a view has the number of cards and no more."""
    luck = random.Random(seed)
    match = opened(luck)
    for _ in range(300):
        if match.outcome is not None:
            return
        match = judge(match, next_line(match, luck)).match
        for viewer in (None, *match.header.players):
            state = view(match, viewer)["state"]
            assert isinstance(state["deck"], int)
            assert isinstance(state["discard"], int)
            for actor, seat in state["seats"].items():
                hidden = seat["master"] is None and actor != viewer
                assert isinstance(seat["hand"], int) == hidden
                for laid in seat["fields"].values():
                    if laid is not None and laid["secret"] is not None:
                        knows = viewer in laid["secret"]
                        assert (laid["kind"] is not None) == knows
                        assert isinstance(laid["cards"], list) == knows
