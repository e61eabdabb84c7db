"""The files of an umpire, and their folder."""

from pathlib import Path

import platformdirs

from umpire.errors import UmpireError


def home(path: str | Path | None) -> Path:
    """Return the folder of an umpire's files, and make it if it is missing.

    `path` is the value of `--home` or `UMPIRE_HOME`; the default is the platform's data folder. A
    new folder is readable only by its owner, an existing one keeps its permissions. Raises
    UmpireError.
    """
    if path:
        folder = Path(path).expanduser().absolute()
    else:
        folder = platformdirs.user_data_path("umpire", appauthor=False)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except FileExistsError:
        raise UmpireError(
            f"{folder} is a file, not a folder: name another one with --home."
        ) from None
    except OSError as error:
        raise UmpireError(
            f"the folder {folder} cannot be made ({error.strerror}): name another one with --home."
        ) from error
    return folder


def log_file(folder: Path) -> Path:
    """Return the database of all matches' logs."""
    return folder / "umpire.db"


def sheets_file(folder: Path) -> Path:
    """Return the database of the local sheets server."""
    return folder / "sheets.db"


def token_file(folder: Path) -> Path:
    """Return the file with the daemon's own token for the local sheets server."""
    return folder / "local-token"


def public_file(folder: Path) -> Path:
    """Return the file with the public address of the local sheets server."""
    return folder / "public-address.json"


def making_file(folder: Path) -> Path:
    """Return the file whose lock allows only one command at a time to make spreadsheets."""
    return folder / "making.lock"
