"""What programs ask of Drive, in exactly the words in which it asks."""

from collections.abc import Iterator

import pytest
from google_kit import ANA, BEN, CLEO, SHEET, signed_in
from server_kit import Account, Book, Json

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Quota
from sheets_emulator.scopes import DRIVE


@pytest.fixture(scope="module")
def host() -> Iterator[LocalServer]:
    with LocalServer(None, google=True, quota=Quota()) as running:
        yield running


@pytest.fixture
def maker(host: LocalServer) -> Iterator[Account]:
    made = signed_in(host, ANA)
    with made.session:
        yield made


@pytest.fixture
def other(host: LocalServer) -> Iterator[Account]:
    """The same person through another app, which may see all of Drive."""
    made = signed_in(host, ANA, DRIVE, app="other")
    with made.session:
        yield made


@pytest.fixture
def book(maker: Account) -> Book:
    body = {"name": "x", "mimeType": SHEET, "writersCanShare": False}
    return Book(maker, maker.ok("POST", "/drive/v3/files", body, fields="id")["id"])


def shares(book: Book) -> list[Json]:
    found: list[Json] = book.account.ok(
        "GET",
        f"/drive/v3/files/{book.id}/permissions",
        fields="permissions(id,type,role,emailAddress)",
    )["permissions"]
    return found


def share(book: Book, body: Json, **params: str) -> Json:
    query = {"sendNotificationEmail": "false", "fields": "id"} | params
    return book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", body, **query)


def person(address: str, role: str = "writer") -> Json:
    return {"type": "user", "role": role, "emailAddress": address}


def test_a_file_is_found_by_the_tag_of_the_app_that_made_it(maker: Account, other: Account) -> None:
    tag = "a match's tag, it's Ana's"
    body = {
        "name": "x",
        "mimeType": SHEET,
        "appProperties": {"writer": tag},
        "writersCanShare": False,
    }
    made = maker.ok("POST", "/drive/v3/files", body, fields="id")
    assert set(made) == {"id"}
    quoted = tag.replace("'", "\\'")
    query = f"appProperties has {{ key='writer' and value='{quoted}' }} and trashed=false"
    found = maker.ok("GET", "/drive/v3/files", q=query, fields="files(id)")
    assert found == {"files": [made]}
    path = f"/drive/v3/files/{made['id']}"
    assert maker.ok("GET", path, fields="appProperties") == {"appProperties": {"writer": tag}}
    # Another app sees the file, but not what this one noted on it.
    assert other.ok("GET", "/drive/v3/files", q=query, fields="files(id)") == {"files": []}
    assert other.ok("GET", path, fields="id,appProperties") == {"id": made["id"]}
    other.ok("PATCH", path, {"appProperties": {"writer": "its own"}})
    assert maker.ok("GET", path, fields="appProperties") == {"appProperties": {"writer": tag}}
    maker.ok("PATCH", path, {"trashed": True})
    assert maker.ok("GET", "/drive/v3/files", q=query, fields="files(id)") == {"files": []}


def test_properties_are_joined_and_null_removes_one(maker: Account, book: Book) -> None:
    path = f"/drive/v3/files/{book.id}"
    maker.ok("PATCH", path, {"appProperties": {"a": "1", "b": "2"}, "properties": {"c": "3"}})
    maker.ok("PATCH", path, {"appProperties": {"a": None, "d": "4"}})
    kept = maker.ok("GET", path, fields="appProperties,properties")
    assert kept == {"appProperties": {"b": "2", "d": "4"}, "properties": {"c": "3"}}
    query = "properties has { key='c' and value='3' }"
    assert maker.ok("GET", "/drive/v3/files", q=query, fields="files(id)")["files"] == [
        {"id": book.id}
    ]


@pytest.mark.parametrize(
    ("properties", "reason"),
    [
        ({"writer": "x" * 119}, "propertyLengthLimitExceeded"),
        ({"writer": "ä" * 60}, "propertyLengthLimitExceeded"),
        ({str(number): "x" for number in range(31)}, "numPropertiesLimitExceeded"),
        ({"writer": 5}, "invalid"),
    ],
)
def test_properties_that_are_too_much(maker: Account, properties: Json, reason: str) -> None:
    body = {"name": "x", "mimeType": SHEET, "appProperties": properties}
    error = maker.error("POST", "/drive/v3/files", body)
    assert error["errors"][0]["reason"] == reason


def test_properties_that_just_fit(maker: Account) -> None:
    many = {f"k{number}": "x" for number in range(29)} | {"writer": "ä" * 59}
    maker.ok("POST", "/drive/v3/files", {"mimeType": SHEET, "appProperties": many})


def test_who_owns_it_and_who_shares_in_it(maker: Account, book: Book) -> None:
    path = f"/drive/v3/files/{book.id}"
    assert maker.ok("GET", path, fields="owners(emailAddress)") == {
        "owners": [{"emailAddress": ANA}]
    }
    assert [(one["type"], one["role"], one["emailAddress"]) for one in shares(book)] == [
        ("user", "owner", ANA)
    ]
    share(book, person(BEN))
    share(book, {"type": "anyone", "role": "reader", "allowFileDiscovery": False})
    assert [(one["type"], one["role"], one.get("emailAddress")) for one in shares(book)] == [
        ("user", "owner", ANA),
        ("user", "writer", BEN),
        ("anyone", "reader", None),
    ]


