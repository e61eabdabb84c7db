"""What Devil's Deal guesses of hidden cards: what may be, and nothing else."""

from collections import Counter
from itertools import chain
from random import Random

from hypothesis import given

from umpire.games.cards import HIDDEN
from umpire.games.devils_deal import GAME
from umpire.games.devils_deal.options import Limits
from umpire.games.devils_deal.state import Round, State
from umpire.testing import opened, random_match
from umpire.testing.base import RANDOM, examples

PLAYERS = ("Ana", "Bo")


def all_cards(state: State, side: int) -> Counter[str]:
    """A player's pool, and the private cards of all rounds."""
    rounds = [*state.history, *([state.current] if state.current else [])]
    private = chain.from_iterable(one.private[side] for one in rounds if one.private)
    return Counter((*state.pools[side], *private))


@given(random=RANDOM)
@examples(15)
def test_a_guess_has_each_player_s_own_cards(random: Random) -> None:
    for played in random_match(opened(GAME), random):
        state = played.judgement.match.state
        guessed = GAME.determinize(GAME.seen_by(state, None), random)
        for side in (0, 1):
            assert all_cards(guessed, side) == all_cards(state, side)
            assert HIDDEN not in all_cards(guessed, side)


def test_each_card_that_may_be_hidden_is_as_likely() -> None:
    start = ("B1", "B2", "G3", "R4", "R5")
    match = next(
        played.judgement.match
        for seed in range(40)
        for played in random_match(opened(GAME), Random(seed))
        if (current := played.judgement.match.state.current)
        and (current.betting, current.number, current.revealed) == (1, 1, 0)
        and not current.refills
    )
    pools = (start[2:], match.state.pools[1])
    current = match.state.current.replace(community="R5", private=(start[:2], ("G8", "G9")))
    state = match.state.replace(start_pools=(start, ()), pools=pools, current=current)
    state = state.replace(start_pools=(start, (*pools[1], "G8", "G9")))
    random, seen = Random(1), GAME.seen_by(state, "Bo")
    chosen = Counter(
        chain.from_iterable(GAME.determinize(seen, random).current.private[0] for _ in range(2000))
    )
    assert "R5" not in chosen, "the community card is nobody's"
    assert {*chosen} == {"B1", "B2", "G3", "R4"}
    assert all(900 < count < 1100 for count in chosen.values())


def test_who_is_to_choose_cards_has_two_to_choose_from() -> None:
    """Else the match would be over; so the pool is not R5 R5."""
    start = ("B1", "B2", "R5")
    current = Round(2, 0, community="G9")
    before = Round(1, 0, community="G9", private=(("B1", "R5"), ("G8", "G7")))
    state = State(
        PLAYERS, Limits(), "private", 2, 0, history=(before,), current=current,
        start_pools=((*start, "R5"), ("G8", "G7", "B3", "B4")),
        pools=(("B2", "R5"), ("B3", "B4")),
    )  # fmt: skip
    random, seen = Random(1), GAME.seen_by(state, "Bo")
    pools = {GAME.determinize(seen, random).pools[0] for _ in range(200)}
    assert pools == {("B1", "R5"), ("B2", "R5")}
