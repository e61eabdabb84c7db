"""Read scripts from a file or standard input."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from umpire.errors import UsageError

STANDARD_INPUT = "-"


def read_script(script: str) -> Iterator[bytes]:
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
def explain_bad_header(source: str) -> Iterator[None]:
    """Turn a BadHeader, raised while a script or log is read, into a UsageError."""
    from umpire.match import BadHeader  # slow to load, and only scripts have a header

    try:
        yield
    except BadHeader as error:
        raise UsageError(f"the {source}'s header is wrong: {error}.") from error
