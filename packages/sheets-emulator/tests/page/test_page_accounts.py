"""Signing in and finding one's spreadsheets where the server plays Google, in a real Chromium."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
import requests
from page_kit import BOARD, FREE, Json, Person, add_tab, cells, text, until
from selenium.webdriver.common.by import By
from selenium.webdriver.remote.webelement import WebElement

from sheets_emulator.app import LocalServer

pytestmark = [pytest.mark.browser, pytest.mark.end_to_end]

ANA, BEN, CLEO = "ana@example.com", "ben@example.com", "cleo@example.com"


@pytest.fixture(scope="module")
def google() -> Iterator[LocalServer]:
    with LocalServer(None, google=True) as running:
        yield running


@pytest.fixture(autouse=True)
def nobody_signed_in(google: LocalServer, person: Person, phone: Person) -> None:
    google.quota.forget()
    for one in (person, phone):
        one.driver.get(f"{google.base_url}/static/plain.css")
        one.driver.delete_all_cookies()


@pytest.fixture
def call(google: LocalServer) -> Iterator[Callable[..., Json]]:
    """What Ana's program does through the API."""
    with requests.Session() as session:
        session.trust_env = False
        session.headers["Authorization"] = f"Bearer {google.sign_in(ANA)}"

        def make(method: str, path: str, body: Json | None = None) -> Json:
            answer = session.request(method, google.base_url + path, json=body, timeout=10)
            assert answer.ok, answer.text
            found: Json = answer.json() if answer.content else {}
            return found

        yield make


@pytest.fixture
def book(call: Callable[..., Json]) -> str:
    """A spreadsheet of Ana's with two tabs; its id."""
    file = {"name": "Ana's <b>board</b>", "mimeType": "application/vnd.google-apps.spreadsheet"}
    made = call("POST", "/drive/v3/files", file)
    found: str = made["id"]
    requests_ = [
        add_tab(BOARD, "Board", 10, 5),
        add_tab(FREE, "Free", 10, 5),
        cells(BOARD, 0, 0, [[text("the board")]], "userEnteredValue"),
        cells(FREE, 0, 0, [[text("the free tab")]], "userEnteredValue"),
        {"deleteSheet": {"sheetId": 0}},
    ]
    call("POST", f"/v4/spreadsheets/{found}:batchUpdate", {"requests": requests_})
    return found


def share(call: Callable[..., Json], book: str, email: str | None, role: str = "writer") -> str:
    who = {"type": "anyone"} if email is None else {"type": "user", "emailAddress": email}
    granted = call("POST", f"/drive/v3/files/{book}/permissions", {**who, "role": role})
    found: str = granted["id"]
    return found


def shown(person: Person) -> str:
    script = "return document.querySelector('main')?.innerText ?? ''"
    found: str = person.driver.execute_script(script)
    return found


def reads(person: Person, words: str) -> str:
    """Wait until the page says this; all that it says."""
    return until(lambda: said if words in (said := shown(person)) else "", f"never reads {words!r}")


def finds(person: Person, css: str) -> WebElement:
    """Wait until the page has this."""
    found = until(lambda: person.driver.find_elements(By.CSS_SELECTOR, css), f"no {css}")
    return found[0]


def writes(person: Person, field: str, what: str) -> None:
    box = finds(person, field)
    box.clear()
    box.send_keys(what)


def presses(person: Person, label: str) -> None:
    """Wait until there is a button with these words, and press it."""

    def press() -> bool:
        for button in person.driver.find_elements(By.TAG_NAME, "button"):
            if button.text == label:
                button.click()
                return True
        return False

    until(press, f"no button {label!r}")


def lands(person: Person) -> None:
    """Wait until the spreadsheet is there."""
    finds(person, "#connection")
    person.sees_state("live")


def signs_in(person: Person, email: str) -> None:
    writes(person, "input[name=email]", email)
    presses(person, "Sign in")


def link(google: LocalServer, book: str, tab: int | None = None) -> str:
    gid = "" if tab is None else f"#gid={tab}"
    return f"{google.base_url}/spreadsheets/d/{book}/edit{gid}"


@pytest.mark.parametrize(("tab", "title"), [(BOARD, "the board"), (FREE, "the free tab")])
def test_a_link_leads_through_the_sign_in_to_its_tab(
    google: LocalServer, person: Person, book: str, tab: int, title: str
) -> None:
    person.driver.get(link(google, book, tab))
    signs_in(person, "Ana@Example.com")
    lands(person)
    person.sees("A1", title)
    assert urlsplit(person.driver.current_url).fragment == f"gid={tab}"
    # Once signed in, every link opens at once.
    person.opens(link(google, book, FREE))
    person.sees("A1", "the free tab")


def test_a_player_types_in_the_table_shared_with_them(
    google: LocalServer, phone: Person, book: str, call: Callable[..., Json]
) -> None:
    share(call, book, BEN)
    phone.driver.get(link(google, book, FREE))
    width = phone.driver.execute_script("return document.documentElement.scrollWidth")
    assert width == 390
    signs_in(phone, BEN)
    lands(phone)
    phone.taps("#B2")
    phone.taps("#entry")
    phone.presses("from Ben")
    phone.taps("#accept")
    phone.sees("B2", "from Ben")
    until(
        lambda: (
            call("GET", f"/v4/spreadsheets/{book}/values/Free!B2").get("values") == [["from Ben"]]
        ),
        "it arrives",
    )


