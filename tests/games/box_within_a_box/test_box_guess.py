"""What Box within a Box within a Box guesses: the bets of the running bout that are hidden."""

from random import Random

from umpire.games.box_within_a_box import GAME
from umpire.games.box_within_a_box.bet import BetKind
from umpire.match import Match
from umpire.testing import opened, random_match


def in_play(seed: int) -> Match:
    return next(
        played.judgement.match
        for played in random_match(opened(GAME), Random(seed))
        if played.judgement.match.state.phase == "play"
    )


def test_own_bets_are_kept_and_the_others_are_bets_that_may_be_placed() -> None:
    for seed in range(5):
        state = in_play(seed).state
        guessed = GAME.determinize(GAME.seen_by(state, "Ana"), Random(seed))
        assert guessed.bets[0] == state.bets[0]
        asking = state.replace(phase="bet", bets=(None, None))
        (bo,) = [pending for pending in BetKind().pending(asking) if pending.by == "Bo"]
        text = BetKind().format(guessed.bets[1])
        assert BetKind().read(asking, bo, text) == guessed.bets[1]
