"""The view at a real pseudo-terminal: one screen, its keys, and the terminal given back."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs pseudo-terminals", allow_module_level=True)

from terminal_kit import Terminal, at_terminal
from umpires_server import UmpiresServer

from umpire.catalogue import find_game
from umpire.hosting.accounts import connections
from umpire.hosting.creation import create_match
from umpire.hosting.plan import MatchRequest
from umpire.match import Header
from umpire.store import Store

pytestmark = pytest.mark.end_to_end

PROGRAM = str(Path(__file__).with_name("league_program.py"))
SIZES = [(110, 30), (80, 24)]
DOWN, UP = "\x1b[B", "\x1bOA"


def chosen(terminal: Terminal) -> str:
    return next(line for line in terminal.screen.lines() if line.startswith("▸")).split()[1]


def ends_well(terminal: Terminal) -> None:
    assert terminal.ends() == 0
    assert terminal.is_as_before


@pytest.mark.parametrize(
    ("count", "first", "number"), [(1, "1 match:", signal.SIGHUP), (50, "50 matches:", None)]
)
def test_a_league_stands_on_one_screen_of_any_size(
    count: int, first: str, number: int | None
) -> None:
    with at_terminal(PROGRAM, str(count)) as terminal:
        for columns, rows in SIZES:
            terminal.resize(columns, rows)
            terminal.until(lambda: terminal.screen.lines()[-1].startswith("↑ ↓ match"))
            terminal.shows("waits", "limit", "q stop", "board  http://")
            assert terminal.screen.is_alternate
            assert not terminal.screen.shows_cursor
            assert terminal.screen.lines()[0].startswith(first)
            assert terminal.screen.lines()[0].endswith("12:00:00 UTC")
        if number is None:
            terminal.press("qy")
        else:
            os.kill(terminal.process.pid, number)
        ends_well(terminal)
        terminal.shows("match", "denizens-of-tartarus-1")


def test_keys_choose_a_match_and_open_what_there_is() -> None:
    with at_terminal(PROGRAM, "50") as terminal:
        terminal.shows("q stop")
        first = chosen(terminal)
        terminal.press(DOWN * 3)
        terminal.until(lambda: chosen(terminal) != first)
        terminal.press(UP * 9)
        terminal.until(lambda: chosen(terminal) == first)
        assert "secret" not in "\n".join(terminal.screen.lines())
        terminal.press("l")
        terminal.shows(f"http://{first}/secret")
        terminal.press("?")
        terminal.shows("choose a match")
        terminal.press("\x1b")
        terminal.until(lambda: "choose a match" not in "\n".join(terminal.screen.lines()))
        terminal.press("q")
        terminal.shows("Stop?")
        terminal.press("n")
        terminal.shows("q stop")
        assert terminal.process.poll() is None
        terminal.read(0.3)
        drawn = terminal.screen.written
        terminal.read(0.5)
        assert terminal.screen.written == drawn, "nothing has changed"
        os.kill(terminal.process.pid, signal.SIGINT)
        ends_well(terminal)


def test_it_is_drawn_once_for_each_change() -> None:
    with at_terminal(PROGRAM, "50", "ticks") as terminal:
        terminal.shows("q stop")
        terminal.until(lambda: seconds_shown(terminal) > 1)
        drawn, then = terminal.screen.written, seconds_shown(terminal)
        terminal.until(lambda: seconds_shown(terminal) > then)  # on a busy machine several at once
        columns, rows = SIZES[0]
        once = 2 * columns * rows  # with its colours
        assert terminal.screen.written - drawn < once * (seconds_shown(terminal) - then + 1)
        os.kill(terminal.process.pid, signal.SIGTERM)
        ends_well(terminal)


def seconds_shown(terminal: Terminal) -> int:
    """Seconds since twelve, as the screen's first line tells the time."""
    _, minutes, seconds = terminal.screen.lines()[0].split()[-2].split(":")
    return 60 * int(minutes) + int(seconds)


