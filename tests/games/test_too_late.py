"""An answer to a question that is over is told so; what nobody was asked is not understood."""

import pytest

from umpire.catalogue import find_game
from umpire.match import Header, Judgement, Match, asking, begin, explain_rejection, judge

SEED = "5e" * 32
BOX = "box-within-a-box"
LOOK = {"seconds_examine_boards": 10, "seconds_examine_cards": 0}
BETS = "1 on black; 2 on 6; 1 on 7 or 9"
OVER = "You are no longer asked to "


def started(game_id: str, **options: object) -> Match:
    header = Header(game_id, ("Ana", "Bo"), options, seed=SEED)
    return begin(header, find_game(game_id)).match


def said(match: Match, by: str, text: str) -> Judgement:
    return judge(match, {"t": match.now, "by": by, "say": text})


def told(match: Match, by: str, text: str) -> str:
    return explain_rejection(said(match, by, text), by, text) or ""


def after(match: Match, *lines: tuple[str, str]) -> Match:
    for by, text in lines:
        judgement = said(match, by, text)
        assert judgement.ok, f"{by}: {text}: {judgement.error}"
        match = judgement.match
    return match


def asked(match: Match, by: str) -> str:
    pending = match.pending_of(by)
    assert pending is not None
    return asking.ask(match, pending)


@pytest.mark.parametrize("late", ["none", "R1 *", "R9 | B9 * | discard: R1"])
def test_what_would_have_fitted_the_question_before_is_told_that_it_is_over(late: str) -> None:
    match = started("devils-deal", clock=False)
    match = after(match, ("Ana", "me"), ("Ana", "yes"), ("Ana", "none"), ("Bo", "pass"))
    judged = said(match, "Ana", late)
    assert judged.code == "syntax", "it does not parse in the notation of what is asked now"
    assert (
        explain_rejection(judged, "Ana", late) == f"{OVER}divide the cards. {asked(match, 'Ana')}"
    )


def test_what_nobody_was_asked_is_not_understood() -> None:
    match = started("devils-deal", clock=False)
    nonsense = told(match, "Ana", "none")
    match = after(match, ("Ana", "me"), ("Ana", "yes"), ("Ana", "none"), ("Bo", "pass"))
    assert not nonsense.startswith(OVER), "the division was still to come"
    assert not told(match, "Ana", "B6 times 2").startswith(OVER)
    assert not told(match, "Bo", "none").startswith(OVER), "only Ana was asked"


def test_no_more_than_twenty_steps_are_looked_through() -> None:
    match = started(BOX, clock=True, **LOOK)
    match = after(match, ("Ana", "ready"), ("Bo", "ready"))
    assert told(match, "Ana", "ready").startswith(OVER)
    match = after(match, *[("Ana", BETS)] * 20)
    assert not told(match, "Ana", "ready").startswith(OVER)


def test_how_often_the_opponent_has_answered_in_secret_makes_no_difference() -> None:
    match = started(BOX, clock=True, **LOOK)
    match = after(match, ("Ana", "ready"), ("Bo", "ready"))
    before = told(match, "Ana", "ready")
    match = after(match, *[("Bo", BETS)] * 60)
    assert told(match, "Ana", "ready") == before
    assert before.startswith(OVER)
