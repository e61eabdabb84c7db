"""The pages of a server that plays Google, as a browser asks for them."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests
from google_kit import ANA, BEN, SHEET, Browser, signed_in, visible_text
from server_kit import Account, Book

from sheets_emulator.accounts import SESSION_SECONDS
from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Quota

WICKED = '"><script>alert(1)</script>'


@pytest.fixture(scope="module")
def host() -> Iterator[LocalServer]:
    with LocalServer(None, google=True, quota=Quota()) as running:
        yield running


@pytest.fixture
def browser(host: LocalServer) -> Iterator[Callable[[], Browser]]:
    made: list[Browser] = []

    def make() -> Browser:
        made.append(Browser(host))
        return made[-1]

    yield make
    for one in made:
        one.session.close()


@pytest.fixture
def book(host: LocalServer) -> Iterator[Book]:
    """A spreadsheet of Ana's."""
    ana = signed_in(host, ANA)
    with ana.session:
        made = ana.ok("POST", "/drive/v3/files", {"name": WICKED, "mimeType": SHEET})
        yield Book(ana, made["id"])


def edit(book: Book) -> str:
    return f"/spreadsheets/d/{book.id}/edit"


def test_the_cookie_is_for_this_server_s_own_pages_alone(
    host: LocalServer, browser: Callable[[], Browser]
) -> None:
    answer = browser().post("/sign-in", {"email": ANA})
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"sheets_emulator_account_{host.port}=")
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert ANA not in cookie


@pytest.mark.parametrize("path", ["/sign-in", "/sign-out", "/new", "/share", "/spreadsheets/d/x"])
@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://127.0.0.1:1"])
def test_a_form_from_elsewhere_does_nothing(
    host: LocalServer, browser: Callable[[], Browser], path: str, origin: str | None
) -> None:
    ana = browser().signs_in(ANA)
    before = visible_text(ana.get("/").text)
    form = {"email": BEN, "title": "planted", "id": "x"}
    headers = {} if origin is None else {"Origin": origin}
    answer = ana.session.post(
        host.base_url + path, data=form, headers=headers, allow_redirects=False, timeout=10
    )
    assert (answer.status_code, answer.headers.get("Set-Cookie")) == (403, None)
    assert visible_text(ana.get("/").text) == before


def test_what_one_may_not_see_reads_like_what_is_not_there(
    browser: Callable[[], Browser], book: Book
) -> None:
    anonymous = browser()
    anonymous.post(edit(book), {"without": "1"})
    for one in (browser(), browser().signs_in(BEN), anonymous):
        there, nowhere = one.get(edit(book)), one.get("/spreadsheets/d/1nothing/edit")
        assert there.text == nowhere.text
        assert there.status_code == nowhere.status_code
        assert {name: value for name, value in there.headers.items() if name != "date"} == {
            name: value for name, value in nowhere.headers.items() if name != "date"
        }


def test_a_link_leads_to_the_page_with_a_secret_of_this_browser(
    browser: Callable[[], Browser], book: Book
) -> None:
    first, second = browser().signs_in(ANA), browser().signs_in(ANA)
    paths = set()
    for one in (first, second):
        for path in (edit(book), edit(book).removesuffix("/edit")):
            answer = one.get(path)
            assert answer.status_code == 303
            paths.add(answer.headers["Location"])
            assert one.get(answer.headers["Location"]).status_code == 200
    assert len(paths) == 2
    secret = first.get(edit(book)).headers["Location"].split("/")[2]
    api = Account(book.account.base_url, secret)
    with api.session:
        assert api.error("GET", book.path)["code"] == 401
    mine = first.get(edit(book)).headers["Location"]
    first.post("/sign-out", {})
    assert second.get(mine).status_code == 404
    assert second.get(second.get(edit(book)).headers["Location"]).status_code == 200


