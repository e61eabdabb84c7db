"""Wakes a coroutine from any thread."""

import asyncio
import contextlib


class Bell:
    """Wakes one coroutine of the event loop in which it was made.

    It says only that there is something to look at: look first, and wait while there is nothing.
    """

    def __init__(self) -> None:
        self._rung = asyncio.Event()
        self._loop = asyncio.get_running_loop()

    def ring(self) -> None:
        """Wake the coroutine that waits; may be called from any thread."""
        with contextlib.suppress(RuntimeError):  # the loop has ended, and nobody waits
            self._loop.call_soon_threadsafe(self._rung.set)

    async def wait(self) -> None:
        """Wait until it is rung."""
        self._rung.clear()
        await self._rung.wait()
