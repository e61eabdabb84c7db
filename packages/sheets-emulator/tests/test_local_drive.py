"""The Drive calls that gspread makes."""

import time

import pytest
from server_kit import Account, Book

SHEET = "application/vnd.google-apps.spreadsheet"


def test_a_file_is_made_found_renamed_and_deleted(owner: Account) -> None:
    made = owner.ok("POST", "/drive/v3/files", {"name": 'Ana\'s "sheet"', "mimeType": SHEET})
    assert made == {"kind": "drive#file", "id": made["id"], "name": "Ana's \"sheet\"",
                    "mimeType": SHEET}  # fmt: skip
    path = f"/drive/v3/files/{made['id']}"
    assert owner.ok("PATCH", path, {"name": "Renamed"})["name"] == "Renamed"
    assert Book(owner, made["id"]).get()["properties"]["title"] == "Renamed"
    answer = owner.ask("DELETE", path)
    assert (answer.status_code, answer.content) == (204, b"")
    assert owner.error("GET", path)["code"] == 404
    assert owner.error("GET", f"/v4/spreadsheets/{made['id']}")["code"] == 404


def test_version_and_time_tell_of_changes(book: Book) -> None:
    path = f"/drive/v3/files/{book.id}"
    before = book.account.ok("GET", path, fields="version,modifiedTime,createdTime")
    time.sleep(0.002)  # times are told in milliseconds
    book.write("A1", [["x"]])
    after = book.account.ok("GET", path, fields="version,modifiedTime,createdTime")
    assert int(after["version"]) == int(before["version"]) + 1
    assert after["modifiedTime"] > before["modifiedTime"] == after["createdTime"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", ["one", "two"]),
        (f'mimeType="{SHEET}"', ["one", "two"]),
        (f"mimeType='{SHEET}' and name = 'one'", ["one"]),
        ('name="one" or name="two"', ["one", "two"]),
        ("not name = 'one'", ["two"]),
        ("name contains 'tw' and trashed = false", ["two"]),
        ("(name = 'one' or name = 'x') and 'me' in owners", ["one"]),
        ("'root' in parents", ["one", "two"]),
        ('parents in "folder"', []),
        ("trashed = true", []),
        ("mimeType = 'text/plain'", []),
    ],
)
def test_files_are_found_by_a_query(owner: Account, query: str, found: list[str]) -> None:
    for name in ("one", "two"):
        owner.ok("POST", "/drive/v3/files", {"name": name, "mimeType": SHEET})
    listed = owner.ok("GET", "/drive/v3/files", q=query, orderBy="name", supportsAllDrives="True")
    assert [one["name"] for one in listed["files"]] == found


@pytest.mark.parametrize("query", ["name", "name =", "colour = 'x'", "name = 'x", "(name = 'x'"])
def test_a_query_that_cannot_be_read(owner: Account, query: str) -> None:
    owner.ok("POST", "/drive/v3/files", {"name": "one", "mimeType": SHEET})
    assert owner.error("GET", "/drive/v3/files", q=query)["message"] == "Invalid Value"


def test_long_lists_come_in_pages(owner: Account) -> None:
    for number in range(5):
        owner.ok("POST", "/drive/v3/files", {"name": str(number), "mimeType": SHEET})
    names: list[str] = []
    token = ""
    while True:
        params = {"pageSize": 2, "orderBy": "name"} | ({"pageToken": token} if token else {})
        page = owner.ok("GET", "/drive/v3/files", **params)
        names += [one["name"] for one in page["files"]]
        token = page.get("nextPageToken", "")
        if not token:
            break
    assert names == ["0", "1", "2", "3", "4"]


def test_a_table_is_exported_as_text(book: Book) -> None:
    book.write("A1:B2", [["a,b", "c"], ["d"]])
    path = f"/drive/v3/files/{book.id}/export"
    assert book.account.ask("GET", path, mimeType="text/csv").content == b'"a,b",c\r\nd,'
    tabs = book.account.ask("GET", path, mimeType="text/tab-separated-values").content
    assert tabs == b"a,b\tc\r\nd\t"
    assert book.account.error("GET", path, mimeType="application/pdf")["code"] == 501


def test_permissions_that_cannot_be(book: Book) -> None:
    path = f"/drive/v3/files/{book.id}/permissions"
    for body in (
        {"role": "reader"},
        {"type": "user", "role": "king", "emailAddress": "a@b.c"},
        {"type": "user", "role": "reader", "emailAddress": "nobody"},
    ):
        assert book.account.error("POST", path, body)["code"] == 400
    owner = {"type": "user", "role": "owner", "emailAddress": "a@b.c"}
    assert book.account.error("POST", path, owner)["code"] == 403
    assert book.account.error("DELETE", f"{path}/17")["code"] == 404


def test_an_account_can_ask_who_it_is(owner: Account) -> None:
    found = owner.ok("GET", "/drive/v3/about", fields="user(emailAddress)")
    assert found["user"]["emailAddress"].endswith("@sheets-emulator.local")
