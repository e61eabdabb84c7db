"""`umpire watch` for one match in a separate process, which is started again if it dies."""

import os
import subprocess
import sys
import time

from umpire.app_context import AppContext
from umpire.errors import UmpireError
from umpire.store import MatchRow

_CLOSED_AT_ONCE = ("--close-after", "0")
_PATIENCE = 15.0
_MOST_FAILURES = 3


class WatchProcess:
    """A process that runs `umpire watch` for one match.

    It ends when this process ends, because its standard input is then closed.
    """

    def __init__(self, app: AppContext, row: MatchRow, *, to_the_end: bool) -> None:
        self._command = [sys.executable, "-P", "-m", "umpire", "watch", row.id, "--with-parent"]
        self._command += _CLOSED_AT_ONCE
        self._command += ["--until-over"] if to_the_end else ["--rematches"]
        self._environment = {**os.environ, **app.environment()}
        self._failures = 0
        self._start()

    def end(self) -> None:
        """End the process; it pauses the match first."""
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._close_input()

    def has_finished(self) -> bool:
        """Return whether the process has finished its work; start it again if it has died.

        Raises UmpireError if it keeps failing.
        """
        code = self._process.poll()
        if code is None or code == 0:
            return code == 0
        has_failed = code > 0 and time.monotonic() - self._started < _PATIENCE
        self._failures = self._failures + 1 if has_failed else 0
        if self._failures == _MOST_FAILURES:
            raise UmpireError("the daemon keeps failing: see its messages above.")
        self._close_input()
        self._start()
        return False

    def _start(self) -> None:
        self._started = time.monotonic()
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.PIPE, env=self._environment
        )

    def _close_input(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
