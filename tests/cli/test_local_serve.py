"""`umpire serve`, as a person runs it."""

import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner
from process_kit import umpire
from server_kit import Account

from umpire.cli import cli
from umpire.cli.serve import local_server
from umpire.errors import UmpireError
from umpire.sheets.addresses import local_account

pytestmark = pytest.mark.end_to_end


@contextmanager
def serving(home: Path, *options: str) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    with umpire(home, "serve", *options, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        said = "".join(process.stdout.readline() for _ in range(3))
        found = re.search(r"http://127\.0\.0\.1:\d+", said)
        assert found is not None
        assert str(home / "sheets.db") in said
        yield process, found[0]


def refused(home: Path, *options: str) -> str:
    """What a server that cannot begin says."""
    with pytest.raises(UmpireError) as told:
        CliRunner().invoke(cli, ["--home", str(home), "serve", *options], catch_exceptions=False)
    return str(told.value)


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
    told = refused(tmp_path, "--port", "0", "--faults", str(tmp_path / "none.toml"))
    assert told.endswith("none.toml cannot be read (No such file or directory).")


def test_its_accounts_have_the_addresses_that_stored_matches_name(tmp_path: Path) -> None:
    with local_server(tmp_path, 0) as server:
        found = Account(server.base_url, "a token").ok("GET", "/drive/v3/about", fields="user")
    assert found["user"]["emailAddress"] == local_account("a token")
    assert local_account("a token") == "ue3316e2bafebb6103a34@local.umpire"
