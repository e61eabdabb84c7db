"""Files with secrets: write them so that only their owner can read them, and check that."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read. It replaces an existing file all at once.

    Somebody who could read the old file, or has it open, cannot read the new content. Raises
    OSError.
    """
    if file.exists() and not file.is_file():
        file.write_bytes(content)  # a pipe or a terminal
        return
    target = file.resolve()
    descriptor, name = tempfile.mkstemp(dir=target.parent)  # 0600 from the first
    draft = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as draft_file:
            draft_file.write(content)
        draft.replace(target)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise


def is_open_to_others(file: Path) -> bool:
    """Return whether others on this computer can read a file; False if that is unknown."""
    try:
        return os.name != "nt" and file.is_file() and bool(file.stat().st_mode & _OTHERS)
    except OSError:
        return False


def open_file_warning(file: Path) -> str | None:
    """Return a warning if others than its owner can read a file with a secret."""
    if not is_open_to_others(file):
        return None
    return f"others on this computer can read {file}: run 'chmod 600 {file}'."
