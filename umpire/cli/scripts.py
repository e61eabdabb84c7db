"""Scripts on the command line: read from a file or standard input, and written as JSON."""

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from umpire import catalogue
from umpire.errors import UsageError
from umpire.match import BadHeader, Judgement, begin, read_header

STANDARD_INPUT = "-"


def lines_of(script: str) -> Iterator[bytes]:
    """Yield the lines of a script, `-` for standard input.

    Raises UsageError if it is unreadable.
    """
    try:
        with click.open_file(script, "rb") as file:
            yield from file
    except OSError as error:
        raise UsageError(
            f"{script} cannot be read ({error.strerror}): name a file with a script, "
            "or - for standard input."
        ) from error


def begun(lines: Iterator[bytes]) -> Judgement:
    """Begin the match whose header comes first. Raises UsageError naming a field that is wrong."""
    games = catalogue.games()
    try:
        header = read_header(next(lines, b""), games)
    except BadHeader as error:
        raise UsageError(f"the script's header is wrong: {error}.") from error
    return begin(header, games[header.game])


def put(value: Any, indent: int | None = None) -> None:
    """Print a value as JSON, one line without an indent, whatever the terminal's encoding.

    A lone surrogate, which UTF-8 has not, stays an escape.
    """
    line = json.dumps(value, ensure_ascii=False, indent=indent)
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
