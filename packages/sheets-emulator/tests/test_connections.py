"""Connections that are slow, silent or too many are dropped, and nobody else notices."""

import contextlib
import socket
import time
from collections.abc import Callable, Iterator

import pytest
from server_kit import Book

from sheets_emulator import protocol
from sheets_emulator.app import LocalServer


@pytest.fixture
def connect(server: LocalServer) -> Iterator[Callable[[bytes], socket.socket]]:
    """Opens a connection to the server and sends something."""
    made: list[socket.socket] = []

    def open_(sent: bytes) -> socket.socket:
        made.append(socket.create_connection(("127.0.0.1", server.port), timeout=5))
        made[-1].sendall(sent)
        return made[-1]

    yield open_
    for one in made:
        one.close()


MUCH = 8 * 26 * 40_000
"""Bytes of text in the answer to what asks for much."""


@pytest.fixture
def asks_for_much(server: LocalServer, book: Book, token: str) -> bytes:
    """A request whose answer is larger than what lies on the way to who does not take it."""
    book.write("A1", [["x" * 40_000] * 26] * 8)
    return b"GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n\r\n" % (
        book.values_path("A1:Z8").encode(), server.port, token.encode()
    )  # fmt: skip


def is_dropped(connection: socket.socket) -> bool:
    """Whether the server ends it, sooner or later, without an answer."""
    try:
        return connection.recv(1) == b""
    except ConnectionResetError:
        return True


POST = b"POST /v4/spreadsheets HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer x\r\n"


@pytest.mark.parametrize(
    ("bound", "sent"),
    [
        ("HEAD_SECONDS", b""),
        ("HEAD_SECONDS", b"GET / HT"),
        ("HEAD_SECONDS", POST),
        ("BODY_SECONDS", POST + b"Content-Length: 9\r\n\r\n{"),
        ("BODY_SECONDS", POST.replace(b"Authorization", b"X") + b"Content-Length: 9\r\n\r\n{"),
    ],
)
def test_half_a_request_is_waited_for_so_long(
    server: LocalServer,
    connect: Callable[[bytes], socket.socket],
    monkeypatch: pytest.MonkeyPatch,
    bound: str,
    sent: bytes,
) -> None:
    monkeypatch.setattr(protocol, bound, 0.1)
    connection = connect(sent % server.port if b"%d" in sent else sent)
    while (found := connection.recv(4096)) and b"401" in found:  # it is answered before it ends
        pass
    assert found == b""


def test_a_connection_may_be_idle(server: LocalServer, connect: Callable[[bytes], socket.socket],
                                  monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.1)
    asked = b"GET /static/icon.svg HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % server.port
    connection = connect(asked)
    assert connection.recv(100_000).startswith(b"HTTP/1.1 200")
    time.sleep(0.3)
    connection.sendall(asked)
    assert connection.recv(100_000)


def test_an_answer_that_nobody_takes_is_given_up(
    asks_for_much: bytes,
    connect: Callable[[bytes], socket.socket],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "ANSWER_SECONDS", 0.2)
    connection = connect(asks_for_much)
    time.sleep(0.8)
    taken = 0
    try:
        while found := connection.recv(1_000_000):
            taken += len(found)
    except ConnectionResetError:
        pass
    assert taken < MUCH


def test_the_connection_that_is_idle_the_longest_makes_room(
    server: LocalServer,
    connect: Callable[[bytes], socket.socket],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with LocalServer(None) as small:
        monkeypatch.setattr(protocol, "MOST_CONNECTIONS", 2)
        with contextlib.ExitStack() as stack:
            made = []
            for _ in range(3):
                link = socket.create_connection(("127.0.0.1", small.port), timeout=5)
                made.append(stack.enter_context(link))
                time.sleep(0.05)
            assert is_dropped(made[0])
            made[2].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n" % small.port)
            assert made[2].recv(100).startswith(b"HTTP/1.1 404")


def test_a_body_that_breaks_off_leaves_no_trace(
    server: LocalServer,
    connect: Callable[[bytes], socket.socket],
    caplog: pytest.LogCaptureFixture,
) -> None:
    head = POST % server.port + b"Content-Length: 9\r\n\r\n{"
    for sent in (head, head.replace(b"/v4/spreadsheets", b"/s/x/y/type")):
        connect(sent).close()
    time.sleep(0.2)
    assert [one for one in caplog.records if one.levelname == "ERROR"] == []


def test_only_so_many_answers_wait_to_be_taken(
    asks_for_much: bytes,
    connect: Callable[[bytes], socket.socket],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "MOST_STALLED", 1)
    taken = []
    connections = [connect(asks_for_much), connect(asks_for_much)]
    for connection in connections:
        assert connection.recv(1, socket.MSG_PEEK)
    time.sleep(0.2)
    for connection in connections:
        taken.append(0)
        with contextlib.suppress(ConnectionResetError, TimeoutError):
            connection.settimeout(1)
            while found := connection.recv(1_000_000):
                taken[-1] += len(found)
    assert min(taken) < MUCH < max(taken)
