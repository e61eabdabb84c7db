"""Read keys one by one as they are pressed, and restore the terminal afterwards.

There is no keyboard if the input is not a terminal, or not a POSIX one.
"""

import os
import re
import select
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

try:
    import termios
    import tty
except ImportError:  # Windows has no such terminals
    _HAS_TERMINALS = False
else:
    _HAS_TERMINALS = True

_KEY = re.compile(r"\x1b\[[\d;]*[A-Za-z~]|\x1bO[A-Za-z]|\x1b|[^\x1b]", re.DOTALL)
_NAMES = {
    "\x1b[A": "up",
    "\x1bOA": "up",
    "k": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "j": "down",
    "g": "longest",
    "\x1b": "back",
    "\x0c": "redraw",
}
_MOST = 1024


class Keyboard:
    """The terminal at standard input. Ctrl-C, Ctrl-Z and the like still send signals."""

    def __init__(self, file: int) -> None:
        self._file = file
        self._original_settings: list[Any] = termios.tcgetattr(file)
        self._has_ended = False

    @classmethod
    def find(cls) -> Self | None:
        """Return the keyboard; None if there is none."""
        try:
            file = sys.stdin.fileno()
            return cls(file) if _HAS_TERMINALS and os.isatty(file) else None
        except (AttributeError, OSError, ValueError):  # no input, one that is closed, or a stand-in
            return None

    @property
    def is_ours(self) -> bool:
        """Whether this program is in the foreground: a job in the background leaves it alone."""
        try:
            return os.tcgetpgrp(self._file) == os.getpgrp()
        except OSError:  # a terminal without jobs
            return True

    def capture(self) -> None:
        """Let keys arrive as they are pressed, without being shown; Ctrl-S stops no output."""
        with _as_os_error():
            tty.setcbreak(self._file, termios.TCSANOW)
            settings = termios.tcgetattr(self._file)
            settings[0] &= ~termios.IXON
            termios.tcsetattr(self._file, termios.TCSANOW, settings)

    def restore(self) -> None:
        """Restore the terminal's settings."""
        with _as_os_error():
            termios.tcsetattr(self._file, termios.TCSANOW, self._original_settings)

    def read(self, seconds: float) -> list[str]:
        """Wait at most that many seconds for keys; return them, some by name such as `up`."""
        if self._has_ended:
            time.sleep(seconds)
            return []
        if not select.select([self._file], [], [], seconds)[0] or not self.is_ours:
            return []
        typed = os.read(self._file, _MOST).decode("ascii", "replace")
        self._has_ended = not typed
        return [_NAMES.get(key, key) for key in _KEY.findall(typed)]


@contextmanager
def _as_os_error() -> Iterator[None]:
    """Turn the error of a terminal that has gone into an OSError, as of any other file."""
    try:
        yield
    except termios.error as error:
        raise OSError(*error.args) from error
