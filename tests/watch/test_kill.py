"""`kill -9` of the daemon at random moments of a match that bots play: nothing lost or doubled."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from umpire.catalogue import find_game, games
from umpire.cli.live import connections
from umpire.export.script import script_lines
from umpire.match import Header, begin, judge, report, verify
from umpire.sheets.client import local
from umpire.sheets.server.app import LocalServer
from umpire.store import MatchRow, Store
from umpire.watch.bots import Bot
from umpire.watch.opening import BOARD, open_match

GAME = find_game("denizens-of-tartarus")
PLAYERS = ("Ana", "Bo")
ENOUGH_TURNS = 60


def late_position(luck: random.Random) -> dict[str, Any]:
    """A position some turns before the end of a random match."""
    header = Header(GAME.id, PLAYERS, {"clock": False}, seed=f"{luck.getrandbits(256):064x}")
    states: list[dict[str, Any]] = []
    match = begin(header, GAME).match
    while match.outcome is None:
        (owed,) = match.pending
        text = GAME.sample(match.state, owed.decision, luck)
        match = judge(match, {"t": 0, "by": owed.by, "say": text}).match
        states.append(report(match)["state"])
    return states[-ENOUGH_TURNS]


@contextmanager
def bots(row: MatchRow, store: Store, folder: Path, pace: float) -> Iterator[None]:
    """Players who type with their own links."""
    hosting = store.hosting(row.id)
    stop = threading.Event()
    with ExitStack() as stack:
        for seat, link in enumerate(hosting.links[: len(row.players)]):
            assert hosting.server is not None
            sheets = local(hosting.server, link.secret)
            stack.callback(sheets.close)
            own = stack.enter_context(Store.open(folder))
            bot = Bot(own, row, seat, sheets, hosting.spreadsheets[BOARD], pace)
            thread = threading.Thread(target=bot.play, args=(stop,))
            thread.start()
            stack.callback(thread.join)
        stack.callback(stop.set)
        yield


def start(folder: Path, match: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "umpire", "--home", str(folder), "watch", match]
    return subprocess.Popen(
        [*command, "--until-over", "--interval", "0.05"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
def test_the_daemon_may_be_killed_at_any_moment(tmp_path: Path) -> None:
    luck = random.Random(7)
    with LocalServer(tmp_path) as server, Store.open(tmp_path) as store, ExitStack() as stack:
        sheets, owner = connections(tmp_path)(server.base_url)
        stack.callback(sheets.close)
        header = Header(GAME.id, PLAYERS, {"position": late_position(luck)})
        row = open_match(store, sheets, owner, server.base_url, header, time.time())
        kills = 0
        with bots(row, store, tmp_path, 0.1):
            while True:
                daemon = start(tmp_path, row.id)
                assert daemon.stderr is not None
                with daemon.stderr:
                    try:
                        code = daemon.wait(luck.uniform(0.6, 1.6) if kills < 8 else 60)
                    except subprocess.TimeoutExpired:
                        daemon.send_signal(signal.SIGKILL)
                        kills += 1
                        code = daemon.wait()
                    told = daemon.stderr.read().decode()
                if code == 0:
                    break
                assert code == -signal.SIGKILL, told
        assert kills >= 3
        assert_nothing_lost_or_doubled(store, row, sheets)
        assert "Over: " in shown(sheets, row, store, "headline")[0]


def shown(sheets: Any, row: MatchRow, store: Store, name: str) -> list[Any]:
    spreadsheet = store.hosting(row.id).spreadsheets[BOARD]
    return [line[0] for line in sheets.read(spreadsheet, [name])[name].rows if line[0] != ""]


def assert_nothing_lost_or_doubled(store: Store, row: MatchRow, sheets: Any) -> None:
    lines = store.lines(row.id)
    for seat, player in enumerate(row.players, 1):
        typed = shown(sheets, row, store, f"entry_{seat}")
        assert [line.say for line in lines if line.by == player] == typed
        assert [line.entry for line in lines if line.by == player] == list(range(len(typed)))
        answered = shown(sheets, row, store, f"answer_{seat}")
        assert len(answered) == len(typed)
        assert all(answer.startswith("taken: ") for answer in answered)
    verdict = verify(script_lines(store, row.id), games())
    assert verdict.difference is None
