"""What all tests share."""

import os
from collections.abc import Iterator
from pathlib import Path

import postgres_kit
import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["traffic_recorder"]

# How fast this machine makes examples says nothing about the program. Where a run decides on a
# change (CI), it has the same examples every time; elsewhere each run looks for new ones.
settings.register_profile(
    "umpire",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("umpire")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one worker more than there are cores: a test in three waits for a server or a page."""
    return (os.cpu_count() or 1) + 1


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_kit.Server]:
    """A PostgreSQL server that this process's tests have to themselves."""
    if postgres_kit.find_binaries() is None:
        pytest.skip("PostgreSQL is not installed (Debian: postgresql)")
    with postgres_kit.server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_server(request: pytest.FixtureRequest) -> postgres_kit.Server | None:
    """Where stores are kept in this test: None is in folders."""
    return None if request.param == "sqlite" else request.getfixturevalue("postgres")


@pytest.fixture
def place(store_server: postgres_kit.Server | None, tmp_path: Path) -> Path | str:
    """Where a store with nothing in it is opened: a folder, or a database's address."""
    return tmp_path if store_server is None else store_server.emptied()


@pytest.fixture
def new_place(store_server: postgres_kit.Server | None, tmp_path: Path) -> Path | str:
    """Where no store has been opened yet: a folder, or a database's address."""
    return tmp_path if store_server is None else store_server.new_database()
