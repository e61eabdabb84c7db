"""Whether cells moved: a text typed for a place must not land in another cell that came there.

A tab counts how often lines were inserted, deleted or moved in it. One that becomes longer at its
end, as score sheets do, moves nothing. Of what was sorted or pasted nothing is counted; but a cell
that moves stays the same object, so two versions of a tab show it. Only a change that writes every
moved cell anew at once looks like mere writing, and is taken for it.
"""

from threading import Lock

from sheets_emulator.model import Document, Sheet


class Moves:
    """The version in which the cells of each tab last moved, in one spreadsheet."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._version = 0
        self._seen: dict[int, Sheet] = {}
        self._moved: dict[int, int] = {}

    def watch(self, document: Document) -> None:
        """Take note of a stored version; what was never seen counts as moved just now."""
        with self._lock:
            if document.version <= self._version:
                return
            self._version = document.version
            for sheet in document.sheets:
                before = self._seen.get(sheet.sheet_id)
                if before is None or (before is not sheet and have_moved(before, sheet)):
                    self._moved[sheet.sheet_id] = document.version
            self._seen = {sheet.sheet_id: sheet for sheet in document.sheets}

    def since(self, version: int, sheet_id: int) -> bool:
        """Return whether cells of this tab may have moved after this version."""
        return version < self._moved.get(sheet_id, 0)


def have_moved(before: Sheet, after: Sheet) -> bool:
    """Return whether cells of a tab stand at other places than before, or lines came or went."""
    if before.shifts != after.shifts or not after.grid.encloses(before.grid):
        return True
    changed = set(map(id, after.changed_since(before).values()))
    return not changed.isdisjoint(map(id, before.cells.values()))
