"""Requests that are made while the daemon goes on, and what else it listens to meanwhile."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
"""The result of a request."""

Listen: TypeAlias = Callable[[Callable[[], None]], None]
"""Listens to something, and calls what it is given to wake whoever waits for requests."""


class Runner(Protocol[T]):
    """Does requests while the daemon goes on."""

    def start(self, task: Callable[[], T]) -> None:
        """Begin a request."""

    def wait(self, seconds: float) -> T | None:
        """Return the result of a request that has ended; None if none has, or on a wake-up."""

    def attend(self, listen: Listen) -> None:
        """Let something listen beside the requests."""


class Threads(Generic[T]):
    """Does each request in a thread of its own, which does not outlive the program.

    A thread that has done one waits for the next, because to begin another takes longer.
    """

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Callable[[], T]] = SimpleQueue()
        self._done: SimpleQueue[T | None] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._is_woken = False

    def start(self, task: Callable[[], T]) -> None:
        """Begin a request."""
        self._tasks.put(task)
        if not self._idle.acquire(blocking=False):
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while True:
            self._done.put(self._tasks.get()())
            self._idle.release()

    def wait(self, seconds: float) -> T | None:
        """Return the result of a request that has ended; None if none has, or on a wake-up."""
        try:
            done = self._done.get(timeout=seconds) if seconds > 0 else self._done.get_nowait()
        except Empty:
            return None
        if done is None:
            self._is_woken = False
        return done

    def attend(self, listen: Listen) -> None:
        """Let something listen in a thread of its own."""
        threading.Thread(target=listen, args=(self._wake,), daemon=True).start()

    def _wake(self) -> None:
        """End the wait that is under way, or the next one: once, however often it is called."""
        if not self._is_woken:
            self._is_woken = True
            self._done.put(None)
