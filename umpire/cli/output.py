"""Write a command's result to a file or to standard output."""

import sys
from pathlib import Path

from umpire.cli.commands.parameters import TERMINAL
from umpire.errors import UmpireError
from umpire.private_files import write_private


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
