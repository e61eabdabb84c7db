"""Bad days and bad neighbours: quotas, faults, and pages of other sites."""

import time
from collections.abc import Iterator

import pytest
import requests
from server_kit import Account, Book

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Fault, Faults, Quota


@pytest.fixture(scope="module")
def troubled() -> Iterator[LocalServer]:
    with LocalServer(None, quota=Quota(), faults=Faults()) as running:
        yield running


@pytest.fixture
def book(troubled: LocalServer) -> Iterator[Book]:
    troubled.faults.coming.clear()
    troubled.quota.forget()
    owner = Account(troubled.base_url, "owner")
    yield Book(owner, owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"])
    owner.session.close()


def is_write(call: object) -> bool:
    return getattr(call, "kind", "") == "write"


@pytest.mark.parametrize(
    ("status", "word"),
    [(429, "RESOURCE_EXHAUSTED"), (500, "INTERNAL"), (503, "UNAVAILABLE")],
)
def test_a_refusal_is_not_applied(
    troubled: LocalServer, book: Book, status: int, word: str
) -> None:
    troubled.faults.plan(Fault("status", status=status, retry_after=7, when=is_write))
    assert book.values("A1") == []
    answer = book.account.ask(
        "PUT", book.values_path("A1"), {"values": [["x"]]}, valueInputOption="RAW"
    )
    assert answer.json()["error"]["status"] == word
    assert answer.headers["Retry-After"] == "7"
    assert book.values("A1") == []
    book.write("A1", [["x"]])


def test_a_page_of_html_may_stand_for_an_answer(troubled: LocalServer, book: Book) -> None:
    troubled.faults.plan(Fault("status", status=502, html=True))
    answer = book.account.ask("GET", book.path)
    assert answer.status_code == 502
    assert answer.text.startswith("<html>")


@pytest.mark.faulty_traffic
@pytest.mark.parametrize("text", ["{}", "[]", "null", '{"sheets": [', "<html></html>"])
@pytest.mark.parametrize(("after", "applied"), [(False, []), (True, [["x"]])])
def test_an_answer_may_make_no_sense_whether_it_was_applied_or_not(
    troubled: LocalServer, book: Book, text: str, after: bool, applied: list[list[str]]
) -> None:
    troubled.faults.plan(Fault("status", 200, text=text, after=after, when=is_write))
    where = book.values_path("A1")
    answer = book.account.ask("PUT", where, {"values": [["x"]]}, valueInputOption="RAW")
    assert (answer.status_code, answer.text) == (200, text)
    assert book.values("A1") == applied


@pytest.mark.faulty_traffic
def test_a_right_answer_may_be_said_to_be_html(troubled: LocalServer, book: Book) -> None:
    troubled.faults.plan(Fault("mislabelled"))
    answer = book.account.ask("GET", book.path)
    assert answer.headers["Content-Type"].startswith("text/html")
    assert answer.json()["spreadsheetId"] == book.id


def test_half_an_answer_may_come_of_what_was_applied(troubled: LocalServer, book: Book) -> None:
    troubled.faults.plan(Fault("half", when=is_write))
    with pytest.raises(requests.exceptions.ChunkedEncodingError, match="more expected"):
        book.write("A1", [["x"]])
    assert book.values("A1") == [["x"]]


def test_it_may_be_silent_and_then_break_the_connection(troubled: LocalServer, book: Book) -> None:
    troubled.faults.plan(Fault("hang", seconds=0.2, when=is_write))
    began = time.monotonic()
    with pytest.raises(requests.ConnectionError):
        book.write("A1", [["x"]])
    assert time.monotonic() - began >= 0.2
    assert book.values("A1") == []


def test_a_plan_may_let_calls_pass(troubled: LocalServer, book: Book) -> None:
    troubled.faults.plan(Fault("well"), Fault("well"), Fault("status", 500))
    codes = [book.account.ask("GET", book.path).status_code for _ in range(4)]
    assert codes == [200, 200, 500, 200]


@pytest.mark.parametrize(("what", "applied"), [("reset", []), ("lost", [["x"]])])
def test_a_broken_connection_before_or_after_it_was_applied(
    troubled: LocalServer, book: Book, what: str, applied: list[list[str]]
) -> None:
    troubled.faults.plan(Fault(what, when=is_write))  # type: ignore[arg-type]
    with pytest.raises(requests.ConnectionError):
        book.write("A1", [["x"]])
    assert book.values("A1") == applied


def test_an_answer_may_be_late(troubled: LocalServer, book: Book) -> None:
    troubled.faults.plan(Fault("late", seconds=0.2))
    began = time.monotonic()
    assert book.values("A1") == []
    assert time.monotonic() - began >= 0.2


def test_calls_are_counted(troubled: LocalServer, book: Book) -> None:
    troubled.faults.calls.clear()
    book.values("A1")
    book.write("A1", [["x"]])
    book.account.ok("GET", "/drive/v3/files")
    assert [call.kind for call in troubled.faults.calls] == ["read", "write", "drive"]


def test_a_quota_is_a_user_s_and_a_kind_s(troubled: LocalServer, book: Book) -> None:
    now = 1000.0
    troubled.quota.now = lambda: now
    troubled.quota.per_user = 2
    for _ in range(2):
        book.values("A1")
    error = book.account.error("GET", book.path)
    assert (error["code"], error["status"]) == (429, "RESOURCE_EXHAUSTED")
    assert error["message"].startswith(
        "Quota exceeded for quota metric 'Read requests' and limit 'Read requests per minute per "
        "user' of service 'sheets.googleapis.com'"
    )
    book.write("A1", [["x"]])
    book.account.ok("GET", f"/drive/v3/files/{book.id}")
    other = Account(troubled.base_url, "other")
    assert other.error("GET", book.path)["code"] == 403
    other.session.close()
    now = 1060.0
    book.values("A1")


def test_a_project_has_a_quota_too(troubled: LocalServer, book: Book) -> None:
    now = 5000.0
    troubled.quota.now = lambda: now
    troubled.quota.per_project = 1
    book.values("A1")
    other = Account(troubled.base_url, "other")
    assert other.error("GET", book.path)["code"] == 429
    other.session.close()
    assert (Quota.of_google().per_user, Quota.of_google().per_project) == (60, 300)


@pytest.mark.parametrize(
    ("headers", "allowed"),
    [
        ({}, True),
        ({"Host": "localhost:{port}"}, True),
        ({"Host": "127.0.0.1"}, False),
        ({"Host": "evil.example:{port}"}, False),
        ({"Origin": "http://127.0.0.1:{port}"}, True),
        ({"Origin": "http://evil.example"}, False),
        ({"Origin": "null"}, False),
        ({"Origin": "http://127.0.0.1:1"}, False),
    ],
)
def test_only_this_server_s_own_pages_are_answered(
    troubled: LocalServer, book: Book, headers: dict[str, str], allowed: bool
) -> None:
    sent = {name: value.format(port=troubled.port) for name, value in headers.items()}
    for method in ("GET", "POST"):
        answer = book.account.session.request(
            method, f"{troubled.base_url}/v4/spreadsheets", headers=sent, json={}, timeout=5
        )
        assert (answer.status_code == 403) is not allowed
        assert "access-control-allow-origin" not in answer.headers


def test_it_stops_at_once_and_can_be_started_on_a_port() -> None:
    with LocalServer(None) as first:
        port = first.port
        client = Account(first.base_url, "x")
        client.ok("GET", "/drive/v3/files")
        began = time.monotonic()
    assert time.monotonic() - began < 2
    with LocalServer(None, port) as again:
        assert again.base_url == f"http://127.0.0.1:{port}"
    client.session.close()
