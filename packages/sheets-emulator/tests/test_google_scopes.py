"""What an app may do for somebody, by the scopes it was granted."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from google.auth.transport.requests import Request
from google.oauth2.credentials import Credentials
from google_kit import ANA, BEN, SHEET, signed_in
from googleapiclient.discovery import build
from googleapiclient.errors import HttpError
from gspread.exceptions import SpreadsheetNotFound
from server_kit import Account, Book, Json

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Quota
from sheets_emulator.scopes import (
    DRIVE,
    DRIVE_FILE,
    DRIVE_READONLY,
    EMAIL,
    SPREADSHEETS,
    SPREADSHEETS_READONLY,
)
from sheets_emulator.testing import gspread_client


@pytest.fixture(scope="module")
def host() -> Iterator[LocalServer]:
    with LocalServer(None, google=True, quota=Quota()) as running:
        yield running


@pytest.fixture
def through(host: LocalServer) -> Iterator[Callable[..., Account]]:
    """Somebody's requests through an app."""
    made: list[Account] = []

    def make(email: str, *scopes: str, app: str = "first") -> Account:
        made.append(signed_in(host, email, *scopes, app=app))
        return made[-1]

    yield make
    for one in made:
        one.session.close()


def made_by(asker: Account, title: str = "A book") -> Book:
    return Book(
        asker, asker.ok("POST", "/drive/v3/files", {"name": title, "mimeType": SHEET})["id"]
    )


def ways_in(book: Book) -> list[tuple[str, str, Json | None, dict[str, Any]]]:
    """Every way to reach a spreadsheet by its id."""
    file = f"/drive/v3/files/{book.id}"
    raw = {"valueInputOption": "RAW"}
    return [
        ("GET", book.path, None, {}),
        ("GET", book.values_path("A1"), None, {}),
        ("GET", f"{book.path}/values:batchGet", None, {"ranges": "A1"}),
        ("GET", f"{book.path}/developerMetadata/1", None, {}),
        ("POST", f"{book.path}/developerMetadata:search", {"dataFilters": []}, {}),
        ("PUT", book.values_path("A1"), {"values": [["x"]]}, raw),
        ("POST", f"{book.values_path('A1')}:append", {"values": [["x"]]}, raw),
        ("POST", f"{book.values_path('A1')}:clear", {}, {}),
        ("POST", f"{book.path}/values:batchUpdate", {"valueInputOption": "RAW", "data": []}, {}),
        ("POST", f"{book.path}/values:batchClear", {"ranges": ["A1"]}, {}),
        ("POST", f"{book.path}:batchUpdate", {"requests": [{"addSheet": {}}]}, {}),
        ("POST", f"{book.path}/sheets/0:copyTo", {"destinationSpreadsheetId": book.id}, {}),
        ("GET", file, None, {}),
        ("PATCH", file, {"name": "mine"}, {}),
        ("POST", f"{file}/copy", {}, {}),
        ("GET", f"{file}/export", None, {"mimeType": "text/csv"}),
        ("GET", f"{file}/comments", None, {}),
        ("GET", f"{file}/permissions", None, {}),
        ("POST", f"{file}/permissions", {"type": "anyone", "role": "writer"}, {}),
        ("GET", f"{file}/permissions/1", None, {}),
        ("PATCH", f"{file}/permissions/1", {"role": "writer"}, {}),
        ("DELETE", f"{file}/permissions/1", None, {}),
        ("PUT", f"/upload/drive/v2/files/{book.id}", {}, {}),
        ("DELETE", file, None, {}),
    ]  # fmt: skip


def files(asker: Account) -> list[str]:
    """The ids of all files that somebody's app has."""
    return [one["id"] for one in asker.ok("GET", "/drive/v3/files")["files"]]


def test_with_drive_file_an_app_has_only_the_files_that_it_made(
    through: Callable[..., Account],
) -> None:
    """Not even those of the same person that another app made, or they made by hand."""
    book = made_by(through(ANA, DRIVE_FILE))
    book.write("A1", [["secret"]])
    other = through(ANA, DRIVE_FILE, app="other")
    before, had = book.get(includeGridData=True), files(other)
    for method, path, body, params in ways_in(book):
        error = other.error(method, path, body, **params)
        assert error["code"] == 404, (method, path)
        if path.startswith("/v4/"):
            assert error["message"] == "Requested entity was not found."
            assert error["status"] == "NOT_FOUND"
        else:
            assert error["message"] == f"File not found: {book.id}."
        assert "secret" not in str(error)
    assert files(other) == had
    assert book.id not in had
    assert book.get(includeGridData=True) == before
    assert book.id in files(book.account)


