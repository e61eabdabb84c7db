"""A program at a real pseudo-terminal: what its screen shows, and what becomes of the terminal."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_CONTROL = re.compile(
    r"\x1b\[(?P<place>\d+;\d+)?H|\x1b\[\?(?P<mode>\d+)(?P<on>[hl])"
    r"|\x1b\[(?P<number>\d*)(?P<move>[AG])"
    r"|\x1b\[[\d;]*[A-Za-z]|\x1b\]8;[^\x1b]*\x1b\\"
)
_BEGUN = re.compile(r"\x1b(\[[?\d;]*|\]8;[^\x1b]*\x1b?|\])?")
"""A control sequence of which the rest has not come yet."""


class Screen:
    """As much of a terminal as the program uses: two screens, a cursor, and letters."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.is_alternate, self.shows_cursor = False, True
        self.written = 0
        self._begun = ""
        self._cells: dict[tuple[int, int], str] = {}
        self._goes_on: set[int] = set()
        self._at = (0, 0)

    def lines(self) -> list[str]:
        return [
            "".join(self._cells.get((row, column), " ") for column in range(self.columns)).rstrip()
            for row in range(self.rows)
        ]

    def copied(self) -> str:
        """The text as a terminal copies it: a line that goes on in the next one is not broken."""
        lines = self.lines()
        return "".join(
            line if row in self._goes_on else f"{line}\n" for row, line in enumerate(lines)
        )

    def feed(self, text: str) -> None:
        self.written += len(text)
        text = self._begun + text
        self._begun = ""
        while text:
            found = _CONTROL.match(text)
            if found is None and _BEGUN.fullmatch(text):
                self._begun = text
                return
            if found is None:
                self._put(text[0])
                text = text[1:]
                continue
            if found["mode"] == "1049":
                self.is_alternate = found["on"] == "h"
                self._cells.clear()  # what stood on the other screen is of no interest
                self._at = (0, 0)
            elif found["mode"] == "25":
                self.shows_cursor = found["on"] == "h"
            elif found["move"] == "A":
                self._at = self._at[0] - int(found["number"] or 1), self._at[1]
            elif found["move"] == "G":
                self._at = self._at[0], int(found["number"] or 1) - 1
            elif found[0].endswith("H"):
                row, column = (found["place"] or "1;1").split(";")
                self._at = int(row) - 1, int(column) - 1
            text = text[found.end() :]

    def _put(self, letter: str) -> None:
        row, column = self._at
        if letter == "\r":
            self._at = row, 0
        elif letter == "\n":
            assert not self.is_alternate or row + 1 < self.rows, "the whole screen would scroll"
            self._at = row + 1, column
        else:
            assert letter.isprintable(), f"{letter!r} was sent to the terminal"
            if column == self.columns:
                self._goes_on.add(row)
                row, column = row + 1, 0
            assert not self.is_alternate or row < self.rows, "it is written beyond the last row"
            self._goes_on.discard(row)
            self._cells[row, column] = letter
            self._at = row, column + 1


class Terminal:
    """A program in the foreground of a pseudo-terminal of its own."""

    def __init__(self, command: list[str], columns: int, rows: int, **more: Any) -> None:
        self.screen = Screen(columns, rows)
        self._here, there = pty.openpty()
        self.resize(columns, rows)
        self.before = termios.tcgetattr(there)
        self.process = subprocess.Popen(
            command,
            **{"stdin": there, "stdout": there, "stderr": there, **more},
            preexec_fn=_own_terminal,
        )
        self._there = there
        self._files = [there, self._here]
        self._undecoded = b""

    def resize(self, columns: int, rows: int) -> None:
        self.screen.columns, self.screen.rows = columns, rows
        fcntl.ioctl(self._here, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._here, keys.encode())

    def read(self, seconds: float = 0.05) -> None:
        """Take in what the program has written."""
        while select.select([self._here], [], [], seconds)[0]:
            try:
                new = os.read(self._here, 65536)
            except OSError:
                return
            text = (self._undecoded + new).decode("utf-8", "ignore")
            self._undecoded = (self._undecoded + new)[len(text.encode()) :]
            self.screen.feed(text)

    def until(self, true: Callable[[], bool], seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            shown = "\n".join(self.screen.lines())
            assert time.monotonic() < end, f"it did not come about:\n{shown}"
            self.read()

    def shows(self, *words: str) -> None:
        """Wait until the screen shows these words."""
        self.until(lambda: all(word in "\n".join(self.screen.lines()) for word in words))

    def ends(self) -> int:
        self.until(lambda: self.process.poll() is not None)
        self.read()
        return self.process.returncode

    @property
    def has_its_modes(self) -> bool:
        return termios.tcgetattr(self._there) == self.before

    @property
    def is_as_before(self) -> bool:
        return self.has_its_modes and not self.screen.is_alternate and self.screen.shows_cursor

    def hang_up(self) -> None:
        """Go away, as a window that is closed."""
        while self._files:
            os.close(self._files.pop())

    def close(self) -> None:
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.hang_up()


def _own_terminal() -> None:
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def at_terminal(
    *arguments: str, columns: int = 110, rows: int = 30, **more: Any
) -> Iterator[Terminal]:
    """Run Python with these arguments at a terminal."""
    environment = {
        **{name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")},
        "TERM": "xterm-256color",
        "PYTHONPATH": str(Path(__file__).parent),
    }
    command = [sys.executable, *arguments]
    terminal = Terminal(command, columns, rows, env=environment, **more)
    try:
        yield terminal
    finally:
        terminal.close()
