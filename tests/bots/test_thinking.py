"""A bot that thinks: it finds what is plainly best, and knows no more than its player."""

from itertools import islice
from random import Random

import pytest
from cups import GAME as CUPS
from own_games import OURS

from umpire import say
from umpire.bots.thinking import Playout, Thinker, Thinkers, value_for
from umpire.games.base import AnyGame, Game
from umpire.match import Header, Match, asking, begin
from umpire.match.transitions import take
from umpire.testing import opened, twins

DENIZENS = OURS["denizens-of-tartarus"]
DEVILS_DEAL = OURS["devils-deal"]
PLAYERS = ("Ana", "Bo")
BY_HAND = OURS["by-hand"]
THOUGHT_ABOUT = [
    name
    for name, game in OURS.items()
    if (type(game).determinize is not Game.determinize or not game.private) and not game.is_directed
]


def dealt(seed: int = 5, game: AnyGame = DENIZENS) -> Match:
    """A match, of Denizens by default, in which the first answer is a player's."""
    header = Header(game.id, PLAYERS, {"clock": False}, seed=f"{seed:064x}")
    return begin(header, game).match


def moved(match: Match, text: str) -> Match:
    (pending,) = match.pending
    answer = pending.decision.kind.read(match.state, pending.decision, text)
    return take(match, match.now, pending, answer)[0]


def played_on(match: Match, random: Random, most: int) -> Match:
    """The match after as many random answers, if it does not end before."""
    for _ in range(most):
        if match.pending:
            (pending,) = match.pending
            match = moved(match, asking.random_answer(match, pending, random))
    return match


def won_by_thinking(seed: int, playouts: int) -> bool:
    """Whether somebody who thinks wins a match of Denizens against one who chooses at random."""
    random = Random(seed)
    match, thinks = dealt(seed), PLAYERS[seed % 2]
    while match.outcome is None:
        (pending,) = match.pending
        if pending.by != thinks:
            match = moved(match, asking.random_answer(match, pending, random))
            continue
        thinker = Thinker(match, thinks, random)
        for _ in range(playouts):
            thinker.play_out()
        match = moved(match, thinker.best)
    return match.outcome.winner == thinks


def test_who_thinks_beats_who_does_not() -> None:
    assert all(won_by_thinking(seed, 20) for seed in range(2))


class Ticks:
    """A clock that says a second more each time it is read."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def thought(thoughts: Thinkers, clock: Ticks) -> dict[int, tuple[str, float]]:
    """What all have answered in the end, and when."""
    said = {}
    while thoughts:
        said |= {number: (text, clock.now) for number, text in thoughts.step()}
    return said


def test_it_takes_its_time_and_no_more() -> None:
    clock = Ticks()
    thoughts, match = Thinkers(clock), dealt()
    thoughts.begin(7, match, match.pending[0].by, Random(1), 5.0)
    ((number, (text, at)),) = thought(thoughts, clock).items()
    assert moved(match, text).last_step is not None
    assert (number, at) == (7, 6.0), "its beginning, four playouts, and the end"


def test_each_takes_its_own_time_however_many_think() -> None:
    clock = Ticks()
    thoughts, match = Thinkers(clock), dealt()
    for number, seconds in enumerate((100.0, 20.0, 20.0, 20.0)):
        thoughts.begin(number, match, match.pending[0].by, Random(number), seconds)
    ends = {number: at for number, (_, at) in thought(thoughts, clock).items()}
    begun = len(ends)
    for number, seconds in enumerate((100, 20, 20, 20), 1):
        assert number + seconds <= ends[number - 1] <= number + seconds + begun


def test_it_has_an_answer_before_it_has_thought() -> None:
    thoughts, match = Thinkers(), dealt()
    thoughts.begin(1, match, match.pending[0].by, Random(1), 0.0)
    ((_, text),) = thoughts.step()
    assert text


def test_who_is_not_asked_has_nothing_to_think_of() -> None:
    match = dealt()
    (pending,) = match.pending
    (other,) = {*PLAYERS} - {pending.by}
    with pytest.raises(ValueError, match=f"{other} owes no answer"):
        Thinker(match, other, Random(1))


def test_a_game_that_cannot_guess_its_secrets_is_not_thought_about() -> None:
    match = opened(CUPS)
    with pytest.raises(NotImplementedError, match="needs `determinize`"):
        Thinker(match, match.header.players[0], Random(1))


def test_what_is_given_but_not_shown_yet_is_imagined_as_drawn() -> None:
    """Who chooses the seats in Denizens may not know the starting configurations."""
    match = begin(Header(DENIZENS.id, PLAYERS, {"clock": False, "decider": "Bo"}), DENIZENS).match
    thinker = Thinker(match, "Bo", Random(1))
    for _ in range(4):
        thinker.play_out()
    assert sum(one.tries for one in thinker.candidates) == 4


def test_an_answer_that_somebody_names_is_tried_too() -> None:
    match = played_on(dealt(), Random(3), 12)
    (pending,) = match.pending
    thinker = Thinker(match, pending.by, Random(1))
    tried = {one.text for one in thinker.candidates}
    texts = (asking.random_answer(match, pending, Random(seed)) for seed in range(99))
    kind = pending.decision.kind
    said = (kind.format(kind.read(match.state, pending.decision, text)) for text in texts)
    other = next(text for text in said if text not in tried)
    thinker.consider(other)
    for _ in range(len(tried) + 1):
        thinker.play_out()
    assert next(one for one in thinker.candidates if one.text == other).tries
    assert all(0 <= found <= 1 for found in thinker.compare(other, *tried))


@pytest.mark.parametrize("name", [name for name, game in OURS.items() if not game.is_directed])
def test_thoughts_go_on_as_the_match_would(name: str) -> None:
    """The same answers lead to the same, whether a match or a course is played on, but in silence.

    What is told makes no difference to what comes of it.
    """
    random = Random(3)
    match = opened(OURS[name], clock=False)
    for _ in range(60):
        course, decided = Playout(match), {pending.decision.group for pending in match.pending}
        if match.outcome is not None or len(decided) > 1:
            break
        for pending in match.pending:
            answer = pending.decision.kind.random_choice(match.state, pending.decision, random)
            course.say(pending.decision, answer)
            match, _ = take(match, match.now, match.pending_of(pending.by) or pending, answer)
        assert course.state == match.state
        assert course.outcome == match.outcome


def about_to_bet(seed: int) -> Match:
    """A match of Devil's Deal in which the first bet is asked for."""
    random, match = Random(seed), dealt(seed, DEVILS_DEAL)
    while (pending := match.pending[0]).decision.kind.name != "bet":
        refuses = pending.decision.kind.name == "refill"
        text = "no" if refuses else asking.random_answer(match, pending, random)
        answer = pending.decision.kind.read(match.state, pending.decision, text)
        match, _ = take(match, match.now, pending, answer)
    return match


