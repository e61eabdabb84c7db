"""The stream that tells programs which spreadsheets change. It is no part of Google's API.

A program that reads a spreadsheet again and again can wait for the stream instead. It is told ids
and nothing else: what has changed it must read. What its own requests change it knows already, so
those carry the name under which it listens.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Lock
from typing import Final

from sheets_emulator.access import role_of
from sheets_emulator.bell import Bell
from sheets_emulator.model import File

MEDIA_TYPE: Final = "application/x-spreadsheet-changes"
NAME_HEADER: Final = "X-Change-Listener"
"""The header with a listener's name, of its stream and of its other requests."""

PING_SECONDS: Final = 10.0
"""After so long without a change an empty line tells that the stream goes on."""
GATHER_SECONDS: Final = 0.02
"""Between two lines: what changes meanwhile is told in one."""

MOST_LISTENERS: Final = 100
MOST_OF_ACCOUNT: Final = 20
MOST_WAITING: Final = 1000
"""Ids that wait to be sent to one listener; its stream ends when there are more."""
LONGEST_NAME: Final = 100

listener_name: ContextVar[str] = ContextVar("listener_name", default="")
"""The listener whose request is carried out, if it is one's."""


class ChangeListener:
    """A program that listens for an account, under a name that it gives itself.

    With an `app` it is told only of the files that this app has made. It belongs to the event loop
    in which it was made.
    """

    def __init__(self, account: str, name: str, app: str | None = None) -> None:
        self.account = account
        self.name = name
        self._app = app
        self._changed: dict[str, None] = {}
        self._is_over = False
        self._lock = Lock()
        self._bell = Bell()

    def may_know(self, file: File | None) -> bool:
        """Return whether the account finds a file in its list, where a link alone puts none."""
        return (
            file is not None
            and file.is_spreadsheet
            and role_of(file, self.account) is not None
            and any(grant.address == self.account for grant in file.grants)
            and (self._app is None or file.is_made_by(self.account, self._app))
        )

    def tell(self, spreadsheet_id: str) -> None:
        """Tell of a change; may be called from any thread, and waits for nobody."""
        with self._lock:
            self._changed[spreadsheet_id] = None
            if len(self._changed) > MOST_WAITING:
                self._end()
        self._bell.ring()

    def end(self) -> None:
        """Tell that there will be no more."""
        with self._lock:
            self._end()
        self._bell.ring()

    def _end(self) -> None:
        self._is_over = True
        self._changed.clear()

    async def next(self, seconds: float) -> list[str] | None:
        """Return the ids of what has changed since the last call; None when there is no more.

        The list is empty if nothing has changed for so many seconds.
        """
        try:
            async with asyncio.timeout(seconds):
                while not self._changed and not self._is_over:
                    await self._bell.wait()
        except TimeoutError:
            return []
        with self._lock:
            changed, self._changed = list(self._changed), {}
            return None if self._is_over else changed


class ChangeListeners:
    """Everybody who listens, of all accounts."""

    def __init__(self) -> None:
        self._listeners: set[ChangeListener] = set()

    def has_room(self, account: str) -> bool:
        """Return whether one more may listen for an account."""
        of_account = sum(listener.account == account for listener in self._listeners)
        return len(self._listeners) < MOST_LISTENERS and of_account < MOST_OF_ACCOUNT

    @contextmanager
    def joined_by(self, listener: ChangeListener) -> Iterator[None]:
        """Tell a listener what changes while the context lasts."""
        self._listeners.add(listener)
        try:
            yield
        finally:
            self._listeners.discard(listener)

    def tell(self, account: str, before: File | None, after: File | None) -> None:
        """Tell those who may know a file that an account has changed it.

        Whoever may know it only before or only after is told too: it was shared with them, or taken
        from them. May be called from any thread.
        """
        file = after or before
        assert file is not None
        by = listener_name.get()
        for listener in tuple(self._listeners):
            is_own = by != "" and (listener.account, listener.name) == (account, by)
            if not is_own and (listener.may_know(before) or listener.may_know(after)):
                listener.tell(file.spreadsheet_id)

    def dismiss(self) -> None:
        """End all streams."""
        for listener in tuple(self._listeners):
            listener.end()


async def lines(
    listeners: ChangeListeners, listener: ChangeListener, is_valid: Callable[[], bool]
) -> AsyncIterator[str]:
    """Yield the lines of a stream while its token is valid: ids, with blanks between them.

    The first one is empty and comes at once.
    """
    if not listeners.has_room(listener.account):
        return
    with listeners.joined_by(listener):
        yield "\n"
        while (changed := await listener.next(PING_SECONDS)) is not None and is_valid():
            yield " ".join(changed) + "\n"
            await asyncio.sleep(GATHER_SECONDS)
