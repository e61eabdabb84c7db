"""Who has an answer already is told so, over HTTP: nobody else is, and nothing else is answered."""

from collections.abc import Callable

import pytest
import requests
from server_kit import Account, Book

from sheets_emulator.access import account_email
from sheets_emulator.app import LocalServer

FIELDS = {"fields": "properties.title,sheets.protectedRanges"}


def get(book: Book, tag: str | None = None, **params: str) -> requests.Response:
    """Read a spreadsheet; with a `tag` only if that is not its answer any more."""
    headers = {} if tag is None else {"If-None-Match": tag}
    url = book.account.base_url + book.path
    return book.account.session.get(url, params=params or FIELDS, headers=headers, timeout=10)


@pytest.fixture
def reader(book: Book, account: Callable[[str], Account], token: str) -> Book:
    """The same spreadsheet as somebody else who may read it."""
    who = f"{token} reader"
    grant = {"type": "user", "role": "reader", "emailAddress": account_email(who)}
    book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", grant)
    return book.seen_by(account(who))


def test_what_has_not_changed_is_not_answered_again(book: Book) -> None:
    first = get(book)
    again = get(book, first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert get(book, f'"other", W/{first.headers["ETag"]}').status_code == 304


def test_who_sends_no_tag_is_answered(book: Book) -> None:
    first, again = get(book), get(book)
    assert (again.status_code, again.content) == (200, first.content)
    assert get(book, "").content == get(book, '"other"').content == first.content


def test_every_change_makes_another_tag(book: Book) -> None:
    tag = get(book).headers["ETag"]
    book.write("Sheet1!A1", [["x"]])
    changed = get(book, tag)
    assert (changed.status_code, changed.headers["ETag"] != tag) == (200, True)


def test_what_else_is_asked_has_another_tag(book: Book) -> None:
    tag = get(book).headers["ETag"]
    assert get(book, tag, fields="properties.title").status_code == 200
    assert get(book, tag, **FIELDS, ranges="Sheet1!A1").status_code == 200


def test_another_viewer_has_another_tag(book: Book, reader: Book) -> None:
    tag = get(book).headers["ETag"]
    answer = get(reader, tag)
    assert (answer.status_code, answer.headers["ETag"] != tag) == (200, True)


def test_who_may_not_look_learns_nothing_by_a_tag(
    book: Book, account: Callable[[str], Account], token: str
) -> None:
    stranger = book.seen_by(account(f"{token} stranger"))
    answer = get(stranger, get(book).headers["ETag"])
    assert (answer.status_code, "ETag" in answer.headers) == (403, False)


def test_who_is_let_out_is_refused_with_the_tag_from_before(book: Book, reader: Book) -> None:
    tag = get(reader).headers["ETag"]
    shares = book.account.ok("GET", f"/drive/v3/files/{book.id}/permissions")["permissions"]
    (share,) = (one["id"] for one in shares if one["role"] == "reader")
    book.account.ask("DELETE", f"/drive/v3/files/{book.id}/permissions/{share}")
    assert get(reader, tag).status_code == 403


def test_a_refusal_has_no_tag(book: Book) -> None:
    refused = get(book, fields="nonsense")
    assert (refused.status_code, "ETag" in refused.headers) == (400, False)


def test_the_tags_of_another_run_fit_nothing(book: Book, server: LocalServer) -> None:
    with LocalServer(None) as other:
        token = "whoever"
        spreadsheet = Account(other.base_url, token).ok("POST", "/v4/spreadsheets", {})
        before = Book(Account(other.base_url, token), spreadsheet["spreadsheetId"])
        tag = get(before).headers["ETag"]
        document = other.service.open(account_email(token), before.id).document
        other.reset()
        other.service.add(document)
        assert get(before, tag).status_code == 200


def test_where_it_plays_google_there_are_none() -> None:
    with LocalServer(None, google=True) as server:
        account = Account(server.base_url, server.sign_in("ana@example.org"))
        book = Book(account, account.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"])
        answer = get(book, '"any"')
        assert (answer.status_code, "ETag" in answer.headers) == (200, False)