def test_with_drive_file_an_app_has_no_file_that_it_made_for_somebody_else(
    through: Callable[..., Account],
) -> None:
    """Sharing a file lets the person in, and the app only with a scope that goes beyond it."""
    book = made_by(through(ANA, DRIVE_FILE))
    body = {"type": "user", "role": "writer", "emailAddress": BEN}
    book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", body)
    confined = through(BEN, DRIVE_FILE)
    for method, path, sent, params in ways_in(book):
        assert confined.error(method, path, sent, **params)["code"] == 404, (method, path)
    assert book.id not in files(confined)
    more = through(BEN, DRIVE_FILE, SPREADSHEETS)
    book.seen_by(more).write("A1", [["x"]])
    assert book.values("A1") == [["x"]]
    # It goes beyond at Sheets alone.
    assert more.error("GET", f"/drive/v3/files/{book.id}/permissions")["code"] == 404


def test_an_outsider_and_a_player_get_no_further_than_they_should(
    through: Callable[..., Account],
) -> None:
    """The player may write in their table and nothing else; the outsider may do nothing."""
    maker = through(ANA, DRIVE_FILE)
    table, rival = made_by(maker, "Ben's table"), made_by(maker, "the rival's table")
    for book in (table, rival):
        maker.ok("PATCH", f"/drive/v3/files/{book.id}", {"writersCanShare": False})
    player, outsider = through(BEN, SPREADSHEETS, DRIVE), through("eve@example.com", DRIVE)
    body = {"type": "user", "role": "writer", "emailAddress": BEN}
    maker.ok("POST", f"/drive/v3/files/{table.id}/permissions", body)
    for asker, book in ((outsider, table), (outsider, rival), (player, rival)):
        before = book.get()
        for method, path, sent, params in ways_in(book):
            error = asker.error(method, path, sent, **params)
            assert error["code"] == (403 if path.startswith("/v4/") else 404), (method, path)
        assert book.get() == before
    table.seen_by(player).write("A1", [["x"]])
    file = f"/drive/v3/files/{table.id}"
    everybody = {"type": "anyone", "role": "reader"}
    for method, path, sent in (
        ("POST", f"{file}/permissions", everybody),
        ("PATCH", file, {"writersCanShare": True}),
        ("PATCH", file, {"trashed": True}),
        ("DELETE", file, None),
    ):
        assert player.error(method, path, sent)["code"] == 403, (method, path, sent)
    grants = maker.ok("GET", f"{file}/permissions", fields="permissions(id,emailAddress,role)")
    of_owner = next(one["id"] for one in grants["permissions"] if one["role"] == "owner")
    assert player.error("DELETE", f"{file}/permissions/{of_owner}")["code"] == 403
    taking = {"role": "owner"}
    mine = next(one["id"] for one in grants["permissions"] if one["emailAddress"] == BEN)
    for query in ({}, {"transferOwnership": True}):
        assert player.error("PATCH", f"{file}/permissions/{mine}", taking, **query)["code"] == 403


def test_spreadsheets_opens_what_the_person_may_and_no_drive(
    through: Callable[..., Account],
) -> None:
    book = made_by(through(ANA, DRIVE_FILE))
    asker = through(ANA, SPREADSHEETS, app="other")
    book.seen_by(asker).write("A1", [["x"]])
    assert book.values("A1") == [["x"]]
    error = asker.error("GET", "/drive/v3/files")
    assert error == {
        "code": 403,
        "message": "Request had insufficient authentication scopes.",
        "errors": [
            {
                "message": "Insufficient Permission",
                "domain": "global",
                "reason": "insufficientPermissions",
            }
        ],
        "status": "PERMISSION_DENIED",
        "details": [
            {
                "@type": "type.googleapis.com/google.rpc.ErrorInfo",
                "reason": "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
                "domain": "googleapis.com",
                "metadata": {
                    "service": "drive.googleapis.com",
                    "method": "google.apps.drive.v3.DriveFiles.List",
                },
            }
        ],
    }


@pytest.mark.parametrize(
    ("scopes", "sheets", "drive"),
    [
        ((DRIVE,), "write", "write"),
        ((SPREADSHEETS,), "write", None),
        ((SPREADSHEETS_READONLY,), "read", None),
        ((DRIVE_READONLY,), "read", "read"),
        ((EMAIL,), None, None),
        ((SPREADSHEETS, DRIVE_READONLY), "write", "read"),
    ],
)
def test_each_scope_and_each_method(
    through: Callable[..., Account],
    scopes: tuple[str, ...],
    sheets: str | None,
    drive: str | None,
) -> None:
    whole = through(ANA, DRIVE)
    book = made_by(whole)
    asker = through(ANA, *scopes, app="other")
    reading = {
        ("GET", book.path),
        ("GET", book.values_path("A1")),
        ("GET", f"{book.path}/values:batchGet"),
    }
    for method, path, body, params in ways_in(book):
        is_sheets = path.startswith("/v4/")
        may = sheets if is_sheets else drive
        reads = (method, path) in reading if is_sheets else method == "GET"
        allowed = may == "write" or (may == "read" and reads)
        answer = asker.ask(method, path, body, **params)
        refused = answer.status_code == 403 and "insufficient authentication" in answer.text
        assert refused is not allowed, (method, path, answer.text)


