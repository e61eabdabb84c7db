"""Bad days at Sheets, at Drive and at the sign-in alike, and the limits that are Google's."""

import time
from collections.abc import Iterator
from email.utils import parsedate_to_datetime

import pytest
import requests
from google_kit import ANA, BEN, SHEET, signed_in
from server_kit import Account, Book, Json

from sheets_emulator.app import LocalServer
from sheets_emulator.client_files import service_email_of
from sheets_emulator.faults import Call, Fault, Quota, service_disabled
from sheets_emulator.scopes import DRIVE_FILE, SPREADSHEETS


@pytest.fixture(scope="module")
def host() -> Iterator[LocalServer]:
    with LocalServer(None, google=True) as running:
        yield running


@pytest.fixture(autouse=True)
def good_day(host: LocalServer) -> None:
    host.faults.coming.clear()
    host.faults.calls.clear()
    host.quota.forget()


@pytest.fixture
def asker(host: LocalServer) -> Iterator[Account]:
    made = signed_in(host, ANA)
    with made.session:
        yield made


PLACES = [
    ("read", "GET", "/v4/spreadsheets/x"),
    ("drive", "GET", "/drive/v3/files"),
    ("token", "POST", "/token"),
]


@pytest.mark.parametrize(("kind", "method", "path"), PLACES)
def test_every_fault_happens_everywhere(
    host: LocalServer, asker: Account, kind: str, method: str, path: str
) -> None:
    def here(call: Call) -> bool:
        return call.kind == kind

    body: Json = {"error": {"code": 403, "message": "no"}}
    host.faults.plan(
        Fault("status", 403, body=body, when=here),
        Fault("status", 503, html=True, retry_after=3, when=here),
        Fault("status", 429, retry_after="Wed, 21 Oct 2026 07:28:00 GMT", when=here),
        Fault("status", 401, when=here),
        Fault("status", 504, when=here),
        Fault("reset", when=here),
        Fault("lost", when=here),
    )
    answer = asker.ask(method, path)
    assert (answer.status_code, answer.json()) == (403, body)
    answer = asker.ask(method, path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "3")
    assert answer.text.startswith("<html>")
    answer = asker.ask(method, path)
    assert (answer.status_code, answer.headers["Retry-After"]) == (
        429,
        "Wed, 21 Oct 2026 07:28:00 GMT",
    )
    for status in (401, 504):
        answer = asker.ask(method, path)
        assert answer.status_code == status
        assert "error" in answer.json()
    for _ in range(2):
        with pytest.raises(requests.ConnectionError):
            asker.ask(method, path)
    assert host.faults.coming == []
    assert asker.ask(method, path).status_code in (200, 400, 404)
    assert {call.kind for call in host.faults.calls} == {kind}


@pytest.mark.parametrize(
    ("service", "path", "name"),
    [
        ("sheets", "/v4/spreadsheets/x", "Google Sheets API"),
        ("drive", "/drive/v3/files", "Google Drive API"),
    ],
)
def test_an_api_that_was_never_enabled(
    host: LocalServer, asker: Account, service: str, path: str, name: str
) -> None:
    host.faults.plan(service_disabled(service))
    error = asker.error("GET", path)
    assert error["code"] == 403
    assert error["message"].startswith(
        f"{name} has not been used in project 1 before or it is disabled. Enable it by visiting "
    )
    info = error["details"][-1]
    assert (info["reason"], info["metadata"]["service"]) == (
        "SERVICE_DISABLED",
        f"{service}.googleapis.com",
    )


def test_google_s_quotas_are_on_unless_others_are_given(host: LocalServer) -> None:
    with LocalServer(None, google=True) as strict, LocalServer(None) as free:
        assert strict.quota == Quota.of_google()
        assert free.quota == Quota()


def test_each_project_has_its_own_quota(host: LocalServer, asker: Account) -> None:
    host.quota.per_project = 1
    host.quota.now = lambda: 1000.0
    made = asker.ok("POST", "/drive/v3/files", {"mimeType": SHEET})
    book = Book(asker, made["id"])
    book.values("A1")
    assert asker.error("GET", book.path)["code"] == 429
    same, other = signed_in(host, ANA, app="another"), in_project("second", host)
    with same.session, other.session:
        assert same.error("GET", book.path)["code"] == 429
        assert other.error("GET", book.path)["code"] == 404


def in_project(project: str, host: LocalServer) -> Account:
    """Ana's requests through an app of another project."""
    app = f"app-{project}.apps.googleusercontent.com"
    return Account(host.base_url, host.accounts.new_access(ANA, app, (DRIVE_FILE,)))


def test_the_accounts_of_a_project_have_quotas_of_their_own_and_one_over_all(
    host: LocalServer, asker: Account
) -> None:
    """People who let one app in, and service accounts of its project."""
    host.quota.per_user, host.quota.per_project = 2, 5
    host.quota.now = lambda: 1000.0
    book = Book(asker, asker.ok("POST", "/drive/v3/files", {"mimeType": SHEET})["id"])
    person = signed_in(host, BEN, SPREADSHEETS)
    email = service_email_of("robot")
    token = host.accounts.new_access(email, email, (SPREADSHEETS,))
    service = Account(host.base_url, token)
    with person.session, service.session:
        for one in (person, service):
            account = BEN if one is person else email
            body = {"type": "user", "role": "writer", "emailAddress": account}
            asker.ok("POST", f"/drive/v3/files/{book.id}/permissions", body)
        told = [
            [one.ask("GET", book.path).status_code for _ in range(3)]
            for one in (asker, person, service)
        ]
    assert told == [[200, 200, 429], [200, 200, 429], [200, 429, 429]]


def test_every_answer_says_what_time_it_is(host: LocalServer, asker: Account) -> None:
    for path in ("/v4/spreadsheets/x", "/drive/v3/files", "/tokeninfo", "/", "/nothing"):
        told = parsedate_to_datetime(asker.ask("GET", path).headers["Date"])
        assert abs(told.timestamp() - time.time()) < 3


PAGES = [
    ("GET", "/"), ("GET", "/o/oauth2/auth"), ("POST", "/o/oauth2/auth"), ("POST", "/token"),
    ("POST", "/revoke"), ("GET", "/tokeninfo"), ("POST", "/sign-in"), ("POST", "/sign-out"),
    ("POST", "/new"), ("POST", "/share"), ("GET", "/spreadsheets/d/x/edit"),
    ("GET", "/spreadsheets/d/x"), ("POST", "/spreadsheets/d/x/edit"),
]  # fmt: skip


def test_without_google_none_of_it_is_there(host: LocalServer) -> None:
    with LocalServer(None) as plain:
        for server, there in ((plain, False), (host, True)):
            anybody = Account(server.base_url, None)
            with anybody.session:
                for method, path in PAGES:
                    assert (anybody.ask(method, path).status_code != 404) is there, path
