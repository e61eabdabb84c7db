"""Listening to the changes that a local server announces, in a thread of its own.

An announcement is a hint: only a read shows the contents of a spreadsheet. If the server announces
too little, spreadsheets are read later; if it announces too much, they are read in vain.
"""

import secrets
import threading
from collections.abc import Callable, Iterable
from contextlib import closing, suppress

from umpire.errors import UmpireError
from umpire.live.rates import NEVER
from umpire.sheets.account import Account

_FIRST_PAUSE = 1.0
"""Seconds until it listens again after a failure: twice as many after each further one,"""
_LONGEST_PAUSE = 30.0
"""and at most so many."""
_BREATH = 0.01
"""Seconds between two announcements at least, however many the server has to make."""


class Listening:
    """The changes that a server has announced to one account.

    Requests carry its `name`, so that the server does not announce their own changes.
    `is_connected` says whether the server announces changes now, and `state` is a number that grows
    with each announcement.
    """

    def __init__(self, account: Account, monotonic: Callable[[], float]) -> None:
        self.name = secrets.token_hex(16)
        self.is_connected = False
        self.state = 0
        self._account = account
        self._monotonic = monotonic
        self._connected_at = NEVER
        self._announced_at: dict[str, float] = {}
        self._lock = threading.Lock()
        self._is_stopped = threading.Event()

    def follow(self, sheet_ids: Iterable[str]) -> None:
        """Record announcements of these spreadsheets and of no others."""
        with self._lock:
            before = self._announced_at
            self._announced_at = {sheet_id: before.get(sheet_id, NEVER) for sheet_id in sheet_ids}

    def announced_at(self, sheet_id: str) -> float:
        """Return when a change of a spreadsheet was last announced, or may have been missed."""
        return max(self._announced_at.get(sheet_id, NEVER), self._connected_at)

    def stop(self) -> None:
        """Stop listening at the next announcement, or when the server ends."""
        self._is_stopped.set()

    def run(self, wake: Callable[[], None]) -> None:
        """Listen until it is stopped; call `wake` after each announcement."""
        pause = _FIRST_PAUSE
        while not self._is_stopped.is_set():
            with suppress(UmpireError):  # spreadsheets are polled until the next try succeeds
                self._listen(wake)
            if self.is_connected:
                pause = _FIRST_PAUSE
                self.is_connected = False
                self._notify(wake)
            self._is_stopped.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _listen(self, wake: Callable[[], None]) -> None:
        with closing(self._account.open()) as client:
            for sheet_ids in client.listen(self.name):
                if self._is_stopped.is_set():
                    return
                is_news = self._record(sheet_ids)
                if not self.is_connected:
                    self.is_connected, self._connected_at = True, self._monotonic()
                elif not is_news:
                    continue
                self._notify(wake)
                self._is_stopped.wait(_BREATH)

    def _record(self, sheet_ids: Iterable[str]) -> bool:
        """Record an announcement; return whether it concerns one of the spreadsheets."""
        with self._lock:
            followed = [sheet_id for sheet_id in sheet_ids if sheet_id in self._announced_at]
            self._announced_at.update(dict.fromkeys(followed, self._monotonic()))
        return bool(followed)

    def _notify(self, wake: Callable[[], None]) -> None:
        self.state += 1
        wake()
