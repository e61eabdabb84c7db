"""README's commands work as printed, in order, in a shell where nothing is installed."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
import requests
from click.testing import CliRunner
from process_kit import daemons_of, turns, until

from umpire.cli import cli
from umpire.store import Store

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
MATCH = "denizens-of-tartarus-1"

PYTHON = """#!/bin/sh
[ "$*" = "-m venv .venv" ] || exit 9
"{python}" -m venv --without-pip .venv
printf '#!/bin/sh\\n[ "$*" = "install uv" ]\\n' > .venv/bin/pip
printf '#!/bin/sh\\n[ "$*" = "pip install ./packages/sheets-emulator ." ] &&' > .venv/bin/uv
printf ' cp "{umpire}" .venv/bin/umpire\\n' >> .venv/bin/uv
chmod +x .venv/bin/pip .venv/bin/uv
"""
UMPIRE = """#!/bin/sh
echo $$ > "$UMPIRE_HOME/$1.pid"
case "$1" in
    demo) set -- "$@" --pace 0 --port 0 ;;
    serve) set -- "$@" --port {port} ;;
    new) set -- "$@" --server http://127.0.0.1:{port} ;;
esac
exec "{python}" -m umpire "$@"
"""
"""What uv would install, on a port of this test's own, with bots that do not think."""


def block(name: str) -> str:
    found = re.search(rf"<!-- {name} -->\n```sh\n(.*?)```", README, re.DOTALL)
    assert found is not None
    return found[1]


class Reader:
    """Somebody who pastes the blocks into a shell, one after the other."""

    def __init__(self, folder: Path, shell: "subprocess.Popen[str]") -> None:
        self.home = folder / "home"
        self._shell = shell
        self._said = folder / "said"

    def pastes(self, name: str) -> None:
        assert self._shell.stdin is not None
        self._shell.stdin.write(f"{block(name)}\necho done: {name}\n")
        self._shell.stdin.flush()

    @property
    def said(self) -> str:
        return self._said.read_text("utf-8")

    def reads(self, text: str) -> None:
        self.waits(lambda: text in self.said)

    def waits(self, true: Callable[[], bool]) -> None:
        until(lambda: self._shell.poll() is not None or true())
        assert self._shell.poll() is None, self.said

    def process(self, command: str) -> int:
        return int((self.home / f"{command}.pid").read_text())

    def ends(self, command: str) -> None:
        """Ctrl-C."""
        os.kill(self.process(command), signal.SIGINT)


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    for name in ("bin", "copy", "home"):
        (tmp_path / name).mkdir(mode=0o700)
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    written = {
        "umpire": UMPIRE.format(python=sys.executable, port=port),
        "bin/python3": PYTHON.format(python=sys.executable, umpire=tmp_path / "umpire"),
        "bin/browser": f'#!/bin/sh\necho "$1" >> "{tmp_path / "opened"}"\n',
    }
    for name, text in written.items():
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o700)
    surroundings = os.environ | {
        "PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin",
        "UMPIRE_HOME": str(tmp_path / "home"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "PYTHONUNBUFFERED": "1",
        "BROWSER": f"{tmp_path / 'bin' / 'browser'} %s &",
    }
    with (tmp_path / "said").open("w") as said:
        shell = subprocess.Popen(
            ["bash", "-eu"],
            cwd=tmp_path / "copy",
            env=surroundings,
            stdin=subprocess.PIPE,
            stdout=said,
            stderr=said,
            text=True,
            start_new_session=True,
        )
    try:
        yield Reader(tmp_path, shell)
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.communicate()
        sys.stdout.write((tmp_path / "said").read_text("utf-8"))  # shown if the test fails


@pytest.mark.end_to_end
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="finds processes in /proc")
def test_the_commands_work_as_printed(reader: Reader, tmp_path: Path) -> None:
    reader.pastes("start")
    reader.waits(lambda: turns(reader.home) > 0)
    demo = reader.process("demo")
    (lost,) = daemons_of(demo)
    os.kill(lost, signal.SIGKILL)
    before = turns(reader.home)
    reader.waits(lambda: turns(reader.home) >= before + 3)
    assert daemons_of(demo) != [lost]
    given_up = CliRunner().invoke(cli, ["--home", str(reader.home), "forfeit", MATCH, "Ana"])
    assert given_up.exit_code == 0, given_up.output
    reader.waits(lambda: daemons_of(demo) == [])
    with Store.open(reader.home) as store:
        row, hosting = store.find(MATCH), store.hosting(MATCH)
    assert (row.status, row.options) == ("closed", {})
    board = hosting.addresses().board
    assert board is not None
    assert requests.get(board, timeout=10).ok
    reader.reads("stay open in the browser")
    assert (tmp_path / "opened").read_text().count(".html") == 4
    reader.ends("demo")
    reader.reads("done: start")
    for words in ("  Ana ", "  umpire ", "  board ", "is over: Bo has won", f"verify {MATCH}"):
        assert words in reader.said

    reader.pastes("after")
    reader.reads("done: after")
    for words in ("Bo won", "# Denizens of Tartarus", "proved"):
        assert words in reader.said

    reader.pastes("host")
    reader.waits((reader.home / "watch.pid").exists)
    reader.waits(lambda: f"{MATCH[:-1]}2: " in reader.said)
    reader.ends("watch")
    reader.ends("serve")
    reader.reads("done: host")
    assert "Traceback" not in reader.said


@pytest.mark.parametrize("line", block("google").splitlines())
def test_the_commands_for_google_are_taken_as_printed(line: str) -> None:
    umpire, name, *arguments = shlex.split(line, comments=True)
    command = cli.get_command(click.Context(cli), name)
    assert (umpire, command is not None) == ("umpire", True)
    assert command is not None
    assert command.make_context(name, arguments, click.Context(cli, **cli.context_settings)).params


def test_every_block_of_the_shell_is_tried() -> None:
    tried = {"start", "after", "host", "google", "tests"}
    assert len(re.findall(r"^```sh", README, re.MULTILINE)) == len(tried)
    assert all(block(name) for name in tried)
