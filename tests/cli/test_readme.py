"""README's commands work as printed, in order, in a shell where nothing is installed."""

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from umpire.cli import cli
from umpire.store import Store

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
MATCH = "denizens-of-tartarus-1"

PYTHON = """#!/bin/sh
[ "$*" = "-m venv .venv" ] || exit 9
"{python}" -m venv --without-pip .venv
printf '#!/bin/sh\\n[ "$*" = "install --no-compile ." ] && cp "{umpire}" .venv/bin/umpire\\n' \\
    > .venv/bin/pip
chmod +x .venv/bin/pip
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
"""What pip would install, on a port of this test's own, with bots that do not think."""


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

    def reads(self, text: str, seconds: float = 90.0) -> None:
        self.waits(lambda: text in self.said, seconds)

    def waits(self, true: Callable[[], bool], seconds: float = 90.0) -> None:
        end = time.monotonic() + seconds
        while not true():
            assert self._shell.poll() is None, self.said
            assert time.monotonic() < end, self.said
            time.sleep(0.05)

    def ends(self, command: str) -> None:
        """Ctrl-C."""
        os.kill(int((self.home / f"{command}.pid").read_text()), signal.SIGINT)


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


@pytest.mark.end_to_end
def test_the_commands_work_as_printed(reader: Reader, tmp_path: Path) -> None:
    reader.pastes("start")
    reader.waits(lambda: has_begun(reader.home))
    given_up = CliRunner().invoke(cli, ["--home", str(reader.home), "forfeit", MATCH, "Ana"])
    assert given_up.exit_code == 0, given_up.output
    reader.reads("stay open in the browser")
    assert (tmp_path / "opened").read_text().count(".html") == 4
    reader.ends("demo")
    reader.reads("done: start")

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


def has_begun(home: Path) -> bool:
    with Store.open(home) as store:
        rows = store.matches()
        return bool(rows) and any(line.by in rows[0].players for line in store.lines(rows[0].id))


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
