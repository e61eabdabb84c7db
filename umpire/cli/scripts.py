"""Scripts on the command line: read from a file or standard input, and written as JSON."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from umpire.errors import UsageError
from umpire.match import BadHeader

STANDARD_INPUT = "-"

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


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


@contextmanager
def header_checked(what: str) -> Iterator[None]:
    """Make one sentence of what is wrong with the header of a script or log that is read inside."""
    try:
        yield
    except BadHeader as error:
        raise UsageError(f"the {what}'s header is wrong: {error}.") from error


def put(value: Any, indent: int | None = None) -> None:
    """Print a value as JSON, one line without an indent, whatever the terminal's encoding.

    A lone surrogate, which UTF-8 has not, stays an escape.
    """
    line = json.dumps(value, ensure_ascii=False, indent=indent)
    sys.stdout.buffer.write(line.encode("utf-8", "backslashreplace") + b"\n")