def test_who_answers_next_may_choose_of_two_answers_where_there_are_few() -> None:
    match = about_to_bet(1)
    (pending,) = match.pending
    course = Playout(match)
    course.say(
        pending.decision, pending.decision.kind.read(match.state, pending.decision, "raise 1")
    )
    by, courses = course.replies(Random(1))
    assert by not in ("", pending.by)
    assert len({one.state for one in courses}) == 2
    turn = Playout(played_on(dealt(), Random(3), 12))
    assert turn.replies(Random(1)) == ("", []), "a turn of Denizens has many"


def test_few_bet_half_of_their_chips_on_the_first_cards() -> None:
    bets = []
    for seed in range(10):
        match = about_to_bet(seed)
        thinker = Thinker(match, match.pending[0].by, Random(seed))
        for _ in range(100):
            thinker.play_out()
        bets.append(int(thinker.best.removeprefix("raise ").replace("fold", "0")))
    assert sum(bet >= 14 for bet in bets) <= 3, bets


def test_a_game_that_the_umpire_directs_is_not_thought_about() -> None:
    match = say(opened(BY_HAND, 2), "umpire", "ask Ana: Which? = one of red, blue").match
    with pytest.raises(NotImplementedError, match="is directed"):
        Thinker(match, "Ana", Random(1))


def test_what_a_match_is_worth() -> None:
    match = played_on(dealt(), Random(3), 10_000)
    assert match.outcome is not None
    winner = match.outcome.winner
    assert [value_for(match, name) for name in PLAYERS] == [
        float(name == winner) for name in PLAYERS
    ]
    assert value_for(dealt(), "Ana") == 0.5
    assert 0 < value_for(played_on(dealt(), Random(3), 60), "Ana") < 1


@pytest.mark.parametrize("name", THOUGHT_ABOUT)
def test_twins_think_alike(name: str) -> None:
    """Nothing that a bot finds depends on what its player may not know."""
    game = OURS[name]
    start = opened(game)
    asked = 0
    for seed in range(3):
        for pair in islice(twins(start, "Ana", Random(seed)), 0, 60, 3):
            matches = pair.first.match, pair.second.match
            if any(match.pending_of("Ana") is None or match.paused for match in matches):
                continue
            thoughts = []
            for match in matches:
                thinker = Thinker(match, "Ana", Random(7))
                for _ in range(3):
                    thinker.play_out()
                thoughts.append(thinker.candidates)
            assert thoughts[0] == thoughts[1]
            asked += pair.differ
    assert asked or not game.private
