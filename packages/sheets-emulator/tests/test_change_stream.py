"""The stream of what changes: told to those who may know it, bounded, and no part of Google's."""

import asyncio
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import Any

import pytest
import requests
from server_kit import Account, Book

from sheets_emulator import change_stream
from sheets_emulator.access import account_email
from sheets_emulator.app import LocalServer
from sheets_emulator.change_stream import NAME_HEADER, ChangeListener, ChangeListeners
from sheets_emulator.creation import fresh
from sheets_emulator.public import PublicAddress
from sheets_emulator.scopes import DRIVE, DRIVE_FILE, SPREADSHEETS

CHANGES = "/emulator/changes"


class Stream:
    """What one listener has been told, as a program hears it."""

    def __init__(self, answer: requests.Response) -> None:
        self.answer = answer
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._hear, daemon=True).start()
        assert self._lines.get(timeout=5) == ""

    def _hear(self) -> None:
        try:
            for line in self.answer.iter_lines(chunk_size=None):
                self._lines.put(line.decode())
        except (requests.exceptions.RequestException, AttributeError):
            pass
        self._lines.put(None)

    def next(self) -> set[str]:
        line = self._lines.get(timeout=5)
        assert line is not None, "the stream has ended"
        return set(line.split())

    def ends(self) -> bool:
        while (line := self._lines.get(timeout=5)) is not None:
            assert line == ""
        return True


@pytest.fixture
def listen(server: LocalServer) -> Iterator[Callable[..., Stream]]:
    """Begins to listen as an account."""
    answers: list[requests.Response] = []

    def begin(account: Account, name: str = "") -> Stream:
        answers.append(ask(account, name))
        assert answers[-1].ok, answers[-1].text
        return Stream(answers[-1])

    yield begin
    for answer in answers:
        hang_up(answer)


def hang_up(answer: requests.Response) -> None:
    with suppress(ValueError, RuntimeError):  # it has ended by itself
        answer.raw.shutdown()  # or the thread that listens would keep it open
    answer.close()


def ask(account: Account, name: str = "") -> requests.Response:
    headers = {NAME_HEADER: name} if name else {}
    url = account.base_url + CHANGES
    return account.session.get(url, headers=headers, stream=True, timeout=10)


def typed(book: Book, text: str = "x", **headers: str) -> None:
    session = book.account.session
    url = f"{book.account.base_url}{book.path}/values/A1"
    answer = session.put(
        url, json={"values": [[text]]}, params={"valueInputOption": "RAW"}, headers=headers
    )
    assert answer.ok, answer.text


def made_by(account: Account) -> Book:
    made = account.ok("POST", "/v4/spreadsheets", {"properties": {"title": "A book"}})
    return Book(account, made["spreadsheetId"])


def share(book: Book, **grant: Any) -> str:
    found = book.account.ok("POST", f"/drive/v3/files/{book.id}/permissions", grant)
    permission: str = found["id"]
    return permission


def share_with(book: Book, token: str) -> str:
    return share(book, type="user", role="writer", emailAddress=account_email(token))


def test_who_holds_the_token_is_told_what_changes(
    owner: Account, book: Book, listen: Callable[..., Stream]
) -> None:
    stream = listen(owner)
    typed(book)
    assert stream.next() == {book.id}
    new = made_by(owner)
    assert stream.next() == {new.id}
    owner.ok("PATCH", f"/drive/v3/files/{book.id}", {"trashed": True})
    assert stream.next() == {book.id}
    owner.ok("DELETE", f"/drive/v3/files/{book.id}")
    assert stream.next() == {book.id}


def test_what_somebody_types_on_the_page_is_told(
    owner: Account, token: str, book: Book, listen: Callable[..., Stream]
) -> None:
    stream = listen(owner, "mine")
    edit = {"version": 1, "sheet": 0, "blocks": [{"row": 0, "column": 0, "rows": [["x"]]}]}
    origin = {"Origin": owner.base_url, NAME_HEADER: "mine"}
    url = f"{owner.base_url}/s/{token}/{book.id}/type"
    assert owner.session.post(url, json=edit, headers=origin).ok
    assert stream.next() == {book.id}


