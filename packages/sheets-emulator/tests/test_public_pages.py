"""A server with a public address: there the pages answer, to each client within bounds."""

from collections.abc import Iterator
from contextlib import closing

import pytest
import requests
from server_kit import Account, Book

from sheets_emulator import public
from sheets_emulator.app import LocalServer
from sheets_emulator.errors import ServerError
from sheets_emulator.public import PublicAddress, asked_from

NAME = "sheets.example.org"
HERE = f"https://{NAME}"


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    with LocalServer(None, public=PublicAddress.read(HERE)) as running:
        yield running


@pytest.fixture(scope="module")
def proxied(server: LocalServer) -> Iterator["Proxied"]:
    with requests.Session() as session:
        session.trust_env = False
        yield Proxied(server.base_url, session)


class Proxied:
    """Requests as a proxy passes them on."""

    def __init__(self, base: str, session: requests.Session) -> None:
        self.base = base
        self._session = session

    def ask(
        self, path: str, method: str = "GET", *, host: str = NAME, **headers: str
    ) -> requests.Response:
        told = {"Host": host, "X-Forwarded-For": "203.0.113.7"}
        told |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self._session.request(method, self.base + path, headers=told, timeout=10)


def test_under_the_public_name_there_are_the_pages_alone(book: Book, proxied: Proxied) -> None:
    token = str(book.account.session.headers["Authorization"]).removeprefix("Bearer ")
    page = f"/s/{token}/{book.id}"
    assert [
        proxied.ask(path).status_code for path in (page, f"/s/{token}", "/static/sheet.js")
    ] == [200] * 3
    apis = ("/v4/spreadsheets", book.path, "/drive/v3/files", "/upload/drive/v3/files", "/token")
    for path in (*apis, "/", "/nowhere", "//v4/spreadsheets", "/s/../v4/spreadsheets"):
        for method in ("GET", "POST"):
            refused = proxied.ask(path, method, Authorization=f"Bearer {token}")
            assert refused.status_code == 404, path
            assert "Open the link that you were sent" in refused.text
            assert refused.headers["Referrer-Policy"] == "no-referrer"
    assert book.get()["spreadsheetId"] == book.id  # the daemon's own way is open as ever


def test_nothing_secret_is_kept_by_the_way_and_events_are_not_held_up(
    book: Book, proxied: Proxied
) -> None:
    token = str(book.account.session.headers["Authorization"]).removeprefix("Bearer ")
    headers = {"Host": NAME}
    address = f"{proxied.base}/s/{token}/{book.id}"
    for path in ("", "/events"):
        with requests.get(address + path, headers=headers, stream=True, timeout=10) as answer:
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert answer.headers["X-Accel-Buffering"] == "no"


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        (HERE, 200),
        ("https://evil.example.org", 403),
        (f"http://{NAME}", 403),
        ("null", 403),
        ("http://127.0.0.1:8765", 403),
    ],
)
def test_only_its_own_pages_are_answered(
    book: Book, proxied: Proxied, origin: str, status: int
) -> None:
    token = str(book.account.session.headers["Authorization"]).removeprefix("Bearer ")
    body = {"version": 1, "sheet": 0, "blocks": [{"row": 0, "column": 0, "rows": [["typed"]]}]}
    answer = requests.post(
        f"{proxied.base}/s/{token}/{book.id}/type",
        json=body,
        headers={"Host": NAME, "Origin": origin},
        timeout=10,
    )
    assert answer.status_code == status, answer.text
    assert book.values("A1") == ([["typed"]] if status == 200 else [])


@pytest.mark.parametrize("host", ["other.example.org", f"{NAME}.evil.org", f"{NAME}:8080", ""])
def test_other_names_are_refused(proxied: Proxied, host: str) -> None:
    assert proxied.ask("/static/sheet.js", host=host).status_code == 403


@pytest.mark.parametrize("header", ["X_Forwarded_For", "Via", "Forwarded"])
def test_a_proxy_that_hides_the_name_reaches_nothing(proxied: Proxied, header: str) -> None:
    own = proxied.base.removeprefix("http://")
    refused = proxied.ask("/v4/spreadsheets", host=own, **{header: "for=203.0.113.7"})
    assert refused.status_code == 403
    assert NAME in refused.text


def test_without_a_public_address_there_is_no_other_name() -> None:
    with LocalServer(None) as plain, closing(Account(plain.base_url, "a").session) as session:
        asked = f"{plain.base_url}/static/sheet.js"
        assert session.get(asked, headers={"Host": NAME}, timeout=10).status_code == 403
        told = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}
        assert session.get(asked, headers=told, timeout=10).status_code == 200


