"""Folders in Drive, its root, and what it tells of itself and of who asks."""

from collections.abc import Callable, Iterator
from typing import Any

import gspread
import pytest
import requests
from server_kit import Account, Book, Json

from sheets_emulator.app import LocalServer
from sheets_emulator.redirect import redirect_everything
from sheets_emulator.scopes import DRIVE, DRIVE_FILE, EMAIL

SHEET = "application/vnd.google-apps.spreadsheet"
FOLDER = "application/vnd.google-apps.folder"
FILES = "/drive/v3/files"


def make(owner: Account, name: str, kind: str = FOLDER, **more: Any) -> str:
    file_id: str = owner.ok("POST", FILES, {"name": name, "mimeType": kind} | more)["id"]
    return file_id


def names(owner: Account, query: str, **more: Any) -> list[str]:
    found = owner.ok("GET", FILES, q=query, orderBy="name", **more)["files"]
    return [one["name"] for one in found]


def parents(owner: Account, file_id: str) -> list[str]:
    found: list[str] = owner.ok("GET", f"{FILES}/{file_id}", fields="parents").get("parents", [])
    return found


@pytest.fixture
def other(account: Callable[[str], Account], token: str) -> Account:
    return account(f"other {token}")


def address(account: Account) -> str:
    found: str = account.ok("GET", "/drive/v3/about", fields="user")["user"]["emailAddress"]
    return found


def share(owner: Account, file_id: str, other: Account, role: str = "writer") -> str:
    body = {"type": "user", "role": role, "emailAddress": address(other)}
    grant_id: str = owner.ok("POST", f"{FILES}/{file_id}/permissions", body)["id"]
    return grant_id


def test_the_root_is_a_folder(owner: Account) -> None:
    root = owner.ok("GET", f"{FILES}/root")
    assert root == {
        "kind": "drive#file", "id": root["id"], "name": "My Drive", "mimeType": FOLDER,
    }  # fmt: skip
    assert owner.ok("GET", f"{FILES}/root", fields="id,name") == {
        "id": root["id"], "name": "My Drive",
    }  # fmt: skip
    assert owner.ok("GET", f"{FILES}/{root['id']}") == root
    assert parents(owner, "root") == []
    made = make(owner, "a")
    assert parents(owner, made) == [root["id"]]
    for file_id in ("root", root["id"]):
        assert names(owner, f"'{file_id}' in parents") == ["a"]
        assert owner.error("DELETE", f"{FILES}/{file_id}")["code"] == 403
        assert owner.error("PATCH", f"{FILES}/{file_id}", {"name": "x"})["code"] == 403


def test_a_folder_holds_files_and_folders(owner: Account) -> None:
    outer = make(owner, "outer")
    inner = make(owner, "inner", parents=[outer])
    sheet = make(owner, "sheet", SHEET, parents=[inner])
    assert parents(owner, sheet) == [inner]
    assert names(owner, f"'{outer}' in parents") == ["inner"]
    assert names(owner, f'parents in "{inner}"') == ["sheet"]
    assert names(owner, "'root' in parents") == ["outer"]
    assert names(owner, f"mimeType = '{FOLDER}'") == ["inner", "outer"]
    listed = owner.ok("GET", FILES, orderBy="folder,name desc")["files"]
    assert [one["name"] for one in listed] == ["outer", "inner", "sheet"]
    assert owner.error("GET", f"/v4/spreadsheets/{outer}")["code"] == 400
    copying = f"/v4/spreadsheets/{sheet}/sheets/0:copyTo"
    assert owner.error("POST", copying, {"destinationSpreadsheetId": outer})["code"] == 400
    assert owner.error("POST", f"{FILES}/{outer}/copy", {})["errors"][0]["reason"] == (
        "cannotCopyFile"
    )
    assert owner.error("GET", f"{FILES}/{outer}/export", mimeType="text/csv")["code"] == 403
    assert owner.ask("GET", f"/s/x/{outer}").status_code == 404


def test_a_copy_lies_beside_its_original_or_where_it_is_told(owner: Account) -> None:
    one, two = make(owner, "one"), make(owner, "two")
    sheet = make(owner, "sheet", SHEET, parents=[one])
    beside = owner.ok("POST", f"{FILES}/{sheet}/copy", {})["id"]
    there = owner.ok("POST", f"{FILES}/{sheet}/copy", {"parents": [two]})["id"]
    assert (parents(owner, beside), parents(owner, there)) == ([one], [two])