def test_a_listener_is_not_told_what_its_own_requests_change(
    owner: Account, book: Book, listen: Callable[..., Stream]
) -> None:
    mine, other, nameless = listen(owner, "mine"), listen(owner, "other"), listen(owner)
    typed(book, **{NAME_HEADER: "mine"})
    assert other.next() == nameless.next() == {book.id}
    last = made_by(owner)
    assert mine.next() == {last.id}


def test_the_name_of_anothers_listener_hides_nothing_from_it(
    owner: Account,
    token: str,
    book: Book,
    account: Callable[[str], Account],
    listen: Callable[..., Stream],
) -> None:
    guest = secrets.token_urlsafe(9)
    share_with(book, guest)
    stream = listen(owner, "mine")
    typed(book.seen_by(account(guest)), **{NAME_HEADER: "mine"})
    assert stream.next() == {book.id}


def test_what_is_shared_and_taken_away_is_told_and_nothing_after(
    owner: Account, book: Book, account: Callable[[str], Account], listen: Callable[..., Stream]
) -> None:
    guest = secrets.token_urlsafe(9)
    stream = listen(account(guest))
    typed(book, "not for the guest")
    permission = share_with(book, guest)
    assert stream.next() == {book.id}
    typed(book)
    assert stream.next() == {book.id}
    owner.ok("DELETE", f"/drive/v3/files/{book.id}/permissions/{permission}")
    assert stream.next() == {book.id}
    typed(book, "not for the guest either")
    own = made_by(account(guest))
    assert stream.next() == {own.id}


def test_nobody_hears_of_what_is_not_theirs(
    owner: Account, account: Callable[[str], Account], listen: Callable[..., Stream]
) -> None:
    """Two strangers, one of them beside much that they may not list: they are told the same."""
    stranger, twin = account(secrets.token_urlsafe(9)), account(secrets.token_urlsafe(9))
    streams = listen(stranger), listen(twin)
    hidden = made_by(owner)
    linked = made_by(owner)
    share(linked, type="anyone", role="writer")
    for book in (hidden, linked):
        typed(book)
        typed(book.seen_by(stranger) if book is linked else book)
    owner.ok("DELETE", f"/drive/v3/files/{hidden.id}")
    own = [made_by(stranger), made_by(twin)]
    assert [stream.next() for stream in streams] == [{book.id} for book in own]


def test_an_app_hears_only_of_the_files_that_it_made(
    server: LocalServer, account: Callable[[str], Account], listen: Callable[..., Stream]
) -> None:
    address = f"{secrets.token_hex(8)}@example.com"
    app = account(server.sign_in(address, (DRIVE_FILE,), client="an app"))
    whole = account(server.sign_in(address, (DRIVE, SPREADSHEETS), client="another"))
    of_app, of_whole = listen(app), listen(whole)
    others = made_by(whole)
    own = made_by(app)
    assert of_app.next() == {own.id}
    assert others.id in of_whole.next()


def test_a_token_that_is_worth_nothing_any_more_ends_the_stream(
    server: LocalServer, account: Callable[[str], Account], listen: Callable[..., Stream]
) -> None:
    address = f"{secrets.token_hex(8)}@example.com"
    token = server.sign_in(address, (DRIVE, SPREADSHEETS))
    stream = listen(account(token))
    other = account(server.sign_in(address, (DRIVE, SPREADSHEETS), client="another"))
    assert server.accounts.revoke(token)
    made_by(other)
    assert stream.ends()


@pytest.mark.parametrize("token", [None, "ya29.unknown"])
def test_nobody_listens_without_a_valid_token(
    account: Callable[[str | None], Account], token: str | None
) -> None:
    assert ask(account(token)).status_code == 401


def test_a_server_that_plays_google_has_no_such_stream() -> None:
    with LocalServer(None, google=True) as server, closing(requests.Session()) as session:
        session.headers["Authorization"] = f"Bearer {server.sign_in('a@b.org', (DRIVE,))}"
        assert session.get(server.base_url + CHANGES, timeout=5).status_code == 404


def test_it_is_not_there_under_a_public_address() -> None:
    public = PublicAddress.read("https://sheets.example.org")
    with LocalServer(None, public=public) as server:
        through = {
            "Host": "sheets.example.org",
            "X-Forwarded-For": "192.0.2.1",
            "X-Forwarded-Proto": "https",
            "X-Forwarded-Host": "sheets.example.org",
            "Authorization": "Bearer x",
        }
        answer = requests.get(server.base_url + CHANGES, headers=through, timeout=5)
        assert answer.status_code == 404


