"""A process that thinks for bots, so that neither the daemon nor the sheets have to wait for it."""

import multiprocessing
import os
import random
import signal
import threading
from collections.abc import Sequence
from multiprocessing.connection import Connection, wait

from umpire.catalogue import find_game
from umpire.json_types import JsonObject
from umpire.match import Header, begin, judge
from umpire.thinking import think

_Question = tuple[Header, Sequence[JsonObject], str, float]


class Mind:
    """Thinks for one bot at a time; the process begins with the first question.

    Who asks gives the whole log of a match; what the bot may not know of it no thought is made of.
    """

    def __init__(self) -> None:
        self._one_at_a_time = threading.Lock()
        self.process: multiprocessing.process.BaseProcess | None = None
        """None until the first question."""
        self._pipe: Connection | None = None
        self.is_closed = False

    def __enter__(self) -> "Mind":
        return self

    def __exit__(self, *_: object) -> None:
        self.is_closed = True
        if self.process is not None:
            self.process.terminate()
            self.process.join()

    def answer(
        self, header: Header, lines: Sequence[JsonObject], player: str, seconds: float
    ) -> str | None:
        """Return what a player best answers now, after so many seconds.

        Return None if it cannot say: the player is asked nothing, the game cannot be imagined, or
        the process has been ended.
        """
        with self._one_at_a_time:
            if self.is_closed:
                return None
            try:
                pipe = self._begun()
                pipe.send((header, lines, player, seconds))
                text: str | None = pipe.recv()
            except (EOFError, OSError):  # it was ended
                self._pipe = None
                return None
            return text

    def _begun(self) -> Connection:
        if self._pipe is None:
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self.process = context.Process(target=_answer_all, args=(theirs,), daemon=True)
            self.process.start()
            theirs.close()
        return self._pipe


def _answer_all(pipe: Connection) -> None:
    """Answer each question until the other end of the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks ends it
    threading.Thread(target=_end_with_parent, daemon=True).start()
    luck = random.Random()
    while True:
        try:
            question: _Question = pipe.recv()
        except EOFError:
            return
        pipe.send(_answer(*question, luck))


def _end_with_parent() -> None:
    """End this process at once, in the middle of a thought too, when the one that asks is lost."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "it is begun by the process that asks"
    wait([parent.sentinel])
    os._exit(0)


def _answer(
    header: Header,
    lines: Sequence[JsonObject],
    player: str,
    seconds: float,
    luck: random.Random,
) -> str | None:
    match = begin(header, find_game(header.game)).match
    for line in lines:
        match = judge(match, line).match
    if match.owed_by(player) is None:
        return None
    try:
        return think(match, player, luck, seconds)
    except NotImplementedError:
        return None
