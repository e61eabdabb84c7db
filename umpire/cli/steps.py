"""What the commands that make and share spreadsheets have in common: how their steps are taken."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from umpire.errors import UmpireError, UsageError
from umpire.games.base import NotUnderstood
from umpire.games.notation import printable, quoted
from umpire.match.commands import read_player
from umpire.sheets.addresses import read_address
from umpire.sheets.errors import SheetsError
from umpire.watch.retry import Attempt, retry

_LOCK = "making.lock"
_LOOK_SECONDS = 0.2


class Steps(NamedTuple):
    """How steps are taken: `attempt` does one, and `tell` says which."""

    attempt: Attempt
    tell: Callable[[str], None]


@contextmanager
def steps(
    folder: Path, *, nearby: bool = False, again: str = "run the same command again"
) -> Iterator[Steps]:
    """Take steps at spreadsheets, one command at a time, and say on a terminal which.

    What stops them raises UmpireError with what is to be done `again`. `nearby` is a server on this
    machine.
    """
    console = Console(stderr=True)
    try:
        with _alone(folder):
            if not console.is_terminal:
                yield Steps(retry(_silent, nearby=nearby), _silent)
                return
            with console.status("") as status:

                def tell(text: str) -> None:
                    status.update(Text(printable(text)))

                yield Steps(retry(tell, nearby=nearby), tell)
    except SheetsError as error:
        raise UmpireError(f"{error} Then {again}.") from error
    except KeyboardInterrupt:
        raise UmpireError(f"stopped half way: {again} to finish.") from None


def read_emails(texts: Sequence[str], players: Sequence[str]) -> dict[str, str]:
    """Read `Ana=ana@example.org` and the like. Raises UsageError naming what is wrong."""
    found: dict[str, str] = {}
    for text in texts:
        name, mark, address = text.rpartition("=")
        if not mark:
            raise UsageError(
                f"{quoted(text)} lets in nobody: write it like {players[0]}=name@example.org."
            )
        player = whole_name(name, players)
        email = read_address(address)
        if email is None:
            raise UsageError(
                f"{quoted(address)} is no e-mail address: write it like name@example.org."
            )
        if player in found:
            raise UsageError(f"{player} is given two addresses: give one.")
        if email in found.values():
            raise UsageError(f"two players are given {email}: give each one's own.")
        found[player] = email
    return found


def whole_name(name: str, players: Sequence[str]) -> str:
    """Return the player whom a name, or its beginning, means. Raises UsageError."""
    try:
        return read_player(name.strip(), players)
    except NotUnderstood as error:
        raise UsageError(str(error)) from error


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other command makes something here, and be the only one.

    So no command takes for half made what another is making. The lock ends with the process.
    """
    file = folder / _LOCK
    try:
        lock = sqlite3.connect(file, _LOOK_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise _useless(file, error) from error
    with closing(lock):
        while not _locked(lock, file):
            continue
        yield


def _locked(lock: sqlite3.Connection, file: Path) -> bool:
    """Take the lock, if nobody else has it for a moment."""
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
            raise _useless(file, error) from error
        return False
    return True


def _useless(file: Path, error: sqlite3.Error) -> UmpireError:
    return UmpireError(
        f"the file {file} cannot be used ({error}): remove it, or see that it is yours."
    )


def _silent(_text: str) -> None:
    pass
