"""The checks of this computer: versions, secret files, the log, and the local server."""

import os
import platform
from collections.abc import Iterator, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import umpire
from umpire.app_context import AppContext
from umpire.checkup import Finding, error_finding
from umpire.errors import UmpireError
from umpire.private_files import is_open_to_others
from umpire.store import MatchRow, Store
from umpire.store.home import log_file, token_file
from umpire.store.version import VERSION

GROUP = "this computer"
_SECONDS = (2.0, 5.0)


def check_versions() -> Finding:
    """Return a finding with the versions in use."""
    parts = [f"Python {platform.python_version()}", f"umpire {umpire.__version__}"]
    parts += [f"{name} {_version(name)}" for name in ("gspread", "google-auth")]
    return Finding(GROUP, "versions", "ok", f"{', '.join(parts)}.")


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(not installed)"


def check_folder(app: AppContext) -> tuple[Path | None, Finding]:
    """Check the home folder and return it, None if it cannot be used."""
    try:
        path = app.folder()
    except UmpireError as error:
        return None, error_finding(GROUP, "home folder", error)
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        todo = "Make sure that the folder is yours, or name another with --home."
        return None, Finding(
            GROUP, "home folder", "wrong", f"{path} cannot be read or written.", todo
        )
    return path, Finding(GROUP, "home folder", "ok", f"{path}.")


def _is_there(file: Path) -> bool:
    try:
        return file.is_file()
    except OSError:
        return False


def check_secret_files(files: Sequence[Path]) -> Iterator[Finding]:
    """Check that only their owner can read files with secrets."""
    existing = [file for file in files if _is_there(file)]
    open_files = [file for file in existing if is_open_to_others(file)]
    for file in open_files:
        sentence = f"Others on this computer can read {file}."
        todo = f"Run 'umpire doctor --repair' or 'chmod 600 {file}'."
        yield Finding(GROUP, "secret files", "wrong", sentence, todo)
    if existing and not open_files:
        names = ", ".join(file.name for file in existing)
        yield Finding(GROUP, "secret files", "ok", f"Only you can read {names}.")


def hide_secret_files(files: Sequence[Path]) -> Iterator[Finding]:
    """Make files with secrets readable only by their owner, and yield those that were not."""
    for file in files:
        if not is_open_to_others(file):
            continue
        try:
            file.chmod(0o600)
        except OSError as error:
            sentence = f"Others can still read {file} ({error.strerror})."
            todo = f"Have its owner run 'chmod 600 {file}'."
            yield Finding(GROUP, "repair", "wrong", sentence, todo)
        else:
            yield Finding(GROUP, "repair", "ok", f"Only you can read {file} now.")


def secret_files(folder: Path) -> list[Path]:
    """Return umpire's own files with secrets."""
    return [log_file(folder), token_file(folder)]


def open_log(app: AppContext, folder: Path) -> tuple[Store | None, Finding]:
    """Open the log, without making one; None if there is none or it cannot be used."""
    if app.store is None and not log_file(folder).exists():
        return None, Finding(GROUP, "log", "ok", "There is no log yet: 'umpire new' begins one.")
    try:
        store = app.open_store()
    except UmpireError as error:
        return None, error_finding(GROUP, "log", error)
    try:
        rows = store.matches()
    except UmpireError as error:
        store.close()
        return None, error_finding(GROUP, "log", error)
    running = sum(not row.is_over for row in rows)
    count = f"{len(rows)} match{'' if len(rows) == 1 else 'es'}, {running} not over"
    return store, Finding(GROUP, "log", "ok", f"{store.name}, version {VERSION}: {count}.")


def check_local_server(address: str, matches: Sequence[MatchRow]) -> Finding:
    """Check whether the local server answers; `matches` are those that need it now."""
    import requests

    with requests.Session() as session:
        session.trust_env = False
        try:
            answer = session.get(f"{address}/drive/v3/about", timeout=_SECONDS)
        except requests.exceptions.RequestException:
            answer = None
    if answer is None:
        sentence = f"Nothing answers at {address}."
        todo = "Run 'umpire serve'."
        if not matches:
            return Finding(
                GROUP, "local server", "ok", f"{sentence} No match needs it at the moment."
            )
        return Finding(GROUP, "local server", "warning", sentence, todo)
    if answer.status_code != requests.codes.unauthorized:
        sentence = f"Another program answers at {address}, not umpire's server."
        todo = "Stop it, or run 'umpire serve --port PORT' and name it with --server."
        return Finding(GROUP, "local server", "warning", sentence, todo)
    return Finding(GROUP, "local server", "ok", f"It answers at {address}.")
