"""What all tests share."""

import gc
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import postgres_kit
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.strategies import text
from short_keys import key_bits

if TYPE_CHECKING:
    from umpire.store import Store

__all__ = ["key_bits"]  # a fixture that every test has

pytest_plugins = ["traffic_recorder"]

_MANY_OBJECTS = 50_000  # that are new, before circles among them are looked for

# How fast this machine makes examples says nothing about the program. Where a run decides on a
# change (CI), it has the same examples every time; elsewhere each run looks for new ones.
settings.register_profile(
    "umpire",
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("umpire")


def pytest_configure() -> None:
    """Let Ctrl-C do what it usually does, though a shell has what it begins beside it ignore it.

    Tests send it to themselves and to programs that they begin.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return one worker more than there are cores: a test in three waits for a server or a page."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Import a share of all tests before the others, where each worker is to collect them all.

    In a new clone they are compiled then, which takes three times as long as what they do. The
    workers would do it all side by side, each for itself.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    if workers == 1 or session.config.args_source != pytest.Config.ArgsSource.TESTPATHS:
        return
    gc.disable()  # until all are collected: they stay to the end
    if worker == "0":
        text().validate()  # lets Hypothesis list all letters, for the others to find in its folder
    folders = (session.config.rootpath / name for name in session.config.getini("testpaths"))
    found = (path for folder in folders for path in folder.rglob("test_*.py"))
    for path in sorted(found)[int(worker) :: workers]:
        if _lacks_marker(path, session.config):
            continue
        sys.path.insert(0, str(path.parent))
        with suppress(Exception, pytest.skip.Exception):  # collecting it says what is wrong
            import_module(path.stem)


def pytest_collection_finish() -> None:
    """Spare the collector of circles what stays to the end: it took up to a quarter of the time.

    Modules and tests are a quarter of a million objects that it would look through again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_MANY_OBJECTS)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what takes long first, in the share of each worker: they get as many tests in a row."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", 1))
    first = [item for item in items if item.get_closest_marker("begun_first")]
    others = [item for item in items if not item.get_closest_marker("begun_first")]
    share = -(-len(others) // workers)
    items[:] = [
        item
        for worker in range(workers)
        for item in (*first[worker::workers], *others[worker * share : (worker + 1) * share])
    ]


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave files unread that name none of the markers asked for, as `-m "this or that"` does.

    To import and collect all takes each worker as long as dozens of tests.
    """
    is_test = collection_path.suffix == ".py"
    return True if is_test and _lacks_marker(collection_path, config) else None


def _lacks_marker(path: Path, config: pytest.Config) -> bool:
    asked = re.fullmatch(r"(?!not )\w+( or (?!not )\w+)*", config.option.markexpr)
    if asked is None:
        return False
    text = path.read_text("utf-8")
    return not any(marker in text for marker in asked[0].split(" or "))


@pytest.fixture(scope="session", autouse=True)
def flushes() -> Iterator[str]:
    """When stores wait for the disk, which they do not here: no test cuts the power."""
    from umpire.store import sqlite  # not before the traffic is recorded

    with pytest.MonkeyPatch.context() as patch:
        as_usual = sqlite.FLUSHES
        patch.setattr(sqlite, "FLUSHES", "OFF")
        yield as_usual


@pytest.fixture
def store(tmp_path: Path) -> "Iterator[Store]":
    """A store in the test's own folder."""
    from snapshots import new_store  # not before the traffic is recorded

    with new_store(tmp_path) as opened:
        yield opened


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
