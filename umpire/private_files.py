"""Files that hold secrets: written so that only their owner can ever read them, and looked over."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def write_private(file: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole at once, in the place of what was there.

    So whoever could read the file before, or has it open, reads nothing of what it holds now.
    Raises OSError.
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
    """Return whether others on this computer can read a file; where that is unknown, no."""
    try:
        return os.name != "nt" and file.is_file() and bool(file.stat().st_mode & _OTHERS)
    except OSError:
        return False


def open_file_warning(file: Path) -> str | None:
    """Return a warning if others than its owner can read a file with a secret."""
    if not is_open_to_others(file):
        return None
    return f"others on this computer can read {file}: run 'chmod 600 {file}'."
