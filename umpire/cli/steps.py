"""How the commands that make and share spreadsheets take their steps."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from rich.console import Console
from rich.text import Text

from umpire.errors import UmpireError
from umpire.games.text import printable
from umpire.hosting.retry import Attempt, retry
from umpire.sheets.errors import SheetsError, Unreachable
from umpire.store import GOOGLE

if TYPE_CHECKING:
    from umpire.sheets.account import Connect
    from umpire.sheets.client import Sheets

_AGAIN = "run the same command again"

_Tell: TypeAlias = Callable[[str], None]


class Connected(NamedTuple):
    """A connection to a server as the first of these accounts, and how to take steps there.

    `attempt` takes a step, and `tell` shows which.
    """

    sheets: "Sheets"
    accounts: tuple[str, ...]
    attempt: Attempt
    tell: _Tell


@contextmanager
def steps(
    *, nearby: bool = False, again: str = _AGAIN, elsewhere: str = ""
) -> Iterator[tuple[Attempt, _Tell]]:
    """Yield a function that takes a step at spreadsheets, and one that shows on a terminal which.

    Whatever stops them raises UmpireError, which ends with what to do `again`, and if nobody
    answers with how to go `elsewhere`. `nearby` means a server on this machine.
    """
    console = Console(stderr=True)
    try:
        with console.status("") if console.is_terminal else nullcontext() as status:

            def tell(sentence: str) -> None:
                if status is not None:
                    status.update(Text(printable(sentence)))

            yield retry(tell, nearby=nearby), tell
    except SheetsError as error:
        more = elsewhere if isinstance(error, Unreachable) else ""
        raise UmpireError(f"{error} Then {again}{more}.") from error
    except KeyboardInterrupt:
        raise UmpireError(f"stopped half way: to finish, {again}.") from None


@contextmanager
def steps_at(
    connect: "Connect",
    server: str,
    doing: str = "",
    *,
    again: str = _AGAIN,
    elsewhere: str = "",
) -> Iterator[Connected]:
    """Connect to a server to take steps there; a terminal shows `doing` meanwhile."""
    with steps(nearby=server != GOOGLE, again=again, elsewhere=elsewhere) as (attempt, tell):
        tell(doing)
        accounts = attempt(partial(connect, server))
        with closing(accounts[0].open()) as sheets:
            yield Connected(sheets, tuple(one.email for one in accounts), attempt, tell)
