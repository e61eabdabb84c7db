"""What is stored is read when somebody asks for it, and let go of when nobody has for a while."""

import asyncio
import json
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from server_kit import Account, Book

from sheets_emulator import service as service_module
from sheets_emulator.access import account_email
from sheets_emulator.app import LocalServer
from sheets_emulator.codec import decode, encode
from sheets_emulator.creation import fresh
from sheets_emulator.errors import ServerError
from sheets_emulator.model import Cell, Formula
from sheets_emulator.storage import Storage


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LocalServer]:
    with LocalServer(tmp_path) as server:
        yield server


@pytest.fixture
def owner(server: LocalServer) -> Iterator[Account]:
    account = Account(server.base_url, "owner")
    yield account
    account.session.close()


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> "Later":
    return Later(monkeypatch)


class Later:
    """The clock by which spreadsheets are used and let go of; a call moves it on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = service_module.monotonic()
        monkeypatch.setattr(service_module, "monotonic", lambda: self.now)

    def __call__(self) -> None:
        self.now += service_module.UNUSED_SECONDS + service_module._SWEEP_SECONDS + 1


def new_book(owner: Account, title: str) -> Book:
    made = owner.ok("POST", "/v4/spreadsheets", {"properties": {"title": title}})
    book = Book(owner, made["spreadsheetId"])
    book.write("A1", [[title]])
    return book


def in_memory(server: LocalServer) -> set[str]:
    return set(server.service._documents)


def test_nothing_is_read_at_the_start(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        one, other = (new_book(Account(server.base_url, "owner"), name) for name in "ab")
    with LocalServer(tmp_path) as server:
        owner = Account(server.base_url, "owner")
        listing = owner.ok("GET", "/drive/v3/files", fields="files(id,name)")["files"]
        assert {file["name"] for file in listing} == {"a", "b"}
        assert in_memory(server) == set()
        assert Book(owner, one.id).values("A1") == [["a"]]
        assert in_memory(server) == {one.id}
        assert owner.error("GET", f"/v4/spreadsheets/{other.id}x")["code"] == 404


def test_what_nobody_asks_for_is_let_go_of_and_read_again(
    server: LocalServer, owner: Account, later: Later
) -> None:
    one, other = new_book(owner, "a"), new_book(owner, "b")
    before = one.get(includeGridData=True)
    later()
    other.values("A1")
    assert in_memory(server) == {other.id}
    assert not server.service._storage._tabs
    assert one.get(includeGridData=True) == before
    one.write("A2", [["more"]])
    later()
    other.values("A1")
    assert one.values("A1:A2") == [["a"], ["more"]]


def test_what_is_listened_to_stays(server: LocalServer, owner: Account, later: Later) -> None:
    one, other = new_book(owner, "a"), new_book(owner, "b")

    async def listen() -> None:
        with server.service.subscribe(one.id) as subscription:
            later()
            other.values("A1")
            assert in_memory(server) == {one.id, other.id}
            one.write("A1", [["new"]])
            assert await subscription.changed(1) is not None

    asyncio.run(listen())


def test_what_is_being_changed_stays(server: LocalServer, owner: Account, later: Later) -> None:
    one, other = new_book(owner, "a"), new_book(owner, "b")
    changing, go_on = threading.Event(), threading.Event()

    def edit(document: object) -> None:
        changing.set()
        go_on.wait(5)

    address = account_email("owner")
    thread = threading.Thread(target=lambda: server.service.change(address, one.id, edit))
    thread.start()
    assert changing.wait(5)
    later()
    other.values("A1")
    assert one.id in in_memory(server)
    go_on.set()
    thread.join(5)
    assert one.values("A1") == [["a"]]


def test_many_at_once_read_one_spreadsheet_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with LocalServer(tmp_path) as server:
        book = new_book(Account(server.base_url, "owner"), "a")
        address = account_email("owner")
    with LocalServer(tmp_path) as server:
        loads: list[str] = []
        load = Storage.load

        def counted(storage: Storage, spreadsheet_id: str) -> object:
            loads.append(spreadsheet_id)
            return load(storage, spreadsheet_id)

        monkeypatch.setattr(Storage, "load", counted)
        opened = [
            threading.Thread(target=server.service.open, args=(address, book.id)) for _ in range(8)
        ]
        for thread in opened:
            thread.start()
        for thread in opened:
            thread.join(5)
        assert loads == [book.id]


def test_a_database_of_an_older_server_is_taken_over_once_with_progress(tmp_path: Path) -> None:
    path = tmp_path / "sheets.db"
    with Storage(path) as storage:
        for number in range(3):
            storage.save(fresh(f"id{number}", "title", "a@b.c", "2026-01-01T00:00:00.000Z"))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("DROP TABLE file")
        database.execute("DROP TABLE part")
        database.execute("PRAGMA user_version = 3")
    told: list[tuple[int, int]] = []
    with Storage(path, lambda done, all_of_them: told.append((done, all_of_them))) as storage:
        assert {file.spreadsheet_id for file in storage.files_of("a@b.c")} == {"id0", "id1", "id2"}
    assert told == [(1, 3), (2, 3), (3, 3)]
    with Storage(path, lambda *_: told.append((0, 0))):
        assert len(told) == 3, "it is not taken over again"


def test_one_that_is_stopped_while_it_takes_over_begins_again(tmp_path: Path) -> None:
    path = tmp_path / "sheets.db"
    with Storage(path) as storage:
        for number in range(3):
            storage.save(fresh(f"id{number}", "title", "a@b.c", "2026-01-01T00:00:00.000Z"))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA user_version = 3")

    def stop(done: int, _all: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Storage(path, stop)
    with Storage(path) as storage:
        assert len(storage.files_of("a@b.c")) == 3


def test_one_spreadsheet_that_cannot_be_read_leaves_the_others(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with LocalServer(tmp_path) as server:
        owner = Account(server.base_url, "owner")
        one, other = new_book(owner, "a"), new_book(owner, "b")
    with closing(sqlite3.connect(tmp_path / "sheets.db")) as database, database:
        database.execute("UPDATE spreadsheet SET body = '{' WHERE id = ?", (one.id,))
    with LocalServer(tmp_path) as server, caplog.at_level(logging.ERROR):
        owner = Account(server.base_url, "owner")
        assert owner.error("GET", f"/v4/spreadsheets/{one.id}")["code"] == 500
        assert Book(owner, other.id).values("A1") == [["b"]]
    assert "restore a backup" in caplog.text


def test_a_damaged_file_is_refused_when_it_is_taken_over(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "sheets.db")) as database, database:
        database.execute("CREATE TABLE spreadsheet (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
        database.execute("INSERT INTO spreadsheet VALUES ('id', '{')")
        database.execute("PRAGMA user_version = 3")
    with pytest.raises(ServerError, match="restore a backup"):
        Storage(tmp_path / "sheets.db")


def test_equal_cells_and_formats_are_one_object_and_values_stay_what_they_are() -> None:
    bold = {"textFormat": {"bold": True}}
    values = ["a", "a", 1.0, True, 0.0, -0.0, False, Formula("=A1"), "=A1", None]
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    for row, value in enumerate(values):
        document.sheets[0].put(row, 0, Cell(value, dict(bold)))
    text = encode(document)
    one, other = decode(text).sheets[0].cells, decode(text).sheets[0].cells
    assert [repr(cell.value) for cell in one.values()] == [repr(value) for value in values]
    assert one[0, 0] is one[1, 0] is other[1, 0]
    assert one[9, 0] is other[9, 0]
    assert one[2, 0].format is other[3, 0].format
    assert json.loads(encode(decode(text))) == json.loads(text)
