"""What is kept is kept: over a restart, and for one server at a time."""

import json
import sqlite3
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from server_kit import Account, Book, box

from sheets_emulator import codec
from sheets_emulator.app import LocalServer
from sheets_emulator.codec import decode, encode
from sheets_emulator.creation import fresh
from sheets_emulator.errors import ServerError
from sheets_emulator.model import Box, Cell, Document
from sheets_emulator.storage import Storage

EVERYTHING = [
    {
        "updateCells": {
            "start": {"sheetId": 0, "rowIndex": 1},
            "rows": [
                {
                    "values": [
                        {"userEnteredValue": {"stringValue": "x\u0000\u2028😀"}, "note": "n"},
                        {"userEnteredValue": {"numberValue": 1.5}},
                        {"userEnteredValue": {"boolValue": True}},
                        {"userEnteredValue": {"formulaValue": "=B2*2"}},
                    ]
                }
            ],
            "fields": "*",
        }
    },
    {
        "repeatCell": {
            "range": box(0, 3, 0, 2),
            "cell": {"userEnteredFormat": {"textFormat": {"bold": True}}},
            "fields": "userEnteredFormat",
        }
    },
    {
        "setDataValidation": {
            "range": box(0, 3, 0, 1),
            "rule": {"condition": {"type": "BOOLEAN"}, "strict": True},
        }
    },
    {"mergeCells": {"range": box(5, 6, 0, 2)}},
    {"addNamedRange": {"namedRange": {"name": "n", "range": {"sheetId": 0, "endColumnIndex": 2}}}},
    {
        "addProtectedRange": {
            "protectedRange": {"range": {"sheetId": 0}, "unprotectedRanges": [box(0, 1, 0, 1)]}
        }
    },
    {
        "addConditionalFormatRule": {
            "rule": {
                "ranges": [box(0, 3, 0, 2)],
                "booleanRule": {
                    "condition": {"type": "BLANK"},
                    "format": {"textFormat": {"italic": True}},
                },
            }
        }
    },
    {
        "updateDimensionProperties": {
            "range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 2, "endIndex": 3},
            "properties": {"pixelSize": 40, "hiddenByUser": True},
            "fields": "*",
        }
    },
    {
        "addDimensionGroup": {
            "range": {"sheetId": 0, "dimension": "ROWS", "startIndex": 2, "endIndex": 3}
        }
    },
    {
        "createDeveloperMetadata": {
            "developerMetadata": {
                "metadataKey": "k",
                "location": {"sheetId": 0},
                "visibility": "DOCUMENT",
            }
        }
    },
    {"setBasicFilter": {"filter": {"range": box(0, 4, 0, 2)}}},
]


def test_a_server_finds_again_all_that_it_was_told(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        owner = Account(server.base_url, "owner")
        made = owner.ok("POST", "/v4/spreadsheets", {"properties": {"locale": "en_GB"}})
        book = Book(owner, made["spreadsheetId"])
        book.batch(*EVERYTHING)
        body = {"type": "user", "role": "reader", "emailAddress": "a@b.c"}
        owner.ok("POST", f"/drive/v3/files/{book.id}/permissions", body)
        owner.ok("PATCH", f"/drive/v3/files/{book.id}", {"description": "d"})
        before = book.get(includeGridData=True)
        file = owner.ok("GET", f"/drive/v3/files/{book.id}", fields="*")
        gone = owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"]
        owner.ask("DELETE", f"/drive/v3/files/{gone}")
        owner.session.close()
    with LocalServer(tmp_path) as server:
        again = Account(server.base_url, "owner")
        assert Book(again, book.id).get(includeGridData=True) == before
        assert again.ok("GET", f"/drive/v3/files/{book.id}", fields="*") == file
        assert again.error("GET", f"/v4/spreadsheets/{gone}")["code"] == 404
        again.session.close()


def test_a_refused_batch_leaves_nothing_on_disk(tmp_path: Path) -> None:
    with LocalServer(tmp_path) as server:
        owner = Account(server.base_url, "owner")
        book = Book(owner, owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"])
        book.write("A1", [["kept"]])
        book.refuse(
            {"repeatCell": {"range": box(0, 1, 0, 1), "cell": {}, "fields": "*"}},
            {"deleteSheet": {"sheetId": 9}},
        )
        owner.session.close()
    with LocalServer(tmp_path) as server:
        again = Account(server.base_url, "owner")
        assert Book(again, book.id).values("A1") == [["kept"]]
        again.session.close()


def test_the_file_is_for_its_owner_alone(tmp_path: Path) -> None:
    with Storage(tmp_path / "sheets.db"):
        assert (tmp_path / "sheets.db").stat().st_mode & 0o777 == 0o600


def test_two_servers_cannot_have_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sheets_emulator.storage._LOCK_SECONDS", 0.05)
    with (
        Storage(tmp_path / "sheets.db"),
        pytest.raises(ServerError, match="another server is using"),
    ):
        Storage(tmp_path / "sheets.db")
    Storage(tmp_path / "sheets.db").close()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "sheets.db").write_text("Dear diary, " * 100)
    with pytest.raises(ServerError, match="cannot be read as a database of sheets"):
        LocalServer(tmp_path)


def test_a_database_of_something_else_is_refused(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "sheets.db")
    database.execute("CREATE TABLE spreadsheet (id TEXT, body TEXT)")
    database.execute("INSERT INTO spreadsheet VALUES ('x', '{}')")
    database.commit()
    database.close()
    with pytest.raises(ServerError, match="cannot be read as a database of sheets"):
        LocalServer(tmp_path)


def test_a_newer_file_is_refused(tmp_path: Path) -> None:
    Storage(tmp_path / "sheets.db").close()
    database = sqlite3.connect(tmp_path / "sheets.db")
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(ServerError, match="newer version"):
        Storage(tmp_path / "sheets.db")


def test_a_file_of_the_first_format_is_taken_over(tmp_path: Path) -> None:
    """It has no records of accounts, and its spreadsheets know of no apps."""
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    body = json.loads(encode(document))
    for name in ("apps", "app_properties"):
        del body[name]
    body["shared"] = body["sheets"][0].pop("shared")
    database = sqlite3.connect(tmp_path / "sheets.db")
    database.execute("CREATE TABLE spreadsheet (id TEXT PRIMARY KEY, body TEXT NOT NULL)")
    database.execute("INSERT INTO spreadsheet VALUES ('id', ?)", (json.dumps(body),))
    database.execute("PRAGMA user_version = 1")
    database.commit()
    database.close()
    with Storage(tmp_path / "sheets.db") as storage:
        assert storage.load("id") == document
        assert [file.title for file in storage.files_of("a@b.c")] == ["title"]
        assert [*storage.index()] == [("id", "a@b.c", len(json.dumps(body)))]
        assert list(storage.records("client")) == []
        storage.put_record("client", "x", {"a": 1})
    with Storage(tmp_path / "sheets.db") as storage:
        assert list(storage.records("client")) == [("x", {"a": 1})]
        storage.drop_record("client", "x")
        assert list(storage.records("client")) == []
    database = sqlite3.connect(tmp_path / "sheets.db")
    assert database.execute("PRAGMA user_version").fetchone() == (4,)
    database.close()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match="cannot be opened"):
        Storage(tmp_path / "nowhere" / "sheets.db")


