"""The file that says which names are whose: `names.toml` in the home, or one that is named."""

from pathlib import Path

from umpire.errors import UsageError
from umpire.games.notation import quoted
from umpire.standings.names import Aliases, read_names

NAMES = "names.toml"
_LARGEST = 1_000_000


def read_names_of(home: Path, given: Path | None = None) -> Aliases:
    """Read the file of names that is given, else the one in the home, if there is one.

    Raises UsageError.
    """
    usual = home / NAMES
    if given is None and not usual.exists():
        return Aliases()
    file = given or usual
    refusal = f"the file of names {quoted(str(file))} cannot be read"
    return read_names(file.name, read_text(file, refusal))


def read_text(file: Path, refusal: str) -> str:
    """Return a file's text in UTF-8. Raises UsageError with the refusal and the reason for it."""
    try:
        with file.open("rb") as opened:
            return opened.read(_LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is no text in UTF-8"
        raise UsageError(f"{refusal} ({why}).") from error
