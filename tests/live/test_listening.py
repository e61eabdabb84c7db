"""What the server tells of changes is a hint: it makes a daemon quick, and nothing else of it."""

import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from hosting_kit import DAEMON, RATE, Game, House, open_house
from live_kit import ANA

from sheets_emulator.app import LocalServer
from umpire.live import listening
from umpire.live.listening import Listening
from umpire.live.rates import NEVER
from umpire.live.runner import Threads
from umpire.live.server_connection import RESTS
from umpire.sheets.account import Account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.sheets.errors import Unreachable

HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/x-spreadsheet-changes\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


def chunk(text: bytes) -> bytes:
    return b"%x\r\n%s\r\n" % (len(text), text)


@contextmanager
def serving(*answers: Sequence[bytes]) -> Iterator[str]:
    """A server that gives these answers, piece by piece, one to each who asks; then none."""
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:

        def serve() -> None:
            for pieces in answers:
                caller, _ = listener.accept()
                with closing(caller):
                    caller.recv(65_536)
                    for piece in pieces:
                        caller.sendall(piece)

        threading.Thread(target=serve, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def until(is_so: Callable[[], object], seconds: float = 5.0) -> None:
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.005)


class Ear:
    """Something that listens to a server in a thread, and counts how often it wakes somebody."""

    def __init__(self, address: str) -> None:
        self.listening = Listening(
            Account("a@b.c", partial(connect_local, address, DAEMON)), time.monotonic
        )
        self.listening.follow(["ours", "another"])
        self.woken = 0
        self.thread = threading.Thread(target=self.listening.run, args=(self.wake,), daemon=True)
        self.thread.start()

    def wake(self) -> None:
        self.woken += 1


@pytest.fixture
def listen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Ear]]:
    monkeypatch.setattr(listening, "_FIRST_PAUSE", 0.01)
    ears: list[Ear] = []

    def begin(address: str) -> Ear:
        ears.append(Ear(address))
        return ears[-1]

    yield begin
    for ear in ears:
        ear.listening.stop()


