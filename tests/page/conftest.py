"""What the tests of the page share, and somebody elsewhere."""

from collections.abc import Iterator

import pytest
from page_fixtures import book, browser, owner, person, phone, writer
from page_kit import Person

from sheets_emulator.app import LocalServer
from umpire.table import TABLE

__all__ = ["book", "browser", "owner", "person", "phone", "server", "writer"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    with LocalServer(tmp_path_factory.mktemp("sheets"), extensions=[TABLE]) as running:
        yield running


@pytest.fixture(scope="session")
def stranger() -> Iterator[Person]:
    """Somebody elsewhere, for whom a name leads to this machine and any certificate will do."""
    yield from browser(
        "--host-resolver-rules=MAP umpire.example.org 127.0.0.1",
        "--ignore-certificate-errors",
    )
