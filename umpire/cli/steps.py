"""What the commands that make and share spreadsheets have in common: how their steps are taken."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from rich.console import Console
from rich.text import Text

from umpire.errors import UmpireError, UsageError
from umpire.games.base import NotUnderstood
from umpire.games.notation import printable, quoted
from umpire.hosting.retry import Attempt, retry
from umpire.match.commands import read_player
from umpire.sheets.addresses import read_address
from umpire.sheets.errors import SheetsError


class Steps(NamedTuple):
    """How steps are taken: `attempt` does one, and `tell` says which."""

    attempt: Attempt
    tell: Callable[[str], None]


@contextmanager
def steps(*, nearby: bool = False, again: str = "run the same command again") -> Iterator[Steps]:
    """Take steps at spreadsheets, and say on a terminal which.

    What stops them raises UmpireError with what is to be done `again`. `nearby` is a server on this
    machine.
    """
    console = Console(stderr=True)
    try:
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


def _silent(_text: str) -> None:
    pass
