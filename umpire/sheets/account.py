"""The accounts that share the work on a server, each with its own quota."""

from collections.abc import Callable
from dataclasses import dataclass

from umpire.sheets.client import SheetsClient


@dataclass(frozen=True, slots=True)
class Account:
    """An account of a server. Each call of `open` makes a new connection as this account."""

    email: str
    open: Callable[[], SheetsClient]


Connect = Callable[[str], tuple[Account, ...]]
"""Return the accounts for a server's address. The first makes and shares the spreadsheets."""
