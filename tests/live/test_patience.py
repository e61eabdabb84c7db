"""Nobody waits for another's trouble, and nothing ends the daemon but its umpire."""

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from hosting_kit import DAEMON, RATE, House, open_house
from live_kit import ANA, BO

from sheets_emulator.faults import Fault
from umpire.live.driver import Watch
from umpire.live.match_session import PATIENCE
from umpire.live.rates import LOCAL
from umpire.live.runner import Listen, Runner
from umpire.live.server_connection import CompletedRequest
from umpire.live.submissions import BEGINS
from umpire.sheets.account import Account
from umpire.sheets.addresses import local_account
from umpire.sheets.client import SheetsClient, connect_local
from umpire.store import Store

pytestmark = pytest.mark.end_to_end

TIMED = [{"who": "Ana", "limit": 60}, {"who": "Bo", "limit": 60}, "Ana"]
SOON = 20.0
"""Seconds in which a busy machine does what takes one."""


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    with open_house(tmp_path, monkeypatch) as house:
        yield house


@contextmanager
def watching(house: House) -> Iterator[Watch]:
    """A daemon with real clocks, and each request in a thread of its own."""
    opened: list[SheetsClient] = []

    def connection() -> SheetsClient:
        opened.append(connect_local(house.server.base_url, DAEMON))
        return opened[-1]

    account = Account(local_account(DAEMON), connection)
    stop = threading.Event()
    watch = Watch(house.store, lambda _: (account,), LOCAL)
    thread = threading.Thread(target=watch.run, args=(stop,))
    thread.start()
    try:
        yield watch
    finally:
        stop.set()
        thread.join()
        for sheets in opened:
            sheets.close()


class TestRequestsOverlap:
    def test_a_spreadsheet_that_hangs_holds_up_no_other(self, house: House) -> None:
        hanging, other = house.match("Ana", "Bo"), house.match("Ana", "Bo")
        with watching(house):
            assert _until(lambda: other.notes() == hanging.notes() == [BEGINS])
            hang = Fault("hang", seconds=2 * SOON)
            house.goes_wrong("read", hang, at=hanging.spreadsheet)
            hanging.types(ANA, "2")
            assert _until(lambda: not house.server.faults.coming)
            other.types(ANA, "3")
            assert _until(lambda: other.answers(ANA) == ["taken: 3"])
            other.types(BO, "4")
            assert _until(lambda: other.answers(BO) == ["taken: 4"])
            assert hanging.notes() == [BEGINS]

    def test_an_answer_that_comes_in_drops_is_given_up(self, house: House) -> None:
        match = house.match("Ana", "Bo")
        house.run()
        runner = Never(house.watch._runner)
        house.watch._runner = runner
        (connection,) = house.watch._connections.values()
        connection._runner = runner
        house.run(25)
        assert match.notes() == [BEGINS]
        house.run(25)
        assert match.notes()[-1].startswith("pause: ")
        runner.answers = True
        match.types(ANA, "3")
        house.run(45)
        assert match.answers(ANA) == ["taken: 3"]


class Never:
    """Begins requests and ends none, until it does."""

    def __init__(self, runner: Runner[CompletedRequest]) -> None:
        self._runner = runner
        self.answers = False

    def start(self, task: Callable[[], CompletedRequest]) -> None:
        if self.answers:
            self._runner.start(task)

    def attend(self, listen: Listen) -> None:
        """Let nothing listen: the clocks are the test's, and threads have their own."""

    def wait(self, seconds: float) -> CompletedRequest | None:
        return self._runner.wait(seconds)


class TestSlowness:
    @pytest.mark.parametrize("kind", ["read", "write"])
    def test_answers_that_come_late_pause_nothing(self, house: House, kind: str) -> None:
        match = house.match(*TIMED)
        house.run()
        slow = house.sheets(DAEMON)
        name = {"read": "fetch_if_changed", "write": "write_and_fetch"}[kind]
        call = getattr(slow, name)

        def late(*about: object, **more: object) -> object:
            found = call(*about, **more)
            house.hands.move(PATIENCE / 10)
            return found

        setattr(slow, name, late)
        match.types(ANA, "3")
        house.run(200)
        delattr(slow, name)
        assert match.log() == [("Ana", "3", None), (None, None, None)]
        assert not any("reached" in note or "written" in note for note in match.notes())

    def test_a_quota_that_is_used_up_pauses_nothing_and_charges_nobody(self, house: House) -> None:
        match = house.match(*TIMED)
        house.run()
        full = [Fault("status", 429, retry_after=50)] * 2
        house.goes_wrong("read", *full)
        house.run(1)
        match.types(ANA, "3")
        house.run(110)
        assert match.log()[0] == ("Ana", "3", None)
        assert match.notes() == [BEGINS]
        assert match.lines()[1].t == 60.0


class TestFailures:
    def test_only_what_fails_for_half_a_minute_pauses_and_the_question_stays(
        self, house: House
    ) -> None:
        match = house.match(*TIMED)
        house.run(5)
        house.goes_wrong("write", *[Fault("reset")] * 100)
        match.types(ANA, "9")
        house.run(PATIENCE - 1)
        assert match.notes() == [BEGINS]
        house.run(3)
        assert match.notes()[-1] == "pause: the spreadsheet cannot be written"
        house.server.faults.coming.clear()
        house.watch._keep_up()
        house.run(RATE.back_off)
        assert match.notes()[-1] == "resume: umpire watch goes on"

    def test_the_umpire_may_speak_while_it_stands(self, house: House) -> None:
        match = house.match(*TIMED)
        house.run(5)
        house.goes_wrong("read", *[Fault("reset")] * 100)
        house.run(PATIENCE + 5)
        assert match.notes()[-1] == "pause: the spreadsheet cannot be reached"
        match.commands("say Ana 4")
        house.run(3)
        assert match.on_console("answer")[-1][0] == "taken: 4"
        assert match.log()[-1] == ("Ana", "4", None)
        assert match.notes()[-1] == "pause: the spreadsheet cannot be reached"
        assert match.lines()[-1].t == pytest.approx(5, abs=1)


class TestStore:
    def test_a_store_that_is_locked_is_tried_again_and_nothing_is_acknowledged(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with open_house(tmp_path, monkeypatch) as house:
            match = house.match("Ana", "Bo")
            with (
                Store.open(tmp_path, patience=0.01) as store,
                closing(sqlite3.connect(tmp_path / "umpire.db")) as other,
            ):
                house.watch = house.daemon(store)
                house.run()
                other.execute("begin immediate")
                match.types(ANA, "3")
                house.run(10)
                assert match.answers(ANA) == []
                told = house.watch.status().trouble
                assert told is not None
                assert "another program is using it" in told
                other.rollback()
                house.run(2)
                assert match.answers(ANA) == ["taken: 3"]
                assert house.watch.status().trouble is None
                assert match.log() == [("Ana", "3", None)]
                house.stop()


def _until(happens: Callable[[], bool]) -> bool:
    until = time.monotonic() + SOON
    while not happens():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True
