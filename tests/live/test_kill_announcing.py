"""`kill -9` of a daemon that announces to a webhook which fails now and then: nothing is missed."""

import os
import random
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from kill_kit import WHOLE, Steady, bots, ended, late_denizens, made, started, wait_until
from receiver_kit import Answer, Receiver, _Handler, lost, receiving, status

from umpire.catalogue import find_game
from umpire.chat.announcements import escape_markdown
from umpire.chat.webhooks import Webhooks
from umpire.projections.match_history import rebuild

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


def wait_for_a_post(receiver: Receiver, daemon: BaseProcess) -> None:
    """Wait until the daemon has announced something, so that it dies at its work."""
    before = len(receiver.posts)
    wait_until(
        lambda: len(receiver.posts) > before or not daemon.is_alive(),
        "the daemon announces nothing",
    )


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_nothing_is_missed_and_nothing_told_twice_but_what_says_so(tmp_path: Path) -> None:
    luck = random.Random(15)
    answers: list[Answer] = [status(204), status(204), status(500), lost, busy]
    with (
        made(tmp_path, tmp_path, late_denizens(luck, 15)) as (_, _, store, row),
        receiving() as receiver,
    ):
        receiver.answers.extend(luck.choice(answers) for _ in range(12))
        Webhooks(tmp_path).keep(row.id, None, receiver.url)
        with bots(row, store, tmp_path, 0.1, Steady):
            for _ in range(3):
                with started(tmp_path, row.id) as daemon:
                    wait_for_a_post(receiver, daemon)
                    ended(daemon, luck.uniform(0.0, 0.3))
            with started(tmp_path, row.id) as daemon:
                assert ended(daemon, WHOLE)
        lines = store.lines(row.id)
    record = rebuild(row.header(), find_game(row.game), lines, ())
    expected = [escape_markdown(event.text) for event in record.events if event.only is None]
    assert record.match.outcome is not None
    assert heard(receiver.texts) == expected
    assert any(AGAIN in text for text in receiver.texts)
