"""The file of players' names: `names.toml` in the home folder, or another file."""

from pathlib import Path

from umpire.errors import UsageError
from umpire.games.text import quote
from umpire.leagues.names import Aliases, read_names

NAMES = "names.toml"
_LARGEST = 1_000_000


def read_names_file(home: Path, chosen_file: Path | None = None) -> Aliases:
    """Read the chosen file of names, or else the one in the home folder, if there is one.

    Raises UsageError.
    """
    usual_file = home / NAMES
    if chosen_file is None and not usual_file.exists():
        return Aliases()
    file = chosen_file or usual_file
    refusal = f"the file of names {quote(str(file))} cannot be read"
    return read_names(file.name, read_text(file, refusal))


def read_text(file: Path, refusal: str) -> str:
    """Return the text of a UTF-8 file. Raises UsageError: the `refusal`, and why."""
    try:
        with file.open("rb") as opened:
            return opened.read(_LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise UsageError(f"{refusal} ({why}).") from error
