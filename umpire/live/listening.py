"""Listening to the changes that a local server announces, in a thread of its own.

An announcement is a hint: only a read shows the contents of a spreadsheet. If the server announces
too little, too much or something wrong, spreadsheets are read later, or in vain.
"""

import secrets
import threading
from collections.abc import Callable, Iterable
from contextlib import closing, suppress

from umpire.errors import UmpireError
from umpire.live.rates import NEVER
from umpire.sheets.account import Account

_FIRST_PAUSE = 1.0
"""Seconds until it is tried again to listen: twice as many after each try in vain,"""
_LONGEST_PAUSE = 30.0
"""and at most so many."""
_BREATH = 0.01
"""Seconds for which nothing is received after an announcement, however many come."""


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
        self._told: dict[str, float] = {}
        self._lock = threading.Lock()
        self._is_over = threading.Event()

    def attend_to(self, sheets: Iterable[str]) -> None:
        """Record announcements of these spreadsheets, by their ids, and of no others."""
        with self._lock:
            self._told = {sheet: self._told.get(sheet, NEVER) for sheet in sheets}

    def announced_at(self, sheet: str) -> float:
        """Return when a change of a spreadsheet was announced, or may have been missed."""
        return max(self._told.get(sheet, NEVER), self._connected_at)

    def stop(self) -> None:
        """Listen no more once the server says something, or ends."""
        self._is_over.set()

    def run(self, wake: Callable[[], None]) -> None:
        """Listen, again and again, until it is stopped; call `wake` after anything is heard."""
        pause = _FIRST_PAUSE
        while not self._is_over.is_set():
            with suppress(UmpireError):  # it is tried again, and polled meanwhile
                self._listen(wake)
            if self.is_connected:
                pause = _FIRST_PAUSE
                self.is_connected = False
                self._note(wake)
            self._is_over.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _listen(self, wake: Callable[[], None]) -> None:
        with closing(self._account.open()) as sheets:
            for ids in sheets.changes(self.name):
                if self._is_over.is_set():
                    return
                is_news = self._hear(ids)
                if not self.is_connected:
                    self.is_connected, self._connected_at = True, self._monotonic()
                elif not is_news:
                    continue
                self._note(wake)
                self._is_over.wait(_BREATH)

    def _hear(self, ids: Iterable[str]) -> bool:
        """Record an announcement; return whether it concerns one of the spreadsheets."""
        with self._lock:
            heard = [sheet for sheet in ids if sheet in self._told]
            self._told.update(dict.fromkeys(heard, self._monotonic()))
        return bool(heard)

    def _note(self, wake: Callable[[], None]) -> None:
        self.state += 1
        wake()