class TestListening:
    def test_what_is_told_of_ours_wakes(self, listen: Callable[[str], Ear]) -> None:
        with serving([HEAD, chunk(b"\n"), chunk(b"x ours y\n"), chunk(b"\n")]) as address:
            ear = listen(address)
            until(lambda: ear.listening._announced_at["ours"] > NEVER)
            assert ear.listening._announced_at["another"] == NEVER

    def test_once_it_listens_anything_may_have_changed(self, listen: Callable[[str], Ear]) -> None:
        with serving([HEAD, chunk(b"\n")]) as address:
            ear = listen(address)
            until(lambda: ear.listening.announced_at("another") > NEVER)

    def test_an_id_that_is_not_ours_is_not_kept(self, listen: Callable[[str], Ear]) -> None:
        lies = b"".join(chunk(b"id%d\n" % number) for number in range(10_000))
        with serving([HEAD, chunk(b"\n"), lies, chunk(b"ours\n")]) as address:
            ear = listen(address)
            until(lambda: ear.listening._announced_at["ours"] > NEVER)
            assert ear.listening._announced_at.keys() == {"ours", "another"}
            assert ear.woken <= 3

    def test_ten_thousand_in_a_second_wake_a_hundred_times_at_most(
        self, listen: Callable[[str], Ear]
    ) -> None:
        flood = chunk(b"ours\n") * 10_000
        with serving([HEAD, chunk(b"\n"), flood]) as address:
            ear, began = listen(address), time.monotonic()
            time.sleep(0.5)
            assert 0 < ear.woken <= (time.monotonic() - began) / listening._BREATH + 3

    @pytest.mark.parametrize(
        "answer",
        [
            [HEAD, chunk(b"\n"), b"5\r\nou"],
            [HEAD, chunk(b"\n"), chunk(b"ours")],
            [HEAD, chunk(b"\n"), chunk(b"\xff\xfe\n")],
            [HEAD, chunk(b"\n"), chunk(b"x" * 65_000) * 30],
            [HEAD, chunk(b"\n"), b"nonsense"],
            [HEAD],
            [b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"],
            [b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nours\n"],
            [b"nonsense"],
            [],
        ],
        ids=[
            *("half", "a line without its end", "no text", "a line without any end", "no chunk"),
            *("nothing", "no stream", "a page", "no HTTP", "hung up"),
        ],
    )
    def test_a_stream_that_breaks_off_is_tried_again_and_polled_meanwhile(
        self, listen: Callable[[str], Ear], answer: Sequence[bytes]
    ) -> None:
        again = [HEAD, chunk(b"\n"), chunk(b"ours\n")]
        with serving(answer, again) as address:
            ear = listen(address)
            until(lambda: ear.listening._announced_at["ours"] > NEVER)
            until(lambda: not ear.listening.is_connected)
            assert ear.thread.is_alive()

    def test_a_server_that_ends_and_begins_again_is_listened_to_again(
        self, listen: Callable[[str], Ear]
    ) -> None:
        with LocalServer(None) as server:
            ear, port = listen(server.base_url), server.port
            until(lambda: ear.listening.is_connected)
        until(lambda: not ear.listening.is_connected)
        with LocalServer(None, port):
            until(lambda: ear.listening.is_connected)
            ear.listening.stop()

    def test_a_server_that_plays_google_tells_nothing(self) -> None:
        with (
            LocalServer(None, google=True) as server,
            closing(connect_local(server.base_url, server.sign_in("a@example.com"))) as sheets,
            pytest.raises(Unreachable, match="does not tell"),
        ):
            next(sheets.listen("a listener"))


def test_a_wait_is_woken_once_however_often_it_is_told() -> None:
    runner = Threads[object]()
    for _ in range(10_000):
        runner._wake()
    began = time.monotonic()
    assert runner.wait(5) is None
    assert time.monotonic() - began < 1
    assert runner.wait(0.05) is None
    assert time.monotonic() - began >= 0.05


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch) as house:
        yield house


def hears(match: Game, *changed: str) -> None:
    """Let the daemon hear that these spreadsheets have changed."""
    (connection,) = match.house.watch._connections.values()
    ear = connection._listening
    if not ear.is_connected:
        ear.is_connected, ear._connected_at = True, match.house.hands.clocks().monotonic()
    ear._record(changed)
    ear.state += 1


class TestADaemon:
    def test_it_reads_seldom_where_it_is_told_and_nothing_changes(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run(10)
        hears(match)
        house.run(5)
        house.forget_calls()
        house.run(10)
        assert len(house.calls("read")) <= 1

    def test_what_is_told_is_answered_before_it_would_be_polled(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run(10)
        hears(match)
        house.run(3)
        match.types(ANA, "3")
        house.run(0.5)
        assert match.answers(ANA) == []
        hears(match, match.table(ANA))
        house.run(0.2)
        assert match.answers(ANA) == ["taken: 3"]

    def test_what_nobody_told_of_is_answered_all_the_same(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run(10)
        hears(match)
        match.types(ANA, "3")
        hears(match, "an id that is not ours")
        house.run(RESTS + 1)
        assert match.answers(ANA) == ["taken: 3"]

    def test_where_the_stream_breaks_off_it_polls_from_that_moment(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run(10)
        hears(match)
        house.run(3)
        (connection,) = house.watch._connections.values()
        connection._listening.is_connected = False
        connection._listening.state += 1
        match.types(ANA, "3")
        house.run(RATE.floor + 0.3)
        assert match.answers(ANA) == ["taken: 3"]

    def test_a_match_that_stands_by_itself_is_polled(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run(10)
        hears(match)
        house.run(3)
        house.hands.move(60)  # as if the machine had slept
        house.run(3)
        assert match.notes()[-1].startswith("resume")

    def test_its_own_requests_carry_its_name(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        named: list[str] = []
        monkeypatch.setattr(SheetsClient, "set_listener_name", lambda _, name: named.append(name))
        house.match("Ana", "Bo")
        house.run(2)
        (connection,) = house.watch._connections.values()
        assert set(named) == {connection._listening.name}
