"""A process that thinks for the bots, so that the daemon and the sheets do not wait for them."""

import multiprocessing
import os
import random
import signal
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from multiprocessing.connection import Connection, wait

from umpire.bots.thinking import Thinkers
from umpire.catalogue import find_game
from umpire.json_types import JsonObject
from umpire.match import Header, Match, begin, judge

_NICENESS = 5
"""The niceness of the process: people wait for the other programs, so those come first."""

_Log = tuple[Header, Sequence[JsonObject]]
_Question = tuple[int, _Log, str, float]


class BotProcess:
    """A process that thinks for all bots at once. The first question starts it.

    A question contains the whole log of a match, but the bot's thinking uses only what it may know.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._numbers = count()
        self._open_questions: dict[int, Future[str | None]] = {}
        self.process: multiprocessing.process.BaseProcess | None = None
        """None before the first question."""
        self._pipe: Connection | None = None
        self.is_closed = False

    def __enter__(self) -> "BotProcess":
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self.is_closed = True
        if self.process is not None:
            self.process.terminate()
            self.process.join()

    def answer(
        self, header: Header, lines: Sequence[JsonObject], player: str, seconds: float
    ) -> str | None:
        """Return the best answer of a player now, after so many seconds of thinking.

        Return None if there is none: the player owes no answer, the game has no sampled worlds, or
        the process was ended.
        """
        with self._lock:
            if self.is_closed:
                return None
            number = next(self._numbers)
            answer = self._open_questions[number] = Future()
            pipe = self._open_pipe()
            with suppress(OSError):  # the process was ended, as _receive_answers will notice
                pipe.send((number, (header, lines), player, seconds))
        return answer.result()

    def _open_pipe(self) -> Connection:
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, child_end = context.Pipe()
            self.process = context.Process(target=_answer_all, args=(child_end,), daemon=True)
            self.process.start()
            child_end.close()
            threading.Thread(target=self._receive_answers, args=(self._pipe,), daemon=True).start()
        return self._pipe

    def _receive_answers(self, pipe: Connection) -> None:
        """Pass the answers on until the process ends; then answer all open questions with None."""
        with suppress(EOFError, OSError):
            while True:
                number, text = pipe.recv()
                self._open_questions.pop(number).set_result(text)
        with self._lock:
            pipe.close()
            self._pipe = None
            while self._open_questions:
                self._open_questions.popitem()[1].set_result(None)


def _answer_all(pipe: Connection) -> None:
    """Answer every question when its time is over, until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends it
    if sys.platform != "win32":
        os.nice(_NICENESS)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    thinkers, random_source = Thinkers(), random.Random()
    while True:
        try:
            while pipe.poll(0 if thinkers else None):
                _receive_question(thinkers, pipe, random_source)
        except EOFError:
            return
        for answer in thinkers.step():
            pipe.send(answer)


def _end_with_parent() -> None:
    """End this process at once, even while it thinks, when its parent has ended."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "the process that asks has started this one"
    wait([parent.sentinel])
    os._exit(0)


def _receive_question(thinkers: Thinkers, pipe: Connection, random_source: random.Random) -> None:
    """Receive a question and begin to think; if there is nothing to think about, answer at once."""
    question: _Question = pipe.recv()
    number, log, player, seconds = question
    match = _replay(*log)
    try:
        if match.pending_of(player) is not None:
            thinkers.begin(number, match, player, random_source, seconds)
            return
    except NotImplementedError:
        pass  # the game has no sampled worlds
    pipe.send((number, None))


def _replay(header: Header, lines: Sequence[JsonObject]) -> Match:
    match = begin(header, find_game(header.game)).match
    for line in lines:
        match = judge(match, line).match
    return match
