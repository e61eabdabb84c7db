"""Whatever one link sends, the server answers in time, logs no traceback, and serves the others."""

import logging
from collections.abc import Iterator

import pytest
from fuzz_kit import Attempt, Link, attempts, furnishing
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sheets_emulator.app import LocalServer
from sheets_emulator.faults import Quota

pytestmark = pytest.mark.end_to_end

SECONDS = 5.0
"""How long any answer may take, on a machine that has other things to do."""


@pytest.fixture(scope="module")
def google() -> Iterator[LocalServer]:
    with LocalServer(None, google=True, quota=Quota()) as running:
        yield running


class Log(logging.Handler):
    """What the server logs as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))


class Siege:
    """A hostile link, and somebody else's spreadsheet that it cannot reach."""

    def __init__(self, port: int) -> None:
        self.hostile = Link(port, "hostile")
        self.other = Link(port, "other")
        self.log = Log()
        self._series = 0
        made = self.other.json("POST", "/v4/spreadsheets", {"properties": {"title": "other"}})
        self._path = f"/v4/spreadsheets/{made['spreadsheetId']}"
        requests = list(furnishing())
        self.other.json("POST", f"{self._path}:batchUpdate", {"requests": requests})
        self._before = self.look()

    def look(self) -> object:
        return self.other.json("GET", f"{self._path}?includeGridData=true")

    def tried(self, some: list[Attempt]) -> None:
        """Try them one after the other on a new spreadsheet."""
        self._series += 1
        self.hostile.token = f"hostile{self._series}"
        made = self.hostile.json("POST", "/v4/spreadsheets", {})["spreadsheetId"]
        requests = list(furnishing())
        self.hostile.json("POST", f"/v4/spreadsheets/{made}:batchUpdate", {"requests": requests})
        for attempt in some:
            status, content = self.hostile.try_(attempt, made)
            assert status < 500 or status == 501, (status, content, self.log.texts)
            assert self.log.texts == []
            assert self.hostile.slowest < SECONDS, attempt
        files = self.hostile.json("GET", "/drive/v3/files?pageSize=1000")["files"]
        if made in {file["id"] for file in files}:
            assert self.hostile.first_event(made)
            self.hostile.ask("GET", f"/v4/spreadsheets/{made}?includeGridData=true")
        for file in files:
            self.hostile.ask("DELETE", f"/drive/v3/files/{file['id']}")
        assert self.log.texts == []

    def survived(self) -> None:
        assert self.look() == self._before
        assert self.other.slowest < SECONDS


@pytest.fixture
def siege(google: LocalServer) -> Iterator[Siege]:
    laid = Siege(google.port)
    logging.getLogger().addHandler(laid.log)
    yield laid
    logging.getLogger().removeHandler(laid.log)
    laid.hostile.close()
    laid.other.close()


def besieged(siege: Siege, examples: int) -> None:
    """Try so many series of requests."""

    @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(attempts(), min_size=1, max_size=6))
    def try_all(some: list[Attempt]) -> None:
        siege.tried(some)

    try_all()
    siege.survived()


def test_nothing_that_a_link_sends_brings_the_server_down(siege: Siege) -> None:
    besieged(siege, 25)


def test_much_of_it_does_not_either(siege: Siege) -> None:
    besieged(siege, 60)
