"""One server, one browser for a desk and one for a phone; a fresh spreadsheet for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from page_kit import Book, Person, made_book
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service as Driver

from sheets_emulator.app import LocalServer

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,800",
)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    with LocalServer(tmp_path_factory.mktemp("sheets")) as running:
        yield running


@pytest.fixture
def book(server: LocalServer) -> Iterator[Book]:
    """A fresh spreadsheet with something of everything."""
    with made_book(server) as made:
        yield made


def _browser(folder: Path, *flags: str, **experimental: Any) -> Iterator[Person]:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    chromedriver = shutil.which("chromedriver")
    if chromium is None or chromedriver is None:
        pytest.skip("needs chromium and chromedriver on the path")
    options = ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, *flags, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    for name, value in experimental.items():
        options.add_experimental_option(name, value)
    driver = Chrome(options=options, service=Driver(chromedriver))
    try:
        yield Person(driver)
    finally:
        driver.quit()


@pytest.fixture(scope="session")
def person(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody at a desk."""
    yield from _browser(tmp_path_factory.mktemp("desk"))


@pytest.fixture(scope="session")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody with a phone."""
    screen = {"width": 390, "height": 844, "pixelRatio": 2, "touch": True}
    emulated = {"deviceMetrics": screen}
    yield from _browser(tmp_path_factory.mktemp("phone"), mobileEmulation=emulated)


@pytest.fixture(scope="session")
def stranger(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Person]:
    """Somebody elsewhere, for whom a name leads to this machine and any certificate will do."""
    yield from _browser(
        tmp_path_factory.mktemp("elsewhere"),
        "--host-resolver-rules=MAP umpire.example.org 127.0.0.1",
        "--ignore-certificate-errors",
    )
