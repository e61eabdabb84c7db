"""Texts of values that Drive makes spreadsheets of, by every way programs have of sending them."""

import io
from collections.abc import Iterator
from typing import Any

import gspread
import pytest
import requests
from google.oauth2.credentials import Credentials
from googleapiclient.discovery import Resource, build
from googleapiclient.http import MediaIoBaseUpload
from server_kit import Account, Book, Json, box

from sheets_emulator.app import LocalServer

SHEET = "application/vnd.google-apps.spreadsheet"


def upload(
    book: Book, content: bytes, kind: str = "text/csv", version: str = "v3", **params: str
) -> requests.Response:
    return book.account.session.request(
        "PUT" if version == "v2" else "PATCH",
        f"{book.account.base_url}/upload/drive/{version}/files/{book.id}",
        data=content,
        params={"uploadType": "media", **params},
        headers={"Content-Type": kind},
        timeout=10,
    )


@pytest.mark.parametrize("version", ["v2", "v3"])
def test_a_csv_replaces_everything(book: Book, version: str) -> None:
    """As Google was recorded to do: one new tab, titled as the file is, of the usual size."""
    book.batch(
        {"addSheet": {"properties": {"title": "Other"}}},
        {"addNamedRange": {"namedRange": {"name": "here", "range": box(0, 1, 0, 1)}}},
    )
    book.write("Sheet1!C3", [["gone"]])
    answer = upload(book, b'a,1\r\n"x,\ny",\n=1+1,2020-01-01', version=version)
    assert answer.json()["id"] == book.id
    (sheet,) = book.get()["sheets"]
    assert sheet["properties"].pop("sheetId") != 0
    assert sheet["properties"] == {
        "title": "A book",
        "index": 0,
        "sheetType": "GRID",
        "gridProperties": {"rowCount": 1000, "columnCount": 26},
    }
    assert "namedRanges" not in book.get()
    assert book.values("A1:B3") == [["a", "1"], ["x,\ny"], ["2", "2020-01-01"]]


def test_it_has_room_for_all(book: Book) -> None:
    assert upload(book, b"\n".join([b",".join([b"1"] * 30)] * 1200)).ok
    grid = book.sheet()["properties"]["gridProperties"]
    assert grid == {"rowCount": 1200, "columnCount": 30}


def test_text_between_tabs(book: Book) -> None:
    assert upload(book, b"a,b\tc", "text/tab-separated-values; charset=utf-8").ok
    assert book.values("A1:B1") == [["a,b", "c"]]


@pytest.mark.parametrize(
    ("content", "kind", "code"),
    [(b"\xff\xfe", "text/csv", 400), (b"PK", "application/zip", 501), (b"a", "", 501)],
)
def test_what_no_spreadsheet_can_be_made_of(
    book: Book, content: bytes, kind: str, code: int
) -> None:
    book.write("A1", [["stays"]])
    assert upload(book, content, kind).json()["error"]["code"] == code
    assert book.values("A1") == [["stays"]]


@pytest.mark.parametrize(("params", "code"), [({"uploadType": "resumable"}, 501)])
def test_ways_that_are_not_there(book: Book, params: dict[str, str], code: int) -> None:
    assert upload(book, b"a", **params).json()["error"]["code"] == code
    path = f"/upload/drive/v2/files/{book.id}"
    assert book.account.error("POST", path)["code"] == 404


@pytest.mark.parametrize("content", [b"", b"--b\r\n\r\n{}\r\n--b--", b"--b\n\n[\n--b\n\na\n--b--"])
def test_a_multipart_upload_that_is_none(book: Book, content: bytes) -> None:
    answer = upload(book, content, "multipart/related; boundary=b", uploadType="multipart")
    assert answer.json()["error"]["code"] == 400


def test_who_may_only_read_uploads_nothing(book: Book, account: Any) -> None:
    reader: Account = account("a reader")
    book.account.ok(
        "POST", f"/drive/v3/files/{book.id}/permissions", {"type": "anyone", "role": "reader"}
    )
    assert upload(book.seen_by(reader), b"a").json()["error"]["code"] == 403
    assert book.values("A1") == []


def test_gspread_imports_a_csv(gc: gspread.Client, sh: gspread.Spreadsheet) -> None:
    sh.add_worksheet("Other", 5, 5)
    gc.import_csv(sh.id, "name,points\nAna,3\nBen,4")
    again = gc.open_by_key(sh.id)
    assert [one.title for one in again.worksheets()] == [sh.title]
    assert again.sheet1.get_all_records() == [
        {"name": "Ana", "points": 3},
        {"name": "Ben", "points": 4},
    ]


@pytest.fixture
def drive(server: LocalServer, token: str) -> Iterator[Resource]:
    """google-api-python-client, with nothing changed but where it goes."""
    where = {"api_endpoint": f"{server.base_url}/drive/v3/"}
    with build("drive", "v3", credentials=Credentials(token), client_options=where) as service:
        service._resourceDesc["rootUrl"] = f"{server.base_url}/"
        yield service


def media(text: str, kind: str = "text/csv") -> MediaIoBaseUpload:
    return MediaIoBaseUpload(io.BytesIO(text.encode()), kind)


def test_a_csv_becomes_a_new_spreadsheet(drive: Any, gc: gspread.Client) -> None:
    body: Json = {"name": "Scores", "mimeType": SHEET, "description": "of both"}
    files = drive.files()
    made = files.create(body=body, media_body=media("Ana,3\nBen,4"), fields="id").execute()
    book = gc.open_by_key(made["id"])
    assert (book.title, book.sheet1.title) == ("Scores", "Scores")
    assert book.sheet1.get_all_values() == [["Ana", "3"], ["Ben", "4"]]
    renamed = {"name": "Points"}
    files.update(fileId=made["id"], body=renamed, media_body=media("Cleo,5")).execute()
    book = gc.open_by_key(made["id"])
    assert (book.title, book.sheet1.get_all_values()) == ("Points", [["Cleo", "5"]])
    assert files.get(fileId=made["id"], fields="description").execute() == {
        "description": "of both"
    }
