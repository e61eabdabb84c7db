"""A network in trouble: each kind has its own sentence, and it is always worth another try."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from scripted_google import Answer, Scripted, person_info, written

from umpire.sheets.client import CONNECT_SECONDS, SheetsClient
from umpire.sheets.errors import SheetsError, Unreachable
from umpire.sheets.google import connect, find_credentials

pytestmark = pytest.mark.faulty_traffic  # what no server of Google's would answer


def free_port() -> int:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        port: int = unused.getsockname()[1]
        return port


@contextmanager
def listening(serve: Callable[[socket.socket], None]) -> Iterator[str]:
    """Somebody on a port who does with a connection as told."""
    server = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def accept() -> None:
        while not over.is_set():
            connection, _ = server.accept()
            with connection:
                serve(connection)

    thread = threading.Thread(target=accept)
    thread.start()
    address = server.getsockname()
    yield f"127.0.0.1:{address[1]}"
    over.set()
    with socket.create_connection(address):
        pass
    thread.join()
    server.close()


def trouble(file: Path, base_url: str | None, *, seconds: float | None = None) -> str:
    sheets = connect(find_credentials(file), base_url)
    if seconds is not None:
        sheets.client.set_timeout((CONNECT_SECONDS, seconds))
    with pytest.raises(SheetsError) as caught:
        sheets.me()
    sheets.close()
    assert type(caught.value) is Unreachable
    assert caught.value.status is None
    return str(caught.value)


@pytest.fixture
def person(google: Scripted, tmp_path: Path) -> Path:
    return written(tmp_path / "person.json", person_info(google.base_url))


def test_nobody_there(person: Path) -> None:
    assert "cannot be reached" in trouble(person, f"http://127.0.0.1:{free_port()}")


def test_nobody_there_to_sign_in_with(tmp_path: Path, google: Scripted) -> None:
    dead = f"http://127.0.0.1:{free_port()}"
    file = written(tmp_path / "dead.json", person_info(dead))
    assert "cannot be reached" in trouble(file, google.base_url)
    assert not google.requests


def test_no_name_service(person: Path) -> None:
    assert "cannot look up any address" in trouble(person, "http://nobody.invalid")


def test_no_secure_connection(person: Path, google: Scripted) -> None:
    sentence = trouble(person, google.base_url.replace("http:", "https:"))
    assert "no secure connection" in sentence
    assert "date" in sentence


def test_a_proxy_that_is_not_there(
    tmp_path: Path, google: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTPS_PROXY", "https_proxy"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    info = person_info(google.base_url, token_uri="https://oauth2.googleapis.com/token")
    assert "proxy" in trouble(written(tmp_path / "real.json", info), None)


def test_no_proxy_is_asked_on_the_way_to_this_machine(
    person: Path, google: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, f"http://127.0.0.1:{free_port()}")
    monkeypatch.setenv("NO_PROXY", "")
    sheets = connect(find_credentials(person), google.base_url)
    assert sheets.me() == "ana@example.org"
    sheets.close()


def test_a_connection_that_breaks(person: Path) -> None:
    with listening(lambda connection: connection.recv(100)) as address:
        assert "was lost" in trouble(person, f"http://{address}")


def test_an_answer_that_breaks_off(person: Path) -> None:
    def half(connection: socket.socket) -> None:
        connection.recv(65536)
        connection.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"user"')

    with listening(half) as address:
        assert "was lost" in trouble(person, f"http://{address}")


@pytest.mark.parametrize("what", ["/drive/v3/about", "/token"])
def test_no_answer(person: Path, google: Scripted, what: str) -> None:
    over = threading.Event()

    def wait(_: object) -> Answer:
        over.wait(10)
        return Answer()

    google.answers[what] = wait
    assert "did not answer in time" in trouble(person, google.base_url, seconds=0.1)
    over.set()


def test_a_network_that_sends_everybody_to_its_login_page(person: Path, google: Scripted) -> None:
    google.answers["/drive/v3/about"] = Answer(302, "", {"Location": "/welcome"})
    google.answers["/welcome"] = Answer(200, "\n <html>Log in to the hotel</html>")
    assert "log in first" in trouble(person, google.base_url)
    google.answers["/welcome"] = Answer(302, "", {"Location": "/welcome"})
    assert "log in first" in trouble(person, google.base_url)


def test_the_credentials_do_not_follow_to_another_place(person: Path, google: Scripted) -> None:
    with Scripted() as other:
        where = other.base_url.replace("127.0.0.1", "localhost")
        google.answers["/drive/v3/about"] = Answer(302, "", {"Location": f"{where}/drive/v3/about"})
        sheets = connect(find_credentials(person), google.base_url)
        sheets.me()
        sheets.close()
        assert [one.path for one in other.requests] == ["/drive/v3/about"]
        assert "Authorization" not in other.requests[0].headers


def test_every_request_has_its_time(
    person: Path, google: Scripted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those for a token as well, for which gspread and google-auth would wait much longer."""
    import requests

    seen: list[tuple[str, object]] = []
    real = requests.Session.send

    def send(self: requests.Session, request: requests.PreparedRequest, **more: object) -> object:
        seen.append((str(request.path_url).partition("?")[0], more["timeout"]))
        return real(self, request, **more)

    monkeypatch.setattr(requests.Session, "send", send)
    sheets: SheetsClient = connect(find_credentials(person), google.base_url)
    sheets.me()
    sheets.close()
    assert seen == [("/token", (5.0, 30.0)), ("/drive/v3/about", (5.0, 30.0))]
