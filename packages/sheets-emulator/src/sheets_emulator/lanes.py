"""Requests are carried out in threads, so that a slow one holds up no other's.

Each account has a lane: so many of its requests at once, and so many a minute. What changes one
spreadsheet is done one after the other, and waits before it takes a thread.
"""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, nullcontext
from contextvars import copy_context
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from sheets_emulator.allowance import Allowance
from sheets_emulator.bounds import REQUESTS_A_MINUTE, bounded
from sheets_emulator.errors import too_many_requests

_AT_ONCE: Final = 2  # requests of one account
_WAITING: Final = 200  # of one account
_THREADS: Final = 16
_MOST_LANES: Final = 10_000  # before those that nobody uses are forgotten

Result = TypeVar("Result")


class _Lane:
    """The requests of one account: those under way and waiting, and what it may still ask."""

    def __init__(self, now: float) -> None:
        self.slots = asyncio.Semaphore(_AT_ONCE)
        self.inside = 0
        self._allowance = Allowance(REQUESTS_A_MINUTE, now)

    def may_enter(self, now: float) -> bool:
        """Count a request; False if there are too many."""
        return self.inside < _WAITING and self._allowance.take(now)

    def is_idle(self, now: float) -> bool:
        """Return whether it is as good as new."""
        return not self.inside and self._allowance.is_whole(now)


SIGN_IN: Final = "sign-in"
"""The lane of those who have no account yet, and what is done in it one by one."""


class Lanes:
    """The lanes of all accounts. It belongs to one event loop."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._pool = ThreadPoolExecutor(_THREADS, "sheets emulator")
        self._lanes: dict[str, _Lane] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def admit(self, account: str) -> None:
        """Count a request of an account; raises Google's 429 if it asks too much."""
        if not self._lane(account).may_enter(self._now()):
            raise too_many_requests()

    async def run(self, account: str, work: Callable[[], Result], alone: str = "") -> Result:
        """Return what `work` gives, done in a thread and bounded as a request is.

        Work that is `alone` with the same text, such as a spreadsheet's id, is done one by one. It
        goes on to its end, in its place in the lane, even if nobody waits for it any more.
        """
        return await asyncio.shield(self.begin(account, work, alone))

    def begin(
        self, account: str, work: Callable[[], Result], alone: str = ""
    ) -> "asyncio.Task[Result]":
        """Begin work as `run` does, for which nobody need wait."""
        task = asyncio.ensure_future(self._run(account, work, alone))
        task.add_done_callback(_seen)
        return task

    async def _run(self, account: str, work: Callable[[], Result], alone: str) -> Result:
        lane = self._lane(account)
        lane.inside += 1
        try:
            async with lane.slots, self._alone(alone):
                loop = asyncio.get_running_loop()
                return await loop.run_in_executor(self._pool, copy_context().run, _bounded, work)
        finally:
            lane.inside -= 1

    def close(self) -> None:
        """Begin no more work; what is under way goes on to its end."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _lane(self, account: str) -> _Lane:
        lane = self._lanes.get(account)
        if lane is None:
            now = self._now()
            if len(self._lanes) >= _MOST_LANES:
                self._lanes = {
                    name: one for name, one in self._lanes.items() if not one.is_idle(now)
                }
            lane = self._lanes[account] = _Lane(now)
        return lane

    def _alone(self, name: str) -> AbstractAsyncContextManager[object]:
        if not name:
            return nullcontext()
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


def _seen(task: "asyncio.Task[Result]") -> None:
    """Take note of how it ended, lest asyncio complain where nobody waited."""
    if not task.cancelled():
        task.exception()


def _bounded(work: Callable[[], Result]) -> Result:
    with bounded():
        return work()
