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
from own_games import PRIVATE

from sheets_emulator.app import LocalServer
from umpire.catalogue import find_game, games
from umpire.cli.live import connections
from umpire.export.script import script_lines
from umpire.hosting.creation import MatchRequest, create_match
from umpire.live.bots import Bot
from umpire.match import Header, begin, judge, report, verify
from umpire.sheets.client import local
from umpire.showing.spreadsheets import BOARD
from umpire.store import MatchRow, Store
from umpire.store.worldtime import rfc3339

pytestmark = [pytest.mark.end_to_end, pytest.mark.begun_first]

GAME = find_game("denizens-of-tartarus")
PLAYERS = ("Ana", "Bo")
ENOUGH_TURNS = 24


def late_position(luck: random.Random, turns: int) -> dict[str, Any]:
    """A position some turns before the end of a random match."""
    header = Header(GAME.id, PLAYERS, {"clock": False}, seed=f"{luck.getrandbits(256):064x}")
    states: list[dict[str, Any]] = []
    match = begin(header, GAME).match
    while match.outcome is None:
        (owed,) = match.pending
        text = owed.decision.kind.random_answer(match.state, owed.decision, luck)
        match = judge(match, {"t": 0, "by": owed.by, "say": text}).match
        states.append(report(match)["state"])
    return states[-turns]


@contextmanager
def bots(row: MatchRow, store: Store, folder: Path, pace: float) -> Iterator[None]:
    """Players who type with their own links."""
    hosting = store.hosting(row.id)
    stop = threading.Event()
    with ExitStack() as stack:
        for seat, player in enumerate(row.players):
            assert hosting.server is not None
            link = hosting.link(player)
            sheets = local(hosting.server, link.secret)
            stack.callback(sheets.close)
            own = stack.enter_context(Store.open(folder))
            bot = Bot(own, row, seat, sheets, hosting.spreadsheets[link.role], pace)
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


def late_denizens(luck: random.Random, turns: int = ENOUGH_TURNS) -> Header:
    return Header(GAME.id, PLAYERS, {"position": late_position(luck, turns)})


OPTIONS = {
    "by-hand": {
        "procedures": {"go": ["ask all: Go on? = yes or no", "wait"] * 30},
        "begin": "go",
    }
}
"""With these players are asked without an umpire who directs."""


@pytest.mark.skipif(os.name != "posix", reason="needs kill -9")
@pytest.mark.parametrize(
    ("header", "to_the_end"),
    [
        pytest.param(late_denizens(random.Random(7)), True, id=GAME.id),
        *(
            pytest.param(Header(game, PLAYERS, OPTIONS.get(game, {})), False, id=game)
            for game in PRIVATE
        ),
    ],
)
def test_the_daemon_may_be_killed_at_any_moment(
    tmp_path: Path, header: Header, to_the_end: bool
) -> None:
    luck = random.Random(7)
    most = 6 if to_the_end else 4
    with LocalServer(tmp_path) as server, Store.open(tmp_path) as store, ExitStack() as stack:
        (account,) = connections(tmp_path)(server.base_url)
        sheets = account.open()
        stack.callback(sheets.close)
        request = MatchRequest(header, server.base_url)
        row = create_match(store, sheets, account.email, request, time.time()).row
        kills = 0
        with bots(row, store, tmp_path, 0.1):
            while True:
                daemon = start(tmp_path, row.id)
                assert daemon.stderr is not None
                if kills == most and not to_the_end:
                    wait_for_answers(store, row)
                    store.inbox.put(row.id, "umpire", "forfeit Ana", rfc3339(time.time()))
                with daemon.stderr:
                    try:
                        code = daemon.wait(luck.uniform(0.6, 1.6) if kills < most else 60)
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
        assert "★ " in shown(sheets, row, store, "headline", BOARD)[0]


def wait_for_answers(store: Store, row: MatchRow) -> None:
    """Wait until everybody has said a few things."""
    patience = time.monotonic() + 60
    while True:
        said = [line.by for line in store.lines(row.id)]
        if all(said.count(player) >= 3 for player in row.players):
            return
        assert time.monotonic() < patience, said
        time.sleep(0.05)


def shown(sheets: Any, row: MatchRow, store: Store, name: str, role: str) -> list[Any]:
    spreadsheet = store.hosting(row.id).spreadsheets[role]
    return [line[0] for line in sheets.read(spreadsheet, [name])[name].rows if line[0] != ""]


def assert_nothing_lost_or_doubled(store: Store, row: MatchRow, sheets: Any) -> None:
    lines = store.lines(row.id)
    for seat, player in enumerate(row.players, 1):
        role = store.hosting(row.id).link(player).role
        typed = shown(sheets, row, store, f"entry_{seat}", role)
        said = [line for line in lines if line.by == player]
        assert said
        assert [line.say for line in said] == typed[: len(said)]
        assert len(typed) - len(said) <= 1, "what was typed after the end is read by nobody"
        assert [line.entry for line in said] == list(range(len(said)))
        answered = shown(sheets, row, store, f"answer_{seat}", role)
        assert len(answered) == len(said)
        for line, answer in zip(said, answered, strict=True):
            well = answer.startswith(("taken: ", "held: ", "held, incomplete: ", "locked: "))
            assert well is line.ok
            assert line.code in (None, "not-pending"), "a bot may only come too late"
    verdict = verify(script_lines(store, row.id), games())
    assert verdict.remark is None
