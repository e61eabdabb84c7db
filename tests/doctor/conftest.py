"""A server, a home, a way to run `umpire`, and matches that were made with it."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from doctor_kit import ANA, UMPIRE, Commands, Hosted, Made, Rehearsal, made
from in_process import ServerAtHand

from umpire.sheets.client import connect_local
from umpire.sheets.google import connect, find_credentials
from umpire.store import Store, StoreError


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody's real sign-in is looked at."""
    monkeypatch.setenv("HOME", str(tmp_path / "user"))
    for name in ("UMPIRE_GOOGLE", "UMPIRE_CREDENTIALS", "UMPIRE_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def umpire(tmp_path: Path) -> Iterator[Commands]:
    """Runs `umpire` in a home of the test's own; nothing it says may hold a secret."""
    commands = Commands(tmp_path / "home")
    yield commands
    for secret in _secrets(tmp_path):
        assert not any(secret in said for said in commands.of_doctor)


def _secrets(folder: Path) -> Iterator[str]:
    """All that lets somebody in, wherever it stands below a folder."""
    for file in (file for file in folder.rglob("*") if file.is_file()):
        if file.name == "local-token":
            yield file.read_text().strip()
        elif file.suffix == ".json":
            yield from _secret_values(file)
    if (folder / "home" / "umpire.db").is_file():
        with suppress(StoreError), Store.open(folder / "home") as store:
            for row in store.matches():
                yield store.seed(row.id)
                yield from (x.secret for x in store.hosting(row.id).links if x.secret)


def _secret_values(file: Path) -> Iterator[str]:
    try:
        info: Any = json.loads(file.read_text())
    except ValueError:
        return
    for part in (info, *info.values()) if isinstance(info, dict) else ():
        if isinstance(part, dict):
            names = ("refresh_token", "client_secret", "private_key")
            yield from (part[name] for name in names if isinstance(part.get(name), str))


@pytest.fixture(scope="session")
def made_at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """The local server with a match on it, and the home in which that was made."""
    folder = tmp_path_factory.mktemp("at_home")
    with ServerAtHand(None) as server:
        yield made(server, folder, "denizens-of-tartarus", "--server", server.base_url)


@pytest.fixture
def at_home(made_at_home: Made, umpire: Commands) -> Iterator[Hosted]:
    """A match on the local server: one spreadsheet for all, and the console."""
    made_at_home.begin_again(umpire.home)
    token = (umpire.home / "local-token").read_text().strip()
    sheets = connect_local(made_at_home.server.base_url, token)
    yield Hosted(umpire, "denizens-of-tartarus-1", sheets)
    sheets.close()


@pytest.fixture
def rehearsal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rehearsal]:
    """A server that plays Google, and nobody signed in yet."""
    with ServerAtHand(tmp_path, google=True) as running:
        monkeypatch.setenv("UMPIRE_GOOGLE", running.base_url)
        yield Rehearsal(running, tmp_path)


@pytest.fixture(scope="session")
def made_on_google(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """A server that plays Google with a match on it, and the home in which that was made."""
    folder = tmp_path_factory.mktemp("on_google")
    with ServerAtHand(folder, google=True) as server, pytest.MonkeyPatch.context() as patch:
        file = Rehearsal(server, folder).person(UMPIRE)
        patch.setenv("UMPIRE_GOOGLE", server.base_url)
        patch.setenv("UMPIRE_CREDENTIALS", str(file))
        yield made(server, folder, "devils-deal", "--on", "google", "--share", f"Ana={ANA}")


@pytest.fixture
def on_google(
    made_on_google: Made, umpire: Commands, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Hosted]:
    """A match on Google with a table for each player, of whom Ana alone is let in."""
    made_on_google.begin_again(umpire.home)
    made_on_google.server.quota.forget()
    file = made_on_google.folder / "person.json"
    monkeypatch.setenv("UMPIRE_GOOGLE", made_on_google.server.base_url)
    monkeypatch.setenv("UMPIRE_CREDENTIALS", str(file))
    sheets = connect(find_credentials(file), made_on_google.server.base_url)
    yield Hosted(umpire, "devils-deal-1", sheets)
    sheets.close()
