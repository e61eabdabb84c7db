"""`--store` and UMPIRE_STORE: the log in a PostgreSQL, while the files stay in the home."""

from collections.abc import Callable
from pathlib import Path

import postgres_kit
import pytest
from click.testing import Result

from umpire.errors import UsageError
from umpire.match.header import Header
from umpire.store import Store

Umpire = Callable[..., Result]


@pytest.fixture
def address(postgres: postgres_kit.Server) -> str:
    url = postgres.emptied()
    with Store.open(url) as store:
        header = Header("eighteenth-hell", ("Ana", "Bo"), {})
        store.create("eighteenth-hell-1", header, "5e" * 32, engine="0.1.0", started="2026")
    return url


def test_the_option_and_the_variable_name_the_store(
    umpire: Umpire, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "eighteenth-hell-1" in umpire("--store", address, "matches").output
    assert "There is no match yet" in umpire("matches").output
    assert umpire("--store", address, "note", "eighteenth-hell-1", "hello").exit_code == 0
    monkeypatch.setenv("UMPIRE_STORE", address)
    assert "hello" in umpire("export", "eighteenth-hell-1", "--format", "script").output
    assert "version" in umpire("doctor", "--on", "local").output
    assert umpire("verify", "eighteenth-hell-1").exit_code == 0
    assert not (tmp_path / "umpire.db").exists()


def test_what_is_no_address_is_wrong_usage(umpire: Umpire) -> None:
    with pytest.raises(UsageError, match=r"takes the address of a database.*--home"):
        umpire("--store", "league", "matches")


def test_the_doctor_tells_which_store_it_is_and_no_password(umpire: Umpire, address: str) -> None:
    told = umpire("--store", address.replace("@", ":topsecret@"), "doctor", "--on", "local").output
    assert "postgresql://umpire@/league" in told.replace("\n", "")
    assert "topsecret" not in told
