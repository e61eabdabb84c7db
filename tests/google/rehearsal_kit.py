"""A machine on which hosting on Google is rehearsed, with who plays Google."""

import json
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
import requests
from click.testing import CliRunner
from in_process import ServerAtHand

from sheets_emulator.app import LocalServer
from sheets_emulator.client_files import CLIENT_FILE
from sheets_emulator.faults import Quota
from umpire.cli import cli
from umpire.sheets.client import SheetsClient
from umpire.sheets.google import connect, find_credentials

ANA, UMPIRE = "ana@example.org", "umpire@example.org"


@dataclass
class Rehearsal:
    """A machine on which hosting on Google is rehearsed, and who consents there."""

    server: LocalServer
    folder: Path
    email: str = UMPIRE

    @property
    def client(self) -> str:
        return str(self.folder / CLIENT_FILE)

    @property
    def signed_in(self) -> Path:
        return self.folder / ".config" / "gspread" / "authorized_user.json"

    def open(self, address: str) -> bool:
        """Be the browser: consent, and go where the page leads."""
        with suppress(requests.exceptions.ConnectionError):
            requests.get(self.consented(address), timeout=10)
        return True

    def consented(self, address: str) -> str:
        with requests.Session() as session:
            answer = session.post(
                address,
                data={"email": self.email, "decision": "allow"},
                headers={"Origin": self.server.base_url},
                allow_redirects=False,
                timeout=10,
            )
        assert answer.status_code == 303, answer.text
        return answer.headers["Location"]

    def run(self, *arguments: str) -> str:
        done = CliRunner().invoke(cli, ["--home", str(self.folder), *arguments])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.output

    def revoke(self, file: Path) -> None:
        """Take the consent to a sign-in back, as at myaccount.google.com."""
        token = json.loads(file.read_text("utf-8"))["refresh_token"]
        assert self.server.accounts.revoke(token)

    def connected(self, file: Path | None = None) -> SheetsClient:
        return connect(find_credentials(file), self.server.base_url)


@contextmanager
def rehearsing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rehearsal]:
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("APPDATA", str(folder / ".config"))
    monkeypatch.delenv("UMPIRE_CREDENTIALS", raising=False)
    with ServerAtHand(folder, google=True, quota=Quota(), app="umpire") as server:
        monkeypatch.setenv("UMPIRE_GOOGLE", server.base_url)
        rehearsal = Rehearsal(server, folder)
        monkeypatch.setattr(webbrowser, "get", lambda: rehearsal)
        yield rehearsal
