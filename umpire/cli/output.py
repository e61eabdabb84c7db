"""Write a command's result to a file or to standard output."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from umpire.errors import UmpireError
from umpire.private_files import write_private

TERMINAL = Path("-")
"""The path that means standard output."""


def output_option(told: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the option -o; `told` is its help."""
    file = click.Path(dir_okay=False, allow_dash=True, path_type=Path)
    told = f"{told} (default: standard output)."
    return click.option("-o", "--output", type=file, default=TERMINAL, help=told)


def write_output(output: Path, content: bytes, *, is_secret: bool = False) -> None:
    """Write the content; only its owner can read a file with a secret. Raises UmpireError."""
    if output == TERMINAL:
        sys.stdout.buffer.write(content)
        return
    try:
        write_private(output, content) if is_secret else output.write_bytes(content)
    except OSError as error:
        raise UmpireError(
            f"{output} cannot be written ({error.strerror}): name another file with -o."
        ) from error
