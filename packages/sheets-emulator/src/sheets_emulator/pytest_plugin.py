"""pytest's fixtures of the sheets emulator. What they need is imported when one is first used."""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from sheets_emulator.app import LocalServer
    from sheets_emulator.testing import SheetsEmulator


@pytest.fixture(scope="session")
def sheets_server() -> "Iterator[LocalServer]":
    """Run the one server of all tests, which plays Google but for its quotas."""
    from sheets_emulator.app import LocalServer
    from sheets_emulator.faults import Quota

    with LocalServer(None, google=True, quota=Quota()) as server:
        yield server


@pytest.fixture
def sheets(sheets_server: "LocalServer") -> "Iterator[SheetsEmulator]":
    """Return a Sheets emulator, empty when the test begins."""
    from sheets_emulator.testing import SheetsEmulator

    sheets_server.reset()
    with closing(SheetsEmulator(sheets_server)) as emulator:
        yield emulator


@pytest.fixture
def sheets_as_google(sheets: "SheetsEmulator") -> "Iterator[SheetsEmulator]":
    """Return the emulator, and lead to it whatever the test's process asks of Google meanwhile."""
    from sheets_emulator.redirect import redirect_everything

    with redirect_everything(sheets.url):
        yield sheets