def test_a_file_is_moved(owner: Account) -> None:
    one, two = make(owner, "one"), make(owner, "two")
    sheet = make(owner, "sheet", SHEET)
    (root,) = parents(owner, sheet)
    path = f"{FILES}/{sheet}"
    moved = owner.ok("PATCH", path, {}, addParents=one, removeParents=root, fields="id,parents")
    assert moved == {"id": sheet, "parents": [one]}
    error = owner.error("PATCH", path, {}, addParents=two)
    assert (error["code"], error["errors"][0]["reason"]) == (403, "cannotAddParent")
    owner.ok("PATCH", path, {}, addParents=two, removeParents=one)
    assert parents(owner, sheet) == [two]
    owner.ok("PATCH", path, {}, removeParents=two)
    assert parents(owner, sheet) == [root]
    owner.ok("PATCH", path, {}, addParents=two, removeParents="root")
    owner.ok("PATCH", path, {}, addParents="root", removeParents=two)
    assert parents(owner, sheet) == [root]


@pytest.mark.parametrize(
    ("given", "code", "reason"),
    [
        ({"addParents": "nothing", "removeParents": "root"}, 404, "notFound"),
        ({"addParents": "SHEET", "removeParents": "root"}, 403, "parentNotAFolder"),
        ({"addParents": "INNER", "removeParents": "root"}, 403, "cyclicMembershipsNotAllowed"),
        ({"addParents": "OUTER", "removeParents": "root"}, 403, "cyclicMembershipsNotAllowed"),
        ({"addParents": "INNER,SHEET"}, 403, "cannotAddParent"),
    ],
)
def test_where_a_folder_cannot_be_put(owner: Account, given: Json, code: int, reason: str) -> None:
    outer = make(owner, "outer")
    inner = make(owner, "inner", parents=[outer])
    sheet = make(owner, "sheet", SHEET)
    query = {
        name: value.replace("SHEET", sheet).replace("INNER", inner).replace("OUTER", outer)
        for name, value in given.items()
    }
    error = owner.error("PATCH", f"{FILES}/{outer}", {}, **query)
    assert (error["code"], error["errors"][0]["reason"]) == (code, reason)
    error = owner.error("PATCH", f"{FILES}/{outer}", {"parents": [inner]})
    assert error["errors"][0]["reason"] == "fieldNotWritable"


def test_a_folder_takes_what_is_in_it_into_the_trash_and_with_it(owner: Account) -> None:
    outer = make(owner, "outer")
    inner = make(owner, "inner", parents=[outer])
    sheet = make(owner, "sheet", SHEET, parents=[inner])
    make(owner, "beside")
    owner.ok("PATCH", f"{FILES}/{outer}", {"trashed": True})
    assert names(owner, "trashed = false") == ["beside"]
    assert names(owner, "trashed = true") == ["inner", "outer", "sheet"]
    assert owner.ok("GET", f"{FILES}/{sheet}", fields="trashed") == {"trashed": True}
    owner.ok("PATCH", f"{FILES}/{outer}", {"trashed": False})
    assert owner.ok("GET", f"{FILES}/{sheet}", fields="trashed") == {"trashed": False}
    assert owner.ask("DELETE", f"{FILES}/{outer}").status_code == 204
    assert names(owner, "") == ["beside"]
    assert owner.error("GET", f"/v4/spreadsheets/{sheet}")["code"] == 404


def test_what_others_put_into_a_deleted_folder_is_left_to_them(
    owner: Account, other: Account
) -> None:
    folder = make(owner, "folder")
    share(owner, folder, other)
    theirs = make(other, "theirs", SHEET, parents=[folder])
    assert Book(owner, theirs).write("A1", [["x"]])
    owner.ask("DELETE", f"{FILES}/{folder}")
    assert Book(other, theirs).values("A1") == [["x"]]
    assert parents(other, theirs) == [other.ok("GET", f"{FILES}/root")["id"]]


def test_a_folder_is_shared_with_all_that_is_in_it(owner: Account, other: Account) -> None:
    folder = make(owner, "folder")
    inner = make(owner, "inner", parents=[folder])
    book = Book(owner, make(owner, "sheet", SHEET, parents=[inner]))
    theirs = book.seen_by(other)
    assert other.error("GET", book.path)["code"] == 403
    grant_id = share(owner, folder, other, "reader")
    assert theirs.values("A1") == []
    assert parents(other, book.id) == [inner]
    assert other.error("POST", FILES, {"mimeType": FOLDER, "parents": [folder]})["errors"][0][
        "reason"
    ] == ("insufficientParentPermissions")
    owner.ok("PATCH", f"{FILES}/{folder}/permissions/{grant_id}", {"role": "writer"})
    theirs.write("A1", [["x"]])
    later = make(owner, "later", SHEET, parents=[inner])
    assert Book(other, later).values("A1") == []
    owner.ask("DELETE", f"{FILES}/{folder}/permissions/{grant_id}")
    assert other.error("GET", book.path)["code"] == 403
    assert other.error("GET", f"{FILES}/{inner}")["code"] == 404
    assert book.values("A1") == [["x"]]


