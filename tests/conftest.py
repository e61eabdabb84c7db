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
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store with nothing in it is opened: a folder, or a database's address."""
    if request.param == "sqlite":
        return tmp_path
    postgres: postgres_kit.Server = request.getfixturevalue("postgres")
    return postgres.emptied()


@pytest.fixture(params=["sqlite", "postgresql"])
def new_place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where no store has been opened yet: a folder, or a database's address."""
    if request.param == "sqlite":
        return tmp_path
    postgres: postgres_kit.Server = request.getfixturevalue("postgres")
    return postgres.new_database()
