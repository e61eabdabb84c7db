"""Fixtures: somebody who plays Google, and a machine of the test's own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from rehearsal_kit import Rehearsal, rehearsing
from scripted_google import Scripted


@pytest.fixture
def google() -> Iterator[Scripted]:
    with Scripted() as scripted:
        yield scripted


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, google: Scripted) -> Path:
    """A home folder with nothing in it, where a rehearsal is set up; gspread's folder in it."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("APPDATA", str(tmp_path / ".config"))
    monkeypatch.setenv("UMPIRE_GOOGLE", google.base_url)
    monkeypatch.delenv("UMPIRE_CREDENTIALS", raising=False)
    monkeypatch.setenv("BROWSER", "true")  # one that opens nothing
    return tmp_path / ".config" / "gspread"


@pytest.fixture
def rehearsal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rehearsal]:
    with rehearsing(tmp_path, monkeypatch) as made:
        yield made
