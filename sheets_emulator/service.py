"""What the HTTP routes and the page ask of the server, in one place.

`Service` keeps every spreadsheet, decides who may see and change it, and tells who listens that
something changed. All of it runs in the one thread of the server's event loop, so a call is
never interrupted by another; nothing here waits, except `Subscription`.

Every method raises `ApiError` (Google's code and sentence) when it refuses.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TypeVar

from sheets_emulator.access import demand, role_of
from sheets_emulator.creation import rfc3339
from sheets_emulator.errors import forbidden, missing
from sheets_emulator.model import Document
from sheets_emulator.storage import Storage

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Opened:
    """A spreadsheet as one account sees it: `role` is owner, writer, commenter or reader."""

    document: Document
    account: str
    role: str


@dataclass(eq=False, slots=True)
class Subscription:
    """The new versions of one spreadsheet, for one listener.

    Versions that come faster than they are taken are skipped: `changed` gives the newest.
    """

    spreadsheet_id: str
    seen: int
    _newest: int = 0
    _bell: asyncio.Event = field(default_factory=asyncio.Event)

    async def changed(self, seconds: float | None = None) -> int | None:
        """Wait for a version newer than the last one given here and return its number.

        Returns None when `seconds` have passed without one (time to send a ping), and 0 when
        there will be no more: the spreadsheet was deleted, or the server is about to stop.
        """
        if self._newest == self.seen:
            self._bell.clear()
            try:
                await asyncio.wait_for(self._bell.wait(), seconds)
            except TimeoutError:
                return None
        self.seen = self._newest
        return self.seen

    def ring(self, version: int) -> None:
        """Tell the listener that the spreadsheet now has this version."""
        self._newest = version
        self._bell.set()


class Service:
    """All spreadsheets of one server.

    `free_names`: whether an editor may change names over cells that are protected from them.
    """

    def __init__(self, storage: Storage, *, free_names: bool = False) -> None:
        self.free_names = free_names
        self._storage = storage
        self._documents: dict[str, Document] = storage.load()
        self._listeners: dict[str, set[Subscription]] = {}

    def open(self, account: str, spreadsheet_id: str, app: str | None = None) -> Opened:
        """Return the spreadsheet and the account's role in it.

        404 if there is none with this id, 403 if the account has no part in it. For an `app` that
        may use its own files alone there are none but those that it made for this account. The
        document is a snapshot: a later change makes a new one, with a higher `document.version`.
        """
        document = self._documents.get(spreadsheet_id)
        if document is None or (app is not None and not document.is_made_by(account, app)):
            raise missing()
        role = role_of(document, account)
        if role is None:
            raise forbidden()
        return Opened(document, account, role)

    def visible(self, account: str, app: str | None = None) -> list[Opened]:
        """Every spreadsheet the account owns or was granted, the newest change first.

        For an `app` that may use its own files alone, only those.
        """
        seen = [
            Opened(document, account, role)
            for document in self._documents.values()
            if (role := role_of(document, account)) is not None
            and any(grant.address == account for grant in document.grants)
            and (app is None or document.is_made_by(account, app))
        ]
        return sorted(seen, key=lambda one: one.document.modified, reverse=True)

    @contextmanager
    def subscribe(self, spreadsheet_id: str, seen: int | None = None) -> Iterator[Subscription]:
        """Listen to a spreadsheet while the context lasts.

        `seen` is the version the listener already shows (default: the present one), so that a
        change between its reading and its listening is not missed. Check `open` first: who may
        look is not decided here.
        """
        document = self._documents.get(spreadsheet_id)
        present = document.version if document is not None else 0
        subscription = Subscription(spreadsheet_id, present if seen is None else seen)
        subscription.ring(present)
        listeners = self._listeners.setdefault(spreadsheet_id, set())
        listeners.add(subscription)
        try:
            yield subscription
        finally:
            listeners.discard(subscription)

    def change(
        self,
        account: str,
        spreadsheet_id: str,
        edit: Callable[[Document], Result],
        role: str = "writer",
        app: str | None = None,
    ) -> Result:
        """Let `edit` change a copy of the spreadsheet; keep the copy if it raises nothing.

        404/403 as `open`, 403 also if the account's role is less than `role`. The change is on
        disk before this returns.
        """
        opened = self.open(account, spreadsheet_id, app)
        demand(opened.document, account, role)
        working = opened.document.copy()
        result = edit(working)
        working.version = opened.document.version + 1
        working.modified = rfc3339()
        self._storage.save(working)
        self._documents[spreadsheet_id] = working
        self._ring(working)
        return result

    def add(self, document: Document) -> None:
        """Keep a new spreadsheet."""
        self._storage.save(document)
        self._documents[document.spreadsheet_id] = document

    def delete(self, account: str, spreadsheet_id: str) -> None:
        """Remove a spreadsheet for good; only its owner may."""
        opened = self.open(account, spreadsheet_id)
        demand(opened.document, account, "owner")
        self._storage.delete(spreadsheet_id)
        del self._documents[spreadsheet_id]
        for listener in self._listeners.get(spreadsheet_id, ()):
            listener.ring(0)

    def dismiss(self) -> None:
        """Tell all who listen that the server is about to stop."""
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.ring(0)

    def _ring(self, document: Document) -> None:
        for listener in self._listeners.get(document.spreadsheet_id, ()):
            listener.ring(document.version)