def test_signing_in_again_ends_what_was_before(browser: Callable[[], Browser], book: Book) -> None:
    one = browser().signs_in(ANA)
    page = one.get(edit(book)).headers["Location"]
    one.signs_in(BEN)
    assert one.get(page).status_code == 404
    assert "You are ben@example.com." in visible_text(one.get("/").text)


def test_nothing_that_somebody_wrote_becomes_part_of_a_page(
    browser: Callable[[], Browser], book: Book
) -> None:
    ana = browser().signs_in(ANA)
    pages = [
        ana.get("/"),
        ana.post("/new", {"title": WICKED}),
        ana.post("/share", {"id": book.id, "email": WICKED}),
        ana.post("/share", {"id": WICKED, "email": BEN}),
        browser().post("/sign-in", {"email": WICKED}),
        ana.get("/spreadsheets/d/" + WICKED.replace("/", "")),
    ]
    for page in pages:
        assert "<script" not in page.text
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
        assert page.headers["Cache-Control"] == "no-store"
        assert page.headers["X-Frame-Options"] == "DENY"
        assert not re.search(r"<[^>]* (on\w+|style)=", page.text)


def test_only_who_may_share_can_share(browser: Callable[[], Browser], book: Book) -> None:
    permissions = f"/drive/v3/files/{book.id}/permissions"
    form = {"id": book.id, "email": "eve@example.com", "role": "writer"}
    ben = browser().signs_in(BEN)
    assert ben.post("/share", form).status_code == 404
    writer = {"type": "user", "role": "writer", "emailAddress": BEN}
    book.account.ok("POST", permissions, writer)
    book.account.ok("PATCH", f"/drive/v3/files/{book.id}", {"writersCanShare": False})
    assert "<summary>Share" not in ben.get("/").text
    assert ben.post("/share", form).status_code == 403
    assert len(book.account.ok("GET", permissions)["permissions"]) == 2
    answer = browser().signs_in(ANA).post("/share", form | {"role": "owner"})
    assert answer.status_code == 200
    listed = book.account.ok("GET", permissions, fields="permissions(role,emailAddress)")
    assert {"role": "reader", "emailAddress": "eve@example.com"} in listed["permissions"]


def test_without_an_account_nothing_is_made_or_listed(
    host: LocalServer, browser: Callable[[], Browser], book: Book
) -> None:
    everybody = {"type": "anyone", "role": "writer"}
    book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", everybody)
    anonymous = browser()
    anonymous.post(edit(book), {"without": "1"})
    page = anonymous.get(edit(book)).headers["Location"]
    assert anonymous.get(page).status_code == 200
    assert anonymous.get(page.rpartition("/")[0]).status_code == 404, "no list of what is shared"
    for path in ("/new", "/share"):
        assert anonymous.post(path, {"title": "x", "id": book.id, "email": BEN}).status_code == 303
    assert "Sign in" in visible_text(anonymous.get("/").text)


def test_a_session_outlives_the_server_and_ends_by_itself(tmp_path: Path) -> None:
    with LocalServer(tmp_path, google=True) as first:
        one = Browser(first).signs_in(ANA)
        port = first.port
    with LocalServer(tmp_path, port, google=True) as again, one.session:
        assert "You are ana@example.com." in visible_text(one.get("/").text)
        moment = again.accounts.now()
        again.accounts.now = lambda: moment + SESSION_SECONDS
        assert "Sign in" in visible_text(one.get("/").text)
    kept = (tmp_path / "sheets.db").read_bytes()
    for cookie in one.session.cookies:
        assert cookie.value is not None
        assert cookie.value.encode() not in kept


def test_the_old_links_are_as_they_were(host: LocalServer) -> None:
    owner = Account(host.base_url, "a-plain-secret")
    with owner.session:
        made = owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"]
    with requests.Session() as session:
        session.trust_env = False
        for path, status in ((f"/s/a-plain-secret/{made}", 200), (f"/s/another/{made}", 404)):
            assert session.get(host.base_url + path, timeout=10).status_code == status
