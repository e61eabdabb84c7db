"""What spreadsheets there are, whose they are and how much they take, so that none takes it all."""

import threading
from collections import Counter
from dataclasses import dataclass

from sheets_emulator.bounds import (
    MOST_KEPT,
    MOST_KEPT_IN_ALL,
    MOST_OWNED,
    MOST_SAVED,
    MOST_SPREADSHEETS,
    SMALL,
    too_much_text,
)
from sheets_emulator.errors import full_storage


@dataclass(frozen=True, slots=True)
class _Entry:
    owner: str
    size: int


class Ledger:
    """The owners and sizes of all spreadsheets. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._entries: dict[str, _Entry] = {}
        self._owned: Counter[str] = Counter()
        self._kept: Counter[str] = Counter()
        self._in_all = 0
        self._lock = threading.Lock()

    def __contains__(self, spreadsheet_id: str) -> bool:
        return spreadsheet_id in self._entries

    def enter(self, spreadsheet_id: str, owner: str, size: int) -> None:
        """Write down what a spreadsheet takes, in place of what it took before."""
        with self._lock:
            self._strike(spreadsheet_id)
            self._entries[spreadsheet_id] = _Entry(owner, size)
            self._owned[owner] += 1
            self._kept[owner] += size
            self._in_all += size

    def strike(self, spreadsheet_id: str) -> None:
        """Forget a spreadsheet."""
        with self._lock:
            self._strike(spreadsheet_id)

    def _strike(self, spreadsheet_id: str) -> None:
        entry = self._entries.pop(spreadsheet_id, None)
        if entry is None:
            return
        self._in_all -= entry.size
        for counter, less in ((self._owned, 1), (self._kept, entry.size)):
            counter[entry.owner] -= less
            if counter[entry.owner] <= 0:
                del counter[entry.owner]

    def stored_by(self, owner: str) -> int:
        """Return how many characters the files of an account take."""
        return self._kept[owner]

    def check_new(self, owner: str) -> None:
        """Raise Google's refusal of one more spreadsheet of this account, if it has no room."""
        if (
            self._owned[owner] >= MOST_OWNED
            or len(self._entries) >= MOST_SPREADSHEETS
            or self._is_full(owner)
        ):
            raise full_storage()

    def check_growth(self, spreadsheet_id: str, owner: str, size: int) -> None:
        """Raise a refusal if a spreadsheet may not become so large.

        A small one always may, so that nobody's match stands still because others fill the disk.
        """
        if size > MOST_SAVED:
            raise too_much_text()
        known = self._entries.get(spreadsheet_id)
        grows = known is None or size > known.size
        if grows and size > SMALL and self._is_full(owner):
            raise full_storage()

    def _is_full(self, owner: str) -> bool:
        return self._kept[owner] >= MOST_KEPT or self._in_all >= MOST_KEPT_IN_ALL
