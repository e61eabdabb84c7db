"""The page to play on: an extension of the local server that shows a tab as a table."""

from umpire.table.extension import TABLE

__all__ = ["TABLE"]
