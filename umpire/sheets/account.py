"""The accounts that share the work on a server, each with its own quota."""

from collections.abc import Callable
from dataclasses import dataclass

from umpire.sheets.client import SheetsClient


@dataclass(frozen=True, slots=True)
class Account:
    """An account; each call of `open` makes a new connection as this account."""

    email: str
    open: Callable[[], SheetsClient]


Connect = Callable[[str], tuple[Account, ...]]
"""Returns the accounts for a server's address; the first makes spreadsheets and shares them."""
