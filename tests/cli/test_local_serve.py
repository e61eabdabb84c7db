"""`umpire serve`, as a person runs it."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from server_kit import Account

from umpire.cli import cli
from umpire.cli.serve import local_server
from umpire.sheets.addresses import local_account

pytestmark = pytest.mark.end_to_end

COMMAND = [sys.executable, "-c", "from umpire.cli import main; main()"]


@contextmanager
def serving(home: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [*COMMAND, "serve", *options],
        env={**os.environ, "UMPIRE_HOME": str(home), "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = "".join(process.stdout.readline() for _ in range(3))
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found is not None
        assert str(home / "sheets.db") in said
        yield process, found[0]
    finally:
        process.kill()
        process.communicate(timeout=10)


def refused(home: Path, *options: str) -> str:
    done = subprocess.run(
        [*COMMAND, "serve", *options],
        env={**os.environ, "UMPIRE_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    return done.stderr


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_until_it_is_stopped(tmp_path: Path, number: signal.Signals) -> None:
    with serving(tmp_path, "--port", "0") as (process, address):
        owner = Account(address, "owner")
        owner.ok("POST", "/v4/spreadsheets", {})
        process.send_signal(number)
        _, errors = process.communicate(timeout=10)
        assert (process.returncode, errors) == (0, "")
        owner.session.close()


def test_its_sheets_and_its_port_are_its_own_and_outlive_a_crash(tmp_path: Path) -> None:
    with serving(tmp_path, "--port", "0") as (process, address):
        owner = Account(address, "owner")
        made = owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"]
        port = address.rpartition(":")[2]
        for again in ("0", port):
            assert "another 'umpire serve' or 'umpire demo' is using" in refused(
                tmp_path, "--port", again
            )
        assert f"port {port} cannot be used" in refused(tmp_path / "other", "--port", port)
        owner.session.close()
        process.kill()
        process.wait(10)
    with serving(tmp_path, "--port", "0") as (_, address):
        owner = Account(address, "owner")
        assert owner.ok("GET", f"/v4/spreadsheets/{made}")["spreadsheetId"] == made
        owner.session.close()


def test_it_refuses_a_file_of_faults_that_is_not_there(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.toml")
    result = CliRunner().invoke(
        cli, ["--home", str(tmp_path), "serve", "--port", "0", "--faults", missing]
    )
    told = (result.output or str(result.exception)).rstrip()
    assert told.endswith("none.toml cannot be read (No such file or directory).")
    assert result.exit_code != 0


def test_its_accounts_have_the_addresses_that_stored_matches_name(tmp_path: Path) -> None:
    with local_server(tmp_path, 0) as server:
        found = Account(server.base_url, "a token").ok("GET", "/drive/v3/about", fields="user")
    assert found["user"]["emailAddress"] == local_account("a token")
    assert local_account("a token") == "ue3316e2bafebb6103a34@local.umpire"
