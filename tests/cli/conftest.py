"""What the tests of the script commands share: a made-up game, and a way to run a command."""

import io
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hosting_kit import numbers_template
from umpires_server import UmpiresServer

from umpire import catalogue
from umpire.cli import cli, main

NUMBERS = import_module("toy").GAME


@dataclass(frozen=True)
class Ran:
    """What a command printed, and its exit status."""

    status: int
    out: bytes
    error: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.decode("utf-8").split("\n")[:-1]]


@pytest.fixture
def numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The made-up game `numbers` is the only one."""
    monkeypatch.setattr(catalogue, "games", lambda: {NUMBERS.id: NUMBERS})


@pytest.fixture
def umpire(tmp_path: Path) -> Callable[..., Result]:
    """Run `umpire` in a home of the test's own; an error reaches the test as it was raised."""

    def run(*arguments: str, stdin: bytes = b"") -> Result:
        done = CliRunner().invoke(cli, ["--home", str(tmp_path), *arguments], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done

    return run


@pytest.fixture
def run(
    numbers: None, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> Callable[..., Ran]:
    """Run `umpire` with the made-up game `numbers` as the only one."""

    def _run(*arguments: str, stdin: bytes = b"") -> Ran:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        with pytest.raises(SystemExit) as left:
            main(list(arguments))
        printed = capsysbinary.readouterr()
        return Ran(int(left.value.code or 0), printed.out, printed.err.decode("utf-8"))

    return _run


@pytest.fixture(scope="module")
def hosting() -> Iterator[tuple[str, ...]]:
    """The options that host a match of numbers on a server of the tests' own, without a cut."""
    with UmpiresServer(None) as server:
        yield "--server", server.base_url, "--template", str(numbers_template().folder), "--no-cut"
