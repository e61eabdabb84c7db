"""One server, one browser for a desk and one for a phone; a fresh spreadsheet for each test."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser_kit import chromium
from page_kit import ENTRY, FREE, Book, Person, made_book

from sheets_emulator.app import LocalServer


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    with LocalServer(tmp_path_factory.mktemp("sheets")) as running:
        yield running


@pytest.fixture
def book(server: LocalServer) -> Iterator[Book]:
    """A fresh spreadsheet with something of everything."""
    with made_book(server) as made:
        yield made


def browser(*flags: str, **experimental: Any) -> Iterator[Person]:
    for driver in chromium(*flags, **experimental):
        yield Person(driver)


@pytest.fixture(scope="session")
def person() -> Iterator[Person]:
    """Somebody at a desk."""
    yield from browser()


@pytest.fixture
def owner(person: Person, book: Book) -> Person:
    """Somebody at a desk who may write in all of the spreadsheet, on the tab without protection."""
    person.opens(book.link(book.owner, FREE))
    return person


@pytest.fixture
def writer(person: Person, book: Book) -> Person:
    """Somebody at a desk who may write into some cells, on the tab of these."""
    person.opens(book.link(book.writer, ENTRY))
    return person


@pytest.fixture(scope="session")
def phone() -> Iterator[Person]:
    """Somebody with a phone."""
    screen = {"width": 390, "height": 844, "pixelRatio": 2, "touch": True}
    emulated = {"deviceMetrics": screen}
    yield from browser(mobileEmulation=emulated)