def test_a_public_name_that_is_its_own_locks_nobody_out() -> None:
    with LocalServer(None) as other:
        port = other.port
    own = PublicAddress.read(f"http://127.0.0.1:{port}")
    with (
        LocalServer(None, port, public=own) as server,
        closing(Account(server.base_url, "a").session) as session,
    ):
        answer = session.post(f"{server.base_url}/v4/spreadsheets", json={}, timeout=10)
        assert answer.ok, answer.text


def test_the_bare_address_says_that_a_link_is_needed(server: LocalServer) -> None:
    with closing(Account(server.base_url, "a").session) as session:
        answer = session.get(f"{server.base_url}/", timeout=10)
    assert (answer.status_code, "Open the link" in answer.text) == (404, True)


def test_each_address_may_ask_so_much_a_minute(
    proxied: Proxied, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "REQUESTS_A_MINUTE", 5)
    one, other = "203.0.113.50", "203.0.113.51"
    codes = [proxied.ask("/static/icon.svg", X_Forwarded_For=one).status_code for _ in range(6)]
    assert codes == [200] * 5 + [429]
    refused = proxied.ask("/s/x/y/type", "POST", X_Forwarded_For=f"{other}, {one}")
    assert refused.status_code == 429
    assert "wait a little" in refused.json()["error"]
    assert int(refused.headers["Retry-After"]) > 0
    assert "wait a little" in proxied.ask("/s/x", X_Forwarded_For=one).text
    assert proxied.ask("/static/icon.svg", X_Forwarded_For=f"{one}, {other}").status_code == 200


def test_each_address_may_have_so_many_pages_open(
    book: Book, proxied: Proxied, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(public, "MOST_OPEN", 2)
    token = str(book.account.session.headers["Authorization"]).removeprefix("Bearer ")
    stream = f"{proxied.base}/s/{token}/{book.id}/events"
    headers = {"Host": NAME, "X-Forwarded-For": "203.0.113.60"}

    def look() -> requests.Response:
        return requests.get(stream, headers=headers, stream=True, timeout=10)

    with look() as first, look() as second, look() as third:
        assert [one.status_code for one in (first, second, third)] == [200, 200, 429]
        elsewhere = proxied.ask("/static/icon.svg", X_Forwarded_For="203.0.113.61")
        assert elsewhere.status_code == 200


@pytest.mark.parametrize(
    ("told", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("198.51.100.1, 203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("somebody", "unknown"),
        ("", "unknown"),
    ],
)
def test_an_address_is_the_last_hop_and_of_ipv6_the_network(told: str, network: str) -> None:
    assert asked_from({"type": "http", "headers": [(b"x-forwarded-for", told.encode())]}) == network


def test_addresses_that_ask_nothing_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(public, "_MOST_ADDRESSES", 3)
    now = 0.0
    pages = public.PublicPages(PublicAddress.read(HERE), [], lambda: now)
    for name in ("a", "b", "c"):
        assert pages._client(name).allowance.take(now)
    assert pages._client("d").allowance.take(now)
    assert len(pages._clients) == 4  # all of them have just asked
    now = 60.0
    pages._client("e")
    assert list(pages._clients) == ["e"]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://sheets.example.org", HERE),
        (" https://Sheets.Example.org/ ", HERE),
        ("https://sheets.example.org:443", HERE),
        ("https://sheets.example.org:8443", f"{HERE}:8443"),
        ("https://übung.example", "https://xn--bung-zra.example"),
        ("https://203.0.113.7", "https://203.0.113.7"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://127.0.0.1", "http://127.0.0.1"),
    ],
)
def test_an_address_is_written_in_one_way(text: str, url: str) -> None:
    assert PublicAddress.read(text).url == url


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("http://sheets.example.org", "would travel unencrypted.*write https://"),
        ("https://example.org/sheets", "need a name that no other site shares"),
        ("https://example.org/?a=1", "need a name that no other site shares"),
        ("sheets.example.org", "is not a server's address: write it like https://"),
        ("ftp://sheets.example.org", "is not a server's address"),
        ("https://", "is not a server's address"),
        ("https://eva@sheets.example.org", "is not a server's address"),
        ("https://sheets.example.org:x", "is not a server's address"),
        ("https://um pire", "is not a server's address"),
    ],
)
def test_an_address_that_cannot_be_used_is_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ServerError, match=sentence) as refused:
        PublicAddress.read(text)
    assert str(refused.value).count("\n") == 0


def test_who_plays_google_has_no_public_address() -> None:
    with pytest.raises(ValueError, match="no public address"):
        LocalServer(None, google=True, public=PublicAddress.read(HERE))
