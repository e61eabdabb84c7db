"""The log of every match, in one database for all matches of an umpire."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = [
    "FIRST_LINE",
    "GOOGLE",
    "GOOGLE_DOCS",
    "Command",
    "CommandAnswer",
    "CommandGone",
    "Entry",
    "Fixture",
    "Hosting",
    "League",
    "Lease",
    "LeaseHeld",
    "LeaseLost",
    "LineConflict",
    "Link",
    "LogLine",
    "MatchRow",
    "PendingMatch",
    "Store",
    "StoreError",
    "StoreUnavailable",
]

if TYPE_CHECKING:
    from umpire.store.errors import (
        CommandGone,
        LeaseHeld,
        LeaseLost,
        LineConflict,
        StoreError,
        StoreUnavailable,
    )
    from umpire.store.records import (
        GOOGLE,
        GOOGLE_DOCS,
        Command,
        CommandAnswer,
        Entry,
        Fixture,
        Hosting,
        League,
        Lease,
        Link,
        LogLine,
        MatchRow,
        PendingMatch,
    )
    from umpire.store.store import FIRST_LINE, Store
else:
    _HOMES = ("errors", "records", "store")

    def __getattr__(name: str) -> Any:
        """Load a listed name when it is first used, because SQLAlchemy takes long to load."""
        if name in __all__:
            for home in _HOMES:
                module = import_module(f"umpire.store.{home}")
                if hasattr(module, name):
                    return globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
