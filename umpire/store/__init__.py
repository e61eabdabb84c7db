"""The log of every match, in one database for all matches of an umpire."""

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
    Unfinished,
)
from umpire.store.store import FIRST_LINE, Store

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
    "Store",
    "StoreError",
    "StoreUnavailable",
    "Unfinished",
]