def test_a_document_is_read_as_it_is_written() -> None:
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    assert decode(encode(document)) == document


def test_only_tabs_that_were_changed_are_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    other = document.sheets[0].copy()
    other.sheet_id, other.title = 7, "other"
    document.sheets.append(other)
    tabs: dict[int, codec.Written] = {}
    encode(document, tabs)
    tab = codec._beside
    monkeypatch.setattr(
        codec, "_beside", lambda one, shared: written.append(one.title) or tab(one, shared)
    )
    assert encode(document.copy(), tabs) == encode(document)
    written.clear()
    changed = document.copy()
    for value in (True, 1.0, "1", None):
        changed = changed.copy()
        changed.sheets[1].put(0, 0, Cell(value))
        text = encode(changed, tabs)
        assert {*written} == {"other"}
        assert decode(text) == changed
        assert text == encode(changed)
        written.clear()


def dressed_document() -> Document:
    """A tab of 40 rows whose four cells hold nothing and have one format."""
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    look = {"wrapStrategy": "WRAP"}
    for at in Box(0, 40, 0, 4).cells():
        document.sheets[0].put(*at, Cell(None, look))
    return document


def test_only_rows_that_were_changed_are_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    document, tabs = dressed_document(), dict[int, codec.Written]()
    encode(document, tabs)
    rows, runs = set[int](), codec._runs

    def observed(cells: Iterable[tuple[tuple[int, int], Cell]], shared: Any) -> dict[int, bytes]:
        there = list(cells)
        rows.update(row for (row, _), _ in there)
        return runs(there, shared)

    monkeypatch.setattr(codec, "_runs", observed)
    for row, cell in ((7, Cell("x")), (9, Cell(None, {"wrapStrategy": "CLIP"})), (7, Cell(1.0))):
        document = document.copy()
        document.sheets[0].put(row, 2, cell)
        text = encode(document, tabs)
        assert rows == {row}
        assert decode(text) == document
        rows.clear()
    for column in range(4):  # all of a row: there is nothing left that holds nothing
        document = document.copy()
        document.sheets[0].put(11, column, Cell("x"))
        assert decode(encode(document, tabs)) == document


def test_looks_that_are_in_use_no_more_do_not_pile_up() -> None:
    document, tabs = dressed_document(), dict[int, codec.Written]()
    size = len(encode(document, tabs))
    for number in range(400):
        document = document.copy()
        document.sheets[0].put(5, 1, Cell(None, {"textFormat": {"fontSize": number}}))
        text = encode(document, tabs)
        assert decode(text) == document
        assert len(text) < size + 5000


def test_of_a_tab_that_stays_the_same_only_the_newest_is_kept() -> None:
    document = fresh("id", "title", "a@b.c", "2026-01-01T00:00:00.000Z")
    tabs: dict[int, codec.Written] = {}
    text = encode(document, tabs)
    newest = document.copy()
    assert encode(newest, tabs) == text
    (kept,) = tabs.values()
    assert kept.sheet is newest.sheets[0]


class SavedMeanwhile(OrderedDict[str, Any]):
    """What is remembered of spreadsheets, to which another thread adds one whenever it can."""

    def __iter__(self) -> Iterator[str]:
        ids = super().__iter__()
        self[f"another {len(self)}"] = {}
        return ids


def test_another_spreadsheet_may_be_saved_while_an_old_one_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sheets_emulator.storage._MOST_KEPT", 1)
    with Storage(tmp_path / "sheets.db") as storage:
        storage._tabs = SavedMeanwhile()
        for number in range(3):
            storage.save(fresh(f"id {number}", "a title", "ana@local", "2026-01-01T00:00:00Z"))
        assert len(storage._tabs) == 1
