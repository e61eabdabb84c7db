"""Who may do what: tokens, roles, sharing, protected ranges."""

from collections.abc import Callable

import pytest
from server_kit import Account, Book, Json, box, lines

from sheets_emulator.access import account_email
from sheets_emulator.app import LocalServer

PROTECTED = (
    "You are trying to edit a protected cell or object. Please contact the spreadsheet owner to "
    "remove protection if you need to edit."
)


@pytest.fixture
def shared(book: Book, account: Callable[[str], Account], token: str) -> Callable[[str], Book]:
    """The book as somebody sees it who was given a role in it."""

    def as_role(role: str, name: str = "") -> Book:
        other = f"{token}-{role}{name}"
        body = {"type": "user", "role": role, "emailAddress": account_email(other)}
        book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", body)
        return book.seen_by(account(other))

    return as_role


def address(book: Book) -> str:
    token = str(book.account.session.headers["Authorization"]).removeprefix("Bearer ")
    return account_email(token)


def protect(area: Json, *editors: Book, **more: object) -> Json:
    users = [address(one) for one in editors]
    protected = {"range": area, "editors": {"users": users}, **more}
    return {"addProtectedRange": {"protectedRange": protected}}


def cell(row: int, column: int, text: str = "x") -> Json:
    return {
        "updateCells": {
            "start": {"sheetId": 0, "rowIndex": row, "columnIndex": column},
            "rows": [{"values": [{"userEnteredValue": {"stringValue": text}}]}],
            "fields": "userEnteredValue",
        }
    }


def test_without_a_token_nobody_is_let_in(book: Book, account: Callable[..., Account]) -> None:
    error = account(None).error("GET", book.path)
    assert (error["code"], error["status"]) == (401, "UNAUTHENTICATED")
    assert account(None).ask("GET", "/drive/v3/files").status_code == 401


def test_an_unknown_token_owns_nothing_and_may_create(
    book: Book, account: Callable[[str], Account], token: str
) -> None:
    stranger = account(token + "-new")
    assert stranger.ok("GET", "/drive/v3/files")["files"] == []
    made = stranger.ok("POST", "/v4/spreadsheets", {})
    assert [one["id"] for one in stranger.ok("GET", "/drive/v3/files")["files"]] == [
        made["spreadsheetId"]
    ]


def test_what_belongs_to_others_is_forbidden_and_what_is_not_there_is_missing(
    book: Book, account: Callable[[str], Account]
) -> None:
    stranger = account("stranger")
    error = stranger.error("GET", book.path)
    assert (error["code"], error["status"]) == (403, "PERMISSION_DENIED")
    assert error["message"] == "The caller does not have permission"
    assert stranger.error("PUT", book.values_path("A1"), {}, valueInputOption="RAW")["code"] == 403
    missing = stranger.error("GET", "/v4/spreadsheets/nothing")
    assert (missing["code"], missing["status"]) == (404, "NOT_FOUND")
    assert missing["message"] == "Requested entity was not found."
    gone = stranger.error("GET", f"/drive/v3/files/{book.id}")
    assert gone["code"] == 404
    assert gone["message"] == f"File not found: {book.id}."
    assert gone["errors"][0]["reason"] == "notFound"


@pytest.mark.parametrize("role", ["reader", "commenter"])
def test_who_may_only_look_cannot_write(shared: Callable[[str], Book], role: str) -> None:
    seen = shared(role)
    assert seen.read("A1")["range"] == "Sheet1!A1"
    for error in (
        seen.refuse(cell(0, 0)),
        seen.account.error("PUT", seen.values_path("A1"), {"values": [["x"]]},
                           valueInputOption="RAW"),
        seen.account.error("POST", f"{seen.values_path('A1')}:clear"),
        seen.account.error("PATCH", f"/drive/v3/files/{seen.id}", {"name": "mine"}),
        seen.account.error("POST", f"/drive/v3/files/{seen.id}/permissions",
                           {"type": "anyone", "role": "reader"}),
    ):  # fmt: skip
        assert error["code"] == 403


def test_a_writer_may_write_and_share_but_not_delete(shared: Callable[[str], Book]) -> None:
    seen = shared("writer")
    seen.batch(cell(0, 0))
    assert seen.account.error("DELETE", f"/drive/v3/files/{seen.id}")["code"] == 403
    body = {"type": "user", "role": "reader", "emailAddress": "a@b.c"}
    seen.account.ok("POST", f"/drive/v3/files/{seen.id}/permissions", body)


def test_the_owner_may_keep_writers_from_sharing(book: Book, shared: Callable[[str], Book]) -> None:
    seen = shared("writer")
    book.account.ok("PATCH", f"/drive/v3/files/{book.id}", {"writersCanShare": False})
    body = {"type": "user", "role": "reader", "emailAddress": "a@b.c"}
    error = seen.account.error("POST", f"/drive/v3/files/{seen.id}/permissions", body)
    assert error["message"] == "The user does not have sufficient permissions for this file."


