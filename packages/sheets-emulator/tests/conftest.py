"""One server for all of these tests; fresh accounts and a fresh spreadsheet for each."""

import os
import secrets
from collections.abc import Callable, Iterator

import gspread
import pytest
from google.oauth2.credentials import Credentials
from hypothesis import HealthCheck, settings
from server_kit import Account, Book
from short_keys import key_bits

from sheets_emulator.app import LocalServer
from sheets_emulator.testing import gspread_client

__all__ = ["key_bits"]  # a fixture that every test has

# How fast this machine makes examples says nothing about the program. Where a run decides on a
# change (CI), it has the same examples every time; elsewhere each run looks for new ones.
settings.register_profile(
    "emulator",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("emulator")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    with LocalServer(tmp_path_factory.mktemp("sheets")) as running:
        yield running


@pytest.fixture
def account(server: LocalServer) -> Iterator[Callable[[str], Account]]:
    """Makes an account of a token; None is nobody."""
    made: list[Account] = []

    def make(token: str | None) -> Account:
        made.append(Account(server.base_url, token))
        return made[-1]

    yield make
    for one in made:
        one.session.close()


@pytest.fixture
def token() -> str:
    return secrets.token_urlsafe(18)


@pytest.fixture
def owner(account: Callable[[str], Account], token: str) -> Account:
    return account(token)


@pytest.fixture
def book(owner: Account) -> Book:
    """A fresh spreadsheet with one tab, Sheet1, of 1000 rows and 26 columns."""
    made = owner.ok("POST", "/v4/spreadsheets", {"properties": {"title": "A book"}})
    return Book(owner, made["spreadsheetId"])


@pytest.fixture
def gc(server: LocalServer, token: str) -> Iterator[gspread.Client]:
    client = gspread_client(server.base_url, Credentials(token))
    yield client
    client.http_client.session.close()


@pytest.fixture
def sh(gc: gspread.Client) -> gspread.Spreadsheet:
    return gc.create("A spreadsheet of gspread")
