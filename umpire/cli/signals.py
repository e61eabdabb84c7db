"""Stop a program at a signal, or when the process that started it ends."""

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def stopped_by_signals() -> Iterator[threading.Event]:
    """Yield an event that SIGINT, SIGTERM and SIGHUP set, so that a request can finish first.

    SIGHUP, the end of the terminal, is left alone if `nohup` ignores it.
    """
    stop = threading.Event()
    numbers = [signal.SIGINT, signal.SIGTERM]
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        numbers.append(signal.SIGHUP)

    def handle(_number: int, _frame: Any) -> None:
        stop.set()

    before = {number: signal.signal(number, handle) for number in numbers}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def stop_with_parent(stop: threading.Event) -> None:
    """Set an event, from a thread, when the process at the other end of the standard input ends."""
    threading.Thread(target=_until_end_of_input, args=(stop,), daemon=True).start()


def _until_end_of_input(stop: threading.Event) -> None:
    with suppress(OSError):
        # not through sys.stdin, whose lock the interpreter needs as it exits
        while os.read(0, 1024):
            continue
    stop.set()
