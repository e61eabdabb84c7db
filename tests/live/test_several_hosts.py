"""A league on several hosts: one dies or freezes in the middle of a match, and another goes on."""

import os
import signal
import time
from contextlib import ExitStack
from multiprocessing.process import BaseProcess
from pathlib import Path

import postgres_kit
import pytest
from kill_kit import (
    ERRORS,
    GAME,
    PATIENCE,
    PLAYERS,
    assert_nothing_lost_or_doubled,
    bots,
    made,
    wait_for_answers,
    wait_until,
)
from processes import PROCESSES, umpire

from umpire.hosting.accounts import own_token
from umpire.live import match_log
from umpire.match import Header
from umpire.store import MatchRow, Store, leases
from umpire.store.home import token_file
from umpire.store.worldtime import rfc3339

pytestmark = [
    pytest.mark.end_to_end,
    pytest.mark.begun_first,
    pytest.mark.skipif(os.name != "posix", reason="needs kill -9 and SIGSTOP"),
]

TTL = 3.0
PACE = 0.3


def daemon_of(host: str, errors: Path, *arguments: str) -> None:
    """Be `umpire` as another host has it: where nothing is known of this one's processes."""
    leases._machine = lambda: host
    match_log.TTL = TTL
    umpire(errors, *arguments)


class Host:
    """A machine of its own with a daemon on it."""

    def __init__(self, name: str, folder: Path, store: str) -> None:
        folder.mkdir()
        self.name, self.folder = name, folder
        self._arguments = ("--home", str(folder), "--store", store, "watch", "--interval", "0.2")
        self._daemon: BaseProcess | None = None

    def start(self) -> None:
        about = (self.name, self.folder / ERRORS, *self._arguments)
        self._daemon = PROCESSES.Process(target=daemon_of, args=about)
        self._daemon.start()

    def send(self, what: signal.Signals) -> None:
        assert self._daemon is not None
        assert self._daemon.is_alive(), f"the daemon of {self.name} has ended by itself"
        assert self._daemon.pid is not None
        os.kill(self._daemon.pid, what)
        if what == signal.SIGKILL:
            self._daemon.join()

    def end(self) -> None:
        if self._daemon is not None and self._daemon.is_alive():
            self.send(signal.SIGCONT)
            self._daemon.terminate()
            self._daemon.join(PATIENCE)
            assert self._daemon.exitcode == 0, (self.folder / ERRORS).read_text()


class League:
    """A match in a store that two hosts share, each with a home of its own."""

    def __init__(self, folder: Path, url: str, store: Store, row: MatchRow) -> None:
        self.store = store
        self.row = row
        self.one, self.other = (Host(name, folder / name, url) for name in ("one", "other"))
        for host in (self.one, self.other):
            token_file(host.folder).write_text(own_token(folder))

    def held_by(self, host: Host) -> bool:
        lease = self.store.leases.current(self.row.id, 0.0)
        return lease is not None and f"/{host.name}." in lease.holder

    def wait_for(self, host: Host) -> None:
        """Wait until a host's daemon has the match and has heard the players."""
        wait_until(lambda: self.held_by(host), f"{host.name} does not take the match")
        self.wait_for_turns()

    def wait_for_turns(self) -> None:
        """Wait until the players have been heard."""
        heard = self.heard()
        wait_until(lambda: self.heard() > heard + 1, "nobody goes on")

    def heard(self) -> int:
        """Return how much the players have said."""
        return sum(line.by in PLAYERS for line in self.store.lines(self.row.id))


def test_a_match_goes_on_whichever_host_or_server_is_killed_or_freezes(
    tmp_path: Path, postgres: postgres_kit.Server
) -> None:
    url = postgres.emptied()
    header = Header(GAME.id, PLAYERS, {})  # others may be over before all has happened
    with made(url, tmp_path, header) as (_, sheets, store, row), ExitStack() as stack:
        league = League(tmp_path, url, store, row)
        one, other = league.one, league.other
        for host in (one, other):
            host.start()
            stack.callback(host.end)
            wait_until(lambda: league.held_by(one), "nobody takes the match")
        with bots(row, store, url, PACE):
            league.wait_for(one)
            one.send(signal.SIGKILL)
            league.wait_for(other)
            one.start()
            other.send(signal.SIGSTOP)
            league.wait_for(one)
            other.send(signal.SIGCONT)
            league.wait_for(one)
            postgres.stop(signal.SIGQUIT)
            postgres.start()
            league.wait_for_turns()
            one.end()
            league.wait_for(other)
            wait_for_answers(store, row)
            store.inbox.put(row.id, "umpire", "forfeit Ana", rfc3339(time.time()))
            wait_until(lambda: store.find(row.id).status == "over", "nobody obeys")
        other.end()
        assert_nothing_lost_or_doubled(store, row, sheets)
