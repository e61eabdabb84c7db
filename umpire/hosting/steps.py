"""Take the steps that make and share spreadsheets; if they stop, say how to go on."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from umpire.errors import UmpireError
from umpire.hosting.retry import Attempt, ShowStep, retry
from umpire.sheets.errors import SheetsError, Unreachable
from umpire.store import GOOGLE

if TYPE_CHECKING:
    from umpire.sheets.account import Connect
    from umpire.sheets.client import SheetsClient

Progress: TypeAlias = Callable[[], AbstractContextManager[ShowStep]]
"""Returns a context manager that yields a function, which shows the current step."""

_AGAIN = "run the same command again"


class ServerContext(NamedTuple):
    """A connection to a server as the first of the accounts, and functions to take steps there.

    `attempt` takes a step, and `show_step` shows it.
    """

    sheets: "SheetsClient"
    accounts: tuple[str, ...]
    attempt: Attempt
    show_step: ShowStep


@contextmanager
def steps(
    progress: Progress, *, is_local: bool = False, advice: str = _AGAIN, offline_advice: str = ""
) -> Iterator[tuple[Attempt, ShowStep]]:
    """Yield a function that takes a step at spreadsheets, and one that shows the step.

    If a server refuses or does not answer, or at Ctrl-C, raise UmpireError. It ends with the
    `advice`, and if nobody answers also with the `offline_advice`. `is_local` means a server on
    this machine.
    """
    try:
        with progress() as show_step:
            yield retry(show_step, is_local=is_local), show_step
    except SheetsError as error:
        more = offline_advice if isinstance(error, Unreachable) else ""
        raise UmpireError(f"{error} Then {advice}{more}.") from error
    except KeyboardInterrupt:
        raise UmpireError(f"stopped half way: to finish, {advice}.") from None


@contextmanager
def server_context(
    connect: "Connect", server: str, progress: Progress, step: str = "", *, advice: str = _AGAIN
) -> Iterator[ServerContext]:
    """Connect to a server to take steps there; show `step` while connecting."""
    with steps(progress, is_local=server != GOOGLE, advice=advice) as (attempt, show_step):
        show_step(step)
        accounts = attempt(partial(connect, server))
        with closing(accounts[0].open()) as sheets:
            emails = tuple(account.email for account in accounts)
            yield ServerContext(sheets, emails, attempt, show_step)