def test_what_is_shared_with_all_may_be_read_by_all(
    book: Book, account: Callable[[str], Account]
) -> None:
    everybody = {"type": "anyone", "role": "reader", "withLink": True}
    book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", everybody)
    seen = book.seen_by(account("somebody"))
    assert seen.read("A1")["range"] == "Sheet1!A1"
    assert seen.refuse(cell(0, 0))["code"] == 403
    assert seen.account.ok("GET", "/drive/v3/files")["files"] == []


def test_a_role_taken_back_is_gone(book: Book, shared: Callable[[str], Book]) -> None:
    seen = shared("writer")
    listed = book.account.ok("GET", f"/drive/v3/files/{book.id}/permissions", fields="*")
    grant = next(one for one in listed["permissions"] if one["emailAddress"] == address(seen))
    book.account.ok("DELETE", f"/drive/v3/files/{book.id}/permissions/{grant['id']}")
    assert seen.account.error("GET", seen.path)["code"] == 403


def test_a_protected_range_lets_its_editors_and_the_owner_through(
    book: Book, shared: Callable[..., Book]
) -> None:
    editor, other = shared("writer", "1"), shared("writer", "2")
    book.batch(protect(box(0, 2, 0, 2), editor))
    for one in (book, editor):
        one.batch(cell(0, 0))
        one.write("A1:B2", [["x"]])
    refused = other.refuse(cell(3, 3), cell(1, 1))
    assert (refused["code"], refused["status"]) == (400, "INVALID_ARGUMENT")
    assert refused["message"] == f"Invalid requests[1].updateCells: {PROTECTED}"
    body = {"valueInputOption": "RAW", "data": [{"range": "B2", "values": [["x"]]}]}
    error = other.account.error("POST", f"{other.path}/values:batchUpdate", body)
    assert error["message"] == f"Invalid data[0]: {PROTECTED}"
    for method, path in (
        ("PUT", other.values_path("A1")),
        ("POST", f"{other.values_path('A1')}:append"),
    ):
        error = other.account.error(method, path, {"values": [["y"]]}, valueInputOption="RAW")
        assert error["message"] == PROTECTED
    assert other.account.error("POST", f"{other.values_path('A:A')}:clear")["message"] == PROTECTED
    other.batch(cell(2, 2))


def test_a_protected_tab_is_closed_but_for_its_gaps(
    book: Book, shared: Callable[..., Book]
) -> None:
    player = shared("writer")
    gaps = [box(4, 44, 1, 2), box(0, 1, 5, 6)]
    book.batch(protect({"sheetId": 0}, unprotectedRanges=gaps))
    player.batch(cell(4, 1), cell(43, 1), cell(0, 5))
    row = {"insertDimension": {"range": lines("ROWS", 50, 51)}}
    name = {"namedRange": {"name": "mine", "range": box(4, 5, 1, 2)}}
    for refused in (
        cell(3, 1),
        cell(44, 1),
        cell(4, 2),
        row,
        {"deleteDimension": {"range": lines("ROWS", 50, 51)}},
        {"appendDimension": {"dimension": "ROWS", "length": 1}},
        {"updateSheetProperties": {"properties": {"title": "x"}, "fields": "title"}},
        {"deleteSheet": {"sheetId": 0}},
        {"mergeCells": {"range": box(4, 5, 1, 3)}},
        {"setDataValidation": {"range": box(3, 5, 1, 2)}},
        {"repeatCell": {"range": box(3, 6, 1, 2), "cell": {}, "fields": "*"}},
        {"sortRange": {"range": box(0, 9, 0, 3), "sortSpecs": [{"dimensionIndex": 1}]}},
        {"cutPaste": {"source": box(0, 1, 0, 1), "destination": {"rowIndex": 4, "columnIndex": 1}}},
        {"copyPaste": {"source": box(4, 5, 1, 2), "destination": box(9, 10, 3, 4)}},
        {"clearBasicFilter": {"sheetId": 0}},
        {"findReplace": {"find": "x", "replacement": "y", "range": box(0, 9, 0, 9)}},
    ):
        book.write("A1:C4", [["x"] * 3] * 4)
        error = player.refuse(refused)
        assert error["message"].endswith(PROTECTED), refused
    player.batch({"addSheet": {"properties": {"title": "notes"}}})
    player.batch({"addNamedRange": name})


def test_a_name_may_be_changed_only_by_who_may_change_its_cells(
    book: Book, shared: Callable[..., Book]
) -> None:
    player = shared("writer")
    named = {"name": "headline", "namedRangeId": "h", "range": box(0, 1, 0, 1)}
    book.batch({"addNamedRange": {"namedRange": named}}, protect({"sheetId": 0}))
    error = player.refuse({"deleteNamedRange": {"namedRangeId": "h"}})
    assert error["message"].endswith(PROTECTED)


