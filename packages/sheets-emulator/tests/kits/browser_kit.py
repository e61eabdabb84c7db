"""A headless Chromium for tests of pages."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service as Driver

SHELL = Path("/usr/lib/chromium/chromium-headless-shell")
"""Chromium without a window of its own, as Debian has it: it begins in a fifth of the time.

The command of this name starts it as a child, which goes on when the driver ends the command.
"""
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


def chromium(*flags: str, **experimental: Any) -> Iterator[Chrome]:
    """Yield a browser with a profile of its own, and close it; skip where there is none."""
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    browser = str(SHELL) if SHELL.exists() else found
    chromedriver = shutil.which("chromedriver")
    if browser is None or chromedriver is None:
        pytest.skip("needs chromium and chromedriver on the path")
    options = ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, *flags):
        options.add_argument(flag)
    for name, value in experimental.items():
        options.add_experimental_option(name, value)
    driver = Chrome(options=options, service=Driver(chromedriver))
    try:
        yield driver
    finally:
        driver.quit()
