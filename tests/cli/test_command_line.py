"""What every command does with its streams and with numbers that are none."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

HEADER = b'{"umpire": 1, "game": "denizens-of-tartarus", "players": ["Ana", "Bo"], "options": {}}\n'
SHELL = pytest.mark.skipif(sys.platform == "win32", reason="redirects by a POSIX shell")


def umpire(redirect: str, *arguments: str, stdin: bytes = HEADER) -> tuple[int, str]:
    """Run `umpire` in a shell that redirects its streams; its exit status and its errors."""
    ran = subprocess.run(
        ["/bin/sh", "-c", f'"$@" {redirect}', "sh", sys.executable, "-m", "umpire", *arguments],
        input=stdin,
        capture_output=True,
        check=False,
        timeout=60,
    )
    return ran.returncode, ran.stderr.decode("utf-8")


@SHELL
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("arguments", [("--help",), ("games", "--json"), ("adjudicate", "-")])
def test_output_that_cannot_be_written_is_one_sentence(arguments: tuple[str, ...]) -> None:
    assert umpire(">/dev/full", *arguments) == (
        1,
        "umpire: No space left on device: put that right and try again.\n",
    )


@SHELL
@pytest.mark.parametrize("arguments", [("games", "--json"), ("adjudicate", "-")])
def test_a_reader_that_has_had_enough_is_no_error(arguments: tuple[str, ...]) -> None:
    _, error = umpire("| true", *arguments)
    assert error == ""


@SHELL
@pytest.mark.parametrize("arguments", [("--help",), ("games", "--json"), ("adjudicate", "-")])
def test_without_a_standard_output_nothing_is_printed(arguments: tuple[str, ...]) -> None:
    assert umpire(">&-", *arguments) == (0, "")


@SHELL
def test_without_a_standard_input_a_script_is_empty() -> None:
    status, error = umpire("<&-", "adjudicate", "-")
    assert status == 2
    assert "the first line of a script must be a JSON object" in error


def test_an_error_cannot_write_to_the_terminal() -> None:
    status, error = umpire("", "adjudicate", "no\x1b[31m such\x07 file")
    assert status == 2
    assert error.startswith("umpire: no\\x1b[31m such\\x07 file cannot be read")


def test_a_name_longer_than_files_may_have_is_one_sentence(tmp_path: Path) -> None:
    status, error = umpire("", "--home", str(tmp_path), "verify", "x" * 5000)
    assert status == 1
    assert error.startswith("umpire: File name too long")
    assert error.count("\n") == 1


@pytest.mark.parametrize("arguments", [("watch", "--interval"), ("demo", "--pace")])
@pytest.mark.parametrize("seconds", ["nan", "inf"])
def test_seconds_are_a_finite_number(
    run: Callable[..., Any], tmp_path: Path, arguments: tuple[str, ...], seconds: str
) -> None:
    ran = run("--home", str(tmp_path), *arguments, seconds)
    assert ran.status == 2
    assert f"{seconds} is not a number of seconds." in ran.error
