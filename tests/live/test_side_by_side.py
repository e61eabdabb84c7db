"""Work on several spreadsheets at once: its order, its words, and how it ends when one fails."""

import os
import signal
import threading
import time
from collections.abc import Callable

import pytest

from umpire.cli.output import progress
from umpire.errors import UmpireError
from umpire.hosting.parallel import MOST_AT_ONCE, WorkContext, work_in_parallel
from umpire.hosting.retry import retry, without_retries
from umpire.hosting.steps import steps
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.errors import Refused, Unreachable

NAMES = ("the board", "Ana's table", "Bo's table")
LONG = 30.0


def connect() -> SheetsClient:
    return connect_local("http://127.0.0.1:9", "nobody")


def silent(_sentence: str) -> None: ...


def test_results_come_in_order_and_no_more_than_so_many_are_worked_on_at_once() -> None:
    busy: list[int] = []
    most: list[int] = []

    def work(number: int) -> Callable[[WorkContext], int]:
        def piece(_: WorkContext) -> int:
            busy.append(number)
            most.append(len(busy))
            time.sleep(0.02 if number % 2 else 0.05)
            busy.remove(number)
            return number

        return piece

    works = {str(number): work(number) for number in range(3 * MOST_AT_ONCE)}
    assert work_in_parallel(works, connect, without_retries, silent) == [*range(3 * MOST_AT_ONCE)]
    assert max(most) == MOST_AT_ONCE


def test_no_two_work_on_one_connection() -> None:
    together = threading.Barrier(len(NAMES), timeout=LONG)

    def work(context: WorkContext) -> SheetsClient:
        together.wait()
        return context.sheets

    works = dict.fromkeys(NAMES, work)
    assert len(
        {id(one) for one in work_in_parallel(works, connect, without_retries, silent)}
    ) == len(NAMES)


def test_one_sentence_tells_what_is_done_to_which_in_the_order_of_the_spreadsheets() -> None:
    script = [(2, "making"), (0, "making"), (1, "making"), (0, "filling"), (1, "filling")]
    told: list[str] = []
    turn = threading.Condition()

    def work(number: int) -> Callable[[WorkContext], None]:
        def piece(context: WorkContext) -> None:
            with turn:
                for line, (its, doing) in enumerate(script):
                    assert turn.wait_for(lambda until=line: len(told) >= until, LONG)
                    if its == number:
                        context.show_step(doing)
                        turn.notify_all()
                assert turn.wait_for(lambda: len(told) >= len(script), LONG)

        return piece

    works = {name: work(number) for number, name in enumerate(NAMES)}
    work_in_parallel(works, connect, without_retries, told.append)
    assert told[: len(script)] == [
        "making Bo's table",
        "making the board, Bo's table",
        "making the board, Ana's table, Bo's table",
        "filling the board; making Ana's table, Bo's table",
        "filling the board, Ana's table; making Bo's table",
    ]


def test_why_one_waits_is_told_until_it_goes_on() -> None:
    told: list[str] = []
    tries = [Unreachable("the server is busy: try again.", 503)]

    def step() -> None:
        if tries:
            raise tries.pop()

    def work(context: WorkContext) -> None:
        context.show_step("filling")
        context.attempt(step)
        context.show_step("sharing")

    work_in_parallel(
        {"the board": work},
        connect,
        lambda show_step, _: retry(show_step, lambda _: None),
        told.append,
    )
    assert told[0] == "filling the board"
    assert told[1].startswith("filling the board (the server is busy; trying again in ")
    assert told[2] == "sharing the board"


def test_when_one_is_refused_the_others_end_before_their_next_step() -> None:
    together = threading.Barrier(2, timeout=LONG)
    refused = threading.Event()
    steps_taken: list[str] = []

    def fails(context: WorkContext) -> None:
        together.wait()
        refused.set()
        raise Refused("no.")

    def goes_on(context: WorkContext) -> None:
        together.wait()
        for step in range(100):
            context.attempt(lambda step=step: steps_taken.append(step))
            refused.wait(LONG)
            time.sleep(0.05)

    works = {"the board": goes_on, "Ana's table": fails}
    with pytest.raises(Refused, match="no"):
        work_in_parallel(works, connect, without_retries, silent)
    assert len(steps_taken) <= 2


def test_what_is_not_begun_when_one_fails_is_not_begun_at_all() -> None:
    begun: list[int] = []

    def work(number: int) -> Callable[[WorkContext], None]:
        def piece(context: WorkContext) -> None:
            context.attempt(lambda: begun.append(number))
            raise Refused("no.")

        return piece

    with pytest.raises(Refused):
        work_in_parallel(
            {str(number): work(number) for number in range(5 * MOST_AT_ONCE)},
            connect,
            without_retries,
            silent,
        )
    assert len(begun) <= MOST_AT_ONCE


def test_who_waits_for_a_try_is_woken_when_another_fails() -> None:
    waits = threading.Event()

    def busy() -> None:
        waits.set()
        raise Unreachable("busy", 503, retry_after=60)

    def fails() -> None:
        assert waits.wait(LONG)
        raise Refused("no.")

    works = {
        "the board": lambda context: context.attempt(busy),
        "Ana's table": lambda context: context.attempt(fails),
    }
    began = time.monotonic()
    with pytest.raises(Refused):
        work_in_parallel(works, connect, retry, silent)
    assert time.monotonic() - began < LONG


def test_at_ctrl_c_what_is_under_way_is_waited_for_and_one_sentence_is_said() -> None:
    told: list[str] = []
    ended: list[str] = []
    together = threading.Barrier(len(NAMES), timeout=LONG)

    def work(name: str) -> Callable[[WorkContext], None]:
        def request() -> None:
            if together.wait() == 0:
                os.kill(os.getpid(), signal.SIGINT)
            time.sleep(0.3)
            ended.append(name)

        def piece(context: WorkContext) -> None:
            context.attempt(request)
            context.attempt(lambda: ended.append("too much"))

        return piece

    works = {name: work(name) for name in NAMES}
    with pytest.raises(UmpireError) as error, steps(progress, is_local=True):
        work_in_parallel(works, connect, without_retries, told.append)
    assert str(error.value) == "stopped half way: to finish, run the same command again."
    assert sorted(ended) == sorted(NAMES)
    assert told == ["stopping as soon as what is under way has ended"]


def test_a_second_ctrl_c_waits_for_nobody() -> None:
    goes_on = threading.Event()

    def interrupt() -> None:
        for _ in range(2):
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGINT)

    def work(context: WorkContext) -> None:
        context.attempt(lambda: goes_on.wait(LONG))

    threading.Thread(target=interrupt).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work_in_parallel(dict.fromkeys(NAMES, work), connect, without_retries, silent)
    assert time.monotonic() - began < LONG / 2
    goes_on.set()
