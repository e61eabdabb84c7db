"""The process that thinks for bots."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from own_games import OURS

from umpire.bots.process import BotProcess
from umpire.match import Header, begin, judge

GAME = OURS["denizens-of-tartarus"]
HEADER = Header(GAME.id, ("Ana", "Bo"), {"clock": False}, seed="5eed" * 16)


@pytest.fixture
def bot_process() -> Iterator[BotProcess]:
    with BotProcess() as bot_process:
        yield bot_process


def test_it_answers_what_is_asked_after_what_was_said(bot_process: BotProcess) -> None:
    match, lines = begin(HEADER, GAME).match, []
    for _ in range(3):
        (pending,) = match.pending
        text = bot_process.answer(HEADER, lines, pending.by, 0.02)
        lines.append({"t": 1, "by": pending.by, "say": text})
        judgement = judge(match, lines[-1])
        assert judgement.ok
        match = judgement.match


def test_who_asks_for_little_does_not_wait_for_who_asks_for_much(bot_process: BotProcess) -> None:
    with ThreadPoolExecutor() as threads:
        long = threads.submit(bot_process.answer, HEADER, [], "Bo", 600.0)
        assert bot_process.answer(HEADER, [], "Bo", 0.01)
        assert not long.done()
        bot_process.__exit__()
        assert long.result() is None


def test_it_begins_again_after_its_process_was_killed(bot_process: BotProcess) -> None:
    assert bot_process.answer(HEADER, [], "Bo", 0.0)
    assert bot_process.process is not None
    with ThreadPoolExecutor() as threads:
        lost = threads.submit(bot_process.answer, HEADER, [], "Bo", 600.0)
        assert bot_process.answer(HEADER, [], "Bo", 0.01), "it thinks of both"
        bot_process.process.kill()
        assert lost.result() is None
    assert bot_process.answer(HEADER, [], "Bo", 0.0)


@pytest.mark.skipif(sys.platform == "win32", reason="processes have no niceness there")
def test_it_stands_back_for_the_programs_that_people_wait_for(bot_process: BotProcess) -> None:
    assert bot_process.answer(HEADER, [], "Bo", 0.0)
    assert bot_process.process is not None
    assert bot_process.process.pid is not None
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, bot_process.process.pid) == min(19, ours + 5)


def test_once_it_is_closed_it_has_no_answer_and_no_process() -> None:
    with BotProcess() as bot_process:
        assert bot_process.answer(HEADER, [], "Bo", 0.0)
    assert bot_process.answer(HEADER, [], "Bo", 0.0) is None
    assert bot_process.process is not None
    assert not bot_process.process.is_alive()


def test_who_is_not_asked_gets_no_answer(bot_process: BotProcess) -> None:
    assert bot_process.answer(HEADER, [], "Ana", 0.0) is None


LOST = """
from umpire.bots.process import BotProcess
from umpire.match import Header

bot_process = BotProcess()
header = Header("denizens-of-tartarus", ("Ana", "Bo"), {"clock": False}, seed="5eed" * 16)
assert bot_process.answer(header, [], "Bo", 0.0)
print(bot_process.process.pid, flush=True)
bot_process.answer(header, [], "Bo", 600.0)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_it_ends_in_the_middle_of_a_thought_when_who_asks_is_killed() -> None:
    asking = subprocess.Popen([sys.executable, "-c", LOST], stdout=subprocess.PIPE, text=True)
    assert asking.stdout is not None
    thinking = int(asking.stdout.readline())
    time.sleep(0.2)  # it thinks
    assert is_there(thinking)
    asking.send_signal(signal.SIGKILL)
    asking.wait()
    asking.stdout.close()
    patience = time.monotonic() + 20
    while is_there(thinking):
        assert time.monotonic() < patience, "it thinks on for nobody"
        time.sleep(0.05)


def is_there(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