def test_after_an_error_the_terminal_is_as_before_and_shows_it() -> None:
    with at_terminal(PROGRAM, "1", "fails") as terminal:
        terminal.shows("q stop")
        assert terminal.ends() == 1
        assert terminal.is_as_before
        terminal.shows("ValueError: a made-up error")


def test_a_terminal_that_takes_nothing_stops_nothing() -> None:
    with at_terminal(PROGRAM, "50", "ticks") as terminal:
        terminal.shows("q stop")
        for _ in range(20):
            terminal.press("\x0c")  # draw all anew
            time.sleep(0.05)
        os.kill(terminal.process.pid, signal.SIGTERM)
        assert terminal.process.wait(10) == 0
        assert terminal.has_its_modes


def test_a_terminal_that_goes_away_stops_it_in_good_order(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with errors.open("wb") as file, at_terminal(PROGRAM, "50", stderr=file) as terminal:
        terminal.shows("q stop")
        terminal.hang_up()
        assert terminal.process.wait(10) == 0
    assert errors.read_text() == ""


SHELL = """
import os, signal, subprocess, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = subprocess.Popen([sys.executable, *sys.argv[1:]], process_group=0)
while True:
    os.tcsetpgrp(0, job.pid)
    os.kill(job.pid, signal.SIGCONT)
    _, how = os.waitpid(job.pid, os.WUNTRACED)
    os.tcsetpgrp(0, os.getpgrp())
    if not os.WIFSTOPPED(how):
        sys.exit(os.waitstatus_to_exitcode(how))
    is_cooked = bool(termios.tcgetattr(0)[3] & termios.ICANON)
    print("stopped, cooked:", is_cooked, flush=True)
    input()
"""


def test_ctrl_z_gives_the_terminal_back_and_takes_it_again() -> None:
    with at_terminal("-c", SHELL, PROGRAM, "50") as terminal:
        terminal.shows("q stop")
        for _ in range(2):
            terminal.press("\x1a")
            terminal.shows("stopped, cooked: True")
            assert not terminal.screen.is_alternate
            assert terminal.screen.shows_cursor
            terminal.press("\n")
            terminal.until(lambda: terminal.screen.is_alternate)
            terminal.shows("q stop", "waits")
        terminal.press("qy")
        ends_well(terminal)


def test_in_the_background_it_leaves_the_terminal_alone() -> None:
    script = (
        "import subprocess, sys, time\n"
        "job = subprocess.Popen([sys.executable, *sys.argv[1:]], process_group=0)\n"
        "time.sleep(2); print('running:', job.poll() is None, flush=True); job.kill(); job.wait()"
    )
    with at_terminal("-c", script, PROGRAM, "50") as terminal:
        assert terminal.ends() == 0
        assert terminal.screen.lines()[0] == "running: True"
        assert terminal.is_as_before


def test_the_daemon_itself_shows_its_match(tmp_path: Path) -> None:
    game = find_game("denizens-of-tartarus")
    with UmpiresServer(None) as server, Store.open(tmp_path) as store:
        (account,) = connections(tmp_path)(server.base_url)
        header = Header(game.id, ("Ana", "Bo"), {"decider": "Ana"})
        request = MatchRequest(header, server.base_url)
        row = create_match(store, account, request, 0.0).row
        links = store.hosting(row.id).addresses()
        arguments = ("-m", "umpire", "--home", str(tmp_path), "watch")
        columns, rows = SIZES[-1]
        with at_terminal(*arguments, columns=columns, rows=rows) as terminal:
            assert links.board is not None
            terminal.shows(f"▸  {row.id}", "choose the seats", "waits", links.board[: columns - 7])
            assert links.board in terminal.screen.copied()
            assert links.players[0] not in terminal.screen.copied()
            terminal.press("l")
            terminal.shows("each link is a secret")
            for address in (*links.players.values(), links.board, *links.umpire.values()):
                assert address in terminal.screen.copied()
            terminal.press("q")
            terminal.shows("Stop?")
            terminal.press("y")
            ends_well(terminal)
            terminal.shows(row.id)
        assert store.leases.current(row.id, 0.0) is None