def test_sharing_again_changes_only_the_role(book: Book) -> None:
    first = share(book, person("Ben@Example.com"))
    before = shares(book)
    assert share(book, person(BEN)) == first
    assert shares(book) == before
    assert share(book, person(BEN, "reader")) == first
    assert [one["role"] for one in shares(book)] == ["owner", "reader"]
    share(book, person(ANA, "reader"))
    assert [one["role"] for one in shares(book)] == ["owner", "reader"]


def test_a_link_for_all_is_one_grant(book: Book) -> None:
    linked = {"type": "anyone", "role": "reader", "allowFileDiscovery": False}
    assert share(book, linked) == share(book, linked)
    share(book, linked | {"role": "writer"})
    share(book, linked | {"allowFileDiscovery": True})
    assert len(shares(book)) == 2


def test_a_share_is_taken_back(book: Book, host: LocalServer) -> None:
    grant = share(book, person(BEN))["id"]
    ben = signed_in(host, BEN, DRIVE)
    with ben.session:
        assert book.seen_by(ben).get()["spreadsheetId"] == book.id
        path = f"/drive/v3/files/{book.id}/permissions/{grant}"
        answer = book.account.ask("DELETE", path)
        assert (answer.status_code, answer.content) == (204, b"")
        assert book.account.error("DELETE", path)["code"] == 404
        assert ben.error("GET", book.path)["code"] == 403
        assert ben.error("GET", f"/drive/v3/files/{book.id}")["code"] == 404


def test_what_is_shared_by_link_opens_and_is_not_listed(book: Book, host: LocalServer) -> None:
    share(book, {"type": "anyone", "role": "reader", "allowFileDiscovery": False})
    reader = signed_in(host, CLEO, DRIVE)
    with reader.session:
        assert book.seen_by(reader).get()["spreadsheetId"] == book.id
        assert reader.ok("GET", f"/drive/v3/files/{book.id}", fields="id") == {"id": book.id}
        assert reader.ok("GET", "/drive/v3/files")["files"] == []
        assert reader.error("GET", f"/drive/v3/files/{book.id}/permissions")["code"] == 403
        assert book.seen_by(reader).refuse({"addSheet": {}})["code"] == 403


@pytest.mark.parametrize(
    "address", ["", "nobody", "a b@example.com", "@example.com", "a@", "a@b", "a@@b.c", "x" * 255]
)
def test_an_address_that_cannot_be(book: Book, address: str) -> None:
    path = f"/drive/v3/files/{book.id}/permissions"
    for body in (person(address), {"type": "user", "role": "writer"}):
        error = book.account.error("POST", path, body, sendNotificationEmail="false")
        assert (error["code"], error["errors"][0]["reason"]) == (400, "invalidSharingRequest")
    assert len(shares(book)) == 1


def test_an_address_without_an_account_cannot_be_shared_with_silently(book: Book) -> None:
    path = f"/drive/v3/files/{book.id}/permissions"
    body = person("dan@example.invalid")
    error = book.account.error("POST", path, body, sendNotificationEmail="false")
    assert (error["code"], error["errors"][0]["reason"]) == (400, "invalidSharingRequest")
    assert "there is no Google account associated with this email address" in error["message"]
    book.account.ok("POST", path, body)


def test_fields_that_drive_does_not_have(maker: Account, book: Book) -> None:
    for path, fields in (
        ("files", "files(colour)"),
        ("about", "user(colour)"),
        (f"files/{book.id}", "owner"),
        (f"files/{book.id}/permissions", "permissions(email)"),
        (f"files/{book.id}", "id,,name"),
    ):
        error = maker.error("GET", f"/drive/v3/{path}", fields=fields)
        assert (error["code"], error["errors"][0]["location"]) == (400, "fields")
        assert error["message"] == f"Invalid field selection {fields}"
    assert maker.ok("GET", f"/drive/v3/files/{book.id}", fields="id", nonsense="1")


def test_about_wants_to_know_what_is_asked(maker: Account) -> None:
    error = maker.error("GET", "/drive/v3/about")
    assert error["message"] == "The 'fields' parameter is required for this method."
    assert error["errors"][0]["reason"] == "required"


@pytest.mark.parametrize(
    "query",
    [
        "appProperties has { key='writer' }",
        "appProperties has { key='writer' and value=5 }",
        "appProperties = 'x'",
        "appProperties has { value='x' and key='writer' }",
        "appProperties has { key='writer' and value='x'",
        "trashed > false",
    ],
)
def test_a_query_that_makes_no_sense_is_refused_with_no_file_in_sight(
    host: LocalServer, query: str
) -> None:
    newcomer = signed_in(host, "new@example.com", DRIVE)
    with newcomer.session:
        assert newcomer.error("GET", "/drive/v3/files", q=query)["message"] == "Invalid Value"


def test_a_protection_knows_its_editors_in_any_spelling(book: Book, host: LocalServer) -> None:
    share(book, person(BEN))
    protected = {"range": {"sheetId": 0}, "editors": {"users": ["Ben@Example.COM"]}}
    book.batch({"addProtectedRange": {"protectedRange": protected}})
    ben = signed_in(host, BEN, DRIVE)
    with ben.session:
        book.seen_by(ben).write("A1", [["x"]])