def test_there_are_only_so_many_listeners(
    owner: Account,
    book: Book,
    account: Callable[[str], Account],
    listen: Callable[..., Stream],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(change_stream, "MOST_OF_ACCOUNT", 2)
    first, _ = listen(owner), listen(owner)
    assert ask(owner).status_code == 429
    monkeypatch.setattr(change_stream, "MOST_LISTENERS", 3)
    listen(account(secrets.token_urlsafe(9)))
    assert ask(account(secrets.token_urlsafe(9))).status_code == 429
    hang_up(first.answer)
    typed(book)  # the server notices, at the latest, when it tells of something
    until = time.monotonic() + 5
    while ask(owner).status_code == 429:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_server_that_stops_ends_the_stream_at_once() -> None:
    with LocalServer(None) as server, closing(Account(server.base_url, "x").session) as session:
        account = Account(server.base_url, "x")
        account.session = session
        stream = Stream(ask(account))
        began = time.monotonic()
        server.stop()
        assert stream.ends()
        assert time.monotonic() - began < change_stream.PING_SECONDS / 2


def test_while_nothing_changes_empty_lines_come(
    owner: Account, listen: Callable[..., Stream], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(change_stream, "PING_SECONDS", 0.05)
    stream = listen(owner)
    assert stream.next() == stream.next() == set()


def test_to_tell_loads_no_spreadsheet(
    server: LocalServer, owner: Account, book: Book, listen: Callable[..., Stream]
) -> None:
    others = [made_by(owner) for _ in range(3)]
    stream = listen(owner)
    for other in others:
        server.service._documents.pop(other.id)
    typed(book)
    assert stream.next() == {book.id}
    assert not {other.id for other in others} & set(server.service._documents)


@contextmanager
def listening_without_reading(account: Account) -> Iterator[socket.socket]:
    host, port = account.base_url.removeprefix("http://").split(":")
    with closing(socket.create_connection((host, int(port)))) as deaf:
        token = account.session.headers["Authorization"]
        head = f"GET {CHANGES} HTTP/1.1\r\nHost: {host}:{port}\r\nAuthorization: {token}\r\n\r\n"
        deaf.sendall(head.encode())
        yield deaf


def test_who_reads_nothing_holds_up_nobody(
    owner: Account, book: Book, listen: Callable[..., Stream]
) -> None:
    stream = listen(owner)
    with listening_without_reading(owner):
        for number in range(50):
            typed(book, str(number))
        assert stream.next() == {book.id}


class TestAListener:
    def test_ten_thousand_changes_are_told_once(self) -> None:
        async def told() -> list[str] | None:
            listener = ChangeListener("a@b.c", "")
            for number in range(10_000):
                listener.tell(f"id{number % 3}")
            return await listener.next(1)

        assert asyncio.run(told()) == ["id0", "id1", "id2"]

    def test_one_that_is_too_far_behind_is_told_no_more(self) -> None:
        async def told() -> list[str] | None:
            listener = ChangeListener("a@b.c", "")
            for number in range(10_000):
                listener.tell(f"id{number}")
            assert len(listener._changed) <= change_stream.MOST_WAITING
            return await listener.next(1)

        assert asyncio.run(told()) is None

    def test_nothing_is_lost_that_threads_tell_at_once(self) -> None:
        async def heard() -> set[str]:
            listener, found = ChangeListener("a@b.c", ""), set[str]()
            teller = [
                threading.Thread(target=lambda part=part: [listener.tell(one) for one in part])  # type: ignore[misc]
                for part in ([f"{half}{number}" for number in range(400)] for half in "ab")
            ]
            for one in teller:
                one.start()
            while len(found) < 800:
                told = await listener.next(5)
                assert told
                found |= set(told)
            return found

        assert len(asyncio.run(heard())) == 800

    def test_a_change_by_nobody_in_particular_is_told_to_one_without_a_name(self) -> None:
        async def told() -> list[str] | None:
            listeners, listener = ChangeListeners(), ChangeListener("a@b.c", "")
            with listeners.joined_by(listener):
                listeners.tell("a@b.c", None, fresh("id", "title", "a@b.c", ""))
                return await listener.next(1)

        assert asyncio.run(told()) == ["id"]
