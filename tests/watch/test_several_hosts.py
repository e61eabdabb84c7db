"""A league on several hosts: one dies or freezes in the middle of a match, and another goes on."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import postgres_kit
import pytest
from own_games import PRIVATE
from test_kill import PLAYERS, assert_nothing_lost_or_doubled, bots

from sheets_emulator.app import LocalServer
from umpire.cli.live import connections, own_token
from umpire.match import Header
from umpire.store import MatchRow, Store
from umpire.store.home import token_file
from umpire.store.worldtime import rfc3339
from umpire.watch.creation import MatchRequest, create_match

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.skipif(os.name != "posix", reason="needs kill -9 and SIGSTOP"),
]

TTL = 3.0
PATIENCE = 30.0

DAEMON = """
import sys
from umpire.cli import main
from umpire.store import leases
from umpire.watch import live_match

leases._machine = lambda: sys.argv[1]
live_match.TTL = float(sys.argv[2])
main(sys.argv[3:])
"""
"""`umpire` as another host has it: where nothing is known of this one's processes."""


class Host:
    """A machine of its own with a daemon on it."""

    def __init__(self, name: str, folder: Path, store: str) -> None:
        folder.mkdir()
        self.name, self.folder = name, folder
        self._command = [sys.executable, "-c", DAEMON, name, str(TTL), "--home", str(folder)]
        self._command += ["--store", store, "watch", "--interval", "0.05"]
        self._daemon: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self._daemon = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)

    def send(self, what: signal.Signals) -> None:
        assert self._daemon is not None
        assert self._daemon.poll() is None, f"the daemon of {self.name} has ended by itself"
        self._daemon.send_signal(what)
        if what == signal.SIGKILL:
            self._daemon.wait()

    def end(self) -> None:
        if self._daemon is not None and self._daemon.poll() is None:
            self._daemon.send_signal(signal.SIGCONT)
            self._daemon.terminate()
            assert self._daemon.wait(PATIENCE) == 0


def until(told: Callable[[], object], what: str) -> float:
    """Wait until something is so, and return how long that took."""
    began = time.monotonic()
    while not told():
        assert time.monotonic() - began < PATIENCE, what
        time.sleep(0.05)
    return time.monotonic() - began


class League:
    """A match in a store that two hosts share, each with a home of its own."""

    def __init__(self, folder: Path, url: str, store: Store, row: MatchRow) -> None:
        self.store = store
        self.row = row
        self.one, self.other = (Host(name, folder / name, url) for name in ("one", "other"))
        for host in (self.one, self.other):
            token_file(host.folder).write_text(own_token(folder))

    def held_by(self, host: Host) -> bool:
        lease = self.store.leases.held(self.row.id, 0.0)
        return lease is not None and f"/{host.name}." in lease.holder

    def wait_for(self, host: Host) -> float:
        """Wait until a host's daemon goes on with the match; return how long none had it."""
        waited = until(lambda: self.held_by(host), f"{host.name} does not take the match")
        heard = self.heard()
        until(lambda: self.heard() > heard + 1, f"{host.name} does not go on")
        return waited

    def heard(self) -> int:
        """Return how much the players have said."""
        return sum(line.by in PLAYERS for line in self.store.lines(self.row.id))


@pytest.mark.parametrize("game", PRIVATE[:1])
def test_another_host_goes_on_where_one_was_killed_or_froze(
    tmp_path: Path, postgres: postgres_kit.Server, game: str
) -> None:
    url = postgres.emptied()
    with LocalServer(tmp_path) as server, Store.open(url) as store, ExitStack() as stack:
        (account,) = connections(tmp_path)(server.base_url)
        sheets = account.open()
        stack.callback(sheets.close)
        request = MatchRequest(Header(game, PLAYERS, {}), server.base_url)
        row = create_match(store, sheets, account.email, request, time.time()).row
        league = League(tmp_path, url, store, row)
        for host in (league.one, league.other):
            host.start()
            stack.callback(host.end)
            until(lambda: league.held_by(league.one), "nobody takes the match")
        with bots(row, store, url, 0.1):
            league.wait_for(league.one)
            league.one.send(signal.SIGKILL)
            assert league.wait_for(league.other) < TTL + 10
            league.one.start()
            league.other.send(signal.SIGSTOP)
            assert league.wait_for(league.one) < TTL + 10
            league.other.send(signal.SIGCONT)
            league.wait_for(league.one)
            league.one.send(signal.SIGKILL)
            assert league.wait_for(league.other) < TTL + 10
            store.inbox.put(row.id, "umpire", "forfeit Ana", rfc3339(time.time()))
            until(lambda: store.find(row.id).status == "over", "nobody obeys")
        league.other.end()
        assert_nothing_lost_or_doubled(store, row, sheets)
