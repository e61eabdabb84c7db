"""The process that thinks for bots."""

from collections.abc import Iterator

import pytest
from own_games import OURS

from umpire.live.mind import Mind
from umpire.match import Header, begin, judge

GAME = OURS["denizens-of-tartarus"]
HEADER = Header(GAME.id, ("Ana", "Bo"), {"clock": False}, seed="5eed" * 16)


@pytest.fixture
def mind() -> Iterator[Mind]:
    with Mind() as mind:
        yield mind


def test_it_answers_what_is_asked_after_what_was_said(mind: Mind) -> None:
    match, lines = begin(HEADER, GAME).match, []
    for _ in range(3):
        (owed,) = match.pending
        text = mind.answer(HEADER, lines, owed.by, 0.02)
        lines.append({"t": 1, "by": owed.by, "say": text})
        judgement = judge(match, lines[-1])
        assert judgement.ok
        match = judgement.match


def test_it_begins_again_after_its_process_was_killed(mind: Mind) -> None:
    assert mind.answer(HEADER, [], "Bo", 0.0)
    assert mind.process is not None
    mind.process.kill()
    mind.process.join()
    assert mind.answer(HEADER, [], "Bo", 0.0) is None
    assert mind.answer(HEADER, [], "Bo", 0.0)


def test_once_it_is_closed_it_has_no_answer_and_no_process() -> None:
    with Mind() as mind:
        assert mind.answer(HEADER, [], "Bo", 0.0)
    assert mind.answer(HEADER, [], "Bo", 0.0) is None
    assert mind.process is not None
    assert not mind.process.is_alive()


def test_who_is_not_asked_gets_no_answer(mind: Mind) -> None:
    assert mind.answer(HEADER, [], "Ana", 0.0) is None
