"""Holds all traffic of the tests against Google's own documents: see `traffic_rules`.

A test that makes faulty traffic fails; so does the session if what a test has started does.
"""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from traffic_rules import Exchange, check, is_api, kinds
from traffic_tap import tap

MARK = "faulty_traffic"
_TAP = Path(__file__).parent / "tap"
_SHOWN = 20


class Recorder:
    """What this process and those that it starts have sent and been answered."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self.left: list[str] = []
        self._heard: list[Exchange] = []
        self._good: dict[int, list[str]] = {}
        self._read: dict[Path, int] = {}
        self._folder = TemporaryDirectory(prefix="traffic-")

    def begin(self) -> None:
        """Listen, here and in every Python that is started from now on."""
        tap(lambda *exchange: self._heard.append(Exchange(*exchange)))
        os.environ["UMPIRE_TRAFFIC"] = self._folder.name
        path = [str(_TAP), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, path))

    def end(self) -> None:
        self._folder.cleanup()

    def faults(self) -> list[str]:
        """Give what is wrong with what was heard since the last time."""
        heard, self._heard = self._heard, []
        heard += self._written()
        found: dict[str, None] = {}
        for exchange in heard:
            if not _counts(exchange):
                continue
            key = hash(exchange)
            if key in self._good:
                self.kinds.update(self._good[key])
                continue
            faults, asked = check(exchange), kinds(exchange)
            self.kinds.update(asked)
            found |= dict.fromkeys(faults)
            if not faults:
                self._good[key] = asked
        return list(found)

    def _written(self) -> Iterator[Exchange]:
        """Give what other processes have written; a line that is not ended is not there yet."""
        for path in Path(self._folder.name).iterdir():
            with path.open("rb") as file:
                file.seek(self._read.get(path, 0))
                for line in file:
                    if not line.endswith(b"\n"):
                        break
                    self._read[path] = self._read.get(path, 0) + len(line)
                    yield Exchange(*json.loads(line))


def _counts(exchange: Exchange) -> bool:
    """What a test sends by other means and is refused may have been meant to be refused."""
    if exchange.ours:
        return True
    return is_api(exchange.url) and exchange.status is not None and exchange.status < 300


RECORDER = Recorder()
_FOUND: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", f"{MARK}: makes traffic that Google would not take or send")
    if not _only_leads(config):
        RECORDER.begin()


def pytest_unconfigure() -> None:
    RECORDER.end()


def _only_leads(config: pytest.Config) -> bool:
    """Whether this process runs no tests but has others do so, each with a recorder of its own."""
    return getattr(config.option, "dist", "no") != "no"


@pytest.fixture(autouse=True)
def traffic(request: pytest.FixtureRequest) -> Iterator[Recorder]:
    """All traffic is such as Google would take and send."""
    yield RECORDER
    faults = RECORDER.faults()
    if faults and request.node.get_closest_marker(MARK) is None:
        pytest.fail(_told(faults), pytrace=False)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Look at what was sent after the last test; of several processes the first one tells."""
    _FOUND.extend(RECORDER.faults())
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[MARK] = _FOUND
    elif _FOUND:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    _FOUND.extend(getattr(node, "workeroutput", {}).get(MARK, []))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _FOUND:
        terminalreporter.section("faulty traffic of what the tests have started", red=True)
        terminalreporter.write_line(_told(_FOUND))


def _told(faults: list[str]) -> str:
    more = f"\n... and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return "Google would not take or send this:\n" + "\n".join(faults[:_SHOWN]) + more