def test_a_shared_file_is_in_no_folder_of_ones_own(owner: Account, other: Account) -> None:
    folder = make(owner, "folder")
    sheet = make(owner, "sheet", SHEET, parents=[folder])
    share(owner, sheet, other)
    assert parents(other, sheet) == []
    assert names(other, "'root' in parents") == []
    assert names(other, f"'{folder}' in parents") == []


def test_folders_are_kept_on_disk(tmp_path: Any) -> None:
    with LocalServer(tmp_path) as server:
        owner = Account(server.base_url, "owner")
        folder = make(owner, "folder")
        make(owner, "sheet", SHEET, parents=[folder])
        before = owner.ok("GET", FILES, fields="*")
        owner.session.close()
    with LocalServer(tmp_path) as server:
        again = Account(server.base_url, "owner")
        assert again.ok("GET", FILES, fields="*") == before
        assert names(again, f"'{folder}' in parents") == ["sheet"]
        again.session.close()


def test_gspread_works_in_folders(gc: gspread.Client, owner: Account) -> None:
    folder, other = make(owner, "folder"), make(owner, "other")
    gc.create("same")
    inside = gc.create("same", folder_id=folder)
    assert gc.open("same", folder_id=folder).id == inside.id
    assert [one["id"] for one in gc.list_spreadsheet_files(folder_id=folder)] == [inside.id]
    assert len(gc.openall("same")) == 2
    copy = gc.copy(inside.id, title="copy", folder_id=other)
    assert parents(owner, copy.id) == [other]
    with pytest.raises(gspread.exceptions.SpreadsheetNotFound):
        gc.open("copy", folder_id=folder)
    gc.del_spreadsheet(inside.id)
    assert names(owner, f"'{folder}' in parents") == []


def test_drive_tells_of_its_formats_and_its_room(owner: Account) -> None:
    found = owner.ok("GET", "/drive/v3/about", fields="*")
    assert "text/csv" in found["exportFormats"][SHEET]
    assert found["importFormats"]["text/csv"] == [SHEET]
    before = int(found["storageQuota"]["usage"])
    Book(owner, make(owner, "sheet", SHEET)).write("A1", [["x" * 1000]])
    quota = owner.ok("GET", "/drive/v3/about", fields="storageQuota")["storageQuota"]
    assert before + 1000 < int(quota["usage"]) == int(quota["usageInDrive"]) < int(quota["limit"])
    wanted = {"fields": "exportFormats"}
    assert set(owner.ok("GET", "/drive/v3/about", **wanted)) == {"exportFormats"}


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("https://www.googleapis.com/userinfo/v2/me", "id"),
        ("https://www.googleapis.com/oauth2/v2/userinfo", "id"),
        ("https://www.googleapis.com/oauth2/v3/userinfo", "sub"),
        ("https://openidconnect.googleapis.com/v1/userinfo", "sub"),
    ],
)
def test_who_asks_is_told(server: LocalServer, owner: Account, url: str, key: str) -> None:
    with redirect_everything(server.base_url):
        found = owner.session.get(url, timeout=10).json()
        assert requests.get(url, timeout=10).status_code == 401
    assert found["email"] == address(owner)
    assert found[key].isdigit()


@pytest.fixture(scope="module")
def host() -> Iterator[LocalServer]:
    with LocalServer(None, google=True) as running:
        yield running


@pytest.mark.parametrize(
    ("scopes", "code", "email"),
    [((DRIVE, EMAIL), 200, "ana@example.com"), (("openid",), 200, None), ((DRIVE,), 401, None)],
)
def test_who_asks_is_told_as_far_as_the_scopes_let(
    host: LocalServer, scopes: tuple[str, ...], code: int, email: str | None
) -> None:
    account = Account(host.base_url, host.sign_in("ana@example.com", scopes, "app"))
    with account.session:
        answer = account.ask("GET", "/userinfo/v2/me")
    assert answer.status_code == code
    assert answer.json().get("email") == email


def test_an_app_sees_its_own_folders_alone(host: LocalServer) -> None:
    own, whole = (
        Account(host.base_url, host.sign_in("ben@example.com", (scope,), app))
        for scope, app in ((DRIVE_FILE, "one"), (DRIVE, "two"))
    )
    with own.session, whole.session:
        folder = make(whole, "folder")
        error = own.error("POST", FILES, {"mimeType": SHEET, "parents": [folder]})
        assert (error["code"], error["message"]) == (404, f"File not found: {folder}.")
        mine = make(own, "mine")
        make(own, "sheet", SHEET, parents=[mine])
        assert names(own, f"'{mine}' in parents") == ["sheet"]
