"""Work beside the matches: it uses the rest of their budgets, and no failure reaches them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

from umpire.errors import UmpireError
from umpire.sheets.account import Account
from umpire.sheets.client import SheetsClient


@dataclass(slots=True)
class SideTask:
    """A task that is done in a thread of its own, and again if it fails.

    `trouble` says why it failed last; it is None once the task has succeeded.
    """

    trouble: str | None = None
    _thread: threading.Thread | None = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        """Whether it is being done now."""
        return self._thread is not None and self._thread.is_alive()

    @contextmanager
    def recording_trouble(self) -> Iterator[None]:
        """Record the error that is raised meanwhile as the trouble."""
        try:
            yield
        except UmpireError as error:
            self.trouble = str(error)
        except Exception as error:  # none may reach the matches
            self.trouble = f"{type(error).__name__}: {error}"

    def start(self, account: Account, work: Callable[[SheetsClient], None]) -> None:
        """Start to work, with the account."""
        self._thread = threading.Thread(target=self._do, args=(account, work), daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until it is not running any more, for so many seconds at most."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _do(self, account: Account, work: Callable[[SheetsClient], None]) -> None:
        with self.recording_trouble():
            with closing(account.open()) as client:
                work(client)
            self.trouble = None
