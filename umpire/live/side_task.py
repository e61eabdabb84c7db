"""Work beside the matches: it uses what they leave of the budgets, and no failure reaches them."""

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field

from umpire.errors import UmpireError
from umpire.sheets.account import Account
from umpire.sheets.client import SheetsClient


@dataclass(slots=True)
class SideTask:
    """Work that is done in a thread of its own, and again if it fails.

    `trouble` is why it failed last, None once it has succeeded.
    """

    trouble: str | None = None
    _thread: threading.Thread | None = field(default=None, repr=False)

    @property
    def is_running(self) -> bool:
        """Whether it is being done now."""
        return self._thread is not None and self._thread.is_alive()

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Keep what goes wrong meanwhile as the trouble."""
        try:
            yield
        except UmpireError as error:
            self.trouble = str(error)
        except Exception as error:  # never the matches' concern
            self.trouble = f"{type(error).__name__}: {error}"

    def start(self, account: Account, work: Callable[[SheetsClient], None]) -> None:
        """Start to work as an account."""
        self._thread = threading.Thread(target=self._do, args=(account, work), daemon=True)
        self._thread.start()

    def wait(self, seconds: float) -> None:
        """Wait until it is no longer running, but for no longer than that."""
        if self._thread is not None:
            self._thread.join(seconds)

    def _do(self, account: Account, work: Callable[[SheetsClient], None]) -> None:
        with self.guarded():
            with closing(account.open()) as sheets:
                work(sheets)
            self.trouble = None
