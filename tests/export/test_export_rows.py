"""What came of a move, in a row of sentences."""

from umpire.export.rows import sentences
from umpire.games.base import UMPIRE, Event


def test_what_several_are_told_alone_in_the_same_words_stands_there_once() -> None:
    both = [Event(text, only) for only in ("Ana", "Bo") for text in ("One.", "Two.")]
    told = sentences([*both, Event("Three.", "Bo"), Event("Two."), Event("Four.", UMPIRE)])
    assert told == ("(only to Ana and Bo) One. (only to Ana and Bo) Two. (only to Bo) Three. Two.")


def test_what_somebody_is_told_twice_stands_there_twice() -> None:
    told = sentences([Event("Late.", "Ana"), Event("Late."), Event("Late."), Event("Late.", "Ana")])
    assert told == "(only to Ana) Late. Late. Late. (only to Ana) Late."