def test_where_names_are_free_any_editor_may_change_them(
    book: Book,
    shared: Callable[..., Book],
    server: LocalServer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server.service, "free_names", True)
    player = shared("writer")
    named = {"name": "headline", "namedRangeId": "h", "range": box(0, 1, 0, 1)}
    book.batch({"addNamedRange": {"namedRange": named}}, protect({"sheetId": 0}))
    moved = {**named, "range": box(4, 9, 1, 3)}
    player.batch({"updateNamedRange": {"namedRange": moved, "fields": "range"}})
    player.batch({"deleteNamedRange": {"namedRangeId": "h"}})
    assert player.refuse(cell(0, 0))["message"].endswith(PROTECTED)


def test_only_its_editors_may_lift_a_protection(book: Book, shared: Callable[..., Book]) -> None:
    editor, other = shared("writer", "1"), shared("writer", "2")
    replies = book.batch(protect({"sheetId": 0}, editor, protectedRangeId=5))
    assert replies[0]["addProtectedRange"]["protectedRange"]["editors"] == {
        "users": [address(editor)]
    }
    weaker = {
        "updateProtectedRange": {
            "protectedRange": {"protectedRangeId": 5, "warningOnly": True},
            "fields": "warningOnly",
        }
    }
    for refused in ({"deleteProtectedRange": {"protectedRangeId": 5}}, weaker):
        assert other.refuse(refused)["message"].endswith(PROTECTED)
    described = {
        "updateProtectedRange": {
            "protectedRange": {"protectedRangeId": 5, "description": "the board"},
            "fields": "description",
        }
    }
    editor.batch(described)
    assert book.sheet()["protectedRanges"][0]["description"] == "the board"
    editor.batch({"deleteProtectedRange": {"protectedRangeId": 5}})
    other.batch(cell(0, 0))


def test_the_maker_is_an_editor_and_others_do_not_see_who_is(
    book: Book, shared: Callable[..., Book]
) -> None:
    reply = book.batch(protect(box(0, 1, 0, 1)))[0]["addProtectedRange"]["protectedRange"]
    assert reply["editors"] == {}
    assert isinstance(reply["protectedRangeId"], int)
    kept = book.sheet()["protectedRanges"][0]
    assert kept["editors"] == {"users": [address(book)]}
    assert kept["requestingUserCanEdit"] is True
    seen = shared("writer").sheet()["protectedRanges"][0]
    assert set(seen) == {"protectedRangeId", "range"}


def test_a_warning_stops_nobody(book: Book, shared: Callable[..., Book]) -> None:
    warning = {"range": box(0, 1, 0, 1), "warningOnly": True, "editors": None}
    book.batch({"addProtectedRange": {"protectedRange": warning}})
    shared("writer").batch(cell(0, 0))


def test_a_copy_keeps_protections_with_the_copier_as_editor(
    book: Book, shared: Callable[..., Book]
) -> None:
    player = shared("writer")
    book.batch(protect({"sheetId": 0}))
    made = player.account.ok("POST", f"/drive/v3/files/{book.id}/copy", {"name": None})
    copy = Book(player.account, made["id"])
    assert made["name"] == "Copy of A book"
    assert copy.sheet()["protectedRanges"][0]["editors"] == {"users": [address(player)]}


def test_ownership_is_offered_and_taken(book: Book, shared: Callable[..., Book]) -> None:
    heir = shared("writer")
    listed = book.account.ok("GET", f"/drive/v3/files/{book.id}/permissions", fields="*")
    grant = next(one for one in listed["permissions"] if one["emailAddress"] == address(heir))
    path = f"/drive/v3/files/{book.id}/permissions/{grant['id']}"
    taking = {"role": "owner"}
    assert heir.account.error("PATCH", path, taking, transferOwnership=True)["code"] == 403
    book.account.ok("PATCH", path, {"role": "writer", "pendingOwner": True})
    assert heir.account.error("PATCH", path, taking)["code"] == 403
    heir.account.ok("PATCH", path, taking, transferOwnership=True)
    assert heir.account.ok("GET", f"/drive/v3/files/{book.id}", fields="ownedByMe")["ownedByMe"]
    assert book.account.error("DELETE", f"/drive/v3/files/{book.id}")["code"] == 403
    assert heir.account.ask("DELETE", f"/drive/v3/files/{book.id}").status_code == 204


def test_accounts_of_tokens_have_the_domain_that_the_server_is_given() -> None:
    with LocalServer(None, google=True, domain="accounts.test") as server:
        somebody = Account(server.base_url, "a token")
        with somebody.session:
            found = somebody.ok("GET", "/drive/v3/about", fields="user")
        assert not server.accounts.may_sign_in("u0@accounts.test")
        assert server.accounts.may_sign_in(account_email("a token"))
    assert found["user"]["emailAddress"] == account_email("a token", "accounts.test")
    assert account_email("a token").endswith("@sheets-emulator.local")
