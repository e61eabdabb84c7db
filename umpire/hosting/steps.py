"""Take the steps that make and share spreadsheets, and say how to go on if they are stopped."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from umpire.errors import UmpireError
from umpire.hosting.retry import Attempt, Tell, retry
from umpire.sheets.errors import SheetsError, Unreachable
from umpire.store import GOOGLE

if TYPE_CHECKING:
    from umpire.sheets.account import Connect
    from umpire.sheets.client import SheetsClient

Progress: TypeAlias = Callable[[], AbstractContextManager[Tell]]
"""Returns a context manager that yields a function, which shows the step that is being taken."""

_AGAIN = "run the same command again"


class Connected(NamedTuple):
    """A connection to a server as the first of these accounts, and how to take steps there.

    `attempt` takes a step, and `tell` shows which.
    """

    sheets: "SheetsClient"
    accounts: tuple[str, ...]
    attempt: Attempt
    tell: Tell


@contextmanager
def steps(
    progress: Progress, *, nearby: bool = False, again: str = _AGAIN, elsewhere: str = ""
) -> Iterator[tuple[Attempt, Tell]]:
    """Yield a function that takes a step at spreadsheets, and one that shows which.

    Whatever stops them raises UmpireError, which ends with what to do `again`, and if nobody
    answers with how to go `elsewhere`. `nearby` means a server on this machine.
    """
    try:
        with progress() as tell:
            yield retry(tell, nearby=nearby), tell
    except SheetsError as error:
        more = elsewhere if isinstance(error, Unreachable) else ""
        raise UmpireError(f"{error} Then {again}{more}.") from error
    except KeyboardInterrupt:
        raise UmpireError(f"stopped half way: to finish, {again}.") from None


@contextmanager
def steps_at(
    connect: "Connect", server: str, progress: Progress, doing: str = "", *, again: str = _AGAIN
) -> Iterator[Connected]:
    """Connect to a server to take steps there; `doing` is shown meanwhile."""
    with steps(progress, nearby=server != GOOGLE, again=again) as (attempt, tell):
        tell(doing)
        accounts = attempt(partial(connect, server))
        with closing(accounts[0].open()) as sheets:
            emails = tuple(account.email for account in accounts)
            yield Connected(sheets, emails, attempt, tell)
