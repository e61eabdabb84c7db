"""Requests that are made in threads, while the daemon goes on."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Generic, Protocol, TypeAlias, TypeVar

T = TypeVar("T")
"""The result of a request."""

Listen: TypeAlias = Callable[[Callable[[], None]], None]
"""Listens to something, and calls its argument to end a wait for requests."""


class Runner(Protocol[T]):
    """A way to make requests while the daemon goes on."""

    def start(self, task: Callable[[], T]) -> None:
        """Begin a request."""

    def wait(self, seconds: float) -> T | None:
        """Return the result of a request that has ended; None if none has, or on a wake-up."""

    def attend(self, listen: Listen) -> None:
        """Let a function listen beside the requests."""


class Threads(Generic[T]):
    """A runner that makes each request in another thread, which does not outlive the program.

    A thread that has made one waits for the next, because starting another thread takes longer.
    """

    def __init__(self) -> None:
        self._tasks: SimpleQueue[Callable[[], T]] = SimpleQueue()
        self._results: SimpleQueue[T | None] = SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._is_woken = False

    def start(self, task: Callable[[], T]) -> None:
        """Begin a request."""
        self._tasks.put(task)
        if not self._idle.acquire(blocking=False):
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while True:
            self._results.put(self._tasks.get()())
            self._idle.release()

    def wait(self, seconds: float) -> T | None:
        """Return the result of a request that has ended; None if none has, or on a wake-up."""
        try:
            result = self._results.get(block=seconds > 0, timeout=seconds)
        except Empty:
            return None
        if result is None:
            self._is_woken = False
        return result

    def attend(self, listen: Listen) -> None:
        """Let a function listen in a thread of its own."""
        threading.Thread(target=listen, args=(self._wake,), daemon=True).start()

    def _wake(self) -> None:
        """End one wait, the current or the next, however often it is called until then."""
        if not self._is_woken:
            self._is_woken = True
            self._results.put(None)
