"""`umpire serve --google`, and the files that it keeps."""

import json
import stat
from pathlib import Path
from subprocess import Popen

import pytest
from google.oauth2 import service_account
from google_kit import ANA, consent
from server_kit import Account, Json
from test_local_serve import refused, serving

from sheets_emulator.app import LocalServer
from sheets_emulator.errors import ServerError
from sheets_emulator.scopes import DRIVE
from sheets_emulator.testing import gspread_client

pytestmark = pytest.mark.end_to_end

FILES = ("google-client.json", "google-service-account.json")


def kept(home: Path) -> list[Json]:
    return [json.loads((home / name).read_text()) for name in FILES]


def rest_of(process: Popen[str]) -> str:
    """What else it says before it waits to be stopped."""
    assert process.stdout is not None
    said = ""
    while "Press Ctrl-C" not in said:
        said += process.stdout.readline()
    return said


def test_it_says_what_to_do_and_nothing_secret(tmp_path: Path) -> None:
    with serving(tmp_path, "--google", "--port", "0") as (process, address):
        client, service = kept(tmp_path)
        said = rest_of(process)
    assert f"  export UMPIRE_GOOGLE={address}\n" in said
    assert f"  export UMPIRE_CREDENTIALS={tmp_path / 'rehearsal.json'}\n" in said
    assert f"  umpire login --client {tmp_path / FILES[0]}\n" in said
    for name in FILES:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600
    installed = client["installed"]
    assert (installed["auth_uri"], installed["token_uri"]) == (
        f"{address}/o/oauth2/auth",
        f"{address}/token",
    )
    assert service["type"] == "service_account"
    for secret in (installed["client_secret"], service["private_key"].splitlines()[1]):
        assert secret not in said


def test_the_files_stay_and_follow_the_port(tmp_path: Path) -> None:
    with LocalServer(tmp_path, google=True) as first:
        before = kept(tmp_path)
        port = first.port
    times = [(tmp_path / name).stat().st_mtime_ns for name in FILES]
    with LocalServer(tmp_path, port, google=True):
        assert kept(tmp_path) == before
        assert [(tmp_path / name).stat().st_mtime_ns for name in FILES] == times
        with LocalServer(None) as elsewhere:
            free = elsewhere.port
    with LocalServer(tmp_path, free, google=True) as moved:
        after = kept(tmp_path)
        assert after[0]["installed"]["token_uri"] == f"{moved.base_url}/token"
        assert after[1]["token_uri"] == f"{moved.base_url}/token"
        for old, new in zip(before, after, strict=True):
            for one in (old.get("installed", old), new.get("installed", new)):
                del one["auth_uri"], one["token_uri"]
            assert new == old
    for name in FILES:
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_without_google_no_files_are_made(tmp_path: Path) -> None:
    with LocalServer(tmp_path):
        assert [path.name for path in tmp_path.glob("google-*")] == []


@pytest.mark.parametrize("database_is_gone", [False, True])
def test_the_files_are_good_for_signing_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, database_is_gone: bool
) -> None:
    """Also where the database of the sheets was moved away: the files say who may sign in."""
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    with LocalServer(tmp_path, google=True):
        pass
    if database_is_gone:
        for path in tmp_path.glob("sheets.db*"):
            path.unlink()
    with LocalServer(tmp_path, google=True) as server:
        client_file, key_file = kept(tmp_path)
        ana = gspread_client(server.base_url, consent(server, client_file, ANA))
        book = ana.create("A book")
        book.share(key_file["client_email"], "user", "writer", notify=False)
        robot = gspread_client(
            server.base_url,
            service_account.Credentials.from_service_account_info(key_file, scopes=[DRIVE]),
        )
        assert robot.open_by_key(book.id).title == "A book"
        for one in (ana, robot):
            one.http_client.session.close()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"installed": 5}', '{"installed": {}}'])
def test_a_file_that_is_none_of_ours_is_left_alone(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(ServerError, match=f"{name} cannot be read as credentials"):
        LocalServer(tmp_path, google=True)
    assert (tmp_path / name).read_text() == text


def test_the_command_says_so_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILES[0]).write_text("{")
    assert "cannot be read as credentials" in refused(tmp_path, "--google", "--port", "0")


def test_a_server_that_plays_google_keeps_plain_links_working(tmp_path: Path) -> None:
    """A home with matches of its own on this server may be served either way."""
    with LocalServer(tmp_path) as plain:
        owner = Account(plain.base_url, "a secret")
        with owner.session:
            made = owner.ok("POST", "/v4/spreadsheets", {})["spreadsheetId"]
    with LocalServer(tmp_path, google=True) as google:
        owner = Account(google.base_url, "a secret")
        with owner.session:
            assert owner.ok("GET", f"/v4/spreadsheets/{made}")["spreadsheetId"] == made
            assert owner.ask("GET", f"/s/a%20secret/{made}").status_code == 200
