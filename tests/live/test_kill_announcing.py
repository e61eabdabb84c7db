"""`kill -9` of a daemon that announces to a webhook which fails now and then: nothing is missed."""

import os
import random
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

import pytest
from receiver_kit import Answer, Receiver, _Handler, lost, receiving, status
from test_kill import bots, late_denizens, start

from sheets_emulator.app import LocalServer
from umpire.catalogue import find_game
from umpire.chat.announcements import escaped
from umpire.chat.webhooks import Webhooks
from umpire.cli.live import connections
from umpire.hosting.creation import MatchRequest, create_match
from umpire.showing.record import rebuild
from umpire.store import Store

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

AGAIN = "(repeated"


def busy(handler: _Handler) -> None:
    """Take nothing in: it is too early."""
    handler.rfile.read(int(handler.headers["Content-Length"]))
    handler.send_response(429)
    handler.send_header("Retry-After", "0.2")
    handler.send_header("Content-Length", "0")
    handler.end_headers()


def events_of(text: str) -> list[str]:
    return [line.removeprefix("- ") for line in text.splitlines() if line.startswith("- ")]


def heard(texts: list[str]) -> list[str]:
    """What a reader has heard who leaves out what is marked as perhaps told before, and was."""
    told: list[str] = []
    for text in texts:
        events = events_of(text)
        is_double = AGAIN in text and told[len(told) - len(events) :] == events
        told += [] if is_double else events
    return told


@contextmanager
def started(folder: Path, match: str) -> "Iterator[subprocess.Popen[bytes]]":
    daemon = start(folder, match)
    assert daemon.stderr is not None
    with daemon.stderr:
        try:
            yield daemon
        finally:
            daemon.kill()
            daemon.wait()


def wait_for_a_post(receiver: Receiver, daemon: "subprocess.Popen[bytes]") -> None:
    """Wait until the daemon has announced something, so that it dies at its work."""
    before, patience = len(receiver.posts), time.monotonic() + 60
    while len(receiver.posts) == before and daemon.poll() is None:
        assert time.monotonic() < patience, "the daemon announces nothing"
        time.sleep(0.005)


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_nothing_is_missed_and_nothing_told_twice_but_what_says_so(tmp_path: Path) -> None:
    luck = random.Random(15)
    answers: list[Answer] = [status(204), status(204), status(500), lost, busy]
    header = late_denizens(luck, 15)
    with (
        LocalServer(tmp_path) as server,
        Store.open(tmp_path) as store,
        receiving() as receiver,
        ExitStack() as stack,
    ):
        receiver.answers.extend(luck.choice(answers) for _ in range(12))
        (account,) = connections(tmp_path)(server.base_url)
        sheets = stack.enter_context(closing(account.open()))
        request = MatchRequest(header, server.base_url)
        row = create_match(store, sheets, account.email, request, time.time()).row
        Webhooks(tmp_path).keep(row.id, None, receiver.url)
        with bots(row, store, tmp_path, pace=0.1):
            for _ in range(3):
                with started(tmp_path, row.id) as daemon:
                    wait_for_a_post(receiver, daemon)
                    time.sleep(luck.uniform(0.0, 0.3))
                    daemon.kill()
            with started(tmp_path, row.id) as daemon:
                assert daemon.wait(timeout=150) == 0
        lines = store.lines(row.id)
    record = rebuild(row.header(), find_game(row.game), lines, ())
    expected = [escaped(event.text) for event in record.told if event.only is None]
    assert record.match.outcome is not None
    assert heard(receiver.texts) == expected
    assert any(AGAIN in text for text in receiver.texts)
