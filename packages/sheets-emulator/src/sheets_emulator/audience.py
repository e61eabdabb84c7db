"""How many look at each spreadsheet: all of them are told when it changes, at most so often."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sheets_emulator.service import Subscription

TELL_SECONDS: Final = 1.0
"""So long is waited until others are told who has come and gone meanwhile."""


class Audience:
    """The open pages of each spreadsheet. It belongs to one event loop."""

    def __init__(self) -> None:
        self._looking: defaultdict[str, set[Subscription]] = defaultdict(set)
        self._due: set[str] = set()

    def size(self, spreadsheet_id: str) -> int:
        """Return how many look at a spreadsheet."""
        return len(self._looking.get(spreadsheet_id, ()))

    @contextmanager
    def joined_by(self, listener: Subscription) -> Iterator[None]:
        """Count a page while the context lasts, and wake the others a little later."""
        spreadsheet_id = listener.spreadsheet_id
        self._looking[spreadsheet_id].add(listener)
        self._tell_soon(spreadsheet_id)
        try:
            yield
        finally:
            self._looking[spreadsheet_id].discard(listener)
            if not self._looking[spreadsheet_id]:
                del self._looking[spreadsheet_id]
            self._tell_soon(spreadsheet_id)

    def _tell_soon(self, spreadsheet_id: str) -> None:
        if spreadsheet_id not in self._due:
            self._due.add(spreadsheet_id)
            asyncio.get_running_loop().call_later(TELL_SECONDS, self._tell, spreadsheet_id)

    def _tell(self, spreadsheet_id: str) -> None:
        self._due.discard(spreadsheet_id)
        for listener in self._looking.get(spreadsheet_id, ()):
            listener.wake()
