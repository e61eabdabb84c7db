"""Listening to a spreadsheet: every change is heard, none twice."""

import asyncio
from collections.abc import Callable

import pytest

from sheets_emulator.access import Caller
from sheets_emulator.creation import fresh
from sheets_emulator.errors import ApiError
from sheets_emulator.model import Document
from sheets_emulator.page_entry import type_block
from sheets_emulator.service import Service
from sheets_emulator.storage import Storage

OWNER = "a@b.c"


def typing(text: str) -> Callable[[Document], None]:
    """Types into A1 as the owner."""

    def typed(document: Document) -> None:
        type_block(document, Caller(document, OWNER), 0, 0, 0, [[text]])

    return typed


def test_a_listener_hears_the_newest_version() -> None:
    async def listen() -> None:
        with Storage(None) as storage:
            service = Service(storage)
            service.add(fresh("id", "title", OWNER, ""))
            with service.subscribe("id") as one, service.subscribe("id", seen=0) as behind:
                assert await behind.changed(0.01) == 1
                assert await one.changed(0.01) is None
                waiting = asyncio.create_task(one.changed(5))
                await asyncio.sleep(0)
                for text in ("x", "y"):
                    service.change(OWNER, "id", typing(text))
                assert await waiting == 3
                assert await one.changed(0.01) is None
                service.delete(OWNER, "id")
                assert await one.changed(1) == 0

    asyncio.run(listen())


def test_a_snapshot_never_changes() -> None:
    with Storage(None) as storage:
        service = Service(storage)
        service.add(fresh("id", "title", OWNER, ""))
        before = service.open(OWNER, "id").document
        service.change(OWNER, "id", typing("x"))
        after = service.open(OWNER, "id").document
        assert before.sheets[0].cells == {}
        assert (before.version, after.version) == (1, 2)


def test_a_change_that_fails_changes_nothing() -> None:
    def fail(document: Document) -> None:
        document.title = "changed"
        raise ApiError(400, "no")

    with Storage(None) as storage:
        service = Service(storage)
        service.add(fresh("id", "title", OWNER, ""))
        with pytest.raises(ApiError):
            service.change(OWNER, "id", fail)
        opened = service.open(OWNER, "id")
        assert (opened.document.title, opened.document.version) == ("title", 1)
        assert opened.role == "owner"
        assert [one.file.title for one in service.visible(OWNER)] == ["title"]
        assert service.visible("x@y.z") == []
