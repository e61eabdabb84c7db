"""What the HTTP routes and the page ask of the server, in one place.

`Service` has every spreadsheet, decides who may see and change it, and tells who listens that
something changed. Its methods may be called from any thread: a stored document is never
changed again, and of changes to one spreadsheet each waits for the one before it. Only a
`Subscription` and a `ChangeListener` belong to the event loop in which they were made.

Every method raises `ApiError` (Google's code and sentence) when it refuses.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from threading import RLock
from time import monotonic
from typing import TypeVar

from sheets_emulator.access import demand, role_of
from sheets_emulator.bell import Bell
from sheets_emulator.bounds import check_document
from sheets_emulator.change_stream import ChangeListeners
from sheets_emulator.creation import rfc3339
from sheets_emulator.errors import ApiError, ServerError, forbidden, missing
from sheets_emulator.ledger import Ledger
from sheets_emulator.model import Document, File
from sheets_emulator.storage import Storage

Result = TypeVar("Result")

UNUSED_SECONDS = 60.0
"""After so long a spreadsheet that nobody has asked for is read from disk again."""

_SWEEP_SECONDS = 5.0
_LOG = logging.getLogger("sheets_emulator")


@dataclass(frozen=True, slots=True)
class Listed:
    """A file as one account sees it: `role` is owner, writer, commenter or reader."""

    file: File
    account: str
    role: str


@dataclass(frozen=True, slots=True)
class Opened:
    """A spreadsheet with all that is in it, as one account sees it; `role` is as in `Listed`."""

    document: Document
    account: str
    role: str

    @property
    def listed(self) -> Listed:
        """What Drive tells of it."""
        return Listed(self.document, self.account, self.role)


@dataclass(eq=False, slots=True)
class Subscription:
    """The new versions of one spreadsheet, for one listener.

    Versions that come faster than they are taken are skipped: `changed` gives the newest.
    """

    spreadsheet_id: str
    seen: int
    _newest: int = 0
    _is_woken: bool = False
    _bell: Bell = field(default_factory=Bell)

    async def changed(self, seconds: float | None = None) -> int | None:
        """Wait for a version newer than the last one given here and return its number.

        Returns None when `seconds` have passed without one (time to send a ping) or it was woken,
        and 0 when there will be no more: the spreadsheet was deleted, or the server is about to
        stop.
        """
        try:
            async with asyncio.timeout(seconds):
                while self._newest == self.seen and not self._is_woken:
                    await self._bell.wait()
        except TimeoutError:
            return None
        self._is_woken = False
        if self._newest == self.seen:
            return None
        self.seen = self._newest
        return self.seen

    def wake(self) -> None:
        """Let the listener look up although nothing has changed; called in its own loop."""
        self._is_woken = True
        self._bell.ring()

    def ring(self, version: int) -> None:
        """Tell the listener that the spreadsheet now has this version."""
        self._newest = version
        self._bell.ring()


class Service:
    """All spreadsheets of one server.

    `free_names`: whether an editor may change names over cells that are protected from them.
    """

    def __init__(self, storage: Storage, *, free_names: bool = False) -> None:
        self.free_names = free_names
        self.change_listeners = ChangeListeners()
        self._storage = storage
        self._documents: dict[str, Document] = {}
        self._used: dict[str, float] = {}
        self._swept = monotonic()
        self._listeners: dict[str, set[Subscription]] = {}
        self._locks: dict[str, RLock] = {}
        self._ledger = Ledger()
        for spreadsheet_id, owner, size in storage.index():
            self._ledger.enter(spreadsheet_id, owner, size)

    def alone(self, spreadsheet_id: str) -> AbstractContextManager[object]:
        """Keep everybody else from changing a spreadsheet meanwhile."""
        if spreadsheet_id not in self._ledger:
            return nullcontext()
        return self._locks.setdefault(spreadsheet_id, RLock())

    def open(self, account: str, spreadsheet_id: str, app: str | None = None) -> Opened:
        """Return the spreadsheet and the account's role in it.

        404 if there is none with this id, 403 if the account has no part in it. For an `app` that
        may use its own files alone there are none but those that it made for this account. The
        document is a snapshot: a later change makes a new one, with a higher `document.version`.
        """
        document = self._find(spreadsheet_id)
        if document is None or (app is not None and not document.is_made_by(account, app)):
            raise missing()
        role = role_of(document, account)
        if role is None:
            raise forbidden()
        return Opened(document, account, role)

    def __contains__(self, spreadsheet_id: str) -> bool:
        return spreadsheet_id in self._ledger

    def _find(self, spreadsheet_id: str) -> Document | None:
        """Return a spreadsheet, read from disk if nobody has asked for it lately."""
        now = monotonic()
        if now - self._swept > _SWEEP_SECONDS:
            self._swept = now
            self._let_go_of_unused(now)
        document = self._documents.get(spreadsheet_id)
        if document is None:
            with self.alone(spreadsheet_id):
                document = self._documents.get(spreadsheet_id)
                if document is None and spreadsheet_id in self._ledger:
                    document = self._documents[spreadsheet_id] = self._load(spreadsheet_id)
        if document is not None:
            self._used[spreadsheet_id] = now
        return document

    def _load(self, spreadsheet_id: str) -> Document:
        try:
            return self._storage.load(spreadsheet_id)
        except ServerError as error:
            _LOG.error("%s", error)
            raise ApiError(500, "Internal error encountered.") from error

    def _let_go_of_unused(self, now: float) -> None:
        """Let go of the spreadsheets on disk that nobody listens to or has asked for lately."""
        if not self._storage.is_on_disk:
            return
        for spreadsheet_id, used in list(self._used.items()):
            lock = self._locks.get(spreadsheet_id)
            if now - used <= UNUSED_SECONDS or spreadsheet_id in self._listeners or lock is None:
                continue
            if lock.acquire(blocking=False):
                try:
                    self._documents.pop(spreadsheet_id, None)
                    self._used.pop(spreadsheet_id, None)
                    self._storage.let_go(spreadsheet_id)
                finally:
                    lock.release()

    def visible(self, account: str, app: str | None = None) -> list[Listed]:
        """Every file the account owns or was granted, the newest change first.

        For an `app` that may use its own files alone, only those.
        """
        files: Iterable[File] = (
            self._storage.files_of(account)
            if self._storage.is_on_disk
            else list(self._documents.values())
        )
        seen = [
            Listed(file, account, role)
            for file in files
            if (role := role_of(file, account)) is not None
            and any(grant.address == account for grant in file.grants)
            and (app is None or file.is_made_by(account, app))
        ]
        return sorted(seen, key=lambda one: one.file.modified, reverse=True)

    def spreadsheets(self, account: str) -> list[Listed]:
        """Return those of the visible files that are spreadsheets."""
        return [one for one in self.visible(account) if one.file.is_spreadsheet]

    def stored_by(self, account: str) -> int:
        """Return how many characters the files of an account take."""
        return self._ledger.stored_by(account)

    @contextmanager
    def subscribe(self, spreadsheet_id: str, seen: int | None = None) -> Iterator[Subscription]:
        """Listen to a spreadsheet while the context lasts.

        `seen` is the version the listener already shows (default: the present one), so that a
        change between its reading and its listening is not missed. Check `open` first: who may
        look is not decided here.
        """
        document = self._find(spreadsheet_id)
        present = document.version if document is not None else 0
        subscription = Subscription(spreadsheet_id, present if seen is None else seen)
        subscription.ring(present)
        listeners = self._listeners.setdefault(spreadsheet_id, set())
        listeners.add(subscription)
        try:
            yield subscription
        finally:
            listeners.discard(subscription)
            if not listeners:
                self._listeners.pop(spreadsheet_id, None)

    def is_shown(self, spreadsheet_id: str) -> bool:
        """Return whether somebody has the page of a spreadsheet open."""
        return spreadsheet_id in self._listeners

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
        with self.alone(spreadsheet_id):
            opened = self.open(account, spreadsheet_id, app)
            demand(opened.document, account, role)
            working = opened.document.copy()
            working.modified = rfc3339()
            result = edit(working)
            check_document(working, account)
            working.version = opened.document.version + 1
            self._save(working)
            self._documents[spreadsheet_id] = working
            self._used[spreadsheet_id] = monotonic()
        self._ring(working)
        self.change_listeners.tell(account, opened.document, working)
        return result

    def add(self, document: Document) -> None:
        """Keep a new spreadsheet; 403 if its owner has no room for it."""
        self._ledger.check_new(document.owner)
        check_document(document, document.owner)
        self._save(document)
        with self.alone(document.spreadsheet_id):
            self._documents[document.spreadsheet_id] = document
            self._used[document.spreadsheet_id] = monotonic()
        self.change_listeners.tell(document.owner, None, document)

    def _save(self, document: Document) -> None:
        spreadsheet_id, owner = document.spreadsheet_id, document.owner
        size = 0

        def check(characters: int) -> None:
            nonlocal size
            size = characters
            self._ledger.check_growth(spreadsheet_id, owner, size)

        self._storage.save(document, check)
        self._ledger.enter(spreadsheet_id, owner, size)

    def delete(self, account: str, spreadsheet_id: str) -> None:
        """Remove a spreadsheet for good; only its owner may."""
        with self.alone(spreadsheet_id):
            opened = self.open(account, spreadsheet_id)
            demand(opened.document, account, "owner")
            self._storage.delete(spreadsheet_id)
            self._ledger.strike(spreadsheet_id)
            self._documents.pop(spreadsheet_id, None)
            self._used.pop(spreadsheet_id, None)
            self._locks.pop(spreadsheet_id, None)
        for listener in tuple(self._listeners.get(spreadsheet_id, ())):
            listener.ring(0)
        self.change_listeners.tell(account, opened.document, None)

    def dismiss(self) -> None:
        """Tell all who listen that the server is about to stop."""
        for listeners in tuple(self._listeners.values()):
            for listener in tuple(listeners):
                listener.ring(0)
        self.change_listeners.dismiss()

    def _ring(self, document: Document) -> None:
        for listener in tuple(self._listeners.get(document.spreadsheet_id, ())):
            listener.ring(document.version)
