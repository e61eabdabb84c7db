"""Who reads the same again gets the same answer, made once, until something has changed."""

from collections import Counter

from sheets_emulator.bounds import bounded, spend_answer
from sheets_emulator.kept_answers import KeptAnswers

MADE: Counter[object] = Counter()


def read(kept: KeptAnswers, key: object, length: int = 10) -> object:
    def make() -> dict[str, object]:
        MADE[key] += 1
        spend_answer(length)
        return {"key": key}

    with bounded():
        return kept.find(key, make)


def test_an_answer_is_made_once_of_those_that_were_read_last() -> None:
    MADE.clear()
    kept = KeptAnswers()
    assert [read(kept, "polled") for _ in range(3)] == [{"key": "polled"}] * 3
    assert MADE["polled"] == 1
    for other in range(100):
        read(kept, other)
        if other < 50:
            read(kept, "polled")
    assert (MADE["polled"], MADE[99]) == (1, 1)
    read(kept, 0)
    assert MADE[0] == 2


def test_a_long_one_is_made_each_time() -> None:
    MADE.clear()
    kept = KeptAnswers()
    for _ in range(3):
        read(kept, "long", length=1_000_000)
    assert MADE["long"] == 3
