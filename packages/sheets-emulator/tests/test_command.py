"""`python -m sheets_emulator`, as a person runs it."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from server_kit import Account

pytestmark = pytest.mark.end_to_end

COMMAND = [sys.executable, "-u", "-m", "sheets_emulator"]


@contextmanager
def running(*options: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The server as a process of its own, and all that it says before it waits."""
    process = subprocess.Popen(
        [*COMMAND, "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = ""
        while "Press Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield process, said
    finally:
        process.kill()
        process.communicate(timeout=10)


def made(said: str, token: str = "somebody") -> str:
    """Make a spreadsheet on the server that said this; its id."""
    account = reached(said, token)
    with account.session:
        found: str = account.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"]
    return found


def reached(said: str, token: str = "somebody") -> Account:
    found = re.search(r"http://127\.0\.0\.1:\d+", said)
    assert found is not None
    return Account(found[0], token)


def refused(*options: str) -> str:
    done = subprocess.run(
        [*COMMAND, *options], capture_output=True, text=True, timeout=20, check=False
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_answers_until_it_is_stopped(number: signal.Signals) -> None:
    with running() as (process, said):
        assert made(said)
        assert "lost when it stops" in said
        process.send_signal(number)
        _, errors = process.communicate(timeout=10)
        assert (process.returncode, errors) == (0, "")


def test_a_folder_keeps_its_spreadsheets(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    with running("--folder", str(folder)) as (_, said):
        assert str(folder / "sheets.db") in said
        spreadsheet_id = made(said)
        port = said.split("\n")[0].rpartition(":")[2]
        assert f"port {port} cannot be used" in refused("--port", port)
        assert "another server is using" in refused("--port", "0", "--folder", str(folder))
    with running("--folder", str(folder)) as (_, said):
        account = reached(said)
        with account.session:
            assert account.ok("GET", f"/v4/spreadsheets/{spreadsheet_id}")


def test_it_plays_google(tmp_path: Path) -> None:
    with running("--google", "--folder", str(tmp_path)) as (_, said):
        for name in ("google-client.json", "google-service-account.json"):
            assert (tmp_path / name).is_file()
            assert str(tmp_path / name) in said
        account = reached(said)
        with account.session:
            assert "Sign in" in account.ask("GET", "/").text


def test_a_folder_that_cannot_be() -> None:
    assert "/dev/null/folder cannot be made" in refused("--folder", "/dev/null/folder")
