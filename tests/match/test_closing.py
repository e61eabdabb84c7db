"""Closing: the umpire makes the result of a match final."""

import pytest
from playing import after, begun, code, tell, texts

from umpire.match import Match, report

ENDED = ((0, "Ana", "3"),)


def ended() -> Match:
    return after(begun("Ana"), *ENDED)


def closed() -> Match:
    return after(ended(), (700, "umpire", "close"))


def test_what_is_over_can_be_closed() -> None:
    (closing,) = tell(ended(), (700, "umpire", " CLOSE "))
    assert closing.ok
    assert texts(closing) == ["The match is closed: its result is final."]
    assert report(closing.match)["status"] == "closed"
    assert report(closing.match)["winner"] == "Ana"


@pytest.mark.parametrize("lines", [[], [(0, "umpire", "pause")]])
def test_what_is_not_over_cannot_be_closed(lines: list[tuple[object, ...]]) -> None:
    assert code(after(begun("Ana"), *lines), 0, "umpire", "close") == "illegal"


@pytest.mark.parametrize("say", ["undo", "close", "note x", "forfeit Bo", "pause", "extend Bo 3"])
def test_nothing_can_be_said_in_a_closed_match(say: str) -> None:
    assert code(closed(), 701, "umpire", say) == "illegal"


@pytest.mark.parametrize(
    ("line", "judged"),
    [
        ((700, "umpire", "close it"), "syntax"),
        ((700, "umpire", "clos"), "syntax"),
        ((701, "Ana", "3"), "not-pending"),
        ((699, "umpire", "close"), "time"),
        ((900,), None),
    ],
)
def test_what_else_is_said_is_judged_as_ever(line: tuple[object, ...], judged: str | None) -> None:
    assert code(closed(), *line) == judged


def test_an_undone_end_gives_nothing_away_and_can_be_closed_when_it_comes_again() -> None:
    match = after(ended(), (5, "umpire", "undo"))
    assert code(match, 5, "umpire", "close") == "illegal"
    match = after(match, (6, "Ana", "4"), (7, "umpire", "close"))
    assert report(match)["status"] == "closed"


def test_what_may_be_said_once_a_match_is_over() -> None:
    for say, judged in {"undo": None, "close": None, "note x": None, "pause": "illegal"}.items():
        assert code(ended(), 1, "umpire", say) == judged