def test_what_is_made_by_hand_is_no_app_s(
    host: LocalServer, through: Callable[..., Account]
) -> None:
    """A plain token stands for a person, not for an app: drive.file does not reach its files."""
    person = Account(host.base_url, "a plain token")
    with person.session:
        book = made_by(person)
        body = {"type": "user", "role": "writer", "emailAddress": ANA}
        person.ok("POST", f"/drive/v3/files/{book.id}/permissions", body)
    assert through(ANA, SPREADSHEETS).ok("GET", book.path)["spreadsheetId"] == book.id
    assert through(ANA, DRIVE_FILE).error("GET", book.path)["code"] == 404


def test_a_copy_and_a_copied_tab_stay_within_drive_file(through: Callable[..., Account]) -> None:
    maker, other = through(ANA, DRIVE_FILE), through(ANA, DRIVE_FILE, app="other")
    mine, theirs = made_by(maker), made_by(other)
    copy = maker.ok("POST", f"/drive/v3/files/{mine.id}/copy", {})
    assert maker.ok("GET", f"/v4/spreadsheets/{copy['id']}")["spreadsheetId"] == copy["id"]
    body = {"destinationSpreadsheetId": theirs.id}
    assert maker.error("POST", f"{mine.path}/sheets/0:copyTo", body)["code"] == 404


def test_google_api_python_client_reads_the_refusals(
    host: LocalServer, through: Callable[..., Account]
) -> None:
    def service(api: str, version: str, *scopes: str) -> Any:
        credentials = Credentials(host.sign_in(ANA, scopes))
        options = {"api_endpoint": host.base_url + ("/drive/v3/" if api == "drive" else "")}
        return build(
            api, version, credentials=credentials, client_options=options,
            static_discovery=True, cache_discovery=False,
        )  # fmt: skip

    with service("drive", "v3", DRIVE_FILE) as drive, service("sheets", "v4", DRIVE_FILE) as sheets:
        body = {"name": "x", "mimeType": SHEET, "appProperties": {"app": "tag"}}
        made = drive.files().create(body=body, fields="id").execute()
        asked = "appProperties has { key='app' and value='tag' } and trashed=false"
        found = drive.files().list(q=asked, fields="files(id)").execute()
        assert found == {"files": [made]}
        got = sheets.spreadsheets().get(spreadsheetId=made["id"], fields="spreadsheetId").execute()
        assert got == {"spreadsheetId": made["id"]}
    with service("drive", "v3", SPREADSHEETS) as drive, pytest.raises(HttpError) as refused:
        drive.files().list().execute()
    assert refused.value.resp.status == 403
    assert "insufficient authentication scopes" in str(refused.value)


def test_gspread_opens_no_foreign_file_with_drive_file(
    host: LocalServer, through: Callable[..., Account]
) -> None:
    book = made_by(through(ANA, DRIVE_FILE, app="other"))
    client = gspread_client(host.base_url, Credentials(host.sign_in(ANA)))
    with pytest.raises(SpreadsheetNotFound):
        client.open_by_key(book.id)
    client.http_client.session.close()


def test_tokens_outlive_the_server_and_are_not_in_its_file(tmp_path: Any) -> None:
    with LocalServer(tmp_path, google=True) as first:
        file = first.client_file()
        token = first.sign_in(ANA)
        refresh = first.accounts.new_refresh(ANA, file["installed"]["client_id"], (DRIVE_FILE,))
        port = first.port
        cookie = first.accounts.open_session(ANA)
        made = made_by(Account(first.base_url, token))
        made.account.session.close()
    kept = (tmp_path / "sheets.db").read_bytes()
    for secret in (token, refresh, cookie, file["installed"]["client_secret"]):
        assert secret.encode() not in kept
    with LocalServer(tmp_path, port, google=True) as again:
        asker = Account(again.base_url, token)
        with asker.session:
            assert made.seen_by(asker).get()["spreadsheetId"] == made.id
        # The folder's own client file came back with the server, and made that secret good again.
        kept_file = (tmp_path / "google-client.json").read_text()
        assert file["installed"]["client_secret"] not in kept_file
        assert again.accounts.signed_in(cookie) == ANA
        file = again.client_file()
        credentials = Credentials(
            None,
            refresh_token=refresh,
            token_uri=f"{again.base_url}/token",
            client_id=file["installed"]["client_id"],
            client_secret=file["installed"]["client_secret"],
        )
        credentials.refresh(Request())
        assert again.accounts.asker(credentials.token).account == ANA
