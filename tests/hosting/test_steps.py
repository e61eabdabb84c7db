"""The steps of a command at spreadsheets, and how a failure is told."""

import threading
import time

import pytest

from umpire.cli.output import progress
from umpire.errors import UmpireError, UsageError
from umpire.hosting.players import read_emails
from umpire.hosting.retry import retry
from umpire.hosting.steps import steps
from umpire.sheets.errors import Forbidden, Unreachable


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (Forbidden("you may not."), r"^you may not\. Then run the same command again\.$"),
        (Unreachable("nothing answers."), r"^nothing answers\. Then run the same command again\.$"),
        (KeyboardInterrupt(), r"^stopped half way: to finish, run the same command again\.$"),
        (UsageError("that is wrong."), r"^that is wrong\.$"),
    ],
)
def test_a_failure_is_told_with_what_is_to_be_done(error: BaseException, told: str) -> None:
    with pytest.raises(UmpireError, match=told), steps(progress, is_local=True):
        raise error


def test_what_nobody_answers_is_tried_so_often_and_no_longer() -> None:
    waits: list[float] = []
    told: list[str] = []
    tries = 0

    def step() -> None:
        nonlocal tries
        tries += 1
        raise Unreachable("it has trouble: try again.", 503)

    with pytest.raises(Unreachable):
        retry(told.append, sleep=waits.append)(step)
    assert tries == 7
    assert 63 <= sum(waits) <= 70, "a quota of a minute has turned"
    assert told[0].startswith("it has trouble; trying again in ")


@pytest.mark.parametrize(("asked", "tries"), [(40.0, 7), (1000.0, 1)])
def test_the_server_is_left_alone_as_long_as_it_asks_unless_that_is_too_long(
    asked: float, tries: int
) -> None:
    waits: list[float] = []

    def step() -> None:
        raise Unreachable("too many", 429, asked)

    with pytest.raises(Unreachable):
        retry(lambda _: None, sleep=waits.append)(step)
    assert len(waits) == tries - 1
    assert all(wait >= asked for wait in waits)


def test_of_several_threads_over_the_quota_one_waits_at_a_time() -> None:
    asleep: list[float] = []
    most: list[int] = []

    def sleep(seconds: float) -> None:
        asleep.append(seconds)
        most.append(len(asleep))
        time.sleep(0.02)
        asleep.pop()

    def work() -> None:
        tries = iter([429, 429, 503])

        def step() -> None:
            for status in tries:
                raise Unreachable("too many", status)

        retry(lambda _: None, sleep)(step)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(most) == 3 * len(threads)
    assert max(most) == 1


def test_a_refusal_is_not_repeated() -> None:
    tries: list[int] = []

    def step() -> None:
        tries.append(1)
        raise Forbidden("no.")

    with pytest.raises(Forbidden):
        retry(lambda _: None, sleep=lambda _: None)(step)
    assert len(tries) == 1


def test_addresses_are_kept_in_small_letters() -> None:
    assert read_emails(["an=Ana@Example.org"], ("Ana", "Bo")) == {"Ana": "ana@example.org"}