def test_who_may_not_see_it_reads_the_same_as_for_one_that_is_not_there(
    google: LocalServer, person: Person, book: str
) -> None:
    person.driver.get(link(google, book))
    signs_in(person, BEN)
    refused = reads(person, "You are ben@example.com. Ask the owner")
    person.driver.get(link(google, "1nothing"))
    assert shown(person) == refused
    person.driver.get(link(google, book))
    signs_in(person, ANA)
    lands(person)


def test_without_an_account_only_what_is_shared_by_link_is_seen(
    google: LocalServer, person: Person, book: str, call: Callable[..., Json]
) -> None:
    person.driver.get(link(google, book, FREE))
    presses(person, "Go on without an account")
    refused = reads(person, "You are not signed in. Ask the owner")
    person.driver.get(link(google, "1nothing"))
    assert shown(person) == refused
    grant = share(call, book, None, "reader")
    person.driver.get("about:blank")
    person.opens(link(google, book, FREE))
    person.sees("A1", "the free tab")
    person.types("B2", "not mine")
    assert call("GET", f"/v4/spreadsheets/{book}/values/Free!B2").get("values") is None
    call("DELETE", f"/drive/v3/files/{book}/permissions/{grant}")
    person.sees_state("gone")
    person.driver.get(google.base_url)
    reads(person, "Sign in")


def test_somebody_s_own_page(google: LocalServer, person: Person, phone: Person) -> None:
    person.driver.get(google.base_url)
    signs_in(person, CLEO)
    reads(person, "You are cleo@example.com.")
    writes(person, "#title", "<i>Mine</i>")
    presses(person, "Make")
    reads(person, "<i>Mine</i> has been made.")
    finds(person, "summary").click()
    writes(person, "details input[name=email]", BEN)
    presses(person, "Share")
    reads(person, "It is now shared with ben@example.com.")
    finds(person, "summary").click()
    reads(person, "Shared with ben@example.com (editor).")
    phone.driver.get(google.base_url)
    signs_in(phone, BEN)
    reads(phone, "<i>Mine</i>")
    reads(phone, "editor")
    assert phone.driver.execute_script("return document.documentElement.scrollWidth") == 390
    phone.driver.find_element(By.LINK_TEXT, "<i>Mine</i>").click()
    lands(phone)
    # What is made by hand is no app's.
    spreadsheet_id = urlsplit(phone.driver.current_url).path.rpartition("/")[2]
    answer = requests.get(
        f"{google.base_url}/v4/spreadsheets/{spreadsheet_id}",
        headers={"Authorization": f"Bearer {google.sign_in(CLEO)}"},
        timeout=10,
    )
    assert answer.status_code == 404


def test_an_address_that_cannot_be_shared_with_is_refused_in_a_sentence(
    google: LocalServer, person: Person
) -> None:
    person.driver.get(google.base_url)
    signs_in(person, CLEO)
    presses(person, "Make")
    reads(person, "Untitled spreadsheet has been made.")
    finds(person, "summary").click()
    writes(person, "details input[name=email]", "ben@nowhere")
    presses(person, "Share")
    assert "The specified emailAddress is invalid" in finds(person, ".problem").text


def test_signing_out_ends_open_pages_and_their_links(
    google: LocalServer, person: Person, book: str, call: Callable[..., Json]
) -> None:
    person.driver.get(link(google, book, FREE))
    signs_in(person, ANA)
    lands(person)
    page = person.driver.current_url
    first = person.driver.current_window_handle
    person.driver.switch_to.new_window("tab")
    person.driver.get(google.base_url)
    presses(person, "Sign out")
    reads(person, "Your e-mail address")
    person.driver.get(page)
    reads(person, "There is no spreadsheet at this link")
    person.driver.close()
    person.driver.switch_to.window(first)
    change = cells(FREE, 3, 3, [[text("news")]], "userEnteredValue")
    call("POST", f"/v4/spreadsheets/{book}:batchUpdate", {"requests": [change]})
    person.sees_state("gone")


class _App(BaseHTTPRequestHandler):
    """The little server of an app that waits to be told."""

    told: list[dict[str, list[str]]] = []

    def do_GET(self) -> None:
        query = parse_qs(urlsplit(self.path).query)
        if query:
            self.told.append(query)
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<main>You may close this page.</main>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def app() -> Iterator[HTTPServer]:
    _App.told.clear()
    server = HTTPServer(("127.0.0.1", 0), _App)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join(5)


@pytest.mark.parametrize(("button", "answer"), [("Allow", "code"), ("Cancel", "error")])
@pytest.mark.parametrize("name", ["localhost", "127.0.0.1"])
def test_the_consent_page_leads_back_to_the_app(
    google: LocalServer, phone: Person, app: HTTPServer, name: str, button: str, answer: str
) -> None:
    """Through the page's own policy: it lets a form lead on to the app and nowhere else."""
    client = google.client_file()["installed"]
    asked = {
        "response_type": "code",
        "client_id": client["client_id"],
        "redirect_uri": f"http://{name}:{app.server_port}/",
        "scope": "https://www.googleapis.com/auth/drive.file",
        "state": "s<>",
    }
    phone.driver.get(f"{client['auth_uri']}?{urlencode(asked)}")
    reads(phone, "my-app wants to use your account")
    assert phone.driver.execute_script("return document.documentElement.scrollWidth") == 390
    if button == "Allow":
        writes(phone, "#email", BEN)
    presses(phone, button)
    reads(phone, "You may close this page.")
    assert _App.told[0]["state"] == ["s<>"]
    assert answer in _App.told[0]
    assert len(_App.told) == 1
