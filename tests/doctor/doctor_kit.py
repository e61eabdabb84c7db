"""What the tests of `umpire doctor` share: a server that plays Google, and sign-ins to it."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from sheets_emulator.app import LocalServer
from sheets_emulator.client_files import client_id_of
from sheets_emulator.scopes import DRIVE_FILE
from umpire.cli import cli
from umpire.errors import UmpireError
from umpire.sheets.client import SheetsClient
from umpire.sheets.google import connect, find_credentials
from umpire.sheets.grid import Place
from umpire.sheets.spreadsheet_metadata import SpreadsheetMetadata
from umpire.store import Store

ANA, BO, UMPIRE = "ana@example.org", "bo@example.org", "umpire@example.org"


class Rehearsal:
    """A server that plays Google, and a folder for the files of those who sign in to it."""

    def __init__(self, server: LocalServer, folder: Path) -> None:
        self.server = server
        self.folder = folder
        self._clients: dict[str, dict[str, Any]] = {}

    def person(
        self, email: str, *scopes: str, name: str = "person.json", app: str = "umpire"
    ) -> Path:
        """The file of somebody who has signed in, through an app of this name."""
        if app not in self._clients:
            self._clients[app] = self.server.client_file(app)["installed"]
        client = self._clients[app]
        granted = scopes or (DRIVE_FILE,)
        token = self.server.accounts.new_refresh(email, client_id_of(app), granted)
        info = {
            "type": "authorized_user",
            "client_id": client["client_id"],
            "client_secret": client["client_secret"],
            "refresh_token": token,
            "token_uri": client["token_uri"],
            "account": email,
        }
        return written(self.folder / name, info)

    @contextmanager
    def connection(self, file: Path) -> Iterator[SheetsClient]:
        """What somebody who has signed in can do."""
        sheets = connect(find_credentials(file), self.server.base_url)
        yield sheets
        sheets.close()

    def service(self) -> Path:
        """The file of a service account's key."""
        return written(self.folder / "robot.json", self.server.service_file("robot"))


def written(file: Path, info: object) -> Path:
    """Write a file that only its owner can read."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(info if isinstance(info, str) else json.dumps(info))
    file.chmod(0o600)
    return file


@dataclass(frozen=True)
class Done:
    """What a command said, and its exit status."""

    status: int
    said: str

    def lines(self, level: str) -> list[str]:
        """The lines of this level, without it."""
        start = f"{level:<8} "
        return [
            line.removeprefix(start) for line in self.said.splitlines() if line.startswith(start)
        ]

    @property
    def wrong(self) -> list[str]:
        return self.lines("wrong")

    @property
    def warnings(self) -> list[str]:
        return [line for line in self.lines("warning") if "Nobody watches it" not in line]


class Commands:
    """Runs `umpire` in a home, and keeps what the doctor said. Any other error is the test's."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.of_doctor: list[str] = []

    def __call__(self, *arguments: str, stdin: str = "") -> Done:
        ran = CliRunner().invoke(cli, ["--home", str(self.home), *arguments], input=stdin)
        status, said = ran.exit_code, ran.output
        if isinstance(ran.exception, UmpireError):
            status, said = ran.exception.exit_code, f"{said}umpire: {ran.exception}"
        elif ran.exception is not None and not isinstance(ran.exception, SystemExit):
            raise ran.exception
        if arguments[0] == "doctor":
            self.of_doctor.append(said)
        else:
            assert status == 0, said
        return Done(status, said)

    def doctor(self, *arguments: str) -> Done:
        return self("doctor", *arguments)


class Hosted:
    """A match and its spreadsheets, as their owner reaches them."""

    def __init__(self, umpire: Commands, match: str, sheets: SheetsClient) -> None:
        self.umpire = umpire
        self.match = match
        self.sheets = sheets

    def examined(self, *more: str) -> Done:
        return self.umpire.doctor(self.match, *more)

    @property
    def spreadsheets(self) -> dict[str, str]:
        with Store.open(self.umpire.home) as store:
            return store.hosting(self.match).spreadsheets

    def place(self, name: str, role: str = "board") -> Place:
        fields = "namedRanges,sheets.properties(sheetId,gridProperties)"
        return SpreadsheetMetadata.read(
            self.sheets.metadata(self.spreadsheets[role], fields)
        ).named_places[name]

    def id_of(self, name: str, role: str = "board") -> str:
        found = self.sheets.metadata(self.spreadsheets[role], "namedRanges")["namedRanges"]
        (its_id,) = [named["namedRangeId"] for named in found if named["name"] == name]
        return str(its_id)

    def change(self, *requests: dict[str, Any], role: str = "board") -> None:
        self.sheets.write(self.spreadsheets[role], list(requests))


@dataclass(frozen=True)
class Made:
    """A server with a match on it, which every test finds as it was made."""

    server: LocalServer
    folder: Path
    documents: dict[str, Any]

    def begin_again(self, home: Path) -> None:
        """Put the spreadsheets back and make a home of its own that knows the match."""
        self.server.service._documents = dict(self.documents)
        shutil.copytree(self.folder / "home", home)


def made(server: LocalServer, folder: Path, game: str, *more: str) -> Made:
    """Make a match of Ana and Bo."""
    Commands(folder / "home")("new", game, "--players", "Ana,Bo", *more)
    return Made(server, folder, dict(server.service._documents))
